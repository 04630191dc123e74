"""Alpha-beta search with iterative deepening, for games whose positions can be evaluated.

The effort of a search is limited by a budget of evaluations. In each position, only the moves with the best
evaluations are searched.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, NamedTuple, Protocol, TypeAlias

from gnugo_py.engines.analysis import WIN_VALUE, Analysis, Candidate
from gnugo_py.engines.search.search_engine import MAX_CANDIDATES, SearchControl, SearchEngine
from gnugo_py.games.types import Move

MoveCode: TypeAlias = int
"""A move as a number, as the game encodes it; the order of the numbers breaks ties."""


class AlphaBetaChild(NamedTuple):
    """A move and the position after it.

    score -- evaluation of that position for the color that makes the move.
    code  -- the move.
    state -- the position after the move.
    """

    score: float
    code: MoveCode
    state: AlphaBetaState


class AlphaBetaState(Protocol):
    """A position of an alpha-beta search; immutable."""

    @classmethod
    def from_position(cls, position: Any) -> AlphaBetaState:
        """Return the state for a position of the game."""

    @property
    def key(self) -> Hashable:
        """A key that identifies the position in the transposition table."""

    @property
    def terminal_value(self) -> float | None:
        """`WIN_VALUE` or `-WIN_VALUE`, for the color to move, if the game is over; otherwise None."""

    def ordered_children(self, width: int) -> tuple[list[AlphaBetaChild], int]:
        """Return up to `width` moves, best first, and the number of positions evaluated to order them."""

    @staticmethod
    def move(code: MoveCode) -> Move:
        """Return the move that a number encodes."""


class AlphaBetaEngine(SearchEngine):
    """The alpha-beta search of one game. A subclass defines these:

    state           -- the class of the positions of the search.
    score_unit      -- the unit of scores.
    score_tolerance -- a move may be chosen at random if its score is within this amount of the best score.
    budgets         -- for each level, the maximum number of positions to evaluate.
    widths          -- for each level, the number of moves to search in each position below the root.
    """

    state: ClassVar[type[AlphaBetaState]]
    score_tolerance: ClassVar[float]
    budgets: ClassVar[Sequence[int]]
    widths: ClassVar[Sequence[int]]

    def _find_move(self, position: Any, level: int, control: SearchControl) -> Analysis:
        budget, width = self.budgets[level - 1], self.widths[level - 1]
        search = AlphaBetaSearch(budget, width, control, self.score_tolerance, self._position_seed(position))
        return search.run(self.state.from_position(position))._replace(score_unit=self.score_unit)

    def should_resign(self, analysis: Analysis, position: Any) -> bool:
        """Return whether the search has proven that the color to move loses."""
        return analysis.candidates[0].value < -_PROVEN_VALUE


_SCORE_SCALE = 40.0
"""Range of scores that is mapped to win rates: a lead of half this range or more means a win rate of 1."""
_MAX_TABLE_SIZE = 200_000
_MAX_DEPTH = 40
VISITS_BETWEEN_STOP_CHECKS = 256
"""Number of visits between two checks of the stop condition."""
MAX_VISITS_TO_BUDGET_RATIO = 4
"""Maximum number of visits, as a multiple of the evaluation budget.

