"""Tests of races that are counted without reading."""

import pytest

from gnugo_py.games.go.races import describe_race
from gnugo_py.games.go.vertex import parse_vertex
from gnugo_py.games.registry import words_of
from gnugo_py.games.types import Color
from tests.support.boards import board, position

WALL = """
O O O O O X X X X
O - O - O X - X -
O O O O O X X X X
"""


def sentence(rows: str, to_move: Color) -> str:
    """Return the sentence about the chain on A9 of a board of which six rows are given."""
    return describe_race(board(rows.strip() + WALL), parse_vertex("A9", 9), to_move).partition(": ")[2]


EVEN = """
X X X X - O O O O
X X X X O O O O O
X X X X O O O O O
X X X X O O O O O
X X X X O O O O O
- O O O X X X X -
"""


@pytest.mark.parametrize("color", Color)
def test_the_color_that_moves_first_wins_an_even_race(color: Color) -> None:
    assert sentence(EVEN, color) == f"{color} moves first and wins it."


def test_the_chain_with_more_outside_liberties_is_ahead() -> None:
    rows = EVEN.replace("- O O O X X X X -", "- O - O X X X X -")
    assert sentence(rows, Color.WHITE) == "Black is ahead."


def test_common_liberties_without_a_difference_make_a_seki() -> None:
    rows = EVEN.replace("X X X X O O O O O", "X X X X - O O O O", 1)
    assert sentence(rows, Color.BLACK) == "it is a seki."
    assert sentence(rows, Color.WHITE) == "it is a seki."


def test_a_race_is_among_the_facts_about_a_stone() -> None:
    facts = words_of(position(EVEN.strip() + WALL, Color.WHITE)).point_facts(parse_vertex("A9", 9))
    race = "Black's chain A9 and White's chain F9 are in a race (1 liberty against 1, 1 common)"
    assert facts[-1] == f"{race}: White moves first and wins it."


THREE_CHAINS = """
- O - X - O - O X
O O O X O O O O X
X X X O O X X X X
- - X X X X - - -
"""


@pytest.mark.parametrize("vertex", ["B9", "D9", "F9"])
def test_three_chains_are_in_no_race(vertex: str) -> None:
    """If White takes a liberty of D9 at E9, Black captures the chain at F9."""
    drawn = board(THREE_CHAINS.strip() + "\n- - - - - - - - -" * 5)
    assert describe_race(drawn, parse_vertex(vertex, 9), Color.WHITE) == ""


def test_chains_with_two_eyes_are_in_no_race() -> None:
    rows = EVEN.replace("X X X X O O O O O", "X - X X O O O O O", 1).replace("X X X X - O", "- X X X - O")
    assert describe_race(board(rows.strip() + WALL), parse_vertex("B9", 9), Color.BLACK) == ""


def test_a_chain_whose_eye_other_stones_of_its_color_border_is_in_no_race() -> None:
    """White at C9 takes the two stones at C8, and the eye is gone."""
    drawn = """
    - X - X - - - - -
    - O X O O X - - -
    - O X O - X O - -
    - O O X X X - O -
    - - O O X - X - -
    - X O O X O X - -
    - X O X O O O X -
    O X O X - O X X -
    X X X - - O O X -
    """
    start = board(drawn)
    assert describe_race(start, parse_vertex("D9", 9), Color.BLACK) == ""


NAKADE = """
X X X X - - + - -
O O O O X - - - -
- X - O X - - - -
"""
SEKI = """
X X X X X X X - -
O O O O O O X - -
- X X X - O X - -
"""


def below(rows: str) -> str:
    """Return a board of which the three lowest rows are given."""
    return "- - - - - - - - -\n" * 6 + rows.strip()


@pytest.mark.parametrize("color", Color)
def test_a_stone_in_the_eye_space_of_the_other_chain_makes_no_seki(color: Color) -> None:
    """White moves first and has two eyes at A1 or C1; a count of liberties would say seki."""
    assert describe_race(board(below(NAKADE)), parse_vertex("B1", 9), color) == ""


@pytest.mark.parametrize("color", Color)
def test_a_seki_inside_an_eye_space_is_named_if_a_reading_confirms_it(color: Color) -> None:
    assert describe_race(board(below(SEKI)), parse_vertex("B1", 9), color).endswith(": it is a seki.")


def test_a_group_that_can_be_captured_from_within_is_no_seki() -> None:
    """White's two stones make Black's room a dead shape."""
    drawn = below(
        """
        X X X X O - - - -
        X O O X O - - - -
        X - - X O - - - -
        """
    )
    assert "seki" not in describe_race(board(drawn), parse_vertex("B2", 9), Color.BLACK)
