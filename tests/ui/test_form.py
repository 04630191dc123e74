"""Tests of the form before a game: rows, keys, clicks, windows of all sizes, and what it remembers."""

from pathlib import Path

import pytest

from tests.support.form import DOWN, LEFT, RIGHT, UP, Form
from tests.support.gtp_engines import command
from tests.support.program import run
from tests.support.screen import Screen, begun, stones

DEFAULTS = {
    "Play": "Go",
    "Board": "19x19",
    "Opponent": "the computer",
    "Level": "3 (about 15 kyu)",
    "You play": "Black",
    "Handicap": "0",
    "Rules": "Japanese",
    "Komi": "6.5 (Japanese rules)",
    "Your rank": "not known",
    "Clock": "none",
    "Teaching": "off",
}


def test_the_defaults_are_an_even_game_against_level_3(tmp_path: Path) -> None:
    form = Form(tmp_path)
    assert form.rows == DEFAULTS
    assert form.screen.read()[:6] == [
        "Go against the computer, level 3",
        "",
        "Play       < Go >",
        "Board        19x19",
        "Opponent     the computer",
        "Level        3 (about 15 kyu)",
    ]


def test_the_engine_of_1989_is_the_next_opponent_and_plays_by_its_own_rules(tmp_path: Path) -> None:
    form = Form(tmp_path).press(DOWN * 2 + RIGHT)
    assert form.title == "Go against GNU Go 1.1"
    assert form.rows["Opponent"] == "GNU Go 1.1, the program of 1989"
    assert "a weak player that explains its moves" in form.shown
    assert (form.rows["Rules"], form.rows["Komi"]) == ("GNU Go 1.1", "0 (GNU Go 1.1 rules)")
    assert "Level" not in form.rows


def test_the_form_says_why_a_game_cannot_start_until_the_next_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = (("GNU Go 3.8", "no-such-engine --mode gtp"),)
    for module in ("new_game_form", "players"):
        monkeypatch.setattr(f"gnugo_py.app.{module}.installed_engines", lambda: broken)
    form = Form(tmp_path).press(DOWN * 2 + RIGHT * 2)
    assert form.title == "Go against GNU Go 3.8"
    assert "no-such-engine" in form.press("\r").shown
    assert "no-such-engine" not in form.press(DOWN).shown


def test_a_choice_made_by_hand_stays_when_other_rows_change(tmp_path: Path) -> None:
    """`Japanese` is the default of this board against level 3, but not against GNU Go 1.1."""
    form = Form(tmp_path).press(DOWN * 2 + RIGHT)
    assert form.choices("Rules")[:2] == ["GNU Go 1.1", "Japanese"]
    assert form.press(RIGHT).rows["Rules"] == "Japanese"
    form.choices("Opponent")
    form.press(LEFT)
    assert (form.rows["Opponent"], form.rows["Rules"]) == ("the computer", "Japanese")


@pytest.mark.parametrize(
    ("keys", "name", "value"),
    [
        (DOWN * 4 + RIGHT, "You play", "White"),
        (DOWN * 4 + RIGHT + LEFT, "You play", "Black"),
        (UP * 4 + RIGHT * 2, "Komi", "0.5"),
        (UP * 2 + RIGHT, "Clock", "5m"),
    ],
)
def test_arrows_choose_a_row_and_change_it(keys: str, name: str, value: str, tmp_path: Path) -> None:
    assert Form(tmp_path).press(keys).rows[name] == value


def test_another_game_has_other_rows(tmp_path: Path) -> None:
    form = Form(tmp_path).press(RIGHT)
    rows = ["Play", "Board", "Opponent", "Level", "You play", "First stone", "Clock"]
    assert list(form.rows) == rows
    assert form.rows["Board"] == "11x11"
    assert form.press(LEFT).rows == DEFAULTS


def test_a_smaller_board_has_a_smaller_handicap(tmp_path: Path) -> None:
    form = Form(tmp_path).press(DOWN * 5 + LEFT)
    assert form.rows["Handicap"] == "17"
    form.press(UP * 4 + RIGHT)
    assert (form.rows["Board"], form.rows["Handicap"]) == ("9x9", "9")


def test_the_default_rules_and_komi_depend_on_the_board(tmp_path: Path) -> None:
    form = Form(tmp_path).press(DOWN * 2 + RIGHT)
    assert form.rows["Komi"] == "0 (GNU Go 1.1 rules)"
    form.press(UP + RIGHT)
    assert (form.rows["Board"], form.rows["Rules"]) == ("9x9", "Japanese")
    assert form.rows["Komi"] == "6.5 (Japanese rules)"


