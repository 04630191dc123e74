"""Tests of the fair handicap and komi that the form of a new game proposes for two ranks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.program import run
from tests.support.screen import ARROWS, Screen

BOARDS = {19: "", 9: ARROWS["right"], 13: ARROWS["left"]}
"""The keys that choose a board in the second line of the form."""


def form(saves: Path, *words: str, keys: str = "") -> dict[str, str]:
    """Return the lines of the form of a new game by their titles, after some keys."""
    screen = Screen(saves, "--new", *words)
    screen.wait("Return: start")
    screen.type(keys)
    shown = "\n".join(screen.read())
    screen.close()
    Screen.opened.remove(screen)
    return dict(re.findall(r"^(\w[\w ]+?) {2,}(?:< )?(.+?)(?: >)?$", shown, re.MULTILINE))


@pytest.mark.parametrize(
    ("rank", "level", "size", "color", "handicap", "komi"),
    [
        ("15k", 3, 19, "Black", "0", "6.5 (Japanese rules)"),
        ("13k", 4, 19, "Black", "0", "0.5"),
        ("15k", 4, 19, "Black", "3", "6.5 (Japanese rules)"),
        ("20k", 9, 19, "Black", "17", "6.5 (Japanese rules)"),
        ("30k", 9, 13, "Black", "9", "6.5 (Japanese rules)"),
        ("1k", 8, 19, "Black", "0", "0.5"),
        ("2d", 1, 9, "White", "4", "6.5 (Japanese rules)"),
        ("15k", 4, 9, "Black", "0", "0.5"),
        ("14k", 4, 9, "Black", "0", "6.5 (Japanese rules)"),
        ("15k", 5, 13, "Black", "3", "6.5 (Japanese rules)"),
    ],
)
def test_the_weaker_player_has_black_and_stones(
    rank: str, level: int, size: int, color: str, handicap: str, komi: str, tmp_path: Path
) -> None:
    run("settings", "rank", rank)
    keys = f"{ARROWS['down']}{BOARDS[size]}{ARROWS['down']}{ARROWS['right'] * level}"
    lines = form(tmp_path, keys=keys)
    assert lines["Board"] == f"{size}x{size}"
    assert lines["Opponent"].startswith(f"computer, level {level} ")
    assert (lines["You play"], lines["Handicap"], lines["Komi"]) == (color, handicap, komi)


def test_a_rank_chosen_in_the_form_counts_at_once(tmp_path: Path) -> None:
    """The first rank in the list is 30k; the opponent is GNU Go 1.1, of about 25 kyu."""
    down, right = ARROWS["down"], ARROWS["right"]
    lines = form(tmp_path, keys=f"{down * 7}{right}")
    assert lines["Your rank"] == "30k"
    assert (lines["You play"], lines["Handicap"]) == ("Black", "5")


def test_the_form_asks_for_the_rank_once_and_only_in_go(tmp_path: Path) -> None:
    assert "Your rank" in form(tmp_path)
    assert "Your rank" not in form(tmp_path, "--game", "hex")
    run("settings", "rank", "none")
    assert "Your rank" not in form(tmp_path)
