"""Tests of ladders in the Go search: what it says of moves, and which levels run in ladders."""

import pytest

from gnugo_py import GO, Color, SearchEngine
from gnugo_py.games.go.position import GoPosition
from tests.support.boards import move, position
from tests.support.reasons import effects

WORKING = """
- - - - - - - - -
- - O - X - X - -
- - - - - - - - -
- - O O - - - - -
- O X X O - - - -
- - O X - - - - -
- - - O - - - - -
- - X - - - O - -
- - - - - - - - -
"""
"""Black's three stones are in atari at E4. White catches them: they run into G2."""
BROKEN = WORKING.replace("- - X - - - O - -", "- - X - - - X - -")
BEFORE_THE_ATARI = WORKING.replace("- - - O - - - - -", "- - - - - - - - -")
CUT_OFF = """
O O - X -
X - - - -
- - - - -
- - - - -
- - - - -
"""


@pytest.mark.parametrize(
    ("drawing", "color", "vertex", "expected"),
    [
        (WORKING, Color.BLACK, "E4", "It extends from D4."),
        (BROKEN, Color.BLACK, "E4", "It saves Black's 3 stones at D5."),
        (WORKING, Color.WHITE, "E4", "It captures Black's 3 stones at D5."),
        (BEFORE_THE_ATARI, Color.WHITE, "D3", "It catches Black's 3 stones at D4 in a ladder."),
        (BEFORE_THE_ATARI, Color.WHITE, "E4", "It puts Black's 3 stones at D5 in atari."),
        (CUT_OFF, Color.BLACK, "B4", "It saves Black's stone at A4 and catches White's 2 stones at A5."),
    ],
)
def test_the_reasons_for_a_move_know_ladders(drawing: str, color: Color, vertex: str, expected: str) -> None:
    assert effects(position(drawing, color), vertex) == expected


def runs(start: GoPosition, level: int, seed: int) -> bool:
    return SearchEngine(GO, level, seed).choose(start, None).move == move("E4", start.size)


@pytest.mark.parametrize("level", [4, pytest.param(7, marks=pytest.mark.slow)])
def test_from_level_4_on_nobody_runs_in_a_ladder(level: int) -> None:
    start = position(WORKING, Color.BLACK, "chinese")
    assert not any(runs(start, level, seed) for seed in range(4))
