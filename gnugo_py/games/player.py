"""Who chooses the moves: a `Player` answers a position with a `Choice`.

A player keeps nothing itself: what it remembers from move to move is a value that comes in with
the position and goes out with the choice.  Undo, save and resume only have to keep that value.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from gnugo_py.games.contract import Move, Point


@dataclass(frozen=True, slots=True)
class Reason:
    """Something a player considered.

    finder -- who proposed it: `attack`, `defend`, `pattern` or `random`.
    point  -- where, None for nowhere.
    value  -- what it was worth; for `random`, the number of tries it took.
    why    -- the player's own account of it, as data.
    """

    finder: str
    point: Point | None
    value: int
    why: object = None


@dataclass(frozen=True, slots=True)
class Choice:
    """A player's move.

    move    -- what it plays.
    reasons -- what it considered, in the order in which it asked.
    memory  -- what it will want to have back at its next turn.
    """

    move: Move
    reasons: tuple[Reason, ...]
    memory: object


class Player(Protocol):
    """Something that chooses moves in one game."""

    @property
    def name(self) -> str:
        """What a record of the game calls it."""

    def fresh_memory(self) -> object:
        """What it remembers at the start of a game."""

    def explain(self, position: Any, choice: Choice) -> tuple[str, ...]:
        """A choice made in a position, in sentences for a person."""

    def overlay(self, position: Any, choice: Choice) -> tuple[tuple[Point, str], ...]:
        """What to draw over the board to show a choice: points, each with a sign or, to light it up, none."""

    def settings(self) -> dict[str, object]:
        """What makes another player like this one, as plain data; `player` holds its kind."""

    def stored(self, memory: Any) -> object:
        """A memory as plain data, to be kept in a file."""

    def restored(self, data: object) -> object:
        """The memory that `stored` made data of.  Raises ValueError for anything else."""

    def choose(self, position: Any, memory: Any) -> Choice:
        """Its move for the side to move.

        position -- a position of its game that is not over.
        memory   -- what its last choice in this line of play gave back, or `fresh_memory()`.
        """
