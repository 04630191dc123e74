"""Tests of life and death on small boards."""

from gnugo_py.games.board import Board
from gnugo_py.games.go.life import seki_stones, unconditional_life, unconditional_status
from gnugo_py.games.go.vertex import parse_vertex
from gnugo_py.games.types import Color
from tests.support.boards import board, vertices

TWO_EYES = """
- X - X O
X X X X O
O O O O O
- - - - -
- - - - -
"""


def test_a_group_with_two_eyes_is_unconditionally_alive() -> None:
    alive = unconditional_life(board(TWO_EYES), Color.BLACK)
    assert alive.alive == board(TWO_EYES).black
    assert vertices(alive.territory, 5) == ["A5", "C5"]


def test_a_group_with_one_large_eye_is_not_unconditionally_alive() -> None:
    drawn = board("- - X O\nX X X O\nO O O O\n- - - -")
    assert unconditional_life(drawn, Color.BLACK).alive == 0


def test_stones_in_an_unconditional_eye_are_dead() -> None:
    drawn = board("- X O - X\nX X X X X\n- - - - -\n- - - - -\n- - - - -")
    assert unconditional_status(drawn, parse_vertex("C5", 5)) == "dead"
    assert unconditional_status(drawn, parse_vertex("B5", 5)) == "alive"
    assert unconditional_status(drawn, parse_vertex("A5", 5)) == "black_territory"
    assert unconditional_status(drawn, parse_vertex("C1", 5)) == "undecided"


def seki(drawn: Board) -> int:
    return seki_stones(drawn, drawn.enclosed_points())


def test_two_groups_with_one_eye_each_and_common_liberties_are_in_seki() -> None:
    """Whoever plays on C3 or C4 lets the opponent capture; goscorer counts nothing here, either."""
    drawn = board("- X X O O\nX X - O -\nX X - O O\nX X X O O\nX X X O O")
    assert seki(drawn) == drawn.black | drawn.white


def test_two_eyes_that_only_connect_stones_are_no_life() -> None:
    """Black cannot play on A1 or C1, because White would answer at A3 or C3. OGS counts it as a seki, too."""
    drawn = board(
        """
        - - - - - - -
        - - - - - - -
        O O O O - - -
        X X X O - - -
        - X - X O - -
        X O X X O - -
        - O - X O - -
        """
    )
    assert seki(drawn) == drawn.black | drawn.chain(parse_vertex("B1", 7))


def test_a_tail_with_a_false_eye_is_not_in_seki() -> None:
    drawn = board(
        """
        - O X - - - - - -
        O O X X - - - - -
        X X - X - - - - -
        X - X O X X X X X
        X X O O O O O O O
        O O O - O - - - -
        - - O O O - - - -
        - - - - - - - - -
        - - - - - - - - -
        """
    )
    assert seki(drawn) == 0
