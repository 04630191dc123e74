"""The files that a GTP server writes and reads."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from gnugo_py.core.types import PASS, RESIGN, Color
from gnugo_py.games.go.game import GO
from gnugo_py.gtp.game import GtpGame
from gnugo_py.gtp.game_files import gtp_game_to_sgf
from tests.support.program import run
from tests.support.scripted_engine import Scripted

TWO = ("--opponent", "human", "--size", "9", "--handicap", "0")


def test_a_suicide_of_a_server_is_read_again(tmp_path: Path) -> None:
    moves = "play b A2\nplay b B2\nplay b C1\nplay w A1\nplay b E5\nplay w B1\n"
    words = ("gtp", "--rules", "chinese", "--suicide", "--saves", str(tmp_path))
    run(*words, typed=f"boardsize 9\n{moves}printsgf s\n")
    typed = f"boardsize 9\nplay b G7\nloadsgf {tmp_path / 's.sgf'}\nlist_stones b\n"
    assert run(*words, typed=typed).stdout.endswith("= A2 B2 C1 E5\n\n".replace("A2 B2 C1 E5", "E5 A2 B2 C1"))
    strict = run("gtp", "--rules", "chinese", typed=typed).stdout
    assert strict.endswith("= E5 A2 B2 C1\n\n")


def test_a_game_that_ends_by_resignation_is_written_with_its_result() -> None:
    typed = "play b c3\nplay w d4\nplay b resign\nprintsgf\nundo\nprintsgf\n"
    resigned, undone = run("gtp", "--game", "hex", typed=typed).stdout.split("(;")[1:]
    assert "RE[W+R]" in resigned
    assert "RE[" not in undone
    assert (resigned.count(";B["), resigned.count(";W[")) == (1, 1)


def test_an_engine_of_go_that_resigns_loses_in_the_file() -> None:
    server = GtpGame(GO, Scripted(PASS, RESIGN), {"size": 9})
    for color in (Color.BLACK, Color.WHITE):
        server.play_decision(color, server.choose_move(color))
    written = gtp_game_to_sgf(server).decode()
    assert "RE[B+R]" in written
    assert ";B[]" in written
    assert ";W[" not in written


def test_moves_after_a_resignation_are_written() -> None:
    typed = "play b c3\nplay w resign\nundo\nplay w d4\nprintsgf\n"
    assert ";B[c3]\n;W[d4])" in run("gtp", "--game", "hex", typed=typed).stdout


def test_what_could_not_be_written_is_not_called_written(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "gnugo_py", *TWO, "--saves", str(tmp_path / "s")]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as game:
        assert game.stdin is not None
        assert game.stdout is not None
        game.stdin.write("c3\nsave\n")
        game.stdin.flush()
        while "Saved as" not in game.stdout.readline():
            pass
        (tmp_path / "s").rename(tmp_path / "away")
        (tmp_path / "s").write_text("in the way")
        out, _ = game.communicate("g7\na1\n", timeout=30)
    assert "it has been written again" not in out
    assert out.count("The game cannot be saved") == 1
