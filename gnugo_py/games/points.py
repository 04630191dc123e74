"""Sets of points as integers, one bit per point.

The point at (row, column) has the number `row * (size + 1) + column`. The bit after each row is never set,
so a shift cannot move a point from one row to the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import compress

from gnugo_py.games.checks import require_type
from gnugo_py.games.text import join_words
from gnugo_py.games.types import PLAYS, Move, Point, UserError, WrongTypeError

_ALL_SIZES = range(1, 27)
"""All board sizes that a game may have."""
_MAX_LISTED_NUMBERS = 5


def check_size(size: object, sizes: Sequence[int] = _ALL_SIZES) -> int:
    """Return a board size. Raise UserError if it is not one of `sizes`, or is not an integer."""
    require_type("size", size, int, "a whole number", WrongTypeError)
    assert isinstance(size, int)
    if size in sizes:
        return size
    is_huge = size.bit_length() > 64  # Python refuses to print very large integers
    shown = "a huge number" if is_huge else f"{size!r:.20}"
    raise UserError(f"the board has {format_number_choices(sizes)} lines per side, not {shown}")


def format_number_choices(numbers: Sequence[int]) -> str:
    """Return numbers as a phrase: `5, 7 or 9`, or `2 to 25` for a long range without gaps."""
    if len(numbers) > _MAX_LISTED_NUMBERS and len(numbers) == numbers[-1] - numbers[0] + 1:
        return f"{numbers[0]} to {numbers[-1]}"
    return join_words([str(number) for number in numbers], "or")


def point_at(row: int, column: int, size: int) -> Point:
    """Return the point in a row and column. Does not check that it is on the board."""
    return row * (size + 1) + column


def row_and_column(point: Point, size: int) -> tuple[int, int]:
    """Return the (row, column) of a point."""
    return divmod(point, size + 1)


@cache
def full_board(size: int) -> int:
    """Return the set of all points on a board.

    >>> f"{full_board(2):b}"
    '11011'
    """
    row = (1 << size) - 1
    return sum(row << number * (size + 1) for number in range(size))


def iter_points(points: int) -> Iterator[Point]:
    """Yield the points of a set in board order. Raise UserError if the number is negative.

    >>> list(iter_points(0b10110))
    [1, 2, 4]
    """
    if type(points) is not int:  # a quick test, as the searches call this often
        require_type("points", points, int, "a set of points")
    if points < 0:
        raise UserError("points is a set of points, which is never a negative number")
    while points:
        low = points & -points
        yield low.bit_length() - 1
        points ^= low


def first_point(points: int) -> Point:
    """Return the first point of a set that is not empty."""
    return (points & -points).bit_length() - 1


def point_set_from_points(points: Iterable[Point]) -> int:
    """Return the set of the given points."""
    result = 0
    for point in points:
        result |= 1 << point
    return result


def point_sets_by_sign(cells: Mapping[Point, str], signs: str) -> list[int]:
    """Return for each of some signs the set of the points that have it."""
    return [point_set_from_points(point for point, found in cells.items() if found == sign) for sign in signs]


def rectangle_point_set(one: Point, other: Point, size: int) -> int:
    """Return the set of points in a rectangle.

    one, other -- two opposite corners.
    size       -- the board size.

    >>> list(iter_points(rectangle_point_set(1, 6, 3))), list(iter_points(rectangle_point_set(5, 2, 3)))
    ([1, 2, 5, 6], [1, 2, 5, 6])
    """
    (row, column), (other_row, other_column) = divmod(one, size + 1), divmod(other, size + 1)
    top, bottom = sorted((row, other_row))
    left, right = sorted((column, other_column))
    line = ((1 << right - left + 1) - 1) << left
    return sum(line << row * (size + 1) for row in range(top, bottom + 1))


def points_near(point: Point, distance: int, size: int) -> int:
    """Return the set of the points that are at most some lines away from a point, in both directions."""
    row, column = divmod(point, size + 1)
    first = point_at(max(row - distance, 0), max(column - distance, 0), size)
    last = point_at(min(row + distance, size - 1), min(column + distance, size - 1), size)
    return rectangle_point_set(first, last, size)


def signs_by_point(signs: Mapping[str, int]) -> dict[Point, str]:
    """Return the sign of each point that has one, in board order.

    signs -- for each sign, the set of points that have it.

    >>> signs_by_point({"X": 0b10, "O": 0b101})
    {0: 'O', 1: 'X', 2: 'O'}
    """
    return dict(sorted((point, sign) for sign, points in signs.items() for point in iter_points(points)))


def rows_from_point_sets(size: int, signs: Mapping[str, int]) -> tuple[str, ...]:
    """Return a board as rows of signs, top row first.

    signs -- for each sign, the set of points that have it; all other points get a hyphen.
    """
    lines = [["-"] * (size + 1) for _ in range(size)]
    for sign, points in signs.items():
        for point in iter_points(points):
            lines[point // (size + 1)][point % (size + 1)] = sign
    return tuple("".join(line[:size]) for line in lines)


_BITS = bytes(code == ord("1") for code in range(256))


def plays(points: int) -> list[Move]:
    """Return the moves on the points of a set, in board order.

    >>> plays(0b101)
    [Play(points=(0,)), Play(points=(2,))]
    """
    return list(compress(PLAYS, f"{points:b}"[::-1].encode().translate(_BITS)))