def test_f1_explains_every_row_of_the_form(tmp_path: Path) -> None:
    shown = " ".join(Form(tmp_path, lines=60).press("\x1bOP").shown.split())
    for label in ("Board", "Opponent the computer:", "Level level 1 suits", "Your rank", "Clock"):
        assert f" {label} " in shown


def test_the_selected_choice_is_explained(tmp_path: Path) -> None:
    form = Form(tmp_path).press(UP * 5)
    assert "territory: the points you surround" in form.shown
    assert "Rules      < Japanese >" in form.shown
    assert "area: your stones" in form.press(RIGHT * 2).shown


def test_every_rule_set_and_handicap_can_be_chosen(tmp_path: Path) -> None:
    form = Form(tmp_path)
    assert "itsyourturn" in form.choices("Rules")
    assert form.choices("Handicap") == [str(number) for number in range(18)]


def test_with_vi_keys_hjkl_move_and_change_as_the_arrows_do(tmp_path: Path) -> None:
    run("settings", "vi-keys", "yes")
    assert Form(tmp_path).press("jjjjl").rows["You play"] == "White"


@pytest.mark.parametrize("opponent", ["human", "classic"])
def test_a_typed_level_chooses_the_computer(opponent: str, tmp_path: Path) -> None:
    form = Form(tmp_path, "--size", "19").press(f"{opponent}\r")
    assert "Level" not in form.rows
    form.press("level 5\r")
    assert (form.rows["Opponent"], form.rows["Level"]) == ("the computer", "5 (about 8 kyu)")
    assert form.press(f"{opponent}\rlevel 12\r").rows["Opponent"] != "the computer"


def test_a_typed_line_is_edited_before_it_changes_a_row(tmp_path: Path) -> None:
    form = Form(tmp_path).press("size 99\x7f")
    assert form.shown.splitlines()[-1].endswith("or a change: size 9")
    assert form.rows["Board"] == "19x19"
    assert form.press("\r").rows["Board"] == "9x9"
    assert form.press("level 5\x1b").shown.splitlines()[-1].endswith("or a change:")
    assert form.press("level 0\r").shown.count("Level: '0' is not one of") == 1


@pytest.mark.parametrize("row", [1, 2, 21, 24, 500])
def test_a_click_beside_the_rows_does_nothing(row: int, tmp_path: Path) -> None:
    form = Form(tmp_path)
    before = form.shown
    form.screen.click(15, row)
    assert form.shown == before


def test_a_newcomer_reads_what_the_game_is_and_where_it_is_taught(tmp_path: Path) -> None:
    shown = Form(tmp_path).shown
    assert "New to Go?  Press F2 for the lessons." in shown
    assert "Black and White take turns" in shown


def test_the_form_begins_with_a_new_game_also_if_there_are_unfinished_ones(tmp_path: Path) -> None:
    two = ("--opponent", "human", "--size", "9", "--handicap", "0")
    run(*two, "--saves", str(tmp_path), typed="e5\nsave mine\n")
    assert next(iter(Form(tmp_path, is_new=False, keys="1").rows)) == "Play"


SIZES = [(80, 24), (60, 20), (60, 16), (40, 10), (30, 6), (80, 3), (1, 1), (12, 4), (120, 40)]


@pytest.mark.parametrize(("columns", "lines"), SIZES)
@pytest.mark.parametrize("keys", ["", DOWN * 4, UP])
def test_the_form_fits_any_window(columns: int, lines: int, keys: str, tmp_path: Path) -> None:
    form = Form(tmp_path).press(keys)
    form.screen.resize(columns, lines)
    shown, frame = form.screen.read(), form.screen.window.frame
    assert all(0 <= span.row < lines and span.column + len(span.text) <= columns for span in frame.spans)
    assert 0 <= frame.cursor[0] < lines
    if lines >= 4:
        assert [span.role for span in frame.spans].count("chosen") == 1
    if columns >= 40:
        assert not any(line.endswith("...") for line in shown)


@pytest.mark.parametrize(("columns", "lines"), [(60, 20), (60, 16), (40, 10), (30, 6), (80, 3)])
def test_the_introduction_is_shown_completely_or_not_at_all(columns: int, lines: int, tmp_path: Path) -> None:
    form = Form(tmp_path)
    form.screen.resize(columns, lines)
    shown = " ".join(form.shown.split())
    assert ("Black and White take turns" in shown) is ("of the board at the end wins." in shown)
    assert lines > 10 or "take turns" not in shown


