"""Tests that positions, trees and what refers to them can be pickled and copied, however long the game is."""

import copy
import pickle
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from gnugo_py import (
    PASS,
    AmazonsPosition,
    Color,
    Cursor,
    GoPosition,
    HexPosition,
    Position,
    TanboPosition,
    analyze_game,
    parse_game,
)
from gnugo_py.games.position import line_to

N_MOVES = 1_500
"""More moves than the depth of Python's recursion allows for."""
WAYS: list[Callable[[Any], Any]] = [lambda each: pickle.loads(pickle.dumps(each)), copy.deepcopy, copy.copy]
ways = pytest.mark.parametrize("way", WAYS, ids=["pickle", "deepcopy", "copy"])


def random_end(start: Position, moves: int) -> Position:
    """Return the position after random moves, or passes where there are none."""
    random, position = Random(5), start
    for _ in range(moves):
        legal = position.legal_moves()
        if position.is_over or not legal:
            break
        position = position.play_unchecked(random.choice(legal))
    return position


STARTS = [
    GoPosition.start(5, "tromp-taylor", handicap=1),
    GoPosition.start(9, "gnugo-1.1"),
    HexPosition.start(5, "swap").play("c3").play("swap"),
    AmazonsPosition.start(6),
    TanboPosition.start(9),
]


@ways
@pytest.mark.parametrize("start", STARTS, ids=lambda start: start.game.name)
def test_a_position_keeps_its_whole_history(start: Position, way: Callable[[Any], Any]) -> None:
    end = random_end(start, N_MOVES)
    again = way(end)
    line, again_line = line_to(end), line_to(again)
    assert [*map(repr, again_line)] == [*map(repr, line)]
    assert again_line == line
    assert (again.moves, again.legal_moves()) == (end.moves, end.legal_moves())


def test_a_position_with_another_turn_or_without_its_passes_is_kept_as_it_is() -> None:
    passed = GoPosition.start(9, "chinese").play("E5").play("pass").without_passes()
    for position in (passed, passed.with_to_move(Color.WHITE).play("C3"), passed.play("pass").play("pass")):
        again = pickle.loads(pickle.dumps(position))
        assert line_to(again) == line_to(position)
    assert pickle.loads(pickle.dumps(PASS)) is PASS


def test_a_pickled_long_game_is_small() -> None:
    end = random_end(GoPosition.start(9, "tromp-taylor"), 300)
    assert len(pickle.dumps(end)) < 20 * end.move_number + 5_000


SGF = "(;SZ[9]KM[6.5]PB[Ann]C[Start];B[ee](;W[cc]C[Main];B[gg])(;W[gc];AB[aa];B[bb]TR[bb]))"


@ways
def test_a_tree_is_what_its_file_is(way: Callable[[Any], Any]) -> None:
    tree = parse_game(SGF)
    again = way(tree)
    assert again is not tree
    assert again.write() == tree.write()
    tree.root.children[0].comment = "Changed"
    assert again.root.children[0].comment == ""


@ways
def test_a_tree_of_a_long_game_and_its_nodes(way: Callable[[Any], Any]) -> None:
    tree = parse_game(f"(;SZ[9]{';B[];W[]' * (N_MOVES // 2)})")
    *_, node = tree.nodes()
    assert node.number == N_MOVES
    assert way(tree).write() == tree.write()
    assert way(node).number == node.number


@ways
def test_a_node_and_a_cursor_stay_in_a_variation(way: Callable[[Any], Any]) -> None:
    node = parse_game(SGF).root.children[0].children[1].children[0]
    again, cursor = way(node), way(Cursor(node.tree, node))
    assert (again.position, again.number, again.tree.names) == (node.position, node.number, node.tree.names)
    assert cursor.node.position == node.position
    assert cursor.tree is cursor.node.tree
    taken_back = parse_game("(;SZ[9]RU[japanese]GNUGOPY[{}];B[ee];W[cc])").end
    taken_back.tree.current = taken_back.tree.root
    assert way(taken_back).position == taken_back.position


def test_the_game_of_a_number_is_kept() -> None:
    tree = parse_game(f"(;SZ[5];B[aa]){SGF}", 2)
    assert pickle.loads(pickle.dumps(tree)).names == tree.names


def test_losses_are_pickled_with_their_positions() -> None:
    losses = analyze_game(parse_game("(;SZ[5]KM[0];B[cc];W[bb])"))
    assert pickle.loads(pickle.dumps(losses)) == losses
