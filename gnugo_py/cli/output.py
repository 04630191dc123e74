"""Output, errors and exit status of the commands."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, NoReturn

import click

from gnugo_py.games.text import sanitize, truncate
from gnugo_py.games.types import UserError
from gnugo_py.system.signals import interrupt_on_termination

if TYPE_CHECKING:
    from pathlib import Path


_MAX_OUTPUT_LINE = 2000
STATUS_FAILED, STATUS_BAD_INPUT, STATUS_INTERRUPTED = 1, 2, 130


def fail(message: str, status: int) -> NoReturn:
    """Print an error as one line on stderr and exit with a status."""
    print_warning(" ".join(message.split()))
    sys.exit(status)


def print_lines(*lines: str) -> None:
    """Print sanitized lines on stdout, each cut to `_MAX_OUTPUT_LINE` cells."""
    _require_stdout()
    for line in lines:
        click.echo(truncate(line, _MAX_OUTPUT_LINE))


def print_file_warnings(file: Path | str, sentences: Iterable[str]) -> None:
    """Print warnings about a file on stderr."""
    for sentence in sentences:
        print_warning(f"{file}: {sentence}")


def print_json(data: object) -> None:
    """Print data on stdout as one line of JSON."""
    import json

    _require_stdout()
    click.echo(json.dumps(data))


def write_data_to_stdout(content: bytes) -> None:
    """Write data for another program to stdout: unchanged, or sanitized if stdout is a terminal.

    content -- text in UTF-8, or a picture, which is no output for a terminal.
    """
    _require_stdout()
    if sys.stdout.isatty():
        if b"\0" in content:
            raise UserError("this output is no text; name a file, or redirect stdout")
        for line in content.decode().splitlines():
            click.echo(sanitize(line))
    else:
        click.echo(content, nl=False)


def ask_to_confirm(question: str) -> bool:
    """Ask a question on stderr and return whether the answer is yes.

    Raise UserError if there is no answer, or if it cannot be decoded.
    """
    try:
        return click.confirm(truncate(question, _MAX_OUTPUT_LINE), err=True)
    except click.Abort as abort:
        if isinstance(abort.__context__, EOFError):
            raise UserError("the input has ended without an answer, so nothing was changed") from None
        raise
    except UnicodeError:
        raise UserError(f"the input is not {sys.stdin.encoding} text; check PYTHONIOENCODING") from None


def require_streams(what: str) -> None:
    """Raise ClickException if stdin or stdout is closed.

    what -- what needs both, with the verb, such as `a game needs`.
    """
    if sys.stdin is None or sys.stdout is None:
        raise click.ClickException(f"stdin or stdout is closed; {what} both")


def _require_stdout() -> None:
    """Exit with an error if stdout is closed."""
    if sys.stdout is None:
        fail("stdout is closed; the command needs it for its results", STATUS_BAD_INPUT)


def print_on_stderr(line: str) -> None:
    """Print a sanitized line on stderr, cut to `_MAX_OUTPUT_LINE` cells."""
    if sys.stderr is not None:
        with suppress(OSError):  # stderr may be full or closed; the exit status still reports the error
            click.echo(truncate(line, _MAX_OUTPUT_LINE), err=True)


def print_warning(line: str) -> None:
    """Print a warning on stderr, preceded by the name of the program."""
    print_on_stderr(f"gnugo-py: {line}")


def print_to_terminal_stderr(line: str) -> None:
    """Print a line on stderr if stderr is a terminal."""
    if sys.stderr is not None and sys.stderr.isatty():
        print_on_stderr(line)


def fail_with_traceback(error: Exception) -> NoReturn:
    """Report an internal error and exit: print one line, and write the traceback to a file."""
    try:
        where = f"the traceback is in {_write_traceback(error)}; please report it"
    except OSError as trouble:
        where = f"the traceback could not be written: {trouble.strerror or trouble}"
    fail(f"internal error: {type(error).__name__}: {error}; {where}", STATUS_BAD_INPUT)


def _write_traceback(error: Exception) -> Path:
    """Write the traceback of an error to a new file and return its path. Raise OSError if this fails."""
    import traceback
    from datetime import datetime
    from secrets import token_hex

    from gnugo_py.system.files import log_folder, make_folder

    folder = log_folder()
    make_folder(folder)
    path = folder / f"fault-{datetime.now():%Y-%m-%d-%H%M%S}-{token_hex(4)}.txt"
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0), 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8", errors="backslashreplace") as file:
        file.writelines(traceback.format_exception(error))
    return path


@contextmanager
def exit_on_interrupt() -> Iterator[None]:
    """Exit with status 130 if Ctrl-C, a termination signal or a closed terminal interrupts the block."""
    try:
        with interrupt_on_termination():
            yield
    except KeyboardInterrupt:
        fail("interrupted", STATUS_INTERRUPTED)
