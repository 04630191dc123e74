"""Alpha-beta search for Tanbo, with an evaluation by growing points and roots."""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from gnugo_py.engines.analysis import WIN_VALUE
from gnugo_py.engines.search.alphabeta import AlphaBetaChild, AlphaBetaEngine, MoveCode
from gnugo_py.games.board import LINES, geometry
from gnugo_py.games.points import full_board, iter_points
from gnugo_py.games.tanbo.position import TanboPosition, growing_points, stones_removed_after_move
from gnugo_py.games.types import PLAYS, Color, Play

_ROOT_VALUE = 3
"""Value of a root, in growing points."""


class TanboAlphaBetaState(NamedTuple):
    """A position of Tanbo for the search.

    own      -- the stones of the color to move, a set of points.
    opponent -- the stones of the other color.
    size     -- lines per side of the board.
    """

    own: int
    opponent: int
    size: int

    @classmethod
    def from_position(cls, position: TanboPosition) -> TanboAlphaBetaState:
        own, opponent = position.stones(position.to_move), position.stones(position.to_move.opponent)
        return cls(own, opponent, position.size)

    @property
    def key(self) -> Hashable:
        return self[:2]

    @property
    def terminal_value(self) -> float | None:
        return None if self.own and self.opponent else WIN_VALUE if self.own else -WIN_VALUE

    def ordered_children(self, width: int) -> tuple[list[AlphaBetaChild], int]:
        size = self.size
        ground = _make_stone_sets(self.own, self.opponent, size)
        result = []
        for point in iter_points(ground.growing):
            after = _after_stone(ground, 1 << point, size)
            result.append((-_evaluate(after, size), point, after.own, after.opponent))
        result.sort(key=lambda each: each[:2])
        best = [
            AlphaBetaChild(-score, point, TanboAlphaBetaState(other, own, size))
            for score, point, own, other in result[:width]
        ]
        return best, len(result)

    @staticmethod
    def move(code: MoveCode) -> Play:
        return PLAYS[code]


class _StoneSets(NamedTuple):
    """The sets of points of a position in which every root can grow.

    own, opponent -- the stones of each color.
    empty_points  -- the empty points.
    growing       -- the growing points of `own`.
    other_growing -- the growing points of `opponent`.
    """

    own: int
    opponent: int
    empty_points: int
    growing: int
    other_growing: int


def _make_stone_sets(own: int, other: int, size: int) -> _StoneSets:
    empty_points = full_board(size) & ~(own | other)
    growing, other_growing = (growing_points(stones, empty_points, size) for stones in (own, other))
    return _StoneSets(own, other, empty_points, growing, other_growing)


def _after_stone(before: _StoneSets, stone: int, size: int) -> _StoneSets:
    """Return the sets of points after `own` plays on `stone`, a set of one point.

    The function looks for bounded roots only if some stone was next to a growing point before the move and is
    next to none after it. Every root that the move bounds contains such a stone.
    """
    own, empty_points = before.own | stone, before.empty_points ^ stone
    growing = growing_points(own, empty_points, size)
    other_growing = before.other_growing & ~stone
    stride = size + 1
    concerned = _neighbors(before.growing & ~growing, stride) & own & ~_neighbors(growing, stride)
    if before.other_growing & stone:
        concerned |= _neighbors(stone, stride) & before.opponent & ~_neighbors(other_growing, stride)
    if concerned:
        gone = stones_removed_after_move((own, before.opponent), stone, Color.BLACK, geometry(size, LINES))
        if gone:
            return _make_stone_sets(own & ~gone, before.opponent & ~gone, size)
    return _StoneSets(own, before.opponent, empty_points, growing, other_growing)


def _evaluate(ground: _StoneSets, size: int) -> float:
    """Return the value for `own` of a position with the opponent to move.

    Each growing point counts 1, as does each point to which a stone on a growing point could grow. Each root
    counts `_ROOT_VALUE`. The value is the count for `own` minus the count for the opponent.
    """
    own, other, empty_points, growing, other_growing = ground
    if not own or not other:
        return WIN_VALUE if own else -WIN_VALUE
    stride = size + 1
    mine = growing | _neighbors(growing, stride) & empty_points & ~_neighbors(own, stride)
    theirs = other_growing | _neighbors(other_growing, stride) & empty_points & ~_neighbors(other, stride)
    return mine.bit_count() - theirs.bit_count() + _ROOT_VALUE * (_roots(own, size) - _roots(other, size))


def _neighbors(points: int, stride: int) -> int:
    """Return the points adjacent to a set of points, including bits off the board."""
    return points << 1 | points >> 1 | points << stride | points >> stride


def _roots(stones: int, size: int) -> int:
    """Return the number of roots of one color.

    Each root is a tree: it has one more stone than it has pairs of adjacent stones. This is not checked, so a
    ring of setup stones counts as no root.
    """
    return stones.bit_count() - (stones & stones << 1).bit_count() - (stones & stones << size + 1).bit_count()


class TanboSearch(AlphaBetaEngine):
    """The search of Tanbo."""

    state = TanboAlphaBetaState
    score_unit = "points to grow to"
    score_tolerance = 1.0
    budgets = (30, 250, 500, 2_500, 4_000, 20_000, 32_000, 200_000, 600_000)
    widths = (4, 4, 4, 4, 4, 5, 5, 6, 6)
