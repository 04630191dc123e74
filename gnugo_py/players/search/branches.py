"""Search by evaluation: move by move, answer by answer, deeper each round (alpha-beta, iterative deepening).

It counts the positions that were evaluated and ends when a number is reached, so the same position is always
answered alike by the same seed.  Which of nearly equal moves is played is left to chance.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable
from random import Random

from gnugo_py.games.searching import WON, Branch, Branching, Code
from gnugo_py.players.search.thought import Option, Thought, Watch

MOST_REMEMBERED = 200_000
DEEPEST = 40
SURE = WON / 2
_Line = tuple[Code, ...]


class _Spent(Exception):
    """The number of evaluations is reached, or the search was told to stop."""


class BranchThinking:
    """One search.

    budget -- how many positions may be evaluated.
    width  -- how many moves are looked at after the first of a line.
    watch  -- is asked and told now and then.
    favour -- up to so much is added to what a first move is worth, at random.
    seed   -- of these random numbers.
    """

    def __init__(self, budget: int, width: int, watch: Watch, favour: float = 0.0, seed: int = 0) -> None:
        self._left = self._budget = budget
        self._width = width
        self._watch = watch
        self._favour, self._chance = favour, Random(seed)  # noqa: S311
        self._favoured: defaultdict[Code, float] = defaultdict(float)
        self._spent: defaultdict[Code, float] = defaultdict(float)
        self._branches: dict[Hashable, list[Branch]] = {}
        self._best: dict[Hashable, Code] = {}

    def think(self, start: Branching) -> Thought:
        """The best move of a position that is not over.

        What is no better than the best is not looked at so deeply: of it, no more is told than that.
        """
        roots, cost = start.branches(10**6)
        self._left -= cost
        for code in sorted(branch.code for branch in roots):
            self._favoured[code] = self._favour * self._chance.random()
            self._spent[code] = cost / len(roots)
        scores = {branch.code: branch.score + self._favoured[branch.code] for branch in roots}
        roots.sort(key=lambda branch: -scores[branch.code])
        line: _Line = (roots[0].code,)
        depth = 1
        while depth < DEEPEST and self._left > 0 and abs(scores[line[0]]) < SURE:
            try:
                roots, scores, line = self._round(roots, scores, depth + 1)
            except _Spent:
                break
            depth += 1
            self._watch.tell(1 - self._left / self._budget, self._option(line[0], scores))
        best, *others = (self._option(branch.code, scores) for branch in roots)
        known = (each._replace(value=min(each.value, best.value)) for each in others)
        told = (best, *sorted(known, key=lambda each: -each.value))
        return Thought(told, line, self._budget - self._left, depth)

    def _option(self, code: Code, scores: dict[Code, float]) -> Option:
        share = self._spent[code] / max(self._budget - self._left, 1)
        return Option(code, scores[code] - self._favoured[code], share)

    def _round(
        self, roots: list[Branch], before: dict[Code, float], depth: int
    ) -> tuple[list[Branch], dict[Code, float], _Line]:
        """The first moves in a new order, what each is worth looked at so deep, and the best line.

        Moves that were not better than the best keep what they were thought worth before.
        """
        scores, alpha = dict(before), -2 * WON
        line: _Line = ()
        looked_at = self._first(roots, depth)
        for branch in looked_at:
            favour, left = self._favoured[branch.code], self._left
            try:
                value, rest = self._value(branch.state, depth - 1, -2 * WON, favour - alpha)
            except _Spent:
                if not line:
                    raise
                break
            finally:
                self._spent[branch.code] += left - self._left
            if favour - value > alpha or not line:
                alpha, line = favour - value, (branch.code, *rest)
                scores[branch.code] = alpha
            else:
                scores[branch.code] = min(scores[branch.code], alpha)
        order = sorted(roots, key=lambda branch: (branch.code != line[0], -scores[branch.code]))
        return order, scores, line

    def _first(self, roots: list[Branch], depth: int) -> list[Branch]:
        """The first moves worth a deeper look: fewer the deeper it goes."""
        return roots[: max(self._width * 4 >> max(depth - 2, 0), self._width)]

    def _value(self, state: Branching, depth: int, alpha: float, beta: float) -> tuple[float, _Line]:
        """What a position is worth to the side to move, and the line that shows it.  Raises _Spent."""
        final = state.final
        if final is not None:
            return final, ()
        branches = self._known(state)
        if depth <= 1:
            return branches[0].score, (branches[0].code,)
        best = -2 * WON
        line: _Line = ()
        for branch in self._ordered(state, branches):
            value, rest = self._value(branch.state, depth - 1, -beta, -alpha)
            value = -value * (1 - 1e-6 if abs(value) > SURE else 1)  # sooner is better
            if value > best:
                best, line = value, (branch.code, *rest)
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        self._best[state.key] = line[0]
        return best, line

    def _ordered(self, state: Branching, branches: list[Branch]) -> list[Branch]:
        """The moves of a position, the one that was best in an earlier round first."""
        best = self._best.get(state.key)
        if best is None or branches[0].code == best:
            return branches
        return sorted(branches, key=lambda branch: branch.code != best)

    def _known(self, state: Branching) -> list[Branch]:
        """The moves of a position, evaluated only once."""
        key = state.key
        branches = self._branches.get(key)
        if branches is None:
            if self._left <= 0 or self._watch.is_over:
                raise _Spent
            branches, cost = state.branches(self._width)
            self._left -= cost
            if len(self._branches) < MOST_REMEMBERED:
                self._branches[key] = branches
        return branches
