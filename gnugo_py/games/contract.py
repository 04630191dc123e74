"""The words every game and every front end share.

A game is one folder that offers a `Game`; a front end knows nothing else.
Two sides move in turn; a move is `Play(points)`, `PASS` or `RESIGN`.  Go, Hex
and Tanbo play one point a move, Amazons three.  A `Point` is a cell's number in
its game's own numbering: only that game turns it into something to read.

Positions are frozen: `play` returns the next one and leaves the old as it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple, Protocol, TypeAlias, TypeVar

from gnugo_py.games.diagram import Grid
from gnugo_py.games.questions import Field, Question

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


class Resign:
    """The game given up; there is one such value, `RESIGN`."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "RESIGN"


PASS = Pass()
RESIGN = Resign()
Move: TypeAlias = Play | Pass | Resign


class Outcome(NamedTuple):
    """How a game ended.

    winner -- the side that won, or None for a tie or a game without a result.
    reason -- in a few words: `"resignation"`, `"two passes"`, `"by 3.5 points"`.
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


class IllegalMove(ValueError):
    """A move the rules refuse; the message says why, for a person to read."""


P = TypeVar("P", bound="Position")


class Position(Protocol):
    """A state of a game: what is on the board and whose turn it is."""

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
    def over(self) -> bool:
        """True once nobody may move any more."""

    def legal_moves(self) -> Iterable[Move]:
        """Every `Play` the side to move may make; passing and resigning are not listed."""

    def why_illegal(self, move: Move) -> str | None:
        """Why the side to move may not make this move, or None if it may."""

    def play(self: P, move: Move) -> P:
        """The position after a move.  Trusts its caller: legality is not checked."""

    def grid(self) -> Grid:
        """The board as a grid of one-character cells with its labels."""


class Ending(Protocol):
    """What is left to settle once play has stopped, as questions answered with points.

    Go asks for dead stones and for neutral points; most games ask nothing.
    """

    @property
    def question(self) -> str | None:
        """What to ask now, or None when all is settled."""

    @property
    def remark(self) -> tuple[str, ...]:
        """What to tell before asking, with the board; nothing for most."""

    def answer(self, point: Point) -> Ending:
        """The ending after one point was named.  Raises IllegalMove, with the reason."""

    def done(self) -> Ending:
        """The ending after the question was closed."""

    def grid(self) -> Grid:
        """The board as settled so far."""

    @property
    def outcome(self) -> Outcome:
        """How the game ended, once all is settled."""

    def result(self) -> tuple[str, ...]:
        """The result in sentences, once all is settled."""


class Game(Protocol):
    """One board game: how it starts, and how its moves and boards are written."""

    @property
    def name(self) -> str:
        """The name people know it by."""

    @property
    def introduction(self) -> str:
        """A page that tells a newcomer how to play at this program's prompt."""

    @property
    def legend(self) -> str:
        """What the signs of its boards mean, in one line."""

    def first_question(self) -> Question:
        """What may be answered along with the introduction, its prompt a sentence; Return takes a default."""

    def questions(self, options: Mapping[str, object]) -> tuple[Question, ...]:
        """What a person is asked before a game, in order; `options` holds what is known already."""

    def form(self, options: Mapping[str, object]) -> tuple[Field, ...]:
        """The same and more as a form; `options` holds what is chosen so far, which changes the choices."""

    def start(self, options: Mapping[str, object]) -> Position:
        """The first position.  Raises ValueError, with the remedy, for options that make no game."""

    def parse_point(self, text: str, position: Position) -> Point:
        """The point a person wrote.  Raises ValueError, with the remedy."""

    def format_move(self, move: Move, position: Position) -> str:
        """A move as a person writes it."""

    def point_at(self, row: int, column: int, position: Position) -> Point:
        """The point of a grid's cell; row 0 is the top line, column 0 the left one."""

    def cell_of(self, point: Point, position: Position) -> tuple[int, int]:
        """The (row, column) of a point; the inverse of `point_at`."""

    def status(self, position: Position) -> tuple[str, ...]:
        """What a person wants to know beside the board, a line each."""

    def details(self, position: Position) -> tuple[str, ...]:
        """What a person wants to know of the whole game, a line each."""

    def estimate(self, position: Position) -> tuple[str, ...]:
        """How the game stands, in sentences."""

    def forbidden(self, position: Position) -> tuple[Point, ...]:
        """Empty points worth marking because the side to move may not play there now."""

    def report(self, before: Position, after: Position) -> tuple[str, ...]:
        """What a move did that is worth telling, a sentence each; often nothing."""

    def ending(self, position: Position, first: Side) -> Ending:
        """The settling of a game that has stopped, as its rules have it; `first` answers first."""

    def agreement(self, position: Position, first: Side) -> Ending:
        """The same, but with a proposal to start from; for front ends that show it as it changes."""
