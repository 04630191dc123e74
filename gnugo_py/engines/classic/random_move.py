"""The random move, and the original's definition of an eye (`fioe`)."""

from __future__ import annotations

from functools import lru_cache

from gnugo_py.core.bitboard import iter_points, point_at
from gnugo_py.core.types import Color, Point
from gnugo_py.engines.classic.chains_and_liberties import ChainSurvey
from gnugo_py.engines.classic.memory import RANDOM_MODULUS, next_random
from gnugo_py.games.go.board import Board


def single_point_eyes(board: Board, color: Color) -> int:
    """Return the empty points whose neighbors are all stones of `color`. Diagonals do not count."""
    stride, others = board.geometry.stride, board.geometry.full & ~board.stones(color)
    return board.empty_points & ~(others << 1 | others >> 1 | others << stride | others >> stride)


MAX_RANDOM_MOVE_TRIES, _BATCH_SIZE = 400, 20
_MIN_LIBERTIES = 2


def random_move(survey: ChainSurvey, color: Color, value: int, seed: int) -> tuple[Point | None, int, int]:
    """Return a random point, the number of points drawn, and the random state afterwards.

    Points are drawn until one is among the `random_move_candidates`. If the first 399 points are unsuitable,
    the 400th is drawn but not used; the result is then None, and the engine passes.
    """
    wanted, size = random_move_candidates(survey, color), survey.geometry.size
    if 0 < value < RANDOM_MODULUS:  # the modulus is prime, so the value never becomes 0; the seed is unused
        seed = 0
    for start in range(0, MAX_RANDOM_MOVE_TRIES, _BATCH_SIZE):
        points, later = next_random_point_set(value, seed, size)
        if not wanted & points:
            value = later
            continue
        for tries in range(start + 1, start + _BATCH_SIZE + 1):
            point, value = draw_random_point(value, seed, size)
            if wanted >> point & 1 and tries < MAX_RANDOM_MOVE_TRIES:
                return point, tries, value
    return None, MAX_RANDOM_MOVE_TRIES, value


def random_move_candidates(survey: ChainSurvey, color: Color) -> int:
    """Return the empty points where a stone of `color` has two or more liberties, except eyes of `color`.

    A stone next to at least two empty points, or next to a friendly chain with at least three liberties,
    always has two or more liberties. A stone next to fewer than two empty points and next to no friendly
    chain never does.
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
        if survey.liberty_count_after_move(point, color) >= _MIN_LIBERTIES:
            enough |= 1 << point
    return enough & empty & ~single_point_eyes(board, color)


@lru_cache(maxsize=2 * RANDOM_MODULUS)
def draw_random_point(value: int, seed: int, size: int) -> tuple[Point, int]:
    """Return a random point and the random state afterwards. The row is drawn before the column."""
    row, value = random_row_or_column(value, seed, size)
    column, value = random_row_or_column(value, seed, size)
    return point_at(row, column, size), value


@lru_cache(maxsize=2 * RANDOM_MODULUS)
def next_random_point_set(value: int, seed: int, size: int) -> tuple[int, int]:
    """Return the set of the next `_BATCH_SIZE` random points, and the random state afterwards."""
    points = 0
    for _ in range(_BATCH_SIZE):
        point, value = draw_random_point(value, seed, size)
        points |= 1 << point
    return points, value


def random_row_or_column(value: int, seed: int, size: int) -> tuple[int, int]:
    """Return a random row or column, and the random state afterwards.

    The outer lines and the center are less likely, because a draw that yields one of them is repeated.
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
