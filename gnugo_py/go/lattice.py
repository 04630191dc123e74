"""The points of a board and what lies around them, as random games need it."""

from __future__ import annotations

from functools import cache

from gnugo_py.go.board import geometry


class Lattice:
    """What depends on nothing but the size of the board.

    near, around -- by point: those next to it, as numbers and as a set.
    diagonals    -- by point: the set of those diagonally next to it.
    hostile      -- by point: with so many stones of the opponent there it is no eye.
    others       -- by point: the set of all numbers but its own.
    """

    __slots__ = ("around", "diagonals", "hostile", "near", "number", "others", "stride")

    def __init__(self, size: int) -> None:
        shape = geometry(size)
        stride, full = shape.stride, shape.full
        self.stride = stride
        cells = range(size * stride)
        self.number = len(shape.points)
        self.around = shape.neighbours
        self.near = tuple(tuple(point for point in four if point != size) for four in shape.adjacent)
        self.diagonals = tuple(
            ((1 << cell + 1 | 1 << cell - 1) << stride | (1 << cell + 1 | 1 << cell - 1) >> stride) & full
            if cell
            else 1 << stride + 1
            for cell in cells
        )
        self.hostile = tuple(1 if shape.edge >> cell & 1 else 2 for cell in cells)
        self.others = tuple(~(1 << cell) for cell in cells)


lattice_of = cache(Lattice)