This limit ends searches that mostly visit positions in the table, which need no further evaluation.
"""
_PROVEN_VALUE = WIN_VALUE / 2
_Line = tuple[MoveCode, ...]


class _BudgetExhausted(Exception):
    """Raised when the evaluations or visits are used up, or when the search must stop."""


@dataclass(eq=False)
class AlphaBetaSearch:
    """A single alpha-beta search.

    budget  -- maximum number of positions to evaluate.
    width   -- number of moves to search in each position below the root.
    control -- receives the progress and can stop the search.
    score_tolerance -- upper limit of the random amount that is added to the score of each root move.
    seed    -- seed for these random amounts.
    """

    budget: int
    width: int
    control: SearchControl
    score_tolerance: float = 0.0
    seed: int = 0

    def __post_init__(self) -> None:
        self._budget_left, self._visits = self.budget, 0
        self._noise: defaultdict[MoveCode, float] = defaultdict(float)
        self._cost: defaultdict[MoveCode, float] = defaultdict(float)
        self._table: dict[Hashable, list[AlphaBetaChild]] = {}
        self._fully_expanded: set[Hashable] = set()
        self._refuted: set[MoveCode] = set()
        self._hash_moves: dict[Hashable, MoveCode] = {}

    def run(self, start: AlphaBetaState) -> Analysis:
        """Return the analysis of a position in which the game is not over.

        Moves that are no better than the best one are not evaluated exactly; their values are capped at the
        value of the best move. Wins and losses are proven: in a position where all searched moves lose, the
        remaining moves are searched as well.
        """
        roots, cost = start.ordered_children(10**6)
        self._budget_left -= cost
        rng = Random(self.seed)  # noqa: S311
        for code in sorted(branch.code for branch in roots):
            self._noise[code] = self.score_tolerance * rng.random()
            self._cost[code] = cost / len(roots)
        scores = {branch.code: branch.score + self._noise[branch.code] for branch in roots}
        roots.sort(key=lambda branch: -scores[branch.code])
        line: _Line = (roots[0].code,)
        depth = 1
        while depth < _MAX_DEPTH and self._budget_left > 0 and abs(scores[line[0]]) < _PROVEN_VALUE:
            try:
                roots, scores, line = self._deepen(roots, scores, depth + 1)
            except _BudgetExhausted:
                break
            depth += 1
            self.control.report(1 - self._budget_left / self.budget, start.move(line[0]))
        if line[0] in self._refuted and abs(scores[line[0]]) < _PROVEN_VALUE:
            roots.sort(key=lambda branch: branch.code in self._refuted)
            line = (roots[0].code,)
        values = {branch.code: scores[branch.code] - self._noise[branch.code] for branch in roots}
        return self._analysis(start, values, line, depth)

    def _analysis(
        self, start: AlphaBetaState, values: dict[MoveCode, float], line: _Line, depth: int
    ) -> Analysis:
        """Return the result of the search.

        values -- the value of each move, that of the best move first.
        line   -- the principal variation.
        """
        best, *others = values
        values = {code: min(value, values[best]) for code, value in values.items()}
        used = self.budget - self._budget_left
        candidates = []
        for code in (best, *sorted(others, key=lambda code: -values[code]))[:MAX_CANDIDATES]:
            share = self._cost[code] / max(used, 1)
            candidates.append(
                Candidate(
                    move=start.move(code),
                    value=values[code] + 0.0,
                    visit_share=share,
                    visits=max(round(used * share), 1),
                    win_rate=0.5 + max(min(values[code] / _SCORE_SCALE, 0.5), -0.5),
                    pv=tuple(map(start.move, line if code == line[0] else (code,))),
                )
            )
        return Analysis(tuple(candidates), used, depth, win_rate=candidates[0].win_rate)

    def _deepen(
        self, roots: list[AlphaBetaChild], before: dict[MoveCode, float], depth: int
    ) -> tuple[list[AlphaBetaChild], dict[MoveCode, float], _Line]:
        """Return the root moves in a new order, their scores at this depth, and the principal variation.

        A move that is no better than the best one keeps its score from `before`, capped at the score of the
        best move.
        """
        scores, alpha = dict(before), -2 * WIN_VALUE
        line: _Line = ()
        most = max(self.width * 4 >> max(depth - 2, 0), self.width)  # fewer at greater depths
        for number, branch in enumerate(roots):
            if number >= most and alpha > -_PROVEN_VALUE:
                break
            noise, left = self._noise[branch.code], self._budget_left
            try:
                value, rest = self._negamax(branch.state, depth - 1, -2 * WIN_VALUE, noise - alpha)
            except _BudgetExhausted:
                if alpha < -_PROVEN_VALUE:
                    raise
                break
            finally:
                self._cost[branch.code] += left - self._budget_left
            if value > _PROVEN_VALUE:
                self._refuted.add(branch.code)
            if noise - value > alpha or not line:
                alpha, line = noise - value, (branch.code, *rest)
                scores[branch.code] = alpha
            else:
                scores[branch.code] = min(scores[branch.code], alpha)
        order = sorted(roots, key=lambda branch: (branch.code != line[0], -scores[branch.code]))
        return order, scores, line

    def _negamax(self, state: AlphaBetaState, depth: int, alpha: float, beta: float) -> tuple[float, _Line]:
        """Return the value of a position for the color to move, and the principal variation from it.

        Raise _BudgetExhausted if the search has to end.
        """
        self._visits += 1
        if self._visits % VISITS_BETWEEN_STOP_CHECKS == 0 and (
            self._visits > MAX_VISITS_TO_BUDGET_RATIO * self.budget or self.control.must_stop
        ):
            raise _BudgetExhausted
        final = state.terminal_value
        if final is not None:
            return final, ()
        branches = self._cached_children(state)
        if depth <= 1:
            return branches[0].score, (branches[0].code,)
        hash_move = self._hash_moves.get(state.key, branches[0].code)
        if hash_move != branches[0].code:
            branches = sorted(branches, key=lambda branch: branch.code != hash_move)
        best, line = self._search_children(branches, depth, alpha, beta)
        if best < -_PROVEN_VALUE:
            others = self._missing_children(state, branches)
            saved, rest = self._search_children(others, depth, max(alpha, best), beta)
            best, line = (saved, rest) if saved > best else (best, line)
        self._hash_moves[state.key] = line[0]
        return best, line

    def _search_children(
        self, branches: list[AlphaBetaChild], depth: int, alpha: float, beta: float
    ) -> tuple[float, _Line]:
        """Return the best value of the given moves, for the color to move, and the variation that yields it.

        If there are no moves, the value is lower than that of a loss.
        """
        best = -2 * WIN_VALUE
        line: _Line = ()
        for branch in branches:
            value, rest = self._negamax(branch.state, depth - 1, -beta, -alpha)
            value = -value * (1 - 1e-6 if abs(value) > _PROVEN_VALUE else 1)  # prefer faster wins
            if value > best:
                best, line = value, (branch.code, *rest)
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best, line

    def _missing_children(
        self, state: AlphaBetaState, branches: list[AlphaBetaChild]
    ) -> list[AlphaBetaChild]:
        """Return the moves that the width excluded in a position, and add them to the table.

        Raise _BudgetExhausted if no evaluations are left.
        """
        key = state.key
        if len(branches) < self.width or key in self._fully_expanded:
            return []
        if self._budget_left <= 0:
            raise _BudgetExhausted
        everything, cost = state.ordered_children(10**6)
        self._budget_left -= cost
        if key in self._table:
            self._table[key] = everything
            self._fully_expanded.add(key)
        known = {branch.code for branch in branches}
        return [branch for branch in everything if branch.code not in known]

    def _cached_children(self, state: AlphaBetaState) -> list[AlphaBetaChild]:
        """Return the best moves of a position, from the table if the position is in it.

        Raise _BudgetExhausted if an evaluation is needed but none is left, or if the search must stop.
        """
        key = state.key
        branches = self._table.get(key)
        if branches is None:
            if self._budget_left <= 0 or self.control.must_stop:
                raise _BudgetExhausted
            branches, cost = state.ordered_children(self.width)
            self._budget_left -= cost
            if len(self._table) < _MAX_TABLE_SIZE:
                self._table[key] = branches
        return branches
