"""Monte Carlo tree search guided by a policy and a value (PUCT, as in AlphaZero).

Each visit descends from the root to a new node, guided by the values found so far and by the priors of the
moves. The game evaluates the new position, and the value is added to all nodes on the path. The search is
deterministic, and the tree is not kept between moves.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from gnugo_py.core.position import Position
from gnugo_py.core.types import Move
from gnugo_py.engines.network import np
from gnugo_py.engines.network.network import Array
from gnugo_py.engines.search.result import MoveIndex, SearchCandidate, SearchControl

_EXPLORATION = 1.2
_TINY = 1e-9
_MOVES_REPORTED = 5
_FPU_REDUCTION = 0.25
"""How far below its parent's value the value of an untried move is assumed to be (first-play urgency)."""


class LeafEvaluation(NamedTuple):
    """The evaluation of a position without search, from the point of view of the color to move.

    moves     -- the moves to search, empty if the game is over.
    priors    -- the probability of each move.
    value     -- how good the position is, 0 (lost) to 1 (won).
    win_rate  -- the probability of winning.
    lead      -- the expected lead in points, after komi.
    stdev     -- the standard deviation of the lead.
    ownership -- Black's ownership by point, in the game's order; empty in a game without ownership.
    """

    moves: tuple[MoveIndex, ...]
    priors: Array
    value: float
    win_rate: float
    lead: float
    stdev: float
    ownership: Array


class SearchNode:
    """A position in the tree.

    position -- the position.
    judgment -- the evaluation of the position without search.
    visits   -- number of visits of the node.
    value, win_rate, lead -- the sums of these over the visits, for the color to move.
    child_visits, child_values -- for each move, its visits and the sum of its values for the color to move.
    children -- the nodes after the moves that were tried, by the number of the move.
    """

    __slots__ = (
        "child_values",
        "child_visits",
        "children",
        "judgment",
        "lead",
        "position",
        "value",
        "visits",
        "win_rate",
    )

    def __init__(self, position: Position, judgment: LeafEvaluation) -> None:
        self.position, self.judgment = position, judgment
        self.visits, self.value = 1, judgment.value
        self.win_rate, self.lead = judgment.win_rate, judgment.lead
        number = len(judgment.moves)
        self.child_visits, self.child_values = np.zeros(number, np.float32), np.zeros(number, np.float32)
        self.children: dict[int, SearchNode] = {}

    def select(self) -> int:
        """Return the number of the move to try next, by the highest sum of value and exploration bonus."""
        visits = self.child_visits
        unknown = self.value / self.visits - _FPU_REDUCTION
        values = np.where(visits > 0, self.child_values / np.maximum(visits, 1), unknown)
        bonus = self.judgment.priors * (_EXPLORATION * self.visits**0.5) / (1 + visits)
        return int((values + bonus).argmax())

    def moves_by_visits(self) -> list[int]:
        """Return the numbers of the moves that were tried, the most visited first; the value breaks ties."""
        tried = np.flatnonzero(self.child_visits)
        means = self.child_values[tried] / self.child_visits[tried]
        return [int(tried[at]) for at in np.lexsort((-means, -self.child_visits[tried]))]


