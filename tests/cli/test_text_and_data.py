r"""Tests of what is written: data for programs stays unchanged, text for people shows every character.

Names hold a zero-width non-joiner (`\u200c`), a character that reverses the direction (`\u202e`) and a
control sequence for terminals.
"""

import os
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

from gnugo_py.record.sgf_reader import parse_game
from tests.support.program import run

NAME = "Zero\u200cWidth \u202eReversed"
GAME = f"(;GM[1]FF[4]CA[UTF-8]SZ[9]KM[6.5]PB[{NAME}]PW[White];B[ee]C[first\u202e\nsecond\u200c];W[cc])"
SEQUENCE = "\x1b]0;title\x07"

on_unix = pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal, or file names, of Unix")


def test_a_game_written_to_a_pipe_is_not_changed(file: Path) -> None:
    words = [sys.executable, "-m", "gnugo_py", "analyze", str(file), "--sgf", "-"]
    done = subprocess.run(words, capture_output=True, check=True)
    assert parse_game(done.stdout).root.value("PB") == NAME


@on_unix
def test_a_game_written_to_a_terminal_shows_every_character(file: Path) -> None:
    words = ["-m", "gnugo_py", "analyze", str(file), "--sgf", "-"]
    child = pexpect.spawn(sys.executable, words, encoding="utf-8", timeout=30)
    child.expect(pexpect.EOF)
    assert r"PB[Zero\u200cWidth \u202eReversed]" in child.before
    assert "\u202e" not in child.before


@on_unix
def test_the_question_before_a_game_is_deleted_shows_every_character(tmp_path: Path) -> None:
    (tmp_path / f"x{SEQUENCE}.sgf").write_text("(;SZ[9])")
    done = run("saves", "--saves", str(tmp_path), "--delete", f"x{SEQUENCE}", typed="n\n")
    assert r"Delete 'x\x1b]0;title\x07'? [y/N]" in done.stderr
    assert done.stdout == "Not deleted.\n"
    assert "\x1b" not in done.stderr


@on_unix
def test_the_list_of_lessons_shows_every_character(tmp_path: Path) -> None:
    source = Path(__file__).parents[2] / "gnugo_py" / "study" / "lessons" / "01-stones.txt"
    (tmp_path / f"01-x{SEQUENCE}.txt").write_text(source.read_text())
    done = run("learn", "--list", "--lessons", str(tmp_path))
    assert "\x1b" not in done.stdout + done.stderr


def test_a_web_page_shows_every_character(file: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    assert run("diagram", str(file), "--html", str(page)).returncode == 0
    content = page.read_text(encoding="utf-8")
    assert content.count(r"Zero\u200cWidth \u202eReversed") == 2
    assert r"first\\u202e\nsecond\\u200c" in content
    assert all(char.isprintable() or char == "\n" for char in content)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
@pytest.mark.parametrize("words", [("review", "--plain"), ("saves", "--delete", "game", "--saves")])
def test_input_that_does_not_match_the_given_encoding_is_reported(
    words: tuple[str, ...], encoding: str, file: Path
) -> None:
    argument = str(file.parent if words[0] == "saves" else file)
    done = subprocess.run(
        [sys.executable, "-m", "gnugo_py", *words, argument],
        input=b"next\nquit\n",
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": encoding},
        check=False,
    )
    said = done.stderr.decode(encoding).splitlines()[-1]
    assert done.returncode == 2
    assert said.endswith(f"the input is not {encoding} text; check PYTHONIOENCODING")


@pytest.mark.parametrize("encoding", ["utf-16", "latin-1", "ascii"])
def test_input_is_read_in_the_given_encoding(encoding: str, file: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "gnugo_py", "review", "--plain", str(file)],
        input="next\nquit\n".encode(encoding),
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": encoding},
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert "move 1 of 2: Black E5" in done.stdout.decode(encoding)
