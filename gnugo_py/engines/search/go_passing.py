"""When the search of Go passes: no move gains anything by the rules in force.

Under area rules a move must gain half a point.  Under territory rules a neutral point gains nothing, although
the network, which counts area, gives a point for it; there a move must gain more, and once everything is
settled, none is played.
"""

from __future__ import annotations

from gnugo_py.core.bitboard import iter_points
from gnugo_py.core.types import Color
from gnugo_py.engines.network import np
from gnugo_py.engines.network.judge import mean_ownership
from gnugo_py.engines.search.go_mcts import PASSING, ownership_by_point, size_class
from gnugo_py.engines.search.mcts import Mcts
from gnugo_py.engines.search.result import SearchControl
from gnugo_py.games.go.board import Board
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.scoring import enclosed_regions

MIN_AREA_GAINED, MIN_AREA_GAINED_FOR_TERRITORY = 0.5, 1.5
"""A move that gains fewer points of area than this against a pass is not played: by area and by territory."""
CLEAR_CHAIN, CLEAR_TERRITORY, MAX_NEUTRAL = 0.5, 0.4, 0.95
"""The ownership from which a chain is clearly alive or dead, and from which territory is clear; and that from
which a point that both colors reach is not neutral, but territory that still has to be closed.
"""
MIN_ENDGAME_SHARE = 0.3
"""The share of occupied points below which no point is settled, and the search does not pass."""
MIN_PASS_PRIOR = 0.001
"""The prior of a pass below which it is not considered; it is nearly always higher once all is settled."""
PASS_VISITS = 16
"""Visits that a pass gets before it is compared, so that the points it loses are known."""
VISITS_TO_PASS = (200, 150, 100)
"""Visits of the whole search before a pass is compared at any level: up to 9x9, up to 13x13, and larger."""


def share_occupied(board: Board) -> float:
    """Return the share of the points that are occupied, 0 to 1."""
    return (board.black | board.white).bit_count() / board.geometry.size**2


def best_or_pass(search: Mcts, position: GoPosition, control: SearchControl) -> int:
    """Return the number of the best move at the root, or of the pass if no move gains anything against it.

    search  -- a search that has been run; visits are added if a pass has to be compared.
    control -- can stop that.
    """
    moves = search.root.judgment.moves
    passing = moves.index(PASSING)
    others = [number for number in search.root.order() if number != passing]
    if not others:
        return passing
    is_endgame = share_occupied(position.board) >= MIN_ENDGAME_SHARE
    if not is_endgame or search.root.judgment.priors[passing] < MIN_PASS_PRIOR:
        return others[0]
    _add_visits(search, passing, position.size, control)
    best = next(number for number in search.root.order() if number != passing)
    return passing if _gains_nothing(position, search.lead(best) - search.lead(passing)) else best


def _gains_nothing(position: GoPosition, gained: float) -> bool:
    """Return whether a move that gains points of area against a pass gains nothing by the rules in force."""
    if "territory" not in position.rules.scoring:
        return gained < MIN_AREA_GAINED
    return gained < MIN_AREA_GAINED_FOR_TERRITORY or is_settled(position)


def _add_visits(search: Mcts, passing: int, size: int, control: SearchControl) -> None:
    """Add the visits that make a comparison with a pass reliable."""
    enough = VISITS_TO_PASS[size_class(size)]
    while search.root.visits < enough and not control.must_stop:
        search.visit()
    while search.root.child_visits[passing] < PASS_VISITS:
        search.visit(passing)


def is_settled(position: GoPosition) -> bool:
    """Return whether every chain is clearly alive or dead, and all territory is closed and clear.

    This is judged by the ownership, averaged over the eight symmetries of the board and over who is to move.
    """
    turns = [position.with_to_move(color).without_passes() for color in Color]
    ownership = (mean_ownership(turns[0]) + mean_ownership(turns[1])) / np.float32(2)
    board, owners, dead = position.board, ownership_by_point(ownership), 0
    for color in Color:
        for chain in board.chains(color):
            share = sum(owners[point] for point in iter_points(chain)) / chain.bit_count()
            if abs(share) < CLEAR_CHAIN:
                return False
            if (share < 0) is (color is Color.BLACK):
                dead |= chain
    cleared = board.without_stones(dead)
    territory = enclosed_regions(cleared)
    neutral = cleared.empty_points & ~(territory[0] | territory[1])
    if any(abs(owners[point]) > MAX_NEUTRAL for point in iter_points(neutral)):
        return False
    return all(
        owners[point] * (-1 if color else 1) >= CLEAR_TERRITORY
        for color in Color
        for point in iter_points(territory[color])
    )
