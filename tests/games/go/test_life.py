"""Tests of life and death on small boards."""

from hypothesis import given, settings
from hypothesis import strategies as st

from gnugo_py.core.types import Color
from gnugo_py.games.go.board import Board
from gnugo_py.games.go.life import seki_stones, unconditional_life, unconditional_status
from gnugo_py.games.go.playout import BLACK, EMPTY, WHITE, Playouts
from gnugo_py.games.go.scoring import enclosed_regions
from gnugo_py.games.go.vertex import parse_vertex
from tests.support.boards import board, vertices

TWO_EYES = """
- X - X O
X X X X O
O O O O O
- - - - -
- - - - -
"""


def test_two_eyes_are_unconditional_life() -> None:
    alive = unconditional_life(board(TWO_EYES), Color.BLACK)
    assert alive.alive == board(TWO_EYES).black
    assert vertices(alive.territory, 5) == ["A5", "C5"]


def test_one_large_eye_is_not() -> None:
    drawn = board("- - X O\nX X X O\nO O O O\n- - - -")
    assert unconditional_life(drawn, Color.BLACK).alive == 0


def test_stones_in_an_unconditional_eye_are_dead() -> None:
    drawn = board("- X O - X\nX X X X X\n- - - - -\n- - - - -\n- - - - -")
    assert unconditional_status(drawn, parse_vertex("C5", 5)) == "dead"
    assert unconditional_status(drawn, parse_vertex("B5", 5)) == "alive"
    assert unconditional_status(drawn, parse_vertex("A5", 5)) == "black_territory"
    assert unconditional_status(drawn, parse_vertex("C1", 5)) == "undecided"


SETTLED = """
- - - X O - - - -
- - - X O - - - -
- O - X O - X - -
- - - X O - - - -
- - - X O - - - -
- - - X O - - - -
- - - X O - - - -
- - - X O - - - -
- - - X O - - - -
"""


def test_random_games_end_with_every_point_owned_and_settled_points_untouched() -> None:
    drawn = board(SETTLED)
    west = sum(1 << point for point in drawn.geometry.points if point % 10 < 4)
    owners = Playouts(drawn, settled=west, seed=1).ownership(50, Color.BLACK)
    assert all(owners[point] == 50 for point in (3, 13, 23))
    assert owners[parse_vertex("B7", 9)] == -50


@settings(max_examples=30)
@given(st.integers(0, 10**6), st.sampled_from([2, 5, 9, 13, 16, 25]))
def test_random_games_keep_their_own_books(seed: int, size: int) -> None:
    """The liberties updated at each move equal those counted on the board."""
    game = Playouts(Board.empty(size), seed=seed)._start.copy()
    color = BLACK
    for _ in range(60):
        point = game._atari_reply(color) if game.has_new_atari else -1
        point = game._random_move(color) if point < 0 else point
        if point < 0:
            break
        game.play_stone(point, color)
        color = BLACK + WHITE - color
    drawn = Board.empty(size)
    for point in drawn.geometry.points:
        if game.colors[point] != EMPTY:
            drawn = drawn.with_stone(point, Color(game.colors[point] - 1))
    for point in drawn.geometry.points:
        if drawn.color_at(point) is not None:
            assert drawn.liberties(point), "a chain without liberties was left standing"
            assert game.liberties[game.chain_heads[point]] == drawn.liberties(point)
    assert game.stones == [drawn.empty_points, drawn.black, drawn.white]
    assert sorted(game.empty_list) == [p for p in drawn.geometry.points if drawn.color_at(p) is None]


def test_each_side_begins_every_other_random_game() -> None:
    """Either color captures all of the opponent's stones with the only move on the board."""
    drawn = board(
        """
        X X X O O
        X X X O O
        X X . O O
        X X O O O
        X X O O O
        """
    )
    begun_by = [
        sum(sum(Playouts(drawn, seed=seed).ownership(1, color)) for seed in range(40)) for color in Color
    ]
    assert begun_by[Color.BLACK] > begun_by[Color.WHITE] + 40 * 5


def seki(drawn: Board) -> int:
    return seki_stones(drawn, enclosed_regions(drawn))


def test_two_groups_with_one_eye_each_and_common_liberties_are_in_seki() -> None:
    """Whoever plays on C3 or C4 lets the opponent capture; goscorer counts nothing here, either."""
    drawn = board("- X X O O\nX X - O -\nX X - O O\nX X X O O\nX X X O O")
    assert seki(drawn) == drawn.black | drawn.white


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
