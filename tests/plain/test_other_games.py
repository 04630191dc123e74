"""Hex, Amazons and Tanbo in plain mode: moves of several points, the score, resigning."""

from pathlib import Path

import pytest

from tests.support.plain import plain

AMAZONS = ("--game", "amazons", "--size", "10", "--opponent", "human")


@pytest.mark.parametrize(
    ("game", "size", "sentence"),
    [
        ("hex", "11", "Black needs 11 more stones to join its edges."),
        ("amazons", "10", "Neither player is ahead."),
        ("tanbo", "19", "The player who first runs out of growing points must remove their own roots."),
    ],
)
def test_score_describes_the_state_of_a_game_without_a_count(
    game: str, size: str, sentence: str, tmp_path: Path
) -> None:
    assert sentence in plain(tmp_path, "--game", game, *AMAZONS[2:], "--size", size, typed="score\n")
