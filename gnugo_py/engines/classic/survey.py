"""A set of points in all eight orientations at once, side by side in one integer.

Block `k` of a packed set holds the board so turned that a pattern in orientation `k` lies there
as it is drawn.  So one shift and one AND compare one point of a pattern with every anchor in every
orientation.  Each block has so much empty margin that a shift never reaches another row or block.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import TypeAlias

from gnugo_py.core.bitboard import points_of
from gnugo_py.core.types import Point, Side
from gnugo_py.engines.classic.results import Rescue, Threat
from gnugo_py.games.go.board import Board, Geometry, geometry

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


BLACK, WHITE = Side
PLENTY = 8
"""Beside a chain of so many liberties a stone has 7 or more; the attack finder gives nothing for such."""


def new_survey(board: Board, layout: Layout) -> Survey:
    """The survey of a board, made from nothing.

    layout -- how its packed sets are laid out, for the patterns that will be matched.
    """
    made = Survey(board.geometry.size, layout)
    go_to(made, board)
    return made


def go_to(survey: Survey, board: Board) -> None:
    """Move a survey to another board of its size, fast if few points differ."""
    (geometry, old_black, old_white), (_, new_black, new_white) = survey.board, board
    black, white = old_black ^ new_black, old_white ^ new_white
    changed = black | white
    if not changed:
        return
    survey.board, survey.empty = board, geometry.full & ~(new_black | new_white)
    change = _Change(survey, changed)
    if lifted := black & old_black | white & old_white:
        change.lift(lifted)
    for point in points_of(black & new_black):
        change.put(point, BLACK, PLENTY)
    for point in points_of(white & new_white):
        change.put(point, WHITE, PLENTY)
    change.forget()


class _Change:
    """What happens to a survey on its way to another board: stones are lifted, then others put down.

    survey -- the survey; its board is the new one already, which differs at the points `changed`.
    stale  -- by side: where a stone of that side, put down now, may have another number of liberties
              than on the old board.  May reach over the board's rim, like `short`.
    short  -- where a stone of either side may, if one of the two numbers is less than `PLENTY`.
    """

    __slots__ = ("short", "stale", "survey")

    def __init__(self, survey: Survey, changed: int) -> None:
        self.survey = survey
        stride = survey.geometry.stride
        near = changed | changed << 1 | changed >> 1 | changed << stride | changed >> stride
        self.stale, self.short = [near, near], near

    def lift(self, lifted: int) -> None:
        """Take stones off; what is left of their chains is put down again."""
        survey, left = self.survey, list[tuple[Point, Side]]()
        for point in points_of(lifted):
            for at in survey.at:
                if (chain := at[point]) is not NOBODY:
                    self._take_off(chain)
                    left += [(each, chain.side) for each in chain.points if not lifted >> each & 1]
        beside = dict[Chain, int]()
        for point in points_of(lifted & survey.empty):
            for near in survey.geometry.adjacent[point]:
                for at in survey.at:
                    if (chain := at[near]) is not NOBODY:
                        beside.setdefault(chain, chain.count)
                        chain.liberties |= 1 << point
        for chain, count in beside.items():
            self._changed(chain, count)
        for point, side in left:
            self.put(point, side, 0)

    def put(self, point: Point, side: Side, before: int) -> None:
        """Put a stone down: it joins its side's chains beside it and takes a liberty from the others.

        before -- how many liberties it had on the old board: `PLENTY` for a new stone, since what it adds
                  shows in the chain it makes; 0, the careful answer, for one that is put back.
        """
        survey, joined = self.survey, NOBODY
        own, theirs, geometry = survey.at[side], survey.at[side.other], survey.geometry
        for near in geometry.adjacent[point]:
            if (chain := theirs[near]) is not NOBODY:
                chain.liberties &= survey.empty
                self._changed(chain, chain.count)
            elif (chain := own[near]) is not NOBODY and chain is not joined:
                before = min(before, chain.count)
                joined = chain if joined is NOBODY else self._join(joined, chain)
        if joined is NOBODY:
            joined = Chain(side)
        own[point] = joined
        joined.stones |= 1 << point
        joined.points.append(point)
        joined.liberties = (joined.liberties | geometry.neighbours[point]) & survey.empty
        survey.packed[side] ^= survey.layout.spread[point]
        self._changed(joined, before)

    def _join(self, one: Chain, other: Chain) -> Chain:
        """Make one chain of two of a side."""
        small, large = sorted((one, other), key=lambda chain: len(chain.points))
        large.stones |= small.stones
        large.liberties |= small.liberties
        large.points += small.points
        own = self.survey.at[large.side]
        for point in small.points:
            own[point] = large
        self.survey.weak[large.side].discard(small)
        return large

    def forget(self) -> None:
        """Forget what the finders said of chains of which they would say something else.

        The defend finder may where a stone of the chain's own side would have other liberties; the
        attack finder where one of either side would that is short of them, since more make no
        difference to it.
        """
        short = self.short
        for weak, own in zip(self.survey.weak, self.stale, strict=True):
            stale = own | short
            for chain in weak:
                liberties = chain.liberties
                if liberties & stale:
                    chain.rescue = None
                    if liberties & short:
                        chain.threat = None

    def _changed(self, chain: Chain, before: int) -> None:
        """Note that a chain has other stones or liberties.

        before -- the fewest liberties that a part of it had.
        """
        side, liberties = chain.side, chain.liberties
        chain.count = count = liberties.bit_count()
        chain.met = chain.threat = chain.rescue = None
        if count <= MOST_LIBERTIES:
            self.survey.weak[side].add(chain)
        elif before <= MOST_LIBERTIES:
            self.survey.weak[side].discard(chain)
        self.stale[side] |= liberties
        if count < PLENTY or before < PLENTY:
            self.short |= liberties

    def _take_off(self, chain: Chain) -> None:
        """Take a whole chain off."""
        survey, side = self.survey, chain.side
        survey.weak[side].discard(chain)
        for point in chain.points:
            survey.at[side][point] = NOBODY
            survey.packed[side] ^= survey.layout.spread[point]
