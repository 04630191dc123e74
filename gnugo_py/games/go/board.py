"""Boards of any size as two integers, one bit a point.

A point's number is `row * (size + 1) + column`, row 0 at the top: the bits run
in board order, and one unused bit ends each row, so that shifting a set of
points by one never wraps into the next row.  Bit `p` of a set is point `p`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from gnugo_py.core.bitboard import points_of
from gnugo_py.core.diagram import Grid, parse
from gnugo_py.core.types import Mistake, Point, Side
from gnugo_py.games.go.handicap import star_points
from gnugo_py.games.go.vertex import LARGEST, LETTERS, SMALLEST, point_at, row_column


class Geometry:
    """What depends on nothing but the size of the board.  Get one from `geometry(size)`.

    size       -- lines a side.
    stride     -- the distance in numbers between a point and the one below it.
    full       -- the set of all points.
    points     -- all points in board order.
    neighbours -- for each number, the set of the points next to it (empty for padding).
    adjacent   -- for each point, always four numbers: north, south, west and east of it; beyond the
                  rim `size`, which is no point.  Empty for padding.
    edge       -- the set of the points on the first line.
    """

    __slots__ = ("adjacent", "edge", "full", "neighbours", "points", "size", "stride")

    def __init__(self, size: int) -> None:
        self.size = size
        self.stride = stride = size + 1
        self.points = tuple(row * stride + col for row in range(size) for col in range(size))
        self.full = sum(1 << point for point in self.points)
        steps = (-stride, stride, -1, 1)
        on_board = frozenset(self.points)
        self.adjacent = tuple(
            tuple(number + step if number + step in on_board else size for step in steps)
            if number in on_board
            else ()
            for number in range(size * stride)
        )
        self.neighbours = tuple(sum(1 << point for point in near if point != size) for near in self.adjacent)
        self.edge = sum(1 << point for point in self.points if size in self.adjacent[point])

    def __repr__(self) -> str:
        return f"geometry({self.size})"

    def __reduce__(self) -> tuple[object, ...]:
        return geometry, (self.size,)  # there is one of each size, for copies too


@cache
def geometry(size: int) -> Geometry:
    """The one geometry of a size, 2 to 25.  Raises Mistake for another."""
    if not SMALLEST <= size <= LARGEST:
        raise Mistake(f"a board has {SMALLEST} to {LARGEST} lines a side, not {size}")
    return Geometry(size)


def flood(seed: int, within: int, stride: int) -> int:
    """All of `within` that is connected to `seed`.  `seed` must lie in `within`."""
    while True:
        grown = (seed | seed << 1 | seed >> 1 | seed << stride | seed >> stride) & within
        if grown == seed:
            return seed
        seed = grown


def breathless(seed: int, stones: int, empty: int, stride: int) -> int:
    """The chain at `seed` if it has no liberty, else the empty set."""
    while True:
        grown = seed | seed << 1 | seed >> 1 | seed << stride | seed >> stride
        if grown & empty:
            return 0
        grown &= stones
        if grown == seed:
            return seed
        seed = grown


class Board(NamedTuple):
    """Stones on a board, nothing else; frozen, hashable, equal when the stones are.

    black, white -- the sets of points that hold a stone of that colour.

        >>> board = Board.empty(9).put(0, Side.BLACK).put(1, Side.WHITE)
        >>> board.at(1), board.liberties(0).bit_count()
        (<Side.WHITE: 1>, 1)
    """

    geometry: Geometry
    black: int
    white: int

    @classmethod
    def empty(cls, size: int) -> Board:
        """A board without stones.  Raises Mistake for a size that is none."""
        return cls(geometry(size), 0, 0)

    def stones(self, side: Side) -> int:
        """The set of a side's stones."""
        return self.white if side else self.black

    @property
    def vacant(self) -> int:
        """The set of the empty points."""
        return self.geometry.full & ~(self.black | self.white)

    def at(self, point: Point) -> Side | None:
        """The colour of the stone on a point, None if it is empty.  Does not check the point."""
        if self.black >> point & 1:
            return Side.BLACK
        return Side.WHITE if self.white >> point & 1 else None

    def put(self, point: Point, side: Side) -> Board:
        """The board with a stone added; nothing is captured.  Does not check that the point is empty."""
        if side:
            return Board(self.geometry, self.black, self.white | 1 << point)
        return Board(self.geometry, self.black | 1 << point, self.white)

    def without(self, points: int) -> Board:
        """The board with the stones on a set of points taken off."""
        return Board(self.geometry, self.black & ~points, self.white & ~points)

    def chain(self, point: Point) -> int:
        """The set of stones connected to the stone on a point; empty if there is no stone."""
        for stones in (self.black, self.white):
            if stones >> point & 1:
                return flood(1 << point, stones, self.geometry.stride)
        return 0

    def around(self, points: int) -> int:
        """The points next to a set and not in it."""
        stride = self.geometry.stride
        near = points << 1 | points >> 1 | points << stride | points >> stride
        return near & self.geometry.full & ~points

    def liberties(self, point: Point) -> int:
        """The set of liberties of the chain on a point; empty if there is no stone."""
        return self.around(self.chain(point)) & self.vacant

    def taken(self, point: Point, by: Side, suspects: int = 0) -> int:
        """The opponent's stones that a stone of `by` on an empty point leaves without liberties.

        suspects -- stones elsewhere that may be without liberties already.
        """
        geometry, black, white = self
        stones = black if by else white
        near = (geometry.neighbours[point] | suspects) & stones
        if not near:
            return 0
        empty = geometry.full & ~(black | white | 1 << point)
        stride = geometry.stride
        taken = 0
        while near:
            seed = near & -near
            taken |= breathless(seed, stones, empty, stride)
            near &= ~(taken | seed)
        return taken

    def chains(self, side: Side) -> Iterator[int]:
        """A side's chains, by their first stone in board order."""
        rest = self.stones(side)
        while rest:
            chain = flood(rest & -rest, rest, self.geometry.stride)
            yield chain
            rest ^= chain


