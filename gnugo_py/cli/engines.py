"""The GTP engines that play against the person."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING

import click

from gnugo_py.cli.engine import classic, classic_of
from gnugo_py.cli.failing import undisturbed, warn
from gnugo_py.cli.resources import config_folder, here
from gnugo_py.games.catalog import CATALOG
from gnugo_py.games.game import Game
from gnugo_py.games.mistake import Mistake
from gnugo_py.players.player import Player, PlayerError

if TYPE_CHECKING:
    from gnugo_py.cli.approved import Approvals
    from gnugo_py.players.engine import GtpPlayer

CLASSIC, CLASSIC_GAME = "classic", "go"
SLACK, GRACE = 1.5, 2.0
TIME = click.option(
    "--time",
    "seconds",
    type=click.IntRange(1, 86400),
    metavar="SECONDS",
    help="For each move of a GTP engine.",
)
"""The option for how long engines may take."""


class Engines:
    """The GTP engines of one run of the program; `close` ends them all.

    A saved game names its engine's command line, and a file can come from anywhere.  So only
    commands that were once given by the person are run for it (see `Approvals`).

    seconds -- what each engine may take for a move, None for its own idea.
    seed    -- for their random numbers, None for their own idea.
    """

    def __init__(self, seconds: int | None = None, seed: int | None = None) -> None:
        self._seconds, self._seed = seconds, seed
        self._players: list[GtpPlayer] = []

    def player(self, name: str, game: str, patterns: str | None) -> Player:
        """The player of a name in a game of the catalogue: `classic` or a command the person gave.

        Raises ValueError if it does not work, or does not play that game.
        """
        if name != CLASSIC:
            return self.named(name, game)
        if game != CLASSIC_GAME:
            raise Mistake(f"classic plays Go alone, not {CATALOG[game].title}; name another player")
        return classic(0, patterns)

    def named(self, command: str, game: str) -> GtpPlayer:
        """The engine of a command the person gave, running.  Raises ValueError if it does not work."""
        from gnugo_py.cli.approved import given
        from gnugo_py.players.engine import HERE

        player = self._made(command, CATALOG[game].load(), HERE)
        started(player, self._seed)
        _approvals().add(given(command, here()))
        return player

    def players_of(self, game: Game) -> Callable[[Mapping[str, object]], Player]:
        """What makes the players that a saved game names; raises ValueError if there is none such."""

        def player_of(settings: Mapping[str, object]) -> Player:
            command = settings.get("command")
            if settings.get("player") == "gtp" and isinstance(command, str):
                found = _approvals().find(command, here())
                return self._made(command, game, (found.program, found.folder) if found else None)
            return classic_of(settings)

        return player_of

    def rest(self, seated: Collection[Player]) -> None:
        """End the engines that are not among some players, until they are needed again."""
        for player in self._players:
            if player not in seated:
                player.close()

    def close(self) -> None:
        """End all engines."""
        with undisturbed():
            self.rest(())

    def _made(self, command: str, game: Game, place: tuple[str | None, str | None] | None) -> GtpPlayer:
        from gnugo_py.players.client import Patience
        from gnugo_py.players.engine import GtpPlayer

        patience = Patience() if self._seconds is None else Patience(move=self._seconds * SLACK + GRACE)
        player = GtpPlayer(command, game, patience, self._seconds, place)
        self._players.append(player)
        return player


def _approvals() -> Approvals:
    """The commands that the person gave before."""
    from gnugo_py.cli.approved import Approvals

    return Approvals(config_folder() / "engines.json")


def started(player: GtpPlayer, seed: int | None) -> None:
    """Start an engine, telling a person at a terminal that it may take a while.

    seed -- for its random numbers, None for its own idea.

    Raises ValueError if it does not work.
    """
    if sys.stderr is not None and sys.stderr.isatty():
        warn(f"Starting {player.name} ...")
    try:
        player.start()
        if seed is not None:
            player.reseed(seed)
    except PlayerError as error:
        raise Mistake(str(error)) from None
