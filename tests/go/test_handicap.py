import pytest

from gnugo_py.games.contract import Side
from gnugo_py.go.handicap import customary_stones, handicap_stones, star_points, stones_1989
from gnugo_py.go.position import GoPosition
from gnugo_py.go.vertex import format_vertex


def named(points: tuple[int, ...], size: int) -> list[str]:
    return [format_vertex(point, size) for point in points]


@pytest.mark.parametrize("count", range(18))
def test_the_original_puts_down_as_many_stones_as_asked(count: int) -> None:
    assert len(set(stones_1989(count))) == count


def test_six_and_eight_stones_of_1989_leave_the_centre_free() -> None:
    with_centre = [count for count in range(18) if "K10" in named(stones_1989(count), 19)]
    assert with_centre == [5, 7, *range(9, 18)]


def test_three_stones_of_1989() -> None:
    assert named(stones_1989(3), 19) == ["D16", "Q4", "Q16"]


@pytest.mark.parametrize(
    ("size", "count", "stones"),
    [
        (19, 2, ["D4", "Q16"]),
        (19, 5, ["D4", "Q16", "D16", "Q4", "K10"]),
        (13, 4, ["D4", "K10", "D10", "K4"]),
        (9, 6, ["C3", "G7", "C7", "G3", "C5", "G5"]),
        (9, 7, ["C3", "G7", "C7", "G3", "C5", "G5", "E5"]),
    ],
)
def test_customary_stones(size: int, count: int, stones: list[str]) -> None:
    assert named(customary_stones(count, size), size) == stones


@pytest.mark.parametrize(("count", "size"), [(18, 19), (-1, 19), (10, 9), (-1, 13)])
def test_other_numbers_are_refused(count: int, size: int) -> None:
    with pytest.raises(ValueError, match="handicap"):
        handicap_stones(count, size)


def test_white_moves_first_in_a_handicap_game() -> None:
    assert GoPosition.start(19, handicap=0).to_move is Side.BLACK
    assert GoPosition.start(19, handicap=1).to_move is Side.WHITE


def test_star_points() -> None:
    assert [len(star_points(size)) for size in (3, 9, 13, 19)] == [0, 5, 5, 9]