_SIDES = {"X": Side.BLACK, "O": Side.WHITE}
_EMPTY = "-.+"


def board_grid(board: Board, marks: Mapping[str, int] | None = None) -> Grid:
    """A board as a grid: `X` black, `O` white, `-` empty, `+` a star point.

    marks -- other signs, and the sets of points that get them instead.
    """
    size = board.geometry.size
    rows = [["-"] * size for _ in range(size)]
    layers = {"+": sum(1 << point for point in star_points(size)), "X": board.black, "O": board.white}
    for sign, points in [*layers.items(), *(marks or {}).items()]:
        for point in points_of(points):
            row, column = row_column(point, size)
            rows[row][column] = sign
    labels = tuple(str(size - row) for row in range(size))
    return Grid(tuple("".join(row) for row in rows), tuple(LETTERS[:size]), labels)


def parse_board(text: str) -> Board:
    """The board of a drawing: `X` black, `O` white, `-`, `.` and `+` empty, spaces between them.

    text -- with the labels that `render` draws on all four sides, or without any.  Blank lines around it do
            not matter.

    Raises Mistake for another sign, a board that is not square, or a size there is no board of.
    """
    rows = [line.split() for line in text.strip().splitlines()]
    if rows and rows[0] == rows[-1] and "".join(rows[0]) == LETTERS[: len(rows[0])]:
        rows = [list(row) for row in parse(text).rows]
    board = Board.empty(len(rows))
    for row, signs in enumerate(rows):
        if len(signs) != len(rows):
            raise Mistake(
                f"line {row + 1} of the board has {len(signs)} points, but there are {len(rows)} lines"
            )
        for column, sign in enumerate(signs):
            if sign in _SIDES:
                board = board.put(point_at(row, column, len(rows)), _SIDES[sign])
            elif sign not in _EMPTY:
                raise Mistake(f"line {row + 1} of the board: {sign[:10]!r} is no sign; draw X, O, - or +")
    return board


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
