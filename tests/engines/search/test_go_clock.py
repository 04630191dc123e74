"""Tests of the Go search: the highest levels go on from their last tree, and only they."""

import pytest

from gnugo_py import GO, GoPosition, Network, SearchEngine
from gnugo_py.engines.network.network import judge
from gnugo_py.engines.search import mcts
from gnugo_py.engines.search.mcts import LeafEvaluation, leaf_evaluation


@pytest.fixture
def evaluated(monkeypatch: pytest.MonkeyPatch) -> list[GoPosition]:
    """Return the positions that the search evaluates from now on."""
    positions: list[GoPosition] = []
    evaluate = leaf_evaluation

    def counted(position: GoPosition, network: Network, is_root: bool = True) -> LeafEvaluation:
        positions.append(position)
        return evaluate(position, network, is_root)

    monkeypatch.setattr(mcts, "leaf_evaluation", counted)
    return positions


def test_a_level_that_imitates_a_player_begins_anew(evaluated: list[GoPosition]) -> None:
    engine = SearchEngine(GO, 7, 1)
    start = GoPosition.start(9, "chinese")
    after = start.play(engine.choose(start).move).play("C3")
    evaluated.clear()
    move, count = engine.choose(after).move, len(evaluated)
    evaluated.clear()
    assert (SearchEngine(GO, 7, 1).choose(after).move, len(evaluated)) == (move, count)


def test_the_tree_of_the_last_search_is_used(evaluated: list[GoPosition]) -> None:
    engine = SearchEngine(GO, 9, 1)
    start = GoPosition.start(9, "chinese")
    first = engine.choose(start)
    assert first.analysis is not None
    after = start.play(first.move)
    reply = next(each.pv[1] for each in first.analysis.candidates if each.move == first.move)
    evaluated.clear()
    engine.choose(after.play(reply))
    with_tree = len(evaluated)
    evaluated.clear()
    SearchEngine(GO, 9, 1).choose(after.play(reply))
    assert with_tree < len(evaluated)


def test_another_game_begins_with_another_tree(evaluated: list[GoPosition]) -> None:
    engine = SearchEngine(GO, 9, 1)
    start = GoPosition.start(9, "chinese").play("E5")
    engine.choose(start)
    move = engine.choose(GoPosition.start(9, "chinese").play("C3")).move
    assert move == SearchEngine(GO, 9, 1).choose(GoPosition.start(9, "chinese").play("C3")).move


def test_without_any_time_the_most_probable_move_is_played() -> None:
    position = GoPosition.start(9, "chinese")
    for vertex in ["E5", "E3", "C4", "G6", "F3", "F2", "G3", "G2", "D3", "D2"]:
        position = position.play(vertex)
    engine = SearchEngine(GO, 9)
    engine.limit_time(0.0)
    policy = judge().evaluate(position).policy
    assert engine.choose(position).move == max(policy, key=policy.__getitem__)
