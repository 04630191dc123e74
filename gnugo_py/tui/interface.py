"""The curses interface: a loop that shows a screen and passes keys to it, and the screens before a game.

A screen draws itself and handles one key at a time; it does not read further keys.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from gnugo_py.app.application import Application
from gnugo_py.core.types import UserError
from gnugo_py.storage.settings import DisplaySettings
from gnugo_py.tui.curses_window import Window, open_window
from gnugo_py.tui.engine_worker import InterruptedEngines
from gnugo_py.tui.form import Form, Menu, MenuEntry, StartScreenCallbacks
from gnugo_py.tui.layout import Frame, frame_from_state
from gnugo_py.tui.line_and_cursor import PAGE_KEYS, press_key
from gnugo_py.tui.session_screen import SessionScreen
from gnugo_py.tui.state import ScreenState

_LEAVE_KEYS = ("ESCAPE", "F10", "q")


class Screen(Protocol):
    """What fills the window until another screen is opened."""

    @property
    def interval(self) -> float | None:
        """Seconds to wait for a key before `on_tick` is called, None for no limit."""

    @property
    def is_tick_due(self) -> bool:
        """Whether `on_tick` has something to do at once, even if the interval has not passed."""

    @property
    def is_reading_keys(self) -> bool:
        """Whether keys are read now, rather than left waiting."""

    def make_frame(self, width: int, height: int) -> Frame:
        """Return what to show in a window of the given size."""

    def on_key(self, key: str) -> None:
        """Handle a key; see `Window.key`."""

    def on_tick(self) -> None:
        """Handle what has happened without a key."""


class _StillScreen:
    """A screen on which nothing happens without a key."""

    interval: float | None = None
    is_tick_due = False
    is_reading_keys = True

    def on_tick(self) -> None:
        """Do nothing."""


class PageScreen(_StillScreen):
    """A page of text.

    page     -- its lines.
    on_leave -- is called when the player presses a key that does not scroll the page.
    """

    def __init__(self, page: tuple[str, ...], on_leave: Callable[[], None]) -> None:
        self._state, self._on_leave = ScreenState(page=page, prompt="press Return to go back:"), on_leave

    def make_frame(self, width: int, height: int) -> Frame:
        """Return the page from the line to which it is scrolled."""
        return frame_from_state(self._state, width, height)

    def on_key(self, key: str) -> None:
        """Scroll, or leave the page."""
        if key in PAGE_KEYS or key == "RESIZE":
            self._state, _ = press_key(self._state, key)
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

    def make_frame(self, width: int, height: int) -> Frame:
        """Return the menu."""
        return self._menu.make_frame(width, height)

    def on_key(self, key: str) -> None:
        """Move in the menu, or start what an entry offers."""
        if key in _LEAVE_KEYS:
            self._on_leave()
        elif key == "MOUSE":
            width = self._window.width_and_height()[0]
            rows = [click.row for click in self._window.clicks() if not click.wheel]
            entry = next(filter(None, (self._menu.entry_at_row(row, width) for row in rows)), None)
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
    start       -- the callbacks that return the help page and start applications.
    open_screen -- shows another screen.
    on_start    -- is called with the application that the form starts.
    on_leave    -- is called if the player leaves the form.
    """

    def __init__(
        self,
        window: Window,
        form: Form,
        start: StartScreenCallbacks,
        open_screen: Callable[[Screen], None],
        on_start: Callable[[Application], None],
        on_leave: Callable[[], None],
    ) -> None:
        self._window, self.form, self._start = window, form, start
        self._open, self._on_start, self._on_leave = open_screen, on_start, on_leave

    def make_frame(self, width: int, height: int) -> Frame:
        """Return the form."""
        return self.form.make_frame(width, height)

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
                    self.form = self.form.on_click(click.row, self._window.width_and_height()[1])
        elif key == "ENTER":
            self._begin(lambda: self._start.begin(self.form.values()))
        elif key == "F2":
            self._begin(self._start.start_lesson)
        else:
            self.form = self.form.after_key(key)

    def _begin(self, start: Callable[[], Application]) -> None:
        """Start an application, or show why it cannot start."""
        try:
            app = start()
        except UserError as error:
            self.form = self.form._replace(error=f"{error}.")
        else:
            self._on_start(app)


_MIN_REFRESH_INTERVAL = 0.2
"""Minimum seconds between two screen updates while more keys are waiting."""
_KEYLESS_WAIT = 0.05
"""Seconds to sleep while the screen does not read keys."""


def run_curses_interface(start: StartScreenCallbacks, display: DisplaySettings) -> None:
    """Show the form and the game on the screen, and further games until the player quits.

    KeyboardInterrupt is raised again after the game has been saved and the terminal restored.
    """
    last: list[str] = []
    try:
        with open_window() as window:
            CursesInterface(window, start, display, last).run()
    finally:
        with suppress(OSError):  # the terminal may be gone
            sys.stdout.write("".join(f"{line}\n" for line in last))
            sys.stdout.flush()


