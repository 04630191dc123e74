"""Tests of Go played by the guided search: openings, passing, mistakes of low levels, and kept trees."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from gnugo_py import GO, PASS, Color, GoPosition, Network, Play, SearchEngine, read_game, rules_preset
from gnugo_py.engines.network.network import LeafEvaluation, judge, leaf_evaluation
from gnugo_py.engines.search import mcts
from gnugo_py.engines.search.go_search import LEVELS, NO_MOVE_GAINS_POINTS
from gnugo_py.games.board import LINES, geometry
from gnugo_py.games.points import iter_points
from gnugo_py.games.types import Move
from tests.engines.test_judge import final_position
from tests.support.boards import board, played
from tests.support.paths import DATA


def chosen(position: GoPosition, level: int, seed: int = 1) -> Move:
    return SearchEngine(GO, level, seed).choose(position, None).move


def game(size: int, rules: str, levels: tuple[int, int], seed: int, most: int = 300) -> GoPosition:
    """Return the end of a game between two levels."""
    position = GoPosition.start(size, rules)
    while not position.is_over and position.move_number < most:
        position = position.play_unchecked(chosen(position, levels[position.to_move], seed))
    return position


@pytest.mark.parametrize("level", [1, pytest.param(6, marks=pytest.mark.slow)])
def test_the_seed_determines_the_opening_moves(level: int) -> None:
    start = GoPosition.start(9, "chinese").play("E5").play("C3")
    assert chosen(start, level, 3) == chosen(start, level, 3)
    assert len({chosen(start, level, seed) for seed in range(6)}) > 1


@pytest.mark.parametrize("seed", range(3))
def test_the_move_of_a_weak_level_is_searched_enough_to_be_explained(seed: int) -> None:
    start = GoPosition.start(9, "chinese").play("E5").play("C3")
    decision = SearchEngine(GO, 1, seed).choose(start)
    assert decision.analysis is not None
    assert decision.analysis.candidates[0].visits >= 10


@pytest.mark.slow
def test_a_recommendation_is_searched_again_if_another_move_looks_clearly_better() -> None:
    """White's group lives with D8. The search, certain of its loss, visited F5 more often."""
    moves = (
        "E5 E7 F7 F6 E6 G7 D7 F8 G6 F5 F4 D6 G5 C7 F7 F6 D5 C6 D8 C3 C5 B7 C4 F2 D4 B2 B5 G3 E2 E3 F3 E1 D2"
        " D3 G2 C1 F1 H7 H6 A6 A5 H2 C8 B8 B6 G1 H1 E8 A8 C9 A7 D9 J7 H4 H8 H9 G8 G9 F7 G7 F9"
    )
    start = played(GoPosition.start(9, "japanese"), *moves.split())
    assert start.format_move(SearchEngine(GO, 9, 1).recommend(start).move) == "D8"


@pytest.mark.slow
def test_a_recommendation_is_the_most_visited_move_whatever_the_seed_and_the_level() -> None:
    start = GoPosition.start(5, "chinese").play("C3")
    decisions = [SearchEngine(GO, level, seed).recommend(start) for level, seed in ((1, 3), (9, 4))]
    assert decisions[0].move == decisions[1].move
    analysis = decisions[0].analysis
    assert analysis is not None
    assert decisions[0].move == max(analysis.candidates, key=lambda each: each.visits).move
    assert any(each.move is PASS and each.visits >= 4 for each in analysis.candidates)


@pytest.mark.parametrize("size", [9, 13])
def test_the_first_moves_are_never_on_the_first_line(size: int) -> None:
    edge = geometry(size, LINES).edge
    position = GoPosition.start(size, "japanese")
    for _ in range(3):
        move = chosen(position, 1)
        assert isinstance(move, Play)
        assert not edge >> move.points[0] & 1
        position = position.play_unchecked(move)


def test_the_first_moves_on_19x19_are_in_the_corners() -> None:
    position = GoPosition.start(19, "japanese")
    for _ in range(2):
        move = chosen(position, 1)
        assert isinstance(move, Play)
        row, column = divmod(move.points[0], 20)
        assert all(line in (2, 3, 4, 14, 15, 16) for line in (row, column))
        position = position.play_unchecked(move)


def test_a_game_with_points_left_goes_on() -> None:
    """The playouts of version 1 passed here."""
    positions = read_game(DATA / "pass_too_early.sgf").positions()
    passes = [number for number, position in enumerate(positions) if position.last_move is PASS]
    before = positions[passes[0] - 1]
    assert isinstance(before, GoPosition)
    assert chosen(before, 5) is not PASS


