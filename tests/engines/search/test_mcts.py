"""Tests of the guided search with a small game: two players count to seven by ones and twos."""

from __future__ import annotations

from threading import Event
from typing import Any, NamedTuple

import numpy as np
import pytest

from gnugo_py.engines.network.network import LeafEvaluation
from gnugo_py.engines.search import mcts
from gnugo_py.engines.search.mcts import Mcts
from gnugo_py.engines.search.search_engine import SearchControl
from gnugo_py.games.types import Color, Play

GOAL = 7
NO_NETWORK: Any = None
OWNED_BY = np.array([[1.0] * 9, [0.5] * 9], np.float32)
"""By the color to move, Black's ownership of each point."""


class Counting(NamedTuple):
    """A count; whoever reaches the goal wins."""

    reached: int = 0
    to_move: Color = Color.BLACK
    size: int = 3

    def play_unchecked(self, move: Play) -> Counting:
        return self._replace(reached=self.reached + move.points[0], to_move=self.to_move.opponent)


def judge(position: Counting, network: object, is_root: bool = True) -> LeafEvaluation:
    """Judge a count without knowing anything but the end."""
    moves = tuple(Play((step,)) for step in (1, 2) if position.reached + step <= GOAL)
    value = 0.5 if moves else 0.0
    priors = np.full(len(moves), 1 / max(len(moves), 1), np.float32)
    return LeafEvaluation(moves, priors, value, 2 * value - 1, 1.0, OWNED_BY[position.to_move])


@pytest.fixture(autouse=True)
def _counts_are_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mcts, "leaf_evaluation", judge)


def search(position: Counting, visits: int, control: SearchControl | None = None) -> Mcts:
    at: Any = position
    tree = Mcts(at, NO_NETWORK)
    tree.add_visits(visits, control or SearchControl(Event()))
    return tree


def best(tree: Mcts) -> int:
    move = tree.root.judgment.moves[tree.moves_by_visits()[0]]
    assert isinstance(move, Play)
    return move.points[0]


def test_the_winning_move_is_found() -> None:
    """A count of 1, 4 and 7 wins."""
    assert [best(search(Counting(count), 300)) for count in (0, 2, 3, 5, 6)] == [1, 2, 1, 2, 1]


def test_the_win_rate_is_that_of_the_color_to_move() -> None:
    tree = search(Counting(5), 200)
    number = tree.moves_by_visits()[0]
    assert tree.candidate(number).value > 0.95
    assert tree.root.win_rate / tree.root.visits > 0.7
    assert tree.lead_after_move(number) > 0.9


def test_visits_add_up_in_every_node() -> None:
    tree = search(Counting(), 120)
    waiting = [tree.root]
    while waiting:
        node = waiting.pop()
        if node.children:
            assert node.visits == 1 + int(node.child_visits.sum())
        assert 0 <= node.win_rate <= node.visits
        for number, child in node.children.items():
            assert child.visits == node.child_visits[number]
        waiting += node.children.values()


def test_a_search_stops_when_its_answer_cannot_change() -> None:
    assert search(Counting(6), 1000).root.visits < 10
    assert search(Counting(5), 1000).root.visits < 1000


def test_a_search_can_be_stopped() -> None:
    stopped = Event()
    stopped.set()
    assert search(Counting(), 1000, SearchControl(stopped)).root.visits == 1


def test_the_principal_variation_begins_with_the_move() -> None:
    tree = search(Counting(3), 300)
    assert tree.candidate(tree.moves_by_visits()[0]).pv[0] == Play((1,))


def test_a_search_goes_on_from_a_part_of_an_earlier_tree() -> None:
    tree = search(Counting(), 120)
    move = best(tree)
    known = tree.node_after([Play((move,))])
    assert known is not None
    visits, position = known.visits, known.position
    later = Mcts(position, NO_NETWORK, known)
    assert later.root.visits == visits
    later.add_visits(visits + 50, SearchControl(Event()))
    assert best(later) == best(search(Counting(move), 300))


def test_ownership_is_averaged_where_the_same_color_is_to_move() -> None:
    tree = search(Counting(), 120)
    assert tree.ownership()[0] == 1.0
    assert 0.5 < tree.ownership(0)[0] < 1.0
    assert Mcts(tree.root.position, NO_NETWORK, tree.root).ownership()[0] == 1.0


def test_excluded_moves_are_not_searched_at_the_root() -> None:
    at: Any = Counting()
    tree = Mcts(at, NO_NETWORK, excluded=[Play((2,))])
    tree.add_visits(50, SearchControl(Event()))
    assert tree.root.judgment.moves == (Play((1,)),)
    assert tree.root.judgment.priors.tolist() == [1.0]


def test_all_moves_are_searched_if_all_are_excluded() -> None:
    at: Any = Counting()
    assert len(Mcts(at, NO_NETWORK, excluded=[Play((1,)), Play((2,))]).root.judgment.moves) == 2
