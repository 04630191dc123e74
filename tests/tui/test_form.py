"""Tests of the form before a game, and of the commands of the screen."""

from contextlib import closing
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs.screens import as_text
from gnugo_py.app.new_game_form import MORE_FIELD_NAME, FormFieldsFunction, NewGameForm
from gnugo_py.cli.play import _remember
from gnugo_py.core.text import display_width
from gnugo_py.core.types import Color
from gnugo_py.engines.external.engine import GtpEngine
from gnugo_py.engines.search.engine import SearchEngine
from gnugo_py.games.go.game import GO
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.hex.game import HEX
from gnugo_py.play.session import Session
from gnugo_py.storage.settings import DisplaySettings, SettingsStore, read_settings
from gnugo_py.tui.display_commands import (
    COMMANDS_BY_KEY,
    TAB_COMPLETION_WORDS,
    run_display_command,
    screen_help,
)
from gnugo_py.tui.form import Form
from gnugo_py.tui.state import ScreenState
from gnugo_py.tui.themes import THEMES, DisplayRole, glyph_of_sign
from tests.support.gtp_engines import command


def form() -> Form:
    forms = NewGameForm("go", ())
    return Form(lambda _: "Go", forms.fields({}, ()), {})


def pressed(*keys: str) -> Form:
    filled = form()
    for key in keys:
        filled = filled.after_key(key)
    return filled


def test_the_form_has_sensible_defaults() -> None:
    assert form().values() == {
        "game": "go",
        "size": 19,
        "opponent": "classic",
        "side": Color.BLACK,
        "handicap": 0,
        "rules": None,
        "komi": None,
        "more": None,
    }


def test_more_options_show_the_clock() -> None:
    more = pressed("UP", "RIGHT")
    assert [each.option for each in more.current_fields][-2:] == ["more", "clock"]
    assert str(more.after_key("DOWN").after_key("RIGHT").values()["clock"]) == "5m"
    assert "clock" not in pressed("UP").values()


def test_a_line_is_chosen_and_changed() -> None:
    assert pressed("DOWN", "DOWN", "DOWN", "RIGHT").values()["side"] is Color.WHITE
    assert pressed("j", "j", "j", "l", "h").values()["side"] is Color.BLACK
    assert pressed("UP", "UP", "RIGHT", "RIGHT").values()["komi"] == 0.5


def test_another_game_asks_other_questions() -> None:
    hexagons = pressed("RIGHT")
    assert [each.option for each in hexagons.current_fields] == [
        "game",
        "size",
        "opponent",
        "side",
        "first-move",
        "more",
    ]
    assert hexagons.values()["size"] == 11
    assert pressed("RIGHT", "LEFT").values() == form().values()


def test_a_smaller_board_has_less_handicap() -> None:
    most = pressed("DOWN", "DOWN", "DOWN", "DOWN", "LEFT")
    assert most.values()["handicap"] == 17
    smaller = most.after_key("UP").after_key("UP").after_key("UP").after_key("RIGHT")
    assert (smaller.values()["size"], smaller.values()["handicap"]) == (9, 9)


def test_the_form_as_text() -> None:
    assert as_text(form().make_frame(40, 12), 40, 12).splitlines()[:5] == [
        "Go",
        "",
        "Play          < Go >",
        "Board           19x19",
        "Opponent        GNU Go 1.1",
    ]


@given(
    st.integers(1, 120),
    st.integers(1, 40),
    st.lists(st.sampled_from(["UP", "DOWN", "LEFT", "RIGHT"]), max_size=12),
)
def test_the_form_fits_any_window_and_shows_the_line_being_changed(
    width: int, height: int, keys: list[str]
) -> None:
    frame = pressed(*keys).make_frame(width, height)
    assert all(0 <= span.row < height and span.column + len(span.text) <= width for span in frame.spans)
    assert 0 <= frame.cursor[0] < height
    if height >= 4:
        assert [span.role for span in frame.spans].count("chosen") == 1


def test_a_theme_is_chosen_by_name_or_in_turn() -> None:
    state = ScreenState()
    seen = []
    for _ in THEMES:
        changed = run_display_command(state, "theme")
        assert changed is not None
        state = changed
        seen.append(state.display.theme)
    assert sorted(seen) == sorted(THEMES)
    named = run_display_command(state, "theme mono")
    assert named is not None
    assert named.display.theme == "mono"
    unknown = run_display_command(state, "theme pink")
    assert unknown is not None
    themes = "classic, dark, light, high-contrast, mono"
    assert unknown.messages[-1].text == f"there is no theme pink; the themes are {themes}."


def test_looks_are_switched() -> None:
    for word, attribute in (("ascii", "ascii"), ("mouse", "mouse"), ("coordinates", "coordinates")):
        changed = run_display_command(ScreenState(), word)
        assert changed is not None
        assert getattr(changed.display, attribute) != getattr(ScreenState().display, attribute)
    assert run_display_command(ScreenState(), "q16") is None


def test_every_theme_dresses_every_role() -> None:
    assert all(set(theme) == set(get_args(DisplayRole)) for theme in THEMES.values())


