"""Going on with a saved game from within the program: `load` in a game, and the offer before one."""

import re
import sys
from pathlib import Path

import pytest

from tests.test_cli import run
from tests.test_resume import answers
from tests.tui.terminal import Terminal, stones

ON_9X9 = ("--size", "9", "--handicap", "0", "--color", "black", "--seed", "4")
on_a_terminal = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")


def played(saves: Path, typed: str, *words: str) -> str:
    """What the program says to some lines in a new game."""
    done = run(*ON_9X9, "--saves", str(saves), *words, typed=typed)
    assert done.returncode == 0, done.stderr
    return done.stdout


def moves(file: Path) -> list[str]:
    return re.findall(r"^;([BW]\[\w*\])", file.read_text(), re.MULTILINE)


def test_a_game_loaded_by_its_name_goes_on_as_if_it_had_never_stopped(tmp_path: Path) -> None:
    whole = answers(played(tmp_path / "whole", "c3\ng7\ne5\n"))
    played(tmp_path, "c3\ng7\nsave first\n")
    said = played(tmp_path, "a1\nload first\ne5\n", "--seed", "9")
    assert "Going on with first." in said
    assert answers(said)[1:] == whole[2:]


def test_moves_after_load_are_saved_in_the_game_that_was_loaded(tmp_path: Path) -> None:
    played(tmp_path, "c3\nsave first\n")
    played(tmp_path, "a1\nsave second\nload first.sgf\ng7\n")
    assert moves(tmp_path / "first.sgf")[::2] == ["B[cg]", "B[gc]"]
    assert moves(tmp_path / "second.sgf")[::2] == ["B[ai]"]
    assert len(list(tmp_path.glob("*.sgf"))) == 2


def test_a_file_is_loaded_by_its_path_and_left_as_it_was(tmp_path: Path) -> None:
    foreign = tmp_path / "foreign.sgf"
    foreign.write_text("(;GM[1]SZ[9];B[ee];W[ce])")
    said = played(tmp_path / "saves", f"load {foreign}\ng7\n")
    assert f"Going on with {foreign}." in said
    assert moves(foreign) == []
    (kept,) = (tmp_path / "saves").glob("*.sgf")
    assert moves(kept)[:3] == ["B[ee]", "W[ce]", "B[gc]"]


@pytest.mark.parametrize("name", ["nothing", "/no/such.sgf"])
def test_where_there_is_nothing_to_load_the_game_goes_on(name: str, tmp_path: Path) -> None:
    said = played(tmp_path, f"c3\nload {name}\ng7\n")
    assert "no such file" in said.lower()
    (kept,) = tmp_path.glob("*.sgf")
    assert moves(kept)[::2] == ["B[cg]", "B[gc]"]


def offered(saves: Path, *words: str) -> Terminal:
    """The program without a screen, on a terminal, where a game with two moves was left."""
    played(saves, "c3\nsave left\n")
    return Terminal(saves, "--plain", *words)


OFFER = r"Go on with 'left', 9x9, 2 moves \(y or n\)\?"


@on_a_terminal
def test_without_a_screen_the_game_that_was_left_is_offered_and_gone_on_with(tmp_path: Path) -> None:
    game = offered(tmp_path)
    game.wait(OFFER + "$")
    game.type("maybe\r")
    game.wait("type y or n\\.")
    game.type("y\r")
    assert stones(game.wait(r"(?s)Black has taken 0, White 0\..*your move\?$")) == 2
    game.type("g7\r")
    game.wait("my move: ")
    game.type("quit\r")
    assert game.status() == 0
    assert moves(tmp_path / "left.sgf")[::2] == ["B[cg]", "B[gc]"]


@on_a_terminal
def test_an_offer_declined_leaves_the_game_for_later(tmp_path: Path) -> None:
    game = offered(tmp_path)
    game.wait(OFFER + "$")
    game.type("n\r")
    game.wait("Press Return to continue$")
    game.type("quit\r")
    assert game.status() == 0
    assert len(moves(tmp_path / "left.sgf")) == 2


@on_a_terminal
def test_with_new_or_with_everything_given_nothing_is_offered(tmp_path: Path) -> None:
    assert "Go on with" not in offered(tmp_path, "--new").wait("Press Return to continue$")
    assert "Go on with" not in Terminal(tmp_path, "--plain", *ON_9X9).wait(r"your move\?$")
