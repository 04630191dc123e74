"""Monte Carlo tree search guided by a policy and a value (PUCT, as in AlphaZero).

Each visit descends from the root to a new node, guided by the values found so far and by the priors of the
moves. The network evaluates the new position, and the value is added to all nodes on the path. The search is
deterministic; it can begin with a part of the tree of an earlier search.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from gnugo_py.engines.analysis import Candidate
from gnugo_py.engines.network import np
from gnugo_py.engines.network.forward_pass import Array
from gnugo_py.engines.network.network import default_network, win_rate_from_lead
from gnugo_py.engines.search.game_search import SearchControl
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.types import Move

_SCORE_WEIGHT = 0.1
"""The weight of the score in the value of a position; the win rate has the remaining weight."""
_SCORE_SCALE = 20.0
"""The lead in points at which the contribution of the score begins to level off."""
_EXPLORATION = 1.2
_TINY = 1e-9
_MOVES_REPORTED = 5
_FPU_REDUCTION = 0.25
"""How far below its parent's value the value of an untried move is assumed to be (first-play urgency)."""


class LeafEvaluation(NamedTuple):
    """The evaluation of a position without search, from the point of view of the color to move.

    moves     -- the moves to search, a pass at the end; empty if the game is over.
    priors    -- the probability of each move.
    value     -- how good the position is, 0 (lost) to 1 (won): mostly its win rate, and a little its score.
    win_rate  -- the probability of winning.
    lead      -- the expected lead in points, after komi.
    stdev     -- the standard deviation of the lead.
    ownership -- Black's ownership of each point, row by row from the top.
    """

    moves: tuple[Move, ...]
    priors: Array
    value: float
    win_rate: float
    lead: float
    stdev: float
    ownership: Array


def network_leaf_evaluation(position: GoPosition) -> LeafEvaluation:
    """Return the network's evaluation of a position; if the game is over, there are no moves to search."""
    evaluation = default_network().evaluate(position.without_passes() if position.is_over else position)
    moves, priors = ((), np.zeros(0, np.float32)) if position.is_over else evaluation.legal_policy
    lead, stdev = evaluation.lead, evaluation.score_stdev
    rate = win_rate_from_lead(lead, stdev)
    value = (1 - _SCORE_WEIGHT) * rate + _SCORE_WEIGHT * (0.5 + 0.5 * math.tanh(lead / _SCORE_SCALE))
    owners = -evaluation.owners if position.to_move else evaluation.owners
    return LeafEvaluation(tuple(moves), priors, value, rate, lead, stdev, owners)


