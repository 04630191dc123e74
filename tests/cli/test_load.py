"""Tests of continuing a saved game: `load` during a game, and the offer before a new one."""

import re
import sys
from pathlib import Path

import pytest

from tests.support.paths import file_with
from tests.support.program import BLACK_ON_9X9, output_of, run
from tests.support.screen import stones
from tests.support.terminal import Terminal

on_a_terminal = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")


def played(saves: Path, typed: str, *words: str) -> str:
    """Return the program's output for some lines in a new game."""
    return output_of(*BLACK_ON_9X9, "--saves", str(saves), *words, typed=typed)


def moves(file: Path) -> list[str]:
    return re.findall(r"^;([BW]\[\w*\])", file.read_text(), re.MULTILINE)


def test_moves_after_load_are_saved_in_the_game_that_was_loaded(tmp_path: Path) -> None:
    played(tmp_path, "c3\nsave first\n")
    played(tmp_path, "a1\nsave second\nload first.sgf\ng7\n")
    assert moves(tmp_path / "first.sgf")[::2] == ["B[cg]", "B[gc]"]
    assert moves(tmp_path / "second.sgf")[::2] == ["B[ai]"]
    assert len(list(tmp_path.glob("*.sgf"))) == 2


def test_a_file_is_loaded_by_its_path_and_left_as_it_was(tmp_path: Path) -> None:
    foreign = file_with(tmp_path / "foreign.sgf", "(;GM[1]SZ[9];B[ee];W[ce])")
    output = played(tmp_path / "saves", f"load {foreign}\ng7\n")
    assert f"Loaded {foreign}." in output
    assert moves(foreign) == []
    (kept,) = (tmp_path / "saves").glob("*.sgf")
    assert moves(kept)[:3] == ["B[ee]", "W[ce]", "B[gc]"]


@on_a_terminal
def test_the_menu_of_plain_mode_opens_the_unfinished_game(tmp_path: Path) -> None:
    played(tmp_path, "c3\nsave left\n")
    game = Terminal(tmp_path, "--plain", shows="3  Unfinished games: 9x9 against")
    assert stones(game.enter("3\r", r"(?s)Black has captured 0, White 0\..*your move\?$")) == 2
    game.enter("g7\r", "my move: ")
    game.enter("quit\r", "0  Quit")
    assert game.status("quit\r") == 0
    assert moves(tmp_path / "left.sgf")[::2] == ["B[cg]", "B[gc]"]


def saved(folder: Path, typed: str = "c3\nsave x\n", *words: str) -> Path:
    run(*BLACK_ON_9X9, *words, "--saves", str(folder), typed=typed)
    return folder / "x.sgf"


def test_moves_that_were_undone_stay_undone_after_loading(tmp_path: Path) -> None:
    file = saved(tmp_path, "c3\ng7\nundo\nsave x\n")
    file.write_text(file.read_text().replace('"patterns": null', '"patterns": "/nosuch"'))
    saves = tmp_path / "s"
    run("--load", str(file), "--opponent", "human", "--saves", str(saves), typed="a1\n")
    text = next(saves.glob("*.sgf")).read_text()
    assert len(re.findall(r"^;[BW]\[", text, re.MULTILINE)) == 3
    server = run("gtp", typed=f"loadsgf {file}\nmove_history\n").stdout
    assert server.count("black") + server.count("white") == 3


def test_a_path_in_a_prompt_is_sanitized(tmp_path: Path) -> None:
    (tmp_path / "a\x1b[31mRED\u202e").write_text("in the way")
    game = Terminal(tmp_path / "a\x1b[31mRED\u202e" / "x", *BLACK_ON_9X9, "--plain")
    game.child.expect("your move")
    game.child.send("c3\rquit\r")
    game.child.expect("Leave without saving")
    assert b"\x1b[31m" not in game.child.before
    assert "\u202e".encode() not in game.child.before
