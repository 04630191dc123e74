"""The Go search, which chooses a move at a level and resigns lost games."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from itertools import islice
from random import Random
from typing import cast

from gnugo_py.core.position import Position
from gnugo_py.engines.analysis import Analysis
from gnugo_py.engines.network import np
from gnugo_py.engines.network.dead_stones_and_estimates import dead_stones, symmetry_averaged_score
from gnugo_py.engines.network.network import Array, win_rate_from_lead
from gnugo_py.engines.search.go_leaf_evaluation import (
    PASS_INDEX,
    komi_against_color_to_move,
    move_from_search_index,
    network_leaf_evaluation,
    ownership_by_point,
    search_index_from_move,
    size_class,
)
from gnugo_py.engines.search.go_level_play import LEVELS, sample_level_move
from gnugo_py.engines.search.go_passing import MIN_ENDGAME_SHARE, best_or_pass, share_occupied
from gnugo_py.engines.search.go_reasons import explain_best_candidate
from gnugo_py.engines.search.mcts import Mcts
from gnugo_py.engines.search.result import (
    GuidedSearchDefinition,
    MoveIndex,
    SearchCandidate,
    SearchControl,
    SearchResult,
)
from gnugo_py.games.go.position import GoPosition

_SURE = 0.97
"""A point is settled, and nobody needs to play there, if its ownership for one color is above this whichever
color is to move.
"""
_MAX_CANDIDATES = 40
"""The maximum number of moves in a result."""
_MAX_VISITS_REFINED = 10_000
"""The number of visits at which an analysis ends; by then, its tree takes about 150 MB on 19x19."""
NO_MOVE_GAINS_POINTS = "No move gains a point anymore."
_MIN_SHARE_TO_RESIGN, _WIN_RATE_TO_RESIGN, _POINTS_TO_RESIGN = 0.3, 0.03, (8.0, 12.0, 20.0)
"""When to resign: with at least this share of points occupied, below this win rate, and behind by more than
this many points on boards up to 9x9, up to 13x13, and on larger boards.
"""
_TURNS_TO_RESIGN = 3
"""Number of consecutive turns of a color at which the game must be hopeless for it to resign."""


def search_at_level(position: Position, level: int, seed: int, control: SearchControl) -> SearchResult:
    """Return the result for a position of Go at a level; see `GuidedSearchDefinition`."""
    go, plays = cast(GoPosition, position), LEVELS[level - 1]
    if go.is_over:
        return _counted(go)
    search = Mcts(network_leaf_evaluation, move_from_search_index, go)
    _remove_settled(search, _settled_points(go, search.root.judgment.ownership))
    search.add_visits(plays.visits_for_board_size(go.size), control)
    if not search.root.children:
        search.visit(0)
    best = best_or_pass(search, go, control)
    if search.root.judgment.moves[best] != PASS_INDEX:
        best = sample_level_move(search, best, go, plays, Random(seed))  # noqa: S311 - no secrets here
    return _result(search, best)


def quick_look(position: Position) -> SearchResult:
    """Return the result of a quick look: the best move by policy, and the score averaged over symmetries."""
    go = cast(GoPosition, position)
    if go.is_over:
        return _counted(go)
    judgment = network_leaf_evaluation(go)
    mean, stdev = symmetry_averaged_score(go)
    lead = mean - komi_against_color_to_move(go)
    best = int(judgment.priors.argmax())
    code, rate = judgment.moves[best], win_rate_from_lead(lead, stdev)
    candidate = SearchCandidate(
        code, rate, 1.0, visits=1, lead=lead, stdev=stdev, prior=float(judgment.priors[best])
    )
    return SearchResult(
        candidates=(candidate,),
        pv=(code,),
        visits=1,
        win_rate=rate,
        lead=lead,
        ownership=ownership_by_point(judgment.ownership),
    )


def search(position: Position, visits: int, control: SearchControl) -> SearchResult:
    """Return the result of a search of all legal moves with a given number of visits."""
    go = cast(GoPosition, position)
    if go.is_over:
        return _counted(go)
    tree = Mcts(network_leaf_evaluation, move_from_search_index, go)
    tree.visit()
    tree.add_visits(visits, control)
    return _result(tree, tree.root.moves_by_visits()[0])


def improving_results(
    position: Position, excluded: Collection[MoveIndex], control: Callable[[], SearchControl]
) -> Iterator[SearchResult]:
    """Yield better and better results for a position; see `GuidedSearchDefinition`.

    All legal moves except the excluded ones are searched, and no move is sampled at random.
    """
    go = cast(GoPosition, position)
    if go.is_over:
        yield _counted(go)
        return
    search = Mcts(network_leaf_evaluation, move_from_search_index, go)
    search.restrict_moves(lambda move: move not in excluded)
    search.visit()
    while search.root.visits < _MAX_VISITS_REFINED:
        search.add_visits(_MAX_VISITS_REFINED, control())
        yield _result(search, search.root.moves_by_visits()[0])


def is_lost(result: SearchResult, position: Position, _seed: int) -> bool:
    """Return whether the color to move should resign: late enough, and after three hopeless turns in a row.

    The search judges the present position; a single evaluation judges each of the positions at the color's
    two previous turns.
    """
    go = cast(GoPosition, position)
    if result.win_rate is None or result.lead is None or share_occupied(go.board) < _MIN_SHARE_TO_RESIGN:
        return False
    if not _is_hopeless(result.win_rate, result.lead, go.size):
        return False
    before = list(islice(_earlier_turns(go), _TURNS_TO_RESIGN - 1))
    judged = [network_leaf_evaluation(each) for each in before]
    return len(before) == _TURNS_TO_RESIGN - 1 and all(
        _is_hopeless(each.win_rate, each.lead, go.size) for each in judged
    )


def _earlier_turns(position: GoPosition) -> Iterator[GoPosition]:
    """Yield the earlier positions with the same color to move, the most recent first."""
    before = position.previous
    while before is not None:
        if before.to_move is position.to_move:
            yield before
        before = before.previous


def _is_hopeless(win_rate: float, lead: float, size: int) -> bool:
    behind = _POINTS_TO_RESIGN[size_class(size)]
    return win_rate < _WIN_RATE_TO_RESIGN and lead < -behind


def _settled_points(position: GoPosition, ownership: Array) -> int:
    """Return the set of points that keep their owner whichever color is to move; empty early in the game.

    ownership -- Black's ownership in the position, with the present color to move.
    """
    if share_occupied(position.board) < MIN_ENDGAME_SHARE:
        return 0
    other = network_leaf_evaluation(
        position.with_to_move(position.to_move.opponent).without_passes()
    ).ownership
    sure = (np.minimum(ownership, other) > _SURE) | (np.maximum(ownership, other) < -_SURE)
    size = position.size
    points = (divmod(int(number), size) for number in np.flatnonzero(sure))
    return sum(1 << row * (size + 1) + column for row, column in points)


def _remove_settled(search: Mcts, settled: int) -> None:
    """Remove the moves on settled points from the root."""
    search.restrict_moves(lambda move: move == PASS_INDEX or not settled >> move & 1)


def _counted(position: GoPosition) -> SearchResult:
    """Return the result for a finished game, by counting it."""
    sign = -1 if position.to_move else 1
    margin = sign * position.score(dead_stones(position)).margin
    rate = 0.5 if margin == 0 else float(margin > 0)
    owners = ownership_by_point(network_leaf_evaluation(position).ownership)
    only = (SearchCandidate(PASS_INDEX, rate, 1.0),)
    return SearchResult(only, (PASS_INDEX,), 1, 0, rate, owners, "The game is over.", margin)


def _result(search: Mcts, best: int) -> SearchResult:
    """Return the result of a search, with the chosen move `best` as its first candidate."""
    if best not in search.root.children:
        search.visit(best)
    order = [best, *(number for number in search.root.moves_by_visits() if number != best)]
    candidates = tuple(search.candidate_with_line(number) for number in order[:_MAX_CANDIDATES])
    return SearchResult(
        candidates=candidates,
        pv=candidates[0].pv,
        visits=search.root.visits,
        win_rate=search.root.win_rate / search.root.visits,
        lead=search.root.lead / search.root.visits,
        ownership=ownership_by_point(search.owners / np.float32(search.evaluated)),
        note=NO_MOVE_GAINS_POINTS if search.root.judgment.moves[best] == PASS_INDEX else "",
    )


def _explain(position: Position, analysis: Analysis) -> tuple[str, ...]:
    return explain_best_candidate(cast(GoPosition, position), analysis)


GO_SEARCH_DEFINITION = GuidedSearchDefinition(
    move_of=move_from_search_index,
    index_of=search_index_from_move,
    choose=search_at_level,
    quick_look=quick_look,
    search=search,
    refine=improving_results,
    is_lost=is_lost,
    explain=_explain,
)
