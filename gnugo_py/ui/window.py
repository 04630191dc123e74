"""The terminal window, which uses curses."""

from __future__ import annotations

import codecs
import locale
import os
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple

from gnugo_py.storage.settings import DisplaySettings
from gnugo_py.storage.themes import ROLES_ON_STONE, THEMES, WOOD, DisplayRole, RoleStyle
from gnugo_py.system.signals import defer_signals
from gnugo_py.ui.layout import Frame


class MouseEvent(NamedTuple):
    """A mouse click, or a turn of the wheel: -1 for up, 1 for down."""

    row: int
    column: int
    wheel: int = 0


try:
    import curses
except ImportError:
    remedy = "on Windows run pip install windows-curses, or use --plain"
    raise ImportError(f"this Python has no curses module; {remedy}") from None

_ESCAPE_DELAY = 25
_MAX_READ_ERRORS, _BYTE = 1000, 255
_POLL_MS, _ACTIVE_POLL_MS = 100, 20
"""Milliseconds to wait for a key at a time: normally, and while the screen changes without a key."""
_MAX_COLUMNS, _MAX_LINES = 2000, 1000
"""The largest size of the window; ncurses crashes in terminals of more than 32,767 columns or lines."""
_INTERRUPT = "\x03"
_PASTE_ON, _PASTE_OFF, _PASTE_BEGIN, _PASTE_END = "\x1b[?2004h", "\x1b[?2004l", "[200~", "\x1b[201~"
"""Control sequences of bracketed paste, with which a terminal marks pasted text."""
_PASTE_PAUSE, _MAX_PASTE_LENGTH = 500, 1_000_000
"""Milliseconds without input after which a paste without an end mark ends, and the maximum paste length."""
KEY_MOUSE, _PRESSED, _CLICKED, _MOVED, _RELEASED, _UPWARDS, _DOWNWARDS = (
    getattr(curses, name, 0)
    for name in (
        "KEY_MOUSE", "BUTTON1_PRESSED", "BUTTON1_CLICKED", "REPORT_MOUSE_POSITION", "BUTTON1_RELEASED",
        "BUTTON4_PRESSED", "BUTTON5_PRESSED",
    )
)  # fmt: skip
"""The mouse constants of curses; 0 where it does not define them, as on some Windows consoles."""
_WHEEL_DIRECTIONS = {_UPWARDS: -1, _DOWNWARDS: 1}
"""The direction of the wheel by mouse button: -1 for button 4 (up), 1 for button 5 (down)."""
_CLICK_EVENTS = _PRESSED | _CLICKED | _MOVED
"""The events that count as a click.

If a terminal does not report releases, curses reports a second press as a movement. Releases are enabled
and ignored: if curses filtered them out, it would report the previous click again with the next key.
"""
_NAMES: dict[str | int, str] = {
    "\n": "ENTER", "\r": "ENTER", curses.KEY_ENTER: "ENTER",
    "\x7f": "BACKSPACE", "\b": "BACKSPACE", curses.KEY_BACKSPACE: "BACKSPACE",
    "\x1b": "ESCAPE", "\t": "TAB",
    curses.KEY_HOME: "HOME", curses.KEY_END: "END",
    curses.KEY_PPAGE: "PAGEUP", curses.KEY_NPAGE: "PAGEDOWN",
    KEY_MOUSE: "MOUSE",
    curses.KEY_UP: "UP", curses.KEY_DOWN: "DOWN", curses.KEY_LEFT: "LEFT", curses.KEY_RIGHT: "RIGHT",
    **{curses.KEY_F0 + number: f"F{number}" for number in range(1, 13)},
}  # fmt: skip
TRUE_COLORS = {
    WOOD: (220, 179, 98), 94: (120, 88, 36), 137: (200, 158, 84), 223: (234, 210, 156), 230: (244, 234, 206),
}  # fmt: skip
"""The red, green and blue parts of colors of which the palette has only a similar one, by their numbers."""
_CUBE_STEPS = (0, 95, 135, 175, 215, 255)
_SHADES = ("empty", "dark field", "black area", "black leaning", "white leaning", "white area")
_USUAL_TERMINAL = "xterm-256color"
_SIMILAR_TO_XTERM = (
    *("xterm", "alacritty", "contour", "foot", "ghostty", "gnome", "iterm", "kitty", "konsole", "mintty"),
    *("mlterm", "putty", "rio", "rxvt", "screen", "st-", "tmux", "vte", "wezterm"),
)
"""How the types of terminals begin that understand the sequences of xterm."""
_PALETTE_SIZE = 256
"""The number of colors of the palette to which the themes refer."""
_EFFECTS = {"b": curses.A_BOLD, "d": curses.A_DIM, "r": curses.A_REVERSE, "u": curses.A_UNDERLINE}


