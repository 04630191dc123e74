"""`gnugo-py match`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import click

from gnugo_py.app.opponents import Engines, refuse_unheeded
from gnugo_py.cli.match_runner import Entry, Record, Setup, WorkerDied, one_by_one, side_by_side
from gnugo_py.cli.options import RESIGNS, SEED, TIME, GameCommand, game_option
from gnugo_py.cli.terminal import FAILED, INTERRUPTED, announce, checked, interruptible, tell, tell_json, warn
from gnugo_py.core.position import Position
from gnugo_py.core.registry import CATALOG
from gnugo_py.core.text import columns, several
from gnugo_py.core.types import Mistake
from gnugo_py.engines.classic.factory import clock_seed
from gnugo_py.engines.engine import Player, PlayerError, PlayerRefusal
from gnugo_py.play.match import Tally, tally
from gnugo_py.sgf.properties import outcome_of, result_of


@click.command(
    cls=GameCommand, epilog='Example: gnugo-py match classic "gnugo --mode gtp --level 1" --games 20 --size 9'
)
@game_option
@click.argument("black", metavar="BLACK")
@click.argument("white", metavar="WHITE")
@click.option("--games", type=click.IntRange(1, 100000), default=1, show_default=True, metavar="N")
@click.option("--alternate", is_flag=True, help="Change colours after every game.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, metavar="N", help="Play N games side by side.")
@click.option("--seed", type=SEED, metavar="N", help="For the same games again.")
@RESIGNS
@TIME
@click.option(
    "--sgf", "folder", type=click.Path(path_type=Path), metavar="DIR", help="Where to write the games."
)
@click.option("--patterns", metavar="DIR|none", help="What classic knows of shapes and openings.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON instead of the table.")
def match(
    game: str,
    given: dict[str, object],
    black: str,
    white: str,
    games: int,
    alternate: bool,
    jobs: int,
    seed: int | None,
    resigns: bool,
    seconds: int | None,
    folder: Path | None,
    patterns: str | None,
    as_json: bool,
) -> None:
    """Have two players play games, and tell who won how many.

    BLACK and WHITE are each `classic`, the program of 1989, `search:LEVEL`, the one that thinks, or
    the command line of a GTP engine.  Games are counted by this program, dead stones as it judges
    them; an engine that crashes, hangs or breaks the rules loses its game.  With --jobs games are
    played side by side, with a seed the same ones; each has players of its own.
    """
    chosen = clock_seed() if seed is None else seed
    setup = Setup(
        game, given, (black, white), patterns, seconds, resigns, chosen, seed is not None, alternate
    )
    start = checked(lambda: setup.start)
    record = checked(lambda: Record(folder, games))
    keep = None if folder is None else record.write
    entries: dict[int, Entry] = {}
    status, failure = 0, ""
    checked(lambda: refuse_unheeded((black, white), seconds, resigns))
    with interruptible(), closing(Engines(seconds, resigns=resigns, announce=announce)) as engines:
        players = checked(lambda: setup.players(engines))
        for player in players:
            _seat(player, start)
        if jobs > 1:
            engines.rest(())  # each process has its own
        one = jobs == 1
        played = one_by_one(setup, players, games, keep) if one else side_by_side(setup, jobs, games, keep)
        try:
            with closing(played), click.progressbar(length=games, label="Playing", file=sys.stderr) as bar:
                _collect(played, entries, lambda: bar.update(1))
        except KeyboardInterrupt:
            status = INTERRUPTED
        except WorkerDied as error:
            status, failure = FAILED, f"gnugo-py: {error}"
        _tell(setup, start, _names(players), dict(sorted(entries.items())), as_json)
        if failure:
            warn(failure)
    sys.exit(status or record.status)


def _collect(
    played: Iterator[tuple[int, Entry]], entries: dict[int, Entry], ended: Callable[[], None]
) -> None:
    """Note the games as they end.  Raises WorkerDied, and ClickException where they cannot be played."""
    try:
        for number, entry in played:
            entries[number] = entry
            ended()
    except WorkerDied:
        raise
    except Mistake as error:
        raise click.ClickException(str(error)) from None


def _tell(
    setup: Setup, start: Position, names: list[str], by_number: dict[int, Entry], as_json: bool
) -> None:
    """The result of the match on stdout, its faults on stderr."""
    entries = list(by_number.values())
    if not entries:
        warn("no game was played to its end")
        return
    game, games = CATALOG[setup.game].load(), [entry.played for entry in entries]
    tallies = [tally(games, player) for player in (0, 1)]
    if as_json:
        tell_json(
            {
                "game": game.name,
                **game.settings(start),
                "players": [_tally_data(name, each) for name, each in zip(names, tallies, strict=True)],
                "games": [_game_data(number, entry, names) for number, entry in by_number.items()],
            }
        )
    else:
        lines = len(start.grid().rows)
        told = [f"{several(len(games), 'game')} of {game.name} on {lines}x{lines}"]
        told += [detail.lower() for detail in game.details(start)[1:]]
        tell(", ".join(told), "")
        tell(*_table(names, tallies), *_agreement(entries, names))
    for number, entry in by_number.items():
        if entry.played.fault:
            warn(f"game {number + 1} was forfeited: {entry.played.fault}")


def _seat(player: Player, start: Position) -> None:
    """Have a player sit down; one that will not play on such a board ends the match before it begins."""
    try:
        player.sit_down(start)
    except PlayerRefusal as error:
        raise click.ClickException(str(error)) from None
    except PlayerError:
        return  # it forfeits its games


def _names(players: list[Player]) -> list[str]:
    """What to call the two players, so that they can be told apart."""
    names = [player.name for player in players]
    return names if names[0] != names[1] else [f"{names[0]} (1)", f"{names[1]} (2)"]


def _table(names: list[str], tallies: list[Tally]) -> list[str]:
    """The table of wins, and how sure it is."""
    head = ("player", "wins", "as Black", "as White", "ties", "forfeits", "rate", "95 % interval")
    rows: list[tuple[str, ...]] = [head]
    for name, each in zip(names, tallies, strict=True):
        low, high = each.interval
        colours = (f"{won} of {games}" for won, games in (each.as_black, each.as_white))
        interval = f"{low:.0%} to {high:.0%}"
        row = (
            name,
            str(each.wins),
            *colours,
            str(each.ties),
            str(each.forfeits),
            f"{each.rate:.0%}",
            interval,
        )
        rows.append(row)
    return columns(rows)


def _agreement(entries: list[Entry], names: list[str]) -> list[str]:
    """How often each engine that counts for itself came to the same result."""
    lines = []
    for player, name in enumerate(names):
        claims = [
            (entry, entry.claims[colour])
            for entry in entries
            if (colour := "black" if entry.played.black == player else "white") in entry.claims
        ]
        same = sum(_is_result_of(entry, claim) for entry, claim in claims)
        if claims:
            lines.append(f"{name} counts {same} of {several(len(claims), 'game')} to the same result.")
    return ["", *lines] if lines else []


def _is_result_of(entry: Entry, claim: str) -> bool:
    """Whether an engine counts a game as this program does."""
    ours, theirs = entry.played.outcome, outcome_of(claim)
    return theirs is not None and (theirs.winner, theirs.margin) == (ours.winner, ours.margin)


def _tally_data(name: str, each: Tally) -> dict[str, object]:
    return {
        "name": name,
        "wins": each.wins,
        "ties": each.ties,
        "as_black": list(each.as_black),
        "as_white": list(each.as_white),
        "forfeits": each.forfeits,
        "rate": each.rate,
        "interval": list(each.interval),
    }


def _game_data(number: int, entry: Entry, names: list[str]) -> dict[str, object]:
    """A game as data; its number counts from 1, as in the names of files."""
    played = entry.played
    return {
        "number": number + 1,
        "black": names[played.black],
        "white": names[1 - played.black],
        "result": result_of(played.outcome),
        "reason": played.fault or played.outcome.reason,
        "moves": played.moves,
        "seed": entry.seed,
        "claims": entry.claims,
    }
