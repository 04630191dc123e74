"""Tests of numbered moves, among them those whose stones were captured."""

import re
from pathlib import Path

import pytest

from tests.cli.test_review import places, reviewed
from tests.support.paths import file_with
from tests.support.program import run

CAPTURES = "(;SZ[9];B[ba];W[aa];B[ab];W[ee];B[ef];W[aa];B[];W[ia];B[ha];W[gg];B[ib])"
"""A9 is captured, and another stone is played there; J9 is captured."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return file_with(tmp_path / "game.sgf", CAPTURES.replace(";W[aa];B[]", ";W[dd];B[aa]"))


def test_captured_stones_are_named_below_the_board(file: Path) -> None:
    text = run("diagram", str(file), "--numbers", "11").stdout
    assert "\n2 at 7, 8 at J9\n" in text
    assert re.search(r"^9 7 1 - - - - - 9 - 9$", text, re.MULTILINE)
    picture = run("diagram", str(file), "--numbers", "11", "--svg", "-").stdout
    assert ">2 at 7, 8 at J9</text>" in picture
    assert 'viewBox="0 0 334 356"' in picture, "the picture has room for the line"
    assert "at J9" not in run("diagram", str(file), "--numbers", "3").stdout


def test_a_review_numbers_the_last_moves(file: Path) -> None:
    output = reviewed(file, "end", "numbers 11", "back", "numbers 0", "numbers x")
    assert output.count("2 at 7, 8 at J9") == 1
    assert re.search(r"^9 7 1 - - - - - 9 8 9$", output, re.MULTILINE)
    assert "\n2 at 7\n" in output
    assert output.count("2 at 7") == 2
    assert "type numbers N with a whole number" in output


def test_find_goes_to_the_next_move_at_a_point_and_then_to_the_first(file: Path) -> None:
    output = reviewed(file, "find a9", "find a9", "find a9", "find c3", "find k9", "find")
    assert places(output) == ["0 of 11", "2 of 11", "7 of 11", "2 of 11"]
    assert "no move of this line is at C3." in output
    assert "type find and a point" in output
