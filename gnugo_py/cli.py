"""The command line, and the one place where the parts are put together.

Imports that only one command needs stand inside it: the program starts faster for it.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, TypeVar

import click

from gnugo_py import __version__

if TYPE_CHECKING:
    from gnugo_py.classic.genmove import Knowledge
    from gnugo_py.conversation import Table
    from gnugo_py.games.contract import Game
    from gnugo_py.session import Session

T = TypeVar("T")
PROGRAM = "gnugo-py"
LARGEST_SEED = 2**31 - 1
BAD_INPUT, INTERRUPTED = 2, 130


class _DefaultsToPlay(click.Group):
    """A group whose command is `play` when none is named."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args or (args[0].startswith("-") and args[0] not in ("--help", "--version")):
            args = ["play", *args]
        return super().parse_args(ctx, args)


@click.group(cls=_DefaultsToPlay, context_settings={"max_content_width": 100})
@click.version_option(__version__, prog_name=PROGRAM)
def cli() -> None:
    """Play Go against GNU Go 1.1 of 1989.

    Without a command, `play` is meant.  `gnugo-py COMMAND --help` tells about each.
    """


@cli.command(epilog="Example: gnugo-py --size 9 --handicap 2 --color black")
@click.option("--size", type=click.Choice(["9", "13", "19"]), default="19", help="Lines a side; 19.")
@click.option("--handicap", type=int, metavar="N", help="Stones for Black: to 17 on 19x19, else to 9.")
@click.option("--color", type=click.Choice(["black", "white"]), help="Your colour.")
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
    seed: int | None,
    opponent: str,
    plain: bool,
    patterns: str | None,
    saves: Path | None,
) -> None:
    """Play a game.  What is not given here is asked."""
    from gnugo_py.games.catalog import CATALOG
    from gnugo_py.games.contract import Side

    game = CATALOG["go"]()
    options: dict[str, object] = {"size": int(size)}
    if handicap is not None:
        options["handicap"] = handicap
    if color is not None or opponent == "human":
        options["side"] = Side.WHITE if color == "white" else Side.BLACK
    _check(lambda: game.start(options))
    knowledge = None if opponent == "human" else _knowledge(patterns)
    table = _table(game, knowledge, _clock_seed() if seed is None else seed, saves)
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


def _table(game: Game, knowledge: Knowledge | None, seed: int, saves: Path | None) -> Table:
    """What a front end needs: how to begin a game and how to save it.

    knowledge -- the engine's; None for a game between two people.
    """
    from gnugo_py.conversation import Table
    from gnugo_py.records.saver import Saver
    from gnugo_py.records.store import Store
    from gnugo_py.resources import saves_folder
    from gnugo_py.session import Session

    def begin(options: Mapping[str, object]) -> Session:
        from gnugo_py.classic.player import ClassicPlayer
        from gnugo_py.games.contract import Side

        side = options["side"]
        assert isinstance(side, Side)
        players = {} if knowledge is None else {side.other: ClassicPlayer(knowledge, seed)}
        return Session(game, game.start(options), players)

    return Table(game, begin, Saver(Store(saves_folder(saves))).save)


def _knowledge(where: str | None) -> Knowledge:
    """The engine's knowledge: that of a folder, none, or the program's own.

    Raises ClickException naming file, place and remedy.
    """
    from gnugo_py import resources
    from gnugo_py.classic.genmove import Knowledge
    from gnugo_py.classic.pattern_file import parse_opening, parse_patterns

    if where == "none":
        return Knowledge()
    folder = resources.patterns_folder() if where is None else Path(where)
    if not folder.is_dir():
        raise click.ClickException(
            f"--patterns: no folder {folder}; name one with local.txt and opening.txt, or none"
        )
    local, opening = folder / resources.LOCAL, folder / resources.OPENING

    def read() -> Knowledge:
        return Knowledge(
            parse_patterns(resources.read_text(local), str(local)),
            parse_opening(resources.read_text(opening), str(opening)),
        )

    return _check(read)


def _check(attempt: Callable[[], T]) -> T:
    """What an attempt returns; its ValueErrors become one line for the user."""
    try:
        return attempt()
    except ValueError as error:
        raise click.ClickException(str(error)) from None


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
        _fail("interrupted", INTERRUPTED)
    finally:
        for name, handler in before.items():
            signal.signal(getattr(signal, name), handler)


def main() -> None:
    """Run the command line; bad usage and bad input are one line on stderr and exit status 2."""
    try:
        status = cli.main(prog_name=PROGRAM, standalone_mode=False)
    except click.UsageError as error:
        path = error.ctx.command_path if error.ctx else PROGRAM
        _fail(f"{error.format_message()} (see {path} --help)", BAD_INPUT)
    except click.ClickException as error:
        _fail(error.format_message(), BAD_INPUT)
    except click.Abort:
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 0
    sys.exit(status if isinstance(status, int) else 0)


def _fail(message: str, status: int) -> NoReturn:
    """One line on stderr, and the end."""
    click.echo(f"{PROGRAM}: {' '.join(message.split())}", err=True)
    sys.exit(status)