@pytest.mark.parametrize("number", [0, 7])
def test_a_pass_too_early_is_not_answered_by_a_pass(number: int) -> None:
    """In these recorded games, a move 20 before the end gains 5 to 25 points."""
    moves = json.loads((DATA / "counted_games.jsonl").read_text().splitlines()[number])["moves"]
    position = final_position(moves[: len(moves) - 2 * 21]).play_unchecked(PASS)
    assert chosen(position, 5) is not PASS


def test_no_pass_while_a_territory_is_open() -> None:
    """Twelve moves before the end of this recorded game, the board as it stands counts four points less."""
    moves = json.loads((DATA / "counted_games.jsonl").read_text().splitlines()[18])["moves"]
    assert chosen(final_position(moves[: len(moves) - 2 * 12]), 5) is not PASS


SETTLED = """
X X X X X O O O O
X - X X X O O - O
X X X - X O O O O
X X X X X O - O O
X X - X X O O O O
X X X X X O O O -
X - X X X O O O O
X X X X X O - O O
X X X X X O O O O
"""


def set_up(drawing: str, rules: str, color: Color) -> GoPosition:
    return GoPosition.from_board(board(drawing), color, rules_preset(rules, 9))


@pytest.mark.parametrize("level", [1, 3, 9])
@pytest.mark.parametrize("rules", ["japanese", "chinese"])
@pytest.mark.parametrize("color", list(Color))
def test_a_pass_is_answered_by_a_pass_if_all_is_settled(level: int, rules: str, color: Color) -> None:
    position = played(set_up(SETTLED, rules, color.opponent), "pass")
    engine = SearchEngine(GO, level, 1)
    decision = engine.choose(position, None)
    assert decision.move is PASS
    assert engine.explain(position, decision) == (NO_MOVE_GAINS_POINTS,)


def test_low_levels_fill_no_own_eyes_and_end_their_games() -> None:
    position = game(5, "japanese", (2, 1), 3)
    assert position.is_over, "the game was not ended by passes"
    while position.previous is not None:
        before, move = position.previous, position.last_move
        if isinstance(move, Play):
            own = before.board.stones(before.to_move)
            assert before.board.geometry.neighbors[move.points[0]] & ~own
        position = before


def test_higher_levels_have_more_visits_and_fewer_mistakes() -> None:
    for size in (5, 9, 13, 19, 25):
        visits = [level.visits_for_board_size(size) for level in LEVELS]
        assert visits[:7] == sorted(visits[:7])
        assert visits[7] < visits[8]
    losses = [level.max_loss for level in LEVELS]
    assert losses == sorted(losses, reverse=True)


@pytest.mark.parametrize("size", [2, 3, 5, pytest.param(21, marks=pytest.mark.slow)])
def test_boards_of_other_sizes_are_played(size: int) -> None:
    position = GoPosition.start(size, "chinese")
    for _ in range(3):
        move = chosen(position, 2)
        assert position.why_illegal(move) is None
        position = position.play(move)
        if position.is_over:
            break


@pytest.mark.slow
def test_superko_is_obeyed_at_the_root() -> None:
    position = GoPosition.start(5, "tromp-taylor")
    for _ in range(30):
        move = chosen(position, 1, 4)
        assert position.why_illegal(move) is None
        position = position.play_unchecked(move)
        if position.is_over:
            break


def test_the_ownership_covers_all_points() -> None:
    engine, position = SearchEngine(GO, 3, 1), set_up(SETTLED, "chinese", Color.BLACK)
    analysis = engine.choose(position, None).analysis
    assert analysis is not None
    owners = dict(analysis.ownership)
    assert owners[0] > 0.8
    assert owners[8] < -0.8
    assert set(owners) == set(iter_points(geometry(9, LINES).full))


def test_numpy_has_one_thread_in_a_search(tmp_path: Path) -> None:
    code = (
        "import os; from gnugo_py import GO, SearchEngine;"
        " SearchEngine(GO, 1).choose(GO.start({'size': 9}), None);"
        " print(len(os.listdir('/proc/self/task')) if os.path.exists('/proc/self/task') else 1)"
    )
    assert subprocess.check_output([sys.executable, "-c", code], text=True, timeout=60).strip() == "1"


def test_go_is_searched_with_a_network() -> None:
    assert SearchEngine(GO, 1).has_network


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
