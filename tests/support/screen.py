"""The program on a screen that exists only in the test's process: keys go in, frames of cells come out."""

from __future__ import annotations

import re
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Condition, Thread
from typing import Any, ClassVar, NamedTuple

import pytest

from gnugo_py.games.text import display_width
from gnugo_py.storage.settings import DisplaySettings
from gnugo_py.system import signals
from gnugo_py.ui import interface, window
from gnugo_py.ui.layout import Frame
from gnugo_py.ui.window import MouseEvent, Window
from tests.support.program import BLACK_ON_9X9, Streams, run_here

MAX_SECONDS = 60.0
"""Seconds after which a test that waits for a screen fails; screens appear far sooner."""
_POLL_SECONDS = 0.005
_SEQUENCES = {
    **dict(zip("ABCDHF", ("UP", "DOWN", "RIGHT", "LEFT", "HOME", "END"), strict=True)),
    "1~": "HOME",
    "4~": "END",
    "5~": "PAGEUP",
    "6~": "PAGEDOWN",
    **{f"[{letter}": f"F{number}" for number, letter in enumerate("ABCDE", 1)},
    **{letter: f"F{number}" for number, letter in enumerate("PQRS", 1)},
    **{
        f"{code}~": f"F{number}"
        for number, code in enumerate((11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24), 1)
    },
}
"""The names of keys by what follows `ESC [` or `ESC O`, as Linux and xterm send them."""
ARROWS = {"up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D"}
_NAMES = {"\r": "ENTER", "\n": "ENTER", "\x7f": "BACKSPACE", "\b": "BACKSPACE", "\t": "TAB", "\x1b": "ESCAPE"}
_TOKEN = re.compile(
    r"\x1b\[200~(?P<paste>.*?)\x1b\[201~"
    r"|\x1b\[<(?P<button>\d+);(?P<x>\d+);(?P<y>\d+)(?P<kind>[Mm])"
    r"|\x1b[\[O](?P<sequence>\[?[A-Z]|[\d;]*[@-~])"
    r"|(?P<char>.)",
    re.DOTALL,
)


class Key(NamedTuple):
    """A key, with the text of a paste and the events of the mouse that belong to it."""

    name: str
    pasted: str = ""
    clicks: tuple[MouseEvent, ...] = ()


def keys_of(text: str) -> Iterator[Key]:
    """Yield the keys that a terminal would send as a text."""
    for token in _TOKEN.finditer(text):
        if token["paste"] is not None:
            yield Key("PASTE", token["paste"])
        elif token["kind"] is not None:
            wheel = {"64": -1, "65": 1}.get(token["button"], 0)
            event = MouseEvent(int(token["y"]) - 1, int(token["x"]) - 1, wheel)
            yield Key("MOUSE", "", (event,) if token["kind"] == "M" else ())
        elif token["sequence"] is not None:
            yield Key(_SEQUENCES.get(token["sequence"], "UNKNOWN"))
        else:
            yield Key(_NAMES.get(token["char"], token["char"]))


class KeyWindow(Window):
    """A window whose keys come from a test, and which keeps the frame that is shown; see `Window`."""

    def __init__(self, columns: int, lines: int) -> None:
        self.size = (columns, lines)
        self.changed = Condition()
        self.frame = Frame((), (0, 0))
        self.display = DisplaySettings()
        self.is_waiting = False
        self.bells = 0
        self._keys: deque[Key] = deque()
        self._last = Key("")

    def press(self, *keys: Key) -> None:
        """Add keys for the program to read."""
        with self.changed:
            self._keys.extend(keys)
            self.is_waiting = False
            self.changed.notify_all()

    def key(self, seconds: float | None, is_due: Callable[[], bool]) -> str:
        end = time.monotonic() + (MAX_SECONDS * 10 if seconds is None else seconds)
        with self.changed:
            while not self._keys:
                if is_due() or time.monotonic() >= end:
                    return ""
                self.is_waiting = True
                self.changed.notify_all()
                self.changed.wait(min(_POLL_SECONDS, max(end - time.monotonic(), 0.0)))
            self._last = self._keys.popleft()
            self.pasted_text = self._last.pasted
            self.is_waiting = False
        if self._last.name == "\x03":
            raise KeyboardInterrupt
        return self._last.name

    def has_waiting_key(self, milliseconds: int = 0) -> bool:
        return bool(self._keys)

    def skip_return(self, milliseconds: int) -> None:
        with self.changed:
            if self._keys and self._keys[0].name == "ENTER":
                self._keys.popleft()

    def clicks(self) -> list[MouseEvent]:
        return list(self._last.clicks)

    def show_frame(self, frame: Frame) -> None:
        with self.changed:
            self.frame = frame
            self.changed.notify_all()

    def width_and_height(self) -> tuple[int, int]:
        return self.size

    def apply_display_settings(self, display: DisplaySettings) -> None:
        self.display = display

    def ring(self) -> None:
        self.bells += 1

    def lines(self) -> list[str]:
        """Return the lines of the frame."""
        columns, lines = self.size
        cells = [[" "] * columns for _ in range(lines)]
        for span in self.frame.spans:
            column = span.column
            for char in span.text:
                width = display_width(char)
                if 0 <= span.row < lines and 0 <= column < columns and width:
                    cells[span.row][column] = char
                    cells[span.row][column + 1 : column + width] = [""] * (width - 1)
                column += width
        return ["".join(row).rstrip() for row in cells]


