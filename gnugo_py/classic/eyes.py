"""The original's idea of an own eye (`fioe`)."""

from __future__ import annotations

from gnugo_py.games.contract import Point, Side
from gnugo_py.go.board import Board


def is_own_eye(board: Board, point: Point, side: Side) -> bool:
    """Whether every point next to an empty one holds a stone of `side`.  Diagonals do not count."""
    return not board.geometry.neighbours[point] & ~board.stones(side)
