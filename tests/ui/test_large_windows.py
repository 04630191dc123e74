"""Tests of terminals that are larger than curses can handle."""

import sys
from pathlib import Path

import pexpect
import pytest

from tests.support.program import BLACK_ON_9X9
from tests.support.terminal import Terminal, person

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal of Unix")
GAME = ["--size", "9", "--handicap", "0", "--color", "black", "--ascii"]


def spawned(folder: Path, columns: int, lines: int, **environment: str) -> pexpect.spawn:
    """Start a game in a terminal of some size."""
    return pexpect.spawn(
        sys.executable,
        ["-m", "gnugo_py", *GAME, "--saves", str(folder)],
        dimensions=(lines, columns),
        env=person() | {"TERM": "linux", "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", **environment},
        timeout=20,
    )


def quits(child: pexpect.spawn) -> bool:
    """Return whether the game quits as it should."""
    child.expect("your move")
    child.send("quit\r")
    child.expect(pexpect.EOF)
    child.close()
    return bool(child.exitstatus == 0)


@pytest.mark.parametrize(("columns", "lines"), [(65_535, 65_535)])
def test_a_window_that_becomes_too_large_is_used_in_part(columns: int, lines: int, tmp_path: Path) -> None:
    game = Terminal(tmp_path, *BLACK_ON_9X9, shows="your move\\?$")
    game.child.setwinsize(lines, columns)
    game.type("e5\r")
    game.child.expect("my move: ")
    game.child.setwinsize(24, 80)
    game.wait(r"your move\?")
    assert game.interrupted() == 130


@pytest.mark.parametrize(("columns", "lines"), [(40_000, 40_000)])
def test_a_window_can_be_too_large_from_the_beginning(columns: int, lines: int, tmp_path: Path) -> None:
    assert quits(spawned(tmp_path, columns, lines))


def test_variables_of_the_environment_cannot_make_the_window_too_large(tmp_path: Path) -> None:
    assert quits(spawned(tmp_path, 80, 24, COLUMNS="40000", LINES="40000"))
