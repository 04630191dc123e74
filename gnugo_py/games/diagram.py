"""Boards as text, and as SVG pictures.

The pictures use no external fonts and no scripts.  Stones, and only stones, are `<circle>` elements.

>>> diagram = Diagram(("X-", "-O"), ("A", "B"), ("2", "1"))
>>> print(format_diagram(diagram))
  A B
2 X - 2
1 - O 1
  A B
"""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Iterable, Mapping
from math import sqrt
from typing import Literal, NamedTuple, TypeAlias, TypeVar

from gnugo_py.games.checks import checked, checked_methods
from gnugo_py.games.text import display_width, sanitize
from gnugo_py.games.types import Mark, Point, UserError

Place: TypeAlias = "str | Point | tuple[int, int]"
"""A place on a board: a vertex such as `D4`, a point, or a (row, column) with row 0 at the top."""
_PlaceT = TypeVar("_PlaceT", bound=Place)

COLUMN_LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
"""The column labels of a Go board, which omit I."""


@checked_methods("__new__")
class Diagram(NamedTuple):
    """A board of one-character cells with labels.

    rows          -- one string per row, top row first, all of the same length.
    column_labels -- from left to right, one character each.
    row_labels    -- from top to bottom, right-aligned when drawn.
    slant         -- the number of half cells by which each row is shifted right relative to the row above.
    region        -- the rows and columns that text and screens show, None for all.
    """

    rows: tuple[str, ...]
    column_labels: tuple[str, ...]
    row_labels: tuple[str, ...]
    slant: int = 0
    region: tuple[range, range] | None = None

    @property
    def shown(self) -> tuple[range, range]:
        """The rows and columns that are shown."""
        return self.region or (range(len(self.row_labels)), range(len(self.column_labels)))

    @property
    def pattern(self) -> Literal["lines", "squares", "hexagons"]:
        """What the board consists of. If it has squares, its labels are lowercase, as in chess."""
        if self.slant:
            return "hexagons"
        return "squares" if self.column_labels[:1] == ("a",) else "lines"

    def to_svg(
        self, marks: Mapping[_PlaceT, str | Mark] | None = None, title: str = "", note: str = ""
    ) -> str:
        """Return the board as an SVG picture.

        marks -- by vertex, point or (row, column), the sign to draw: a label of at most three characters,
                 `^` a triangle, `#` a square, `@` a ring, `x` a cross, `b` or `w` territory.
        title -- a description for software that cannot show pictures.
        note  -- a text below the board, empty for none.

        Signs on stones have the opposite color. Raise UserError or TypeError if a mark is not on the board.
        """
        layout = svg_board_layout(self)
        named = {self.cell(place): sign for place, sign in (marks or {}).items()}
        signs = {
            cell: _MARK_KINDS.get(sign, Mark(sign)) if isinstance(sign, str) else sign
            for cell, sign in named.items()
        }
        signs = {cell: mark for cell, mark in signs.items() if mark.text}
        lines = textwrap.wrap(note, int(layout.width / _NOTE_CHARACTER_WIDTH))
        width, height = _number(layout.width), _number(layout.height + _NOTE_LINE_HEIGHT * len(lines))
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
            f' width="{width}" height="{height}" role="img">',
            *([f"<title>{escape_markup(title)}</title>"] if title else []),
            *empty_board_svg_elements(self, layout, signs),
            *all_stone_svg_elements(self, layout),
            *(_mark(self, layout, cell, sign) for cell, sign in signs.items()),
            *(
                f'<text x="{_MARGIN}" y="{_number(layout.height + _NOTE_LINE_HEIGHT * (number + 0.5))}"'
                f' font-family="sans-serif" font-size="14">{escape_markup(line)}</text>'
                for number, line in enumerate(lines)
            ),
            "</svg>",
        ]
        return "\n".join(parts) + "\n"

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
        return self.to_svg()


def cell_name(diagram: Diagram, cell: tuple[int, int]) -> str:
    """Return the label of a cell, for example `D4`: its column label followed by its row label."""
    return diagram.column_labels[cell[1]] + diagram.row_labels[cell[0]]


def with_signs(diagram: Diagram, signs: Iterable[tuple[tuple[int, int], str]]) -> Diagram:
    """Return the diagram with signs placed on cells.

    signs -- pairs of a (row, column) and a character; an empty string leaves the cell unchanged.
    """
    rows = [list(row) for row in diagram.rows]
    for (row, column), sign in signs:
        if sign:
            rows[row][column] = sign
    return diagram._replace(rows=tuple("".join(row) for row in rows))


def marked_lines(diagram: Diagram, marks: Iterable[tuple[tuple[int, int], Mark]]) -> list[str]:
    """Return the lines of the diagram as text, with marks; a last line lists labels that need more room."""
    shown, long = diagram, []
    for cell, mark in marks:
        if len(mark.text) == display_width(mark.text) <= 1:
            shown = with_signs(shown, [(cell, mark.text)])
        else:
            long.append((cell, mark))
    return [*format_diagram(shown).splitlines(), *([listed_marks(diagram, long)] if long else [])]


