"""The Go search: the levels, how they imitate the mistakes of players of their rank, passing and resigning.

Below level 8, moves are sampled at random. The weight of a move depends on its prior, on the points that it
loses and on its distance from the last move; moves that lose too much are excluded. After a pass, every level
plays its best move, or passes as well. At all levels, the first moves of a game are sampled from the policy,
so that games differ.

To pass, the best move is compared with a pass by the points that both lead to. If a pass ends the game, it
leads to what the board counts. If the network expects clearly less, the board is not settled: then a pass
leads to what the network expects, because the opponent may want to play on.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from heapq import nlargest
from operator import itemgetter
from random import Random
from typing import ClassVar, NamedTuple

from gnugo_py.engines.analysis import Analysis, Candidate, MistakeLines, MistakeWords
from gnugo_py.engines.engine import Decision
from gnugo_py.engines.network import np
from gnugo_py.engines.network.network import (
    Network,
    dead_stones_and_owners,
    judge,
    leaf_evaluation,
    ownership_by_point,
    small_network,
)
from gnugo_py.engines.search.go_mistakes import explain_mistake
from gnugo_py.engines.search.go_reasons import (
    MIN_VISITS_EXPLAINED,
    describe_move_effects,
    explain_move_of_judge,
    explain_move_without_judge,
)
from gnugo_py.engines.search.mcts import Mcts, SearchNode, size_class
from gnugo_py.engines.search.search_engine import (
    MAX_CANDIDATES,
    SearchControl,
    SearchEngine,
    rounded_ownership,
)
from gnugo_py.games.board import LINES, geometry
from gnugo_py.games.go.ladders import find_ladder
from gnugo_py.games.go.move_facts import MoveFacts
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.types import PASS, Color, Move, Play, Point

_OPENING_STONES = {9: 8, 13: 12, 19: 20}
"""By board size, the number of stones below which moves are sampled from the policy at all levels."""
_OPENING_PRIOR, _OPENING_LOSS = 0.15, 1.5
"""In the opening: the minimum ratio of a move's prior to the highest prior, and the most points that the move
may lose.
"""
_CANDIDATES_DRAWN = 12
"""The number of most probable moves from which one is sampled."""
_MIN_RELATIVE_PRIOR = 0.005
"""The minimum ratio of a move's prior to the highest prior for the move to be sampled."""
_LATE_SHARE, _LATE_SHARPNESS = 0.6, 3.0
"""The occupied share of the board above which lost points count more, and the factor applied to them."""
_MIN_STONES_SEEN = 3
"""The minimum number of stones whose capture or rescue a level looks for, and whose self-atari it avoids."""
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


class Level(NamedTuple):
    """How a level plays.

    visits      -- visits per move on boards up to 9x9, up to 13x13, and on larger boards, the first of
                   which is that of the position itself; for the judge, those of the judge of this package.
    temperature -- flattens the priors if it is above 1; at 0 the level plays the best move.
    sharpness   -- how strongly points lost count against a move.
    nearness    -- how strongly moves near the last one are preferred.
    max_loss    -- the most points that a move may lose.
    sight       -- the probability of seeing that three or more stones can be captured or saved, and of not
                   extending a chain that stays caught.
    has_judge   -- whether the level plays with the judge, instead of the small network.
    """

    visits: tuple[int, int, int]
    temperature: float = 0.0
    sharpness: float = 0.0
    nearness: float = 0.0
    max_loss: float = 0.0
    sight: float = 1.0
    has_judge: bool = False

    def network(self) -> Network:
        """Return the network with which the level plays."""
        return judge() if self.has_judge else small_network()

    def visits_for_board_size(self, size: int) -> int:
        """Return the visits per move for a board size.

        If another network is the judge, it gets as many visits as take about the same time.
        """
        visits = self.visits[size_class(size)]
        return max(round(visits / self.network().relative_cost), 1) if self.has_judge else visits


