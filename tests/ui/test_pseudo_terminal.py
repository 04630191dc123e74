"""Tests in a real pseudo-terminal: what curses sends and receives, sizes, and how the game is left."""

import random
import sys
import time
from pathlib import Path

import pexpect
import pytest

from tests.support.program import BLACK_ON_9X9
from tests.support.screen import ARROWS, stones
from tests.support.terminal import PATIENCE, Terminal, person

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")


def test_a_terminal_curses_does_not_know_gets_the_plain_game(saves: Path) -> None:
    game = Terminal(saves, *BLACK_ON_9X9, term="nosuch")
    shown = game.wait("your move\\?$")
    assert "does not know the terminal 'nosuch'" in " ".join(shown.split())
    game.child.sendeof()
    assert game.status() == 0


def test_a_key_sends_only_what_changed(saves: Path) -> None:
    game = Terminal(saves, "--handicap", "0", "--color", "black", shows="your move\\?$")
    for key in ("q", "\x7f", ARROWS["left"], ARROWS["down"]):
        game.type(key)
        time.sleep(0.2)
        sent = game.child.read_nonblocking(65536, timeout=2)
        assert len(sent) < 150, sent
    assert game.interrupted() == 130


def test_ctrl_c_saves_the_game_and_leaves_a_sane_terminal(saves: Path) -> None:
    game = Terminal(saves, "--handicap", "0", "--color", "black", shows="your move\\?$")
    game.enter("q16\r", "my move: ")
    assert game.interrupted() == 130
    (saved,) = saves.iterdir()
    assert b";B[pd]\n;W[" in saved.read_bytes()


def test_a_window_may_have_any_size(saves: Path) -> None:
    game = Terminal(saves, "--handicap", "9", "--color", "white", "--seed", "4", shows="your move\\?$")
    rng = random.Random(4)
    for _ in range(15):
        game.resize(rng.randint(10, 250), rng.randint(4, 80))
        game.read()
    game.resize(80, 24)
    shown = game.enter("r3\r", "my move: ")
    assert stones(shown) == 11
    assert game.interrupted() == 130


def test_a_dumb_terminal_gets_the_plain_game(saves: Path) -> None:
    child = pexpect.spawn(
        sys.executable,
        ["-m", "gnugo_py", "--saves", str(saves), "--handicap", "0", "--color", "black", "--size", "9"],
        env={"TERM": "dumb", "PATH": "/usr/bin:/bin"},
        encoding="utf-8",
        timeout=PATIENCE,
    )
    child.expect("your move")
    assert "\x1b" not in child.before
    child.sendline("c3")
    child.expect("my move: ")
    child.sendeof()
    child.expect("Saved as")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


def test_a_whole_game_with_the_mouse(saves: Path) -> None:
    given = ["--size", "9", "--seed", "5", "--handicap", "0", "--color", "black"]
    game = Terminal(saves, *given, term="xterm", shows="your move\\?$")
    for column, row in ((5, 5), (3, 7), (7, 7), (7, 3)):
        game.click(column, row)
        shown = game.still("your move\\?$")
    assert stones(shown) >= 6
    game.click(70, 20)
    game.type("mouse\r")
    assert game.status("quit\r") == 0


LISTENING = 1000 << 5
"""The mode that pyte records when the program enables mouse reports."""


def test_a_theme_changes_colors_and_the_mouse_is_turned_off(saves: Path) -> None:
    given = ["--size", "9", "--handicap", "0", "--color", "black"]
    game = Terminal(saves, *given, term="xterm", shows="your move\\?$")
    assert LISTENING in game.screen.mode
    before = game.screen.buffer[3][2].bg
    game.enter("theme light\r", "theme: light")
    assert game.screen.buffer[3][2].bg != before
    game.enter("mouse\r", "mouse: off")
    assert LISTENING not in game.screen.mode


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


def test_a_window_that_becomes_too_large_is_used_in_part(tmp_path: Path) -> None:
    game = Terminal(tmp_path, *BLACK_ON_9X9, shows="your move\\?$")
    game.child.setwinsize(65_535, 65_535)
    game.type("e5\r")
    game.child.expect("my move: ")
    game.child.setwinsize(24, 80)
    game.wait(r"your move\?")
    assert game.interrupted() == 130


def test_a_window_can_be_too_large_from_the_beginning(tmp_path: Path) -> None:
    assert quits(spawned(tmp_path, 40_000, 40_000))


def test_variables_of_the_environment_cannot_make_the_window_too_large(tmp_path: Path) -> None:
    assert quits(spawned(tmp_path, 80, 24, COLUMNS="40000", LINES="40000"))
