"""`gnugo-py match`."""

from __future__ import annotations

import sys
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, NamedTuple

import click

from gnugo_py.cli.engine import SEED, clock_seed
from gnugo_py.cli.engines import RESIGNS, TIME, Engines
from gnugo_py.cli.failing import INTERRUPTED, checked, interruptible, tell, tell_json, warn
from gnugo_py.cli.game_command import GameCommand, game_option
from gnugo_py.cli.match_files import Record
from gnugo_py.games.catalog import CATALOG
from gnugo_py.games.contract import Pass, Position
from gnugo_py.games.game import Game
from gnugo_py.games.legible import columns
from gnugo_py.play.match import Played, Tally, play_out, seated, tally
from gnugo_py.play.session import Session
from gnugo_py.players.engine import GtpPlayer
from gnugo_py.players.player import LARGEST_SEED, Player, PlayerError, PlayerRefusal
from gnugo_py.records.results import outcome_of, result_of


class Entry(NamedTuple):
    """A game of the match with what was asked about it.

    played -- how it ended.
    claims -- by colour, the result as the engine of that colour counts it.
    seed   -- of the engine of 1989.
    """

    played: Played
    claims: dict[str, str]
    seed: int


@click.command(
    cls=GameCommand, epilog='Example: gnugo-py match classic "gnugo --mode gtp --level 1" --games 20 --size 9'
)
@game_option
@click.argument("black", metavar="BLACK")
@click.argument("white", metavar="WHITE")
@click.option("--games", type=click.IntRange(1, 100000), default=1, show_default=True, metavar="N")
@click.option("--alternate", is_flag=True, help="Change colours after every game.")
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
    seed: int | None,
    folder: Path | None,
    as_json: bool,
    alternate: bool,
    **who: Any,
) -> None:
    """Have two players play games, and tell who won how many.

    BLACK and WHITE are each `classic`, the program of 1989, `search:LEVEL`, the one that thinks, or
    the command line of a GTP engine.  Games are counted by this program, dead stones as it judges
    them; an engine that crashes, hangs or breaks the rules loses its game.
    """
    start = checked(lambda: _start(CATALOG[game].load(), given))
    record = checked(lambda: Record(folder, games))
    status = 0
    with interruptible(), closing(Engines(who["seconds"], resigns=who["resigns"])) as engines:
        players = checked(lambda: [engines.player(name, game, who["patterns"]) for name in (black, white)])
        bout = _Bout(CATALOG[game].load(), start, players, seed, record)
        for player in players:
            _seat(player, start)
        try:
            bout.play(games, alternate)
        except KeyboardInterrupt:
            status = INTERRUPTED
        bout.tell(as_json)
    sys.exit(status or record.status)


class _Bout:
    """The games of one match.

    start   -- where each begins.
    players -- the two players.
    seed    -- of the first game, None for any.
    record  -- where the games are written.
    """

    def __init__(
        self, game: Game, start: Position, players: list[Player], seed: int | None, record: Record
    ) -> None:
        self._game, self._start, self._players = game, start, players
        self._seed = clock_seed() if seed is None else seed
        self._is_repeatable = seed is not None
        self._record = record
        self._entries: list[Entry] = []

    def play(self, games: int, alternate: bool) -> None:
        """Play so many games, with a progress bar."""
        with click.progressbar(length=games, label="Playing", file=sys.stderr) as bar:
            for number in range(games):
                self._play_one(number, number % 2 if alternate else 0)
                bar.update(1)

    def _play_one(self, number: int, with_black: int) -> None:
        mine = (self._seed + number) % (LARGEST_SEED + 1)
        seats = [_seeded(player, mine, self._is_repeatable) for player in self._players]
        session = seated(self._game, seats, with_black, self._start)
        try:
            played = play_out(session, with_black)
        finally:
            self._record.write(number, session)
        self._entries.append(Entry(played, _claims(session), mine))

    def tell(self, as_json: bool) -> None:
        """The result of the match on stdout, its faults on stderr."""
        entries, names = self._entries, _names(self._players)
        if not entries:
            warn("no game was played to its end")
            return
        games = [entry.played for entry in entries]
        tallies = [tally(games, player) for player in (0, 1)]
        if as_json:
            tell_json(
                {
                    "game": self._game.name,
                    **self._game.settings(self._start),
                    "players": [_tally_data(name, each) for name, each in zip(names, tallies, strict=True)],
                    "games": [_game_data(entry, names) for entry in entries],
                }
            )
        else:
            lines = len(self._start.grid().rows)
            told = [f"{_games(len(games))} of {self._game.name} on {lines}x{lines}"]
            told += [detail.lower() for detail in self._game.details(self._start)[1:]]
            tell(", ".join(told), "")
            tell(*_table(names, tallies), *_agreement(entries, names))
        for number, entry in enumerate(entries, 1):
            if entry.played.fault:
                warn(f"game {number} was forfeited: {entry.played.fault}")


def _start(game: Game, given: dict[str, object]) -> Position:
    """The start of every game, by rules under which it ends.  Raises ValueError."""
    return game.bounded(game.start({**game.between_programs, **given}))


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


def _seeded(player: Player, seed: int, is_repeatable: bool) -> Player:
    """A player ready for a new game with a seed; an engine gets one only if games are to repeat."""
    if isinstance(player, GtpPlayer) and not is_repeatable:
        return player
    try:
        return player.reseed(seed)
    except PlayerError:
        return player


def _claims(session: Session) -> dict[str, str]:
    """By colour, the result of a game that ended with passes, as the engine of that colour counts it."""
    claims = {}
    position = session.position
    for side, player in session.players.items():
        if isinstance(player, GtpPlayer) and isinstance(position.last_move, Pass) and position.over:
            with suppress(PlayerError):
                claim = player.score(position)
                if claim:
                    claims[side.colour] = claim
    return claims


def _games(number: int) -> str:
    return f"{number} game{'s' * (number != 1)}"


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
            lines.append(f"{name} counts {same} of {_games(len(claims))} to the same result.")
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


def _game_data(entry: Entry, names: list[str]) -> dict[str, object]:
    played = entry.played
    return {
        "black": names[played.black],
        "white": names[1 - played.black],
        "result": result_of(played.outcome),
        "reason": played.fault or played.outcome.reason,
        "moves": played.moves,
        "seed": entry.seed,
        "claims": entry.claims,
    }
