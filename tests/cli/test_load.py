"""Tests of continuing a game: `load` during a game, the offer before a new one, and long comments."""

import re
import sys
from pathlib import Path

import pytest

from gnugo_py.record.sgf_reader import parse_game
from tests.cli.test_resume import saved
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


LONG = 20_000


def commented(length: int, moves: int = 26) -> str:
    """Return a game on 9x9 with a comment on each move."""
    points = [f"{column}{row}" for row in "aceg" for column in "acegibdf"][:moves]
    nodes = (f";{'BW'[number % 2]}[{point}]C[{'x' * length}]" for number, point in enumerate(points))
    return f"(;GM[1]SZ[9]KM[0]{''.join(nodes)})"


def test_a_game_with_long_comments_is_saved_while_an_engine_adds_its_reasons(tmp_path: Path) -> None:
    file, saves = tmp_path / "long.sgf", tmp_path / "saves"
    file.write_text(commented(LONG))
    done = run("--load", str(file), "--opponent", "classic", "--saves", str(saves), typed="j1\n")
    assert (done.returncode, done.stderr) == (0, "")
    (saved,) = saves.glob("*.sgf")
    record = parse_game(saved.read_bytes())
    assert len(record.positions()) == 26 + 2 + 1
    assert [len(node.comment) for node in record.main_line()][1:27] == [LONG] * 26
    assert record.end.comment


def test_a_comment_is_kept_whole_in_the_copy(tmp_path: Path) -> None:
    file, saves = tmp_path / "long.sgf", tmp_path / "saves"
    file.write_text(commented(LONG * 5, 1))
    run("--load", str(file), "--opponent", "human", "--saves", str(saves), typed="j1\n")
    (saved,) = saves.glob("*.sgf")
    assert len(parse_game(saved.read_bytes()).root.children[0].comment) == LONG * 5


def test_very_long_comments_do_not_keep_a_game_from_being_saved(tmp_path: Path) -> None:
    comments = "".join(f";C[{letter * 15_000}]" for letter in "ab")
    (tmp_path / "f.sgf").write_text(f"(;GM[1]SZ[9]{comments};B[cc]" + f";W[gg]C[{'c' * 3_000_000}])")
    done = run("--load", str(tmp_path / "f.sgf"), "--saves", str(tmp_path / "s"), typed="e5\n")
    assert (done.returncode, len(list((tmp_path / "s").glob("*.sgf")))) == (0, 1)


def test_comments_are_read_in_the_encoding_of_their_file(tmp_path: Path) -> None:
    text = (
        "(;GM[1]SZ[9]CA[gb2312]PB[\u674e\u660c\u9550]C[\u5bf9\u5c40\u5f00\u59cb];B[cc]C[\u597d\u68cb];W[gg])"
    )
    (tmp_path / "f.sgf").write_bytes(text.encode("gb2312"))
    words = ("--opponent", "human", "--saves", str(tmp_path / "s"))
    run("--load", str(tmp_path / "f.sgf"), *words, typed="e5\n")
    kept = next((tmp_path / "s").glob("*.sgf")).read_text()
    assert "C[\u5bf9\u5c40\u5f00\u59cb]" in kept
    assert "C[\u597d\u68cb]" in kept
