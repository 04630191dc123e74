"""The players that are named on the command line or in saved games."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from gnugo_py.core.files import config_folder, here
from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.registry import CATALOG
from gnugo_py.core.signals import defer_signals
from gnugo_py.core.types import Mistake, Side
from gnugo_py.engines.classic.engine import SIZES, ClassicPlayer
from gnugo_py.engines.classic.factory import classic_of, classic_player
from gnugo_py.engines.engine import LARGEST_SEED, Player, PlayerError, PlayerRefusal
from gnugo_py.engines.levels import LEVELS
from gnugo_py.engines.search.engine import search_for
from gnugo_py.play.session import Session

if TYPE_CHECKING:
    from gnugo_py.engines.external.engine import GtpPlayer
    from gnugo_py.engines.search.engine import SearchPlayer
    from gnugo_py.storage.trusted_engines import Approvals


CLASSIC, CLASSIC_GAME, SEARCH, HUMAN = "classic", "go", "search", "human"
USUAL_LEVEL = 3
MOST_SECONDS = 86400
SLACK, GRACE = 1.5, 2.0


class Engines:
    """The players of one run of the program, GTP engines among them; `close` ends those.

    A saved game names its engine's command line, and a file can come from anywhere.  So only
    commands that were once given by the person are run for it (see `Approvals`).

    seconds -- what each may take for a move, None for its own idea.
    seed    -- for the engines' random numbers, None for their own idea.
    resigns -- whether the searching player gives up what is lost.
    announce -- shows a person that an engine is being started; None to show nothing.
    """

    def __init__(
        self,
        seconds: int | None = None,
        seed: int | None = None,
        resigns: bool = False,
        announce: Callable[[str], None] | None = None,
    ) -> None:
        self._seconds, self._seed, self._resigns = seconds, seed, resigns
        self._announce = announce
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
        if is_told and self._announce is not None:
            self._announce(f"Starting {player.name} ...")
        started(player, self._seed)
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


def started(player: GtpPlayer, seed: int | None) -> None:
    """Start an engine.

    seed -- for its random numbers, None for its own idea.

    Raises Mistake if it does not work.
    """
    try:
        player.start()
        if seed is not None:
            player.reseed(seed)
    except PlayerError as error:
        raise Mistake(str(error)) from None


@dataclass
class Seating:
    """Who plays in the games of one run.

    patterns -- what the engine of 1989 knows, as of `classic_player`.
    others   -- who was named to play, as of `Lobby`.
    engines  -- the GTP engines of this run.
    seed     -- of the game that is played.
    """

    patterns: str | None
    others: tuple[Player | None, ...]
    engines: Engines
    seed: int

    @property
    def engine(self) -> ClassicPlayer:
        """Who plays Go against the person unless somebody else does, and gives hints.  Raises Mistake."""
        return classic_player(self.seed, self.patterns)

    def adviser(self, game: Game, position: Position, level: int | None = None) -> Player | None:
        """Who gives hints in a position, and plays a game from there where nobody else is named.

        level -- of the search, None for the usual adviser: GNU Go 1.1 wherever it plays.
        """
        if level is not None:
            return None if search_for(game) is None else Engines().searching(game, level, self.seed)
        if game is CATALOG[CLASSIC_GAME].load() and position.size in SIZES:
            return self.engine
        return None if search_for(game) is None else self.engines.searching(game, USUAL_LEVEL, self.seed)

    def players(self, game: Game, start: Position, side: Side, opponent: object) -> dict[Side, Player]:
        """Who plays which side in a game in which the person, if there is one, has a side.

        start    -- where it begins, or goes on from.
        opponent -- `human`, `classic`, `search:N`; None for the usual one; else those who were named.

        Raises Mistake if somebody does not play that game, or not on such a board.
        """
        if opponent is None:
            adviser = self.adviser(game, start)
            return {} if adviser is None else {side.other: adviser}
        players = self._named(game, side, opponent)
        for player in players.values():
            if not is_engine(player):
                _sit_down(player, start)
        return players

    def _named(self, game: Game, side: Side, opponent: object) -> dict[Side, Player]:
        """Those who were named, by side."""
        if opponent == HUMAN:
            return {}
        level = level_of(opponent) if isinstance(opponent, str) else None
        if level is not None:
            return {side.other: self.engines.searching(game, level, self.seed)}
        if opponent == CLASSIC:
            return {side.other: self._fresh(self.engine, game)}
        if isinstance(opponent, str) and opponent in (command for _, command in installed()):
            return {side.other: self.engines.named(opponent, CLASSIC_GAME, is_told=False)}
        sides = [side.other] if len(self.others) == 1 else list(Side)
        seats = zip(sides, self.others, strict=True)
        return {side: self._fresh(player, game) for side, player in seats if player is not None}

    def _fresh(self, player: Player, game: Game) -> Player:
        """A named player as it sits down to a game: one of the program's own with the seed of this game.

        Raises Mistake if it does not play that game.
        """
        if is_engine(player):
            from gnugo_py.engines.external.engine import GtpPlayer

            assert isinstance(player, GtpPlayer)
            player.game = game
            return player
        level = player.settings().get("level")
        if isinstance(level, int):
            return self.engines.searching(game, level, self.seed)
        if game is not CATALOG[CLASSIC_GAME].load():
            raise Mistake(f"{player.name} plays Go alone, not {game.name}; name another --opponent")
        return self.engine

    def seated(self, session: Session) -> Session:
        """A game that goes on, with those who were named in place of its players.

        Raises Mistake if it has not as many.
        """
        sides = sorted(session.players)
        if not self.others or (self.others == (None,) and not sides):
            return session
        if not sides:
            sides = [session.position.to_move.other]
        if len(sides) != len(self.others):
            raise Mistake("--opponent: this game has not as many programs playing; leave it out")
        for side, player in zip(sides, self.others, strict=True):
            if not (
                isinstance(player, ClassicPlayer) and isinstance(session.players.get(side), ClassicPlayer)
            ):
                session.seat(side, None if player is None else self._fresh(player, session.game))
        return session


def _sit_down(player: Player, start: Position) -> None:
    """Have a player of the program's own sit down.  Raises Mistake if it does not play on such a board."""
    try:
        player.sit_down(start)
    except PlayerRefusal as error:
        raise Mistake(f"{error}; name another --opponent, as search or human") from None


def is_engine_named(others: tuple[Player | None, ...]) -> bool:
    """Whether an engine was named to play against the person."""
    return len(others) == 1 and is_engine(others[0])


def is_engine(player: Player | None) -> bool:
    """Whether a player is a GTP engine; what runs engines is loaded only where there is one."""
    return player is not None and player.settings().get("player") == "gtp"
