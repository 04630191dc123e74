"""Tests of moves of several points, which may be chosen point by point: moves of Amazons."""

from pathlib import Path

import pytest

from tests.support.plain_game import board, last_board, play, reply
from tests.support.program import TWO_IN_AMAZONS
from tests.support.screen import begun

FIRST, SECOND, THIRD = "Black, your move?", "Black, to which square?", "Black, where does the arrow land?"
START = ["6 - O - - O -", "5 O - - - - O", "4 - - - - - -", "3 - - - - - -", "2 X - - - - X", "1 - X - - X -"]
QUEEN_CHOSEN = "b1: + marks the points that can come next."
CHOSEN_BOARD = [
    "6 - O - - O -",
    "5 O + - - - O",
    "4 - + - - + -",
    "3 - + - + - -",
    "2 X + + - - X",
    "1 + X + + X -",
]


def answer(*lines: str) -> list[str]:
    return reply(*lines, words=TWO_IN_AMAZONS)


def test_a_chosen_point_is_shown_with_the_points_that_can_come_next() -> None:
    lines = answer("b1")
    assert board(lines) == CHOSEN_BOARD
    assert lines[-2:] == [QUEEN_CHOSEN, SECOND]


def test_a_move_may_be_chosen_point_by_point() -> None:
    assert last_board("b1", "b5", "b1", words=TWO_IN_AMAZONS) == [
        "6 - O - - O -",
        "5 O X - - - O",
        "4 - - - - - -",
        "3 - - - - - -",
        "2 X - - - - X",
        "1 - # - - X -",
    ]
    assert answer("b1", "b5", "b1")[-1] == "White, your move?"


def test_a_whole_move_replaces_a_partial_one() -> None:
    assert answer("b1", "e1-e3/e1")[-1] == "White, your move?"
    assert last_board("b1", "e1-e3/e1", words=TWO_IN_AMAZONS)[3:] == [
        "3 - - - - X -",
        "2 X - - - - X",
        "1 - X - - # -",
    ]


def test_a_point_that_cannot_follow_is_refused_and_the_partial_move_stays() -> None:
    lines = answer("b1", "c4")
    assert lines[0].startswith("illegal move ! ")
    assert lines[-2:] == [QUEEN_CHOSEN, SECOND]


def test_back_removes_the_only_point() -> None:
    lines = answer("b1", "back")
    assert lines[0] == "No point is chosen."
    assert (board(lines), lines[-1]) == (START, FIRST)


def test_back_removes_one_point_at_a_time() -> None:
    assert answer("b1", "b4")[-1] == THIRD
    lines = answer("b1", "b4", "back")
    assert (board(lines), lines[-2:]) == (CHOSEN_BOARD, [QUEEN_CHOSEN, SECOND])
    assert answer("b1", "b4", "back", "back")[-1] == FIRST


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("save", "Saved as "),
        ("learn nothing", "there is no lesson 'nothing'"),
    ],
)
def test_chosen_points_are_shown_again_after_a_command(line: str, shown: str) -> None:
    lines = answer("b1", line)
    assert lines[0].startswith(shown)
    assert lines[-2:] == [QUEEN_CHOSEN, SECOND]


def test_chosen_points_are_shown_after_a_question_that_is_denied_not_before_it() -> None:
    words = ("--new", *TWO_IN_AMAZONS)
    output = play("b1", "resign", "n", "quit", words=words, at_terminal=True)
    between, after = output.split("Resign the game (y or n)? ")
    assert between.count(QUEEN_CHOSEN) == 1
    assert after.count(QUEEN_CHOSEN) == 1


def test_chosen_points_are_shown_again_when_the_person_returns_from_the_form(tmp_path: Path) -> None:
    screen = begun(tmp_path, *TWO_IN_AMAZONS, "--new")
    screen.enter("b1\r", "to which square")
    screen.enter("new\r", "Return: start")
    screen.enter("\x1b", "(?s)The game continues.*to which square")


def test_undo_removes_a_point_before_it_takes_back_a_move() -> None:
    assert answer("b1-b5/b1", "b6", "undo")[0] == "No point is chosen."
    assert answer("b1-b5/b1", "b6", "undo", "undo")[0] == "Move taken back."
