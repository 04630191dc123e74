"""Who sits where: the players of a game, and who gives hints."""

from __future__ import annotations

from dataclasses import dataclass

from gnugo_py.cli.engine import classic_player
from gnugo_py.cli.engines import CLASSIC, CLASSIC_GAME, HUMAN, USUAL_LEVEL, Engines, installed, level_of
from gnugo_py.cli.forms import is_engine
from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.registry import CATALOG
from gnugo_py.core.types import Mistake, Side
from gnugo_py.engines.classic.engine import SIZES, ClassicPlayer
from gnugo_py.engines.engine import Player, PlayerRefusal
from gnugo_py.engines.search.engine import search_for
from gnugo_py.play.session import Session


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
