"""The game a GTP server holds: positions, the engine's memory at each, settings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from gnugo_py.classic.memory import Memory
from gnugo_py.classic.player import ClassicPlayer
from gnugo_py.games.contract import PASS, Move, Play, Side
from gnugo_py.go.position import GoPosition
from gnugo_py.go.rules import Rules
from gnugo_py.gtp.protocol import GtpError
from gnugo_py.players.player import Choice


class GtpTurn(NamedTuple):
    """The game after one move.

    position -- the board and what came before.
    memory   -- what the engine remembers then.
    choice   -- how the engine chose the move that led here, None if it did not.
    """

    position: GoPosition
    memory: Memory
    choice: Choice | None = None

    @property
    def side(self) -> Side | None:
        """Who made the move that led here, None at the start."""
        return self.position.mover


class GtpGame:
    """One game under the control of another program; either side may move at any time.

    engine   -- who answers `genmove`.
    rules_of -- the rules in force for a size and a handicap, komi apart.
    new_seed -- gives the engine a seed for each fresh game, None for the same again.
    handicap -- Black's handicap stones.
    """

    def __init__(
        self,
        engine: ClassicPlayer,
        rules_of: Callable[[int, int], Rules],
        new_seed: Callable[[], int] | None = None,
        size: int = 19,
    ) -> None:
        self.engine = engine
        self._new_seed = new_seed
        self.rules_of = rules_of
        self.komi = rules_of(size, 0).komi
        self.handicap = 0
        self.turns: list[GtpTurn] = []
        self.clear(size)

    @property
    def turn(self) -> GtpTurn:
        """The game as it stands."""
        return self.turns[-1]

    @property
    def position(self) -> GoPosition:
        """The position now."""
        return self.turn.position

    @property
    def rules(self) -> Rules:
        """The rules in force, with the komi that was set."""
        return self.rules_of(self.position.size, self.handicap)._replace(komi=self.komi)

    def clear(self, size: int) -> None:
        """A fresh game; the engine forgets everything, and starts from its seed again or from a new one."""
        if self._new_seed is not None:
            self.engine = replace(self.engine, seed=self._new_seed())
        self.begin(GoPosition.start(size, self.rules_of(size, 0)))

    def begin(self, position: GoPosition, handicap: int = 0) -> None:
        """A game from a position, with an engine that remembers nothing."""
        self.handicap = handicap
        self.turns = [GtpTurn(position, self.engine.fresh_memory())]

    def reseed(self, seed: int) -> None:
        """The engine as if it had just been started with another seed; the board stays."""
        self._new_seed = None
        self.engine = replace(self.engine, seed=seed)
        self.turns[-1] = self.turn._replace(memory=self.engine.fresh_memory())

    def to_move(self, side: Side) -> GoPosition:
        """The position with a side's turn; earlier passes do not end the game here."""
        position = self.position
        return (position.resumed() if position.over else position).with_to_move(side)

    def allows(self, side: Side, move: Move) -> bool:
        """Whether a side may make a move.  A pass is always allowed, a stone until the rules end the game."""
        return not isinstance(move, Play) or self.to_move(side).why_illegal(move) is None

    def play(self, side: Side, move: Move) -> None:
        """Make a move.  Raises GtpError if the rules refuse it."""
        if not self.allows(side, move):
            raise GtpError("illegal move")
        self.turns.append(GtpTurn(self.to_move(side).play(move), self.turn.memory))

    def replay(self, positions: Sequence[GoPosition]) -> None:
        """Begin with a recorded game; only suicides that the rules in force would leave standing are refused.

        positions -- the start, then the position after each move, each with the side to move next.

        Raises GtpError for such a suicide; nothing is changed then.
        """
        before = self.turns, self.handicap
        try:
            self._replay(positions)
        except GtpError:
            self.turns, self.handicap = before
            raise

    def _replay(self, positions: Sequence[GoPosition]) -> None:
        first, *later = positions
        self.begin(GoPosition.set_up(first.board, first.to_move, self.rules_of(first.size, 0)))
        for after in later:
            assert after.mover is not None
            assert after.last_move is not None
            position = self.to_move(after.mover).play(after.last_move)
            if position.board != after.board:
                raise GtpError("cannot load file")
            self.turns.append(GtpTurn(position.with_to_move(after.to_move), self.turn.memory))

    def choose(self, side: Side) -> Choice:
        """The engine's move for a side, not made; a pass where the rules have ended the game."""
        position = self.to_move(side)
        if position.over:
            return Choice(PASS, (), self.turn.memory)
        return self.engine.choose(position, self.turn.memory)

    def make(self, side: Side, choice: Choice) -> None:
        """Make a move the engine chose."""
        assert isinstance(choice.memory, Memory)
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
        return {side: self.engine.name if side in chosen else "" for side in Side}

    @property
    def is_fresh(self) -> bool:
        """Whether the board is empty and nothing was played."""
        board = self.position.board
        return len(self.turns) == 1 and not (board.black | board.white)

    def last_choice(self) -> Choice | None:
        """How the engine chose its last move, None if it made none."""
        return next((turn.choice for turn in reversed(self.turns) if turn.choice is not None), None)
