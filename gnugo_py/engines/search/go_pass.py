"""The conditions for a pass in a search of Go."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from math import copysign
from typing import cast

from gnugo_py.core.bitboard import iter_points
from gnugo_py.core.position import Position
from gnugo_py.core.types import PASS
from gnugo_py.engines.network.judge import dead_stones
from gnugo_py.engines.search.result import MoveIndex
from gnugo_py.engines.search.uct import NO_POINT, ImmediateMove, PlayoutSummary
from gnugo_py.games.go.playout import Playouts
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.scoring import score_board

PASSING = NO_POINT
SETTLED_OWNERSHIP = 0.88
"""A point is settled if its ownership, the difference of the colors' shares of playouts, is at least this."""
SAMPLE_PLAYOUTS = 40
MAX_EMPTY_SHARE = 0.6
"""Maximum share of empty points at which the board can count as settled."""
MAX_DAME_SHARE = 0.1
"""Maximum share of dame for a pass that wins the game as it stands."""
MAX_UNSETTLED_SHARE = 0.05
"""Maximum share of unsettled points for a pass instead of a wasted stone."""
N_ALTERNATIVES, MAX_VALUE_DIFFERENCE = 3, 0.2
"""Number of alternatives, and maximum difference of win rates, for a best move that may be unneeded."""
MIN_KEPT_OWNERSHIP = 0.5
"""A settled point stays settled if its ownership for the same color is at least this after a pass."""


def immediate_pass(position: Position) -> ImmediateMove | None:
    """Return a pass if nothing is left to play, or if it answers a pass and wins the game; otherwise None.

    A game counts as won only if it is won with all stones alive as well. Under area scoring, dead stones are
    captured first if the winner depends on them. Only under territory scoring may the pass be the first one,
    since each stone in own territory costs a point there.
    """
    go = cast(GoPosition, position)
    if go.is_over:
        return ImmediateMove(PASSING, "The game is over.", _won(go, dead_stones(go.board)))
    is_answer = go.consecutive_passes == 1 and go.last_color is go.to_move.opponent
    is_territory = "territory" in go.rules.scoring
    is_settled = (is_answer or is_territory) and _is_settled(go)
    if not (is_answer or is_settled):
        return None
    to_the_letter = _won(go, 0)
    if not (is_settled or to_the_letter == 1):
        return None
    judged = _won(go, dead_stones(go.board))
    if is_answer and judged == to_the_letter == 1 and _is_divided(go):
        return ImmediateMove(PASSING, "The game is won as it stands.", judged)
    if is_settled and (is_territory or judged == to_the_letter):
        return ImmediateMove(PASSING, "All points are settled.", judged)
    return None


def _is_divided(position: GoPosition) -> bool:
    """Return True if both colors have stones and at most `MAX_DAME_SHARE` of the board is dame."""
    board = position.board
    neutral = score_board(board, position.rules).dame.bit_count()
    return bool(board.black and board.white) and neutral <= position.size**2 * MAX_DAME_SHARE


def _is_settled(position: GoPosition) -> bool:
    """Return True if not too many points are empty and playouts settle all of them."""
    empty_points = position.board.empty_points
    if empty_points.bit_count() > position.size**2 * MAX_EMPTY_SHARE:
        return False
    owners = Playouts(position.board).ownership(SAMPLE_PLAYOUTS, position.to_move)
    return all(
        abs(owners[point]) >= SETTLED_OWNERSHIP * SAMPLE_PLAYOUTS for point in iter_points(empty_points)
    )


def _won(position: GoPosition, dead: int) -> float:
    """Return the result of the game, counted now: 1 if the color to move wins, 0 if it loses, 0.5 for a tie.

    dead -- the set of the dead stones.
    """
    winner = score_board(position.board, position.rules, dead, position.prisoners).outcome.winner
    return 0.5 if winner is None else float(winner is position.to_move)


def can_end_game(position: GoPosition) -> bool:
    """Return True unless a pass ends the game with a winner that depends on the removal of dead stones."""
    return position.consecutive_passes == 0 or _won(position, 0) == _won(
        position, dead_stones(position.board)
    )


def pass_override(
    position: Position, summary: PlayoutSummary, find: Callable[[Position], PlayoutSummary]
) -> ImmediateMove | None:
    """Return a pass if the best move would waste a stone under territory scoring, otherwise None.

    The best move may be wasted if it is on a settled point, another move on a settled point has nearly the
    same win rate, and almost all points are settled. It is wasted if a search after a pass shows that the
    opponent cannot change this; otherwise one of several moves is needed.
    """
    go, (values, owners) = cast(GoPosition, position), summary
    best = next(iter(values))
    settled = {point: share for point, share in owners.items() if abs(share) >= SETTLED_OWNERSHIP}
    seems_wasted = (
        "territory" in go.rules.scoring
        and _is_endgame(go, settled)
        and _best_move_is_unneeded(values, settled)
    )
    if not (seems_wasted and _agrees_with_dead_stones(go, settled)):
        return None
    after = find(go.play_unchecked(PASS).without_passes())
    won = 1 - next(iter(after.values.values()))
    is_kept = all(
        copysign(1, settled[point]) * after.ownership.get(point, 0.0) >= MIN_KEPT_OWNERSHIP
        for point in settled
    )
    if won < values[best] - MAX_VALUE_DIFFERENCE or not is_kept:
        return None
    return ImmediateMove(PASSING, "Any further stone would be wasted.", won)


def _is_endgame(position: GoPosition, settled: Collection[MoveIndex]) -> bool:
    """Return True if enough of the board is occupied and almost all empty points are settled."""
    empty_points, area = position.board.empty_points, position.size**2
    unsettled = sum(point not in settled for point in iter_points(empty_points))
    return empty_points.bit_count() <= area * MAX_EMPTY_SHARE and unsettled <= area * MAX_UNSETTLED_SHARE


def _best_move_is_unneeded(values: Mapping[MoveIndex, float], settled: Collection[MoveIndex]) -> bool:
    """Return True if the best move and another with nearly the same win rate are on settled points."""
    best, *rivals = list(values)[: 1 + N_ALTERNATIVES]
    return best in settled and any(
        code in settled and values[code] >= values[best] - MAX_VALUE_DIFFERENCE for code in rivals
    )


def _agrees_with_dead_stones(position: GoPosition, settled: Mapping[MoveIndex, float]) -> bool:
    """Return True if the dead stones are exactly the stones on settled points that the opponent owns."""
    board, dead = position.board, dead_stones(position.board)
    black, white = (
        sum(1 << point for point, share in settled.items() if share * sign > 0) for sign in (1, -1)
    )
    lost = board.black & white | board.white & black
    return dead & (black | white) == lost
