"""What a game tells a search: positions it can think about fast, and how much thought a level is.

A game is searched in one of two ways.  `Branching` positions are told apart by an evaluation and looked at
move by move, answer by answer; `Playing` ones by games played to the end at random.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from random import Random
from typing import NamedTuple, Protocol

from gnugo_py.core.position import Position
from gnugo_py.core.types import Move
from gnugo_py.engines.search.result import WON, Code, Option, Thought, Watch


class Branch(NamedTuple):
    """A move that is looked at, and where it leads.

    score -- what the position after it is worth to who makes it.
    """

    score: float
    code: Code
    state: Branching


class Branching(Protocol):
    """A position as a search by evaluation sees it; it never changes."""

    @property
    def key(self) -> Hashable:
        """What tells it from others."""

    @property
    def final(self) -> float | None:
        """What it is worth to the side to move if the game is over, `WON` or less than nothing; else None."""

    def branches(self, width: int) -> tuple[list[Branch], int]:
        """The moves worth looking at, up to `width` of them, best first; and how many were evaluated."""


class BranchSearch(NamedTuple):
    """How a game is searched by evaluation.

    begin   -- makes the search's position.
    move_of -- makes a move of a code.
    budgets -- by level, how many positions may be evaluated.
    widths  -- by level, how many moves are looked at after the first of a line.
    unit    -- what a score counts, in words.
    favour  -- a move that is worth less by up to so much may be played instead of the best.
    """

    begin: Callable[[Position], Branching]
    move_of: Callable[[Code, Position], Move]
    budgets: Sequence[int]
    widths: Sequence[int]
    unit: str
    favour: float


MOST_REMEMBERED = 200_000
DEEPEST = 40
BETWEEN_LOOKS = 256
"""So often a position is visited before it is asked whether to stop."""
MOST_VISITS = 4
"""So many may be visited for each that may be evaluated: one that was evaluated before costs nothing else."""
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
        self._visits = 0
        self._width = width
        self._watch = watch
        self._favour, self._chance = favour, Random(seed)  # noqa: S311
        self._favoured: defaultdict[Code, float] = defaultdict(float)
        self._spent: defaultdict[Code, float] = defaultdict(float)
        self._branches: dict[Hashable, list[Branch]] = {}
        self._whole: set[Hashable] = set()
        self._refuted: set[Code] = set()
        self._best: dict[Hashable, Code] = {}

    def think(self, start: Branching) -> Thought:
        """The best move of a position that is not over.

        What is no better than the best is not looked at so deeply: of it, no more is told than that.  Won or
        lost is only called what is so whatever the other side does: where all moves that are looked at lose,
        the others are looked at as well.
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
        if line[0] in self._refuted and abs(scores[line[0]]) < SURE:
            roots.sort(key=lambda branch: branch.code in self._refuted)
            line = (roots[0].code,)
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
        most = self._first(depth)
        for number, branch in enumerate(roots):
            if number >= most and alpha > -SURE:
                break
            favour, left = self._favoured[branch.code], self._left
            try:
                value, rest = self._value(branch.state, depth - 1, -2 * WON, favour - alpha)
            except _Spent:
                if alpha < -SURE:
                    raise
                break
            finally:
                self._spent[branch.code] += left - self._left
            if value > SURE:
                self._refuted.add(branch.code)
            if favour - value > alpha or not line:
                alpha, line = favour - value, (branch.code, *rest)
                scores[branch.code] = alpha
            else:
                scores[branch.code] = min(scores[branch.code], alpha)
        order = sorted(roots, key=lambda branch: (branch.code != line[0], -scores[branch.code]))
        return order, scores, line

    def _first(self, depth: int) -> int:
        """How many first moves are worth a deeper look: fewer the deeper it goes."""
        return max(self._width * 4 >> max(depth - 2, 0), self._width)

    def _value(self, state: Branching, depth: int, alpha: float, beta: float) -> tuple[float, _Line]:
        """What a position is worth to the side to move, and the line that shows it.  Raises _Spent."""
        self._visits += 1
        if self._visits % BETWEEN_LOOKS == 0 and (
            self._visits > MOST_VISITS * self._budget or self._watch.is_over
        ):
            raise _Spent
        final = state.final
        if final is not None:
            return final, ()
        branches = self._known(state)
        if depth <= 1:
            return branches[0].score, (branches[0].code,)
        best, line = self._best_of(self._ordered(state, branches), depth, alpha, beta)
        if best < -SURE:
            others = self._others(state, branches)
            saved, rest = self._best_of(others, depth, max(alpha, best), beta)
            best, line = (saved, rest) if saved > best else (best, line)
        self._best[state.key] = line[0]
        return best, line

    def _best_of(self, branches: list[Branch], depth: int, alpha: float, beta: float) -> tuple[float, _Line]:
        """What the best of some moves is worth to who makes it, and its line; of none, less than a loss."""
        best = -2 * WON
        line: _Line = ()
        for branch in branches:
            value, rest = self._value(branch.state, depth - 1, -beta, -alpha)
            value = -value * (1 - 1e-6 if abs(value) > SURE else 1)  # sooner is better
            if value > best:
                best, line = value, (branch.code, *rest)
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best, line

    def _ordered(self, state: Branching, branches: list[Branch]) -> list[Branch]:
        """The moves of a position, the one that was best in an earlier round first."""
        best = self._best.get(state.key)
        if best is None or branches[0].code == best:
            return branches
        return sorted(branches, key=lambda branch: branch.code != best)

    def _others(self, state: Branching, branches: list[Branch]) -> list[Branch]:
        """The moves of a position that were left out, from now on known with the others.  Raises _Spent."""
        key = state.key
        if len(branches) < self._width or key in self._whole:
            return []
        if self._left <= 0:
            raise _Spent
        everything, cost = state.branches(10**6)
        self._left -= cost
        if key in self._branches:
            self._branches[key] = everything
            self._whole.add(key)
        known = {branch.code for branch in branches}
        return [branch for branch in everything if branch.code not in known]

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
