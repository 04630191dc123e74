"""Boards of Go as grids to draw."""

from __future__ import annotations

from collections.abc import Mapping

from gnugo_py.core.diagram import Grid, parse
from gnugo_py.core.types import Mistake, Side
from gnugo_py.go.board import Board, points_of
from gnugo_py.go.handicap import star_points
from gnugo_py.go.vertex import LETTERS, point_at, row_column

_SIDES = {"X": Side.BLACK, "O": Side.WHITE}
_EMPTY = "-.+"


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


def parse_board(text: str) -> Board:
    """The board of a drawing: `X` black, `O` white, `-`, `.` and `+` empty, spaces between them.

    text -- with the labels that `render` draws on all four sides, or without any.  Blank lines around it do
            not matter.

    Raises Mistake for another sign, a board that is not square, or a size there is no board of.
    """
    rows = [line.split() for line in text.strip().splitlines()]
    if rows and rows[0] == rows[-1] and "".join(rows[0]) == LETTERS[: len(rows[0])]:
        rows = [list(row) for row in parse(text).rows]
    board = Board.empty(len(rows))
    for row, signs in enumerate(rows):
        if len(signs) != len(rows):
            raise Mistake(
                f"line {row + 1} of the board has {len(signs)} points, but there are {len(rows)} lines"
            )
        for column, sign in enumerate(signs):
            if sign in _SIDES:
                board = board.put(point_at(row, column, len(rows)), _SIDES[sign])
            elif sign not in _EMPTY:
                raise Mistake(f"line {row + 1} of the board: {sign[:10]!r} is no sign; draw X, O, - or +")
    return board
