"""Boards as text, which `format_diagram` draws and `parse_diagram` reads back, and as SVG pictures.

The pictures use no external fonts and no scripts.  Stones, and only stones, are `<circle>` elements.

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

import re
from collections.abc import Iterable, Mapping
from math import sqrt
from typing import NamedTuple, TypeAlias, TypeVar

from gnugo_py.core.text import sanitize
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


_CELL = 30
"""The distance between adjacent points, in pixels."""
_MARGIN = 32
_WOOD, _LINE, _LABEL, _BLACK, _WHITE, _DARK_SQUARE, _ARROW = (
    *("#e6bf7a", "#4a3a20", "#4a3a20", "#181818", "#fbfbf8"),
    *("#cfa35d", "#7a2020"),
)
STONE_FILL_BY_SIGN = {"X": _BLACK, "O": _WHITE}
STONE_RADIUS = 0.47 * _CELL
_MAX_LABEL = 3

Cell = tuple[int, int]


_SVG_ROOT = re.compile(rb"<svg[\s/>]")
_MAX_PROLOG = 65_536
"""The maximum number of bytes before the root element of a picture."""


def is_svg_picture(content: bytes) -> bool:
    """Return whether the content of a file is XML with the root element `svg`."""
    rest = content[:_MAX_PROLOG].removeprefix(b"\xef\xbb\xbf").lstrip()
    while rest.startswith((b"<?", b"<!")):
        _, _, rest = rest.partition(b"-->" if rest.startswith(b"<!--") else b">")
        rest = rest.lstrip()
    return _SVG_ROOT.match(rest) is not None


class SvgBoardLayout(NamedTuple):
    """Where the cells of a board are in a picture.

    width, height -- the size of the picture in pixels.
    centers       -- the center of each cell, by row and column.
    """

    width: float
    height: float
    centers: tuple[tuple[tuple[float, float], ...], ...]


def board_svg(diagram: Diagram, marks: Mapping[Cell, str] | None = None, title: str = "") -> str:
    """Return a board as SVG.

    marks -- by (row, column), the sign to draw: a number or a label of at most three characters, or one of
             the markup signs: `^` a triangle, `#` a square, `@` a ring, `x` a cross, `b` and `w`
             territory.  Signs on stones have the opposite color.
    title -- a description for software that cannot show pictures, such as screen readers.
    """
    layout = svg_board_layout(diagram)
    signs = dict(marks or {})
    width, height = _number(layout.width), _number(layout.height)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' width="{width}" height="{height}" role="img">',
        f"<title>{_escaped(title)}</title>" if title else "",
        *empty_board_svg_elements(diagram, layout, [cell for cell, sign in signs.items() if len(sign) > 0]),
        *all_stone_svg_elements(diagram, layout),
        *(_mark(diagram, layout, cell, sign) for cell, sign in signs.items() if sign),
        "</svg>",
    ]
    return "\n".join(part for part in parts if part) + "\n"


def svg_board_layout(diagram: Diagram) -> SvgBoardLayout:
    """Return the layout of a board in a picture."""
    rows, columns = len(diagram.rows), len(diagram.column_labels)
    step = _CELL * sqrt(3) / 2 if diagram.slant else _CELL
    shift = diagram.slant * _CELL / 2
    centers = tuple(
        tuple(
            (_MARGIN + _CELL * (column + 0.5) + shift * row, _MARGIN + _CELL / 2 + step * row)
            for column in range(columns)
        )
        for row in range(rows)
    )
    width = 2 * _MARGIN + _CELL * columns + shift * (rows - 1)
    return SvgBoardLayout(width, 2 * _MARGIN + _CELL + step * (rows - 1), centers)


def empty_board_svg_elements(
    diagram: Diagram, layout: SvgBoardLayout, covered: Iterable[Cell] = ()
) -> list[str]:
    """Return the elements of an empty board with its labels.

    covered -- cells whose star points are omitted because a mark covers them.
    """
    parts = [f'<rect width="{_number(layout.width)}" height="{_number(layout.height)}" fill="{_WOOD}"/>']
    if diagram.slant:
        parts += _hexagons(layout)
    elif diagram.is_chessboard:
        parts += _squares(layout)
    else:
        parts += [_grid(layout), *_star_points(diagram, layout, set(covered))]
    return parts + _labels(diagram, layout)


def all_stone_svg_elements(diagram: Diagram, layout: SvgBoardLayout) -> list[str]:
    """Return the elements of the stones and of the arrows in Amazons."""
    parts = []
    for row, signs in enumerate(diagram.rows):
        for column, sign in enumerate(signs):
            x, y = layout.centers[row][column]
            if sign in STONE_FILL_BY_SIGN:
                parts.append(
                    f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{_number(STONE_RADIUS)}"'
                    f' fill="{STONE_FILL_BY_SIGN[sign]}" stroke="{_LINE}"/>'
                )
            elif sign == "#":
                parts.append(f'<rect class="arrow" {_square(x, y, _CELL * 0.32)} fill="{_ARROW}"/>')
    return parts


def _grid(layout: SvgBoardLayout) -> str:
    (left, top), (right, bottom) = layout.centers[0][0], layout.centers[-1][-1]
    lines = [f"M{_number(left)} {_number(row[0][1])}H{_number(right)}" for row in layout.centers]
    lines += [f"M{_number(x)} {_number(top)}V{_number(bottom)}" for x, _ in layout.centers[0]]
    return f'<path d="{"".join(lines)}" stroke="{_LINE}" fill="none"/>'


def _star_points(diagram: Diagram, layout: SvgBoardLayout, covered: set[Cell]) -> list[str]:
    return [
        f'<ellipse cx="{_number(x)}" cy="{_number(y)}" rx="3" ry="3" fill="{_LINE}"/>'
        for row, signs in enumerate(diagram.rows)
        for column, sign in enumerate(signs)
        if sign == "+" and (row, column) not in covered
        for x, y in [layout.centers[row][column]]
    ]


def _squares(layout: SvgBoardLayout) -> list[str]:
    parts = []
    for row, line in enumerate(layout.centers):
        for column, (x, y) in enumerate(line):
            fill = _DARK_SQUARE if (row + column) % 2 else _WOOD
            parts.append(f'<rect {_square(x, y, _CELL / 2)} fill="{fill}" stroke="{_LINE}"/>')
    return parts


def _hexagons(layout: SvgBoardLayout) -> list[str]:
    """Return the elements of the cells and edges of a Hex board; each edge has its player's color."""
    radius = _CELL / sqrt(3)
    corners = [(0.0, -radius), (_CELL / 2, -radius / 2), (_CELL / 2, radius / 2)]
    corners += [(-x, -y) for x, y in corners]
    parts = []
    for line in layout.centers:
        for x, y in line:
            points = " ".join(f"{_number(x + dx)},{_number(y + dy)}" for dx, dy in corners)
            parts.append(f'<polygon points="{points}" fill="none" stroke="{_LINE}"/>')
    first, last = layout.centers[0], layout.centers[-1]
    edges = [
        (_BLACK, [(x, y - radius - 2) for x, y in first]),
        (_BLACK, [(x, y + radius + 2) for x, y in last]),
        (_WHITE, [(line[0][0] - _CELL / 2 - 4, line[0][1]) for line in layout.centers]),
        (_WHITE, [(line[-1][0] + _CELL / 2 + 4, line[-1][1]) for line in layout.centers]),
    ]
    for color, path in edges:
        points = " ".join(f"{_number(x)},{_number(y)}" for x, y in path)
        parts.append(f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="4"/>')
    return parts


def _labels(diagram: Diagram, layout: SvgBoardLayout) -> list[str]:
    """Return the letters above and below the board, and the numbers beside it."""
    away = _CELL * (1.2 if diagram.slant else 0.95)
    parts = []
    for column, label in enumerate(diagram.column_labels):
        for line, side in ((layout.centers[0], -1), (layout.centers[-1], 1)):
            x, y = line[column]
            parts.append(_text(x, y + side * away, label, _LABEL, 13))
    for row, label in enumerate(diagram.row_labels):
        for (x, y), side in ((layout.centers[row][0], -1), (layout.centers[row][-1], 1)):
            parts.append(_text(x + side * away, y, label, _LABEL, 13))
    return parts


def _mark(diagram: Diagram, layout: SvgBoardLayout, cell: Cell, sign: str) -> str:
    """Return the element of a sign on a cell."""
    row, column = cell
    x, y = layout.centers[row][column]
    under = diagram.rows[row][column]
    color = {"X": _WHITE, "O": _BLACK}.get(under, _BLACK)
    half = _CELL * 0.24
    if sign == "^":
        points = f"{_number(x)},{_number(y - half)} {_number(x - half)},{_number(y + half)}"
        return _outline("polygon", f'points="{points} {_number(x + half)},{_number(y + half)}"', color)
    if sign == "#":
        return _outline("rect", _square(x, y, half), color)
    if sign == "@":
        place = f'cx="{_number(x)}" cy="{_number(y)}"'
        return _outline("ellipse", f'{place} rx="{_number(half)}" ry="{_number(half)}"', color)
    if sign == "x":
        lines = f"M{_number(x - half)} {_number(y - half)}L{_number(x + half)} {_number(y + half)}"
        lines += f"M{_number(x + half)} {_number(y - half)}L{_number(x - half)} {_number(y + half)}"
        return _outline("path", f'd="{lines}"', color)
    if sign in ("b", "w"):
        fill = _BLACK if sign == "b" else _WHITE
        return f'<rect {_square(x, y, _CELL * 0.15)} fill="{fill}"/>'
    label = sign[:_MAX_LABEL]
    text = _text(x, y, label, color, 16 - 2 * len(label))
    if under in STONE_FILL_BY_SIGN:
        return text
    return f'<rect {_square(x, y, _CELL * 0.36)} fill="{_WOOD}"/>{text}'


def _square(x: float, y: float, half: float) -> str:
    """Return the attributes of a square around a point; `half` is half the length of its sides."""
    side = _number(2 * half)
    return f'x="{_number(x - half)}" y="{_number(y - half)}" width="{side}" height="{side}"'


def _outline(name: str, attributes: str, color: str) -> str:
    return f'<{name} {attributes} fill="none" stroke="{color}" stroke-width="2"/>'


def _text(x: float, y: float, text: str, color: str, size: int) -> str:
    """Return a text element that is centered on a point."""
    return (
        f'<text x="{_number(x)}" y="{_number(y + size * 0.36)}" font-family="sans-serif" font-size="{size}"'
        f' text-anchor="middle" fill="{color}">{_escaped(text)}</text>'
    )


def _escaped(text: str) -> str:
    """Return text for an XML document, without the characters that XML forbids."""
    allowed = "".join(char for char in sanitize(text) if char not in "\ufffe\uffff")
    return allowed.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _number(value: float) -> str:
    """Return a coordinate in as few characters as possible."""
    return f"{value:.1f}".removesuffix(".0")
