"""The plain interface, one line at a time: for pipes, scripts and screen readers."""

from __future__ import annotations

from typing import TextIO

from gnugo_py.app.application import MAX_INPUT_LINE_LENGTH, Application
from gnugo_py.app.view import status_line
from gnugo_py.core.diagram import format_diagram, with_marks
from gnugo_py.core.text import truncate
from gnugo_py.core.types import UserError

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
