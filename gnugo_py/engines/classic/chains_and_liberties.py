"""The chains and liberties of a board, and packed point sets in all eight orientations.

A packed set holds a set of points in all orientations, side by side in one integer. Block `k` contains the
board turned or mirrored so that a pattern in orientation `k` appears on it as drawn. One shift and one AND
therefore check one point of a pattern for every anchor in every orientation. Each block has an empty margin,
so a shift never reaches another row or block.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import TypeAlias

from gnugo_py.core.bitboard import iter_points
from gnugo_py.core.types import Color, Point
from gnugo_py.engines.classic.results import ChainAttack, Rescue
from gnugo_py.games.go.board import Board, Geometry, geometry

ORIENTATION_COUNT = 8


def orient(orientation: int, dx: int, dy: int) -> tuple[int, int]:
    """Return where point (dx, dy) of a pattern lies in an orientation: columns to the right, rows down."""
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


class PackedSetLayout:
    """The layout of packed sets for one board size. `bit_layout(size, steps)` returns the shared instance.

    The blocks lie side by side. The empty margin between them is so wide that no step of a pattern leads from
    one block into another. Bits below `margin` are never used, so that every set can be shifted down;
    `blocks` and `unpack_table` apply to sets that were shifted down by the margin.

    size          -- the board size.
    width         -- the distance in bits between a point and the one below it.
    margin        -- the length in bits of the longest step toward lower bits in any pattern.
    packed_points -- by point: the packed set of that point alone.
    full, edge    -- the packed sets of all points, and of those on the first line.
    blocks        -- by orientation: the set of all points in that orientation, shifted down by the margin.
    unpack_table  -- for each bit of a set shifted down by the margin: (point, orientation), or (-1, 0) for an
                     unused bit.
    """

    __slots__ = ("blocks", "edge", "full", "margin", "packed_points", "size", "unpack_table", "width")

    def __init__(self, size: int, steps: frozenset[tuple[int, int]]) -> None:
        lines = geometry(size)
        block = size + max((abs(dx) for dx, _ in steps), default=0)
        self.size = size
        self.width = block * ORIENTATION_COUNT
        self.margin = max((-dy * self.width - dx for dx, dy in steps), default=0)
        self.packed_points = [0] * (lines.stride * size)
        self.unpack_table: list[tuple[Point, int]] = [(-1, 0)] * (self.width * size)
        self.blocks = []
        for orientation in range(ORIENTATION_COUNT):
            (east_x, east_y), (south_x, south_y) = orient(orientation, 1, 0), orient(orientation, 0, 1)
            column, row = ((size - 1) * (east_x + south_x < 0), (size - 1) * (east_y + south_y < 0))
            east, south = east_y * lines.stride + east_x, south_y * lines.stride + south_x
            corner = row * lines.stride + column
            row_of_points = ((1 << size) - 1) << orientation * block
            self.blocks.append(sum(row_of_points << y * self.width for y in range(size)))
            for y in range(size):
                start = y * self.width + orientation * block
                for x in range(size):
                    point = corner + x * east + y * south
                    self.packed_points[point] |= 1 << start + x + self.margin
                    self.unpack_table[start + x] = (point, orientation)
        self.full = self.pack(lines.full)
        self.edge = self.pack(lines.edge)

    def pack(self, points: int) -> int:
        """Return the packed set of a set of points."""
        return sum(self.packed_points[point] for point in iter_points(points))

    def shift_distance(self, dx: int, dy: int) -> int:
        """Return how far to shift a packed set down to move each point at (dx, dy) onto its anchor."""
        return self.margin + dy * self.width + dx


@cache
def packed_set_layout(size: int, steps: frozenset[tuple[int, int]]) -> PackedSetLayout:
    """Return the shared layout for a board size and for patterns with these steps from the anchor.

    steps -- the steps (dx, dy); (0, 0) is added.
    """
    return PackedSetLayout(size, steps | {(0, 0)})


MAX_WEAK_LIBERTIES = 3
"""The finders ignore chains with more liberties than this."""


class Chain:
    """A chain on the current board of its survey; it changes when the survey does.

    color                   -- its color.
    stones, liberties       -- its stones and liberties as sets.
    points                  -- its stones as a list, in no particular order.
    count                   -- the number of its liberties.
    liberties_in_walk_order -- its liberties in the order of a walk from its first stone.
    threat                  -- the attack finder's result for it.
    rescue                  -- the defend finder's result for it.

    The last three are computed when they are needed, and are None until then.
    """

    __slots__ = (
        "color",
        "count",
        "liberties",
        "liberties_in_walk_order",
        "points",
        "rescue",
        "stones",
        "threat",
    )

    def __init__(self, color: Color) -> None:
        self.color = color
        self.stones = self.liberties = self.count = 0
        self.points: list[Point] = []
        self.liberties_in_walk_order: tuple[Point, ...] | None = None
        self.threat: ChainAttack | None = None
        self.rescue: Rescue | None = None

    @property
    def first(self) -> Point:
        """Its first stone in board order."""
        return (self.stones & -self.stones).bit_length() - 1


PLACEHOLDER_CHAIN = Chain(Color.BLACK)
"""A placeholder for the chain at a point where a color has no stone."""


RememberedChain: TypeAlias = tuple[int, int]
"""A chain on an earlier board: its stones as a set, and the number of its liberties."""


class ChainSurvey:
    """The chains of both colors on a board.

    A new survey is empty; `update_chain_survey` moves it to another board.

    A survey has one owner at a time: the decision in progress, or else the matcher with the same layout.

    board       -- the board.
    geometry    -- the geometry of the board size.
    layout      -- the layout of its packed sets, for the patterns to be matched.
    empty       -- the set of empty points.
    packed      -- by color: the stones as a packed set (see `PackedSetLayout`).
    chain_at    -- by color and point number (see `Geometry.adjacent`): the chain there, or
                   `PLACEHOLDER_CHAIN` if the color has no stone there or the number is not a point.
    weak_chains -- by color: the chains with at most `MAX_WEAK_LIBERTIES` liberties.
    """

    __slots__ = ("board", "chain_at", "empty", "geometry", "layout", "packed", "weak_chains")

    def __init__(self, size: int, layout: PackedSetLayout) -> None:
        self.board = Board.empty(size)
        self.geometry = self.board.geometry
        self.layout = layout
        self.empty = self.board.empty_points
        self.packed = [0, 0]
        numbers = self.geometry.stride * size
        self.chain_at = ([PLACEHOLDER_CHAIN] * numbers, [PLACEHOLDER_CHAIN] * numbers)
        self.weak_chains: tuple[set[Chain], set[Chain]] = (set(), set())

    def snapshot_weak_chains(self, color: Color) -> tuple[RememberedChain, ...]:
        """Return a color's weak chains, in no particular order, for use after the board has changed."""
        return tuple([(chain.stones, chain.count) for chain in self.weak_chains[color]])

    def liberty_count_after_move(self, point: Point, color: Color) -> int:
        """Return how many liberties a stone of `color` would have on an empty point (`count`).

        Captures are ignored. As in the original, the liberties are the empty points next to the point or to a
        stone of the color connected to it, except the point itself.
        """
        return self.liberty_counts_after_moves((point,), color)[0]

    def liberty_counts_after_moves(self, points: Sequence[Point], color: Color) -> list[int]:
        """Return the result of `liberty_count_after_move` for each of several empty points."""
        at, geometry, empty = self.chain_at[color], self.geometry, self.empty
        adjacent, neighbors = geometry.adjacent, geometry.neighbors
        result = []
        for point in points:
            north, south, west, east = adjacent[point]
            near = at[north].liberties | at[south].liberties | at[west].liberties | at[east].liberties
            itself = near > 0  # a chain beside the point has the point among its liberties
            result.append((near | neighbors[point] & empty).bit_count() - itself)
        return result

    def liberties_in_walk_order(self, chain: Chain) -> tuple[Point, ...]:
        """Return a chain's liberties in the order of a walk from its first stone."""
        if chain.liberties_in_walk_order is None and len(chain.points) == 1:
            near = self.geometry.adjacent[chain.points[0]]
            chain.liberties_in_walk_order = tuple([point for point in near if self.empty >> point & 1])
        elif chain.liberties_in_walk_order is None:
            result: dict[Point, None] = {}
            for point in iter_liberties_depth_first(chain.first, chain.stones, self.empty, self.geometry):
                result[point] = None
                if len(result) == chain.count:
                    break
            chain.liberties_in_walk_order = tuple(result)
        return chain.liberties_in_walk_order


