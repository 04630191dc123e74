"""The interface of a position.

Positions are immutable: `play_unchecked` returns a new position and leaves the old one unchanged.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol, TypeVar

from gnugo_py.core.diagram import Diagram
from gnugo_py.core.types import Color, Move, Outcome, Point

_PositionT = TypeVar("_PositionT", bound="Position")


class Position(Protocol):
    """A state of a game: what is on the board, and whose turn it is."""

    @property
    def size(self) -> int:
        """The number of lines, rows or cells per side of the board."""

    @property
    def to_move(self) -> Color:
        """The color to move."""

    @property
    def last_move(self) -> Move | None:
        """The move that led to this position; None at the start."""

    @property
    def last_color(self) -> Color | None:
        """The color that made the last move; None at the start. It may be the same color as `to_move`."""

    @property
    def previous(self) -> Position | None:
        """The position before the last move; None at the start."""

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""

    @property
    def outcome_without_count(self) -> Outcome | None:
        """The outcome if the moves alone determine it; None if the game is not over or must be counted."""

    def legal_moves(self) -> Iterable[Move]:
        """Return every legal `Play`. Passing, resigning and swapping are not included."""

    def why_illegal(self, move: Move) -> str | None:
        """Return why a move is illegal, or None if it is legal.

        A `Play` with too few points is legal if a legal move can begin with them.
        """

    def with_to_move(self: _PositionT, color: Color) -> _PositionT:
        """Return the same position with `color` to move, even if that color made the last move."""

    def play_unchecked(self: _PositionT, move: Move) -> _PositionT:
        """Return the position after a move. The legality of the move is not checked."""

    def cells(self) -> Mapping[Point, str]:
        """Return the diagram sign of each occupied point, such as `X` for Black and `O` for White.

        The points are in board order.
        """

    def diagram(self) -> Diagram:
        """Return the board as a diagram of one-character cells with labels."""
