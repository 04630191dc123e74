"""The screens before a game: a page to read, the menu, and the form; and what all screens have in common.

A screen draws itself and handles one key at a time; it does not read further keys.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from gnugo_py.app.application import Application
from gnugo_py.core.types import UserError
from gnugo_py.tui.curses_window import Window
from gnugo_py.tui.form import Form, StartScreens
from gnugo_py.tui.key_handling import PAGE_KEYS, press
from gnugo_py.tui.layout import Frame, draw_frame
from gnugo_py.tui.menu import Menu, MenuEntry
from gnugo_py.tui.state import State

_LEAVE_KEYS = ("ESCAPE", "F10", "q")


class Screen(Protocol):
    """What fills the window until another screen is opened."""

    @property
    def interval(self) -> float | None:
        """How many seconds to wait for a key before `on_tick`; None without a limit."""

    @property
    def is_due(self) -> bool:
        """Whether `on_tick` has something to do at once, although the interval is not over."""

    @property
    def takes_keys(self) -> bool:
        """Whether keys are read now; otherwise they wait."""

    def draw(self, width: int, height: int) -> Frame:
        """Return what to show in a window of a size."""

    def on_key(self, key: str) -> None:
        """Handle a key; see `Window.key`."""

    def on_tick(self) -> None:
        """Handle what has happened without a key."""


class _StillScreen:
    """A screen on which nothing happens without a key."""

    interval: float | None = None
    is_due = False
    takes_keys = True

    def on_tick(self) -> None:
        """Do nothing."""


class PageScreen(_StillScreen):
    """A page of text.

    page     -- its lines.
    on_leave -- is called when a key is pressed that does not scroll it.
    """

    def __init__(self, page: tuple[str, ...], on_leave: Callable[[], None]) -> None:
        self._state, self._on_leave = State(page=page, prompt="press Return to go back:"), on_leave

    def draw(self, width: int, height: int) -> Frame:
        """Return the page from the line to which it is scrolled."""
        return draw_frame(self._state, width, height)

    def on_key(self, key: str) -> None:
        """Scroll, or leave the page."""
        if key in PAGE_KEYS or key == "RESIZE":
            self._state, _ = press(self._state, key)
        else:
            self._on_leave()


class MenuScreen(_StillScreen):
    """The menu at the start.

    window    -- the window in which it is shown.
    menu      -- the menu.
    on_choice -- is called with what an entry starts: an application, or None for the form.
    on_leave  -- is called if the player leaves the program.
    """

    def __init__(
        self,
        window: Window,
        menu: Menu,
        on_choice: Callable[[Application | None], None],
        on_leave: Callable[[], None],
    ) -> None:
        self._window, self._menu = window, menu
        self._on_choice, self._on_leave = on_choice, on_leave

    def draw(self, width: int, height: int) -> Frame:
        """Return the menu."""
        return self._menu.draw(width, height)

    def on_key(self, key: str) -> None:
        """Move in the menu, or start what an entry offers."""
        if key in _LEAVE_KEYS:
            self._on_leave()
        elif key == "MOUSE":
            width = self._window.size()[0]
            rows = [click.row for click in self._window.clicks() if not click.wheel]
            entry = next(filter(None, (self._menu.on_click(row, width) for row in rows)), None)
            self._choose(entry)
        else:
            self._menu, entry = self._menu.press(key)
            self._choose(entry)

    def _choose(self, entry: MenuEntry | None) -> None:
        """Start what an entry offers, if there is one."""
        if entry is None:
            return
        if entry.start is None:
            self._on_leave()
            return
        try:
            app = entry.start()
        except UserError as error:
            self._menu = self._menu._replace(error=f"{error}.")
        else:
            self._on_choice(app)


class FormScreen(_StillScreen):
    """The form for a new game.

    window      -- the window in which it is shown.
    form        -- the form as it is filled in so far.
    start       -- the help page of the form, and how applications are started.
    open_screen -- shows another screen.
    on_start    -- is called with the application that the form starts.
    on_leave    -- is called if the player leaves the form.
    """

    def __init__(
        self,
        window: Window,
        form: Form,
        start: StartScreens,
        open_screen: Callable[[Screen], None],
        on_start: Callable[[Application], None],
        on_leave: Callable[[], None],
    ) -> None:
        self._window, self.form, self._start = window, form, start
        self._open, self._on_start, self._on_leave = open_screen, on_start, on_leave

    def draw(self, width: int, height: int) -> Frame:
        """Return the form."""
        return self.form.draw(width, height)

    def on_key(self, key: str) -> None:
        """Change the form, start the game, or leave."""
        if key in _LEAVE_KEYS:
            self._on_leave()
        elif key == "F1":
            page = self._start.help(self.form.values())
            self._open(PageScreen(page, lambda: self._open(self)))
        elif key == "MOUSE":
            for click in self._window.clicks():
                if not click.wheel:
                    self.form = self.form.on_click(click.row, self._window.size()[1])
        elif key == "ENTER":
            self._begin(lambda: self._start.begin(self.form.values()))
        elif key == "F2":
            self._begin(self._start.start_lesson)
        else:
            self.form = self.form.press(key)

    def _begin(self, start: Callable[[], Application]) -> None:
        """Start something; show why it cannot start."""
        try:
            app = start()
        except UserError as error:
            self.form = self.form._replace(error=f"{error}.")
        else:
            self._on_start(app)
