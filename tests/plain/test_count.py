"""Tests of the count after a game in plain mode."""

from pathlib import Path

from tests.support.plain import plain
from tests.support.program import BLACK_ON_9X9, TWO_ON_9X9

WALLS = "".join(f"d{row}\ne{row}\n" for row in range(1, 10))
"""Black's wall on D and White's on E, from edge to edge."""


def test_two_passes_end_the_game_and_the_count_follows(tmp_path: Path) -> None:
    words = (*TWO_ON_9X9, "--rules", "gnugo-1.1")
    output = plain(tmp_path, *words, typed=f"{WALLS}pass\npass\ny\nstop\nstop\n")
    assert "The game is over." in output
    assert [line.split()[-1] for line in output if " = " in line] == ["36", "45"]
    assert "White wins by 9 points." in output


def test_dead_stones_are_removed_and_neutral_points_filled_in_turn(tmp_path: Path) -> None:
    output = plain(tmp_path, *BLACK_ON_9X9, typed="c3\nj1\nstop\nmaybe\ny\na9\nj1\nstop\na1\na1\nstop\n")
    assert "type y or n, play to continue playing, or quit." in output
    assert "there is no stone on A9." in output
    assert "Neutral point to fill for Black (stop when done, play to continue playing): a1" in output
    assert "there is a stone on A1." in output
    assert output[-2].startswith("White wins by") or output[-2].startswith("Black wins by")
