"""Tests of the offer to resume an unfinished game, which plain mode makes at a terminal."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gnugo_py.storage.file_locks import FileLock
from tests.support.plain_game import play, run_at_terminal

CONTINUE = "Press Return to continue"


@pytest.fixture(autouse=True)
def game(a_person_of_its_own: Path) -> Path:
    """The file of a game of one move that was left."""
    play("c3", "quit")
    (file,) = (a_person_of_its_own / "saves").glob("*.sgf")
    return file


def offered(*lines: str) -> str:
    """Return the output of a new game at a terminal after some typed lines."""
    typed = "".join(f"{line}\n" for line in lines)
    done = run_at_terminal("play", "--plain", "--size", "5", "--opponent", "human", typed=typed)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_the_offer_names_the_game(game: Path) -> None:
    assert offered().startswith(f"Resume '{game.stem}', 5x5, 1 move (y or n)? ")


@pytest.mark.parametrize(("newer", "is_offered"), [(29, True), (30, False)])
def test_a_game_is_offered_if_its_file_is_among_the_30_written_last(
    game: Path, newer: int, is_offered: bool
) -> None:
    os.utime(game, (1000, 1000))
    for number in range(newer):
        (game.parent / f"{number}.sgf").write_text("(;GM[1]SZ[9];B[ee])")
    assert ("Resume " in offered()) is is_offered


@pytest.mark.parametrize("line", ["y", "YES"])
def test_an_accepted_game_is_resumed(line: str) -> None:
    output = offered(line)
    assert "3 - - X - - 3" in output
    assert "White, your move?" in output
    assert CONTINUE not in output


def test_a_declined_game_is_followed_by_the_questions() -> None:
    output = offered("maybe", "no")
    assert "(y or n)? type y or n.\n" in output
    assert output.count("(y or n)?") == 2
    assert output.count(CONTINUE) == 1


def test_a_game_that_is_open_elsewhere_is_followed_by_the_questions(game: Path) -> None:
    lock = FileLock(game)
    try:
        output = offered("y", "", "0")
    finally:
        lock.release()
    assert "this game is open in another window" in output
    assert CONTINUE in output
    assert "Black, your move?" in output


def test_help_explains_y_and_n() -> None:
    text = "This game was saved when you left it; type y to resume it, or n to start a new one."
    assert f"{text}\n" in offered("help")
