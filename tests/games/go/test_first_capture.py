"""Tests of what can be captured or saved now, as it is said in a game that the first capture wins."""

import pytest

from gnugo_py.games.go.first_capture import capture_lines, move_for_first_capture
from gnugo_py.games.types import PASS, Color, Move
from tests.support.boards import position

CAPTURE = """
. . . . .
. . . . .
. . . X .
X . . . .
O . . O X
"""
NOTHING = """
. . . . .
. X . . .
. . . . .
. . . O .
. . . . .
"""
ATTACK = """
. . . . .
. X . . .
X O . X .
. . . . .
. . . . .
"""
SAVE = """
. . . . .
. X . . .
X O X . .
. . . . .
. . . . .
"""
LOST = """
. . . . .
. . . . .
X . . . .
X X X X .
O O O . X
"""
SNAPBACK = """
. . . . .
X . . . .
X X X X .
O O O X .
. . O X .
"""


@pytest.mark.parametrize(
    ("drawing", "to_move", "lines"),
    [
        (CAPTURE, Color.BLACK, ("B1 captures the chain at A1 and wins.",)),
        (NOTHING, Color.BLACK, ("No chain is in atari",)),
        (SAVE, Color.WHITE, ("Your chain at B3 is in atari; save it at B2.",)),
        (LOST, Color.WHITE, ("Your chain at A1 is in atari and cannot be saved.",)),
        (SAVE, Color.BLACK, ("B2 captures the chain at B3 and wins.",)),
    ],
)
def test_a_capture_comes_first_then_a_rescue(drawing: str, to_move: Color, lines: tuple[str, ...]) -> None:
    found = capture_lines(position(drawing, to_move))
    assert len(found) == len(lines)
    assert all(line.startswith(start) for line, start in zip(found, lines, strict=True))


def test_an_atari_is_named() -> None:
    found = capture_lines(position(ATTACK, Color.BLACK))
    assert any("attacks the chain at B3" in line for line in found)


def test_a_stone_that_can_be_captured_is_no_attack() -> None:
    found = capture_lines(position(SNAPBACK, Color.BLACK))
    assert not any(line.startswith(("A1", "B1")) for line in found)


@pytest.mark.parametrize(
    ("drawing", "chosen", "played"),
    [(CAPTURE, "c3", "B1"), (CAPTURE, "pass", "B1"), (NOTHING, "c3", "C3"), (NOTHING, "pass", "C4")],
)
def test_an_engine_captures_first_and_never_passes_while_a_move_is_safe(
    drawing: str, chosen: str, played: str
) -> None:
    before = position(drawing, Color.BLACK)
    move: Move = PASS if chosen == "pass" else before.parse_move(chosen)
    assert before.format_move(move_for_first_capture(before, move)) == played
