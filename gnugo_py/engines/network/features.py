"""The input of the network: a position of Go as planes of zeros and ones.

The planes have the shape (14, size, size), with row 0 at the top and column 0 at the left. The weights in
this package expect these planes; weights for the first 12 can be used, too:

0      the stones of the color to move
1      the stones of the opponent
2      all points of the board
3-5    stones of chains with exactly one, two and three liberties
6      the point that simple ko forbids to the color to move
7-11   the points of the last five moves, the most recent first; empty for a pass or if there was no such move
12     stones of chains of both colors that are caught in a ladder; see `gnugo_py.games.go.ladders`
13     the points where the color to move catches a chain of two liberties in a ladder
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from gnugo_py.games.go.ladders import catching_points
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.types import Color, Play

INPUT_PLANE_COUNT = 14
PLANE_COUNT_WITHOUT_LADDERS = 12
_LAST_MOVES = 5


def input_planes(position: GoPosition, count: int = INPUT_PLANE_COUNT) -> NDArray[np.float32]:
    """Return the input planes of a position, as float32 of shape (count, size, size).

    count -- `INPUT_PLANE_COUNT`, or `PLANE_COUNT_WITHOUT_LADDERS` for the planes before the ladders.
    """
    board, color = position.board, position.to_move
    by_liberties, ladders = liberty_and_ladder_sets(position, count == INPUT_PLANE_COUNT)
    sets = [
        board.stones(color),
        board.stones(color.opponent),
        board.geometry.full,
        *by_liberties,
        ko_point_set(position),
        *recent_move_sets(position),
        *ladders,
    ]
    return sets_to_planes(sets, position.size)


def sets_to_planes(sets: Iterable[int], size: int) -> NDArray[np.float32]:
    """Return sets of points as arrays of zeros and ones, of shape (number of sets, size, size)."""
    length = (size * (size + 1) + 7) // 8
    data = np.frombuffer(b"".join([points.to_bytes(length, "little") for points in sets]), np.uint8)
    bits = np.unpackbits(data.reshape(-1, length), axis=1, count=size * (size + 1), bitorder="little")
    return bits.reshape(-1, size, size + 1)[:, :, :size].astype(np.float32)


def liberty_and_ladder_sets(position: GoPosition, reads_ladders: bool) -> tuple[list[int], list[int]]:
    """Return the sets of planes 3 to 5 and those of planes 12 and 13.

    reads_ladders -- whether to read ladders; without it there are no sets of planes 12 and 13.
    """
    board, by_liberties, caught, catching = position.board, [0, 0, 0], 0, 0
    for color in Color:
        for chain, liberties in board.chains_with_liberties(color):
            number = liberties.bit_count()
            if not 1 <= number <= 3:
                continue
            by_liberties[number - 1] |= chain
            if reads_ladders and number < 3 and (points := catching_points(board, color, chain, liberties)):
                caught |= chain
                if number == 2 and color is not position.to_move:
                    catching |= points
    return by_liberties, [caught, catching] if reads_ladders else []


def ko_point_set(position: GoPosition) -> int:
    """Return the set with the one point that simple ko forbids to the color to move, or 0 if there is none.

    This is the point where a single stone was just captured by a stone that forms a chain of its own and has
    no other liberty.
    """
    captured, move = position.last_single_capture[position.to_move], position.last_move
    if captured is None or not isinstance(move, Play):
        return 0
    board, (stone,) = position.board, move.points
    if board.color_at(stone) is not position.to_move.opponent:
        return 0
    is_ko = board.chain(stone) == 1 << stone and board.liberties(stone) == 1 << captured
    return 1 << captured if is_ko else 0


def recent_move_sets(position: GoPosition) -> list[int]:
    """Return the sets with the points of the last five moves, the most recent first."""
    result, now = [0] * _LAST_MOVES, position
    for number in range(_LAST_MOVES):
        if now.previous is None:
            break
        if isinstance(now.last_move, Play):
            result[number] = 1 << now.last_move.points[0]
        now = now.previous
    return result