LEVELS = (
    Level((30, 30, 30), 3.4, 0.0, 2.0, 30.0, 0.7),  # level 1
    Level((30, 30, 30), 2.6, 0.03, 1.7, 24.0, 0.85),  # 2
    Level((30, 30, 30), 2.2, 0.08, 1.5, 18.0, 0.95),  # 3
    Level((30, 30, 30), 1.7, 0.16, 1.0, 12.0),  # 4
    Level((36, 36, 36), 1.3, 0.3, 0.5, 8.0),  # 5
    Level((60, 60, 48), 1.0, 0.5, 0.0, 5.0),  # 6
    Level((120, 120, 84), 0.7, 0.9, 0.0, 3.0),  # 7
    Level((2, 2, 2), has_judge=True),  # 8
    Level((150, 80, 34), has_judge=True),  # 9
)


class GoSearch(SearchEngine):
    """The search of Go, guided by the network of its level.

    The levels that play their best move go on from the tree of their last search.
    """

    has_network: ClassVar[bool] = True

    _last: Mcts | None = None

    def _find_move(self, position: GoPosition, level: int, control: SearchControl) -> Analysis:
        plays = LEVELS[level - 1]
        if position.is_over:
            return _look(position, plays.network())
        search = self._tree_of_level(position, plays, control)
        best = _best_or_pass(search, control)
        if search.root.judgment.moves[best] is not PASS and not position.consecutive_passes:
            chance = Random(self._position_seed(position))  # noqa: S311 - no secrets
            best = vary_move(search, best, position, plays, chance)
        if not plays.has_judge and search.root.judgment.moves[best] is not PASS:
            search.visit_move(best, MIN_VISITS_EXPLAINED, control)
        return _analysis(search, best)

    def _find_hint(self, position: GoPosition, level: int, control: SearchControl) -> Analysis:
        """Return the analysis of a search at the highest level: the most visited move, or a pass.

        A pass is searched as well, so that the candidates show what moving first is worth.
        """
        if position.is_over:
            return _look(position, LEVELS[-1].network())
        search = self._tree_of_level(position, LEVELS[-1], control)
        best = _best_or_pass(search, control)
        if not position.play_unchecked(PASS).is_over:
            search.visit_move(search.root.judgment.moves.index(PASS), _PASS_VISITS, control)
        return _analysis(search, best)

    def _tree_of_level(self, position: GoPosition, level: Level, control: SearchControl) -> Mcts:
        """Return the search of a position of a running game with the visits of a level, at least one."""
        network = level.network()
        known = None if level.temperature else _known_node(position, self._last)
        search = Mcts(position, network, known)
        if not level.temperature:
            self._last = search
        search.add_visits(level.visits_for_board_size(position.size), control)
        if not search.root.children:
            search.visit()
        return search

    def _examine(self, position: GoPosition, visits: int | None, control: SearchControl) -> Analysis:
        if visits is None or position.is_over:
            return _look(position, judge())
        search = Mcts(position, judge())
        search.visit()
        search.complete_visits(visits, control)
        return _analysis(search, search.moves_by_visits()[0])

    def _refine(
        self, position: GoPosition, excluded: Collection[Move], control: SearchControl
    ) -> Iterator[Analysis]:
        if position.is_over:
            yield _look(position, judge())
            return
        search = Mcts(position, judge(), excluded=excluded)
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
            return explain_move_of_judge(position, analysis)
        return explain_move_without_judge(position, analysis, self.level)

    def explain_at_once(self, position: GoPosition, decision: Decision[None]) -> tuple[str, ...]:
        has_numbers = LEVELS[self.level - 1].has_judge
        return (self.explain if has_numbers else self.explain_in_words)(position, decision)

    def describe_move(self, position: GoPosition, move: Play, analysis: Analysis) -> str:
        searched = tuple(each for each in analysis.candidates if each.move == move)
        known, network = analysis._replace(candidates=searched), LEVELS[self.level - 1].network()
        return describe_move_effects(position, move.points[0], known, network)

    def explain_mistake(self, lines: MistakeLines) -> MistakeWords:
        return explain_mistake(lines)


