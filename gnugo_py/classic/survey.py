"""Chains and liberties of a whole board, as the finders ask for them (`countlib`, `count`, `eval`).

The original floods the board once per stone and question.  Here a survey numbers the chains of a
board and holds their liberties, and what the finders said of a chain stays with it.  `surveying`
makes surveys, one from another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from gnugo_py.classic.packing import Layout
from gnugo_py.games.contract import Point, Side
from gnugo_py.go.board import Board, Geometry, geometry

if TYPE_CHECKING:
    from gnugo_py.classic.attack import Threat
    from gnugo_py.classic.defend import Rescue

MOST_LIBERTIES = 3
"""Chains of more liberties are of no interest to the finders."""


class Chain:
    """A chain on one board.

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

    def __init__(self, side: Side, stones: int, points: tuple[Point, ...], liberties: int) -> None:
        self.side = side
        self.stones = stones
        self.points = points
        self.liberties = liberties
        self.count = liberties.bit_count()
        self.met: tuple[Point, ...] | None = None
        self.threat: Threat | None = None
        self.rescue: Rescue | None = None

    @property
    def first(self) -> Point:
        """Its first stone in board order."""
        return (self.stones & -self.stones).bit_length() - 1


NOBODY = Chain(Side.BLACK, 0, (), 0)
"""The chain on an empty point; its number is 0."""


class Survey:
    """Both sides' chains on one board.  Make one with `surveying.survey`.

    What a survey tells is a function of its board alone, but for the numbers it gave to chains.

    board     -- the board.
    layout    -- how packed sets of it are laid out.
    empty     -- the set of empty points.
    packed    -- by side: the stones in all eight orientations (see `packing`).
    numbers   -- by point: the number of the chain there, 0 where no stone is.  Padded, so that the
                 numbers of a point's four neighbours are always valid.
    chains    -- by number: the chains of both sides, `NOBODY` for 0 and for numbers that are free.
    liberties -- by side, by number: the liberties of a chain, the empty set if it is not that side's.
    weak      -- by side, by number: the chains with at most `MOST_LIBERTIES`.
    free      -- the numbers without a chain, but 0.
    """

    __slots__ = ("board", "chains", "empty", "free", "layout", "liberties", "numbers", "packed", "weak")

    def __init__(
        self,
        board: Board,
        layout: Layout,
        packed: list[int],
        numbers: list[int],
        chains: list[Chain],
        liberties: tuple[list[int], list[int]],
        weak: tuple[dict[int, Chain], dict[int, Chain]],
        free: list[int],
    ) -> None:
        self.board = board
        self.layout = layout
        self.empty = board.vacant
        self.packed = packed
        self.numbers = numbers
        self.chains = chains
        self.liberties = liberties
        self.weak = weak
        self.free = free

    @classmethod
    def blank(cls, size: int, layout: Layout) -> Survey:
        """The survey of an empty board."""
        numbers = [0] * (geometry(size).stride * size)
        return cls(Board.empty(size), layout, [0, 0], numbers, [NOBODY], ([0], [0]), ({}, {}), [])

    def copy(self, board: Board) -> Survey:
        """A survey to be changed until it is that of another board."""
        (black, white), (few, others) = self.liberties, self.weak
        return Survey(
            board,
            self.layout,
            self.packed.copy(),
            self.numbers.copy(),
            self.chains.copy(),
            (black.copy(), white.copy()),
            (few.copy(), others.copy()),
            self.free.copy(),
        )

    def free_number(self) -> int:
        """A number that no chain has."""
        if self.free:
            return self.free.pop()
        self.chains.append(NOBODY)
        for liberties in self.liberties:
            liberties.append(0)
        return len(self.chains) - 1

    def chain(self, point: Point) -> Chain:
        """The chain on a point, `NOBODY` if no stone is there."""
        return self.chains[self.numbers[point]]

    def count(self, point: Point, side: Side) -> int:
        """How many liberties a stone of `side` on an empty point would have, captures ignored (`count`).

        As the original counts them: the empty points next to the point and to every stone of the
        side connected to it, the point itself left out.
        """
        return self.counts((point,), side)[0]

    def counts(self, points: Sequence[Point], side: Side) -> list[int]:
        """The same for each of some empty points."""
        numbers, liberties, lines = self.numbers, self.liberties[side], self.board.geometry
        adjacent, neighbours, empty = lines.adjacent, lines.neighbours, self.empty
        found = []
        for point in points:
            north, south, west, east = adjacent[point]
            near = (
                liberties[numbers[north]]
                | liberties[numbers[south]]
                | liberties[numbers[west]]
                | liberties[numbers[east]]
            )
            found.append((near | neighbours[point] & empty).bit_count() - (near > 0))
        return found

    def met(self, chain: Chain) -> tuple[Point, ...]:
        """A chain's liberties in the order in which a walk from its first stone meets them."""
        if chain.met is None and len(chain.points) == 1:
            near = self.board.geometry.adjacent[chain.points[0]]
            chain.met = tuple([point for point in near if self.empty >> point & 1])
        elif chain.met is None:
            found: dict[Point, None] = {}
            for point in walk(chain.first, chain.stones, self.empty, self.board.geometry):
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
