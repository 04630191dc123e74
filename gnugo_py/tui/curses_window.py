"""What a terminal's window can do, without saying how."""

from __future__ import annotations

import codecs
import locale
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple, Protocol

from gnugo_py.core.signals import defer_signals
from gnugo_py.storage.settings import Look
from gnugo_py.tui.board_view import STONES
from gnugo_py.tui.layout import Picture
from gnugo_py.tui.themes import THEMES, Role, Style


class Click(NamedTuple):
    """A click, or a turn of the wheel.

    row, column -- where.
    turned      -- -1 for the wheel upward, 1 for downward, 0 for a click.
    """

    row: int
    column: int
    turned: int = 0


class Window(Protocol):
    """A terminal's window."""

    def size(self) -> tuple[int, int]:
        """Its width and height in cells."""

    def key(self) -> str:
        """The next key, by name.  Raises KeyboardInterrupt for Ctrl-C."""

    def waiting_keys(self) -> Iterator[str]:
        """The keys that were pressed already.  Raises KeyboardInterrupt for Ctrl-C."""

    def is_alone(self) -> bool:
        """Whether no other key follows the last one at once, as it does within a word."""

    def has_waiting_key(self) -> bool:
        """Whether another key was pressed already."""

    def pasted(self) -> str:
        """The text that was pasted, with a key `PASTE`."""

    def clicks(self) -> list[Click]:
        """What the mouse did that came with a key `MOUSE`, in order; often nothing."""

    def show(self, picture: Picture) -> None:
        """Draw a picture."""

    def dress(self, look: Look) -> None:
        """Put on a theme, and listen to the mouse or not."""

    def ring(self) -> None:
        """Ring the terminal's bell."""


try:
    import curses
except ImportError:
    remedy = "on Windows: pip install windows-curses, or play with --plain"
    raise ImportError(f"there is no curses here; {remedy}") from None

ESCAPE_DELAY = 25
MOST_FAILURES, BYTE, WAKING = 1000, 255, 100
ALONE = 400
INTERRUPT = "\x03"
PASTE_ON, PASTE_OFF, PASTE_BEGIN, PASTE_END = "\x1b[?2004h", "\x1b[?2004l", "[200~", "\x1b[201~"
"""What terminals call bracketed paste: it tells what is pasted from what is typed."""
PASTE_PAUSE, LONGEST_PASTE = 500, 10_000
"""Milliseconds after which a paste without an end is over, and how much of one is kept."""
KEY_MOUSE, PRESSED, CLICKED, MOVED, RELEASED, UPWARDS, DOWNWARDS = (
    getattr(curses, name, 0)
    for name in (
        "KEY_MOUSE", "BUTTON1_PRESSED", "BUTTON1_CLICKED", "REPORT_MOUSE_POSITION", "BUTTON1_RELEASED",
        "BUTTON4_PRESSED", "BUTTON5_PRESSED",
    )
)  # fmt: skip
"""What curses calls what a mouse does; 0 where it knows of none, as in some consoles of Windows."""
WHEEL = {UPWARDS: -1, DOWNWARDS: 1}
"""Which way the wheel is turned by a press of the fourth and the fifth button."""
CLICK = PRESSED | CLICKED | MOVED
"""What counts as a click.  A second press without a release, from a terminal that reports none, is to
curses a movement.  Releases are listened to as well and mean nothing: events that curses filters out come
back with the next key as the click before.
"""
_NAMES: dict[str | int, str] = {
    "\n": "ENTER", "\r": "ENTER", curses.KEY_ENTER: "ENTER",
    "\x7f": "BACKSPACE", "\b": "BACKSPACE", curses.KEY_BACKSPACE: "BACKSPACE",
    "\x1b": "ESCAPE", "\t": "TAB",
    curses.KEY_HOME: "HOME", curses.KEY_END: "END",
    curses.KEY_PPAGE: "PAGEUP", curses.KEY_NPAGE: "PAGEDOWN",
    curses.KEY_UP: "UP", curses.KEY_DOWN: "DOWN", curses.KEY_LEFT: "LEFT", curses.KEY_RIGHT: "RIGHT",
    **{curses.KEY_F0 + number: f"F{number}" for number in range(1, 13)},
}  # fmt: skip
FILLED = {"○": "●"} | {
    hollow: full for tall in (2, 3) for hollow, full in zip(STONES["O", tall], STONES["X", tall], strict=True)
}
_EFFECTS = {"b": curses.A_BOLD, "d": curses.A_DIM, "r": curses.A_REVERSE, "u": curses.A_UNDERLINE}


