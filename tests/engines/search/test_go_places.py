"""Tests of what the Go search says of a move that touches no stones, and of what a move gains."""

import pytest

from gnugo_py import Color, GoPosition
from gnugo_py.engines.search.go_places import area_claim, gain_claim
from gnugo_py.games.go.move_facts import MoveFacts
from gnugo_py.games.go.vertex import parse_vertex
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
        ("G7 J7", "", "H8", "It links the stones at G7 and J7."),
        ("G7 H6", "", "H8", "It makes a diagonal move from G7."),
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


@pytest.mark.parametrize(("after", "expected"), [(-0.4, None), (0.2, "strengthens White's 2 stones at B4")])
def test_stones_that_stay_dead_are_not_strengthened(after: float, expected: str | None) -> None:
    start = position("- - - - -\n- O O - -\n- - - - -\n- - - - -\n- - - - -", WHITE, "chinese")
    before, then = (dict.fromkeys(iter_points(start.board.white), -share) for share in (-0.9, after))
    assert gain_claim(MoveFacts(start, parse_vertex("D3", 5)), before, then) == expected


@pytest.mark.parametrize(("before", "expected"), [(0.5, None), (0.2, "weakens White's 2 stones at B4")])
def test_stones_that_are_dead_already_are_not_weakened(before: float, expected: str | None) -> None:
    start = position("- - - - -\n- O O - -\n- - - - -\n- - - - -\n- - - - -", BLACK, "chinese")
    passed, then = (dict.fromkeys(iter_points(start.board.white), share) for share in (before, 0.9))
    assert gain_claim(MoveFacts(start, parse_vertex("D3", 5)), passed, then) == expected


@pytest.mark.parametrize(("gained", "expected"), [(0.0, None), (0.1, "secures Black's area")])
def test_an_area_is_secured_only_by_a_move_that_gains_there(gained: float, expected: str | None) -> None:
    start = GoPosition.start(5, "chinese")
    before, then = (dict.fromkeys(start.board.geometry.points, 0.5 + each) for each in (0.0, gained))
    assert area_claim(MoveFacts(start, parse_vertex("C3", 5)), before, then) == expected
