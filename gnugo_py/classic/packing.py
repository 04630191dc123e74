"""A set of points in all eight orientations at once, side by side in one integer.

Block `k` of a packed set holds the board so turned that a pattern in orientation `k` lies there
as it is drawn.  So one shift and one AND compare one point of a pattern with every anchor in every
orientation.  Each block has so much empty margin that a shift never reaches another row or block.
"""

from __future__ import annotations

from functools import cache

from gnugo_py.games.contract import Point
from gnugo_py.go.board import geometry, points_of

ORIENTATIONS = 8


def turned(orientation: int, dx: int, dy: int) -> tuple[int, int]:
    """Where an orientation puts the point (dx, dy) of a pattern: columns right, rows down."""
    return (
        (dx, dy),
        (dx, -dy),
        (dy, -dx),
        (-dy, -dx),
        (-dx, dy),
        (-dx, -dy),
        (dy, dx),
        (-dy, dx),
    )[orientation]


class Layout:
    """How packed sets of one size of board are laid out.  Get one from `layout(size, reach)`.

    width      -- the distance in bits between a point and the one below it.
    spread     -- for each point number, the packed set of that point alone.
    unpacked   -- for each bit of a packed set, (point, orientation); None for margin.
    full, edge -- the packed sets of all points, and of those on the first line.
    first_half -- the packed set of everything in orientations 0 to 3.
    """

    __slots__ = ("edge", "first_half", "full", "size", "spread", "unpacked", "width")

    def __init__(self, size: int, reach: int) -> None:
        lines = geometry(size)
        self.size = size
        self.width = size + reach
        block = self.width * self.width
        self.spread = [0] * (lines.stride * size)
        self.unpacked: list[tuple[Point, int] | None] = [None] * (block * ORIENTATIONS)
        middle = size - 1
        for orientation in range(ORIENTATIONS):
            for x in range(size):
                for y in range(size):
                    column, row = turned(orientation, 2 * x - middle, 2 * y - middle)
                    point = (row + middle) // 2 * lines.stride + (column + middle) // 2
                    bit = orientation * block + y * self.width + x
                    self.spread[point] |= 1 << bit
                    self.unpacked[bit] = (point, orientation)
        self.full = self.packed(lines.full)
        self.edge = self.packed(lines.edge)
        self.first_half = self.full & ((1 << 4 * block) - 1)

    def packed(self, points: int) -> int:
        """The packed set of a set of points."""
        return sum(self.spread[point] for point in points_of(points))


@cache
def layout(size: int, reach: int) -> Layout:
    """The one layout for a size and a reach: how far from the anchor patterns look, in points."""
    return Layout(size, reach)
