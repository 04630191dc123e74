"""The players that are named on the command line or in saved games."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Mapping
from functools import cache
from typing import TYPE_CHECKING

import click

from gnugo_py.cli.engine import classic_of, classic_player
from gnugo_py.cli.failing import warn
from gnugo_py.core.files import config_folder, here
from gnugo_py.core.game import Game
from gnugo_py.core.registry import CATALOG
from gnugo_py.core.signals import defer_signals
from gnugo_py.core.types import Mistake
from gnugo_py.engines.engine import LARGEST_SEED, Player, PlayerError
from gnugo_py.engines.levels import LEVELS

if TYPE_CHECKING:
    from gnugo_py.engines.external.engine import GtpPlayer
    from gnugo_py.engines.search.engine import SearchPlayer
    from gnugo_py.storage.trusted_engines import Approvals

CLASSIC, CLASSIC_GAME, SEARCH, HUMAN = "classic", "go", "search", "human"
USUAL_LEVEL = 3
MOST_SECONDS = 86400
SLACK, GRACE = 1.5, 2.0
TIME = click.option(
    "--time",
    "seconds",
    type=click.IntRange(1, MOST_SECONDS),
    metavar="SECONDS",
    help="For each move of a GTP engine or of search, whose games then cannot be repeated.",
)
"""The option for how long engines may take."""
RESIGNS = click.option("--resigns", is_flag=True, help="Search gives up a game that is lost.")
"""The option for who resigns."""


class Engines:
    """The players of one run of the program, GTP engines among them; `close` ends those.

    A saved game names its engine's command line, and a file can come from anywhere.  So only
    commands that were once given by the person are run for it (see `Approvals`).

    seconds -- what each may take for a move, None for its own idea.
    seed    -- for the engines' random numbers, None for their own idea.
    resigns -- whether the searching player gives up what is lost.
    """

    def __init__(self, seconds: int | None = None, seed: int | None = None, resigns: bool = False) -> None:
        self._seconds, self._seed, self._resigns = seconds, seed, resigns
        self._players: list[GtpPlayer] = []

    def player(self, name: str, game: str, patterns: str | None) -> Player:
        """The player of a name in a game of the catalogue: one of the program's own, or an engine's command.

        Raises Mistake if it does not work, or does not play that game.
        """
        level = level_of(name)
        if level is not None:
            return self.searching(CATALOG[game].load(), level, 0)
        if name == HUMAN:
            raise Mistake("a human can sit down in play alone; name classic, search:5 or a GTP command here")
        if name != CLASSIC:
            return self.named(name, game)
        if game != CLASSIC_GAME:
            raise Mistake(f"classic plays Go alone, not {CATALOG[game].title}; name search or another player")
        return classic_player(0, patterns)

    def searching(self, game: Game, level: int, seed: int) -> SearchPlayer:
        """The player that searches.  Raises Mistake if it does not play that game."""
        from gnugo_py.engines.search.engine import SearchPlayer

        return SearchPlayer(game, level, seed, self._seconds, self._resigns)

    def named(self, command: str, game: str, is_told: bool = True) -> GtpPlayer:
        """The engine of a command the person gave, running.  Raises Mistake if it does not work.

        is_told -- whether to say that it is being started: not on a screen.
        """
        from gnugo_py.engines.external.engine import HERE
        from gnugo_py.storage.trusted_engines import given

        player = self._made(command, CATALOG[game].load(), HERE)
        started(player, self._seed, is_told)
        _approvals().add(given(command, here()))
        return player

    def players_of(self, game: Game) -> Callable[[Mapping[str, object]], Player]:
        """What makes the players that a saved game names; raises Mistake if there is none such."""

        def player_of(settings: Mapping[str, object]) -> Player:
            command = settings.get("command")
            if settings.get("player") == "gtp" and isinstance(command, str):
                found = _approvals().find(command, here())
                return self._made(command, game, (found.program, found.folder) if found else None)
            if settings.get("player") == SEARCH:
                return self._search_of(settings, game)
            if game is not CATALOG[CLASSIC_GAME].load():
                raise Mistake(f"its opponent does not play {game.name}; open it with --load")
            return classic_of(settings)

        return player_of

    def rest(self, seated: Collection[Player]) -> None:
        """End the engines that are not among some players, until they are needed again."""
        for player in self._players:
            if player not in seated:
                player.close()

    def close(self) -> None:
        """End all engines."""
        with defer_signals():
            self.rest(())

    def _search_of(self, settings: Mapping[str, object], game: Game) -> SearchPlayer:
        """The searching player as it is named in a saved game.  Raises Mistake if it is not named soundly."""
        from gnugo_py.engines.search.engine import SearchPlayer

        level, seed, resigns = settings.get("level"), settings.get("seed"), settings.get("resigns", False)
        seconds = self._seconds or settings.get("seconds")
        unsound = Mistake("its opponent is not named soundly; open it with --load")
        if type(level) is not int or type(seed) is not int or not 0 <= seed <= LARGEST_SEED:
            raise unsound
        if seconds is not None and (type(seconds) is not int or not 0 < seconds <= MOST_SECONDS):
            raise unsound
        return SearchPlayer(game, level, seed, seconds, self._resigns or resigns is True)

    def _made(self, command: str, game: Game, place: tuple[str | None, str | None] | None) -> GtpPlayer:
        from gnugo_py.engines.external.engine import GtpPlayer
        from gnugo_py.engines.external.process import Patience

        patience = Patience() if self._seconds is None else Patience(move=self._seconds * SLACK + GRACE)
        player = GtpPlayer(command, game, patience, self._seconds, place)
        self._players.append(player)
        return player


def level_of(name: str) -> int | None:
    """The level that a player's name asks of the search, the usual one for none; None for another player.

    Raises Mistake for a level there is not.
    """
    word, colon, level = name.partition(":")
    if word != SEARCH:
        return None
    if not colon:
        return USUAL_LEVEL
    if level not in map(str, range(1, LEVELS + 1)):
        raise Mistake(f"search has levels 1 to {LEVELS}, as in search:5, not '{level}'")
    return int(level)


def refuse_unheeded(names: Collection[str], seconds: int | None, resigns: bool) -> None:
    """Raises Mistake for a time, or the order to resign, that none of some players by name heeds."""
    kinds = {name.partition(":")[0] for name in names}
    if resigns and kinds and SEARCH not in kinds:
        raise Mistake("--resigns is of search alone; name search to play, or leave it out")
    if seconds is not None and kinds and kinds <= {CLASSIC, HUMAN}:
        raise Mistake("--time is of search and of GTP engines; name one of them, or leave it out")


def _approvals() -> Approvals:
    """The commands that the person gave before."""
    from gnugo_py.storage.trusted_engines import Approvals

    return Approvals(config_folder() / "engines.json")


@cache
def installed() -> tuple[tuple[str, str], ...]:
    """Engines of Go on this machine that the form offers: what each is called, and its command."""
    from shutil import which

    return (("GNU Go 3.8", "gnugo --mode gtp"),) if which("gnugo") else ()


def started(player: GtpPlayer, seed: int | None, is_told: bool = True) -> None:
    """Start an engine, telling a person at a terminal that it may take a while.

    seed -- for its random numbers, None for its own idea.
    is_told -- whether to tell.

    Raises Mistake if it does not work.
    """
    if is_told and sys.stderr is not None and sys.stderr.isatty():
        warn(f"Starting {player.name} ...")
    try:
        player.start()
        if seed is not None:
            player.reseed(seed)
    except PlayerError as error:
        raise Mistake(str(error)) from None
