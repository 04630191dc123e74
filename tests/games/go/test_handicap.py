from collections.abc import Iterable

import pytest

from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.rules import (
    fixed_handicap_points,
    free_handicap_points,
    new_game_handicap_points,
    rules_preset,
    star_points,
)
from gnugo_py.games.go.vertex import format_vertex, parse_vertex
from gnugo_py.games.points import iter_points, row_and_column
from gnugo_py.games.types import Color


def named(points: Iterable[int], size: int) -> list[str]:
    return [format_vertex(point, size) for point in points]


@pytest.mark.parametrize("count", range(18))
def test_the_original_puts_down_as_many_stones_as_asked(count: int) -> None:
    assert len(set(new_game_handicap_points(count, 19))) == count


def test_six_and_eight_stones_of_1989_leave_the_center_free() -> None:
    with_centre = [count for count in range(18) if "K10" in named(new_game_handicap_points(count, 19), 19)]
    assert with_centre == [5, 7, *range(9, 18)]


def test_three_and_four_stones_of_1989() -> None:
    assert named(new_game_handicap_points(3, 19), 19) == ["D16", "Q4", "Q16"]
    assert named(new_game_handicap_points(4, 19), 19) == ["D16", "Q4", "Q16", "D4"]


def test_handicap_is_on_the_customary_points_of_other_boards() -> None:
    assert new_game_handicap_points(0, 13) == ()
    assert [new_game_handicap_points(count, 13) for count in range(2, 10)] == [
        fixed_handicap_points(count, 13) for count in range(2, 10)
    ]


@pytest.mark.parametrize(("size", "stone"), [(19, "D16"), (13, "D4"), (9, "C3"), (5, "C3"), (2, "B1")])
def test_one_handicap_stone_is_on_the_board_when_white_begins(size: int, stone: str) -> None:
    start = GoPosition.start(size, "chinese", handicap=1)
    assert named(iter_points(start.board.black), size) == [stone]
    assert (start.to_move, start.rules.handicap_bonus) == (Color.WHITE, 0)


@pytest.mark.parametrize(
    ("size", "count", "stones"),
    [(5, 2, ["C3", "B2"]), (6, 4, ["D3", "B2", "E5", "B5"]), (2, 3, ["B1", "A1", "B2"]), (9, 80, 9)],
)
def test_stones_go_on_good_points_of_any_board(size: int, count: int, stones: list[str] | int) -> None:
    placed = named(free_handicap_points(count, size), size)
    assert stones in (placed, len(placed))


def test_seventeen_stones_of_1989_look_the_same_from_all_sides() -> None:
    stones = {row_and_column(point, 19) for point in new_game_handicap_points(17, 19)}
    assert stones == {(column, 18 - row) for row, column in stones}
    assert stones == {(column, row) for row, column in stones}


@pytest.mark.parametrize(
    ("size", "count", "stones"),
    [
        (19, 2, ["D4", "Q16"]),
        (19, 5, ["D4", "Q16", "D16", "Q4", "K10"]),
        (13, 4, ["D4", "K10", "D10", "K4"]),
        (9, 6, ["C3", "G7", "C7", "G3", "C5", "G5"]),
        (9, 7, ["C3", "G7", "C7", "G3", "C5", "G5", "E5"]),
        (7, 4, ["C3", "E5", "C5", "E3"]),
        (8, 3, ["C3", "F6", "C6"]),
        (24, 4, ["D4", "V21", "D21", "V4"]),
        (25, 5, ["D4", "W22", "D22", "W4", "N13"]),
    ],
)
def test_fixed_handicap_stones_are_on_the_customary_points(size: int, count: int, stones: list[str]) -> None:
    assert named(fixed_handicap_points(count, size), size) == stones


@pytest.mark.parametrize(("count", "size"), [(18, 19), (-1, 19), (10, 9), (-1, 13), (5, 7), (5, 8), (2, 6)])
def test_other_numbers_are_refused(count: int, size: int) -> None:
    with pytest.raises(ValueError, match="handicap"):
        new_game_handicap_points(count, size)


def test_white_moves_first_in_a_handicap_game() -> None:
    assert GoPosition.start(19, "gnugo-1.1", handicap=0).to_move is Color.BLACK
    assert GoPosition.start(19, "gnugo-1.1", handicap=1).to_move is Color.WHITE


@pytest.mark.parametrize("point", [-1, 9, 89, 90, 10**6])
def test_handicap_stones_off_the_board_are_refused(point: int) -> None:
    with pytest.raises(ValueError, match="different points of the board"):
        GoPosition.start_with_handicap([point], 9, rules_preset("chinese", 9))


def test_handicap_stones_go_on_any_points_but_none_twice() -> None:
    corners = [parse_vertex(vertex, 9) for vertex in ("A9", "J9", "A1", "J1")]
    assert GoPosition.start_with_handicap(corners, 9, rules_preset("chinese", 9)).board.black.bit_count() == 4
    with pytest.raises(ValueError, match="different points of the board"):
        GoPosition.start_with_handicap([corners[0], corners[0]], 9, rules_preset("chinese", 9))


def test_star_points() -> None:
    stars = {6: 0, 7: 4, 8: 4, 9: 5, 13: 5, 14: 4, 15: 9, 19: 9, 24: 4, 25: 9}
    assert {size: star_points(size).bit_count() for size in stars} == stars
