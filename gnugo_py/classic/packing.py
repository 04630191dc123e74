"""A set of points in all eight orientations at once, side by side in one integer.

Block `k` of a packed set holds the board so turned that a pattern in orientation `k` lies there
as it is drawn.  So one shift and one AND compare one point of a pattern with every anchor in every
orientation.  Each block has so much empty margin that a shift never reaches another row or block.
"""

from __future__ import annotations

from functools import cache

from gnugo_py.core.types import Point
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
    """How packed sets of one size of board are laid out.  Get one from `layout(size, steps)`.

    The blocks lie side by side, with so much empty margin between them that no step of a pattern
    leads from one into another.  Bits below `margin` are never used, so that a set can always be
    shifted down; `blocks` and `unpacked` are for sets that were shifted down by the margin.

    width      -- the distance in bits between a point and the one below it.
    margin     -- the distance in bits of the longest step back that patterns make.
    spread     -- for each point number, the packed set of that point alone.
    full, edge -- the packed sets of all points, and of those on the first line.
    blocks     -- by orientation: the set of all points so turned, shifted down by the margin.
    unpacked   -- for each bit of a set shifted down by the margin, (point, orientation); (-1, 0) for none.
    """

    __slots__ = ("blocks", "edge", "full", "margin", "size", "spread", "unpacked", "width")

    def __init__(self, size: int, steps: frozenset[tuple[int, int]]) -> None:
        lines = geometry(size)
        block = size + max((abs(dx) for dx, _ in steps), default=0)
        self.size = size
        self.width = block * ORIENTATIONS
        self.margin = max((-dy * self.width - dx for dx, dy in steps), default=0)
        self.spread = [0] * (lines.stride * size)
        self.unpacked: list[tuple[Point, int]] = [(-1, 0)] * (self.width * size)
        self.blocks = []
        for orientation in range(ORIENTATIONS):
            (east_x, east_y), (south_x, south_y) = turned(orientation, 1, 0), turned(orientation, 0, 1)
            column, row = ((size - 1) * (east_x + south_x < 0), (size - 1) * (east_y + south_y < 0))
            east, south = east_y * lines.stride + east_x, south_y * lines.stride + south_x
            corner = row * lines.stride + column
            row_of_points = ((1 << size) - 1) << orientation * block
            self.blocks.append(sum(row_of_points << y * self.width for y in range(size)))
            for y in range(size):
                start = y * self.width + orientation * block
                for x in range(size):
                    point = corner + x * east + y * south
                    self.spread[point] |= 1 << start + x + self.margin
                    self.unpacked[start + x] = (point, orientation)
        self.full = self.packed(lines.full)
        self.edge = self.packed(lines.edge)

    def packed(self, points: int) -> int:
        """The packed set of a set of points."""
        return sum(self.spread[point] for point in points_of(points))

    def shift(self, dx: int, dy: int) -> int:
        """How far down to shift a packed set so that what was a step away from a point comes to be there."""
        return self.margin + dy * self.width + dx


@cache
def layout(size: int, steps: frozenset[tuple[int, int]]) -> Layout:
    """The one layout for a size and for patterns that look at these steps (dx, dy) from their anchor."""
    return Layout(size, steps | {(0, 0)})
