"""Alpha-beta search for Amazons, with an evaluation by territory and mobility.

The evaluation compares the distances to each square in queen moves and in king steps, as in J. Lieberum, "An
evaluation function for the game of Amazons", Theoretical Computer Science 349 (2005) 230-244. Near the end,
only the squares that each color reaches first in queen moves count. While the position is open, king steps
and mobility count as well.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from gnugo_py.engines.analysis import WIN_VALUE
from gnugo_py.engines.search.alphabeta import AlphaBetaChild, AlphaBetaEngine, MoveCode
from gnugo_py.games.amazons.position import (
    AmazonsPosition,
    add_king_neighbors,
    queen_destinations,
    queen_distance_layers,
    squares_reached_first,
)
from gnugo_py.games.points import iter_points
from gnugo_py.games.types import Play

_MAX_TARGETS = 12
"""Number of queen moves for which all arrows are evaluated; if the search is wider, its width applies."""
_TEMPO = 0.2
"""Value, to the color to move, of a square that both colors reach in the same number of moves."""


class AmazonsAlphaBetaState(NamedTuple):
    """A position of Amazons for the search, as sets of squares.

    own          -- the queens of the color to move.
    opponent     -- the queens of the other color.
    empty_points -- the empty squares.
    size         -- lines per side of the board.
    """

    own: int
    opponent: int
    empty_points: int
    size: int

    @classmethod
    def from_position(cls, position: AmazonsPosition) -> AmazonsAlphaBetaState:
        own, opponent = position.stones(position.to_move), position.stones(position.to_move.opponent)
        return cls(own, opponent, position.empty_points, position.size)

    @property
    def key(self) -> Hashable:
        return self[:3]

    @property
    def terminal_value(self) -> float | None:
        return None if add_king_neighbors(self.own, self.size) & self.empty_points else -WIN_VALUE

    def ordered_children(self, width: int) -> tuple[list[AlphaBetaChild], int]:
        own, other, empty_points, size = self
        steps = []
        for queen in iter_points(own):
            for target in queen_destinations(queen, empty_points, size):
                moved = own ^ (1 << queen | 1 << target)
                free = (empty_points | 1 << queen) & ~(1 << target)
                steps.append(
                    (evaluate_amazons_after_move(moved, other, free, size), queen, target, moved, free)
                )
        cost = len(steps)
        steps.sort(key=lambda step: (-step[0], step[1:3]))
        result = []
        for _, queen, target, moved, free in steps[: max(_MAX_TARGETS, width)]:
            arrows = queen_destinations(target, free, size)
            cost += len(arrows)
            for arrow in arrows:
                after = free & ~(1 << arrow)
                score = evaluate_amazons_after_move(moved, other, after, size)
                result.append((-score, queen << 16 | target << 8 | arrow, moved, after))
        result.sort(key=lambda each: each[:2])
        best = [
            AlphaBetaChild(-score, code, AmazonsAlphaBetaState(other, moved, after, size))
            for score, code, moved, after in result[:width]
        ]
        return best, cost

    @staticmethod
    def move(code: MoveCode) -> Play:
        return Play((code >> 16, code >> 8 & 255, code & 255))


def evaluate_amazons_after_move(own: int, other: int, empty_points: int, size: int) -> float:
    """Return the value for `own`, in squares, of a position with `other` to move."""
    near, far = (queen_distance_layers(queens, empty_points, size) for queens in (own, other))
    if not far:
        return WIN_VALUE
    first, common, contested = _compare_reach(far, near)
    if not common:
        return -first
    close, _, _ = _compare_reach(
        _king_layers(other, empty_points, size), _king_layers(own, empty_points, size)
    )
    reach_more = _weighted_reach(near) - _weighted_reach(far)
    open_share = min(contested / (0.8 * size * size), 1.0)
    return -first * (1 - 0.5 * open_share) - 0.3 * open_share * close + 0.2 * open_share * reach_more


def _weighted_reach(layers: list[int]) -> float:
    """Return the number of squares within reach, weighted by distance: 1, 1/2, 1/4 and so on."""
    return sum(layer.bit_count() * 0.5**distance for distance, layer in enumerate(layers))


def _compare_reach(mover: list[int], waiter: list[int]) -> tuple[float, int, float]:
    """Compare how soon two colors reach each square.

    mover, waiter -- the layers of the color to move and of the other color, by distance.

    Return the number of squares that `mover` reaches first minus the number that `waiter` reaches first (plus
    `_TEMPO` for each square that both reach equally soon), the set of squares that both reach, and how many
    of these are contested: 1 for each square that both reach equally soon, 0.5 for each of the others.
    """
    mine, theirs, equal = squares_reached_first(mover, waiter)
    both = sum(mover) & sum(waiter)
    contested = equal.bit_count() + 0.5 * (both & ~equal).bit_count()
    return mine.bit_count() - theirs.bit_count() + _TEMPO * equal.bit_count(), both, contested


def _king_layers(queens: int, empty_points: int, size: int) -> list[int]:
    """Return the sets of empty squares at a distance of one king step, two king steps, and so on."""
    layers: list[int] = []
    left, last = empty_points, queens
    while left:
        last = add_king_neighbors(last, size) & left
        if not last:
            break
        layers.append(last)
        left ^= last
    return layers


class AmazonsSearch(AlphaBetaEngine):
    """The search of Amazons."""

    state = AmazonsAlphaBetaState
    score_unit = "squares"
    score_tolerance = 0.3
    budgets = (400, 600, 1_200, 3_000, 6_500, 16_000, 34_000, 86_000, 165_000)
    widths = (1, 1, 3, 6, 8, 8, 10, 10, 10)
