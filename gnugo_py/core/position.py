"""The words every game and every front end share.

A game is one folder that offers a `Game` (see `games.game`); a front end knows nothing else.
Two sides move in turn; a move is `Play(points)`, `PASS` or `RESIGN`.  Go, Hex
and Tanbo play one point a move, Amazons three.  A `Point` is a cell's number in
its game's own numbering: only that game turns it into something to read.

Positions are frozen: `play` returns the next one and leaves the old as it was.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar

from gnugo_py.core.diagram import Grid
from gnugo_py.core.types import Move, Outcome, Side

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
