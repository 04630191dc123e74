"""The words every game and every front end share.

A game is one folder that offers a `Game` (see `games.game`); a front end knows nothing else.
Two sides move in turn; a move is `Play(points)`, `PASS` or `RESIGN`.  Go, Hex
and Tanbo play one point a move, Amazons three.  A `Point` is a cell's number in
its game's own numbering: only that game turns it into something to read.

Positions are frozen: `play` returns the next one and leaves the old as it was.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple, Protocol, TypeAlias, TypeVar

from gnugo_py.games.diagram import Grid
from gnugo_py.games.mistake import Mistake

Point: TypeAlias = int
"""A cell of a board, in the numbering of its own game."""


class Side(IntEnum):
    """The two players; usable as an index into a pair.

    other -- the opponent.
    """

    BLACK = 0
    WHITE = 1
    other: Side

    def __str__(self) -> str:
        return "White" if self else "Black"

    @property
    def colour(self) -> str:
        """The side in small letters, as GTP and files of data have it."""
        return "white" if self else "black"


Side.BLACK.other, Side.WHITE.other = Side.WHITE, Side.BLACK


@dataclass(frozen=True, slots=True)
class Play:
    """A move on the board.

    points -- the points picked, in the order they are picked.
    """

    points: tuple[Point, ...]


class Pass:
    """A turn given up; there is one such value, `PASS`."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "PASS"

    def __reduce__(self) -> str:
        return "PASS"


class Resign:
    """The game given up; there is one such value, `RESIGN`."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "RESIGN"

    def __reduce__(self) -> str:
        return "RESIGN"


PASS = Pass()
RESIGN = Resign()
Move: TypeAlias = Play | Pass | Resign


class Outcome(NamedTuple):
    """How a game ended.

    winner -- the side that won, or None for a tie or a game without a result.
    reason -- in a few words: `"resignation"`, `"time"`, `"forfeit"`, `"by 3.5 points"`.
    margin -- by how many points, where the game counts points.
    """

    winner: Side | None
    reason: str
    margin: float | None = None

    @property
    def sentence(self) -> str:
        """The outcome as a sentence."""
        if self.winner is None:
            return "The game is a tie." if self.reason == "tie" else "The game has no result."
        ways = {"time": " on time", "forfeit": " by forfeit", "resignation": " by resignation", "unknown": ""}
        return f"{self.winner} wins{ways.get(self.reason, f' {self.reason}')}."


class IllegalMove(Mistake):
    """A move the rules refuse; the message says why, for a person to read."""


P = TypeVar("P", bound="Position")


class Position(Protocol):
    """A state of a game: what is on the board and whose turn it is."""

    @property
    def size(self) -> int:
        """Lines, rows or cells a side."""

    @property
    def to_move(self) -> Side:
        """Whose turn it is."""

    @property
    def last_move(self) -> Move | None:
        """The move that led here; None at the start."""

    @property
    def mover(self) -> Side | None:
        """Who made the last move, which need not be the other side of `to_move`; None at the start."""

    @property
    def previous(self) -> Position | None:
        """The position before the last move; None at the start."""

    @property
    def over(self) -> bool:
        """True once nobody may move any more."""

    @property
    def decided(self) -> Outcome | None:
        """Who has won as the moves alone tell; None while the game goes on, and where it must be counted."""

    def legal_moves(self) -> Iterable[Move]:
        """Every `Play` the side to move may make; passing, resigning and swapping are not listed."""

    def why_illegal(self, move: Move) -> str | None:
        """Why the side to move may not make this move, or None if it may.

        A `Play` with fewer points than a move has is judged as the beginning of one.
        """

    def with_to_move(self: P, side: Side) -> P:
        """The same position with a side's turn, for programs that let one move twice."""

    def play(self: P, move: Move) -> P:
        """The position after a move.  Trusts its caller: legality is not checked."""

    def grid(self) -> Grid:
        """The board as a grid of one-character cells with its labels."""
