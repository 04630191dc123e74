"""Tests of the prompt and of the cursor on the board: keys, the caret, completion, and typed lines."""

from pathlib import Path

import pytest

from tests.support.screen import ARROWS, Screen, begun

UP, DOWN, LEFT, RIGHT = (ARROWS[name] for name in ("up", "down", "left", "right"))
HOME, END, CTRL_A, CTRL_E, CTRL_U, CTRL_W = "\x1b[1~", "\x1b[4~", "\x01", "\x05", "\x15", "\x17"
BACKSPACE, TAB, ESCAPE = "\x7f", "\t", "\x1b"
PASTE, PASTED = "\x1b[200~", "\x1b[201~"


@pytest.fixture
def game(tmp_path: Path) -> Screen:
    """A game of two people on 19x19 in which Black has played R4."""
    screen = begun(tmp_path, "--handicap", "0", "--size", "19", "--opponent", "human")
    screen.enter("r4\r", "White, your move\\?$")
    return screen


def prompt(game: Screen) -> str:
    """Return what stands behind the prompt."""
    return game.read()[-1].partition("?")[2].strip()


@pytest.mark.parametrize(
    ("keys", "typed"),
    [
        ("q4", "q4"),
        (f"q{BACKSPACE}", ""),
        (BACKSPACE, ""),
        (f"q{ESCAPE} ", ""),
        (f"\u00e9{CTRL_A}", "\u00e9"),
        ("k10", "k10"),
        ("he", "he"),
        ("loa", "loa"),
        (f"p{TAB}", "pass"),
        (f"hi{TAB}", "hint"),
        (f"x{TAB}", "x"),
        (f"save my game{CTRL_W}", "save my"),
        (f"save {CTRL_W}", ""),
        (f"save my{CTRL_U}", ""),
        (f"abc{CTRL_A}x", "xabc"),
        (f"abc{CTRL_A}{CTRL_E}x", "abcx"),
        (f"abc{LEFT}xy", "abxyc"),
        (f"abc{HOME}{RIGHT}{BACKSPACE}", "bc"),
        (f"abc{LEFT}{CTRL_U}", "c"),
        (f"abc{LEFT * 9}x", "xabc"),
        (f"abc{RIGHT}x", "abcx"),
        (f"abc{CTRL_A}{CTRL_U}{END}x", "abcx"),
        (f"abc{CTRL_A}{ESCAPE}xy", "xy"),
        (f"{PASTE}c3{PASTED}", "c3"),
        (f"{PASTE}c3\nd4\r\n{PASTED}", "c3 d4"),
        (f"sa{PASTE}ve\tx\x1b[2J\x07{PASTED}", "save x [2J"),
        (f"{PASTE}\n\n{PASTED}", ""),
        (f"save{LEFT * 2}{PASTE}XY{PASTED}", "saXYve"),
    ],
)
def test_keys_edit_the_prompt(keys: str, typed: str, game: Screen) -> None:
    game.type(keys)
    assert prompt(game) == typed


def test_a_line_has_a_maximum_length(game: Screen) -> None:
    game.type(f"{PASTE}{'x' * 10_000}{PASTED}")
    shown = prompt(game)
    assert set(shown) == {"x"}
    game.type(f"{PASTE}more{PASTED}y")
    assert prompt(game) == shown


def test_tab_lists_the_words_that_begin_alike(game: Screen) -> None:
    game.type(f"s{TAB}")
    assert "save score" in " ".join("\n".join(game.read()).split())
    assert prompt(game) == "s"


@pytest.mark.parametrize(
    ("keys", "vertex"),
    [(f"{DOWN}{LEFT}\r", "Q3"), ("vi-keys\rhj\r", "Q3"), (RIGHT * 30 + DOWN * 30 + "\r", "T1")],
)
def test_the_cursor_starts_at_the_last_move_and_plays_where_it_is(
    keys: str, vertex: str, game: Screen
) -> None:
    game.enter(keys, f"2 O {vertex}$")


def test_the_cursor_on_the_last_move_is_refused_as_occupied(game: Screen) -> None:
    game.type(f"{UP}{DOWN}\r")
    assert "there is a stone on that point" in " ".join("\n".join(game.read()).split())


def test_a_letter_of_the_cursor_that_begins_a_vertex_moves_it_back(game: Screen) -> None:
    game.type(f"{UP}k1")
    assert prompt(game) == "k1"
    game.enter("\r", "2 O K1$")
    game.type(f"{UP}j9")
    assert prompt(game) == "j9"
    game.type(BACKSPACE * 2)
    assert prompt(game) == "(K2)"


def test_earlier_lines_come_back_with_the_arrows(game: Screen) -> None:
    game.enter("q4\rd5\r", "3 X D5")
    game.type(f"d{UP}")
    assert prompt(game) == "d5"
    game.type(UP)
    assert prompt(game) == "q4"
    game.type(DOWN * 2)
    assert prompt(game) == ""


def test_the_caret_of_the_terminal_is_where_the_next_letter_goes(game: Screen) -> None:
    game.type("undo")
    game.read()
    row, column = game.window.frame.cursor
    assert (row, column) == (23, len("White, your move? undo"))
    for keys, back in ((LEFT, 1), (CTRL_A, 4)):
        game.type(keys)
        game.read()
        assert game.window.frame.cursor == (23, column - back)


@pytest.mark.parametrize("key", ["\r", ESCAPE, "q"])
def test_a_page_is_closed_without_a_trace(key: str, game: Screen) -> None:
    game.enter("help\r", "Type a point, such as")
    shown = game.enter(key, "White, your move\\?$")
    assert "not understood" not in shown


def test_q_is_a_letter_while_something_is_typed(game: Screen) -> None:
    game.type("sq")
    assert prompt(game) == "sq"


def test_return_on_an_empty_line_does_nothing(game: Screen) -> None:
    before = game.read()
    game.type("\r\r")
    assert game.read() == before


def test_a_refusal_is_gone_once_a_line_is_accepted(game: Screen) -> None:
    game.enter("r4\r", "illegal move")
    assert "illegal move" not in game.enter("resign\r", "Resign the game")
    game.enter("maybe\r", "type y or n")
    assert "type y or n" not in game.enter("n\r", "White, your move\\?$")
