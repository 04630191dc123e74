"""Passing in the Go search: the search passes when no move gains anything.

The best move is compared with a pass by the points that both lead to. If a pass ends the game, it leads to
what the board counts. If the network expects clearly less, the board is not settled: then a pass leads to
what the network expects, because the opponent may want to play on.
"""

from __future__ import annotations

from gnugo_py.engines.network.dead_stones_and_estimates import dead_stones_and_owners
from gnugo_py.engines.network.network import Network
from gnugo_py.engines.search.mcts import Mcts
from gnugo_py.engines.search.search_control import SearchControl
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.types import PASS, Move, Play

_MIN_GAIN, _MIN_GAIN_INSIDE = 0.5, 1.5
"""The smallest numbers of points that a move must gain: anywhere, and inside territory, where most moves gain
nothing and the number must be larger than the error of the search.
"""
_MIN_PASS_PRIOR = 0.001
"""The minimum prior of a pass for it to be considered, unless the opponent has passed."""
_SHARE_OF_VISITS = 0.25
"""The visits of a pass, as a share of those of the best move, with which both are compared."""


def best_or_pass(search: Mcts, control: SearchControl) -> int:
    """Return the number of the best root move, or of the pass if no move gains anything compared with it.

    search  -- a search that has been run; visits are added to compare a pass.
    control -- can cut the additional visits short.
    """
    root = search.root
    position, passing, order = root.position, root.judgment.moves.index(PASS), search.moves_by_visits()
    best = next((number for number in order if number != passing), passing)
    is_possible = position.consecutive_passes or root.judgment.priors[passing] >= _MIN_PASS_PRIOR
    if best == passing or not is_possible:
        return best
    search.visit_move(passing, int(root.child_visits[best] * _SHARE_OF_VISITS) + 1, control)
    lead = search.lead_after_move(passing)
    if position.play_unchecked(PASS).is_over:
        going_on = position.with_to_move(position.to_move.opponent).without_passes()
        expected = -search.network.evaluate(going_on).lead  # if the opponent does not pass
        is_settled = expected > lead - _MIN_GAIN_INSIDE
        lead = lead if is_settled else expected
    else:
        is_settled = True
    if is_settled and order[0] == passing:
        return passing
    gain = search.lead_after_move(best) - lead
    return passing if gain < _min_gain(position, root.judgment.moves[best], search.network) else best


def _min_gain(position: GoPosition, move: Move, network: Network) -> float:
    """Return the smallest number of points that a move must gain to be played."""
    final = position.score(dead_stones_and_owners(position, network)[0])
    territory = final.territory[0] | final.territory[1]
    is_inside = isinstance(move, Play) and bool(territory >> move.points[0] & 1)
    return _MIN_GAIN_INSIDE if is_inside else _MIN_GAIN