def listed_marks(diagram: Diagram, marks: Iterable[tuple[tuple[int, int], Mark]]) -> str:
    """Return the names of marks, each with its points, for text beside a board: `12 D4; triangle E5 F6`."""
    points: dict[str, list[str]] = {}
    for cell, mark in marks:
        points.setdefault(mark.name, []).append(cell_name(diagram, cell))
    return "; ".join(" ".join((name, *cells)) for name, cells in points.items())


@checked
def format_diagram(diagram: Diagram) -> str:
    """Return the diagram, or its region, as text with labels on all four sides and no trailing spaces."""
    rows, shown_columns = diagram.shown
    columns = slice(shown_columns.start, shown_columns.stop)
    width = max(len(label) for label in diagram.row_labels)
    gap = " " * (1 + diagram.slant)
    header = " " * width + gap + " ".join(diagram.column_labels[columns])
    body = (
        " " * (diagram.slant * number) + f"{label:>{width}}{gap}{' '.join(row[columns])}{gap}{label}"
        for number, (label, row) in enumerate((diagram.row_labels[row], diagram.rows[row]) for row in rows)
    )
    return "\n".join([header, *body, " " * (diagram.slant * len(rows)) + header])


Cell: TypeAlias = tuple[int, int]

_CELL = 30
"""The distance between adjacent points, in pixels."""
_MARGIN = 32
_BLACK, _WHITE, _LINE = "#181818", "#fbfbf8", "#4a3a20"
_WOOD, _DARK_SQUARE, _ARROW = "#e6bf7a", "#cfa35d", "#7a2020"
STONE_FILL_BY_SIGN = {"X": _BLACK, "O": _WHITE}
STONE_RADIUS = 0.47 * _CELL
_MAX_LABEL = 3
_NOTE_LINE_HEIGHT, _NOTE_CHARACTER_WIDTH = 22, 9


class SvgBoardLayout(NamedTuple):
    """Where the cells of a board are in a picture.

    width, height -- the size of the picture in pixels.
    centers       -- the center of each cell, by row and column.
    """

    width: float
    height: float
    centers: tuple[tuple[tuple[float, float], ...], ...]


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
    diagram: Diagram, layout: SvgBoardLayout, covered: Collection[Cell] = ()
) -> list[str]:
    """Return the elements of an empty board with its labels.

    covered -- cells whose star points are omitted because a mark covers them.
    """
    parts = [_element("rect", width=layout.width, height=layout.height, fill=_WOOD)]
    match diagram.pattern:
        case "hexagons":
            parts += _hexagons(layout)
        case "squares":
            parts += _squares(layout)
        case "lines":
            parts += [_grid(layout), *_star_points(diagram, layout, covered)]
    return parts + _labels(diagram, layout)


def all_stone_svg_elements(diagram: Diagram, layout: SvgBoardLayout) -> list[str]:
    """Return the elements of the stones and of the arrows in Amazons."""
    parts = []
    for signs, line in zip(diagram.rows, layout.centers, strict=True):
        for sign, (x, y) in zip(signs, line, strict=True):
            if sign in STONE_FILL_BY_SIGN:
                fill = STONE_FILL_BY_SIGN[sign]
                parts.append(_element("circle", cx=x, cy=y, r=STONE_RADIUS, fill=fill, stroke=_LINE))
            elif sign == "#":
                parts.append(_element("rect", class_="arrow", **_square(x, y, _CELL * 0.32), fill=_ARROW))
    return parts


def _grid(layout: SvgBoardLayout) -> str:
    (left, top), (right, bottom) = layout.centers[0][0], layout.centers[-1][-1]
    lines = [f"M{_number(left)} {_number(row[0][1])}H{_number(right)}" for row in layout.centers]
    lines += [f"M{_number(x)} {_number(top)}V{_number(bottom)}" for x, _ in layout.centers[0]]
    return _element("path", d="".join(lines), stroke=_LINE, fill="none")


def _star_points(diagram: Diagram, layout: SvgBoardLayout, covered: Collection[Cell]) -> list[str]:
    return [
        _element("ellipse", cx=x, cy=y, rx=3, ry=3, fill=_LINE)
        for row, signs in enumerate(diagram.rows)
        for column, sign in enumerate(signs)
        if sign == "+" and (row, column) not in covered
        for x, y in [layout.centers[row][column]]
    ]


def _squares(layout: SvgBoardLayout) -> list[str]:
    return [
        _element("rect", **_square(x, y, _CELL / 2), fill=(_WOOD, _DARK_SQUARE)[number % 2], stroke=_LINE)
        for row, line in enumerate(layout.centers)
        for number, (x, y) in enumerate(line, row)
    ]


