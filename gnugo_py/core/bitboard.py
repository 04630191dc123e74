"""Sets of points as integers, a bit a point, on boards whose rows are one longer than they are wide.

The point of (row, column) is row * (size + 1) + column; the bit after each row is never set, so that a
shift cannot carry a point from one row into the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from gnugo_py.core.types import Point


@cache
def board_of(size: int) -> int:
    """The set of all points of a board.

    >>> f"{board_of(2):b}"
    '11011'
    """
    row = (1 << size) - 1
    return sum(row << number * (size + 1) for number in range(size))


def points_of(points: int) -> Iterator[Point]:
    """The points of a set, in board order.

    >>> list(points_of(0b10110))
    [1, 2, 4]
    """
    while points:
        low = points & -points
        yield low.bit_length() - 1
        points ^= low


def set_of(points: Iterable[Point]) -> int:
    """The set of some points."""
    found = 0
    for point in points:
        found |= 1 << point
    return found


def rectangle(one: Point, other: Point, size: int) -> int:
    """The set of the points of a rectangle, given two opposite corners.

    >>> list(points_of(rectangle(1, 6, 3))), list(points_of(rectangle(5, 2, 3)))
    ([1, 2, 5, 6], [1, 2, 5, 6])
    """
    (row, column), (other_row, other_column) = divmod(one, size + 1), divmod(other, size + 1)
    top, bottom = sorted((row, other_row))
    left, right = sorted((column, other_column))
    line = ((1 << right - left + 1) - 1) << left
    return sum(line << row * (size + 1) for row in range(top, bottom + 1))


def rows_of(size: int, signs: Mapping[str, int], empty: str = "-") -> tuple[str, ...]:
    """A board as rows of signs, top row first; `signs` says which sets of points have which sign."""
    lines = [[empty] * (size + 1) for _ in range(size)]
    for sign, points in signs.items():
        for point in points_of(points):
            lines[point // (size + 1)][point % (size + 1)] = sign
    return tuple("".join(line[:size]) for line in lines)
