"""The game in a real pseudo-terminal, its screen read with pyte."""

import random
import re
import sys
import time
from pathlib import Path

import pexpect
import pyte
import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")

PATIENCE = 20.0


class Terminal:
    """gnugo-py on a screen of a given size."""

    def __init__(self, saves: Path, *words: str, columns: int = 80, lines: int = 24) -> None:
        self.screen = pyte.Screen(columns, lines)
        self._stream = pyte.ByteStream(self.screen)
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "gnugo_py", "--saves", str(saves), *words],
            dimensions=(lines, columns),
            env={"TERM": "xterm", "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"},
            timeout=PATIENCE,
        )

    def read(self) -> list[str]:
        """Take in what has been written, and give the screen's lines."""
        try:
            while True:
                self._stream.feed(self.child.read_nonblocking(65536, timeout=0.05))
        except (pexpect.TIMEOUT, pexpect.EOF):
            return [line.rstrip() for line in self.screen.display]

    def wait(self, pattern: str) -> str:
        """The screen, once a pattern is on it."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            shown = "\n".join(self.read())
            if re.search(pattern, shown, re.MULTILINE):
                return shown
        pytest.fail(f"no {pattern!r} on\n" + "\n".join(self.read()))

    def type(self, text: str) -> None:
        self.child.send(text)

    def resize(self, columns: int, lines: int) -> None:
        self.child.setwinsize(lines, columns)
        self.screen.resize(lines, columns)

    def status(self) -> int | None:
        """The exit status, once it has ended."""
        self.child.expect(pexpect.EOF)
        self.child.close()
        status: int | None = self.child.exitstatus
        return status


@pytest.fixture
def saves(tmp_path: Path) -> Path:
    return tmp_path / "saves"


def stones(shown: str) -> int:
    """How many stones a drawn board has."""
    rows = re.findall(r"^ ?\d+ ((?:[-+XO] ?)+)", shown, re.MULTILINE)
    return sum(row.count("X") + row.count("O") for row in rows)


def test_a_whole_game_from_the_questions_to_the_count(saves: Path) -> None:
    game = Terminal(saves, "--size", "9", "--seed", "5", "--rules", "gnugo-1.1")
    game.wait("Press Return to continue")
    game.type("\r")
    game.wait(r"handicap stones \(0 to 9\)\?")
    game.type("0\r")
    game.wait("Your colour")
    game.type("b\r")
    assert stones(game.wait("your move\\?$")) == 0
    for number, vertex in enumerate(["c3", "g7", "c7", "g3", "e5"], 1):
        game.type(f"{vertex}\r")
        shown = game.wait("(?s)" + "my move: .*" * number + "your move\\?")
        assert stones(shown) == 2 * number
    game.type("c3\r")
    game.wait("illegal move ! there is a stone on that")
    for _ in range(200):
        game.type("pass\r")
        shown = game.wait("your move\\?$|Count the game")
        if "Count the game" in shown:
            break
    game.wait("The game is over")
    game.type("y\r")
    game.wait("Dead stone to take off, or stop:")
    game.type("stop\r")
    game.wait("Neutral point to fill for Black, or stop:")
    game.type("stop\r")
    shown = game.wait("wins by")
    assert "Press Return to leave" in shown
    game.type("\r")
    assert game.status() == 0
    assert len(list(saves.iterdir())) == 1


def test_typing_is_shown_and_can_be_mended(saves: Path) -> None:
    game = Terminal(saves, "--handicap", "0", "--color", "black")
    game.wait("your move\\?$")
    game.type("q17\x7f6")
    game.wait("your move\\? q16$")
    game.type("\x1b")
    game.wait("your move\\?$")
    game.child.sendintr()
    assert game.status() == 130


def test_ctrl_c_saves_the_game_and_leaves_a_sane_terminal(saves: Path) -> None:
    game = Terminal(saves, "--handicap", "0", "--color", "black")
    game.wait("your move\\?$")
    game.type("q16\r")
    game.wait("my move: ")
    game.child.sendintr()
    assert game.status() == 130
    (saved,) = saves.iterdir()
    assert b";B[pd]\n;W[" in saved.read_bytes()


def test_a_window_of_any_size_is_survived(saves: Path) -> None:
    game = Terminal(saves, "--handicap", "9", "--color", "white", "--seed", "4")
    game.wait("your move\\?$")
    chance = random.Random(4)
    for _ in range(30):
        game.resize(chance.randint(1, 200), chance.randint(1, 70))
        game.read()
    game.resize(80, 24)
    game.type("r3\r")
    shown = game.wait("my move: ")
    assert stones(shown) == 11
    game.child.sendintr()
    assert game.status() == 130


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