def _hexagons(layout: SvgBoardLayout) -> list[str]:
    """Return the elements of the cells and edges of a Hex board; each edge has its player's color."""
    radius = _CELL / sqrt(3)
    corners = [(0.0, -radius), (_CELL / 2, -radius / 2), (_CELL / 2, radius / 2)]
    corners += [(-x, -y) for x, y in corners]
    parts = [
        _element("polygon", points=_points((x + dx, y + dy) for dx, dy in corners), fill="none", stroke=_LINE)
        for line in layout.centers
        for x, y in line
    ]
    first, last = layout.centers[0], layout.centers[-1]
    edges = [
        (_BLACK, [(x, y - radius - 2) for x, y in first]),
        (_BLACK, [(x, y + radius + 2) for x, y in last]),
        (_WHITE, [(line[0][0] - _CELL / 2 - 4, line[0][1]) for line in layout.centers]),
        (_WHITE, [(line[-1][0] + _CELL / 2 + 4, line[-1][1]) for line in layout.centers]),
    ]
    return parts + [
        _element("polyline", points=_points(path), fill="none", stroke=color, stroke_width=4)
        for color, path in edges
    ]


def _labels(diagram: Diagram, layout: SvgBoardLayout) -> list[str]:
    """Return the letters above and below the board, and the numbers beside it."""
    away = _CELL * (1.2 if diagram.slant else 0.95)
    first, last = layout.centers[0], layout.centers[-1]
    beside_columns = [
        _text(x, y + way, label, _LINE, 13)
        for label, above, below in zip(diagram.column_labels, first, last, strict=True)
        for (x, y), way in ((above, -away), (below, away))
    ]
    beside_rows = [
        _text(x + way, y, label, _LINE, 13)
        for label, line in zip(diagram.row_labels, layout.centers, strict=True)
        for (x, y), way in ((line[0], -away), (line[-1], away))
    ]
    return beside_columns + beside_rows


_MARK_KINDS: dict[str, Mark] = {
    "^": Mark("^", "triangle"), "#": Mark("#", "square"), "@": Mark("@", "circle"), "x": Mark("x", "cross"),
    "b": Mark("b", "owner"), "w": Mark("w", "owner"),
}  # fmt: skip
"""The marks that signs stand for; every other sign is a label."""


def _mark(diagram: Diagram, layout: SvgBoardLayout, cell: Cell, mark: Mark) -> str:
    row, column = cell
    x, y = layout.centers[row][column]
    under = diagram.rows[row][column]
    color = _WHITE if under == "X" else _BLACK
    half = _CELL * 0.24
    match mark.kind:
        case "triangle":
            corners = [(x, y - half), (x - half, y + half), (x + half, y + half)]
            return _outline("polygon", color, points=_points(corners))
        case "square":
            return _outline("rect", color, **_square(x, y, half))
        case "circle":
            return _outline("ellipse", color, cx=x, cy=y, rx=half, ry=half)
        case "cross" | "dead":
            left, right, top, bottom = map(_number, (x - half, x + half, y - half, y + half))
            lines = f"M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}"
            return _outline("path", color, d=lines)
        case "owner":
            fill = _BLACK if mark.text in "Bb" else _WHITE
            return _element("rect", **_square(x, y, _CELL * 0.15), fill=fill)
    label = mark.text[:_MAX_LABEL]
    text = _text(x, y, label, color, 16 - 2 * len(label))
    if under in STONE_FILL_BY_SIGN:
        return text
    return _element("rect", **_square(x, y, _CELL * 0.36), fill=_WOOD) + text


def _element(name: str, **attributes: str | float) -> str:
    """Return an empty element. In the names of attributes, an underscore stands for a dash."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{value if isinstance(value, str) else _number(value)}"'
        for key, value in attributes.items()
    )
    return f"<{name}{written}/>"


def _outline(name: str, color: str, **attributes: str | float) -> str:
    return _element(name, **attributes, fill="none", stroke=color, stroke_width=2)


def _points(path: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in path)


def _square(x: float, y: float, half: float) -> dict[str, float]:
    """Return the attributes of a square around a point; `half` is half the length of its sides."""
    return {"x": x - half, "y": y - half, "width": 2 * half, "height": 2 * half}


def _text(x: float, y: float, text: str, color: str, size: int) -> str:
    """Return a text element that is centered on a point."""
    return (
        f'<text x="{_number(x)}" y="{_number(y + size * 0.36)}" font-family="sans-serif" font-size="{size}"'
        f' text-anchor="middle" fill="{color}">{escape_markup(text)}</text>'
    )


def escape_markup(text: str) -> str:
    """Return text for XML and HTML, without the characters that XML forbids."""
    allowed = "".join(char for char in sanitize(text) if char not in "\ufffe\uffff")
    return allowed.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _number(value: float) -> str:
    """Return a coordinate in as few characters as possible."""
    return f"{value:.1f}".removesuffix(".0")