SIGNS = "XO-+xobw#*"


def test_every_sign_of_a_board_has_a_glyph_of_its_own_one_cell_wide() -> None:
    glyphs = [glyph_of_sign(sign, ascii_only=False) for sign in SIGNS]
    assert [display_width(each) for each in glyphs] == [1] * len(SIGNS)
    assert len(set(glyphs)) == len(SIGNS)
    assert glyphs[:3] == ["\u25cf", "\u25cb", "\u00b7"]


def test_with_letters_every_sign_is_its_own_glyph() -> None:
    assert "".join(glyph_of_sign(sign, ascii_only=True) for sign in SIGNS) == SIGNS


def test_the_help_page_has_every_word_and_key_and_fits_80_columns() -> None:
    page = screen_help(GO, DisplaySettings(), "Q16")
    shown = "\n".join(page)
    assert all(f"  {word}" in shown for word in TAB_COMPLETION_WORDS if word != "back")
    assert all(key in shown for key in COMMANDS_BY_KEY)
    assert max(len(line) for line in page) <= 80


def test_the_help_page_explains_the_signs_on_the_board() -> None:
    shown = "\n".join(screen_help(GO, DisplaySettings(), "Q16"))
    assert "\u25cf Black, \u25cb White, \u253c empty, \u254b a star point" in shown
    assert "  x o         in the count: dead stones; after score and influence: likely dead" in shown
    others = "\n".join(screen_help(HEX, DisplaySettings(ascii=True), "c2"))
    assert "X Black, top to bottom; O White, left to right; - empty" in others
    assert "1 2 3       after hint and why" in others
    assert "A D P" not in others


def test_the_form_says_what_the_chosen_line_means() -> None:
    shown = as_text(pressed("UP", "UP", "UP").make_frame(80, 24), 80, 24)
    assert "the count of the program of 1989" in shown
    assert "Rules         < GNU Go 1.1 >" in shown
    assert "Chinese" not in shown
    assert "area: your stones" in as_text(
        pressed("UP", "UP", "UP", "RIGHT", "RIGHT").make_frame(80, 24), 80, 24
    )


def test_the_usual_rules_and_komi_depend_on_board_and_opponent() -> None:
    large, small = form(), form().after_key("DOWN").after_key("RIGHT")
    assert "Komi            0 (GNU Go 1.1 rules)" in as_text(large.make_frame(80, 24), 80, 24)
    assert "Komi            6.5 (Japanese rules)" in as_text(small.make_frame(80, 24), 80, 24)


def choices(filled: Form, option: str) -> list[str]:
    return [text for each in filled.current_fields if each.option == option for text, _ in each.choices]


def test_rare_choices_are_shown_among_more_options() -> None:
    assert "itsyourturn" not in choices(form(), "rules")
    assert choices(form(), "handicap")[:2] == ["0", "2"]
    more = pressed("UP", "RIGHT")
    assert "itsyourturn" in choices(more, "rules")
    assert choices(more, "handicap")[:2] == ["0", "1"]


def test_a_choice_stays_when_more_options_are_shown() -> None:
    three = pressed("DOWN", "DOWN", "DOWN", "DOWN", "RIGHT", "RIGHT")
    assert three.values()["handicap"] == 3
    more = three._replace(line=len(three.current_fields) - 1).after_key("RIGHT")
    assert more.values()["handicap"] == 3


def test_a_click_chooses_a_line_and_a_second_one_changes_it() -> None:
    first = form()
    row = 3 if first.line == 0 else 2
    chosen = first.on_click(row, 24)
    assert chosen.line == row - 2
    changed = chosen.on_click(row, 24)
    assert changed.values() == chosen.after_key("RIGHT").values() != chosen.values()


@pytest.mark.parametrize("row", [0, 1, 20, 23, -1, 500])
def test_a_click_beside_the_lines_does_nothing(row: int) -> None:
    same = form()
    assert same.on_click(row, 24) is same


def test_a_newcomer_is_reported_what_the_game_is_and_where_it_is_taught() -> None:
    forms = NewGameForm("go", ())
    shown = as_text(form()._replace(notes=forms.welcome).make_frame(80, 24), 80, 24)
    assert "New to Go?  Press F2 for the lessons." in shown
    assert "Black and White take turns" in shown
    assert "GNU Go 1.1 rules" in shown
    small = as_text(form()._replace(notes=forms.welcome).make_frame(40, 14), 40, 14)
    assert "Return: start" in small


def test_lessons_are_a_choice_beside_the_saved_games() -> None:
    from gnugo_py.app.new_game_form import LESSONS_CHOICE, RESUME_FIELD_NAME
    from gnugo_py.storage.saved_games import SavedGame

    left = SavedGame("mine", "go", "", 9, "Human", "GNU Go 1.1", 0, 4, False, "", True, 0)
    fields = NewGameForm("go", ()).fields({}, [left])({})
    assert fields[0].option == RESUME_FIELD_NAME
    assert fields[0].choices[-1] == LESSONS_CHOICE