@contextmanager
def open_window() -> Iterator[Window]:
    """Open the terminal window, and always restore the terminal at the end."""
    os.environ.setdefault("ESCDELAY", str(_ESCAPE_DELAY))
    try:
        try:
            with defer_signals():
                window = _begin()
            yield Window(window)
        finally:
            with defer_signals():
                _restore()
    finally:
        _restore()  # again, in case a signal arrived before it was deferred


def _begin() -> curses.window:
    """Initialize curses and return the window. Keys are read one by one, without echo.

    curses reads the size from the environment, because that of a very large terminal would crash it.
    """
    if hasattr(signal, "SIGWINCH"):
        signal.signal(signal.SIGWINCH, lambda *_: None)  # else curses would handle the signal
    size, before = shutil.get_terminal_size(), os.environ.copy()
    os.environ["COLUMNS"] = str(min(size.columns, _MAX_COLUMNS))
    os.environ["LINES"] = str(min(size.lines, _MAX_LINES))
    window = curses.initscr()
    del os.environ["COLUMNS"], os.environ["LINES"]
    os.environ.update(before)
    curses.noecho()
    curses.cbreak()
    with suppress(curses.error):
        curses.start_color()
    _write(_PASTE_ON)
    return window


def _write(sequence: str) -> None:
    """Send the terminal a control sequence that curses does not support."""
    with suppress(OSError, ValueError):  # the terminal may be gone
        sys.stdout.write(sequence)
        sys.stdout.flush()


def _restore() -> None:
    """Restore the terminal. Further calls have no effect."""
    with suppress(curses.error):
        if not curses.isendwin():
            _write(_PASTE_OFF)
            curses.echo()
            curses.nocbreak()
            curses.endwin()
            if hasattr(signal, "SIGWINCH"):
                signal.signal(signal.SIGWINCH, signal.SIG_DFL)


def is_curses_supported() -> bool:
    """Return whether curses supports the terminal.

    If the terminal has no entry in the database, as over ssh, but understands the sequences of xterm, TERM is
    changed to the usual type.
    """
    terminal = os.environ.get("TERM", "unknown")
    names = [terminal, _USUAL_TERMINAL] if terminal.startswith(_SIMILAR_TO_XTERM) else [terminal]
    for name in names:
        with suppress(curses.error):
            curses.setupterm(name)
            os.environ["TERM"] = name
            return True
    return False


