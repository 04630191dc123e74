"""Passing in the Go search: the search passes when no move gains anything under the rules in force.

A move is compared with a pass by the points of area that it gains. The search passes if the board looks
settled and the move of the best lead gains no more than the error of the search. Under area rules, after a
pass of the opponent, and while a chain could be captured that counts as alive, a neutral point is also enough
to play.

Under territory rules, territory that is still open does not count, although the network assigns its points to
their likely owner. Therefore, as long as there is such territory, the search passes only if the best move is
worse than a pass.

A pass that ends the game is worth at least what the board counts, if all is settled. Otherwise it is no worse
than a pass that the opponent could answer; its lead is the better of both.

Before a pass, all moves and all answers to the pass are tried, so that a capture that the network finds
improbable is not overlooked.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

from gnugo_py.engines.network import np
from gnugo_py.engines.network.dead_stones_and_estimates import symmetry_averaged_ownership
from gnugo_py.engines.network.network import mean_ownership
from gnugo_py.engines.search.game_search import SearchControl
from gnugo_py.engines.search.mcts import Mcts, network_leaf_evaluation, size_class
from gnugo_py.games.go.board import Board
from gnugo_py.games.go.ladders import is_captured
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.scoring import enclosed_points_by_color
from gnugo_py.games.points import connected_regions, iter_points
from gnugo_py.games.types import PASS, Color, Move, Play, Point

_MIN_AREA_GAINED = 0.5
"""A move that gains fewer points of area than this, compared with a pass, gains nothing: a neutral point
gains one or two.
"""
_CLEAR_CHAIN, _CLEAR_TERRITORY, _CLEAR_OPEN_POINT = 0.5, 0.4, 0.6
"""The ownership above which, respectively, a chain is clearly alive or dead, territory is clear, and an empty
point that both colors reach has a likely owner.
"""
_MAX_OPEN_POINTS = 2.5
"""If the ownership of empty points in one region with the same likely owner (see `_CLEAR_OPEN_POINT`) adds up
to at least this, the points are not neutral but territory that still has to be closed.
"""
MIN_ENDGAME_SHARE = 0.3
"""The share of occupied points below which no point counts as settled, and the search does not pass first."""
_MIN_PASS_PRIOR = 0.001
"""The minimum prior for a pass to be considered; its prior is nearly always higher once all is settled."""
_PASS_VISITS, _VISITS_COMPARED = 16, 40
"""Visits that a pass gets before it is compared with the most visited move, and those that the pass and the
move of the best lead get if the difference is not clear.
"""
_CLEAR_GAIN = 4.0
"""The gain of the most visited move above which it is played without more visits."""
_SEARCH_ERROR = 1.5
"""The error of a difference between two leads of the search, in points."""
_FIRST_VISITS = 6
"""The visits that the move of the best lead gets first, before it is compared again."""
_MIN_KO_WORTH = 3.0
"""The minimum worth of the opponent's answer to a pass, in points, at which the search plays elsewhere first
if a ko must not be retaken at once.
"""
_MAX_MOVES_TRIED = 60
"""The maximum number of improbable moves, and of improbable answers to a pass, that are tried."""
_VISITS_TO_PASS = (120, 90, 60)
"""Minimum visits of the whole search, at any level, before a pass is compared with the best move: on boards
up to 9x9, up to 13x13, and on larger boards.
"""


def best_or_pass(search: Mcts, position: GoPosition, control: SearchControl) -> int:
    """Return the number of the best root move, or of the pass if no move gains anything compared with it.

    search  -- a search that has been run; visits are added if a pass has to be compared.
    control -- can cut the additional visits short.
    """
    moves = search.root.judgment.moves
    passing = moves.index(PASS)
    is_endgame = position.consecutive_passes > 0 or position.board.share_occupied >= MIN_ENDGAME_SHARE
    if not any(number != passing for number in search.root.children):
        if len(moves) == 1 or not is_endgame:
            return passing
        search.visit(0 if passing else 1)
    best = _most_visited(search, passing)
    if not is_endgame or search.root.judgment.priors[passing] < _MIN_PASS_PRIOR:
        return best
    search.complete_visits(_VISITS_TO_PASS[size_class(position.size)], control)
    search.visit_move(passing, _PASS_VISITS, control)
    best, after = _most_visited(search, passing), position.play_unchecked(PASS)
    gain = search.lead_after_move(best) - search.lead_after_move(passing)
    if gain > _CLEAR_GAIN and not after.is_over:
        return best
    search.visit_move(passing, _VISITS_COMPARED, control)
    best, lead = _compare_leads(search, control), search.lead_after_move(passing)
    final = _final_board(position)
    if after.is_over:
        lead = max(
            lead, final.lead if final.is_settled else -_best_of_all_moves(after.without_passes(), control)[1]
        )
    if not _can_pass(position, final, moves[best], search.lead_after_move(best) - lead):
        return best
    lead_after_answer, worth = _answer_to_pass(position, control)
    move, best_lead = _best_of_all_moves(position, control)
    if move is PASS:
        return passing
    gain = best_lead - min(lead, lead_after_answer)
    is_ko_open = worth > _MIN_KO_WORTH and position.is_ko_forbidden()
    if gain < -_SEARCH_ERROR or (not is_ko_open and _can_pass(position, final, move, gain)):
        return passing
    search.visit_move(search.number_of_root_move(move), _VISITS_COMPARED, control)
    return _compare_leads(search, control)


def _most_visited(search: Mcts, passing: int) -> int:
    return next(number for number in search.root.moves_by_visits() if number != passing)


def _can_pass(position: GoPosition, final: _FinalBoard, move: Move, gain: float) -> bool:
    """Return whether the best move gains nothing under the rules in force.

    move -- the best move.
    gain -- the points of area that it gains compared with a pass.
    """
    is_area = "territory" not in position.rules.scoring
    is_inside = isinstance(move, Play) and bool(final.territory >> move.points[0] & 1)
    if is_inside and position.consecutive_passes:
        return gain < _SEARCH_ERROR
    if not (is_area or final.is_settled):
        return gain < (0.0 if final.has_open_territory else _MIN_AREA_GAINED)
    counts_neutral = is_area or position.consecutive_passes > 0
    needs_little = not final.is_settled or (counts_neutral and not is_inside)
    return gain < (_MIN_AREA_GAINED if needs_little else _SEARCH_ERROR)


def _answer_to_pass(position: GoPosition, control: SearchControl) -> tuple[float, float]:
    """Return the lead in points after a pass and the best of all answers, and what the answer is worth.

    The answer is worth the points of area that it gains, compared with a second pass. If the first pass ends
    the game, the lead is infinite.
    """
    after = position.play_unchecked(PASS)
    if after.is_over:
        return math.inf, 0.0
    _, lead = _best_of_all_moves(after, control)
    return -lead, lead + network_leaf_evaluation(after.play_unchecked(PASS)).lead


def _best_of_all_moves(position: GoPosition, control: SearchControl) -> tuple[Move, float]:
    """Return the move of the best lead and that lead, after a search that begins with one visit of each move.

    At most `_MAX_MOVES_TRIED` moves are tried, the most probable ones. If there is none, it is a pass.
    """
    search = Mcts(position)
    judgment = search.root.judgment
    order = np.argsort(-judgment.priors).tolist()
    likely = [number for number in order if judgment.moves[number] is not PASS][:_MAX_MOVES_TRIED]
    if not likely:
        return PASS, judgment.lead
    for number in likely:
        search.visit(number)
        if control.must_stop:
            break
    best = _compare_leads(search, control)
    return search.root.judgment.moves[best], search.lead_after_move(best)


def _compare_leads(search: Mcts, control: SearchControl) -> int:
    """Return the number of the move of the best lead, other than a pass, after enough visits of it."""
    root = search.root
    enough = max(_VISITS_COMPARED, root.visits // 10)
    while True:
        tried = (number for number in root.children if root.judgment.moves[number] is not PASS)
        best = max(tried, key=search.lead_after_move)
        visits = int(root.child_visits[best])
        if visits >= enough or control.must_stop:
            return best
        search.visit_move(best, min(2 * visits + _FIRST_VISITS, enough), control)


class _FinalBoard(NamedTuple):
    """The board as it would be counted now.

    territory          -- the set of points that only one color surrounds, dead stones included.
    has_open_territory -- whether some empty points that both colors reach are territory that still has to be
                          closed.
    is_settled         -- whether every chain is clearly alive or dead, and all territory is closed and clear.
    lead               -- the lead in points, after komi, of the color to move.
    """

    territory: int
    has_open_territory: bool
    is_settled: bool
    lead: float


def _final_board(position: GoPosition) -> _FinalBoard:
    """Return the final board of a position, with dead stones judged by ownership alone.

    The ownership is averaged over the eight symmetries of the board and over both colors to move. A chain
    that is in atari or could be caught although it counts as alive is not clearly alive.
    """
    board, dead, is_clear = position.board, 0, True
    owners = symmetry_averaged_ownership(position)
    for color in Color:
        for chain in board.chains(color):
            share = mean_ownership(owners, chain, color)
            is_clear = is_clear and abs(share) >= _CLEAR_CHAIN
            if share < 0:
                dead |= chain
            elif is_captured(board, chain, True):
                is_clear = False
    cleared = board.without_stones(dead)
    territory = enclosed_points_by_color(cleared)
    for color, points in zip(Color, territory, strict=True):
        shares = (mean_ownership(owners, 1 << point, color) for point in iter_points(points))
        is_clear = is_clear and all(share >= _CLEAR_TERRITORY for share in shares)
    enclosed = territory[0] | territory[1]
    is_open = _has_open_territory(cleared, cleared.empty_points & ~enclosed, owners)
    margin = position.score(dead).margin
    return _FinalBoard(enclosed, is_open, is_clear and not is_open, -margin if position.to_move else margin)


def _has_open_territory(board: Board, neutral: int, owners: Mapping[Point, float]) -> bool:
    """Return whether some points that both colors reach have a likely owner, and still have to be closed."""
    for region in connected_regions(neutral, board.geometry.stride):
        shares = [owners[point] for point in iter_points(region)]
        black_owns = sum(share for share in shares if share > _CLEAR_OPEN_POINT)
        white_owns = -sum(share for share in shares if share < -_CLEAR_OPEN_POINT)
        if max(black_owns, white_owns) >= _MAX_OPEN_POINTS:
            return True
    return False
