"""The screen's content as text, for every size of window."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnugo_py.go.game import GO
from gnugo_py.go.position import GoPosition
from gnugo_py.table import Saying
from gnugo_py.tui.screen import Picture, as_text, draw
from gnugo_py.tui.state import Message, State, submitted, with_key, with_sayings
from tests.boards import played

GAME = played(GoPosition.start(19), "Q16", "D4", "R4")
STATE = State(
    title="Go: GNU Go 1.1, of 1989",
    prompt="your move?",
    typed="c1",
    grid=GAME.grid(),
    mark=(15, 16),
    status=("Black has taken 0, White 0.",),
    messages=(Message("my move: D4"), Message("illegal move ! there is no column I.", True)),
)


def text(state: State, width: int, height: int) -> list[str]:
    return as_text(draw(state, width, height), width, height).splitlines()


def test_a_19x19_board_fits_80x24_with_panel_messages_and_prompt() -> None:
    assert text(STATE, 80, 24) == [
        "   A B C D E F G H J K L M N O P Q R S T      Go: GNU Go 1.1, of 1989",
        "19 - - - - - - - - - - - - - - - - - - - 19",
        "18 - - - - - - - - - - - - - - - - - - - 18   Black has taken 0, White 0.",
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


def test_a_narrow_window_shows_the_board_with_the_newest_message_below() -> None:
    lines = text(STATE, 50, 24)
    assert lines[0] == "   A B C D E F G H J K L M N O P Q R S T"
    assert lines[20] == lines[0]
    assert lines[21:] == [
        "Black has taken 0, White 0.",
        "illegal move ! there is no column I.",
        "your move? c1",
    ]


def test_a_low_window_shows_the_lines_around_the_last_move() -> None:
    lines = text(STATE, 60, 10)
    assert [line[:2].strip() for line in lines[1:7]] == ["7", "6", "5", "4", "3", "2"]
    assert lines[4].startswith(" 4 - - - O - - - - - + - - - - - + X")


def test_the_last_move_stands_out() -> None:
    last = [span for span in draw(STATE, 80, 24).spans if span.role == "last"]
    assert [(span.row, span.column, span.text) for span in last] == [(16, 35, "X")]


def test_a_page_takes_the_place_of_the_board() -> None:
    state = State(prompt="Press Return to continue", page=tuple(GO.introduction.splitlines()))
    lines = text(state, 80, 24)
    assert lines[0].startswith("Go is played on the crossings")
    assert lines[-1] == "Press Return to continue"
    assert submitted(state).page == ()


def on_screen(picture: Picture, width: int, height: int) -> bool:
    inside = all(
        0 <= span.row < height and span.column >= 0 and span.column + len(span.text) <= width
        for span in picture.spans
    )
    last_cell = any(
        span.row == height - 1 and span.column + len(span.text) == width for span in picture.spans
    )
    row, column = picture.cursor
    return inside and not last_cell and 0 <= row < height and 0 <= column < width


@given(
    st.integers(1, 250), st.integers(1, 80), st.sampled_from([9, 13, 19]), st.booleans(), st.text(max_size=60)
)
def test_nothing_is_ever_drawn_off_the_screen(
    width: int, height: int, size: int, page: bool, typed: str
) -> None:
    grid = GoPosition.start(size).grid()
    pages = ("a long line " * 20, "", "x") if page else ()
    for board in (grid, None):
        state = State(
            "title", "your move?", typed, board, (size - 1, 0), ("status " * 9,), STATE.messages, pages
        )
        assert on_screen(draw(state, width, height), width, height)


@pytest.mark.parametrize(
    ("keys", "typed"),
    [
        (["q", "4"], "q4"),
        (["q", "BACKSPACE"], ""),
        (["BACKSPACE"], ""),
        (["q", "ESCAPE"], ""),
        (["é", "\x01"], ""),
    ],
)
def test_keys_go_into_the_prompt(keys: list[str], typed: str) -> None:
    state = State()
    for key in keys:
        state = with_key(state, key)
    assert state.typed == typed


def test_sayings_find_their_places() -> None:
    state = with_sayings(
        State(),
        [
            Saying("refusal", ("illegal move ! why.",)),
            Saying("board", ("Black has taken 1, White 0.",), GAME.grid()),
            Saying("page", ("help",)),
        ],
    )
    assert state.messages == (Message("illegal move ! why.", True),)
    assert state.status == ("Black has taken 1, White 0.",)
    assert state.page == ("help",)