class Typist(ABC):
    """Someone who presses keys and reads the screen."""

    @abstractmethod
    def type(self, text: str) -> None:
        """Press the keys that a terminal would send as a text."""

    @abstractmethod
    def wait(self, pattern: str) -> str:
        """Wait until a pattern appears; return the screen."""

    @abstractmethod
    def read(self) -> list[str]:
        """Return the lines of the screen."""

    def still(self, pattern: str) -> str:
        """Wait until a pattern appears and the screen no longer changes; return the screen."""
        shown = self.wait(pattern)
        while True:
            time.sleep(10 * _POLL_SECONDS)
            if (later := "\n".join(self.read())) == shown:
                return self.wait(pattern)
            shown = later

    def enter(self, keys: str, pattern: str) -> str:
        """Press keys, and wait until a pattern appears; return the screen."""
        self.type(keys)
        return self.wait(pattern)

    def click(self, column: int, row: int) -> None:
        """Click on a point of the 9x9 board, counted from 1 at the upper left.

        Beyond column 9, the arguments are a column and a row of the screen.
        """
        x, y = (3 + 2 * (column - 1), 2 + row) if column <= 9 else (column, row)
        self.type(f"\x1b[<0;{x};{y}M\x1b[<0;{x};{y}m")


class Screen(Typist):
    """gnugo-py on a screen of a given size.

    saves   -- the folder of the saved games.
    options -- the command line, after `words`.
    shows   -- a pattern to wait for at first.
    """

    opened: ClassVar[list[Screen]] = []
    """The screens of this test, which are closed at its end."""

    def __init__(
        self,
        saves: Path,
        *options: str,
        columns: int = 80,
        lines: int = 24,
        words: tuple[str, ...] = (),
        path: str = "/usr/bin:/bin",
        shows: str = "",
    ) -> None:
        self.window = KeyWindow(columns, lines)
        self._patch = pytest.MonkeyPatch()
        for name, value in (("TERM", "linux"), ("PATH", path), ("LANG", "C.UTF-8")):
            self._patch.setenv(name, value)
        for name in ("LC_ALL", "LC_CTYPE", "NO_COLOR"):
            self._patch.delenv(name, raising=False)
        self._patch.setattr(signals, "_TERMINATION_SIGNALS", [])
        self._patch.setattr(interface, "open_window", self._open_window)
        self._patch.setattr(window, "is_curses_supported", lambda: True)
        self._streams = Streams(is_terminal=True)
        self._status: int | None = None
        self._error: BaseException | None = None
        command = (*words, "--ascii", "--saves", str(saves), *options)
        self._thread = Thread(target=self._run, args=(command,), daemon=True)
        Screen.opened.append(self)
        self._thread.start()
        if shows:
            self.wait(shows)

    @contextmanager
    def _open_window(self) -> Iterator[Any]:
        yield self.window

    def _run(self, command: tuple[str, ...]) -> None:
        try:
            self._status = run_here(command, self._streams, self._patch)
        except BaseException as error:  # reported by `status` and `wait`
            self._error = error
        with self.window.changed:
            self.window.changed.notify_all()

    @property
    def has_ended(self) -> bool:
        """Whether the program has ended."""
        return self._status is not None or self._error is not None

    def read(self) -> list[str]:
        """Return the lines of the screen once the program waits for a key or has ended."""
        with self.window.changed:
            self.window.changed.wait_for(lambda: self.window.is_waiting or self.has_ended, MAX_SECONDS)
            if self._error is not None:
                raise self._error
            if self.has_ended:
                return [*self.window.lines(), *self.printed.splitlines()]
            return self.window.lines()

    @property
    def printed(self) -> str:
        """What the program wrote to stdout and stderr, before and after it used the screen."""
        return self._streams.read("stdout") + self._streams.read("stderr")

    def wait(self, pattern: str) -> str:
        end = time.monotonic() + MAX_SECONDS
        while time.monotonic() < end:
            shown = "\n".join(self.read())
            if re.search(pattern, shown, re.MULTILINE):
                return shown
            if self.has_ended:
                break
            with self.window.changed:
                self.window.changed.wait(_POLL_SECONDS)
        pytest.fail(f"no {pattern!r} on\n" + "\n".join(self.read()))

    def type(self, text: str) -> None:
        self.window.press(*keys_of(text))

    def resize(self, columns: int, lines: int) -> None:
        self.window.size = (columns, lines)
        self.window.press(Key("RESIZE"))

    def interrupted(self) -> int:
        """Press Ctrl-C and return the exit status."""
        self.type("\x03")
        return self.status()

    def status(self, keys: str = "") -> int:
        """Press keys, wait for the end of the program, and return its exit status."""
        self.type(keys)
        self._thread.join(MAX_SECONDS)
        if self._error is not None:
            raise self._error
        assert self._status is not None, "the program has not ended"
        return self._status

    def close(self) -> None:
        """End the program, and restore what it needed."""
        self.type("\x03")
        self._thread.join(MAX_SECONDS)
        self._patch.undo()
        self._streams.close()


def begun(saves: Path, *options: str, columns: int = 80, lines: int = 24) -> Screen:
    """Start a game, without options as Black on 9x9, and wait for the first prompt."""
    return Screen(saves, *(options or BLACK_ON_9X9), columns=columns, lines=lines, shows="your move\\?$")


def board_rows(shown: str) -> list[str]:
    """Return the rows of a drawn board."""
    return re.findall(r"^ ?\d+ ((?:[-+XO*#] ?)+)", shown, re.MULTILINE)


def stones(shown: str) -> int:
    """Return the number of stones on a drawn board."""
    rows = re.findall(r"^ ?\d+ ((?:[-+XO] ?)+)", shown, re.MULTILINE)
    return sum(row.count("X") + row.count("O") for row in rows)
