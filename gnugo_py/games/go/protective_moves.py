"""Points of territory that their owner must fill before the end, in Japanese: teire.

When the neutral points are filled, a chain may lose its last liberty outside its territory.  If it is in
atari then, its owner must connect it.  Therefore, the point of this protective move is no territory.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import or_

from gnugo_py.games.go.board import Board
from gnugo_py.games.go.ladders import catching_points
from gnugo_py.games.points import iter_points
from gnugo_py.games.types import Color


def points_to_protect(board: Board, color: Color, territory: int, neutral: int) -> int:
    """Return the points of a color's territory that it must fill to keep its chains.

    The opponent moves first on the neutral points, and then both play in turn: the opponent where most points
    must be filled afterwards, the color where the fewest must.

    board     -- the board without dead stones.
    territory -- the territory of the color.
    neutral   -- the neutral points that can be filled, without those of sekis.
    """
    to_move = color.opponent
    while needed := _points_needed(board, color, territory, neutral):
        boards = [
            (_points_needed(after, color, territory, neutral).bit_count(), after)
            for after in _boards_after_move(board, neutral, to_move)
        ]
        if not boards:
            break
        best = min if to_move is color else max
        board = best(boards, key=lambda each: each[0])[1]
        to_move = to_move.opponent
    return needed


def _boards_after_move(board: Board, neutral: int, color: Color) -> Iterator[Board]:
    """Yield the boards after a stone of a color on a neutral point, where it captures nothing and is safe."""
    for point in iter_points(neutral & board.empty_points):
        after = board.with_stone(point, color)
        liberties = after.liberties(point)
        if (
            liberties & (liberties - 1)
            and not board.captures(point, color)
            and not catching_points(after, color, after.chain(point), liberties)
        ):
            yield after


def _points_needed(board: Board, color: Color, territory: int, neutral: int) -> int:
    """Return the points to fill if the opponent plays on all neutral points where a stone is safe."""
    filled = 0
    while True:
        board, answers = _after_answers(board, color, territory | neutral, territory)
        filled |= answers
        after = next(_boards_after_move(board, neutral, color.opponent), None)
        if after is None:
            return filled & territory
        board = after


def _after_answers(board: Board, color: Color, allowed: int, territory: int) -> tuple[Board, int]:
    """Return the board after a color has saved the chains in atari that it can save, and the points played.

    A move in the territory is made only if no other move saves as many chains.
    """
    played = 0
    while in_atari := _liberties_in_atari(board, color):
        options = [
            (len(_liberties_in_atari(after, color)), territory >> point & 1, point, after)
            for point in iter_points(allowed & reduce(or_, in_atari))
            for after in [board.with_stone(point, color).without_stones(board.captures(point, color))]
        ]
        best = min(options, default=None)
        if best is None or best[0] >= len(in_atari):
            break
        board, played = best[3], played | 1 << best[2]
    return board, played


def _liberties_in_atari(board: Board, color: Color) -> list[int]:
    """Return the last liberty of each chain in atari, and 0 for a chain without liberties."""
    return [
        liberties for _, liberties in board.chains_with_liberties(color) if not liberties & (liberties - 1)
    ]
