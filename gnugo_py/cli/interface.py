"""Running the program on the screen or in plain mode."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import NamedTuple

import click

from gnugo_py.app.app import App
from gnugo_py.app.modes.pasted_game import PastedGameMode
from gnugo_py.app.players import Engines, Players
from gnugo_py.cli.options import analyst_command, current_settings
from gnugo_py.cli.output import (
    STATUS_BAD_INPUT,
    exit_on_interrupt,
    fail,
    print_to_terminal_stderr,
    print_warning,
)
from gnugo_py.games.text import sanitize
from gnugo_py.storage.save_store import SaveStore
from gnugo_py.storage.settings import THEME_NAMES
from gnugo_py.ui.plain import run_plain_interface

PLAIN_OPTION = click.option(
    "--plain",
    is_flag=True,
    help="Use plain mode: line by line, not full screen. It is always used with a pipe, and after"
    " gnugo-py settings board no, which describes the board in words.",
)
_ASCII_OPTION = click.option("--ascii", "use_ascii", is_flag=True, help="Draw stones as letters.")
_THEME_OPTION = click.option("--theme", type=click.Choice(THEME_NAMES), help="Color theme of the screen.")


class Interface(NamedTuple):
    """How a command shows the program, by its options; the options override the saved settings.

    store     -- the saved games.
    plain     -- plain mode, even if there is a screen.
    use_ascii -- stones as letters.
    theme     -- the color theme, None for that of the settings.
    analyst   -- the value of `--analyst`; commands without this option use the built-in engine.
    """

    store: SaveStore
    plain: bool
    use_ascii: bool = False
    theme: str | None = None
    analyst: str | None = "none"

    @contextmanager
    def open_app(self, engines: Engines | None = None) -> Iterator[App]:
        """Return the program; an interrupt ends it.

        engines -- makes the engines, None for the defaults; those that run are stopped at the end.
        """
        analyst = analyst_command(self.analyst)
        on_screen = not self.plain and _has_screen()
        engines = engines or Engines(announce=print_to_terminal_stderr)
        with (
            exit_on_interrupt(),
            closing(engines),
            App(
                self.store.folder,
                Players(engines),
                current_settings(),
                warn=print_warning,
                show_progress=print_to_terminal_stderr,
                analyst_command=analyst,
                has_screen=on_screen,
                asks_before_leaving=on_screen or sys.stdin.isatty(),
                pasted_game_mode=PastedGameMode,
            ) as app,
        ):
            yield app

    def run(self, app: App) -> None:
        """Run the program. Exit with an error if a game or a result could not be saved."""
        if app.has_screen:
            self._run_on_screen(app)
        else:
            run_plain_interface(app)
        trouble = app.autosave.error or app.autosave.detached_error
        if trouble:
            fail(f"the game is not saved: {trouble}", STATUS_BAD_INPUT)
        if app.unsaved_result:
            fail(f"a result is not saved: {app.unsaved_result}", STATUS_BAD_INPUT)

    def _run_on_screen(self, app: App) -> None:
        """Run the program on the screen; print a warning if the settings could not be saved.

        Stones are drawn as letters if the terminal cannot draw round ones.
        """
        from gnugo_py.ui.interface import run_curses_interface

        display = app.settings.settings.display
        is_ascii = self.use_ascii or display.ascii or not _can_draw_round_stones()
        app.display = display._replace(ascii=is_ascii, theme=self.theme or display.theme)
        run_curses_interface(app)
        if app.settings.problem:
            print_warning(f"the settings are not saved: {app.settings.problem}")


def screen_options(command: click.decorators.FC) -> click.decorators.FC:
    """Add the options of `Interface` to a command, except `--saves`."""
    return PLAIN_OPTION(_ASCII_OPTION(_THEME_OPTION(command)))


def _has_screen() -> bool:
    """Return whether the board is to be drawn, and stdin and stdout are a terminal that can show it."""
    if not current_settings().draws_board:
        return False
    unnamed = "windows" if os.name == "nt" else "dumb"
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM", unnamed) in ("", "dumb"):
        return False
    try:
        from gnugo_py.ui.window import is_curses_supported
    except ImportError as error:
        raise click.ClickException(str(error)) from None
    if is_curses_supported():
        return True
    terminal = sanitize(os.environ.get("TERM", ""))
    print_warning(
        f"plain mode, because this system does not know the terminal {terminal!r}"
        " (if it is similar to xterm, set TERM=xterm-256color)"
    )
    return False


def _can_draw_round_stones() -> bool:
    """Return whether the terminal can draw round stones that are one cell wide, judging by the locale."""
    named = next((value for name in ("LC_ALL", "LC_CTYPE", "LANG") if (value := os.environ.get(name))), "")
    return "utf" in named.lower() and named[:2] not in ("ja", "ko", "zh")
