"""Counting a board.

So far the original's own count; the board is taken as it stands, dead stones already off.
"""

from __future__ import annotations

from gnugo_py.games.contract import Side
from gnugo_py.go.board import Board


def coloured_1989(board: Board) -> Board:
    """The board with every empty point coloured as the original's count did (`findcolor`).

    In board order, on the board as coloured so far, each empty point looks north and south,
    past empty points, for a colour; if neither look meets one, west and east.  Two looks that
    agree, or one that alone meets a colour, decide; two that disagree leave the point neutral.
    A neutral point stays empty, and later looks pass through it.
    """
    geometry = board.geometry
    rows, columns = (-geometry.stride, geometry.stride), (-1, 1)
    for point in geometry.points:
        if board.at(point) is not None:
            continue
        seen = {_look(board, point, step) for step in rows} - {None}
        if not seen:
            seen = {_look(board, point, step) for step in columns} - {None}
        if len(seen) == 1:
            (side,) = seen
            assert side is not None
            board = board.put(point, side)
    return board


def _look(board: Board, point: int, step: int) -> Side | None:
    """The first colour met from a point in one direction, None at the end of the board."""
    full = board.geometry.full
    while (point := point + step) >= 0 and full >> point & 1:
        side = board.at(point)
        if side is not None:
            return side
    return None