class CursesInterface:
    """The screens of one run of the program in a window, and the order in which they follow each other.

    start   -- the callbacks that return the menu and the form, and that start applications.
    display -- the display settings.
    last    -- receives the lines to print in the terminal after the screen is closed.
    """

    def __init__(
        self, window: Window, start: StartScreenCallbacks, display: DisplaySettings, last: list[str]
    ) -> None:
        self._window, self._start, self._display, self._last = window, start, display, last
        self._history: tuple[str, ...] = ()
        self._late = InterruptedEngines()
        self._form = Form(start.title, start.form, {}, notes=start.notes)
        self._screen: Screen | None = None
        self._drawn = self._ticked = 0.0
        window.apply_display_settings(display)

    def run(self) -> None:
        """Show one screen after another until the player quits."""
        try:
            if self._start.ready is not None:
                self._play(self._start.ready)
            else:
                self._open_start()
            while self._screen is not None:
                self._step(self._screen)
        except KeyboardInterrupt:
            if isinstance(self._screen, SessionScreen):
                self._screen.save_and_quit()
                self._last[:] = self._screen.last_lines
            raise

    def _step(self, screen: Screen) -> None:
        """Draw a screen, wait for a key or for something else to happen, and let the screen handle it."""
        if self._is_drawing_due():
            self._window.show_frame(screen.make_frame(*self._window.width_and_height()))
        key = self._wait(screen)
        if key:
            screen.on_key(key)
        is_interval_over = screen.interval is not None and time.monotonic() >= self._ticked + screen.interval
        if self._screen is screen and (not key or is_interval_over):
            self._ticked = time.monotonic()
            screen.on_tick()

    def _wait(self, screen: Screen) -> str:
        """Return the next key, or an empty string as soon as the screen has something else to do."""
        interval = screen.interval
        seconds = None if interval is None else max(self._ticked + interval - time.monotonic(), 0.0)
        if screen.is_reading_keys:
            return self._window.key(seconds, lambda: screen.is_tick_due)
        time.sleep(_KEYLESS_WAIT)
        return ""

    def _is_drawing_due(self) -> bool:
        """Return whether to draw now. While keys wait, draw only every `_MIN_REFRESH_INTERVAL` seconds."""
        now = time.monotonic()
        if self._window.has_waiting_key() and now - self._drawn < _MIN_REFRESH_INTERVAL:
            return False
        self._drawn = now
        return True

    def _open(self, screen: Screen | None) -> None:
        """Show another screen; None leaves the program."""
        self._screen = screen

    def _open_start(self) -> None:
        """Show the menu or, if there is none, the form."""
        if self._start.menu is None:
            self._open_form(self._form)
            return
        menu = self._start.menu()
        self._open(MenuScreen(self._window, menu, self._on_menu_choice, lambda: self._open(None)))

    def _on_menu_choice(self, app: Application | None) -> None:
        """Start what was chosen in the menu, or show the form if `app` is None."""
        if app is None:
            self._open_form(self._form._replace(leave="back"))
        else:
            self._play(app)

    def _open_form(self, form: Form, left: Application | None = None) -> None:
        """Show the form.

        left -- the application that the player left for a new game; leaving the form continues it.
        """

        def begin(app: Application) -> None:
            self._form = screen.form
            self._play(app)

        def leave() -> None:
            self._form = screen.form
            if left is not None and left.can_continue_left_game:
                left.continue_left_game()
                self._play(left)
            elif left is None and self._start.menu is not None:
                self._open_start()
            else:
                self._open(None)

        screen = FormScreen(self._window, form, self._start, self._open, begin, leave)
        self._open(screen)

    def _play(self, app: Application) -> None:
        """Show an application until it ends."""
        screen = SessionScreen(self._window, app, self._display, self._history, self._late)
        screen.on_display_change = self._on_display_change
        screen.on_end = lambda: self._on_end(app, screen)
        self._open(screen)
        screen.begin()

    def _on_display_change(self, display: DisplaySettings) -> None:
        """Apply and save changed display settings."""
        self._window.apply_display_settings(display)
        if display != self._display:
            self._start.save_display(self._display, display)
        self._display = display

    def _on_end(self, app: Application, screen: SessionScreen) -> None:
        """Show what follows an application: the form for a new game, or the menu if no game was played.

        Otherwise, leave the program.
        """
        self._history, self._last[:] = screen.input_history, screen.last_lines
        is_without_game = app is not self._start.ready and app.context.cursor is None
        if app.wants_new:
            if app.context.cursor is not None:
                self._form = Form(self._start.title, self._start.again(app.view), {}, leave="back")
            self._open_form(self._form, app)
        elif is_without_game:
            self._open_start()
        else:
            self._open(None)
