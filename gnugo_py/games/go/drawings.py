"""Boards of Go as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gnugo_py.games.board import Board
from gnugo_py.games.checks import checked, require_type
from gnugo_py.games.diagram import COLUMN_LETTERS, Diagram
from gnugo_py.games.go.rules import star_points
from gnugo_py.games.go.vertex import GO_BOARD_SIZES
from gnugo_py.games.points import check_size, point_at, rows_from_point_sets
from gnugo_py.games.types import Color, UserError

_SIDES = {"X": Color.BLACK, "O": Color.WHITE}
_EMPTY = "-.+"


@checked
def board_diagram(board: Board, marks: Mapping[str, int] | None = None) -> Diagram:
    """Return a board as a diagram: `X` black, `O` white, `-` empty, `+` an empty star point.

    marks -- for each other sign, the set of points that get it instead.
    """
    size = board.geometry.size
    layers = {"+": star_points(size), "X": board.black, "O": board.white}
    rows = rows_from_point_sets(size, {**layers, **(marks or {})})
    return Diagram(rows, tuple(COLUMN_LETTERS[:size]), tuple(str(size - row) for row in range(size)))


@checked
def parse_board(text: str) -> Board:
    """Parse a drawing of a board: `X` black, `O` white, `-`, `.` or `+` empty.

    text -- the drawing, either as `print` shows a position, with labels on all four sides, or without labels.
            The spaces between the signs may be left out there. Blank lines before and after are ignored.

    Raise UserError if the drawing has any other sign, the board is not square or its size is not 2 to 25, and
    TypeError if it is not text.
    """
    require_type("text", text, str, "a drawing of a board")
    lines = text.strip().splitlines()
    labels = "".join(lines[0].split()) if lines else ""
    is_labeled = len(lines) > 1 and labels and lines[0].split() == lines[-1].split()
    if is_labeled and COLUMN_LETTERS.startswith(labels):
        rows = _labeled_rows(lines[1:-1], len(labels))
    else:
        rows = tuple("".join(line.split()) for line in lines)
    board = Board.empty(check_size(len(rows), GO_BOARD_SIZES))
    for row, signs in enumerate(rows):
        if len(signs) != len(rows):
            raise UserError(
                f"line {row + 1} of the board has {len(signs)} points, but there are {len(rows)} lines"
            )
        for column, sign in enumerate(signs):
            if sign in _SIDES:
                board = board.with_stone(point_at(row, column, len(rows)), _SIDES[sign])
            elif sign not in _EMPTY:
                raise UserError(
                    f"line {row + 1} of the board: {sign[:10]!r} is not a valid sign; use X, O, - or +"
                )
    return board


def _labeled_rows(lines: Sequence[str], size: int) -> tuple[str, ...]:
    """Return the rows of a drawing without the labels beside them."""
    rows = [line.split() for line in lines]
    for words in rows:
        if len(words) != size + 2 or words[0] != words[-1]:
            raise UserError(f"not a row of the diagram: {' '.join(words)!r}")
    return tuple("".join(words[1:-1]) for words in rows)
