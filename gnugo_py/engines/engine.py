"""Who chooses the moves: a `Player` answers a position with a `Choice`.

A player keeps nothing itself: what it remembers from move to move is a value that comes in with
the position and goes out with the choice.  Undo, save and resume only have to keep that value.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar

from gnugo_py.core.types import Move, Point

LARGEST_SEED = 2**31 - 1
"""Random numbers start from a whole number, 0 to this."""


class Reason(NamedTuple):
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


M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Choice(Generic[M]):
    """A player's move.

    move    -- what it plays.
    reasons -- what it considered, in the order in which it asked.
    memory  -- what it will want to have back at its next turn.
    """

    move: Move
    reasons: tuple[Reason, ...]
    memory: M


class PlayerError(Exception):
    """A player that cannot choose now; the message says why, for a person, without a full stop."""


class PlayerRefusal(PlayerError):
    """A player that does not play such a game at all."""


class Player(Protocol):
    """Something that chooses moves in one game.

    A player that is no more than a function need not care for `sit_down`, `interrupt`, `restart` and `close`.
    """

    is_adviser: ClassVar[bool] = False
    """Whether it may be asked about any position at any time, without being disturbed in its game."""

    is_external: ClassVar[bool] = False
    """Whether it is another program, which has no move to give when it is interrupted."""

    @property
    def name(self) -> str:
        """What a record of the game calls it."""

    def fresh_memory(self) -> object:
        """What it remembers at the start of a game."""

    def explain(self, position: Any, choice: Choice[Any]) -> tuple[str, ...]:
        """A choice made in a position, in sentences for a person."""

    def overlay(self, position: Any, choice: Choice[Any]) -> tuple[tuple[Point, str], ...]:
        """What to draw over the board to show a choice made there: points, each with a sign or, to light it
        up, none.
        """

    def outlook(self, position: Any, choice: Choice[Any]) -> float | None:
        """How likely Black is to win, 0 to 1, seen when a choice was made there; None if it does not tell."""
        return None

    def owners(self, choice: Choice[Any]) -> tuple[tuple[Point, float], ...]:
        """Whose points become, seen when a choice was made: 1 for Black to -1 for White; often nothing."""
        return ()

    def settings(self) -> dict[str, object]:
        """What makes another player like this one, as plain data; `player` holds its kind."""

    def stored(self, memory: Any) -> object:
        """A memory as plain data, to be kept in a file."""

    def restored(self, data: object) -> object:
        """The memory that `stored` made data of.  Raises Mistake for anything else."""

    def choose(self, position: Any, memory: Any) -> Choice[Any]:
        """Its move for the side to move.

        position -- a position of its game that is not over.
        memory   -- what its last choice in this line of play gave back, or `fresh_memory()`.

        Raises PlayerError if it has none to give.
        """

    def sit_down(self, position: Any) -> None:
        """Be told of the game that begins with, or goes on from, a position.

        Raises PlayerRefusal if it does not play such games, on boards of that size say, and PlayerError if
        it does not work.
        """
        return

    def reseed(self, seed: int) -> Player:
        """The player whose random numbers start from a seed: itself, told of it, or another like it."""
        return self

    def progress(self) -> str:
        """How far a `choose` under way in another thread is, in a few words; empty if it does not tell."""
        return ""

    def interrupt(self) -> None:
        """Have a `choose` under way in another thread come to its end soon, by PlayerError."""
        return

    def restart(self) -> None:
        """Be ready to be asked again after a PlayerError."""
        return

    def close(self) -> None:
        """Let go of what it holds outside this program."""
        return
