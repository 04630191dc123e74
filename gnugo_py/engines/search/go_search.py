"""The Go search, which chooses a move at a level and resigns lost games."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import compress, islice
from random import Random
from typing import ClassVar

from gnugo_py.engines.analysis import Analysis, Candidate, rounded_ownership
from gnugo_py.engines.network import np
from gnugo_py.engines.network.dead_stones_and_estimates import dead_stones
from gnugo_py.engines.network.forward_pass import Array
from gnugo_py.engines.network.network import (
    default_network,
    fitted_win_rate,
    ownership_by_point,
    win_rate_from_lead,
)
from gnugo_py.engines.search.game_search import (
    MAX_CANDIDATES,
    MOVES_COMPARED,
    GameSearch,
    SearchControl,
    format_line,
)
from gnugo_py.engines.search.go_level_play import LEVELS, Level, hopeless_runs, sample_level_move
from gnugo_py.engines.search.go_passing import MIN_ENDGAME_SHARE, best_or_pass
from gnugo_py.engines.search.go_reasons import (
    MIN_VISITS_EXPLAINED,
    MIN_VISITS_OF_DIFFERENCE,
    describe_move_effects,
    explain_best_candidate,
    lead_error,
)
from gnugo_py.engines.search.mcts import Mcts, SearchNode, network_leaf_evaluation, size_class
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.points import iter_points
from gnugo_py.games.text import pluralize
from gnugo_py.games.types import PASS, PLAYS, Move, Play, Point

_SURE = 0.97
"""A point is settled, and nobody needs to play there, if its ownership for one color is above this whichever
color is to move.
"""
_MAX_VISITS_REFINED = 10_000
"""The number of visits at which an analysis ends; by then, its tree takes about 150 MB on 19x19."""
_MOVES_KEPT = 2
"""How many moves the tree of a search may be behind a position to be used for it."""
_HALF_TURN = 3
"""The symmetry that turns the board by half a turn; see `Network.evaluate`."""
_PASS_VISITS = 32
"""The visits of a pass in a recommendation."""
NO_MOVE_GAINS_POINTS = "No move gains a point anymore."
_MIN_SHARE_TO_RESIGN, _WIN_RATE_TO_RESIGN, _POINTS_TO_RESIGN = 0.3, 0.03, (8.0, 12.0, 20.0)
"""When to resign: with at least this share of points occupied, below this win rate, and behind by more than
this many points on boards up to 9x9, up to 13x13, and on larger boards.
"""
_TURNS_TO_RESIGN = 3
"""Number of consecutive turns of a color at which the game must be hopeless for it to resign."""


class GoSearch(GameSearch):
    """The search of Go, guided by the network.

    With a time limit, `choose` and `recommend` go on from the tree of the last search.
    """

    has_network: ClassVar[bool] = True

    def __init__(self) -> None:
        self._last: Mcts | None = None

    def choose(self, position: GoPosition, level: int, seed: int, control: SearchControl) -> Analysis:
        if position.is_over:
            return _counted(position)
        plays = LEVELS[level - 1]
        search = self._searched(position, plays, control)
        best = best_or_pass(search, position, control)
        if search.root.judgment.moves[best] is not PASS and not position.consecutive_passes:
            best = sample_level_move(search, best, position, plays, Random(seed))  # noqa: S311 - no secrets
            search.visit_move(best, MIN_VISITS_EXPLAINED, control)
        return _analysis(search, best)

    def recommend(self, position: GoPosition, level: int, seed: int, control: SearchControl) -> Analysis:
        """Return the analysis of a search at the highest level: the most visited move, or a pass.

        Moves that look clearly better are searched as much as the most visited one. A pass is searched as
        well, so that the candidates show what moving first is worth.
        """
        if position.is_over:
            return _counted(position)
        search = self._searched(position, LEVELS[-1], control)
        best = best_or_pass(search, position, control)
        if search.root.judgment.moves[best] is not PASS:
            best = _best_after_doubts(search, best, control)
        analysis = _analysis(search, best)
        after = position.play_unchecked(PASS)
        passed = next((each for each in analysis.candidates if each.move == PASS), None)
        if after.is_over or analysis.best == PASS or (passed and passed.visits >= _PASS_VISITS):
            return analysis
        others = (each for each in analysis.candidates if each is not passed)
        return analysis._replace(candidates=(*others, _pass_candidate(after, control)))

    def _searched(self, position: GoPosition, level: Level, control: SearchControl) -> Mcts:
        """Return the search of a position, without moves on settled points if there are any others.

        If all points look settled, all moves are searched, so that a pass is compared with them.  A level
        that sees ladders does not search runs in them, unless they may be threats for a ko.
        """
        known = _known_node(position, self._last) if control.has_time_limit else None
        search = Mcts(position, known)
        if control.has_time_limit:
            self._last = search
        excluded = _settled_moves(position, search.root.judgment.ownership)
        if level.sight == 1 and not position.is_ko_forbidden():
            excluded |= hopeless_runs(position)
        if set(search.root.judgment.moves) - excluded - {PASS}:
            search.exclude_moves(excluded)
        search.add_visits(level.visits_for_board_size(position.size), control)
        if not search.root.children:
            search.visit()
        return search

    def analyze(
        self, position: GoPosition, visits: int | None, seed: int, control: SearchControl
    ) -> Analysis:
        if position.is_over:
            return _counted(position)
        if visits is None:
            return _quick_look(position)
        search = Mcts(position)
        search.visit()
        search.complete_visits(visits, control)
        return _analysis(search, search.root.moves_by_visits()[0])

    def refine(
        self, position: GoPosition, excluded: Collection[Move], seed: int, control: SearchControl
    ) -> Iterator[Analysis]:
        if position.is_over:
            yield _counted(position)
            return
        search = Mcts(position)
        search.exclude_moves(excluded)
        search.visit()
        while search.root.visits < _MAX_VISITS_REFINED:
            control.restart()
            search.add_visits(_MAX_VISITS_REFINED, control)
            yield _analysis(search, search.root.moves_by_visits()[0])

    def is_lost(self, analysis: Analysis, position: GoPosition, seed: int) -> bool:
        """Return whether it is late enough, and the game was hopeless at three turns in a row.

        The search judges the present position; a single evaluation judges each of the positions at the
        color's two previous turns.
        """
        lead = analysis.score_lead
        share = position.board.share_occupied
        if lead is None or share < _MIN_SHARE_TO_RESIGN:
            return False
        if not _is_hopeless(analysis.win_rate, lead, position.size, share):
            return False
        before = list(islice(_earlier_turns(position), _TURNS_TO_RESIGN - 1))
        return len(before) == _TURNS_TO_RESIGN - 1 and all(
            _is_hopeless(judgment.win_rate, judgment.lead, position.size)
            for judgment in map(network_leaf_evaluation, before)
        )

    def explain(self, position: GoPosition, analysis: Analysis, level: int) -> tuple[str, ...]:
        return explain_best_candidate(position, analysis)

    def describe_move(self, position: GoPosition, move: Play, analysis: Analysis) -> str:
        searched = tuple(each for each in analysis.candidates if each.move == move)
        return describe_move_effects(position, move.points[0], analysis._replace(candidates=searched))

    def compared_moves(self, position: GoPosition, analysis: Analysis) -> tuple[str, ...]:
        return tuple(
            f"{position.format_move(each.move)}: win rate {each.win_rate:.0%},"
            f"{'' if each.score_lead is None else f' lead {round(each.score_lead, 1) + 0.0:+.1f},'}"
            f" {pluralize(each.visits, 'visit')}: {format_line(each.pv, position)}"
            for each in analysis.candidates[:MOVES_COMPARED]
        )


def _known_node(position: GoPosition, last: Mcts | None) -> SearchNode | None:
    """Return the node of a position in the tree of the last search, at most `_MOVES_KEPT` moves below."""
    moves, before = list[Move](), position
    while last is not None and before is not last.root.position:
        if before.previous is None or before.last_move is None or len(moves) == _MOVES_KEPT:
            return None
        moves.append(before.last_move)
        before = before.previous
    node = None if last is None else last.node_after(moves[::-1])
    if node is not None:
        node.position = position
    return node


def _best_after_doubts(search: Mcts, best: int, control: SearchControl) -> int:
    """Return the best move after others that lead by twice the error of the search got as many visits.

    best -- the most visited move.  At most as many visits are added as the search has.
    """
    root, size, counts = search.root, search.root.position.size, search.root.child_visits
    limit = 2 * root.visits
    while root.visits < limit and not control.must_stop:
        known = [number for number in root.children if counts[number] >= MIN_VISITS_OF_DIFFERENCE]
        known = [number for number in known if root.judgment.moves[number] is not PASS]
        leader = max(known, key=search.lead_after_move, default=best)
        visits = int(counts[leader])
        gained = search.lead_after_move(leader) - search.lead_after_move(best)
        if gained < 2 * lead_error(min(visits, int(counts[best])), size):
            return best
        if visits >= counts[best]:
            best = leader
        else:
            search.visit(leader)
    return best


def _pass_candidate(after: GoPosition, control: SearchControl) -> Candidate:
    """Return the results for a pass by a search of the position after it."""
    search = Mcts(after)
    search.visit()
    search.complete_visits(_PASS_VISITS, control)
    root, answer = search.root, search.candidate(search.root.moves_by_visits()[0])
    rate = fitted_win_rate(1 - root.win_rate / root.visits, after.board.share_occupied)
    return Candidate(
        move=PASS,
        value=rate,
        visit_share=0.0,
        visits=root.visits,
        win_rate=rate,
        score_lead=-root.lead / root.visits,
        score_stdev=root.judgment.stdev,
        pv=(PASS, *answer.pv),
        pv_visits=(root.visits, *answer.pv_visits),
        ownership=tuple(search.mean_ownership().tolist()),
    )


def _quick_look(position: GoPosition) -> Analysis:
    """Return the result of a quick look: the best move by policy, and the mean score of two evaluations."""
    judgment = network_leaf_evaluation(position)
    turned = default_network().evaluate(position, _HALF_TURN)
    lead, stdev = (judgment.lead + turned.lead) / 2, (judgment.stdev + turned.score_stdev) / 2
    best = int(judgment.priors.argmax())
    rate = fitted_win_rate(win_rate_from_lead(lead, stdev), position.board.share_occupied)
    move = judgment.moves[best]
    only = Candidate(
        move=move,
        value=rate,
        visit_share=1.0,
        win_rate=rate,
        score_lead=lead,
        score_stdev=stdev,
        prior=float(judgment.priors[best]),
        pv=(move,),
    )
    return Analysis(
        candidates=(only,),
        win_rate=rate,
        ownership=_rounded(judgment.ownership, position.size),
        score_lead=lead,
        score_stdev=stdev,
    )


def _earlier_turns(position: GoPosition) -> Iterator[GoPosition]:
    """Yield the earlier positions with the same color to move, the most recent first."""
    before = position.previous
    while before is not None:
        if before.to_move is position.to_move:
            yield before
        before = before.previous


def _is_hopeless(win_rate: float, lead: float, size: int, share: float = 0.0) -> bool:
    """Return whether a game is so far lost that it may be resigned.

    share -- the share of occupied points to which the win rate was fitted, 0 if it was not.
    """
    behind = _POINTS_TO_RESIGN[size_class(size)]
    return win_rate < fitted_win_rate(_WIN_RATE_TO_RESIGN, share) and lead < -behind


def _settled_moves(position: GoPosition, ownership: Array) -> set[Move]:
    """Return the moves on points that keep their owner whichever color is to move; none early in the game.

    ownership -- Black's ownership in the position, with the present color to move.
    """
    if position.board.share_occupied < MIN_ENDGAME_SHARE:
        return set()
    other = network_leaf_evaluation(
        position.with_to_move(position.to_move.opponent).without_passes()
    ).ownership
    sure = (np.minimum(ownership, other) > _SURE) | (np.maximum(ownership, other) < -_SURE)
    return {PLAYS[point] for point in compress(iter_points(position.board.geometry.full), sure)}


def _counted(position: GoPosition) -> Analysis:
    """Return the result for a finished game, by counting it."""
    sign = -1 if position.to_move else 1
    margin = sign * position.score(dead_stones(position)).margin
    rate = 0.5 if margin == 0 else float(margin > 0)
    return Analysis(
        candidates=(Candidate(PASS, rate, 1.0, win_rate=rate, pv=(PASS,)),),
        win_rate=rate,
        ownership=_rounded(network_leaf_evaluation(position).ownership, position.size),
        note="The game is over.",
        score_lead=margin,
    )


def _rounded(owners: Array, size: int) -> tuple[tuple[Point, float], ...]:
    """Return the ownership of an analysis, given that of each point, row by row from the top."""
    return rounded_ownership(ownership_by_point(owners, size))


def _analysis(search: Mcts, best: int) -> Analysis:
    """Return the result of a search, with the chosen move `best` as its first candidate."""
    if best not in search.root.children:
        search.visit(best)
    order = [best, *(number for number in search.root.moves_by_visits() if number != best)]
    # The mean of a search is blurred by moves that leave a fight unanswered; one evaluation is not. Without
    # the last moves, it does not take their success for granted.
    position = search.root.position
    alone = network_leaf_evaluation(GoPosition.from_board(position.board, position.to_move, position.rules))
    share = position.board.share_occupied
    owners = (search.mean_ownership() + alone.ownership) / np.float32(2)
    candidates = tuple(
        each._replace(win_rate=fitted_win_rate(each.win_rate, share))
        for each in map(search.candidate, order[:MAX_CANDIDATES])
    )
    return Analysis(
        candidates=candidates,
        visits=search.root.visits,
        win_rate=fitted_win_rate(search.root.win_rate / search.root.visits, share),
        ownership=_rounded(owners, position.size),
        note=NO_MOVE_GAINS_POINTS if candidates[0].move == PASS else "",
        score_lead=search.root.lead / search.root.visits,
        score_stdev=candidates[0].score_stdev,
    )
