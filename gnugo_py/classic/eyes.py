"""The original's idea of an own eye (`fioe`)."""

from __future__ import annotations

from gnugo_py.core.types import Side
from gnugo_py.go.board import Board


def own_eyes(board: Board, side: Side) -> int:
    """The empty points next to which there is nothing but stones of `side`.  Diagonals do not count."""
    stride, others = board.geometry.stride, board.geometry.full & ~board.stones(side)
    return board.vacant & ~(others << 1 | others >> 1 | others << stride | others >> stride)
