"""The random move, when no finder has anything."""

from __future__ import annotations

from functools import lru_cache

from gnugo_py.classic.chance import MODULUS, draw
from gnugo_py.classic.eyes import is_own_eye
from gnugo_py.classic.survey import Survey
from gnugo_py.games.contract import Point, Side
from gnugo_py.go.vertex import point_at

MOST_TRIES = 400
LEAST_LIBERTIES = 2


def random_move(survey: Survey, side: Side, value: int, seed: int) -> tuple[Point | None, int, int]:
    """A point drawn at random, how many draws of a point it took, and the random value after.

    A point is taken if it is empty, gives at least two liberties and is no own eye.  The 400th
    point is drawn but never taken: the engine then passes, and the point is None.
    """
    board = survey.board
    size = board.geometry.size
    for tries in range(1, MOST_TRIES):
        point, value = drawn_point(value, seed, size)
        if (
            survey.empty >> point & 1
            and survey.count(point, side) >= LEAST_LIBERTIES
            and not is_own_eye(board, point, side)
        ):
            return point, tries, value
    _, value = drawn_point(value, seed, size)
    return None, MOST_TRIES, value


@lru_cache(maxsize=2 * MODULUS)
def drawn_point(value: int, seed: int, size: int) -> tuple[Point, int]:
    """A point drawn at random, row first, and the random value after it."""
    row, value = axis(value, seed, size)
    column, value = axis(value, seed, size)
    return point_at(row, column, size), value


def axis(value: int, seed: int, size: int) -> tuple[int, int]:
    """A row or a column, and the random value after it: biased away from the outer lines and the centre."""
    value = draw(value, seed)
    line = value % size
    if _is_outer(line, size) or 5 < line < size - 6:
        value = draw(value, seed)
        line = value % size
        if _is_outer(line, size):
            value = draw(value, seed)
            line = value % size
    return line, value


def _is_outer(line: int, size: int) -> bool:
    return line < 2 or line > size - 3
