"""Monte Carlo tree search guided by a policy and a value (PUCT, as in AlphaZero and KataGo).

Each visit descends from the root to a new node, guided by the values found so far and by the priors of the
moves. The network evaluates the new position, and its win rate and lead are added to all nodes on the path. A
finished game is counted. The search is deterministic; it can begin with a part of the tree of an earlier
search.

The value of a move is its win rate and a little for its lead, as in KataGo: the lead counts most near the
lead at the root, so that points decide where the win rate does not.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import Any

from gnugo_py.engines.analysis import Candidate
from gnugo_py.engines.network import np
from gnugo_py.engines.network.network import LeafEvaluation, Network, leaf_evaluation, ownership_by_point
from gnugo_py.engines.network.network_file import Array
from gnugo_py.engines.search.search_engine import SearchControl
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.types import Color, Move, Point

_STATIC_WEIGHT, _STATIC_SCALE = 0.05, 2.0
_DYNAMIC_WEIGHT, _DYNAMIC_SCALE, _CENTER_SHARE = 0.15, 0.75, 0.8
"""The weights of the lead, beside a win rate of weight 1; the leads, in board sizes, at which their
contributions begin to level off; and the share of the lead at the root at which the second contribution is 0.
These and the following numbers are KataGo's, for values from 0 to 1.
"""
_EXPLORATION, _EXPLORATION_GROWTH, _GROWTH_BASE = 0.5, 0.225, 500
"""How much is explored after few visits, and how much more for each factor e of visits above the base."""
_FPU_REDUCTION = 0.1
"""How far the value of an untried move is assumed to be below its parent's (first-play urgency), if moves
with all of the probability have been tried.
"""
_TINY = 1e-9
_MOVES_REPORTED = 5


def size_class(size: int) -> int:
    """Return the index of a board size in tables: 0 up to 9x9, 1 up to 13x13, and 2 for larger boards."""
    return 0 if size <= 9 else 1 if size <= 13 else 2


class SearchNode:
    """A position in the tree.

    position -- the position.
    judgment -- the evaluation of the position without search.
    visits   -- number of visits of the node.
    win_rate, lead -- the sums of these over the visits, for the color to move.
    child_visits, child_win_rates, child_leads -- for each move, its visits and the sums of the win rates and
                the leads after it, for the color to move.
    children -- the nodes after the moves that were tried, by the number of the move.
    """

    def __init__(self, position: GoPosition, judgment: LeafEvaluation) -> None:
        self.position, self.judgment = position, judgment
        self.visits, self.win_rate, self.lead = 1, judgment.win_rate, judgment.lead
        self.child_visits, self.child_win_rates, self.child_leads = (
            np.zeros(len(judgment.moves), np.float32) for _ in range(3)
        )
        self.children: dict[int, SearchNode] = {}


class Mcts:
    """A search from one position.

    network  -- evaluates the positions.
    root     -- the root of the tree; given, it is the node of the position in the tree of an earlier search
                with the same network.
    excluded -- moves that are not searched at the root, unless no others are left; none with a given root.
    """

    def __init__(
        self,
        position: GoPosition,
        network: Network,
        root: SearchNode | None = None,
        excluded: Collection[Move] = (),
    ) -> None:
        self.network = network
        self.root = root or SearchNode(position, leaf_evaluation(position, network))
        if excluded:
            self.root = SearchNode(position, _without(self.root.judgment, excluded))
        judgment = self.root.judgment
        self._center = _CENTER_SHARE * judgment.lead
        self._static_scale = _STATIC_SCALE * position.size
        self._dynamic_scale = math.hypot(_DYNAMIC_SCALE * position.size, judgment.stdev)

    def ownership(self, number: int | None = None) -> dict[Point, float]:
        """Return Black's ownership of each point, the mean of positions that were evaluated.

        number -- the number of the root move after which these are; None for all positions in which the same
                  color is to move as at the root, because the color to move is always given a little more.
        """
        top = self.root if number is None else self.root.children[number]
        turns = (self.root.position.to_move,) if number is None else Color
        nodes, owners = [top], list[Array]()
        while nodes:
            node = nodes.pop()
            nodes += node.children.values()
            if node.position.to_move in turns:
                owners.append(node.judgment.owners)
        return ownership_by_point(np.mean(owners, 0), self.root.position.size)

    def node_after(self, moves: Sequence[Move]) -> SearchNode | None:
        """Return the node after some moves from the root, None if the tree does not reach it."""
        node: SearchNode | None = self.root
        for move in moves:
            if node is None or move not in node.judgment.moves:
                return None
            node = node.children.get(node.judgment.moves.index(move))
        return node

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
        best = self.moves_by_visits()[:_MOVES_REPORTED]
        control.report(self.root.visits / visits, *(self.root.judgment.moves[number] for number in best))

    def visit(self, first: int | None = None) -> None:
        """Add one visit.

        first -- the number of the move at the root; None to let `select` choose it.
        """
        node, way = self.root, list[tuple[SearchNode, int]]()
        while node.judgment.moves:
            number = self.select(node) if first is None else first
            first = None
            way.append((node, number))
            child = node.children.get(number)
            if child is None:
                position = node.position.play_unchecked(node.judgment.moves[number])
                child = SearchNode(position, leaf_evaluation(position, self.network, False))
                node.children[number] = node = child
                break
            node = child
        else:
            node.visits += 1
            node.win_rate += node.judgment.win_rate
            node.lead += node.judgment.lead
        self._backpropagate(way, node.judgment)

    def _backpropagate(self, way: list[tuple[SearchNode, int]], judgment: LeafEvaluation) -> None:
        """Add the judgment of the last node on a path to the nodes before it."""
        win_rate, lead = judgment.win_rate, judgment.lead
        for node, number in reversed(way):
            win_rate, lead = 1 - win_rate, -lead
            node.child_visits[number] += 1
            node.child_win_rates[number] += win_rate
            node.child_leads[number] += lead
            node.visits += 1
            node.win_rate += win_rate
            node.lead += lead

    def select(self, node: SearchNode) -> int:
        """Return the number of the move to try next, by the highest sum of value and exploration bonus."""
        visits, priors = node.child_visits, node.judgment.priors
        values = self._values(node)
        tried = float(priors[visits > 0].sum())
        mean = self._value(node, node.win_rate / node.visits, node.lead / node.visits)
        values[visits == 0] = mean - _FPU_REDUCTION * math.sqrt(tried)
        growth = _EXPLORATION + _EXPLORATION_GROWTH * math.log(1 + node.visits / _GROWTH_BASE)
        return int((values + priors * (growth * math.sqrt(node.visits)) / (1 + visits)).argmax())

    def _values(self, node: SearchNode) -> Array:
        """Return the value of each move for the color to move; what it is without visits means nothing."""
        visits = np.maximum(node.child_visits, np.float32(1))
        values: Array = self._value(node, node.child_win_rates / visits, node.child_leads / visits)
        return values

    def _value(self, node: SearchNode, win_rate: Any, lead: Any) -> Any:
        """Return the value of win rates and leads for the color to move at a node."""
        center = self._center if node.position.to_move is self.root.position.to_move else -self._center
        static = np.arctan(lead / self._static_scale)
        dynamic = np.arctan((lead - center) / self._dynamic_scale)
        return win_rate + (_STATIC_WEIGHT * static + _DYNAMIC_WEIGHT * dynamic) * (2 / math.pi)

    def visit_move(self, number: int, visits: int, control: SearchControl) -> None:
        """Visit a root move until it has a number of visits, or until the control stops; at least once."""
        counts = self.root.child_visits
        while counts[number] < visits and not (control.must_stop and counts[number]):
            self.visit(number)

    def moves_by_visits(self, node: SearchNode | None = None) -> list[int]:
        """Return the numbers of the moves that were tried, the most visited first; the value breaks ties.

        node -- the node of the moves; None for the root.
        """
        node = node or self.root
        tried = np.flatnonzero(node.child_visits)
        order = np.lexsort((-self._values(node)[tried], -node.child_visits[tried]))
        return [int(number) for number in tried[order]]

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
            ownership=self.ownership(number),
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
            number = self.moves_by_visits(node)[0]

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


def _without(judgment: LeafEvaluation, excluded: Collection[Move]) -> LeafEvaluation:
    """Return an evaluation without some moves, or unchanged if no moves would be left."""
    kept = [number for number, move in enumerate(judgment.moves) if move not in excluded]
    if not kept:
        return judgment
    priors = judgment.priors[kept]
    moves = tuple(judgment.moves[number] for number in kept)
    return judgment._replace(moves=moves, priors=priors / max(float(priors.sum()), _TINY))
