"""Running the program on the screen or in plain mode."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import click

from gnugo_py.app.app import App
from gnugo_py.app.new_game_form import NewGameOptions
from gnugo_py.app.players import Engines, Players
from gnugo_py.cli.options import current_settings
from gnugo_py.cli.output import STATUS_BAD_INPUT, exit_on_interrupt, fail, print_warning
from gnugo_py.engines.engine import EngineCommand


def has_screen() -> bool:
    """Return whether stdin and stdout are a terminal that can show the board."""
    unnamed = "windows" if os.name == "nt" else "dumb"
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM", unnamed) in ("", "dumb"):
        return False
    try:
        from gnugo_py.ui.window import is_curses_supported
    except ImportError as error:
        raise click.ClickException(str(error)) from None
    return is_curses_supported()


def run_in_either_interface(app: App, use_ascii: bool, theme: str | None) -> None:
    """Run the program on the screen or in plain mode; the display options override the saved settings."""
    if app.has_screen:
        run_on_screen(app, use_ascii, theme)
    else:
        from gnugo_py.ui.plain import run_plain_interface

        run_plain_interface(app)
    fail_if_unsaved(app)


def run_on_screen(app: App, use_ascii: bool, theme: str | None) -> None:
    """Run the program on the screen; print a warning if the settings could not be saved.

    Stones are drawn as letters if the terminal cannot draw round ones.
    """
    from gnugo_py.ui.interface import run_curses_interface

    app.begin_screen()
    display = app.settings.settings.display
    is_ascii = use_ascii or display.ascii or not can_draw_round_stones()
    run_curses_interface(app, display._replace(ascii=is_ascii, theme=theme or display.theme))
    if app.settings.problem:
        print_warning(f"the settings are not saved: {app.settings.problem}")


def can_draw_round_stones() -> bool:
    """Return whether the terminal can draw round stones that are one cell wide, judging by the locale."""
    named = next((value for name in ("LC_ALL", "LC_CTYPE", "LANG") if (value := os.environ.get(name))), "")
    return "utf" in named.lower() and named[:2] not in ("ja", "ko", "zh")


@contextmanager
def open_app(
    folder: Path,
    on_screen: bool,
    *,
    size: int | None = None,
    announce: Callable[[str], None] | None = None,
    patterns: str | None = None,
    lessons: str | None = None,
    analyst: EngineCommand | None = None,
) -> Iterator[App]:
    """Return the program for a review, a lesson or training, with defaults for the games that follow.

    folder    -- the save folder.
    on_screen -- whether the board stays in view.
    size      -- the board size of the games that follow, None for the default.
    announce  -- shows a message when an engine is started; None to show nothing.
    patterns  -- the pattern files of the classic engine.
    lessons   -- the folder of the lessons, None for those of the program.
    analyst   -- the command of the analysis engine, None for the built-in one.

    An interrupt ends the program.
    """
    with (
        exit_on_interrupt(),
        closing(Engines(announce=announce, patterns=patterns)) as engines,
        App(
            folder,
            Players(engines),
            current_settings(),
            lessons_folder=lessons,
            warn=print_warning,
            analyst_command=analyst,
            has_screen=on_screen,
            asks_before_leaving=on_screen or sys.stdin.isatty(),
        ) as app,
    ):
        options = {} if size is None else {"size": size}
        app.new_games = NewGameOptions(options=options, size="" if size is None else str(size))
        yield app


def fail_if_unsaved(app: App) -> None:
    """Exit with an error if a game or a result could not be saved."""
    trouble = app.autosave.error or app.autosave.detached_error
    if trouble:
        fail(f"the game is not saved: {trouble}", STATUS_BAD_INPUT)
    if app.unsaved_result:
        fail(f"a result is not saved: {app.unsaved_result}", STATUS_BAD_INPUT)
