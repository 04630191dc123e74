"""How a command says that it cannot go on."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import NoReturn, TypeVar

import click

T = TypeVar("T")
BAD_INPUT, INTERRUPTED = 2, 130


def fail(message: str, status: int) -> NoReturn:
    """One line on stderr, and the end."""
    click.echo(f"gnugo-py: {' '.join(message.split())}", err=True)
    sys.exit(status)


def checked(attempt: Callable[[], T]) -> T:
    """What an attempt returns; its ValueErrors become one line for the user and exit status 2."""
    try:
        return attempt()
    except ValueError as error:
        raise click.ClickException(str(error)) from None