class Window:
    """A terminal window.

    has_solid_stones -- whether it has so many colors that stones need no outlines to be told apart.
    has_colors       -- whether it has colors, and the theme uses them.
    pasted_text      -- the text that belongs to a `PASTE` key, cut to the maximum length of a paste.
    """

    has_solid_stones = has_colors = False

    def __init__(self, window: curses.window) -> None:
        self._window = window
        self._failures = 0
        self.pasted_text = ""
        self._waiting: list[str | int] = []
        encoding = locale.getpreferredencoding(False)
        self._decoder = codecs.getincrementaldecoder(encoding)("replace")
        window.keypad(True)
        if curses.has_colors():
            curses.use_default_colors()

    def key(self, seconds: float | None, is_due: Callable[[], bool]) -> str:
        """Return the name of the next key; `RESIZE` if the window was resized.

        seconds -- how long to wait before returning an empty string, None for no limit.
        is_due  -- returns whether to stop waiting at once.

        Raise KeyboardInterrupt for Ctrl-C.

        Polls at short intervals, so that a signal that arrives just before a read is handled soon.
        """
        end = None if seconds is None else time.monotonic() + seconds
        while True:
            began = time.monotonic()
            if is_due() or (end is not None and began > end):
                return ""
            if self._fit_to_terminal():
                return "RESIZE"
            key = self._next(_POLL_MS if seconds is None else _ACTIVE_POLL_MS)
            if key is not None:
                self._failures = 0
                return self._named(key)
            if time.monotonic() - began <= _ACTIVE_POLL_MS / 2000:
                self._failures += 1
                if self._failures > _MAX_READ_ERRORS:
                    raise KeyboardInterrupt  # the terminal is gone
                return "RESIZE"

    def _fit_to_terminal(self) -> bool:
        """Give the window the size of the terminal, if that has changed; return whether it has."""
        if os.name == "nt":  # curses does it there
            return False
        width, height = self.width_and_height()
        size = shutil.get_terminal_size((width, height))
        columns, lines = min(size.columns, _MAX_COLUMNS), min(size.lines, _MAX_LINES)
        if (columns, lines) == (width, height):
            return False
        with suppress(curses.error):
            curses.resize_term(lines, columns)
        self._window.clearok(True)  # the terminal may have moved what it shows
        return self.width_and_height() != (width, height)

    def has_waiting_key(self, milliseconds: int = 0) -> bool:
        """Return whether another key has already been pressed, or is pressed within some time."""
        if (key := self._next(milliseconds)) is not None:
            self._waiting.append(key)
        return key is not None

    def skip_return(self, milliseconds: int) -> None:
        """Skip a Return that is pressed within some time."""
        key = self._next(milliseconds)
        if key is not None and _NAMES.get(key) != "ENTER":
            self._waiting.append(key)

    def _next(self, milliseconds: int) -> str | int | None:
        """Return the next key, a character or a curses key code, or None if none arrives in time.

        Bytes are decoded here because curses discards the bytes that follow an invalid one.
        """
        if self._waiting:
            return self._waiting.pop()
        self._window.timeout(milliseconds)
        if os.name == "nt":
            with suppress(curses.error):
                return self._window.get_wch()
            return None
        while (code := self._window.getch()) >= 0:
            if code > _BYTE:
                return code
            if char := self._decoder.decode(bytes([code])):
                self._waiting += reversed(char[1:])
                return char[0]
        return None

    def _read_paste(self) -> str:
        """Read pasted text until its end mark or until no more input arrives."""
        text, end, failures = list[str](), "", 0
        while end != _PASTE_END and failures < _MAX_READ_ERRORS:
            began = time.monotonic()
            key = self._next(_PASTE_PAUSE)
            if key is None:
                failures += 1 if time.monotonic() - began < _PASTE_PAUSE / 2000 else _MAX_READ_ERRORS
            elif isinstance(key, str):
                end = (end + key)[-len(_PASTE_END) :]
                if len(text) < _MAX_PASTE_LENGTH + len(_PASTE_END):
                    text.append(key)
        return "".join(text).removesuffix(_PASTE_END)[:_MAX_PASTE_LENGTH]

    def clicks(self) -> list[MouseEvent]:
        """Return the clicks and turns of the wheel that belong to a `MOUSE` key, oldest first; often none.

        curses returns the newest event first. Its event queue is always emptied, because an event left there
        would be returned together with the next one.
        """
        clicks: list[MouseEvent] = []
        with suppress(curses.error):
            while True:
                _, column, row, _, buttons = curses.getmouse()
                turned = next((step for button, step in _WHEEL_DIRECTIONS.items() if buttons & button), 0)
                if turned or buttons & _CLICK_EVENTS:
                    clicks.append(MouseEvent(row, column, turned))
        return clicks[::-1]

    def _named(self, key: str | int) -> str:
        """Return the name of a key. Raise KeyboardInterrupt for Ctrl-C."""
        if key == _INTERRUPT:
            raise KeyboardInterrupt
        if key == "\x1b" and (sequence := self._unknown_sequence()):
            if sequence != _PASTE_BEGIN:
                return "UNKNOWN"
            self.pasted_text = self._read_paste()
            return "PASTE"
        return _NAMES.get(key, key if isinstance(key, str) else "RESIZE")

    def _unknown_sequence(self) -> str:
        """Read the rest of an escape sequence that curses does not recognize, if there is one."""
        key, sequence = self._next(0), ""
        if key is not None and key not in ("[", "O"):
            self._waiting.append(key)
            return ""
        while isinstance(key, str) and (not sequence or key == "[" or not "@" <= key <= "~"):
            sequence += key
            key = self._next(0)
        return "" if key is None else sequence + str(key)

    def width_and_height(self) -> tuple[int, int]:
        height, width = self._window.getmaxyx()
        return width, height

    def show_frame(self, frame: Frame) -> None:
        self._window.erase()
        for span in frame.spans:
            with suppress(curses.error):  # the window shrank during drawing; a resize key follows
                attribute = self._attribute_of(span.role, span.ground)
                self._window.addstr(span.row, span.column, span.text, attribute)
        with suppress(curses.error):
            self._window.move(*frame.cursor)
        self._window.refresh()

    def ring(self) -> None:
        with suppress(curses.error):
            curses.beep()

    def apply_display_settings(self, display: DisplaySettings) -> None:
        """Apply the theme, and turn mouse events on or off; called before the first frame is shown."""
        self._theme = THEMES[display.theme]
        self._has_color = curses.has_colors() and not os.environ.get("NO_COLOR")
        has_palette = self._has_color and curses.COLORS >= _PALETTE_SIZE
        self.has_colors = self._has_color and display.theme != "mono"
        self.has_solid_stones = has_palette and self.has_colors
        self._attributes: dict[tuple[DisplayRole, DisplayRole | None], int] = {}
        self._pairs: dict[tuple[int, int], int] = {}
        if has_palette and _can_redefine_colors():
            for number, color in TRUE_COLORS.items():
                curses.init_color(number, *(part * 1000 // 255 for part in color))
        if KEY_MOUSE:
            curses.mousemask(sum(_WHEEL_DIRECTIONS, _CLICK_EVENTS | _RELEASED) if display.mouse else 0)
            curses.mouseinterval(0)

    def _attribute_of(self, role: DisplayRole, ground: DisplayRole | None) -> int:
        """Return the curses attribute of a role, or of the color of a role on that of another one."""
        look = role, ground
        if look not in self._attributes:
            style = self._theme[role]
            colors = style.colors_256 if curses.COLORS >= _PALETTE_SIZE else style.colors_8
            effects = style.effects if self._has_color else style.no_color
            if ground is not None:
                colors, effects = colors_on_ground(self._theme, role, ground), ""
            self._attributes[look] = sum(_EFFECTS[letter] for letter in effects) | self._color_pair(colors)
        return self._attributes[look]

    def _color_pair(self, colors: tuple[int, int]) -> int:
        if not self._has_color or colors == (-1, -1):
            return 0
        if colors not in self._pairs:
            self._pairs[colors] = len(self._pairs) + 1
            curses.init_pair(self._pairs[colors], *map(_terminal_color, colors))
        return curses.color_pair(self._pairs[colors])


def palette_color(number: int) -> tuple[int, int, int]:
    """Return the red, green and blue parts of a color of the palette, from 16."""
    if number >= 232:
        return (8 + 10 * (number - 232),) * 3
    red, green, blue = (number - 16) // 36, (number - 16) // 6 % 6, (number - 16) % 6
    return _CUBE_STEPS[red], _CUBE_STEPS[green], _CUBE_STEPS[blue]


def colors_on_ground(
    theme: dict[DisplayRole, RoleStyle], role: DisplayRole, ground: DisplayRole
) -> tuple[int, int]:
    """Return the colors, of 256, of a sign in the color of one role on the color of another one."""
    on_stone = ROLES_ON_STONE.get((role, ground))
    sign = _solid_color(theme, role) if on_stone is None else theme[on_stone].colors_256[1]
    return sign, _solid_color(theme, ground)


def _solid_color(theme: dict[DisplayRole, RoleStyle], role: DisplayRole) -> int:
    """Return the color in which the shape of a role is filled: that which is not the color of the board."""
    sign, ground = theme[role].colors_256
    return sign if role not in _SHADES and ground in (-1, theme["empty"].colors_256[1]) else ground


def _can_redefine_colors() -> bool:
    """Return whether the terminal shows all colors, and restores those that were redefined at the end."""
    if os.name == "nt" or os.environ.get("COLORTERM", "").lower() not in ("truecolor", "24bit"):
        return False
    can_restore = curses.can_change_color() and bool(curses.tigetstr("oc"))
    return can_restore and curses.COLORS == _PALETTE_SIZE


def _terminal_color(number: int) -> int:
    """Return the number that stands for a color of the palette of 256; on most terminals, it is the same.

    On terminals that number colors by their red, green and blue parts, it consists of these.
    """
    if number < 0 or curses.COLORS <= _PALETTE_SIZE:
        return number
    red, green, blue = TRUE_COLORS.get(number) or palette_color(number)
    return red << 16 | green << 8 | blue
