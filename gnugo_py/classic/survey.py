"""Chains and liberties of a whole board, kept from move to move (`countlib`, `count`, `eval`).

The original floods the board once per stone and question.  Here a survey holds each side's chains
with their liberties; after a move only the chains beside a changed point are looked at again, and
what the finders said about a chain stays with it until something changes at one of its liberties.
A survey is a function of its board alone: where it came from only decides how fast it is made.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from gnugo_py.classic.packing import Layout
from gnugo_py.games.contract import Point, Side
from gnugo_py.go.board import Board, Geometry

if TYPE_CHECKING:
    from gnugo_py.classic.attack import Threat
    from gnugo_py.classic.defend import Rescue

MOST_LIBERTIES = 3
"""Chains of more liberties are of no interest to the finders."""
PLENTY = 8
"""Beside a chain of so many liberties a stone has 7, and then the attack finder gives nothing for it."""


class Chain:
    """A chain on one board.

    stones, liberties -- as sets.
    points -- its stones one by one, in no order.
    number -- how many liberties it has.
    met    -- its liberties in the order in which a walk from its first stone meets them.
    lists  -- how each of its stones lists them (see `attack`).
    threat -- what the attack finder says of it.
    rescue -- what the defend finder says of it.

    The last four follow from the board like the rest; they are None until somebody asks.
    """

    __slots__ = ("liberties", "lists", "met", "number", "points", "rescue", "stones", "threat")

    def __init__(self, stones: int, points: tuple[Point, ...], liberties: int, number: int) -> None:
        self.stones = stones
        self.points = points
        self.liberties = liberties
        self.number = number
        self.met: tuple[Point, ...] | None = None
        self.lists: dict[tuple[Point, ...], Point] | None = None
        self.threat: Threat | None = None
        self.rescue: Rescue | None = None

    @property
    def first(self) -> Point:
        """Its first stone in board order."""
        return (self.stones & -self.stones).bit_length() - 1


class SideSurvey:
    """One side's stones on one board.

    strong -- its chains with more liberties than are of interest, in no order.
    weak   -- its other chains, in no order.
    packed -- the stones in all eight orientations (see `packing`).
    """

    __slots__ = ("_at", "_length", "packed", "strong", "weak")

    def __init__(self, strong: list[Chain], weak: list[Chain], packed: int, at: list[int]) -> None:
        self.strong = strong
        self.weak = weak
        self.packed = packed
        self._at: list[int] | None = at
        self._length = len(at)

    @property
    def at(self) -> list[int]:
        """By point: the liberties of the chain there, the empty set where the side has no stone.

        Padded, so that the numbers of a point's four neighbours are always valid.  Not to be changed.
        """
        if self._at is None:
            self._at = [0] * self._length
            for chain in (*self.strong, *self.weak):
                for point in chain.points:
                    self._at[point] = chain.liberties
        return self._at

    def given_at(self) -> list[int]:
        """The same list, given away to be changed; this side makes itself a new one if it needs it again.

        A survey is mostly looked at until the next one is made of it, and then no more.
        """
        at, self._at = self.at, None
        return at


class Survey:
    """Both sides' stones on one board, ready for the finders.  Make one with `survey`.

    board  -- the board.
    layout -- how packed sets of it are laid out.
    sides  -- Black's stones and White's.
    empty  -- the set of empty points.
    """

    __slots__ = ("board", "empty", "layout", "sides")

    def __init__(
        self, board: Board, layout: Layout, sides: tuple[SideSurvey, SideSurvey], empty: int
    ) -> None:
        self.board = board
        self.layout = layout
        self.sides = sides
        self.empty = empty

    def reach(self, point: Point, side: Side) -> int:
        """The liberties a stone of `side` on a point would share, captures ignored (`count`).

        As the original counts them: the empty points next to the point and to every stone of
        the side connected to it, the point itself left out, whatever stands on it.
        """
        at, geometry = self.sides[side].at, self.board.geometry
        stride = geometry.stride
        near = at[point - stride] | at[point + stride] | at[point - 1] | at[point + 1]
        return (near | geometry.neighbours[point] & self.empty) & ~(1 << point)

    def count(self, point: Point, side: Side) -> int:
        """How many liberties a stone of `side` on an empty point would have, captures ignored."""
        return self.reach(point, side).bit_count()

    def counts(self, points: Sequence[Point], side: Side) -> list[int]:
        """The same for each of some empty points."""
        at, geometry, empty = self.sides[side].at, self.board.geometry, self.empty
        stride, neighbours = geometry.stride, geometry.neighbours
        found = []
        for point in points:
            near = at[point - stride] | at[point + stride] | at[point - 1] | at[point + 1]
            found.append((near | neighbours[point] & empty).bit_count() - (near >> point & 1))
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
                if len(found) == chain.number:
                    break
            chain.met = tuple(found)
        return chain.met

    def after(self, board: Board) -> Survey:
        """The survey of another board of the same size, fast if few points differ."""
        (geometry, old_black, old_white), (_, new_black, new_white) = self.board, board
        black, white = old_black ^ new_black, old_white ^ new_white
        both = black | white
        if not both:
            return self
        stride = geometry.stride
        near = both | both << 1 | both >> 1 | both << stride | both >> stride
        change = _Change(near, geometry.full & ~(new_black | new_white), geometry, self.layout)
        first, by_black, short_black = change.regrouped(self.sides[0], new_black, black)
        second, by_white, short_white = change.regrouped(self.sides[1], new_white, white)
        short = near | short_black | short_white
        _forget(first.weak, by_black | near, short)
        _forget(second.weak, by_white | near, short)
        return Survey(board, self.layout, (first, second), change.empty)


def survey(board: Board, layout: Layout) -> Survey:
    """The survey of a board from nothing.

    layout -- how the packed sets are laid out, for the patterns that will be matched.
    """
    size, stride = board.geometry.size, board.geometry.stride
    blank = [SideSurvey([], [], 0, [0] * (stride * (size + 2))) for _ in Side]
    empty = Survey(Board.empty(size), layout, (blank[0], blank[1]), board.geometry.full)
    return empty.after(board)


_Group: TypeAlias = tuple[int, tuple[Point, ...], int]
"""Connected stones, as a set and one by one, and the fewest liberties that a part of them had before."""


class _Change(NamedTuple):
    """What is the same for both sides when the board has changed.

    near  -- the points that changed and those next to them; may reach over the board's rim.
    empty -- the empty points now.
    """

    near: int
    empty: int
    geometry: Geometry
    layout: Layout

    def regrouped(self, old: SideSurvey, stones: int, changed: int) -> tuple[SideSurvey, int, int]:
        """A side's survey now; the liberties of its chains that were looked at again, all and `short`.

        stones  -- the side's stones now.
        changed -- where it has one more or one less.
        """
        near, empty, geometry, layout = self
        strong, weak, groups = list[Chain](), list[Chain](), list[_Group]()
        left = 0
        for chains, kept in ((old.strong, strong), (old.weak, weak)):
            for chain in chains:
                if not chain.stones & near:
                    kept.append(chain)
                elif chain.stones & changed:
                    left |= chain.stones & stones
                else:
                    groups.append((chain.stones, chain.points, chain.number))
        if loose := left | stones & changed:
            groups = _joined(groups, loose, 0 if left else PLENTY, geometry.neighbours)
        at, packed = old.given_at(), old.packed
        while changed:
            low = changed & -changed
            changed ^= low
            point = low.bit_length() - 1
            packed ^= layout.spread[point]
            at[point] = 0
        stride, stale, short = geometry.stride, 0, 0
        for group, points, fewest in groups:
            liberties = (group << 1 | group >> 1 | group << stride | group >> stride) & empty
            number = liberties.bit_count()
            (strong if number > MOST_LIBERTIES else weak).append(Chain(group, points, liberties, number))
            stale |= liberties
            if number < PLENTY or fewest < PLENTY:
                short |= liberties
            for point in points:
                at[point] = liberties
        return SideSurvey(strong, weak, packed, at), stale, short


def _joined(groups: list[_Group], loose: int, before: int, neighbours: tuple[int, ...]) -> list[_Group]:
    """Groups of connected stones with loose stones added to those that they touch.

    before -- what counts as the liberties that the loose stones had.
    """
    while loose:
        joined = loose & -loose
        loose ^= joined
        point = joined.bit_length() - 1
        near, fewest = neighbours[point], before
        points: tuple[Point, ...] = (point,)
        apart = []
        for group in groups:
            if group[0] & near:
                joined |= group[0]
                points += group[1]
                fewest = min(fewest, group[2])
            else:
                apart.append(group)
        groups = [*apart, (joined, points, fewest)]
    return groups


def _forget(chains: list[Chain], own: int, short: int) -> None:
    """Put fresh chains for those that the finders are to look at again.

    own   -- where a stone of their own side would have other liberties than before: for the defend finder.
    short -- where a stone of either side would, one that has or had less than `PLENTY`: for the attack
             finder, to which more make no difference.
    """
    stale = own | short
    for index, chain in enumerate(chains):
        if chain.liberties & stale:
            fresh = chains[index] = Chain(chain.stones, chain.points, chain.liberties, chain.number)
            fresh.met, fresh.lists = chain.met, chain.lists
            if not chain.liberties & own:
                fresh.rescue = chain.rescue
            if not chain.liberties & short:
                fresh.threat = chain.threat


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
