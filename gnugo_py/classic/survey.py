"""Chains and liberties of a whole board, as the finders ask for them (`countlib`, `count`, `eval`).

The original floods the board once per stone and question.  Here a survey holds the chains of a board
with their liberties, and what the finders said of a chain stays with it.  It is moved from board to
board (see `surveying`); what it tells is a function of the board it is at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from gnugo_py.classic.finding import Rescue, Threat
from gnugo_py.classic.packing import Layout
from gnugo_py.core.types import Point, Side
from gnugo_py.go.board import Board, Geometry

MOST_LIBERTIES = 3
"""Chains of more liberties are of no interest to the finders."""


class Chain:
    """A chain on the board where its survey is; it grows and shrinks with it.

    side   -- whose it is.
    stones, liberties -- as sets.
    points -- its stones one by one, in no order.
    count  -- how many liberties it has.
    met    -- its liberties in the order in which a walk from its first stone meets them.
    threat -- what the attack finder says of it.
    rescue -- what the defend finder says of it.

    The last three follow from the board like the rest; they are None until somebody asks.
    """

    __slots__ = ("count", "liberties", "met", "points", "rescue", "side", "stones", "threat")

    def __init__(self, side: Side) -> None:
        self.side = side
        self.stones = self.liberties = self.count = 0
        self.points: list[Point] = []
        self.met: tuple[Point, ...] | None = None
        self.threat: Threat | None = None
        self.rescue: Rescue | None = None

    @property
    def first(self) -> Point:
        """Its first stone in board order."""
        return (self.stones & -self.stones).bit_length() - 1


NOBODY = Chain(Side.BLACK)
"""The chain of a side where it has no stone."""


Believed: TypeAlias = tuple[int, int]
"""A chain on an earlier board: its stones, and how many liberties it had."""


class Survey:
    """Both sides' chains on a board, to begin with an empty one.  `surveying` moves it to others.

    It has one owner at a time: the decision that is being made, else the matcher whose layout it has.

    board    -- the board.
    geometry -- what depends on its size.
    layout   -- how packed sets of it are laid out, for the patterns that will be matched.
    empty    -- the set of empty points.
    packed   -- by side: the stones in all eight orientations (see `packing`).
    at       -- by side, by number of a point (see `Geometry.adjacent`): the chain there, `NOBODY` where the
                side has no stone or no point is.
    weak     -- by side: the chains with at most `MOST_LIBERTIES`.
    """

    __slots__ = ("at", "board", "empty", "geometry", "layout", "packed", "weak")

    def __init__(self, size: int, layout: Layout) -> None:
        self.board = Board.empty(size)
        self.geometry = self.board.geometry
        self.layout = layout
        self.empty = self.board.vacant
        self.packed = [0, 0]
        numbers = self.geometry.stride * size
        self.at = ([NOBODY] * numbers, [NOBODY] * numbers)
        self.weak: tuple[set[Chain], set[Chain]] = (set(), set())

    def believed(self, side: Side) -> tuple[Believed, ...]:
        """A side's weak chains, in no order, to be believed later when the board has changed."""
        return tuple([(chain.stones, chain.count) for chain in self.weak[side]])

    def count(self, point: Point, side: Side) -> int:
        """How many liberties a stone of `side` on an empty point would have, captures ignored (`count`).

        As the original counts them: the empty points next to the point and to every stone of the
        side connected to it, the point itself left out.
        """
        return self.counts((point,), side)[0]

    def counts(self, points: Sequence[Point], side: Side) -> list[int]:
        """The same for each of some empty points."""
        at, geometry, empty = self.at[side], self.geometry, self.empty
        adjacent, neighbours = geometry.adjacent, geometry.neighbours
        found = []
        for point in points:
            north, south, west, east = adjacent[point]
            near = at[north].liberties | at[south].liberties | at[west].liberties | at[east].liberties
            itself = near > 0  # a chain beside the point has the point among its liberties
            found.append((near | neighbours[point] & empty).bit_count() - itself)
        return found

    def met(self, chain: Chain) -> tuple[Point, ...]:
        """A chain's liberties in the order in which a walk from its first stone meets them."""
        if chain.met is None and len(chain.points) == 1:
            near = self.geometry.adjacent[chain.points[0]]
            chain.met = tuple([point for point in near if self.empty >> point & 1])
        elif chain.met is None:
            found: dict[Point, None] = {}
            for point in walk(chain.first, chain.stones, self.empty, self.geometry):
                found[point] = None
                if len(found) == chain.count:
                    break
            chain.met = tuple(found)
        return chain.met


def walk(stone: Point, stones: int, empty: int, geometry: Geometry) -> Iterator[Point]:
    """The liberties of a stone's chain in the order in which the original comes to them.

    Depth first from the stone, neighbours north, south, west, east; a stone of the chain is
    entered as soon as it is met, and only once.  A liberty comes once for every stone it touches.
    """
    adjacent = geometry.adjacent
    unvisited = stones & ~(1 << stone)
    path = [iter(adjacent[stone])]
    while path:
        for point in path[-1]:
            if empty >> point & 1:
                yield point
            elif unvisited >> point & 1:
                unvisited ^= 1 << point
                path.append(iter(adjacent[point]))
                break
        else:
            path.pop()