def later_form(saves: Path, *options: str) -> Form:
    """Return the form for the game after one that began at once."""
    return Form(saves, *options, keys="new\r")


@pytest.mark.parametrize("words", [("--opponent", "search:1"), ("--level", "1"), ("--opponent", "classic")])
def test_an_opponent_is_enough_to_begin_at_once_with_the_defaults(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    screen = Screen(tmp_path, *words, "--size", "9")
    shown = screen.wait("Black you")
    assert "Move 0, Japanese rules, komi 6.5" in shown
    assert stones(shown) == 0


def test_a_named_engine_plays_only_its_game(tmp_path: Path) -> None:
    form = later_form(tmp_path, "--opponent", command("none"))
    assert form.title == "Go against Faulty 1.0"
    assert form.rows["Opponent"] == "Faulty 1.0"
    form.press(RIGHT)
    assert form.title == "Hex against the computer, level 3"
    form.press(LEFT)
    assert form.title == "Go against Faulty 1.0"


def test_a_level_and_a_color_that_were_given_hold_for_every_game(tmp_path: Path) -> None:
    form = later_form(tmp_path, "--level", "1", "--color", "white").press(RIGHT)
    assert form.title == "Hex against the computer, level 1"
    assert (form.rows["Level"], form.rows["You play"]) == ("1", "White")


def test_two_named_players_play_in_no_other_game(tmp_path: Path) -> None:
    form = later_form(tmp_path, "--size", "9", "--opponent", "search:1", "--opponent", "search:2")
    assert form.title == "gnugo-py level 1 against gnugo-py level 2"
    assert form.press(RIGHT).title == "Hex against the computer, level 3"


def test_a_second_person_plays_in_every_game(tmp_path: Path) -> None:
    form = later_form(tmp_path, "--opponent", "human")
    assert form.title == "Go for two people"
    assert form.press(RIGHT).title == "Hex for two people"
    assert form.rows["Opponent"] == "another person at this keyboard"


def test_a_new_game_begins_with_the_settings_of_the_last_one(tmp_path: Path) -> None:
    words = ("--size", "13", "--handicap", "0", "--color", "white", "--opponent", "search:1")
    game = begun(tmp_path, "--new", *words)
    shown = game.enter("new\r", "Opponent")
    assert "Board        13x13" in shown
    assert "Level        1 (about 20 kyu)" in shown
    assert "You play     White" in shown


def test_a_new_game_of_two_people_is_again_one_of_two(tmp_path: Path) -> None:
    game = begun(tmp_path, "--new", "--size", "13", "--handicap", "0", "--opponent", "human")
    assert game.enter("new\r", "Board +13x13").splitlines()[0] == "Go for two people"


def test_the_size_of_one_game_is_not_that_of_another(tmp_path: Path) -> None:
    form = Form(tmp_path, "--size", "9")
    assert form.choices("Level")[4] == "7 (about 1 kyu)"
    form.press(RIGHT * 4).play_and_quit()
    form = Form(tmp_path, "--game", "hex")
    assert (form.rows["Board"], form.rows["Level"]) == ("11x11", "7")


def test_a_clock_is_remembered_until_none_is_chosen(tmp_path: Path) -> None:
    form = Form(tmp_path, "--size", "9").press("clock 10m\r")
    assert form.rows["Clock"] == "10m"
    form.play_and_quit()
    form = Form(tmp_path, "--size", "9")
    assert form.rows["Clock"] == "10m"
    form.press("clock none\r").play_and_quit()
    assert Form(tmp_path, "--size", "9").rows["Clock"] == "none"


def test_a_clock_of_the_command_line_does_not_replace_the_remembered_one(tmp_path: Path) -> None:
    Form(tmp_path, "--size", "9").press("clock 10m\r").play_and_quit()
    game = begun(tmp_path, "--size", "9", "--clock", "5m")
    assert game.status("quit\r") == 0
    assert Form(tmp_path, "--size", "9").rows["Clock"] == "10m"


def test_a_game_at_the_level_that_adapts_is_followed_by_another_one(tmp_path: Path) -> None:
    game = begun(tmp_path, "--new", "--size", "9", "--level", "adapts")
    assert "Level        adapts to you" in game.enter("new\r", "Opponent")
    game.enter("level 5\r\r", "your move\\?$")
    assert "Level        5 (about" in game.enter("new\r", "Opponent")
