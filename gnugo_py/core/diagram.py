"""Boards as text: `format_diagram` draws a board, `parse_diagram` reads it back.

>>> diagram = Diagram(("X-", "-O"), ("A", "B"), ("2", "1"))
>>> print(format_diagram(diagram))
  A B
2 X - 2
1 - O 1
  A B
>>> parse_diagram(format_diagram(diagram)) == diagram
True
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeAlias, TypeVar

from gnugo_py.core.types import Point, UserError

Place: TypeAlias = "str | Point | tuple[int, int]"
"""A place on a board: a vertex such as `D4`, a point, or a (row, column) with row 0 at the top."""
_PlaceT = TypeVar("_PlaceT", bound=Place)

COLUMN_LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
"""The column labels of a Go board, which omit I."""


class Diagram(NamedTuple):
    """A board of one-character cells with labels.

    rows          -- one string per row, top row first, all of the same length.
    column_labels -- from left to right, one character each.
    row_labels    -- from top to bottom, right-aligned when drawn.
    slant         -- the number of half cells by which each row is shifted right relative to the row above.
    """

    rows: tuple[str, ...]
    column_labels: tuple[str, ...]
    row_labels: tuple[str, ...]
    slant: int = 0

    @property
    def is_chessboard(self) -> bool:
        """Whether the pieces stand on squares; such boards have lowercase labels, as in chess."""
        return not self.slant and self.column_labels[:1] == ("a",)

    def to_svg(self, marks: Mapping[_PlaceT, str] | None = None, title: str = "") -> str:
        """Return the board as an SVG picture.

        marks -- by vertex, point or (row, column), the sign to draw: a label of at most three characters,
                 `^` a triangle, `#` a square, `@` a ring, `x` a cross, `b` or `w` territory.
        title -- a description for software that cannot show pictures.

        Raise UserError or TypeError if a mark is not on the board.
        """
        from gnugo_py.core.svg import board_svg

        return board_svg(self, {self.cell(place): sign for place, sign in (marks or {}).items()}, title)

    def cell(self, place: Place) -> tuple[int, int]:
        """Return the (row, column) of a place. Raise UserError or TypeError if it is not on the board."""
        columns, rows = len(self.column_labels), len(self.rows)
        match place:
            case str():
                name = place.strip().casefold()
                cells = ((row, column) for row in range(rows) for column in range(columns))
                found = next((cell for cell in cells if cell_name(self, cell).casefold() == name), (-1, -1))
            case int():
                found = divmod(place, columns + 1)
            case (int(row), int(column)):
                found = row, column
            case _:
                raise TypeError(f"a place is a vertex such as 'D4' or a point, not {type(place).__name__}")
        if not (0 <= found[0] < rows and 0 <= found[1] < columns):
            raise UserError(f"{place!r:.20} is not on the board")
        return found

    def _repr_svg_(self) -> str:
        """Return the board as a picture for display in notebooks."""
        return self.to_svg()


def cell_name(diagram: Diagram, cell: tuple[int, int]) -> str:
    """Return the label of a cell, for example `D4`: its column label followed by its row label."""
    return diagram.column_labels[cell[1]] + diagram.row_labels[cell[0]]


def with_marks(diagram: Diagram, marks: Iterable[tuple[tuple[int, int], str]]) -> Diagram:
    """Return the diagram with signs placed on cells.

    marks -- pairs of a (row, column) and a sign; an empty sign leaves the cell unchanged.
    """
    rows = [list(row) for row in diagram.rows]
    for (row, column), sign in marks:
        if sign:
            rows[row][column] = sign
    return diagram._replace(rows=tuple("".join(row) for row in rows))


def format_diagram(diagram: Diagram) -> str:
    """Return the diagram as text with labels on all four sides and no trailing spaces."""
    width = max(len(label) for label in diagram.row_labels)
    gap = " " * (1 + diagram.slant)
    header = " " * width + gap + " ".join(diagram.column_labels)
    body = (
        " " * (diagram.slant * number) + f"{label:>{width}}{gap}{' '.join(row)}{gap}{label}"
        for number, (label, row) in enumerate(zip(diagram.row_labels, diagram.rows, strict=True))
    )
    return "\n".join([header, *body, " " * (diagram.slant * len(diagram.rows)) + header])


def parse_diagram(text: str) -> Diagram:
    """Parse a drawing made by `format_diagram`. Blank lines before and after it are ignored.

    Raise UserError if the text is not such a drawing.
    """
    drawn = text.strip("\n").splitlines()
    lines = [line.split() for line in drawn]
    if len(lines) < 3 or lines[0] != lines[-1]:
        raise UserError("a diagram must begin and end with the same line of column labels")
    body = lines[1:-1]
    for words in body:
        if len(words) != len(lines[0]) + 2 or words[0] != words[-1]:
            raise UserError(f"not a row of the diagram: {' '.join(words)!r}")
    rows = tuple("".join(words[1:-1]) for words in body)
    shift = _indentation(drawn[-1]) - _indentation(drawn[0])
    return Diagram(rows, tuple(lines[0]), tuple(words[0] for words in body), shift // len(rows))


def _indentation(line: str) -> int:
    return len(line) - len(line.lstrip())
