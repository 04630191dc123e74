"""What a search knows of Tanbo: growing points and roots, more of which last longer."""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple, cast

from gnugo_py.games.bits import board_of, points_of
from gnugo_py.games.contract import Move, Play, Position, Side
from gnugo_py.games.searching import WON, Branch, BranchSearch, Code
from gnugo_py.tanbo.position import TanboPosition, growing_points, removed

ROOT = 3
"""How many growing points a root is worth."""


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
        own, other, size = self
        vacant = board_of(size) & ~(own | other)
        found = []
        for point in points_of(growing_points(own, vacant, size)):
            stone = 1 << point
            mine = own | stone
            gone = removed((mine, other), stone, Side.BLACK, size)
            mine, theirs = mine & ~gone, other & ~gone
            found.append((-_worth(mine, theirs, size), point, mine, theirs))
        found.sort(key=lambda each: each[:2])
        best = [
            Branch(-score, point, TanboBranching(theirs, mine, size))
            for score, point, mine, theirs in found[:width]
        ]
        return best, len(found)


def _worth(own: int, other: int, size: int) -> float:
    """What a position is worth to a side when the other has the move."""
    if not own or not other:
        return WON if own else -WON
    vacant = board_of(size) & ~(own | other)
    mine = growing_points(own, vacant, size).bit_count() + ROOT * _roots(own, size)
    theirs = growing_points(other, vacant, size).bit_count() + ROOT * _roots(other, size)
    return mine - theirs


def _roots(stones: int, size: int) -> int:
    """How many roots there are: each is a tree, with one stone more than it has lines."""
    return stones.bit_count() - (stones & stones << 1).bit_count() - (stones & stones << size + 1).bit_count()


def _begin(position: Position) -> TanboBranching:
    found = cast(TanboPosition, position)
    return TanboBranching(found.stones(found.to_move), found.stones(found.to_move.other), found.size)


def _move_of(code: Code, position: Position) -> Move:
    return Play((code,))


SEARCH = BranchSearch(
    _begin,
    _move_of,
    budgets=(60, 300, 1_500, 6_000, 30_000, 45_000, 125_000, 320_000, 550_000),
    widths=(4, 8, 12, 16, 24, 24, 24, 24, 24),
    unit="growing points",
    favour=1.0,
)
