"""The Go search, which chooses a move at a level, passes when no move gains anything, and resigns lost games.

To pass, the best move is compared with a pass by the points that both lead to. If a pass ends the game, it
leads to what the board counts. If the network expects clearly less, the board is not settled: then a pass
leads to what the network expects, because the opponent may want to play on.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from heapq import nlargest
from operator import itemgetter
from random import Random
from typing import ClassVar

from gnugo_py.engines.analysis import Analysis, Candidate, MistakeLines, MistakeWords
from gnugo_py.engines.engine import Decision
from gnugo_py.engines.network.dead_stones_and_estimates import dead_stones_and_owners
from gnugo_py.engines.network.network import Network, judge
from gnugo_py.engines.search.go_level_play import LEVELS, Level, vary_move
from gnugo_py.engines.search.go_mistakes import explain_mistake
from gnugo_py.engines.search.go_reasons import (
    MIN_VISITS_EXPLAINED,
    describe_move_effects,
    explain_best_candidate,
    explain_move_of_level,
)
from gnugo_py.engines.search.mcts import Mcts, SearchNode, leaf_evaluation, size_class
from gnugo_py.engines.search.search_engine import (
    MAX_CANDIDATES,
    SearchControl,
    SearchEngine,
    rounded_ownership,
)
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.types import PASS, Color, Move, Play

_MAX_VISITS_REFINED = 10_000
"""The number of visits at which an analysis ends; by then, its tree takes about 150 MB on 19x19."""
_MOVES_KEPT = 2
"""How many moves the tree of a search may be behind a position to be used for it."""
_PASS_VISITS = 4
"""The visits of a pass in a recommendation."""
_MIN_GAIN, _MIN_GAIN_INSIDE = 0.5, 1.5
"""The smallest numbers of points that a move must gain: anywhere, and inside territory, where most moves gain
nothing and the number must be larger than the error of the search.
"""
_MIN_PASS_PRIOR = 0.001
"""The minimum prior of a pass for it to be considered, unless the opponent has passed."""
_SHARE_OF_VISITS = 0.25
"""The visits of a pass, as a share of those of the best move, with which both are compared."""
NO_MOVE_GAINS_POINTS = "No move gains a point anymore."
_MIN_SHARE_TO_RESIGN, _WIN_RATE_TO_RESIGN, _POINTS_TO_RESIGN = 0.3, 0.03, (8.0, 12.0, 20.0)
"""When to resign: with at least this share of points occupied, below this win rate, and behind by more than
this many points on boards up to 9x9, up to 13x13, and on larger boards.
"""


class GoSearch(SearchEngine):
    """The search of Go, guided by the network of its level.

    The levels that play their best move go on from the tree of their last search.
    """

    has_network: ClassVar[bool] = True

    _last: Mcts | None = None

    def _find_move(self, position: GoPosition, level: int, seed: int, control: SearchControl) -> Analysis:
        plays = LEVELS[level - 1]
        search = self._tree_of_level(position, plays, control)
        if position.is_over:
            return _look(search)
        best = _best_or_pass(search, control)
        if search.root.judgment.moves[best] is not PASS and not position.consecutive_passes:
            best = vary_move(search, best, position, plays, Random(seed))  # noqa: S311 - no secrets
        if not plays.has_judge and search.root.judgment.moves[best] is not PASS:
            search.visit_move(best, MIN_VISITS_EXPLAINED, control)
        return _analysis(search, best)

    def _find_hint(self, position: GoPosition, level: int, seed: int, control: SearchControl) -> Analysis:
        """Return the analysis of a search at the highest level: the most visited move, or a pass.

        A pass is searched as well, so that the candidates show what moving first is worth.
        """
        search = self._tree_of_level(position, LEVELS[-1], control)
        if position.is_over:
            return _look(search)
        best = _best_or_pass(search, control)
        if not position.play_unchecked(PASS).is_over:
            search.visit_move(search.root.judgment.moves.index(PASS), _PASS_VISITS, control)
        return _analysis(search, best)

    def _tree_of_level(self, position: GoPosition, level: Level, control: SearchControl) -> Mcts:
        """Return the search of a position with the visits of a level, at least one."""
        network = level.network()
        known = None if level.temperature else _known_node(position, self._last)
        search = Mcts(position, network, known)
        if not level.temperature:
            self._last = search
        if not position.is_over:
            search.add_visits(level.visits_for_board_size(position.size), control)
            if not search.root.children:
                search.visit()
        return search

    def _examine(
        self, position: GoPosition, visits: int | None, seed: int, control: SearchControl
    ) -> Analysis:
        search = Mcts(position, judge())
        if visits is None or position.is_over:
            return _look(search)
        search.visit()
        search.complete_visits(visits, control)
        return _analysis(search, search.moves_by_visits()[0])

    def _refine(
        self, position: GoPosition, excluded: Collection[Move], seed: int, control: SearchControl
    ) -> Iterator[Analysis]:
        search = Mcts(position, judge(), excluded=excluded)
        if position.is_over:
            yield _look(search)
            return
        search.visit()
        while search.root.visits < _MAX_VISITS_REFINED:
            search.add_visits(_MAX_VISITS_REFINED, SearchControl(control.stopped, control.seconds))
            yield _analysis(search, search.moves_by_visits()[0])

    def should_resign(self, analysis: Analysis, position: GoPosition) -> bool:
        """Return whether it is late enough, and the search and the judge alone call the game hopeless.

        A game that begins with a position that is lost is not lost at the first turns.
        """
        if position.board.share_occupied < _MIN_SHARE_TO_RESIGN or position.move_number < len(Color):
            return False
        lead = analysis.score_lead
        if lead is None or not _is_hopeless(analysis.win_rate, lead, position.size):
            return False
        judgment = leaf_evaluation(position, judge())
        return _is_hopeless(judgment.win_rate, judgment.lead, position.size)

    def explain_analysis(self, position: GoPosition, analysis: Analysis) -> tuple[str, ...]:
        if LEVELS[self.level - 1].has_judge:
            return explain_best_candidate(position, analysis)
        return explain_move_of_level(position, analysis, self.level)

    def explain_at_once(self, position: GoPosition, decision: Decision[None]) -> tuple[str, ...]:
        has_numbers = LEVELS[self.level - 1].has_judge
        return (self.explain if has_numbers else self.explain_in_words)(position, decision)

    def describe_move(self, position: GoPosition, move: Play, analysis: Analysis) -> str:
        searched = tuple(each for each in analysis.candidates if each.move == move)
        known, network = analysis._replace(candidates=searched), LEVELS[self.level - 1].network()
        return describe_move_effects(position, move.points[0], known, network)

    def explain_mistake(self, lines: MistakeLines) -> MistakeWords:
        return explain_mistake(lines)


def _best_or_pass(search: Mcts, control: SearchControl) -> int:
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


def _look(search: Mcts) -> Analysis:
    """Return the result of one evaluation: the two best moves by policy, and how the position stands.

    The result of a finished game is its count, with a pass.
    """
    judgment, position = search.root.judgment, search.root.position
    policy = zip(judgment.moves, judgment.priors.tolist(), strict=True)
    moves = nlargest(2, policy, key=itemgetter(1)) or [(PASS, 1.0)]
    best = Candidate(
        move=PASS,
        value=judgment.win_rate,
        visit_share=1.0,
        win_rate=judgment.win_rate,
        score_lead=judgment.lead,
        score_stdev=judgment.stdev,
    )
    return Analysis(
        candidates=tuple(best._replace(move=move, prior=prior, pv=(move,)) for move, prior in moves),
        win_rate=judgment.win_rate,
        ownership=rounded_ownership(search.ownership()),
        note="The game is over." if position.is_over else "",
        score_lead=judgment.lead,
        score_stdev=judgment.stdev,
    )


def _is_hopeless(win_rate: float, lead: float, size: int) -> bool:
    """Return whether a game is so far lost that it may be resigned."""
    return win_rate < _WIN_RATE_TO_RESIGN and lead < -_POINTS_TO_RESIGN[size_class(size)]


def _analysis(search: Mcts, best: int) -> Analysis:
    """Return the result of a search, with the chosen move `best` as its first candidate."""
    if best not in search.root.children:
        search.visit(best)
    root = search.root
    order = [best, *(number for number in search.moves_by_visits() if number != best)]
    candidates = tuple(map(search.candidate, order[:MAX_CANDIDATES]))
    return Analysis(
        candidates=candidates,
        visits=root.visits,
        win_rate=root.win_rate / root.visits,
        ownership=rounded_ownership(search.ownership()),
        note=NO_MOVE_GAINS_POINTS if candidates[0].move == PASS else "",
        score_lead=root.lead / root.visits,
        score_stdev=candidates[0].score_stdev,
    )
