"""The words every game and every front end share.

A game is one folder that offers a `Game` (see `games.game`); a front end knows nothing else.
Two sides move in turn; a move is `Play(points)`, `PASS` or `RESIGN`.  Go, Hex
and Tanbo play one point a move, Amazons three.  A `Point` is a cell's number in
its game's own numbering: only that game turns it into something to read.

Positions are frozen: `play` returns the next one and leaves the old as it was.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple, TypeAlias

Point: TypeAlias = int
"""A cell of a board, in the numbering of its own game."""


class Mistake(ValueError):
    """Something wrong with what a person typed, gave or saved; the message says what, and the remedy.

    Any other error is a fault of the program's own.
    """


class FileMistake(Mistake):
    """A mistake in a file that people write; the message names file, line and remedy."""

    def __init__(self, file: str, line: int, problem: str) -> None:
        super().__init__(f"{file}, line {line}: {problem}")


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