@contextmanager
def open_window() -> Iterator[Window]:
    """Take over the terminal, and restore it at the end, whatever happens."""
    os.environ.setdefault("ESCDELAY", str(ESCAPE_DELAY))
    try:
        try:
            with defer_signals():
                window = _begin()
            yield _Window(window)
        finally:
            with defer_signals():
                _restore()
    finally:
        _restore()  # again, in case a signal came before the deferral


def _begin() -> curses.window:
    """Return the window of the terminal, its keys read one by one."""
    window = curses.initscr()
    curses.noecho()
    curses.cbreak()
    with suppress(curses.error):
        curses.start_color()
    _write(PASTE_ON)
    return window


def _write(sequence: str) -> None:
    """Send the terminal a sequence that curses knows nothing of."""
    with suppress(OSError, ValueError):  # the terminal may be gone
        sys.stdout.write(sequence)
        sys.stdout.flush()


def _restore() -> None:
    """Leave the terminal as it was.  Further calls have no effect."""
    with suppress(curses.error):
        if not curses.isendwin():
            _write(PASTE_OFF)
            curses.echo()
            curses.nocbreak()
            curses.endwin()


def is_usable() -> bool:
    """Whether curses knows the terminal."""
    try:
        curses.setupterm()
    except curses.error:
        return False
    return True


