"""What a search knows of Amazons: who reaches which squares first.

Distances in moves of a queen and in steps of a king, after J. Lieberum, "An evaluation function for the game
of Amazons", Theoretical Computer Science 349 (2005) 230-244: near the end the squares that a side reaches
first decide; while much is open, being near to much counts as well.
"""

from __future__ import annotations

from collections.abc import Hashable
from itertools import zip_longest
from typing import NamedTuple, cast

from gnugo_py.core.bitboard import board_of, points_of
from gnugo_py.core.position import Position
from gnugo_py.core.types import Move, Play
from gnugo_py.engines.search.alphabeta import Branch, BranchSearch
from gnugo_py.engines.search.result import WON, Code
from gnugo_py.games.amazons.position import AmazonsPosition, reach

FIRST_TARGETS = 12
"""Of how many of a queen's moves all arrows are tried."""
TEMPO = 0.2
"""What a square is worth to the side to move that both reach equally soon."""


class AmazonsBranching(NamedTuple):
    """A position of Amazons for the search: own and other queens, and the empty squares."""

    own: int
    other: int
    vacant: int
    size: int

    @property
    def key(self) -> Hashable:
        """The queens and the empty squares."""
        return self[:3]

    @property
    def final(self) -> float | None:
        """Lost, if no own queen can move."""
        return None if _beside(self.own, self.size + 1) & self.vacant else -WON

    def branches(self, width: int) -> tuple[list[Branch], int]:
        """The best arrows of the best queen's moves."""
        own, other, vacant, size = self
        steps = []
        for queen in points_of(own):
            for target in reach(queen, vacant, size):
                moved = own ^ (1 << queen | 1 << target)
                free = (vacant | 1 << queen) & ~(1 << target)
                steps.append((evaluate(moved, other, free, size), queen, target, moved, free))
        cost = len(steps)
        steps.sort(key=lambda step: (-step[0], step[1:3]))
        found = []
        for _, queen, target, moved, free in steps[: max(FIRST_TARGETS, width)]:
            arrows = reach(target, free, size)
            cost += len(arrows)
            for arrow in arrows:
                after = free & ~(1 << arrow)
                score = evaluate(moved, other, after, size)
                found.append((-score, queen << 16 | target << 8 | arrow, moved, after))
        found.sort(key=lambda each: each[:2])
        best = [
            Branch(-score, code, AmazonsBranching(other, moved, after, size))
            for score, code, moved, after in found[:width]
        ]
        return best, cost


def evaluate(own: int, other: int, vacant: int, size: int) -> float:
    """What a position is worth to one side when the other has the move."""
    stride = size + 1
    near, far = queen_layers(own, vacant, stride), queen_layers(other, vacant, stride)
    if not far:
        return WON
    first, common, contested = _compared(far, near)
    if not common:
        return -first
    close, _, _ = _compared(_king_layers(other, vacant, stride), _king_layers(own, vacant, stride))
    reach_more = _weighted(near) - _weighted(far)
    open_share = min(contested / (0.8 * size * size), 1.0)
    return -first * (1 - 0.5 * open_share) - 0.3 * open_share * close + 0.2 * open_share * reach_more


def _weighted(layers: list[int]) -> float:
    """How much is near: a square counts one, a half, a quarter by its distance."""
    total, weight = 0.0, 1.0
    for layer in layers:
        total += weight * layer.bit_count()
        weight /= 2
    return total


def _compared(mover: list[int], waiter: list[int]) -> tuple[float, int, float]:
    """How many squares more the side to move reaches first, which both reach, and how contested they are."""
    seen_mover = seen_waiter = mine = theirs = equal = 0
    for new_mine, new_theirs in zip_longest(mover, waiter, fillvalue=0):
        equal |= new_mine & new_theirs
        mine |= new_mine & ~seen_waiter & ~new_theirs
        theirs |= new_theirs & ~seen_mover & ~new_mine
        seen_mover |= new_mine
        seen_waiter |= new_theirs
    both = seen_mover & seen_waiter
    contested = equal.bit_count() + 0.5 * (both & ~equal).bit_count()
    return mine.bit_count() - theirs.bit_count() + TEMPO * equal.bit_count(), both, contested


def queen_layers(queens: int, vacant: int, stride: int) -> list[int]:
    """The empty squares reached with one move of a queen, with two, and so on.

    A move is followed as far as squares are new: what lies beyond another is reached from there as soon.
    """
    layers: list[int] = []
    left, last = vacant, queens
    while left:
        swept = 0
        for step in (1, stride, stride + 1, stride - 1):
            ahead = last << step & left
            while ahead:
                swept |= ahead
                ahead = ahead << step & left
            ahead = last >> step & left
            while ahead:
                swept |= ahead
                ahead = ahead >> step & left
        if not swept:
            break
        layers.append(swept)
        left ^= swept
        last = swept
    return layers


def _king_layers(queens: int, vacant: int, stride: int) -> list[int]:
    """The empty squares reached with one step, with two, and so on."""
    layers: list[int] = []
    left, last = vacant, queens
    while left:
        last = _beside(last, stride) & left
        if not last:
            break
        layers.append(last)
        left ^= last
    return layers


def _beside(squares: int, stride: int) -> int:
    wide = squares | squares << 1 | squares >> 1
    return wide | wide << stride | wide >> stride


def _begin(position: Position) -> AmazonsBranching:
    found = cast(AmazonsPosition, position)
    own, other = (found.white, found.black) if found.to_move else (found.black, found.white)
    return AmazonsBranching(own, other, found.vacant & board_of(found.size), found.size)


def _move_of(code: Code, position: Position) -> Move:
    return Play((code >> 16, code >> 8 & 255, code & 255))


SEARCH = BranchSearch(
    _begin,
    _move_of,
    budgets=(400, 600, 1_200, 3_000, 6_500, 16_000, 34_000, 86_000, 165_000),
    widths=(1, 1, 3, 6, 8, 8, 10, 10, 10),
    unit="squares",
    favour=0.3,
)
