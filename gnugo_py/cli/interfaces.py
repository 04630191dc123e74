"""The interface of a command, on the screen or in plain mode, and plain mode itself, one line at a time."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TextIO

import click

from gnugo_py.app.application import MAX_INPUT_LINE_LENGTH, Application, ApplicationFactory
from gnugo_py.app.opponents import EngineFactory
from gnugo_py.app.services import Services
from gnugo_py.app.view import status_line
from gnugo_py.cli.output import (
    STATUS_BAD_INPUT,
    exit_on_interrupt,
    fail,
    print_warning,
)
from gnugo_py.core.diagram import format_diagram, with_marks
from gnugo_py.core.text import truncate
from gnugo_py.core.types import UserError
from gnugo_py.engines.engine import EngineCommand


def has_screen() -> bool:
    """Return whether stdin and stdout are a terminal that can show the board."""
    unnamed = "windows" if os.name == "nt" else "dumb"
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM", unnamed) in ("", "dumb"):
        return False
    try:
        from gnugo_py.tui.curses_window import is_curses_supported
    except ImportError as error:
        raise click.ClickException(str(error)) from None
    return is_curses_supported()


def run_in_either_interface(
    app: Application,
    factory: ApplicationFactory,
    on_screen: bool,
    size: int | None,
    use_ascii: bool,
    theme: str | None,
) -> None:
    """Run a review, a lesson or training on the screen or in plain mode, and play the games that follow.

    size -- the board size of these games, None for the default. `run_application_on_screen` describes the
            other parameters.
    """
    if on_screen:
        from gnugo_py.cli.screen import run_application_on_screen

        run_application_on_screen(app, factory, "" if size is None else str(size), use_ascii, theme)
    else:
        run_plainly(app, factory, {} if size is None else {"size": size})


def run_plainly(app: Application, factory: ApplicationFactory, options: Mapping[str, object]) -> None:
    """Run an application in plain mode, and play the games that follow.

    app     -- the application.
    factory -- starts the games that follow.
    options -- the options that apply to these games; the player is not asked for them.

    Raise UserError if a game cannot be started with these options.
    """
    for stream in (sys.stdin, sys.stdout):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    run_line_by_line(app, sys.stdin, sys.stdout, echo=not sys.stdin.isatty())
    while app.wants_new:
        app = factory.start_new_game(options, offers=False)
        run_line_by_line(app, sys.stdin, sys.stdout, echo=not sys.stdin.isatty())


@contextmanager
def open_application_factory(
    folder: Path,
    on_screen: bool,
    *,
    announce: Callable[[str], None] | None = None,
    patterns: str | None = None,
    lessons: str | None = None,
    analyst: EngineCommand | None = None,
) -> Iterator[ApplicationFactory]:
    """Return a factory for reviews, lessons and training, with default settings for the games that follow.

    folder    -- the save folder.
    on_screen -- whether the board stays in view.
    announce  -- shows a message when an engine is started; None to show nothing.
    patterns  -- the pattern files of the classic engine.
    lessons   -- the folder of the lessons, None for those of the program.
    analyst   -- the command of the analysis engine, None for the built-in one.

    At the end, exit with an error if a game or a result could not be saved; an interrupt ends the program.
    """
    with (
        exit_on_interrupt(),
        closing(EngineFactory(announce=announce)) as engines,
        Services(
            folder,
            engines,
            patterns=patterns,
            lessons=lessons,
            warn=print_warning,
            analyst_command=analyst,
            has_screen=on_screen,
            asks_before_leaving=on_screen or sys.stdin.isatty(),
        ) as services,
    ):
        yield ApplicationFactory(services)
        fail_if_unsaved(services)


def fail_if_unsaved(services: Services) -> None:
    """Exit with an error if a game or a result could not be saved."""
    trouble = services.autosave.error or services.autosave.detached_error
    if trouble:
        fail(f"the game is not saved: {trouble}", STATUS_BAD_INPUT)
    if services.unsaved_result:
        fail(f"a result is not saved: {services.unsaved_result}", STATUS_BAD_INPUT)


_MAX_ECHO = 80
_MAX_OUTPUT_LINE = 2000


def run_line_by_line(app: Application, stdin: TextIO, stdout: TextIO, echo: bool) -> None:
    """Run an application line by line until it ends.

    stdin  -- the lines that the player types. The end of the input saves the game and ends the application.
    stdout -- where the output is written.
    echo   -- whether to repeat each input line: True if no terminal has echoed it.

    If the input cannot be decoded, raise UserError after the game has been saved. KeyboardInterrupt is also
    raised again after that.
    """
    try:
        _write_events(app, stdout)
        while not app.is_over:
            line = _read_line(app.view.prompt, stdin, stdout, echo)
            if line is None:
                _write(stdout, "End of input.")
                app.save_and_quit()
            else:
                app.submit_line(line)
            _write_events(app, stdout)
    except (KeyboardInterrupt, UserError):
        app.save_and_quit()
        stdout.write("\n")
        _write_events(app, stdout)
        raise


def _write_events(app: Application, stdout: TextIO) -> None:
    """Write the pending events, and run engine tasks until a line is expected."""
    _write_outputs(app, stdout)
    while app.engine_task is not None:
        app.run_task()
        _write_outputs(app, stdout)


def _write_outputs(app: Application, stdout: TextIO) -> None:
    for output in app.take_events():
        if output.diagram is not None:
            _write(stdout, *format_diagram(with_marks(output.diagram, output.marks)).splitlines())
        if output.kind == "board" and app.context.cursor is not None:
            _write(stdout, status_line(app.view, is_over=not app.view.accepts_moves))
        _write(stdout, *output.lines)


def _read_line(prompt: str, stdin: TextIO, stdout: TextIO, echo: bool) -> str | None:
    """Return the next line, or None at the end of the input. Raise UserError if it cannot be decoded."""
    stdout.write(f"{truncate(prompt, _MAX_OUTPUT_LINE)} ")
    stdout.flush()
    try:
        line = rest = stdin.readline(MAX_INPUT_LINE_LENGTH + 1)
        while rest and not rest.endswith("\n"):
            rest = stdin.readline(MAX_INPUT_LINE_LENGTH)
    except UnicodeError:
        raise UserError(f"the input is not {stdin.encoding} text; check PYTHONIOENCODING") from None
    if not line:
        stdout.write("\n")
        return None
    if echo:
        _write(stdout, truncate(line.strip(), _MAX_ECHO, mark=""))
    return line


def _write(stdout: TextIO, *lines: str) -> None:
    for line in lines:
        stdout.write(truncate(line, _MAX_OUTPUT_LINE) + "\n")
    stdout.flush()
