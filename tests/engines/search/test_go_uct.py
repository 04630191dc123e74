"""Tests of the search engine in Go: ladders, snapbacks, eyes."""

from random import Random

import pytest

from gnugo_py.core.types import Color, Play
from gnugo_py.engines.search.engine import SearchEngine
from gnugo_py.games.go.game import GO
from gnugo_py.games.go.ladder import ladder_captures, ladder_escapes
from gnugo_py.games.go.playout import PlayoutBoard
from gnugo_py.games.go.rules import preset
from gnugo_py.games.go.vertex import format_vertex, parse_vertex
from tests.support.boards import board, position, vertices

LADDER = """
- - - - X - - - -
- - - X O X - - -
- - - X O X - - -
- - - X O X - - -
- - - X O - - - -
- - - X - - - - -
- - - - - - - - -
- O - - - - - - -
- - O - - - - - -
"""


def game(drawing: str) -> PlayoutBoard:
    return PlayoutBoard(board(drawing), 0, Random(0))


def with_stone(drawing: str, vertex: str, sign: str) -> str:
    """Return a drawing with one more stone."""
    rows = [line.split() for line in drawing.strip().splitlines()]
    row, column = divmod(parse_vertex(vertex, len(rows)), len(rows) + 1)
    rows[row][column] = sign
    return "\n".join(" ".join(each) for each in rows)


def chosen(drawing: str, to_move: Color, komi: float = 7.0) -> str:
    """Return the move of level 5 in a drawn position."""
    rules = preset("chinese", 9)._replace(komi=komi)
    at = position(drawing, to_move, rules)
    move = SearchEngine(GO, 5, 1).choose(at, None).move
    assert isinstance(move, Play)
    return format_vertex(move.points[0], at.size)


def test_a_ladder_catches_where_nothing_stands_in_its_way() -> None:
    stone = parse_vertex("E5", 9)
    assert "F5" in vertices(ladder_captures(game(LADDER), stone), 9)
    assert "F5" not in vertices(ladder_captures(game(with_stone(LADDER, "G3", "O")), stone), 9)


def test_a_chain_in_a_ladder_escapes_to_a_friend_alone() -> None:
    stone, begun = parse_vertex("E5", 9), with_stone(LADDER, "F5", "X")
    assert ladder_escapes(game(begun), stone) == 0
    assert vertices(ladder_escapes(game(with_stone(begun, "G3", "O")), stone), 9) == ["E4"]


def test_a_chain_escapes_by_taking_one_of_those_that_chase_it() -> None:
    drawn = """
    - - - X - - -
    - - X O X - -
    - - X O X O -
    - - - X O O -
    - - - - - - -
    - - - - - - -
    - - - - - - -
    """
    stone = parse_vertex("D5", 7)
    assert vertices(ladder_escapes(game(drawn), stone), 7) == []
    assert vertices(ladder_escapes(game(with_stone(drawn, "F6", "O")), stone), 7) == ["E7"]


def test_the_player_does_not_run_in_a_ladder() -> None:
    assert chosen(with_stone(LADDER, "F5", "X"), Color.WHITE) != "E4"


def test_the_player_catches_what_cannot_run() -> None:
    drawn = """
    - - X O O O -
    X X X O X X -
    X O O O X - -
    X X O - - - -
    O X X - - - -
    O O X - - - -
    - O X - - - -
    """
    assert vertices(ladder_captures(game(drawn), parse_vertex("D7", 7)), 7) == ["D4", "G7"]
    assert chosen(drawn, Color.BLACK) == "D4"


THREE = """
- - - O X - -
O O O O X - -
X X X X X - -
- - - - - - -
O O O O O O O
- - O - - O -
- - - - - - O
"""


@pytest.mark.parametrize(("to_move", "komi"), [(Color.BLACK, -12), (Color.WHITE, -12)])
def test_the_player_finds_the_point_that_makes_two_eyes(to_move: Color, komi: float) -> None:
    assert chosen(THREE, to_move, komi) == "B7"


@pytest.mark.parametrize(
    ("drawing", "throw_in"),
    [
        ("- O O - -\nX X X O O\n- X X X O\nO O X X X\n- O O X X", "D5"),
        ("O O O O X\n- O O - X\nX O X - X\nO - - X X\nO O O X X", "B2"),
        ("- - O O O\nO O X X O\nO O X X O\nX X X X -\nX X - O O", "B5"),
    ],
)
def test_the_player_throws_in_a_stone_to_take_more(drawing: str, throw_in: str) -> None:
    assert chosen(drawing, Color.BLACK, komi=0.5) == throw_in
