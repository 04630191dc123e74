"""Boards of any size as two integers, one bit per point, for games on squares and on hexagons.

Point numbers are `row * (size + 1) + column`, row 0 at the top. The bits are in board order. One unused bit
ends each row, so shifting a set of points by one does not move a point to the next row. Bit `p` of a
set represents point `p`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from gnugo_py.games.points import check_size, first_point, full_board, iter_points, point_set_from_points
from gnugo_py.games.types import Color, Point

LINES, HEXAGONS, KING_MOVES = 4, 6, 8
"""The numbers of directions in which a point has neighbors: along lines, on hexagons, and as a king moves."""
_STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1), (-1, 1), (1, -1), (-1, -1), (1, 1))
"""The steps in rows and columns: the first four, six or all of them."""


@dataclass(frozen=True, slots=True, eq=False)
class Geometry:
    """Data that depends only on the size and the neighbors, from `geometry(size, directions)`.

    size       -- lines per side.
    directions -- `LINES`, `HEXAGONS` or `KING_MOVES`.
    stride     -- the difference in number between a point and the point below it.
    shifts     -- the positive differences in number between a point and its neighbors.
    full       -- the set of all points.
    points     -- all points in board order.
    neighbors  -- for each number, the set of its neighbors; empty for the unused numbers.
    adjacent   -- for each number, the same as points: north, south, west, east, then the others.
    edge       -- the set of points on the first line.
    """

    size: int
    directions: int
    stride: int
    shifts: tuple[int, ...]
    full: int
    points: tuple[Point, ...]
    neighbors: tuple[int, ...]
    adjacent: tuple[tuple[Point, ...], ...]
    edge: int

    def __repr__(self) -> str:
        return f"geometry({self.size}, {self.directions})"

    def __reduce__(self) -> tuple[object, ...]:
        return geometry, (self.size, self.directions)  # copies share the one instance

    def grow(self, points: int) -> int:
        """Return a set of points with their neighbors. It may include numbers that are not on the board."""
        grown = points
        for shift in self.shifts:
            grown |= points << shift | points >> shift
        return grown

    def flood_fill(self, seed: int, within: int) -> int:
        """Return all points of `within` that are connected to `seed`, a set contained in `within`."""
        return read_chain(seed, within, 0, self.shifts, 0)[0]

    def regions(self, points: int) -> Iterator[int]:
        """Yield the connected parts of a set of points, in board order of their first points."""
        while points:
            region = read_chain(points & -points, points, 0, self.shifts, 0)[0]
            yield region
            points ^= region


@cache
def geometry(size: int, directions: int) -> Geometry:
    """Return the geometry of a board; there is one instance for the same arguments.

    Raise UserError if the size is not 1 to 26.
    """
    check_size(size)
    stride, full = size + 1, full_board(size)
    points, shifts = tuple(iter_points(full)), [row * stride + column for row, column in _STEPS[:directions]]
    on_board = frozenset(points)
    adjacent = tuple(
        tuple(at + shift for shift in shifts if at + shift in on_board) if at in on_board else ()
        for at in range(size * stride)
    )
    neighbors = tuple(map(point_set_from_points, adjacent))
    edge = full & ~(full >> 1 & full << 1 & full >> stride & full << stride)
    positive = tuple(shift for shift in shifts if shift > 0)
    return Geometry(size, directions, stride, positive, full, points, neighbors, adjacent, edge)


def read_chain(
    seed: int, stones: int, empty: int, shifts: tuple[int, ...], max_liberties: int
) -> tuple[int, int]:
    """Return the chain that contains `seed`, and the chain with all its neighbors.

    The reading stops as soon as the chain has more than `max_liberties` liberties. What it has examined until
    then is the second set, of which the empty points are liberties. This set may include numbers that are not
    on the board.

    seed   -- a set of points of the chain.
    stones -- the set of all stones of its color.
    empty  -- the set of empty points.
    shifts -- those of the geometry of the board.
    """
    if len(shifts) > 2:
        while True:
            grown = seed
            for shift in shifts:
                grown |= seed << shift | seed >> shift
            chain = grown & stones
            if chain == seed or (empty and (grown & empty).bit_count() > max_liberties):
                return seed, grown
            seed = chain
    one, two = shifts
    while True:
        grown = seed | seed << one | seed >> one | seed << two | seed >> two
        chain = grown & stones
        if chain == seed or (grown & empty).bit_count() > max_liberties:
            return seed, grown
        seed = chain


def read_move(
    move: int, near: int, suspects: int, own: int, other: int, empty: int, shifts: tuple[int, ...]
) -> tuple[int, int, int]:
    """Return what a stone on an empty point does: the stones that it captures, its chain if that then has no
    liberties, else 0, and a set of points on which the answer depends.

    move       -- the set of the one point that is played.
    near       -- the set of its neighbors; it may include numbers that are not on the board.
    suspects   -- other stones that may have no liberties already.
    own, other -- the stones of the color that plays, with the move, and of the opponent.
    empty      -- the empty points after the move.
    """
    captured, examined, rest = 0, near, (near | suspects) & other
    while rest:
        chain, grown = read_chain(rest & -rest, other, empty, shifts, 0)
        examined |= grown
        if not grown & empty:
            captured |= chain
        rest &= ~chain
    empty |= captured
    if near & empty:
        return captured, 0, examined
    chain, grown = read_chain(move, own, empty, shifts, 0)
    return captured, 0 if grown & empty else chain, examined | grown


class Board(NamedTuple):
    """The stones on a board, without history. Boards are immutable and hashable.

    black, white -- the sets of points with a stone of that color.

        >>> board = Board.empty(9).with_stone(0, Color.BLACK).with_stone(1, Color.WHITE)
        >>> board.color_at(1), board.liberties(0).bit_count()
        (<Color.WHITE: 1>, 1)
    """

    geometry: Geometry
    black: int
    white: int

    @classmethod
    def empty(cls, size: int, directions: int = LINES) -> Board:
        """Return an empty board. Raise UserError if the size is not 1 to 26."""
        return cls(geometry(size, directions), 0, 0)

    def stones(self, color: Color) -> int:
        """Return the set of stones of a color."""
        return self.white if color else self.black

    @property
    def share_occupied(self) -> float:
        """The share of the points that are occupied, 0 to 1."""
        return 1 - self.empty_points.bit_count() / self.geometry.size**2

    @property
    def empty_points(self) -> int:
        """The set of empty points."""
        return self.geometry.full & ~(self.black | self.white)

    def color_at(self, point: Point) -> Color | None:
        """Return the color of the stone on a point, or None if it is empty. The point is not checked."""
        if self.black >> point & 1:
            return Color.BLACK
        return Color.WHITE if self.white >> point & 1 else None

    def with_stone(self, point: Point, color: Color) -> Board:
        """Return the board with a stone added.

        Nothing is captured. Does not check that the point is empty.
        """
        if color:
            return Board(self.geometry, self.black, self.white | 1 << point)
        return Board(self.geometry, self.black | 1 << point, self.white)

    def without_stones(self, points: int) -> Board:
        """Return the board with the stones on a set of points removed."""
        return Board(self.geometry, self.black & ~points, self.white & ~points)

    def play(self, point: Point, color: Color, suspects: int = 0) -> tuple[Board, int, int]:
        """Return what a stone on an empty point leads to; captured stones are removed.

        The result is the board, the set of the captured stones, and the stone's own chain if it has no
        liberties even then, else 0. That chain is still on the board.

        suspects -- stones that may have no liberties already; those of the opponent are captured, too.
        """
        geometry, black, white = self
        stone, near, captured, lost = 1 << point, geometry.neighbors[point], 0, 0
        if color:
            own, other = white | stone, black
        else:
            own, other = black | stone, white
        empty = geometry.full & ~(own | other)
        if (near | suspects) & other or not near & empty:
            captured, lost, _ = read_move(stone, near, suspects, own, other, empty, geometry.shifts)
            other ^= captured
        return Board(geometry, other, own) if color else Board(geometry, own, other), captured, lost

    def chain_at(self, point: Point) -> tuple[Color, int, int]:
        """Return the chain on a point: its color, its stones and its liberties.

        If the point is empty, both sets are empty and the color means nothing.
        """
        color = Color.BLACK if self.black >> point & 1 else Color.WHITE
        stones = self.stones(color)
        if not stones >> point & 1:
            return color, 0, 0
        chain, grown = read_chain(1 << point, stones, 0, self.geometry.shifts, 0)
        return color, chain, grown & self.empty_points

    def chain(self, point: Point) -> int:
        """Return the chain on a point as a set, or 0 if the point is empty."""
        return self.chain_at(point)[1]

    def chains_on(self, points: int, color: Color) -> int:
        """Return the stones of the chains of a color that have a stone on a set of points."""
        stones = self.stones(color)
        return self.geometry.flood_fill(points & stones, stones)

    def surrounding_points(self, points: int) -> int:
        """Return the points that are adjacent to a set but not in it."""
        return self.neighbors_of_points(points) & ~points

    def neighbors_of_points(self, points: int) -> int:
        """Return the points that are adjacent to a point of a set; some may be in the set."""
        near = 0
        for shift in self.geometry.shifts:
            near |= points << shift | points >> shift
        return near & self.geometry.full

    def enclosed_points(self) -> tuple[int, int]:
        """Return the empty points that only Black surrounds, and those that only White surrounds."""
        black = white = 0
        for region in self.geometry.regions(self.empty_points):
            border = self.surrounding_points(region)
            if border & self.black and not border & self.white:
                black |= region
            elif border & self.white and not border & self.black:
                white |= region
        return black, white

    def liberties(self, point: Point) -> int:
        """Return the set of liberties of the chain on a point, or 0 if the point is empty."""
        return self.chain_at(point)[2]

    def is_in_atari(self, stones: int) -> bool:
        """Return whether the chain of some stones, of which the first one counts, has one liberty."""
        return self.liberties(first_point(stones)).bit_count() == 1

    def chains(self, color: Color) -> Iterator[int]:
        """Return the chains of a color, in board order of their first stones."""
        return self.geometry.regions(self.stones(color))

    def chains_with_liberties(self, color: Color) -> Iterator[tuple[int, int]]:
        """Yield the chains of a color with their liberties, in board order of their first stones."""
        rest, empty, shifts = self.stones(color), self.empty_points, self.geometry.shifts
        while rest:
            chain, grown = read_chain(rest & -rest, rest, 0, shifts, 0)
            yield chain, grown & empty
            rest ^= chain
