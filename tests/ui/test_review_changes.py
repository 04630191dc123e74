"""Tests of the changes of a game in review on the screen: the cursor, clicks, Return and the question."""

from pathlib import Path

import pytest

from gnugo_py import read_game
from tests.support.paths import file_with
from tests.support.screen import Screen
from tests.ui.test_review_screen import BACK, DOWN, NEXT, UP, reviewed


@pytest.mark.parametrize(("columns", "lines"), [(80, 24), (60, 20), (40, 14)])
def test_tab_gives_the_arrows_to_the_cursor_and_back(columns: int, lines: int, tmp_path: Path) -> None:
    screen = reviewed(tmp_path, columns, lines)
    screen.enter("\t", "\\(E5\\)")
    screen.enter(UP + BACK, "\\(D6\\)")
    screen.enter("\r", "^move 1 of 1;")
    screen.enter(DOWN, "\\(D5\\)")
    screen.enter("\t" + BACK, "^move 0 of 1;")
    screen.enter("quit\r", "save, save NAME, discard or back\\?")
    assert screen.status("save\r") == 0
    assert len(read_game(tmp_path / "game.sgf").root.children) == 2


def test_escape_leaves_the_question_and_a_click_plays(tmp_path: Path) -> None:
    screen = reviewed(tmp_path)
    screen.enter(NEXT, "^move 1 of 5;")
    screen.click(1, 1)
    screen.wait("White A9 \\(variation 2 of 2\\)")
    screen.enter("quit\r", "The changes of this review are not saved")
    screen.enter("\x1b", "^move 2 of 2;")
    screen.enter("quit\r", "save, save NAME, discard or back\\?")
    assert screen.status("discard\r") == 0
    assert [path.name for path in tmp_path.glob("*.sgf")] == ["game.sgf"]


def test_return_plays_a_hint_that_was_just_shown(tmp_path: Path) -> None:
    screen = reviewed(tmp_path)
    screen.enter("end\r", "^move 5 of 5;")
    screen.enter("hint 1\r", "^Return plays [A-J]\\d; move 5 of 5;")
    screen.enter("\r", "^move 6 of 6;")
    screen.enter("delete\ry\r", "^move 5 of 5;")
    screen.type("\r")
    screen.still("^move 5 of 5;")


def test_a_move_of_three_parts_is_entered_with_clicks(tmp_path: Path) -> None:
    file = file_with(tmp_path / "amazons.sgf", "(;GM[18]SZ[6])")
    screen = Screen(tmp_path, words=("review", str(file)), shows="move 0 of 0;")
    screen.enter("e1\r", "to which square\\?")
    screen.click(12, 6)
    screen.wait("where does the arrow land\\?")
    screen.enter("\x1b", "to which square\\?")
    screen.enter("e3\rd3\r", "move 1 of 1: Black e1-e3/d3")
