"""Tests of a game in plain mode: moves, refusals, undo, and what is shown."""

from pathlib import Path

import pytest

from tests.support import plain as support
from tests.support.golden import RECORDED_GAMES
from tests.support.plain_game import play
from tests.support.program import BLACK_ON_9X9, answers

SHORTEST_FIRST = sorted(RECORDED_GAMES, key=lambda game: len(game["events"]))
WITHOUT_COUNT = "stop\nn\n"


def plain(folder: Path, typed: str, *words: str) -> list[str]:
    """Return the lines of a game on 9x9, in which Black is a person."""
    return support.plain(folder, *(words or BLACK_ON_9X9), typed=typed)


def replies(output: list[str]) -> list[str]:
    """Return the moves of the computer."""
    return answers("\n".join(output))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("i5", "there is no column I; column J follows column H."),
        ("Q16", "Q16 is off the board; columns go from A to J, lines from 1 to 9."),
        ("c3", "there is a stone on that point."),
        ("C 3", "there is a stone on that point."),
        ("3c", "there is a stone on that point."),
    ],
)
def test_an_illegal_move_is_refused_with_the_reason(line: str, reason: str, tmp_path: Path) -> None:
    output = plain(tmp_path, f"c3\n{line}\n{WITHOUT_COUNT}")
    assert f"illegal move ! {reason}" in output
    assert len(replies(output)) == 1


NO_POINT = "is not a point; type a letter and a number, such as G3"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("xyzzy", f"'xyzzy' {NO_POINT}; type help for a list of commands."),
        ("5", f"'5' {NO_POINT}; type help for a list of commands."),
        ("pass it", "pass takes no argument."),
        ("resgin", f"'resgin' {NO_POINT}; did you mean resign?"),
    ],
)
def test_a_line_that_is_no_move_is_not_called_illegal(line: str, reason: str, tmp_path: Path) -> None:
    output = plain(tmp_path, f"c3\n{line}\n{WITHOUT_COUNT}")
    assert {reason, f"not understood: {reason}"} & set(output)
    assert not any(each.startswith("illegal") for each in output)
    assert len(replies(output)) == 1


@pytest.mark.parametrize("line", ["C 3", "3c", " c  3 ", "3 C"])
def test_a_vertex_may_have_spaces_and_either_order(line: str, tmp_path: Path) -> None:
    assert len(replies(plain(tmp_path, f"{line}\n{WITHOUT_COUNT}"))) == 1


@pytest.mark.parametrize(("word", "shows"), [("?", "Type a point, such as E5"), ("exit", "Saved as")])
def test_commands_have_synonyms(word: str, shows: str, tmp_path: Path) -> None:
    assert any(line.startswith(shows) for line in plain(tmp_path, f"c3\n{word}\n"))


def test_captures_are_reported(tmp_path: Path) -> None:
    output = plain(tmp_path, f"a1\na2\nb1\nd5\n{WITHOUT_COUNT}")
    assert "White captures 2 stones." in output
    assert "Black has captured 0, White 2." in output


def test_help_lists_the_commands(tmp_path: Path) -> None:
    output = "\n".join(plain(tmp_path, f"help\n{WITHOUT_COUNT}"))
    assert all(f"\n  {word} " in output for word in ("pass", "undo", "redo", "save", "stop", "help"))


@pytest.mark.parametrize("game", SHORTEST_FIRST[:2], ids=["shortest game", "second shortest game"])
def test_the_computer_answers_as_the_original_did(game: dict[str, object], tmp_path: Path) -> None:
    events = game["events"]
    assert isinstance(events, list)
    color = {"b": "black", "w": "white"}[str(game["user"])]
    words = ("--size", "19", "--handicap", str(game["handicap"]), "--color", color)
    typed = "".join(f"{event[1]}\n" for event in events if event[0] in "ui")
    output = plain(tmp_path, typed, *words, "--seed", str(game["seed"]))
    expected = [event[1] for event in events if event[0] == "c"]
    assert replies(output)[: len(expected)] == expected
    refused = [line for line in output if line.startswith("illegal move !")]
    assert len(refused) == sum(event[0] == "i" for event in events)


def test_a_very_long_line_is_refused_and_shortened(tmp_path: Path) -> None:
    output = plain(tmp_path, f"{'x' * 100_000}\nc3\n{WITHOUT_COUNT}")
    assert max(map(len, output)) <= 2000
    assert len(replies(output)) == 1


def test_who_played_against_an_engine_is_you_in_a_review_as_in_the_game() -> None:
    shown = play("c3", "review", "quit", words=("--size", "9", "--opponent", "classic"))
    assert "Black: you - White: GNU Go 1.1" in shown