def test_the_program_of_1989_is_offered_where_it_plays() -> None:
    forms = NewGameForm("go", ())

    def opponents(given: dict[str, object]) -> list[object]:
        fields = forms.fields(given, ())({})
        return [value for field in fields if field.option == "opponent" for _, value in field.choices]

    assert opponents({"size": 13})[0] == "classic"
    assert "classic" not in opponents({"size": 11})
    assert "search:3" in opponents({"size": 11})


def of(fields: FormFieldsFunction) -> dict[str, object]:
    """Return the default values of a form."""
    return {field.option: field.choices[field.default][1] for field in fields({})}


def test_a_new_game_begins_like_the_one_that_was_played() -> None:
    forms = NewGameForm("go", (), {"game": "amazons", "size": "6", "opponent": "search:1"})
    position = GoPosition.start(13, "japanese")
    one = Session.from_position(GO, {Color.BLACK: SearchEngine(GO, 2)}, position)
    expected = {"game": "go", "size": 13, "opponent": "search:2", "side": Color.WHITE}
    assert of(forms.with_last_game_settings(one).fields({}, ())).items() >= expected.items()
    two = Session.from_position(GO, {}, position)
    assert of(forms.with_last_game_settings(two).fields({}, ()))["opponent"] == "human"


def test_what_was_chosen_for_one_game_is_not_taken_for_another() -> None:
    forms = NewGameForm("hex", (), {"game": "go", "size": "19", "opponent": "search:7"})
    begun = of(forms.fields({}, ()))
    assert (begun["size"], begun["opponent"]) == (11, "search:7")


@pytest.mark.parametrize(("columns", "lines"), [(80, 24), (60, 20), (60, 16), (40, 10), (30, 6), (80, 3)])
def test_what_a_newcomer_is_shown_is_whole(columns: int, lines: int) -> None:
    forms = NewGameForm("go", ())
    form = Form(forms.title, forms.fields({}, ()), {}, notes=forms.welcome)
    shown = [line.strip() for line in as_text(form.make_frame(columns, lines), columns, lines).splitlines()]
    page_text = [line for line in shown if line and line in " ".join(forms.welcome({}))]
    assert not any(line.endswith("...") for line in shown)
    assert not page_text or lines > 10


def test_an_engine_stays_with_the_game_it_was_named_for(tmp_path: Path) -> None:
    with closing(GtpEngine(command("none"), GO)) as engine:
        forms = NewGameForm("go", (engine,))
        hex_forms = forms.with_last_game_settings(Session.from_position(HEX, {}, HEX.start({"size": 5})))
        form = Form(hex_forms.title, hex_forms.fields({}, ()), {})
        assert (form.values()["game"], form.values()["opponent"]) == ("hex", "human")
        assert hex_forms.title(form.values()) == "Hex for two people"
        back = form.after_key("LEFT")
        assert back.values()["game"] == "go"
        assert "opponent" not in back.values()
        assert engine.name in hex_forms.title(back.values())


def test_who_was_named_stands_there_in_other_games_too_and_so_does_the_side() -> None:
    """The level is used for all games, and the heading describes the game that Return starts."""
    given = {"opponent": "named", "side": Color.WHITE}
    forms = NewGameForm("go", (SearchEngine(GO, 1),))
    form = Form(forms.title, forms.fields(given, ()), {}).after_key("RIGHT")
    values = form.values()
    assert (values["game"], values["opponent"]) == ("hex", "search:1")
    assert "side" not in values
    assert forms.title(values) == "Hex against the computer, level 1"


def test_two_who_were_named_play_in_no_other_game() -> None:
    forms = NewGameForm("go", (SearchEngine(GO, 1), SearchEngine(GO, 2)))
    form = Form(forms.title, forms.fields({"opponent": "named"}, ()), {})
    assert forms.title(form.values()) == "gnugo-py level 1 against gnugo-py level 2"
    assert forms.title(form.after_key("RIGHT").values()) == "Hex against the computer, level 3"


def test_a_second_person_is_one_in_other_games_too() -> None:
    forms = NewGameForm("go", (None,))
    values = Form(forms.title, forms.fields({"opponent": "named"}, ()), {}).after_key("RIGHT").values()
    assert (values["opponent"], forms.title(values)) == ("human", "Hex for two people")


def test_a_clock_that_is_hidden_is_forgotten() -> None:
    memory = SettingsStore(read_settings())
    memory.save_choices({"clock": "10m", "game": "go"})
    shown = NewGameForm("go", (), memory.settings.last).fields({}, ())
    filled = Form(lambda _: "Go", shown, {})
    assert filled.values()["clock"] is not None
    hidden = filled._replace(selection={MORE_FIELD_NAME: (0, None)}).values()
    assert "clock" not in hidden
    _remember(memory, hidden, {})
    assert "clock" not in SettingsStore(read_settings()).settings.last
    memory.save_choices({"clock": "10m"})
    _remember(memory, hidden, {"clock": "5m"})
    assert SettingsStore(read_settings()).settings.last["clock"] == "10m"
