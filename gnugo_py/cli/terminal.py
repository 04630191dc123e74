"""How a command says that it cannot go on."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, NoReturn, TypeVar

import click

from gnugo_py.core.signals import interrupt_on_termination
from gnugo_py.core.text import cut
from gnugo_py.core.types import Mistake

if TYPE_CHECKING:
    from pathlib import Path


T = TypeVar("T")
LONGEST_SHOWN = 2000
FAILED, BAD_INPUT, INTERRUPTED = 1, 2, 130


def fail(message: str, status: int) -> NoReturn:
    """One line on stderr, and the end."""
    warn(f"gnugo-py: {' '.join(message.split())}")
    sys.exit(status)


def tell(*lines: str) -> None:
    """Results on stdout, made legible a line each."""
    _refuse_closed_output()
    for line in lines:
        click.echo(cut(line, LONGEST_SHOWN))


def warn_of(file: Path, sentences: Iterable[str]) -> None:
    """What a person should know of a file, on stderr."""
    for sentence in sentences:
        warn(f"gnugo-py: {file}: {sentence}")


def tell_json(data: object) -> None:
    """Data on stdout as one line of JSON."""
    import json

    _refuse_closed_output()
    click.echo(json.dumps(data))


def _refuse_closed_output() -> None:
    """End the program where nobody could see what it says."""
    if sys.stdout is None:
        fail("the output is closed; results need an open one", BAD_INPUT)


def warn(line: str) -> None:
    """What a person reads besides, on stderr, made legible as one line."""
    if sys.stderr is not None:
        with suppress(OSError):  # the error stream may be full or gone; the exit status still tells
            click.echo(cut(line, LONGEST_SHOWN), err=True)


def warn_named(line: str) -> None:
    """Print a warning on stderr with the name of the program before it."""
    warn(f"gnugo-py: {line}")


def announce(line: str) -> None:
    """Print a line on stderr if a person reads it at a terminal."""
    if sys.stderr is not None and sys.stderr.isatty():
        warn(line)


def checked(attempt: Callable[[], T]) -> T:
    """What an attempt returns; its Mistakes become one line for the user and exit status 2."""
    try:
        return attempt()
    except Mistake as error:
        raise click.ClickException(str(error)) from None


def fail_inside(error: Exception) -> NoReturn:
    """The end after a fault of the program's own: one line, and what happened in a file."""
    try:
        where = f"what happened is in {_traced(error)}; please report it"
    except OSError as trouble:
        where = f"what happened cannot be written down: {trouble.strerror or trouble}"
    fail(f"internal error: {type(error).__name__}: {error}; {where}", BAD_INPUT)


def _traced(error: Exception) -> Path:
    """A new file with the traceback of an error.  Raises OSError if it cannot be written."""
    import traceback
    from datetime import datetime
    from secrets import token_hex

    from gnugo_py.core.files import log_folder

    folder = log_folder()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"fault-{datetime.now():%Y-%m-%d-%H%M%S}-{token_hex(4)}.txt"
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0), 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8", errors="backslashreplace") as file:
        file.writelines(traceback.format_exception(error))
    return path


@contextmanager
def interruptible() -> Iterator[None]:
    """While games are played, a closed terminal or a polite kill ends it like Ctrl-C: saved, status 130."""
    try:
        with interrupt_on_termination():
            yield
    except KeyboardInterrupt:
        fail("interrupted", INTERRUPTED)