def iter_liberties_depth_first(stone: Point, stones: int, empty: int, geometry: Geometry) -> Iterator[Point]:
    """Yield the liberties of a stone's chain in the original's order.

    The walk is depth first from the stone, with neighbors in the order north, south, west, east. It enters
    each stone of the chain once, when it first meets the stone. A liberty is yielded once for every stone
    that it touches.
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


_BLACK, _WHITE = Color
_SAFE_LIBERTIES = 8
"""A stone that joins a chain with this many liberties has at least 7 liberties.

The attack finder does not distinguish between numbers of 7 or more.
"""


def survey_of_board(board: Board, layout: PackedSetLayout) -> ChainSurvey:
    """Return a new survey of a board.

    board  -- the board.
    layout -- the layout of its packed sets, for the patterns to be matched.
    """
    made = ChainSurvey(board.geometry.size, layout)
    update_chain_survey(made, board)
    return made


def update_chain_survey(survey: ChainSurvey, board: Board) -> None:
    """Move a survey to another board of the same size; this is fast if few points differ."""
    (geometry, old_black, old_white), (_, new_black, new_white) = survey.board, board
    black, white = old_black ^ new_black, old_white ^ new_white
    changed = black | white
    if not changed:
        return
    survey.board, survey.empty = board, geometry.full & ~(new_black | new_white)
    change = _SurveyUpdate(survey, changed)
    if lifted := black & old_black | white & old_white:
        change.remove_stones(lifted)
    for point in iter_points(black & new_black):
        change.add_stone(point, _BLACK, _SAFE_LIBERTIES)
    for point in iter_points(white & new_white):
        change.add_stone(point, _WHITE, _SAFE_LIBERTIES)
    change.clear_stale_results()


class _SurveyUpdate:
    """An update of a survey to another board: stones are removed, then others are added.

    survey -- the survey; its `board` is already the new one, which differs from the old one at the points
              `changed`.
    stale  -- by color: the points where a stone of that color, played now, may have a different number of
              liberties than on the old board. Like `short`, it may contain bits outside the board.
    short  -- the points where this holds for a stone of either color and the old or the new number may be
              less than `_SAFE_LIBERTIES`.
    """

    __slots__ = ("short", "stale", "survey")

    def __init__(self, survey: ChainSurvey, changed: int) -> None:
        self.survey = survey
        stride = survey.geometry.stride
        near = changed | changed << 1 | changed >> 1 | changed << stride | changed >> stride
        self.stale, self.short = [near, near], near

    def remove_stones(self, lifted: int) -> None:
        """Remove stones; the remaining stones of their chains are added again."""
        survey, left = self.survey, list[tuple[Point, Color]]()
        for point in iter_points(lifted):
            for at in survey.chain_at:
                if (chain := at[point]) is not PLACEHOLDER_CHAIN:
                    self._remove_chain(chain)
                    left += [(each, chain.color) for each in chain.points if not lifted >> each & 1]
        beside = dict[Chain, int]()
        for point in iter_points(lifted & survey.empty):
            for near in survey.geometry.adjacent[point]:
                for at in survey.chain_at:
                    if (chain := at[near]) is not PLACEHOLDER_CHAIN:
                        beside.setdefault(chain, chain.count)
                        chain.liberties |= 1 << point
        for chain, count in beside.items():
            self._changed(chain, count)
        for point, color in left:
            self.add_stone(point, color, 0)

    def add_stone(self, point: Point, color: Color, before: int) -> None:
        """Add a stone: join it to adjacent chains of its color; remove a liberty of adjacent opposing chains.

        before -- the number of liberties to assume for the stone on the old board: `_SAFE_LIBERTIES` for a
                  new stone, because its effect is recorded with the chains that it joins and the chain that
                  it forms; 0, the cautious value, for a stone that is added again.
        """
        survey, joined = self.survey, PLACEHOLDER_CHAIN
        own, theirs, geometry = survey.chain_at[color], survey.chain_at[color.opponent], survey.geometry
        for near in geometry.adjacent[point]:
            if (chain := theirs[near]) is not PLACEHOLDER_CHAIN:
                chain.liberties &= survey.empty
                self._changed(chain, chain.count)
            elif (chain := own[near]) is not PLACEHOLDER_CHAIN and chain is not joined:
                before = min(before, chain.count)
                joined = chain if joined is PLACEHOLDER_CHAIN else self._join(joined, chain)
        if joined is PLACEHOLDER_CHAIN:
            joined = Chain(color)
        own[point] = joined
        joined.stones |= 1 << point
        joined.points.append(point)
        joined.liberties = (joined.liberties | geometry.neighbors[point]) & survey.empty
        survey.packed[color] ^= survey.layout.packed_points[point]
        self._changed(joined, before)

    def _join(self, one: Chain, other: Chain) -> Chain:
        """Merge two chains of one color and return the merged chain."""
        small, large = sorted((one, other), key=lambda chain: len(chain.points))
        large.stones |= small.stones
        large.liberties |= small.liberties
        large.points += small.points
        own = self.survey.chain_at[large.color]
        for point in small.points:
            own[point] = large
        self.survey.weak_chains[large.color].discard(small)
        return large

    def clear_stale_results(self) -> None:
        """Clear the finders' results for the chains whose results may have changed.

        The defend finder's result may change if a stone of the chain's color, played on one of its liberties,
        would now have a different number of liberties. The attack finder's result may change if this holds
        for a stone of either color and the old or the new number is less than `_SAFE_LIBERTIES`; that finder
        does not distinguish larger numbers.
        """
        short = self.short
        for weak, own in zip(self.survey.weak_chains, self.stale, strict=True):
            stale = own | short
            for chain in weak:
                liberties = chain.liberties
                if liberties & stale:
                    chain.rescue = None
                    if liberties & short:
                        chain.threat = None

    def _changed(self, chain: Chain, before: int) -> None:
        """Record that the stones or liberties of a chain have changed.

        before -- the smallest number of liberties that any part of the chain had before the change.
        """
        color, liberties = chain.color, chain.liberties
        chain.count = count = liberties.bit_count()
        chain.liberties_in_walk_order = chain.threat = chain.rescue = None
        if count <= MAX_WEAK_LIBERTIES:
            self.survey.weak_chains[color].add(chain)
        elif before <= MAX_WEAK_LIBERTIES:
            self.survey.weak_chains[color].discard(chain)
        self.stale[color] |= liberties
        if count < _SAFE_LIBERTIES or before < _SAFE_LIBERTIES:
            self.short |= liberties

    def _remove_chain(self, chain: Chain) -> None:
        """Remove a whole chain."""
        survey, color = self.survey, chain.color
        survey.weak_chains[color].discard(chain)
        for point in chain.points:
            survey.chain_at[color][point] = PLACEHOLDER_CHAIN
            survey.packed[color] ^= survey.layout.packed_points[point]
