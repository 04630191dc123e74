"""What a search knows of Tanbo: points to grow to, and roots; more of them last longer."""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple, cast

from gnugo_py.core.bitboard import board_of, points_of
from gnugo_py.core.position import Position
from gnugo_py.core.types import Move, Play, Side
from gnugo_py.engines.search.alphabeta import Branch, BranchSearch
from gnugo_py.engines.search.result import WON, Code
from gnugo_py.games.tanbo.position import TanboPosition, growing_points, removed

ROOT = 3
"""What a root is worth, in points to grow to."""


class TanboBranching(NamedTuple):
    """A position of Tanbo for the search: own and other stones."""

    own: int
    other: int
    size: int

    @property
    def key(self) -> Hashable:
        """The stones."""
        return self[:2]

    @property
    def final(self) -> float | None:
        """Lost or won once a side has no stones."""
        return None if self.own and self.other else WON if self.own else -WON

    def branches(self, width: int) -> tuple[list[Branch], int]:
        """Every move, or the best of them."""
        size = self.size
        ground = _ground(self.own, self.other, size)
        found = []
        for point in points_of(ground.growing):
            after = _grown(ground, 1 << point, size)
            found.append((-_worth(after, size), point, after.own, after.other))
        found.sort(key=lambda each: each[:2])
        best = [
            Branch(-score, point, TanboBranching(other, own, size))
            for score, point, own, other in found[:width]
        ]
        return best, len(found)


class _Ground(NamedTuple):
    """The stones of a position, each root of which can grow, and what they leave: sets of points.

    growing, other_growing -- where each side can grow.
    """

    own: int
    other: int
    vacant: int
    growing: int
    other_growing: int


def _ground(own: int, other: int, size: int) -> _Ground:
    vacant = board_of(size) & ~(own | other)
    growing, other_growing = (growing_points(stones, vacant, size) for stones in (own, other))
    return _Ground(own, other, vacant, growing, other_growing)


def _grown(before: _Ground, stone: int, size: int) -> _Ground:
    """What a new stone leaves.

    Roots are looked for only if some stone could grow before and cannot any more: a root that the move
    bounds has such a stone.
    """
    own, vacant = before.own | stone, before.vacant ^ stone
    growing = growing_points(own, vacant, size)
    other_growing = before.other_growing & ~stone
    stride = size + 1
    concerned = _beside(before.growing & ~growing, stride) & own & ~_beside(growing, stride)
    if before.other_growing & stone:
        concerned |= _beside(stone, stride) & before.other & ~_beside(other_growing, stride)
    if concerned:
        gone = removed((own, before.other), stone, Side.BLACK, size)
        if gone:
            return _ground(own & ~gone, before.other & ~gone, size)
    return _Ground(own, before.other, vacant, growing, other_growing)


def _worth(ground: _Ground, size: int) -> float:
    """What a position is worth to its own side when the other has the move.

    A point that can be grown to counts one, and so does one that can be grown to from there; a root
    counts `ROOT`.
    """
    own, other, vacant, growing, other_growing = ground
    if not own or not other:
        return WON if own else -WON
    stride = size + 1
    mine = growing | _beside(growing, stride) & vacant & ~_beside(own, stride)
    theirs = other_growing | _beside(other_growing, stride) & vacant & ~_beside(other, stride)
    return mine.bit_count() - theirs.bit_count() + ROOT * (_roots(own, size) - _roots(other, size))


def _beside(points: int, stride: int) -> int:
    """What touches some points along a line; off the board as well."""
    return points << 1 | points >> 1 | points << stride | points >> stride


def _roots(stones: int, size: int) -> int:
    """How many roots there are: each is a tree, with one stone more than it has lines.

    It does not check that; of set-up stones a ring is not counted.
    """
    return stones.bit_count() - (stones & stones << 1).bit_count() - (stones & stones << size + 1).bit_count()


def _begin(position: Position) -> TanboBranching:
    found = cast(TanboPosition, position)
    return TanboBranching(found.stones(found.to_move), found.stones(found.to_move.other), found.size)


def _move_of(code: Code, position: Position) -> Move:
    return Play((code,))


SEARCH = BranchSearch(
    _begin,
    _move_of,
    budgets=(30, 250, 500, 2_500, 4_000, 20_000, 32_000, 200_000, 600_000),
    widths=(4, 4, 4, 4, 4, 5, 5, 6, 6),
    unit="points to grow to",
    favour=1.0,
)
