"""What the boards of Hex, Amazons and Tanbo claim, checked by the rules."""

from __future__ import annotations

from typing import cast

from gnugo_py.core.bitboard import board_of, points_of
from gnugo_py.core.types import Play, Side
from gnugo_py.games.amazons.position import AmazonsPosition, reach
from gnugo_py.games.hex.position import HexPosition, joins_edges
from gnugo_py.games.tanbo.position import TanboPosition
from gnugo_py.lessons.lesson import Exercise

SIDES = {"X": Side.BLACK, "O": Side.WHITE}


def winning_cells(exercise: Exercise, words: list[str]) -> list[str]:
    """hex-wins: every move of Hex after which the opponent is lost, found by trying everything."""
    position = cast(HexPosition, exercise.position)
    side = position.to_move
    own, other = (position.white, position.black) if side else (position.black, position.white)
    known: dict[tuple[int, int, Side], bool] = {}
    return [
        f"{chr(97 + point % (position.size + 1))}{point // (position.size + 1) + 1}"
        for point in points_of(board_of(position.size) & ~(own | other))
        if _hex_won(own | 1 << point, other, side, point, position.size, known)
    ]


def _hex_won(
    own: int, other: int, side: Side, point: int, size: int, known: dict[tuple[int, int, Side], bool]
) -> bool:
    """Whether a side that has just played wins."""
    if joins_edges(1 << point, own, size, side):
        return True
    key = (own, other, side)
    if key not in known:
        known[key] = not any(
            _hex_won(other | 1 << reply, own, side.other, reply, size, known)
            for reply in points_of(board_of(size) & ~(own | other))
        )
    return known[key]


def root_taken(exercise: Exercise, words: list[str]) -> list[str]:
    """tanbo-takes SIDE: growing points after which a root of a side is gone."""
    position, side = cast(TanboPosition, exercise.position), SIDES[words[0]]
    found = []
    for move in position.legal_moves():
        assert isinstance(move, Play)
        after = position.play(move)
        if position.stones(side) & ~after.stones(side):
            found.append(_lettered(move.points[0], position.size))
    return found


def growing(exercise: Exercise, words: list[str]) -> list[str]:
    """growing SIDE: the growing points of a side."""
    position = cast(TanboPosition, exercise.position)
    return [_lettered(point, position.size) for point in points_of(position.growing(SIDES[words[0]]))]


def _lettered(point: int, size: int) -> str:
    row, column = divmod(point, size + 1)
    return f"{'ABCDEFGHJ'[column]}{size - row}"


def reached_by_queen(exercise: Exercise, words: list[str]) -> list[str]:
    """queen P: the squares a queen can move to."""
    position = cast(AmazonsPosition, exercise.position)
    column, row = ord(words[0][0]) - 97, position.size - int(words[0][1:])
    squares = reach(row * (position.size + 1) + column, position.vacant, position.size)
    stride = position.size + 1
    return [f"{chr(97 + point % stride)}{position.size - point // stride}" for point in squares]


def room(exercise: Exercise, words: list[str]) -> str:
    """room P: how many squares a queen of Amazons can come to, sooner or later."""
    position = cast(AmazonsPosition, exercise.position)
    stride = position.size + 1
    start = (position.size - int(words[0][1:])) * stride + ord(words[0][0]) - 97
    found, fresh = 0, [start]
    while fresh:
        for square in reach(fresh.pop(), position.vacant, position.size):
            if not found >> square & 1:
                found |= 1 << square
                fresh.append(square)
    return str(found.bit_count())
