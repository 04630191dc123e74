"""A move of a stone in Go together with the boards before and after it."""

from __future__ import annotations

from typing import NamedTuple

from gnugo_py.games.board import Board
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.points import iter_points
from gnugo_py.games.types import PLAYS, Color, Point


class MoveOnBoard(NamedTuple):
    """A move of a stone, with the board before and after it.

    position -- the position before the move.
    point    -- the point of the move.
    after    -- the board after the move.
    """

    position: GoPosition
    point: Point
    after: Board

    @classmethod
    def of(cls, position: GoPosition, point: Point) -> MoveOnBoard:
        """Return the move of a stone of the color to move; it must be legal."""
        return cls(position, point, position.play_unchecked(PLAYS[point]).board)

    @property
    def color(self) -> Color:
        """The color that moves."""
        return self.position.to_move

    @property
    def before(self) -> Board:
        """The board before the move."""
        return self.position.board

    @property
    def own_chain(self) -> int:
        """The chain of the stone that was played."""
        return self.after.chain(self.point)

    @property
    def captured(self) -> int:
        """The stones that the move captures."""
        return self.before.stones(self.color.opponent) & self.after.empty_points

    def joined_chains(self) -> list[int]:
        """Return the chains of the color that the move joins to one."""
        own = self.before.geometry.neighbors[self.point] & self.before.stones(self.color)
        return list(dict.fromkeys(self.before.chain(each) for each in iter_points(own)))
