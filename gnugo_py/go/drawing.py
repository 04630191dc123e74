"""Boards of Go as grids to draw."""

from __future__ import annotations

from collections.abc import Mapping

from gnugo_py.games.diagram import Grid
from gnugo_py.go.board import Board, points_of
from gnugo_py.go.handicap import star_points
from gnugo_py.go.vertex import LETTERS, row_column


def board_grid(board: Board, marks: Mapping[str, int] | None = None) -> Grid:
    """A board as a grid: `X` black, `O` white, `-` empty, `+` a star point.

    marks -- other signs, and the sets of points that get them instead.
    """
    size = board.geometry.size
    rows = [["-"] * size for _ in range(size)]
    layers = {"+": sum(1 << point for point in star_points(size)), "X": board.black, "O": board.white}
    for sign, points in [*layers.items(), *(marks or {}).items()]:
        for point in points_of(points):
            row, column = row_column(point, size)
            rows[row][column] = sign
    labels = tuple(str(size - row) for row in range(size))
    return Grid(tuple("".join(row) for row in rows), tuple(LETTERS[:size]), labels)
