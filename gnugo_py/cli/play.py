"""`gnugo-py play`."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import click

from gnugo_py.classic.genmove import Knowledge
from gnugo_py.classic.player import ClassicPlayer
from gnugo_py.cli.engine import knowledge
from gnugo_py.cli.failing import INTERRUPTED, checked, fail
from gnugo_py.conversation import Table
from gnugo_py.games.catalog import CATALOG
from gnugo_py.games.contract import Game, Side
from gnugo_py.go.rules import PRESETS
from gnugo_py.records.saver import Saver
from gnugo_py.records.store import Store
from gnugo_py.resources import saves_folder
from gnugo_py.session import Session

LARGEST_SEED = 2**31 - 1


@click.command(epilog="Example: gnugo-py --size 9 --handicap 2 --color black")
@click.option("--size", type=click.Choice(["9", "13", "19"]), default="19", help="Lines a side; 19.")
@click.option("--handicap", type=int, metavar="N", help="Stones for Black: to 17 on 19x19, else to 9.")
@click.option("--color", type=click.Choice(["black", "white"]), help="Your colour.")
@click.option("--komi", type=float, metavar="F", help="Points for White; else what the rules say.")
@click.option(
    "--rules", type=click.Choice(list(PRESETS)), help="gnugo-1.1 on 19x19 against classic, else japanese."
)
@click.option("--seed", type=click.IntRange(0, LARGEST_SEED), metavar="N", help="For the same game again.")
@click.option(
    "--opponent",
    type=click.Choice(["classic", "human"]),
    default="classic",
    show_default=True,
    help="The program of 1989, or a second person at this terminal.",
)
@click.option("--plain", is_flag=True, help="Line by line, without a screen.  So it is in a pipe, too.")
@click.option("--patterns", metavar="DIR|none", help="The engine's knowledge of shapes and openings.")
@click.option("--saves", type=click.Path(path_type=Path), metavar="DIR", help="Where games are saved.")
def play(
    size: str,
    handicap: int | None,
    color: str | None,
    komi: float | None,
    rules: str | None,
    seed: int | None,
    opponent: str,
    plain: bool,
    patterns: str | None,
    saves: Path | None,
) -> None:
    """Play a game.  What is not given here is asked."""
    game = CATALOG["go"]()
    original = opponent == "classic" and size == "19"
    options: dict[str, object] = {
        "size": int(size),
        "rules": rules or ("gnugo-1.1" if original else "japanese"),
    }
    if komi is not None:
        options["komi"] = komi
    if handicap is not None:
        options["handicap"] = handicap
    if color is not None or opponent == "human":
        options["side"] = Side.WHITE if color == "white" else Side.BLACK
    checked(lambda: game.start(options))
    known = None if opponent == "human" else knowledge(patterns)
    table = _table(game, known, _clock_seed() if seed is None else seed, saves)
    with _signals_as_interrupts():
        if plain or not _has_screen():
            _play_plain(table, options)
        else:
            _play_on_screen(table, options)


def _play_plain(table: Table, options: Mapping[str, object]) -> None:
    from gnugo_py.text import play as play_text

    for stream in (sys.stdin, sys.stdout):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    play_text(table, options, sys.stdin, sys.stdout, echo=not sys.stdin.isatty())


def _play_on_screen(table: Table, options: Mapping[str, object]) -> None:
    try:
        from gnugo_py.tui.app import run
    except ImportError as error:
        raise click.ClickException(str(error)) from None
    run(table, options)


def _table(game: Game, known: Knowledge | None, seed: int, saves: Path | None) -> Table:
    """What a front end needs: how to begin a game and how to save it.

    known -- the engine's knowledge; None for a game between two people.
    """

    def begin(options: Mapping[str, object]) -> Session:
        side = options["side"]
        assert isinstance(side, Side)
        players = {} if known is None else {side.other: ClassicPlayer(known, seed)}
        return Session(game, game.start(options), players)

    return Table(game, begin, Saver(Store(saves_folder(saves))).save)


def _clock_seed() -> int:
    """The clock's microseconds, as in the original."""
    import time

    return time.time_ns() // 1000 % 1_000_000


def _has_screen() -> bool:
    """Whether there is a terminal that can show a board, on both ends."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") not in ("", "dumb")


@contextmanager
def _signals_as_interrupts() -> Iterator[None]:
    """While a game is played, a closed terminal or a polite kill ends it like Ctrl-C: saved, status 130."""

    def interrupt(signum: int, frame: object) -> None:
        raise KeyboardInterrupt

    names = [name for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {name: signal.signal(getattr(signal, name), interrupt) for name in names}
    try:
        yield
    except KeyboardInterrupt:
        fail("interrupted", INTERRUPTED)
    finally:
        for name, handler in before.items():
            signal.signal(getattr(signal, name), handler)
