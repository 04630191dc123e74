"""The game a GTP server holds: positions, the engine's memory at each, settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.types import PASS, Mistake, Move, Pass, Side
from gnugo_py.engines.engine import LARGEST_SEED, Choice, Player, PlayerError
from gnugo_py.gtp.protocol import GtpError


class GtpTurn(NamedTuple):
    """The game after one move.

    position -- the board and what came before.
    memory   -- what the player remembers then.
    choice   -- how the player chose the move that led here, None if it did not.
    """

    position: Position
    memory: object
    choice: Choice[Any] | None = None

    @property
    def side(self) -> Side | None:
        """Who made the move that led here, None at the start."""
        return self.position.mover


class GtpGame:
    """One game under the control of another program; either side may move until the game is over.

    game     -- which game it is.
    player   -- who answers `genmove`, None for nobody.
    options  -- what games start with, as in `Game.start`; commands change it.
    new_seed -- gives the player a seed for each fresh game, None for the same again.
    """

    def __init__(
        self,
        game: Game,
        player: Player | None,
        options: Mapping[str, object],
        new_seed: Callable[[], int] | None = None,
    ) -> None:
        self.game = game
        self.player = player
        self.options = dict(options)
        self._new_seed = new_seed
        self._own_player = player
        self.turns: list[GtpTurn] = []
        self.clear({})

    @property
    def turn(self) -> GtpTurn:
        """The game as it stands."""
        return self.turns[-1]

    @property
    def position(self) -> Position:
        """The position now."""
        return self.turn.position

    def clear(self, options: Mapping[str, object]) -> None:
        """A fresh game; the player forgets everything, and starts from its seed again or from a new one.

        options -- what is to be otherwise from now on.

        Raises Mistake, and changes nothing, for options that make no game.
        """
        chosen = {**self.options, **options}
        start = self.game.start(chosen)
        self.options = chosen
        if self._new_seed is not None and self.player is not None:
            self._own_player = self.player.reseed(self._new_seed())
        self.player = self._own_player
        self.begin(start)

    def begin(self, position: Position) -> None:
        """A game from a position, with a player that remembers nothing."""
        self.turns = [GtpTurn(position, self._fresh_memory())]

    def _fresh_memory(self) -> object:
        return None if self.player is None else self.player.fresh_memory()

    def reseed(self, seed: int) -> None:
        """The player as if it had just been started with another seed, at any move; the board stays."""
        self._new_seed = None
        if self.player is not None:
            self.player = self._own_player = self.player.reseed(seed)
        fresh = self._fresh_memory()
        self.turns = [turn._replace(memory=fresh) for turn in self.turns]

    def to_move(self, side: Side) -> Position:
        """The position with a side's turn; earlier passes do not end the game here."""
        return self.game.going_on(self.position, side)

    def allows(self, side: Side, move: Move) -> bool:
        """Whether a side may make a move; where there are passes, one is always allowed."""
        if isinstance(move, Pass) and self.game.has_passes:
            return True
        return self.to_move(side).why_illegal(move) is None

    def play(self, side: Side, move: Move) -> None:
        """Make a move.  Raises GtpError if the rules refuse it."""
        if not self.allows(side, move):
            raise GtpError("illegal move")
        self.turns.append(GtpTurn(self.to_move(side).play(move), self.turn.memory))

    def replay(
        self,
        positions: Sequence[Position],
        settings: Mapping[str, object] | None = None,
        memories: Sequence[object] = (),
    ) -> None:
        """Begin with a recorded game, by the rules in force.

        positions -- the start, then the position after each move, each with the side to move next.
        settings, memories -- of the player that played it: with the same kind of player, the game goes on
                     with that one's seed and memories until it is cleared.

        Raises GtpError, and changes nothing, where the rules leave no such game.
        """
        try:
            first, *later = self.game.notation.under(positions, self.options)
        except Mistake as error:
            raise GtpError(f"cannot load file: {error}") from None
        self.player = self._own_player
        restored = self._restored(settings or {}, memories)
        self.begin(first)
        fresh = self.turn.memory
        known = restored if len(restored) == len(positions) else [fresh] * len(positions)
        self.turns = [
            GtpTurn(position, memory) for position, memory in zip((first, *later), known, strict=True)
        ]

    def _restored(self, settings: Mapping[str, object], memories: Sequence[object]) -> list[object]:
        """Take over the seed and return the memories of a player like this one; empty for another one."""
        own = {} if self.player is None else self.player.settings()
        seed = settings.get("seed")
        if self.player is None or type(seed) is not int or not 0 <= seed <= LARGEST_SEED:
            return []
        if any(settings.get(name) != own.get(name) for name in ("player", "patterns")):
            return []
        player = self.player.reseed(seed)
        try:
            restored = [player.restored(memory) for memory in memories]
        except Mistake:
            return []
        self.player = player
        return restored

    def choose(self, side: Side) -> Choice[Any]:
        """The player's move for a side, not made; a pass where the rules have ended the game.

        Raises GtpError if there is nobody to choose, or nothing.
        """
        if self.player is None:
            raise GtpError(f"nobody plays {self.game.name} here")
        position = self.to_move(side)
        if position.over and not self.game.has_passes:
            raise GtpError("game is over")
        if position.over:
            return Choice(PASS, (), self.turn.memory)
        try:
            return self.player.choose(position, self.turn.memory)
        except PlayerError as error:
            raise GtpError(str(error)) from None

    def make(self, side: Side, choice: Choice[Any]) -> None:
        """Make a move the player chose."""
        position = self.to_move(side).play(choice.move)
        self.turns.append(GtpTurn(position, choice.memory, choice))

    def undo(self, number: int) -> None:
        """Take moves back.  Raises GtpError, and takes none back, if there are fewer."""
        if not 0 <= number < len(self.turns):
            raise GtpError("cannot undo")
        if number:
            del self.turns[-number:]

    def names(self) -> dict[Side, str]:
        """Who played, by side: the engine where it chose a move; of others nothing is known."""
        chosen = {turn.side for turn in self.turns if turn.choice is not None}
        name = "" if self.player is None else self.player.name
        return {side: name if side in chosen else "" for side in Side}

    def last_choice(self) -> Choice[Any] | None:
        """How the engine chose its last move, None if it made none."""
        return next((turn.choice for turn in reversed(self.turns) if turn.choice is not None), None)
