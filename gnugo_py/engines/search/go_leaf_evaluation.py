"""Go for the network-guided search: evaluations of positions, and indexes of moves."""

from __future__ import annotations

import math
from typing import NamedTuple

from gnugo_py.engines.network.network import Array, default_network, win_rate_from_lead
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.types import PASS, PLAYS, Move, Point

PASS_INDEX = -1
"""The move index of a pass; the index of any other move is its point."""
_SCORE_WEIGHT = 0.1
"""The weight of the score in the value of a position; the win rate has the remaining weight."""
_SCORE_SCALE = 20.0
"""The lead in points at which the contribution of the score begins to level off."""


class LeafEvaluation(NamedTuple):
    """The evaluation of a position without search, from the point of view of the color to move.

    moves     -- the indexes of the moves to search, empty if the game is over.
    priors    -- the probability of each move.
    value     -- how good the position is, 0 (lost) to 1 (won).
    win_rate  -- the probability of winning.
    lead      -- the expected lead in points, after komi.
    stdev     -- the standard deviation of the lead.
    ownership -- Black's ownership of each point, row by row from the top.
    """

    moves: tuple[Point, ...]
    priors: Array
    value: float
    win_rate: float
    lead: float
    stdev: float
    ownership: Array


def size_class(size: int) -> int:
    """Return the index of a board size in tables: 0 up to 9x9, 1 up to 13x13, and 2 for larger boards."""
    return 0 if size <= 9 else 1 if size <= 13 else 2


def network_leaf_evaluation(position: GoPosition) -> LeafEvaluation:
    """Return the network's evaluation of a position; if the game is over, there are no moves to search."""
    evaluation = default_network().evaluate(position.without_passes() if position.is_over else position)
    sign = -1 if position.to_move else 1
    points, priors = evaluation.legal_policy
    lead = evaluation.score_mean - komi_against_color_to_move(position)
    rate = win_rate_from_lead(lead, evaluation.score_stdev)
    moves = () if position.is_over else (*points, PASS_INDEX)
    return LeafEvaluation(
        moves, priors, _value(rate, lead), rate, lead, evaluation.score_stdev, sign * evaluation.owners
    )


def komi_against_color_to_move(position: GoPosition) -> float:
    """Return komi plus handicap bonus if Black is to move, or the negative of that sum if White is."""
    komi = position.rules.komi + position.rules.handicap_bonus
    return -komi if position.to_move else komi


def _value(win_rate: float, lead: float) -> float:
    """Return the value of a position: mostly its win rate, plus a small contribution from the score."""
    return (1 - _SCORE_WEIGHT) * win_rate + _SCORE_WEIGHT * (0.5 + 0.5 * math.tanh(lead / _SCORE_SCALE))


def move_from_search_index(index: Point) -> Move:
    """Return the move for a move index."""
    return PASS if index == PASS_INDEX else PLAYS[index]


def ownership_by_point(ownership: Array) -> dict[int, float]:
    """Return a mapping from each point to its ownership.

    ownership -- the ownership of each point, row by row from the top.
    """
    size = math.isqrt(ownership.size)
    return {
        number // size * (size + 1) + number % size: float(share)
        for number, share in enumerate(ownership.ravel().tolist())
    }
