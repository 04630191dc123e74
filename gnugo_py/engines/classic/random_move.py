"""The original's idea of an own eye (`fioe`)."""

from __future__ import annotations

from functools import lru_cache

from gnugo_py.core.bitboard import points_of
from gnugo_py.core.types import Point, Side
from gnugo_py.engines.classic.memory import MODULUS, draw
from gnugo_py.engines.classic.survey import Survey
from gnugo_py.games.go.board import Board
from gnugo_py.games.go.vertex import point_at


def own_eyes(board: Board, side: Side) -> int:
    """The empty points next to which there is nothing but stones of `side`.  Diagonals do not count."""
    stride, others = board.geometry.stride, board.geometry.full & ~board.stones(side)
    return board.vacant & ~(others << 1 | others >> 1 | others << stride | others >> stride)


MOST_TRIES, STRIDE = 400, 20
LEAST_LIBERTIES = 2


def random_move(survey: Survey, side: Side, value: int, seed: int) -> tuple[Point | None, int, int]:
    """A point drawn at random, how many draws of a point it took, and the random value after.

    A point is taken if it is `acceptable`.  The 400th point is drawn but never taken: the engine
    then passes, and the point is None.
    """
    wanted, size = acceptable(survey, side), survey.geometry.size
    if 0 < value < MODULUS:  # a prime: from here the value never becomes 0 and asks for the seed
        seed = 0
    for start in range(0, MOST_TRIES, STRIDE):
        points, later = drawn_points(value, seed, size)
        if not wanted & points:
            value = later
            continue
        for tries in range(start + 1, start + STRIDE + 1):
            point, value = drawn_point(value, seed, size)
            if wanted >> point & 1 and tries < MOST_TRIES:
                return point, tries, value
    return None, MOST_TRIES, value


def acceptable(survey: Survey, side: Side) -> int:
    """The points the random move may be on: empty, with two liberties at least, and no own eyes.

    Beside two empty points, or beside a chain with three liberties, there are always two; beside
    less than two and no chain, never.
    """
    board, empty = survey.board, survey.empty
    stride = board.geometry.stride
    east, west, south, north = empty << 1, empty >> 1, empty << stride, empty >> stride
    enough = east & west | (east | west) & (south | north) | south & north
    sound, doubtful = board.stones(side), 0
    for chain in survey.weak[side]:
        if chain.count <= LEAST_LIBERTIES:
            sound ^= chain.stones
            doubtful |= chain.liberties
    enough |= sound << 1 | sound >> 1 | sound << stride | sound >> stride
    doubtful &= ~enough
    for point in points_of(doubtful):
        if survey.count(point, side) >= LEAST_LIBERTIES:
            enough |= 1 << point
    return enough & empty & ~own_eyes(board, side)


@lru_cache(maxsize=2 * MODULUS)
def drawn_point(value: int, seed: int, size: int) -> tuple[Point, int]:
    """A point drawn at random, row first, and the random value after it."""
    row, value = axis(value, seed, size)
    column, value = axis(value, seed, size)
    return point_at(row, column, size), value


@lru_cache(maxsize=2 * MODULUS)
def drawn_points(value: int, seed: int, size: int) -> tuple[int, int]:
    """The set of the next `STRIDE` points drawn at random, and the random value after them."""
    points = 0
    for _ in range(STRIDE):
        point, value = drawn_point(value, seed, size)
        points |= 1 << point
    return points, value


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
