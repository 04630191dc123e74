"""Tests of line-by-line mode in its shortest form: moves, results and answers."""

from pathlib import Path

from tests.support.plain import plain
from tests.support.program import TWO_ON_9X9, run


def test_brief_leaves_out_boards_and_legends_and_can_be_switched_off(tmp_path: Path) -> None:
    output = plain(tmp_path, *TWO_ON_9X9, typed="brief\ne5\nz9\nd5\nresign\n")
    after = output[output.index("Black, your move? brief") + 1 :]
    assert after[:2] == ["brief: on", "Black, your move? e5"]
    assert not any(line.startswith("9 - ") for line in after)
    assert "Black resigns; White wins." in after
    again = plain(tmp_path, *TWO_ON_9X9, typed="brief\nbrief\ne5\n")
    assert again.count("9 - - - - - - - - - 9") == 2


def test_brief_can_be_a_setting(tmp_path: Path) -> None:
    run("settings", "brief", "yes")
    output = plain(tmp_path, "--size", "9", "--opponent", "classic", "--seed", "3", typed="e5\n")
    assert not any("- - -" in line for line in output)
    assert sum(line.startswith("my move: ") for line in output) == 1
