"""Tests of points that must be filled before the end."""

from gnugo_py.games.go.board import Board
from gnugo_py.games.go.life import points_to_protect
from gnugo_py.games.go.scoring import enclosed_points_by_color
from gnugo_py.games.types import Color
from tests.support.boards import board, vertices


def protected(drawn: Board) -> list[str]:
    """Return the points that Black must fill, as vertices."""
    black, white = enclosed_points_by_color(drawn)
    neutral = drawn.empty_points & ~(black | white)
    return vertices(points_to_protect(drawn, Color.BLACK, black, neutral), drawn.geometry.size)


def test_a_stone_that_loses_its_last_neutral_liberty_is_connected() -> None:
    """If White plays F1, Black must answer at D1."""
    drawn = board(
        """
        - X - X X O - O -
        X X X X O O O O O
        - X - X O - - - -
        X X X X O - - - -
        X - X X O O - - -
        X X X - X O - - -
        X - X X X O O - -
        X X X X O O - O O
        X - X - X - O O -
        """
    )
    assert protected(drawn) == ["D1"]


def test_a_chain_that_is_connected_twice_needs_no_protection() -> None:
    drawn = board("X X X X O\n- X - X O\nX X X X O\nO O O O O\n- O - O -")
    assert protected(drawn) == []
