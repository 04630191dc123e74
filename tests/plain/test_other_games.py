"""Hex, Amazons and Tanbo in plain mode: moves of several points, the score, resigning."""

from pathlib import Path

import pytest

from tests.support.plain import plain

AMAZONS = ("--game", "amazons", "--size", "10", "--opponent", "human")


@pytest.mark.parametrize("word", ["help", "save", "score", "e5", "redo"])
def test_a_command_in_the_middle_of_a_move_keeps_the_chosen_points(word: str, tmp_path: Path) -> None:
    output = plain(tmp_path, *AMAZONS, typed=f"d1\nd7\n{word}\ng7\nquit\n")
    assert any("Black to move" in line or "White to move" in line for line in output)
    board = output[-13:-2]
    assert any(line.split()[4:8] == ["X", "-", "-", "#"] for line in board), "\n".join(output[-20:])


def test_undo_in_the_middle_of_a_move_takes_back_one_point(tmp_path: Path) -> None:
    output = plain(tmp_path, *AMAZONS, typed="d1-d7/g7\nd10\nundo\nd10-d8/d9\nquit\n")
    assert "Black, your move? quit" in output


def test_nobody_is_to_move_after_a_resignation(tmp_path: Path) -> None:
    lines = plain(tmp_path, *AMAZONS, typed="resign\n")
    assert "White wins" in " ".join(lines[-3:])
    assert "to move." not in " ".join(lines[-3:])


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