def size_class(size: int) -> int:
    """Return the index of a board size in tables: 0 up to 9x9, 1 up to 13x13, and 2 for larger boards."""
    return 0 if size <= 9 else 1 if size <= 13 else 2


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

    def __init__(self, position: GoPosition, judgment: LeafEvaluation) -> None:
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

    def with_moves(self, kept: list[int]) -> SearchNode:
        """Return the node with only some of its moves, given their numbers, and what is known of them."""
        judgment = self.judgment
        priors = judgment.priors[kept]
        priors = priors / max(float(priors.sum()), _TINY)
        moves = tuple(judgment.moves[number] for number in kept)
        node = SearchNode(self.position, judgment._replace(moves=moves, priors=priors))
        node.child_visits, node.child_values = self.child_visits[kept], self.child_values[kept]
        for number, former in enumerate(kept):
            if former in self.children:
                child = node.children[number] = self.children[former]
                node.visits += child.visits
                node.win_rate += child.visits - child.win_rate
                node.lead -= child.lead
        node.value += float(node.child_values.sum())
        return node

    def descendants(self) -> Iterator[SearchNode]:
        """Yield the node and all nodes below it."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            waiting += node.children.values()
            yield node

    def moves_by_visits(self) -> list[int]:
        """Return the numbers of the moves that were tried, the most visited first; the value breaks ties."""
        tried = np.flatnonzero(self.child_visits)
        means = self.child_values[tried] / self.child_visits[tried]
        return [int(tried[at]) for at in np.lexsort((-means, -self.child_visits[tried]))]


class Mcts:
    """A search from one position.

    root -- the root of the tree; given, it is the node of the position in the tree of an earlier search.
    """

    def __init__(self, position: GoPosition, root: SearchNode | None = None) -> None:
        self._set_root(SearchNode(position, network_leaf_evaluation(position)) if root is None else root)

    def _set_root(self, root: SearchNode) -> None:
        """Search from a node, which may have children."""
        self.root = root
        self._owners: dict[int | None, Array] = {None: root.judgment.ownership}
        self._evaluated = Counter[int | None]({None: 1})
        for number, child in root.children.items():
            for node in child.descendants():
                self._add_ownership(number, node)

    def mean_ownership(self, number: int | None = None) -> Array:
        """Return Black's ownership of each point, averaged over positions that were evaluated.

        number -- the number of the root move after which these are; None for all positions in which the same
                  color is to move as at the root, because the color to move is always given a little more.
        """
        return self._owners[number] / np.float32(self._evaluated[number])

    def _add_ownership(self, number: int, node: SearchNode) -> None:
        """Add the ownership of a new node, which comes after a root move of that number."""
        ownership, is_same_turn = node.judgment.ownership, node.position.to_move is self.root.position.to_move
        for key in (None, number) if is_same_turn else (number,):
            self._owners[key] = self._owners[key] + ownership if key in self._owners else ownership
            self._evaluated[key] += 1

    def node_after(self, moves: Sequence[Move]) -> SearchNode | None:
        """Return the node after some moves from the root, None if the tree does not reach it."""
        node: SearchNode | None = self.root
        for move in moves:
            if node is None or move not in node.judgment.moves:
                return None
            node = node.children.get(node.judgment.moves.index(move))
        return node

    def exclude_moves(self, excluded: Collection[Move]) -> None:
        """Remove moves from the root, unless none would be left; what is known of the others is kept."""
        kept = [number for number, move in enumerate(self.root.judgment.moves) if move not in excluded]
        if kept:
            self._set_root(self.root.with_moves(kept))

    def number_of_root_move(self, move: Move) -> int:
        """Return the number of a root move; an excluded move is no longer excluded."""
        root = self.root
        moves = root.judgment.moves
        if move not in moves:
            priors = np.append(root.judgment.priors, np.float32(0))
            root.judgment = root.judgment._replace(moves=(*moves, move), priors=priors)
            root.child_visits = np.append(root.child_visits, np.float32(0))
            root.child_values = np.append(root.child_values, np.float32(0))
        return root.judgment.moves.index(move)

    def add_visits(self, visits: int, control: SearchControl) -> None:
        """Add visits to the root until it has `visits` of them.

        End earlier if the most visited move can no longer change, or if the control stops the search.
        """
        while self.root.visits < visits and not control.must_stop and self._is_open(visits):
            self._visit_and_report(visits, control)

    def complete_visits(self, visits: int, control: SearchControl) -> None:
        """Add visits to the root until it has `visits` of them, or until the control stops the search."""
        while self.root.visits < visits and not control.must_stop:
            self._visit_and_report(visits, control)

    def _visit_and_report(self, visits: int, control: SearchControl) -> None:
        """Add one visit, and report the progress toward a number of visits."""
        self.visit()
        best = self.root.moves_by_visits()[:_MOVES_REPORTED]
        control.report(self.root.visits / visits, *(self.root.judgment.moves[number] for number in best))

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
                position = node.position.play_unchecked(node.judgment.moves[number])
                child = node.children[number] = SearchNode(position, network_leaf_evaluation(position))
                self._add_ownership(way[0][1], child)
                node = child
                break
            child.visits += 1
            node = child
        else:
            node.value += node.judgment.value
            node.win_rate += node.judgment.win_rate
            node.lead += node.judgment.lead
        self._backpropagate(way, node.judgment)

    def visit_move(self, number: int, visits: int, control: SearchControl) -> None:
        """Visit a root move until it has a number of visits, or until the control stops; at least once."""
        counts = self.root.child_visits
        while counts[number] < visits and not (control.must_stop and counts[number]):
            self.visit(number)

    def candidate(self, number: int) -> Candidate:
        """Return the results of the search for a root move that was tried."""
        root, child = self.root, self.root.children[number]
        rate = 1 - child.win_rate / child.visits
        pv, pv_visits = self._principal_variation(number)
        return Candidate(
            move=pv[0],
            value=rate,
            visit_share=pv_visits[0] / max(root.visits - 1, 1),
            visits=pv_visits[0],
            win_rate=rate,
            score_lead=self.lead_after_move(number),
            score_stdev=child.judgment.stdev,
            prior=float(root.judgment.priors[number]),
            pv=pv,
            pv_visits=pv_visits,
            ownership=tuple(self.mean_ownership(number).tolist()),
        )

    def _principal_variation(self, number: int) -> tuple[tuple[Move, ...], tuple[int, ...]]:
        """Return the most visited moves after a root move, which comes first, and the visits of each."""
        moves, visits, node = list[Move](), list[int](), self.root
        while True:
            moves.append(node.judgment.moves[number])
            visits.append(int(node.child_visits[number]))
            node = node.children[number]
            if not node.children:
                return tuple(moves), tuple(visits)
            number = node.moves_by_visits()[0]

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
