"""The random move, and the original's definition of an own eye (`fioe`)."""

from __future__ import annotations

from functools import lru_cache

from gnugo_py.core.bitboard import iter_points, point_at
from gnugo_py.core.types import Color, Point
from gnugo_py.engines.classic.chains_and_liberties import Survey
from gnugo_py.engines.classic.memory import RANDOM_MODULUS, next_random
from gnugo_py.games.go.board import Board


def own_eyes(board: Board, color: Color) -> int:
    """Return the empty points whose neighbors are all stones of `color`. Diagonals do not count."""
    stride, others = board.geometry.stride, board.geometry.full & ~board.stones(color)
    return board.empty_points & ~(others << 1 | others >> 1 | others << stride | others >> stride)


MAX_RANDOM_MOVE_TRIES, _BATCH_SIZE = 400, 20
_MIN_LIBERTIES = 2


def random_move(survey: Survey, color: Color, value: int, seed: int) -> tuple[Point | None, int, int]:
    """Return a random point, the number of points drawn, and the random state afterwards.

    Points are drawn until one is in `random_move_candidates`. The 400th point is drawn but never used: the
    result is then None, and the engine passes.
    """
    wanted, size = random_move_candidates(survey, color), survey.geometry.size
    if 0 < value < RANDOM_MODULUS:  # it is prime, so the value never becomes 0 and the seed is not used
        seed = 0
    for start in range(0, MAX_RANDOM_MOVE_TRIES, _BATCH_SIZE):
        points, later = random_points(value, seed, size)
        if not wanted & points:
            value = later
            continue
        for tries in range(start + 1, start + _BATCH_SIZE + 1):
            point, value = random_point(value, seed, size)
            if wanted >> point & 1 and tries < MAX_RANDOM_MOVE_TRIES:
                return point, tries, value
    return None, MAX_RANDOM_MOVE_TRIES, value


def random_move_candidates(survey: Survey, color: Color) -> int:
    """Return the points where a random move is acceptable: empty, two or more liberties, and not an own eye.

    A stone next to two empty points, or next to a friendly chain with three liberties, always has two
    liberties. A stone next to fewer than two empty points and no friendly chain never has two.
    """
    board, empty = survey.board, survey.empty
    stride = board.geometry.stride
    east, west, south, north = empty << 1, empty >> 1, empty << stride, empty >> stride
    enough = east & west | (east | west) & (south | north) | south & north
    sound, doubtful = board.stones(color), 0
    for chain in survey.weak_chains[color]:
        if chain.count <= _MIN_LIBERTIES:
            sound ^= chain.stones
            doubtful |= chain.liberties
    enough |= sound << 1 | sound >> 1 | sound << stride | sound >> stride
    doubtful &= ~enough
    for point in iter_points(doubtful):
        if survey.count(point, color) >= _MIN_LIBERTIES:
            enough |= 1 << point
    return enough & empty & ~own_eyes(board, color)


@lru_cache(maxsize=2 * RANDOM_MODULUS)
def random_point(value: int, seed: int, size: int) -> tuple[Point, int]:
    """Return a random point, whose row is drawn first, and the random state afterwards."""
    row, value = random_row_or_column(value, seed, size)
    column, value = random_row_or_column(value, seed, size)
    return point_at(row, column, size), value


@lru_cache(maxsize=2 * RANDOM_MODULUS)
def random_points(value: int, seed: int, size: int) -> tuple[int, int]:
    """Return the set of the next `_BATCH_SIZE` random points, and the random state afterwards."""
    points = 0
    for _ in range(_BATCH_SIZE):
        point, value = random_point(value, seed, size)
        points |= 1 << point
    return points, value


def random_row_or_column(value: int, seed: int, size: int) -> tuple[int, int]:
    """Return a random row or column, and the random state afterwards.

    The outer lines and the center are less likely, because they are drawn again.
    """
    value = next_random(value, seed)
    line = value % size
    if _is_outer(line, size) or 5 < line < size - 6:
        value = next_random(value, seed)
        line = value % size
        if _is_outer(line, size):
            value = next_random(value, seed)
            line = value % size
    return line, value


def _is_outer(line: int, size: int) -> bool:
    return line < 2 or line > size - 3
