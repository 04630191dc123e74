"""Tests of what the Go search says of a move that touches no stones."""

import pytest

from gnugo_py import Color, GoPosition
from gnugo_py.games.points import iter_points
from tests.engines.search.test_go_mistakes import BETWEEN_WALLS
from tests.support.boards import position
from tests.support.reasons import effects, with_stones

BLACK, WHITE = Color


@pytest.mark.parametrize(
    ("black", "white", "vertex", "expected"),
    [
        ("", "", "D4", "It takes an empty corner."),
        ("", "", "B2", ""),
        ("", "D4", "C3", "It invades the corner."),
        ("", "D3", "C4", ""),
        ("", "D4", "F3", ""),
        ("", "K4", "K7", ""),
        ("D3", "", "G3", "It extends along the side."),
        ("D3", "F3", "G3", ""),
        ("D3", "H4", "G3", ""),
        ("D3", "", "E3", ""),
        ("D3", "", "G7", ""),
        ("D4", "", "C3", "It encloses the corner."),
        ("D4 K4", "", "C3", "It encloses the corner."),
        ("D4 B2", "", "C3", ""),
        ("D4", "B2", "C3", ""),
    ],
)
def test_places_have_their_names(black: str, white: str, vertex: str, expected: str) -> None:
    text = effects(with_stones(black, white, BLACK), vertex)
    assert text == expected or (not expected and "corner" not in text and "side" not in text)


@pytest.mark.parametrize(
    ("black", "white", "vertex", "expected"),
    [
        ("", "G7", "G8", "It attaches to White's stone at G7."),
        ("F7", "G7", "G8", "It bends around White's stone at G7."),
        ("F7", "G7 G8", "F8", "It extends from F7."),
        ("G7", "", "G9", "It jumps from G7."),
        ("G7", "", "H8", "It makes a diagonal move from G7."),
        ("G7", "", "G8", "It extends from G7."),
        ("G7 J7", "", "H7", "It joins the stones at G7 and J7."),
        ("G7 J7", "", "H8", "It makes a diagonal move from G7."),
        ("G7", "", "H9", "It makes a knight's move from G7."),
        ("G7", "", "J5", ""),
        ("G7", "G8", "G9", "It attaches to White's stone at G8."),
    ],
)
def test_a_move_without_other_effects_is_described_by_its_shape(
    black: str, white: str, vertex: str, expected: str
) -> None:
    assert effects(with_stones(black, white, BLACK), vertex) == expected


def test_a_corner_of_the_opponent_is_approached() -> None:
    start = GoPosition.start(19, "chinese").play("Q16")
    assert effects(start, "O17") == "It approaches the opponent's corner."
    assert effects(start, "R17") == "It invades the corner."
    assert "approaches" not in effects(start, "Q15")


def test_a_neutral_point_is_between_living_stones() -> None:
    start = position(BETWEEN_WALLS, BLACK, "japanese")
    alive = {
        **{start.format_point(point): 0.95 for point in iter_points(start.board.black)},
        **{start.format_point(point): -0.95 for point in iter_points(start.board.white)},
    }
    assert effects(start, "D5", alive) == "It fills a neutral point."
    assert "neutral" not in effects(start, "A7", alive)
    assert "neutral" not in effects(start, "D5", {**alive, "D7": 0.9, "E7": 0.9, "D6": 0.9, "G6": 0.9})


def test_a_point_that_leaves_stones_in_atari_is_not_neutral() -> None:
    """Black D5 would leave White's stone at D4 one liberty, D3."""
    drawn = BETWEEN_WALLS.replace("X X X O O O O\nX X X O O O -", "X X X O X - O\nX X X - O O -")
    start = position(drawn, BLACK, "japanese")
    alive = dict.fromkeys(map(start.format_point, iter_points(start.board.black)), 0.95)
    alive |= dict.fromkeys(map(start.format_point, iter_points(start.board.white)), -0.95)
    assert "neutral" not in effects(start, "D5", alive)
