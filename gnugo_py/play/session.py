"""One game being played: the turns so far, whose turn it is, back and forth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from gnugo_py.core.game import Game, why_refused
from gnugo_py.core.position import Position
from gnugo_py.core.types import RESIGN, IllegalMove, Move, Outcome, Point, Side
from gnugo_py.engines.engine import Choice, Player


class Settling(NamedTuple):
    """How far the settling of a game that has stopped has come.

    proposed -- whether it starts from a proposal of the program's; None before it is begun.
    answers  -- the points named so far, None where a question was closed.
    """

    proposed: bool | None = None
    answers: tuple[Point | None, ...] = ()

    def to_json(self) -> dict[str, object]:
        """Return the values as they are written into saved games."""
        return {"proposed": self.proposed, "answers": self.answers}


class Turn(NamedTuple):
    """The game after one move.

    position -- what is on the board and what came before.
    memories -- what Black's and White's player remember; None for a person, and for a player that
                remembers nothing or was not there yet.
    note     -- why the move that led here was made, in sentences; empty for a person's.
    player   -- who chose it, None for a person.
    choice   -- what it chose and what it considered; None in a game that was read from a file.
    """

    position: Position
    memories: tuple[object, object]
    note: tuple[str, ...] = ()
    player: Player | None = None
    choice: Choice[Any] | None = None

    @property
    def move(self) -> Move | None:
        """The move that led here, None at the start."""
        return self.position.last_move

    @property
    def side(self) -> Side | None:
        """Who made that move, None at the start."""
        return self.position.mover


class Session:
    """A game between two sides, each a player or a person.

    game    -- which game it is.
    players -- by side, the player; a person where there is none.
    turns   -- the game so far, its start first.
    outcome -- how it ended, None until that is known.
    settling -- how far its count has come, None while it is played.
    names   -- what people are called, by side, where that is known.
    remarks -- what a person is to be told when it comes to the table.
    """

    def __init__(self, game: Game, players: Mapping[Side, Player], turns: Sequence[Turn]) -> None:
        self.game = game
        self.players = dict(players)
        self.outcome: Outcome | None = None
        self.settling: Settling | None = None
        self.names: Mapping[Side, str] = {}
        self.remarks: tuple[str, ...] = ()
        self._turns = list(turns)
        self._now = len(turns) - 1

    @classmethod
    def begin(cls, game: Game, players: Mapping[Side, Player], position: Position) -> Session:
        """A new game from a position."""
        memories = [players[side].fresh_memory() if side in players else None for side in Side]
        return cls(game, players, [Turn(position, (memories[0], memories[1]))])

    @property
    def turn(self) -> Turn:
        """The game as it stands now."""
        return self._turns[self._now]

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The game from its start to now; what was taken back is not in it."""
        return tuple(self._turns[: self._now + 1])

    @property
    def line(self) -> tuple[Turn, ...]:
        """The game with what was taken back and can be made again; `turns` is its beginning."""
        return tuple(self._turns)

    @property
    def is_touched(self) -> bool:
        """Whether anything happened that is worth keeping: a move, or the beginning of a count."""
        return len(self._turns) > 1 or self.settling is not None

    def go_to(self, number: int) -> None:
        """Go to a turn of `line`, by its number.  Raises IndexError if there is none such."""
        if not 0 <= number < len(self._turns):
            raise IndexError(number)
        self._now = number

    @property
    def position(self) -> Position:
        """The position now."""
        return self.turn.position

    @property
    def player(self) -> Player | None:
        """Who is to move: a player, or None for a person."""
        return self.players.get(self.position.to_move)

    def play(self, move: Move) -> None:
        """Make a person's move.  Raises IllegalMove, with the reason, and changes nothing then."""
        refusal = why_refused(self.game, self.position, move)
        if refusal is not None:
            raise IllegalMove(refusal)
        self._add(Turn(self.position.play(move), self.turn.memories))

    def reply(self) -> Choice[Any]:
        """Have the player to move choose, and make its move.  Does not check that it is legal.

        Raises what `choose` raises.
        """
        choice = self.choose()
        self.accept(choice)
        return choice

    def choose(self) -> Choice[Any]:
        """What the player to move chooses; nothing is changed by it.

        Raises LookupError if it is a person's turn, IllegalMove if the game is over, PlayerError if
        the player has no move to give.
        """
        player = self.players[self.position.to_move]
        if self.position.over:
            raise IllegalMove("the game is over")
        memory = self.turn.memories[self.position.to_move]
        return player.choose(self.position, player.fresh_memory() if memory is None else memory)

    def accept(self, choice: Choice[Any]) -> None:
        """Make the move that the player to move chose."""
        position, side = self.position, self.position.to_move
        black, white = self.turn.memories
        memories = (black, choice.memory) if side else (choice.memory, white)
        player = self.players[side]
        note = player.explain(position, choice)
        self._add(Turn(position.play(choice.move), memories, note, player, choice))

    def seat(self, side: Side, player: Player | None) -> None:
        """Have another player, or a person for None, play on for a side.

        It remembers nothing of the game before, and what was taken back is forgotten.
        """
        if player is None:
            self.players.pop(side, None)
        else:
            self.players[side] = player
        del self._turns[self._now + 1 :]
        for number, turn in enumerate(self._turns):
            black, white = turn.memories
            self._turns[number] = turn._replace(memories=(black, None) if side else (None, white))

    def resign(self, side: Side) -> None:
        """Have a side give up the game, if it is its turn: for games that were read."""
        if self.position.to_move is side:
            self._add(Turn(self.position.play(RESIGN), self.turn.memories))

    def back_to_person(self) -> bool:
        """Take back to where a person was to move last; False, and nothing done, if that never was."""
        return self._go_to_person(range(self._now - 1, -1, -1))

    def on_to_person(self) -> bool:
        """Make again up to where a person is to move next; False, and nothing done, if that never is."""
        return self._go_to_person(range(self._now + 1, len(self._turns)))

    def _go_to_person(self, turns: range) -> bool:
        """Go to the first of some turns at which a person is to move."""
        for number in turns:
            if self._turns[number].position.to_move not in self.players:
                self._move_to(number)
                return True
        return False

    def _move_to(self, number: int) -> None:
        """Go to a turn, where the game is not over yet."""
        self._now = number
        self.outcome = self.settling = None

    def _add(self, turn: Turn) -> None:
        """Go on from now; what had been taken back is forgotten."""
        self._turns[self._now + 1 :] = [turn]
        self._move_to(self._now + 1)
