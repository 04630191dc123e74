"""Tests of when the Go search passes: not while a move gains points, and at once when nothing is left."""

import pytest

from gnugo_py import GO, PASS, Color, GoPosition, Play, SearchEngine, read_game
from gnugo_py.games.types import Move
from tests.support.boards import played, position
from tests.support.paths import DATA

RIGHT = {
    "a_seki_is_left": {"F10"},
    "a_capture_of_23_points": {"H9"},
    "three_points_left": {"B2"},
    "a_corner_that_can_be_killed": {"B11", "A11", "A12"},
}
"""By file, the moves that are right."""


def in_file(name: str) -> GoPosition:
    position = read_game(DATA / "passing" / f"{name}.sgf").positions()[-1]
    assert isinstance(position, GoPosition)
    return position


def chosen(position: GoPosition, level: int, seed: int = 1) -> Move:
    return SearchEngine(GO, level, seed).choose(position).move


@pytest.mark.parametrize("name", RIGHT)
def test_a_weak_level_does_not_pass_while_a_move_gains_points(name: str) -> None:
    assert chosen(in_file(name), 2) is not PASS


def test_a_level_does_not_pass_only_because_all_points_look_settled() -> None:
    start = in_file("a_cut_among_settled_points")
    assert [seed for seed in (1, 2) if chosen(start, 3, seed) is PASS] == []


def test_a_stone_in_atari_is_not_settled() -> None:
    start = in_file("a_stone_in_atari")
    assert chosen(start, 3) is not PASS


@pytest.mark.slow
@pytest.mark.parametrize("level", [2, 6])
@pytest.mark.parametrize("name", RIGHT)
def test_no_level_passes_while_a_move_gains_points(name: str, level: int) -> None:
    start = in_file(name)
    assert [seed for seed in range(2) if chosen(start, level, seed) is PASS] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", RIGHT)
def test_the_highest_level_plays_a_move_that_gains_points(name: str) -> None:
    start = in_file(name)
    assert start.format_move(chosen(start, 9)) in RIGHT[name]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["a_seki_is_left", "a_capture_of_23_points", "three_points_left"])
def test_a_pass_is_not_answered_by_a_pass_while_a_move_gains_points(name: str) -> None:
    start = in_file(name)
    before = start.with_to_move(start.to_move.opponent)
    assert chosen(played(before, "pass"), 6) is not PASS


NEUTRAL = """
- - X O - - -
- X X O O - -
X X X O O O O
- X - - O - -
X X X O O O O
- X X O O - -
- - X O - - -
"""
"""Only C4 and D4 are left, which are neutral."""


def test_neutral_points_are_played_under_area_rules() -> None:
    start = played(position(NEUTRAL, Color.BLACK, "chinese"), "D4")
    assert start.format_move(chosen(start, 6)) == "C4"


@pytest.mark.parametrize("color", list(Color))
@pytest.mark.parametrize("level", [1, 6])
def test_after_a_pass_nobody_plays_inside_settled_territory(color: Color, level: int) -> None:
    start = played(position(NEUTRAL, color.opponent, "japanese"), "pass")
    for seed in range(3):
        move = chosen(start, level, seed)
        assert not isinstance(move, Play) or start.format_move(move) in ("C4", "D4")


FULL = """
- X X O -
X X X O O
X X X O O
X X X O O
- X X O -
"""
"""Only the eyes of both colors are left."""


@pytest.mark.parametrize("color", list(Color))
def test_a_color_without_a_useful_move_passes(color: Color) -> None:
    assert chosen(position(FULL, color, "chinese"), 2) is PASS


KO = """
O X O O O - - O -
- X X O O O X - O
- X X O O X O O O
O - X O X - X X X
X X X O X X X - X
O X X X X X - - -
- O O X O X - X X
O - O X O O X X -
- O O O O - O X -
"""
"""White captures at F6 in a ko, on which the life of the group above depends."""


@pytest.mark.parametrize("level", [3, 6])
def test_a_ko_that_decides_a_life_is_not_given_up_by_a_pass(level: int) -> None:
    start = played(position(KO, Color.WHITE, "chinese"), "F6")
    assert start.why_illegal("F7") is not None
    assert chosen(start, level) is not PASS
