"""Boards as text: `render` draws a grid, `parse` reads the drawing back.

>>> grid = Grid(("X-", "-O"), ("A", "B"), ("2", "1"))
>>> print(render(grid))
  A B
2 X - 2
1 - O 1
  A B
>>> parse(render(grid)) == grid
True
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from gnugo_py.core.types import Mistake

LETTERS_WITHOUT_I = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
"""The columns of a board of Go, where I is left out."""


class Grid(NamedTuple):
    """A board of one-character cells.

    rows          -- one string a line, the top line first, all of one length.
    column_labels -- from left to right, one character each.
    row_labels    -- from top to bottom, right-aligned when drawn.
    slant         -- by how many half cells each row lies further right than the one above it.
    """

    rows: tuple[str, ...]
    column_labels: tuple[str, ...]
    row_labels: tuple[str, ...]
    slant: int = 0


def named(grid: Grid, cell: tuple[int, int]) -> str:
    """A cell as a person types it: its column's and its row's label."""
    return grid.column_labels[cell[1]] + grid.row_labels[cell[0]]


def marked(grid: Grid, marks: Iterable[tuple[tuple[int, int], str]]) -> Grid:
    """The grid with signs put on cells, (row, column); an empty sign changes nothing."""
    rows = [list(row) for row in grid.rows]
    for (row, column), sign in marks:
        if sign:
            rows[row][column] = sign
    return grid._replace(rows=tuple("".join(row) for row in rows))


def render(grid: Grid) -> str:
    """The grid with its labels on all four sides, lines joined, without trailing spaces."""
    width = max(len(label) for label in grid.row_labels)
    gap = " " * (1 + grid.slant)
    header = " " * width + gap + " ".join(grid.column_labels)
    body = (
        " " * (grid.slant * number) + f"{label:>{width}}{gap}{' '.join(row)}{gap}{label}"
        for number, (label, row) in enumerate(zip(grid.row_labels, grid.rows, strict=True))
    )
    return "\n".join([header, *body, " " * (grid.slant * len(grid.rows)) + header])


def parse(text: str) -> Grid:
    """The grid of a drawing that `render` made.  Blank lines around it do not matter.

    Raises Mistake if the text is no such drawing.
    """
    drawn = text.strip("\n").splitlines()
    lines = [line.split() for line in drawn]
    if len(lines) < 3 or lines[0] != lines[-1]:
        raise Mistake("a diagram begins and ends with the same line of column labels")
    body = lines[1:-1]
    for words in body:
        if len(words) != len(lines[0]) + 2 or words[0] != words[-1]:
            raise Mistake(f"not a line of this diagram: {' '.join(words)!r}")
    rows = tuple("".join(words[1:-1]) for words in body)
    shift = _indentation(drawn[-1]) - _indentation(drawn[0])
    return Grid(rows, tuple(lines[0]), tuple(words[0] for words in body), shift // len(rows))


def _indentation(line: str) -> int:
    return len(line) - len(line.lstrip())
