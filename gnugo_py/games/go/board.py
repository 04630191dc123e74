"""Boards of any size as two integers, one bit per point.

Point numbers are `row * (size + 1) + column`, row 0 at the top. The bits are in board order. One unused bit
ends each row, so shifting a set of points by one does not move a point to the next row. Bit `p` of a
set represents point `p`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from gnugo_py.games.checks import checked
from gnugo_py.games.diagram import COLUMN_LETTERS, Diagram
from gnugo_py.games.go.rules import star_points
from gnugo_py.games.go.vertex import GO_BOARD_SIZES
from gnugo_py.games.points import (
    check_size,
    connected_regions,
    first_point,
    flood_fill,
    full_board,
    iter_points,
    point_at,
    point_set_from_points,
    rows_from_point_sets,
)
from gnugo_py.games.types import Color, Point, UserError, require_type


@dataclass(frozen=True, slots=True, eq=False)
class Geometry:
    """Data that depends only on the board size. Use `geometry(size)` to get an instance.

    size      -- lines per side.
    stride    -- the difference in number between a point and the point below it.
    full      -- the set of all points.
    points    -- all points in board order.
    neighbors -- for each number, the set of adjacent points; empty for the unused numbers.
    adjacent  -- for each point, four numbers: the points north, south, west and east of it, or `size`, which
                 is an unused number, if there is none. Empty for the unused numbers.
    edge      -- the set of points on the first line.
    """

    size: int
    stride: int
    full: int
    points: tuple[Point, ...]
    neighbors: tuple[int, ...]
    adjacent: tuple[tuple[int, ...], ...]
    edge: int

    def __repr__(self) -> str:
        return f"geometry({self.size})"

    def __reduce__(self) -> tuple[object, ...]:
        return geometry, (self.size,)  # copies share the one instance per size


@cache
def geometry(size: int) -> Geometry:
    """Return the geometry of a board size; there is one instance per size.

    Raise UserError if the size is not 2 to 25.
    """
    check_size(size, GO_BOARD_SIZES)
    stride, full = size + 1, full_board(size)
    points = tuple(iter_points(full))
    on_board = frozenset(points)
    adjacent = tuple(
        tuple(near if near in on_board else size for near in (at - stride, at + stride, at - 1, at + 1))
        if at in on_board
        else ()
        for at in range(size * stride)
    )
    neighbors = tuple(point_set_from_points(point for point in near if point != size) for near in adjacent)
    edge = point_set_from_points(point for point in points if size in adjacent[point])
    return Geometry(size, stride, full, points, neighbors, adjacent, edge)


def read_chain(seed: int, stones: int, empty: int, stride: int, max_liberties: int) -> tuple[int, int]:
    """Return the chain that contains `seed`, and the chain with all its neighbors.

    The reading stops as soon as the chain has more than `max_liberties` liberties. What it has examined until
    then is the second set, of which the empty points are liberties. This set may include numbers that are not
    on the board.

    seed   -- a set of points of the chain.
    stones -- the set of all stones of its color.
    empty  -- the set of empty points.
    stride -- the stride of the board.
    """
    while True:
        grown = seed | seed << 1 | seed >> 1 | seed << stride | seed >> stride
        chain = grown & stones
        if chain == seed or (grown & empty).bit_count() > max_liberties:
            return seed, grown
        seed = chain


def read_move(
    move: int, near: int, suspects: int, own: int, other: int, empty: int, stride: int
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
        chain, grown = read_chain(rest & -rest, other, empty, stride, 0)
        examined |= grown
        if not grown & empty:
            captured |= chain
        rest &= ~chain
    empty |= captured
    if near & empty:
        return captured, 0, examined
    chain, grown = read_chain(move, own, empty, stride, 0)
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
    def empty(cls, size: int) -> Board:
        """Return an empty board. Raise UserError if the size is not 2 to 25."""
        return cls(geometry(size), 0, 0)

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
            captured, lost, _ = read_move(stone, near, suspects, own, other, empty, geometry.stride)
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
        chain, grown = read_chain(1 << point, stones, 0, self.geometry.stride, 0)
        return color, chain, grown & self.empty_points

    def chain(self, point: Point) -> int:
        """Return the chain on a point as a set, or 0 if the point is empty."""
        return self.chain_at(point)[1]

    def chains_on(self, points: int, color: Color) -> int:
        """Return the stones of the chains of a color that have a stone on a set of points."""
        stones = self.stones(color)
        return flood_fill(points & stones, stones, self.geometry.stride)

    def surrounding_points(self, points: int) -> int:
        """Return the points that are adjacent to a set but not in it."""
        return self.neighbors_of_points(points) & ~points

    def neighbors_of_points(self, points: int) -> int:
        """Return the points that are adjacent to a point of a set; some may be in the set."""
        stride = self.geometry.stride
        return (points << 1 | points >> 1 | points << stride | points >> stride) & self.geometry.full

    def liberties(self, point: Point) -> int:
        """Return the set of liberties of the chain on a point, or 0 if the point is empty."""
        return self.chain_at(point)[2]

    def is_in_atari(self, stones: int) -> bool:
        """Return whether the chain of some stones, of which the first one counts, has one liberty."""
        return self.liberties(first_point(stones)).bit_count() == 1

    def chains(self, color: Color) -> Iterator[int]:
        """Return the chains of a color, in board order of their first stones."""
        return connected_regions(self.stones(color), self.geometry.stride)

    def chains_with_liberties(self, color: Color) -> Iterator[tuple[int, int]]:
        """Yield the chains of a color with their liberties, in board order of their first stones."""
        rest, empty, stride = self.stones(color), self.empty_points, self.geometry.stride
        while rest:
            chain, grown = read_chain(rest & -rest, rest, 0, stride, 0)
            yield chain, grown & empty
            rest ^= chain


_SIDES = {"X": Color.BLACK, "O": Color.WHITE}
_EMPTY = "-.+"


@checked
def board_diagram(board: Board, marks: Mapping[str, int] | None = None) -> Diagram:
    """Return a board as a diagram: `X` black, `O` white, `-` empty, `+` an empty star point.

    marks -- for each other sign, the set of points that get it instead.
    """
    size = board.geometry.size
    layers = {"+": star_points(size), "X": board.black, "O": board.white}
    rows = rows_from_point_sets(size, {**layers, **(marks or {})})
    return Diagram(rows, tuple(COLUMN_LETTERS[:size]), tuple(str(size - row) for row in range(size)))


@checked
def parse_board(text: str) -> Board:
    """Parse a drawing of a board: `X` black, `O` white, `-`, `.` or `+` empty.

    text -- the drawing, either as `print` shows a position, with labels on all four sides, or without labels.
            The spaces between the signs may be left out there. Blank lines before and after are ignored.

    Raise UserError if the drawing has any other sign, the board is not square or its size is not 2 to 25, and
    TypeError if it is not text.
    """
    require_type("text", text, str, "a drawing of a board")
    lines = text.strip().splitlines()
    labels = "".join(lines[0].split()) if lines else ""
    is_labeled = len(lines) > 1 and labels and lines[0].split() == lines[-1].split()
    if is_labeled and COLUMN_LETTERS.startswith(labels):
        rows = _labeled_rows(lines[1:-1], len(labels))
    else:
        rows = tuple("".join(line.split()) for line in lines)
    board = Board.empty(len(rows))
    for row, signs in enumerate(rows):
        if len(signs) != len(rows):
            raise UserError(
                f"line {row + 1} of the board has {len(signs)} points, but there are {len(rows)} lines"
            )
        for column, sign in enumerate(signs):
            if sign in _SIDES:
                board = board.with_stone(point_at(row, column, len(rows)), _SIDES[sign])
            elif sign not in _EMPTY:
                raise UserError(
                    f"line {row + 1} of the board: {sign[:10]!r} is not a valid sign; use X, O, - or +"
                )
    return board


def _labeled_rows(lines: Sequence[str], size: int) -> tuple[str, ...]:
    """Return the rows of a drawing without the labels beside them."""
    rows = [line.split() for line in lines]
    for words in rows:
        if len(words) != size + 2 or words[0] != words[-1]:
            raise UserError(f"not a row of the diagram: {' '.join(words)!r}")
    return tuple("".join(words[1:-1]) for words in rows)
