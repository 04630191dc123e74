"""Tests of the lessons that `mistakes` names for moves that lost stones or missed a capture."""

from __future__ import annotations

from pathlib import Path

import pytest

from gnugo_py.record.sgf_reader import parse_game
from gnugo_py.study.mistakes import lesson_on_mistake
from tests.support.plain_game import sgf_of
from tests.support.program import run

IN_ATARI = """
- - - - -
- - O - -
- O X - -
- - O - -
- - - - -
"""
IN_THE_CORNER = """
- - - - -
- - - - -
- - - - -
O O - - -
X - O - -
"""
WITHOUT_THE_STONE = """
- - - - -
- - O - -
- O - - -
- - O - -
- - - - -
"""
FIVE_IN_ATARI = """
- - - - - - - - -
- - - - - - - - -
- - + - - - + - -
- O O O O O - - -
O X X X X X - - -
- O O O O O - - -
- - + - - - + - -
- - - - - - - - -
- - - - - - - - -
"""
TO_CAPTURE = """
- - - - -
- X X - -
X O O - -
- X X - -
- - - - -
"""


@pytest.mark.parametrize(
    ("drawing", "moves", "lesson"),
    [
        (IN_ATARI, "A1 D3", "atari"),
        (WITHOUT_THE_STONE, "C3 D3", "liberties"),
        (TO_CAPTURE, "A1 D3", "capture"),
        (IN_ATARI, "D3 A1", ""),
        (IN_ATARI, "A1 A2", ""),
        (IN_THE_CORNER, "E5 B1", ""),
        (TO_CAPTURE, "D3 A1", ""),
    ],
)
def test_a_move_that_lost_stones_or_missed_a_capture_has_a_lesson(
    drawing: str, moves: str, lesson: str
) -> None:
    before, after, then = parse_game(sgf_of(drawing, moves=moves).encode()).positions()
    assert lesson_on_mistake(before, after, then) == lesson


def test_mistakes_names_the_lessons_with_the_numbers_of_the_moves(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_text(sgf_of(FIVE_IN_ATARI, moves="J9 G5"))
    done = run("review", str(file), "--plain", typed="mistakes\nlearn atari\nquit\nquit\n")
    assert "Lessons on these mistakes: learn atari (move 1)." in done.stdout
    assert "Atari: Threaten (board 1 of 4)" in done.stdout