class Mcts:
    """A search from one position.

    judge   -- returns the evaluation of a position without search.
    move_of -- converts a move index to a move.

    root      -- the root of the tree.
    owners    -- the sum of Black's ownership over all positions that were evaluated.
    evaluated -- the number of these positions.
    owners_after, evaluated_after -- the same for the positions after each root move that was tried,
                 by the number of the move.
    """

    def __init__(
        self,
        judge: Callable[[Position], LeafEvaluation],
        move_of: Callable[[MoveIndex, Position], Move],
        position: Position,
    ) -> None:
        self._judge, self._move_of = judge, move_of
        self.root = SearchNode(position, judge(position))
        self.owners = self.root.judgment.ownership.copy()
        self.evaluated = 1
        self.owners_after: dict[int, Array] = {}
        self.evaluated_after: dict[int, int] = {}

    def restrict_moves(self, is_allowed: Callable[[MoveIndex], bool]) -> None:
        """Keep only the moves at the root that are allowed, or all of them if none is.

        Call this method before the first visit.
        """
        judgment = self.root.judgment
        kept = [number for number, move in enumerate(judgment.moves) if is_allowed(move)]
        if not kept:
            return
        priors = judgment.priors[kept]
        priors = priors / max(float(priors.sum()), _TINY)
        moves = tuple(judgment.moves[number] for number in kept)
        self.root = SearchNode(self.root.position, judgment._replace(moves=moves, priors=priors))

    def add_visits(self, visits: int, control: SearchControl) -> None:
        """Add visits to the root until it has `visits` of them.

        End earlier if the most visited move can no longer change, or if the control stops the search.
        """
        while self.root.visits < visits and not control.must_stop and self._is_open(visits):
            self.visit()
            best = self.root.moves_by_visits()[:_MOVES_REPORTED]
            codes = [self.root.judgment.moves[number] for number in best]
            control.report(self.root.visits / visits, self.candidate(best[0]), codes)

    def visit(self, first: int | None = None) -> None:
        """Add one visit.

        first -- the number of the move at the root; None to let `select` choose it.
        """
        node, way = self.root, list[tuple[SearchNode, int]]()
        while node.judgment.moves:
            number = node.select() if first is None else first
            first = None
            way.append((node, number))
            child = node.children.get(number)
            if child is None:
                child = node.children[number] = self._expand(node, number)
                self._add_ownership(way[0][1], child.judgment.ownership)
                node = child
                break
            child.visits += 1
            node = child
        else:
            node.value += node.judgment.value
            node.win_rate += node.judgment.win_rate
            node.lead += node.judgment.lead
        self._backpropagate(way, node.judgment)

    def candidate(self, number: int) -> SearchCandidate:
        """Return the results of the search for a root move that was tried."""
        root, child = self.root, self.root.children[number]
        visits = int(root.child_visits[number])
        return SearchCandidate(
            code=root.judgment.moves[number],
            value=1 - child.win_rate / child.visits,
            visit_share=visits / max(root.visits - 1, 1),
            visits=visits,
            lead=self.lead_after_move(number),
            stdev=child.judgment.stdev,
            prior=float(root.judgment.priors[number]),
        )

    def candidate_with_line(self, number: int) -> SearchCandidate:
        """Return the results for a tried root move, with its principal variation and ownership."""
        candidate, owners = self.candidate(number), self.owners_after[number] / self.evaluated_after[number]
        codes, visits, node = list[MoveIndex](), list[int](), self.root
        while True:
            codes.append(node.judgment.moves[number])
            visits.append(int(node.child_visits[number]))
            node = node.children[number]
            if not node.children:
                break
            number = node.moves_by_visits()[0]
        return candidate._replace(pv=tuple(codes), pv_visits=tuple(visits), ownership=tuple(owners.tolist()))

    def lead_after_move(self, number: int) -> float:
        """Return the lead in points, for the color to move at the root, after a move that was tried."""
        child = self.root.children[number]
        return -child.lead / child.visits

    def _is_open(self, visits: int) -> bool:
        """Return whether another move could still become the most visited one."""
        counts = self.root.child_visits
        if len(counts) < 2:
            return len(counts) == 1 and self.root.visits < 2
        second, first = np.partition(counts, -2)[-2:]
        return bool(first - second <= visits - self.root.visits)

    def _expand(self, node: SearchNode, number: int) -> SearchNode:
        """Return the new node after a move."""
        move = self._move_of(node.judgment.moves[number], node.position)
        return SearchNode(position := node.position.play_unchecked(move), self._judge(position))

    def _add_ownership(self, number: int, ownership: Array) -> None:
        """Add the ownership of a new position to the totals of the search and of a root move.

        number -- the number of the root move that leads to the position.
        """
        self.owners += ownership
        self.evaluated += 1
        if number in self.owners_after:
            self.owners_after[number] += ownership
        else:
            self.owners_after[number] = ownership.copy()
        self.evaluated_after[number] = self.evaluated_after.get(number, 0) + 1

    def _backpropagate(self, way: list[tuple[SearchNode, int]], judgment: LeafEvaluation) -> None:
        """Add the judgment of the last node on a path to the nodes before it."""
        value, win_rate, lead = judgment.value, judgment.win_rate, judgment.lead
        for node, number in reversed(way):
            value, win_rate, lead = 1 - value, 1 - win_rate, -lead
            node.child_visits[number] += 1
            node.child_values[number] += value
            node.value += value
            node.win_rate += win_rate
            node.lead += lead
        self.root.visits += 1