class _Window:
    """A curses window."""

    def __init__(self, window: curses.window) -> None:
        self._window = window
        self._failures = 0
        self._pasted = ""
        self._waiting: list[str | int] = []
        encoding = locale.getpreferredencoding(False)
        self._decoder = codecs.getincrementaldecoder(encoding)("replace")
        self._is_coloured = False
        self._styles: dict[Role, int] = {}
        window.keypad(True)
        window.timeout(WAKING)
        if curses.has_colors():
            curses.use_default_colors()

    def key(self) -> str:
        """The next key, by name; a window that was resized counts as one, named `RESIZE`.

        Waits a moment at a time: a signal that comes just before the waiting begins does not end it.
        """
        while True:
            began = time.monotonic()
            try:
                key = self._next()
            except curses.error:
                if time.monotonic() - began > WAKING / 2000:
                    continue
                self._failures += 1
                if self._failures > MOST_FAILURES:
                    raise KeyboardInterrupt from None  # nobody is there any more
                return "RESIZE"
            self._failures = 0
            return self._named(key)

    def waiting_keys(self) -> Iterator[str]:
        """The keys that were pressed already."""
        try:
            while True:
                self._window.nodelay(True)
                yield self._named(self._next())
        except curses.error:
            return
        finally:
            self._window.timeout(WAKING)

    def has_waiting_key(self) -> bool:
        """Whether another key was pressed already."""
        self._window.nodelay(True)
        try:
            self._put_back(self._next())
        except curses.error:
            return False
        finally:
            self._window.timeout(WAKING)
        return True

    def _put_back(self, key: str | int) -> None:
        """Have a key come again."""
        self._waiting.append(key)

    def _next(self) -> str | int:
        """The next key, a character or a number of curses'.  Raises curses.error if none comes in time.

        Bytes are decoded here: after one that is no text, curses would swallow those that follow.
        """
        if self._waiting:
            return self._waiting.pop()
        if os.name == "nt":
            return self._window.get_wch()
        while True:
            code = self._window.getch()
            if code < 0:
                raise curses.error("no input")
            if code > BYTE:
                return code
            if char := self._decoder.decode(bytes([code])):
                self._waiting += reversed(char[1:])
                return char[0]

    def pasted(self) -> str:
        """The text that was pasted; what is longer than any line is left out."""
        return self._pasted

    def _read_paste(self) -> str:
        """Read what is pasted, to its end or until nothing more comes."""
        text, failures = "", 0
        self._window.timeout(PASTE_PAUSE)
        while not text.endswith(PASTE_END) and failures < MOST_FAILURES:
            began = time.monotonic()
            try:
                key = self._next()
            except curses.error:  # nothing came, or bytes that are no text
                failures += 1 if time.monotonic() - began < PASTE_PAUSE / 2000 else MOST_FAILURES
                continue
            if len(text) >= LONGEST_PASTE:  # only what may be its end is still of interest
                text = text[: LONGEST_PASTE - len(PASTE_END)] + text[1 - len(PASTE_END) :]
            text += key if isinstance(key, str) else ""
        self._window.timeout(WAKING)
        return text.removesuffix(PASTE_END)

    def is_alone(self) -> bool:
        """Whether no other key follows at once, as it does within a word."""
        self._window.timeout(ALONE)
        try:
            key = self._next()
        except curses.error:
            return True
        finally:
            self._window.timeout(WAKING)
        self._put_back(key)
        return False

    def clicks(self) -> list[Click]:
        """Each click and each turn of the wheel, the first one first; anything else a mouse does is nothing.

        All events are taken, the newest first: one that was left would come back with the next.
        """
        found: list[Click] = []
        with suppress(curses.error):
            while True:
                _, column, row, _, buttons = curses.getmouse()
                turned = next((step for button, step in WHEEL.items() if buttons & button), 0)
                if turned or buttons & CLICK:
                    found.append(Click(row, column, turned))
        return found[::-1]

    def _named(self, key: str | int) -> str:
        """A key, by name.  Raises KeyboardInterrupt for Ctrl-C."""
        if key == INTERRUPT:
            raise KeyboardInterrupt
        if KEY_MOUSE and key == KEY_MOUSE:
            return "MOUSE"
        if key == "\x1b" and (sequence := self._unknown_sequence()):
            if sequence != PASTE_BEGIN:
                return "UNKNOWN"
            self._pasted = self._read_paste()
            return "PASTE"
        return _NAMES.get(key, key if isinstance(key, str) else "RESIZE")

    def _unknown_sequence(self) -> str:
        """Read what follows an escape in the sequence of a key that curses does not know.

        Return an empty string for an escape that begins none.
        """
        self._window.nodelay(True)
        try:
            key = self._next()
            if key not in ("[", "O"):
                self._put_back(key)
                return ""
            sequence = str(key)
            key = self._next()
            while isinstance(key, str) and (key == "[" or not "@" <= key <= "~"):
                sequence += key
                key = self._next()
        except curses.error:
            return ""
        finally:
            self._window.timeout(WAKING)
        return sequence + str(key)

    def size(self) -> tuple[int, int]:
        """Its width and height in cells."""
        height, width = self._window.getmaxyx()
        return width, height

    def show(self, picture: Picture) -> None:
        """Draw a picture; curses sends only what changed."""
        self._window.erase()
        for span in picture.spans:
            with suppress(curses.error):  # the window shrank while it was drawn; a resize key follows
                is_white = span.role in ("white", "cursor on white")
                text = _filled(span.text) if self._is_coloured and is_white else span.text
                self._window.addstr(span.row, span.column, text, self._styles[span.role])
        with suppress(curses.error):
            self._window.move(*picture.cursor)
        self._window.refresh()

    def ring(self) -> None:
        """Ring the bell."""
        with suppress(curses.error):
            curses.beep()

    def dress(self, look: Look) -> None:
        """Put on the theme, and listen to the mouse or not."""
        theme = THEMES[look.theme]
        colourless = not curses.has_colors() or bool(os.environ.get("NO_COLOR"))
        self._is_coloured = not colourless and look.theme != "mono"
        pairs: dict[tuple[int, int], int] = {}
        for role, style in theme.items():
            self._styles[role] = _attribute(style, colourless, pairs)
        if KEY_MOUSE:
            curses.mousemask(sum(WHEEL, CLICK | RELEASED) if look.mouse else 0)
            curses.mouseinterval(0)


def _filled(text: str) -> str:
    """A white stone as a full disc, for colours to tell it from a black one."""
    for hollow, full in FILLED.items():
        text = text.replace(hollow, full)
    return text


def _attribute(style: Style, colourless: bool, pairs: dict[tuple[int, int], int]) -> int:
    """The curses attribute of a style; `pairs` holds the colour pairs made so far."""
    effects = 0
    for letter in style.mono if colourless else style.effects:
        effects |= _EFFECTS[letter]
    colours = style.many if curses.COLORS >= 256 else style.few if not colourless else (-1, -1)
    if colourless or colours == (-1, -1):
        return effects
    if colours not in pairs:
        number = len(pairs) + 1
        curses.init_pair(number, *colours)
        pairs[colours] = number
    return effects | curses.color_pair(pairs[colours])
