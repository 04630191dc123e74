"""`gnugo-py gtp`."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import click

from gnugo_py.cli.engine import SEED, classic, clock_seed
from gnugo_py.cli.failing import checked
from gnugo_py.go.rules import PRESETS, Rules, preset
from gnugo_py.gtp.commands import Commands, Files, Loaded
from gnugo_py.gtp.explaining import explaining_commands
from gnugo_py.gtp.game import GtpGame
from gnugo_py.gtp.protocol import LONGEST_LINE, serve
from gnugo_py.gtp.queries import Queries


@click.command(epilog="Example: gnugo-py gtp --seed 471995 --rules gnugo-1.1")
@click.option("--seed", type=SEED, metavar="N", help="For the same games again.")
@click.option("--rules", type=click.Choice(list(PRESETS)), default="chinese", show_default=True)
@click.option(
    "--ko", type=click.Choice(["simple", "positional", "situational"]), help="Instead of the rules' own."
)
@click.option("--suicide/--no-suicide", default=None, help="Instead of the rules' own.")
@click.option("--patterns", metavar="DIR|none", help="The engine's knowledge of shapes and openings.")
@click.option("--saves", type=click.Path(), metavar="DIR", help="Where printsgf NAME writes.")
def gtp(
    seed: int | None,
    rules: str,
    ko: str | None,
    suicide: bool | None,
    patterns: str | None,
    saves: str | None,
) -> None:
    """Serve the engine to a Go program, by the Go Text Protocol (GTP 2)."""
    if sys.stdin is None or sys.stdout is None:
        raise click.ClickException("a GTP server needs an open input and an open output")

    def rules_of(size: int, handicap: int) -> Rules:
        chosen = preset(rules, size, handicap)
        if ko is not None:
            chosen = chosen._replace(ko=ko)  # type: ignore[arg-type]
        return chosen if suicide is None else chosen._replace(suicide=suicide)

    chosen_seed = clock_seed() if seed is None else seed
    new_seed = clock_seed if seed is None else None
    game = GtpGame(checked(lambda: classic(chosen_seed, patterns)), rules_of, new_seed)
    commands = Commands(game, _files(saves)).table() | Queries(game).table() | explaining_commands(game)
    try:
        serve(_lines(), sys.stdout, commands, _report)
    except KeyboardInterrupt:
        sys.exit(130)


def _lines() -> Iterator[str]:
    """The lines of the standard input, whatever bytes they hold; of a line too long, its beginning."""
    read = sys.stdin.buffer.readline
    while line := read(LONGEST_LINE + 1):
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = read(LONGEST_LINE)
        yield line.decode("utf-8", "replace")


def _report(error: Exception) -> None:
    """Write a fault of the program's own to stderr, if there is one."""
    if sys.stderr is not None:
        import traceback

        traceback.print_exception(error)


def _files(saves: str | None) -> Files:
    """What the server may do with files: read any, write into the saves folder."""

    def load(path: str) -> Loaded:
        from pathlib import Path

        from gnugo_py.records.files import read_record

        record = read_record(Path(path))
        return Loaded(record.positions[record.edited_at : record.now + 1], record.komi)

    def text(game: GtpGame) -> str:
        from datetime import date

        from gnugo_py.go.game import GO
        from gnugo_py.play.session import Session, Turn
        from gnugo_py.records.writing import is_game, to_foreign_sgf, to_sgf

        first, *later = (turn.position for turn in game.turns)
        positions = [first._replace(rules=game.rules), *later]
        turns = [Turn(position, (None, None)) for position in positions]
        session = Session(GO, {}, turns)
        session.names = game.names()
        own = to_sgf(session, date.today())
        return (own if is_game(own, session) else to_foreign_sgf(session, date.today())).decode()

    def save(game: GtpGame, name: str) -> None:
        from pathlib import Path

        from gnugo_py.cli.resources import saves_folder
        from gnugo_py.records.store import Store

        Store(saves_folder(Path(saves) if saves else None)).create(
            name.removesuffix(".sgf"), text(game).encode()
        )

    return Files(load, text, save)