def vary_move(search: Mcts, best: int, position: GoPosition, level: Level, chance: Random) -> int:
    """Return the number of the move that a level plays, which may be the best one.

    In the opening, every level varies its moves; later, only those that have a temperature.
    """
    stones = (position.board.black | position.board.white).bit_count()
    if stones < _OPENING_STONES.get(position.size, position.size):
        return _draw_opening(search, best, position, chance)
    if not level.temperature:
        return best
    moves, priors = search.root.judgment.moves, search.root.judgment.priors
    if _captures_or_saves(_on_board(position, moves[best])) and chance.random() < level.sight:
        return best
    late = _LATE_SHARPNESS if position.board.share_occupied > _LATE_SHARE else 1.0
    sensible, weights = [], []
    for number in np.argsort(-priors)[:_CANDIDATES_DRAWN].tolist():
        if moves[number] is PASS or priors[number] < _MIN_RELATIVE_PRIOR * priors.max():
            continue
        move = _on_board(position, moves[number])
        if _harms_own_stones(move) or (_extends_caught_chain(move) and chance.random() < level.sight):
            continue
        lost = _points_lost(search, number, best)
        near = 1 + level.nearness * math.exp(-(_distance(position, move.point) ** 2) / 32)
        weight = priors[number] ** (1 / level.temperature) * math.exp(-level.sharpness * late * lost) * near
        sensible.append(number)
        weights.append(0.0 if lost > level.max_loss else float(weight))
    return chance.choices(sensible, weights)[0] if sum(weights) > 0 else best


def _on_board(position: GoPosition, move: Move) -> MoveFacts:
    """Return the move of a stone with the boards before and after it."""
    assert isinstance(move, Play)
    return MoveFacts(position, move.points[0])


def _draw_opening(search: Mcts, best: int, position: GoPosition, chance: Random) -> int:
    """Return the number of a move sampled from the policy, among the good moves off the first line."""
    moves, priors = search.root.judgment.moves, search.root.judgment.priors
    edge = geometry(position.size, LINES).edge
    good = [
        number
        for number in np.flatnonzero(priors >= _OPENING_PRIOR * priors.max()).tolist()
        if isinstance(move := moves[number], Play)
        and not edge >> move.points[0] & 1
        and _points_lost(search, number, best) <= _OPENING_LOSS
    ]
    return chance.choices(good, [float(priors[number]) for number in good])[0] if good else best


def _points_lost(search: Mcts, number: int, best: int) -> float:
    """Return how many points a root move loses compared with the best move, at least 0."""
    if number not in search.root.children:
        search.visit(number)
    return max(search.lead_after_move(best) - search.lead_after_move(number), 0.0)


def _distance(position: GoPosition, point: Point) -> float:
    """Return a point's distance from the last move, or a large number if there is no last move."""
    last = position.last_move
    if not isinstance(last, Play):
        return 100.0
    (row, column), (other_row, other_column) = (
        divmod(each, position.size + 1) for each in (point, last.points[0])
    )
    return math.hypot(row - other_row, column - other_column)


def _harms_own_stones(move: MoveFacts) -> bool:
    """Return whether a move fills an eye of its own color or is a pointless self-atari.

    A self-atari is pointless if it puts three or more stones in atari and captures nothing.
    """
    if not move.before.geometry.neighbors[move.point] & ~move.before.stones(move.color):
        return True
    is_atari = move.after.liberties(move.point).bit_count() < 2
    return is_atari and move.own_chain.bit_count() >= _MIN_STONES_SEEN and not move.captured


def _extends_caught_chain(move: MoveFacts) -> bool:
    """Return whether a move extends a chain in atari that stays caught in a ladder, and captures nothing."""
    if not any(move.before.is_in_atari(chain) for chain in move.joined):
        return False
    return not move.captured and find_ladder(move.after, move.point) is not None


def _captures_or_saves(move: MoveFacts) -> bool:
    """Return whether a move captures three or more stones or may save a chain of that size from atari."""
    if move.captured.bit_count() >= _MIN_STONES_SEEN:
        return True
    return not _extends_caught_chain(move) and any(
        chain.bit_count() >= _MIN_STONES_SEEN and move.before.is_in_atari(chain) for chain in move.joined
    )


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


def _look(position: GoPosition, network: Network) -> Analysis:
    """Return the result of one evaluation: the two best moves by policy, and how the position stands.

    The result of a finished game is its count, with a pass.
    """
    judgment = leaf_evaluation(position, network)
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
        ownership=rounded_ownership(ownership_by_point(judgment.owners, position.size)),
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
