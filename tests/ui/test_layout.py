"""Tests of the screen's content as text, for all window sizes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs.screens import as_text
from gnugo_py.app.screen import KINDS, Feedback, Message, PlayerLine, Screen, ScreenMessage
from gnugo_py.games.go.position import GO, GoPosition
from gnugo_py.games.hex.position import HexPosition
from gnugo_py.games.types import HIGHLIGHT, Mark, MarkKind
from gnugo_py.storage.settings import DisplaySettings
from gnugo_py.study.graph import LeadAndWinRate
from gnugo_py.ui.keys import Input
from gnugo_py.ui.layout import Frame, win_rate_bar
from gnugo_py.ui.view import View, view_of
from tests.support.boards import played
from tests.support.views import board_frame, changed, made, pressed

GAME = played(GoPosition.start(19, "gnugo-1.1"), "Q16", "D4", "R4")
STATE = made(
    prompt="your move?",
    typed="c1",
    diagram=GAME.diagram(),
    last_move=((15, 16),),
    display=DisplaySettings(ascii=True),
    status=("Black has captured 0, White 0.",),
    messages=(
        ScreenMessage("my move: D4"),
        ScreenMessage("illegal move ! there is no column I.", KINDS["refusal"]),
    ),
)


def text(state: View, width: int, height: int) -> list[str]:
    return as_text(board_frame(state, width, height), width, height).splitlines()


def test_a_19x19_board_fits_80x24_with_panel_messages_and_prompt() -> None:
    assert text(STATE, 80, 24) == [
        "   A B C D E F G H J K L M N O P Q R S T",
        "19 - - - - - - - - - - - - - - - - - - - 19",
        "18 - - - - - - - - - - - - - - - - - - - 18   Black has captured 0, White 0.",
        "17 - - - - - - - - - - - - - - - - - - - 17",
        "16 - - - + - - - - - + - - - - - X - - - 16",
        *[f"{line} - - - - - - - - - - - - - - - - - - - {line}" for line in range(15, 10, -1)],
        "10 - - - + - - - - - + - - - - - + - - - 10",
        *[f" {line} - - - - - - - - - - - - - - - - - - - {line}" for line in range(9, 4, -1)],
        " 4 - - - O - - - - - + - - - - - + X - - 4",
        *[f" {line} - - - - - - - - - - - - - - - - - - - {line}" for line in (3, 2)],
        " 1 - - - - - - - - - - - - - - - - - - - 1",
        "   A B C D E F G H J K L M N O P Q R S T      my move: D4",
        "                                              illegal move ! there is no column",
        "                                              I.",
        "your move? c1",
    ]


CORNER = changed(STATE, diagram=GAME.diagram()._replace(region=(range(4), range(13, 19))), typed="")
LINED = changed(CORNER, display=DisplaySettings(), last_move=())


def test_only_the_region_of_a_board_is_shown() -> None:
    assert [line[:18].rstrip() for line in text(CORNER, 80, 24)[:7]] == [
        "   O P Q R S T",
        "19 - - - - - - 19",
        "18 - - - - - - 18",
        "17 - - - - - - 17",
        "16 - - X - - - 16",
        "   O P Q R S T",
        "",
    ]


def test_the_lines_of_the_board_go_on_where_a_region_ends_and_stop_at_its_edges() -> None:
    lines = [line.strip() for line in text(LINED, 80, 24)]
    top = next(line for line in lines if line.startswith("19"))
    assert "┬" in top
    assert top.split("19")[1].rstrip().endswith("┐")
    assert "┌" not in "".join(lines)
    assert "└" not in "".join(lines)


def test_the_cursor_stays_in_the_region() -> None:
    state = changed(CORNER, last_move=())
    state = pressed(state, "DOWN")
    assert state.input.cursor == (3, 16)
    for key in ("DOWN", "DOWN", "DOWN", "LEFT", "LEFT", "LEFT", "LEFT"):
        state = pressed(state, key)
    assert state.input.cursor == (3, 13)


def test_a_narrow_window_shows_the_board_with_the_newest_message_below() -> None:
    lines = text(STATE, 50, 24)
    assert lines[0] == "   A B C D E F G H J K L M N O P Q R S T"
    assert lines[20] == lines[0]
    assert lines[21:] == [
        "Black has captured 0, White 0.",
        "illegal move ! there is no column I.",
        "your move? c1",
    ]


def test_a_low_window_shows_the_lines_around_the_last_move() -> None:
    lines = text(STATE._replace(screen=STATE.screen._replace(position=GAME, marks=GAME.marks())), 60, 10)
    assert [line[:2].strip() for line in lines[1:7]] == ["7", "6", "5", "4", "3", "2"]
    assert lines[4].startswith(" 4 - - - O - - - - - + - - - - - + X")


def test_a_low_window_shows_the_stone_that_has_won() -> None:
    won = HexPosition.start(11, "free")
    for move in [f"{column}{row}" for row in range(1, 12) for column in "cj"][:-1]:
        won = won.play(won.parse_move(move))
    view = view_of(Screen(diagram=won.diagram(), position=won, marks=won.marks()), Input(), False)
    assert "winning on black" in {span.role for span in board_frame(view, 60, 10).spans}
    assert [line.split()[0] for line in text(view, 60, 10)[1:8]] == ["5", "6", "7", "8", "9", "10", "11"]


def test_the_last_move_stands_out() -> None:
    last = [span for span in board_frame(STATE, 80, 24).spans if span.role == "last on black"]
    assert [(span.row, span.column, span.text) for span in last] == [(16, 35, "X")]


def test_a_page_takes_the_place_of_the_board() -> None:
    state = made(prompt="Press Return to continue", page=tuple(GO.how_to_play.splitlines()))
    lines = text(state, 80, 24)
    assert lines[0].startswith("Go is played on the intersections")
    assert lines[-1] == "Press Return to continue"


def on_screen(frame: Frame, width: int, height: int) -> bool:
    inside = all(
        0 <= span.row < height and span.column >= 0 and span.column + len(span.text) <= width
        for span in frame.spans
    )
    last_cell = any(span.row == height - 1 and span.column + len(span.text) == width for span in frame.spans)
    row, column = frame.cursor
    return inside and not last_cell and 0 <= row < height and 0 <= column < width


LOOKS = st.builds(DisplaySettings, st.booleans(), st.just("classic"), st.booleans(), st.booleans())
CELLS = st.none() | st.tuples(st.integers(0, 8), st.integers(0, 8))


@given(st.integers(1, 250), st.integers(1, 80), st.integers(2, 25), st.booleans(), LOOKS, CELLS)
def test_nothing_is_ever_drawn_off_the_screen(
    width: int, height: int, size: int, page: bool, display: DisplaySettings, cursor: tuple[int, int] | None
) -> None:
    pages = ("a long line " * 20, "", "x") if page else ()
    for diagram in (GoPosition.start(size, "gnugo-1.1").diagram(), None):
        state = changed(
            STATE, diagram=diagram, last_move=((size - 1, 0),), page=pages, display=display, cursor=cursor
        )
        assert on_screen(board_frame(state, width, height), width, height)


@given(st.integers(24, 250), st.integers(6, 80), LOOKS, CELLS)
def test_a_click_finds_the_cell_that_is_drawn_there(
    width: int, height: int, display: DisplaySettings, cursor: tuple[int, int] | None
) -> None:
    frame = board_frame(changed(STATE, display=display, cursor=cursor), width, height)
    assert frame.area is not None
    white = [span for span in frame.spans if span.role == "white"]
    for span in white:
        assert frame.area.cell_at(span.row, span.column) == (15, 3)


def test_the_cursor_is_always_in_sight() -> None:
    for cursor in ((0, 0), (18, 18), (0, 18), (9, 9)):
        frame = board_frame(changed(STATE, cursor=cursor), 20, 8)
        assert [span.role for span in frame.spans].count("cursor") == 1


def test_a_narrow_window_gets_a_board_without_gaps() -> None:
    lines = text(STATE, 30, 24)
    assert lines[0] == "   ABCDEFGHJKLMNOPQRST"
    assert " 4 ---O-----+-----+X-- 4" in lines


def test_stones_can_be_round_and_coordinates_hidden() -> None:
    lines = text(changed(STATE, display=DisplaySettings(coordinates=False)), 80, 24)
    assert lines[15].startswith("├─┼─┼─○─┼─┼─┼─┼─┼─╋─┼─┼─┼─┼─┼─╋─●─┼─┤")


def test_what_was_just_taken_and_the_ko_are_marked() -> None:
    spans = board_frame(changed(STATE, captured=frozenset({(0, 0)}), ko=frozenset({(1, 0)})), 80, 24).spans
    marked = [(span.text, span.role) for span in spans if span.role in ("taken", "forbidden")]
    assert marked == [("*", "taken"), ("#", "forbidden")]


def test_an_explanation_is_drawn_over_the_board() -> None:
    overlay = (((0, 0), HIGHLIGHT), ((0, 1), Mark("P")), ((15, 3), Mark("A")))
    spans = board_frame(changed(STATE, overlay=overlay), 80, 24).spans
    drawn = [(span.text, span.role) for span in spans if span.role.startswith(("lit", "sign"))]
    assert drawn == [("-", "lit"), ("P", "sign"), ("A", "sign on white")]


def test_sayings_find_their_places() -> None:
    shown = Feedback().after(
        [
            Message(KINDS["refusal"], ("illegal move ! why.",)),
            Message(KINDS["board"], ("Black has captured 1, White 0.",), GAME.diagram()),
            Message(KINDS["page"], ("help",)),
        ]
    )
    assert shown.messages == (ScreenMessage("illegal move ! why.", KINDS["refusal"]),)
    assert shown.status == ("Black has captured 1, White 0.",)
    assert shown.page == ("help",)


def test_what_is_judged_dead_and_whose_territory_it_is_is_drawn_as_such() -> None:
    kinds: dict[str, MarkKind] = {"b": "owner", "w": "owner", "x": "dead", "o": "dead", "A": "label"}
    overlay = tuple(((0, column), Mark(sign, kind)) for column, (sign, kind) in enumerate(kinds.items()))
    roles = {span.text: span.role for span in board_frame(changed(STATE, overlay=overlay), 80, 24).spans}
    assert [roles[sign] for sign in "bwxo"] == ["land", "land", "dead", "dead"]


def test_stones_caught_in_a_ladder_are_marked_otherwise_than_stones_in_atari() -> None:
    marked = frozenset({(15, 3), (15, 16)})
    for state, role in (
        (changed(STATE, in_atari=marked), "threatened on white"),
        (changed(STATE, in_ladder=marked), "caught on white"),
        (changed(STATE, in_atari=marked, in_ladder=marked), "caught on white"),
    ):
        assert [span.text for span in board_frame(state, 80, 24).spans if span.role == role] == ["O"]


def test_the_owners_of_an_estimate_are_shaded_in_three_strengths() -> None:
    overlay = tuple(((0, column), Mark(sign, "owner")) for column, sign in enumerate("Bb wW") if sign != " ")
    state = changed(STATE, overlay=overlay, is_shaded=True)
    shades = [span for span in board_frame(state, 80, 24).spans if span.role.endswith(("area", "leaning"))]
    assert [(span.text.strip(), span.role) for span in shades] == [
        ("B", "black area"),
        ("b", "black leaning"),
        ("w", "white leaning"),
        ("W", "white area"),
    ]


def test_the_letters_of_candidates_are_no_shades() -> None:
    state = changed(STATE, overlay=(((0, 0), Mark("A")), ((0, 2), Mark("B"))))
    signs = [span.text for span in board_frame(state, 80, 24).spans if span.role == "sign"]
    assert signs == ["A", "B"]


@pytest.mark.parametrize(
    ("rate", "bar"),
    [(0.0, "B 0 % -------- 100 % W"), (0.5, "B 50 % ####---- 50 % W"), (1.0, "B 100 % ######## 0 % W")],
)
def test_a_bar_shows_the_win_rates(rate: float, bar: str) -> None:
    line = win_rate_bar(LeadAndWinRate(None, rate), len(bar), True)
    assert line == bar


def test_the_bar_is_shown_beside_and_below_the_board() -> None:
    state = changed(STATE, standing=LeadAndWinRate(-3.5, 0.25))
    for width in (80, 44):
        assert any(span.text.startswith("W+3.5  B 25 %") for span in board_frame(state, width, 40).spans)


@pytest.mark.parametrize(
    ("width", "white"), [(80, "White gnugo-py level 2, about 17 kyu 0"), (46, "White gnugo-py level...")]
)
def test_a_long_name_takes_the_room_that_the_other_player_leaves(width: int, white: str) -> None:
    players = ("Black you 0", "White gnugo-py level 2, about 17 kyu 0")
    header = tuple(PlayerLine(sign, name, False) for sign, name in zip("XO", players, strict=True))
    spans = board_frame(changed(STATE, header=header), width, 40).spans
    top = min(span.row for span in spans)
    names = [span.text.strip() for span in spans if span.row == top]
    assert [name for name in names if " " in name] == ["Black you 0", white]
