"""Tests of the list of keys beside the board of a large window."""

from pathlib import Path

import pytest

from tests.support.screen import Screen

TWO = ("--size", "9", "--opponent", "human")


@pytest.mark.parametrize(
    ("columns", "lines", "is_listed"), [(100, 30, True), (120, 40, True), (80, 24, False), (40, 15, False)]
)
def test_a_large_window_lists_the_keys_of_the_moment(
    columns: int, lines: int, is_listed: bool, tmp_path: Path
) -> None:
    screen = Screen(tmp_path, *TWO, columns=columns, lines=lines)
    shown = screen.wait("Black, your move\\?$")
    assert ("F2 hint" in shown and "F4 undo" in shown and "Esc quit" in shown) is is_listed


def test_the_keys_are_those_of_the_mode(tmp_path: Path) -> None:
    screen = Screen(tmp_path, *TWO, columns=120, lines=40)
    shown = screen.enter("e5\rreview\r", "move 1 of 1")
    assert "arrows back, next" in shown
    assert "F4 undo" not in shown


def test_a_small_window_says_which_color_the_person_has(tmp_path: Path) -> None:
    Screen(
        tmp_path,
        "--size",
        "9",
        "--level",
        "1",
        "--color",
        "white",
        columns=40,
        lines=15,
        shows="^Move 1, you are White",
    )
