"""The curses interface: one loop that shows a screen and hands it keys, one after the other."""

from __future__ import annotations

import sys
import time
from contextlib import suppress

from gnugo_py.app.application import Application
from gnugo_py.storage.settings import DisplaySettings
from gnugo_py.tui.curses_window import Window, open_window
from gnugo_py.tui.engine_worker import LateEngines
from gnugo_py.tui.form import Form, StartScreens
from gnugo_py.tui.screens import FormScreen, MenuScreen, Screen
from gnugo_py.tui.session_screen import SessionScreen

_MIN_REFRESH_INTERVAL = 0.2
"""Maximum seconds between two screen updates while more keys are waiting."""
_KEYLESS_WAIT = 0.05
"""Seconds to wait for a screen that takes no keys at the moment."""


def run(start: StartScreens, display: DisplaySettings) -> None:
    """Show the form and the game on the screen, and further games until the player quits.

    KeyboardInterrupt is raised again after the game has been saved and the terminal restored.
    """
    last: list[str] = []
    try:
        with open_window() as window:
            TerminalInterface(window, start, display, last).run()
    finally:
        with suppress(OSError):  # the terminal may be gone
            sys.stdout.write("".join(f"{line}\n" for line in last))
            sys.stdout.flush()


class TerminalInterface:
    """The screens of one run in a window, and which of them follows another.

    start   -- the menu, the form, and how applications are started.
    display -- the display settings.
    last    -- receives the lines to print in the terminal after the screen is closed.
    """

    def __init__(
        self, window: Window, start: StartScreens, display: DisplaySettings, last: list[str]
    ) -> None:
        self._window, self._start, self._display, self._last = window, start, display, last
        self._history: tuple[str, ...] = ()
        self._late = LateEngines()
        self._form = Form(start.title, start.form, {}, notes=start.notes)
        self._screen: Screen | None = None
        self._drawn = self._ticked = 0.0
        window.apply_look(display)

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
                self._screen.quit()
                self._last[:] = self._screen.last_lines
            raise

    def _step(self, screen: Screen) -> None:
        """Draw a screen, wait for a key or for something else to happen, and let the screen handle it."""
        if self._is_drawing_due():
            self._window.show(screen.draw(*self._window.size()))
        key = self._wait(screen)
        if key:
            screen.on_key(key)
        is_tick_due = screen.interval is not None and time.monotonic() >= self._ticked + screen.interval
        if self._screen is screen and (not key or is_tick_due):
            self._ticked = time.monotonic()
            screen.on_tick()

    def _wait(self, screen: Screen) -> str:
        """Return the next key, or an empty string as soon as the screen has something else to do."""
        interval = screen.interval
        seconds = None if interval is None else max(self._ticked + interval - time.monotonic(), 0.0)
        if screen.takes_keys:
            return self._window.key(seconds, lambda: screen.is_due)
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
        """Play what was chosen in the menu; None is the form."""
        if app is None:
            self._open_form(self._form._replace(leave="back"))
        else:
            self._play(app)

    def _open_form(self, form: Form, left: Application | None = None) -> None:
        """Show the form.

        left -- the application that was left for a new game, which continues if the player leaves the form.
        """

        def begin(app: Application) -> None:
            self._form = screen.form
            self._play(app)

        def leave() -> None:
            self._form = screen.form
            if left is not None and left.can_return_to_game:
                left.return_to_game()
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
        self._window.apply_look(display)
        if display != self._display:
            self._start.save_display(self._display, display)
        self._display = display

    def _on_end(self, app: Application, screen: SessionScreen) -> None:
        """Show what follows an application: the form for a new game, or the menu if no game was played."""
        self._history, self._last[:] = screen.history, screen.last_lines
        is_without_game = app is not self._start.ready and app.session is None
        if app.wants_new:
            if app.session is not None:
                self._form = Form(self._start.title, self._start.again(app.session), {}, leave="back")
            self._open_form(self._form, app)
        elif is_without_game:
            self._open_start()
        else:
            self._open(None)
