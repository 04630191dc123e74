"""Tests of a game in plain mode: synonyms, captures, the state of a game, and its shortest form."""

from pathlib import Path

import pytest

from tests.support.gtp_engines import command
from tests.support.plain_game import plain, play, run_at_terminal
from tests.support.program import BLACK_ON_9X9, TWO_ON_9X9, run


@pytest.mark.parametrize(("word", "shows"), [("?", "Type a point, such as E5"), ("exit", "Saved as")])
def test_commands_have_synonyms(word: str, shows: str, tmp_path: Path) -> None:
    assert any(line.startswith(shows) for line in plain(tmp_path, *BLACK_ON_9X9, typed=f"c3\n{word}\n"))


def test_captures_are_reported(tmp_path: Path) -> None:
    output = plain(tmp_path, *TWO_ON_9X9, typed="a1\na2\nb1\nb2\nj9\nc1\n")
    assert "White captures 2 stones." in output
    assert "Black has captured 0, White 2." in output


def test_who_played_against_an_engine_is_you_in_a_review_as_in_the_game() -> None:
    shown = play("c3", "review", "quit", words=("--size", "9", "--opponent", "classic"))
    assert "Black: you - White: GNU Go 1.1" in shown


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
    words = ("--game", game, "--size", size, "--opponent", "human")
    assert sentence in plain(tmp_path, *words, typed="score\n")


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


def test_a_person_at_a_terminal_is_told_that_an_engine_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gnugo_py.ui.plain._SILENT_SECONDS", 0.1)
    words = ("play", "--plain", "--size", "9", "--opponent", command("slow"))
    assert " is thinking." in run_at_terminal(*words, typed="e5\nquit\n").stdout
