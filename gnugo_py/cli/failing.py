"""How a command says that it cannot go on."""

from __future__ import annotations

import math
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NoReturn, TypeVar

import click

T = TypeVar("T")
HIGHEST_KOMI = 1000
BAD_INPUT, INTERRUPTED = 2, 130
ENDING = ("SIGTERM", "SIGHUP")


class _Komi(click.ParamType):  # type: ignore[type-arg,unused-ignore]
    """A number of points that makes sense as komi."""

    name = "points"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        try:
            komi = float(str(value))
        except ValueError:
            komi = math.nan
        if not abs(komi) <= HIGHEST_KOMI:
            self.fail(
                f"{value!r} is no komi; give a number from -{HIGHEST_KOMI} to {HIGHEST_KOMI}", param, ctx
            )
        return komi


KOMI = _Komi()


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


@contextmanager
def undisturbed() -> Iterator[None]:
    """While things are brought to their end, Ctrl-C, a closed terminal and a polite kill wait."""
    names = [name for name in ("SIGINT", *ENDING) if hasattr(signal, name)]
    before = {name: signal.signal(getattr(signal, name), signal.SIG_IGN) for name in names}
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(getattr(signal, name), handler)


@contextmanager
def interruptible() -> Iterator[None]:
    """While games are played, a closed terminal or a polite kill ends it like Ctrl-C: saved, status 130."""

    def interrupt(signum: int, frame: object) -> None:
        raise KeyboardInterrupt

    names = [name for name in ENDING if hasattr(signal, name)]
    before = {name: signal.signal(getattr(signal, name), interrupt) for name in names}
    try:
        yield
    except KeyboardInterrupt:
        fail("interrupted", INTERRUPTED)
    finally:
        for name, handler in before.items():
            signal.signal(getattr(signal, name), handler)
