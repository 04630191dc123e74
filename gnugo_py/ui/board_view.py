"""The drawing of the board: the empty board, what is drawn at each point, and the labels; and the graph."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from gnugo_py.app.display import STAR_POINT
from gnugo_py.games.diagram import Diagram
from gnugo_py.games.types import HIGHLIGHT, Mark
from gnugo_py.storage.themes import ROLES_ON_STONE, DisplayRole
from gnugo_py.study.graph import GraphData
from gnugo_py.ui.board_area import BoardArea, Place, Scale
from gnugo_py.ui.canvas import UNCHANGED, Canvas, CanvasRow, Look, Span, glyph_of_sign, shape
from gnugo_py.ui.keys import Cell
from gnugo_py.ui.view import View

_CHARACTER_STONES = {
    ("X", 2): ("▟██▙", "▜██▛"),
    ("O", 2): ("╭──╮", "╰──╯"),
    ("X", 3): ("▗▟██▙▖", "██████", "▝▜██▛▘"),
    ("O", 3): ("╭────╮", "│    │", "╰────╯"),
}
"""Stones of characters that are several rows high, by sign and rows, for terminals with few colors."""
MIN_GRAPH_HEIGHT, _MAX_GRAPH_HEIGHT, _MIN_GRAPH_WIDTH = 5, 16, 16
"""Limits on the size of a graph in review, in character cells, including its title and labels."""
_STONES: dict[str, DisplayRole] = {"X": "black", "O": "white", "x": "black", "o": "white"}
_TERRITORY: dict[str, DisplayRole] = {"b": "black", "w": "white"}
_ROLES: dict[str, DisplayRole] = {
    "X": "black", "O": "white", "x": "dead", "o": "dead", "b": "land", "w": "land", "#": "block",
}  # fmt: skip
_KINDS_DRAWN: dict[str, DisplayRole] = {"owner": "land", "dead": "dead", "choice": "sign"}
"""The kinds of marks that are drawn in the place of what is below, with their roles."""
_SHAPES_OF_MARKS = {"triangle": "▲", "square": "■", "circle": "○", "cross": "✕"}
"""The characters of marks where colors tell stones apart from a circle."""
_SHADES: dict[str, DisplayRole] = {
    "B": "black area", "b": "black leaning", "W": "white area", "w": "white leaning",
}  # fmt: skip
_DOT, _STAR_ON_BORDER, _DOT_AT_CORNER = "●", "▂", "\N{BRAILLE PATTERN DOTS-8}"
_SQUARE_WIDTHS, _SIGN_WIDTHS, _DOT_WIDTHS = (2, 2), (3, 3), (1,)
"""The shapes of territory or a highlight, of the cursor or a sign, and of a dot; see `Scale.stone`."""


def graph_spans(view: View, graph: GraphData, corner: Cell, width: int, height: int) -> list[Span]:
    """Return a graph of at most `_MAX_GRAPH_HEIGHT` lines from a corner on; empty without room."""
    if height < MIN_GRAPH_HEIGHT or width < _MIN_GRAPH_WIDTH:
        return []
    row, column = corner
    lines = graph.draw(width, min(height, _MAX_GRAPH_HEIGHT), view.screen.display.ascii)
    return [Span(number, column, line, "label") for number, line in enumerate(lines, row)]


def board_spans(view: View, diagram: Diagram, area: BoardArea) -> list[Span]:
    """Return the spans of the board in its area, with the labels."""
    if not area.rows or not area.columns:
        return []
    at_corner = area._replace(top=0, left=0)
    has_shapes = view.has_solid_stones and bool(area.scale.stone or area.scale.has_fields)
    draw = _draw_shapes if has_shapes else _draw_characters
    last = len(diagram.rows) - 1, len(diagram.rows[0]) - 1
    pattern: _Pattern = "letters" if view.screen.display.ascii else "points"
    if has_shapes or (area.pattern == "lines" and not view.screen.display.ascii):
        pattern = area.pattern
    canvas = Canvas(_empty_board(at_corner, pattern, last))
    if area.pattern == "squares" and view.has_solid_stones:
        pattern = "squares"
    overlay = dict(view.screen.feedback.overlay)
    if overlay:
        overlay |= dict.fromkeys(marks_without_room(view, diagram, area.scale), HIGHLIGHT)
    marked = {view.input.cursor, *overlay, *view.highlights}
    for line, row in enumerate(area.rows):
        signs = diagram.rows[row]
        for number, column in enumerate(area.columns):
            if signs[column] != "-" or (row, column) in marked:
                point = _point_to_draw(view, pattern, overlay, signs[column], (row, column))
                draw(canvas, point, area.scale, at_corner.place_of(line, number))
    return [
        *canvas.spans(area.top, area.left),
        *_labels(diagram._replace(rows=()), area, view.screen.display.coordinates),
    ]


class _Point(NamedTuple):
    """What is drawn at a point.

    sign   -- the sign on it.
    glyph  -- the character for the sign; `UNCHANGED` where the empty board is shown.
    role   -- the role of the sign.
    text_role -- the role of a text on it, which is not drawn as a shape.
    stone  -- the role of the stone on it, None if there is none.
    ground -- the role of the empty board there.
    field  -- the role that fills the whole field of the point, None for none.
    label  -- the text to write over the point, where a stone stays visible; empty for none.
    """

    sign: str
    glyph: str
    role: DisplayRole
    text_role: DisplayRole
    stone: DisplayRole | None
    ground: DisplayRole
    field: DisplayRole | None
    label: str = ""


def _point_to_draw(
    view: View, pattern: _Pattern, overlay: dict[Cell, Mark], below: str, cell: Cell
) -> _Point:
    """Return what is drawn at a point. The overlay takes precedence, and the cursor changes the role.

    pattern -- what the board consists of, `squares` also if they are too small to be drawn.
    below   -- the sign of the diagram.
    """
    sign, role = below, _ROLES.get(below, "empty")
    if cell in view.highlights:
        shown, role = view.highlights[cell]
        sign = shown if shown and below not in "XO" else below
    if cell in overlay:
        sign, role = _sign_and_role_of_mark(view, overlay[cell], sign)
    if cell == view.input.cursor:
        role = "cursor"
    glyph = glyph_of_sign(sign, view.screen.display.ascii, view.has_solid_stones)
    if pattern == "lines" and sign in "-+" and sign == below:
        glyph = STAR_POINT if sign == "+" else UNCHANGED
    is_square = pattern == "squares"
    field: DisplayRole | None = None
    if role in _SHADES.values():
        field = role
    elif is_square and below == "#":
        field = "block"
    elif is_square and (sign == "+" or role == "lit"):
        field, role = "lit", role if role == "cursor" else "lit"
    ground: DisplayRole = "dark field" if is_square and sum(cell) % 2 else "empty"
    stone, label = _STONES.get(below), _label(view, overlay[cell]) if cell in overlay else ""
    return _Point(
        sign, glyph, role, ROLES_ON_STONE.get((role, stone or ""), role), stone, ground, field, label
    )


def _label(view: View, mark: Mark) -> str:
    """Return the text that is written for a mark; empty if it is drawn otherwise."""
    if mark.kind in (*_KINDS_DRAWN, "highlight"):
        return ""
    return _SHAPES_OF_MARKS.get(mark.kind, mark.text) if view.has_solid_stones else mark.text


def marks_without_room(view: View, diagram: Diagram, scale: Scale) -> dict[Cell, Mark]:
    """Return the marks whose texts cannot be written so that a stone below stays visible."""
    is_hiding = scale.quarters == 4 and not view.has_colors
    room = scale.columns - (1 if view.has_solid_stones else 2)
    return {
        cell: mark
        for cell, mark in view.screen.feedback.overlay
        if (label := _label(view, mark))
        and (len(label) > max(room, 1) or (is_hiding and diagram.rows[cell[0]][cell[1]] in _STONES))
    }


def _sign_and_role_of_mark(view: View, mark: Mark, sign: str) -> tuple[str, DisplayRole]:
    """Return the sign shown on a marked cell, which is that below a label, and its role."""
    if mark.kind not in _KINDS_DRAWN:
        return sign, "sign" if mark.text else "lit"
    shade = _SHADES.get(mark.text) if view.screen.feedback.is_shaded else None
    return mark.text, shade or _KINDS_DRAWN[mark.kind]


def _draw_shapes(canvas: Canvas, point: _Point, scale: Scale, place: Place) -> None:
    """Draw a field, a stone, territory and the cursor as shapes, and the sign of the point."""

    def paint(widths: tuple[int, ...], role: DisplayRole) -> None:
        shown = shape(widths, place.quarter, place.half)
        canvas.paint(shown, place.row, place.column, role, point.ground)

    if point.field is not None:
        paint((scale.columns,) * (scale.quarters // 2), point.field)
    if point.stone is not None:
        paint(scale.stone, point.stone)
    if point.role == "land":
        paint(_SQUARE_WIDTHS, _TERRITORY[point.sign])
    elif point.role == "cursor" or (point.role == "sign" and point.stone is None):
        paint(_SIGN_WIDTHS, point.role)
    if point.role == "lit" and point.sign in "-+" and point.field is None:
        paint(_SQUARE_WIDTHS, "lit")
    elif point.label:
        _write_label(canvas, point, place, has_stone=bool(scale.stone))
    else:
        _write_sign(canvas, point, scale, place)


def _write_label(canvas: Canvas, point: _Point, place: Place, has_stone: bool) -> None:
    """Write the label of a point, in the middle; on a stone, it has the color of the other stones.

    has_stone -- whether the stone below is drawn as a shape.
    """
    look: Look = point.text_role, None
    if has_stone and point.stone is not None:
        other: DisplayRole = "white" if point.stone == "black" else "black"
        look = other if point.role == "sign" else point.role, point.stone
    column = place.column - (len(point.label) - 1) // 2
    canvas.write(place.row, column, point.label, *look)


def _write_sign(canvas: Canvas, point: _Point, scale: Scale, place: Place) -> None:
    """Write the sign of a point over its shapes; on a stone or an arrow, which are shapes, only a mark."""
    row, column, quarter, half = place
    is_on_border = quarter == 4 and not scale.has_fields
    is_shape = point.sign in "XO" or (point.sign, point.field) == ("#", "block")
    if point.sign in "XO" and not scale.stone:
        ground = point.field or point.ground if point.role == point.stone else None
        canvas.write(row, column, point.glyph, point.text_role, ground)
    elif point.role in ("black", "white", "block", "land"):
        return
    elif is_shape and point.role == "cursor":
        canvas.write(row, column, _DOT, point.stone or "block", "cursor")
    elif is_shape and is_on_border:
        canvas.paint(shape(_DOT_WIDTHS, quarter, half), row, column, point.role)
    elif is_shape or point.role == "dead":
        canvas.write(row, column, _DOT if is_shape else point.glyph, point.role, point.stone or point.field)
    elif point.glyph == STAR_POINT and is_on_border:
        canvas.write(row, column, _STAR_ON_BORDER, "ruled" if point.role == "empty" else point.role)
    else:
        canvas.write(row, column, point.glyph, point.role)


def _draw_characters(canvas: Canvas, point: _Point, scale: Scale, place: Place) -> None:
    """Draw a point with characters. In a large field, the sign is centered unless it is a stone."""
    rows, columns, role = scale.quarters // 4, scale.columns, point.text_role
    if rows == 1 and role not in _SHADES.values():
        canvas.write(place.row, place.column, point.label or point.glyph, role)
        return
    if point.label and point.stone is not None:
        role = point.stone
    top, left = place.row - (rows - 1) // 2, place.column - (columns - 1) // 2
    blank = UNCHANGED if point.glyph in (UNCHANGED, STAR_POINT) else " "
    lines = [blank * columns] * rows
    before = blank * (place.column - left)
    lines[place.row - top] = (before + point.glyph).ljust(columns, blank)
    for row, line in enumerate(_CHARACTER_STONES.get((point.sign, rows), lines), top):
        canvas.write(row, left, line, role)
    if point.label:
        _write_label(canvas, point, place, has_stone=False)


_Pattern = Literal["lines", "points", "letters", "squares", "hexagons"]
"""What an empty board is drawn with: lines, dots or dashes, squares of two colors, or hexagons."""
_CROSSINGS = {
    (False, True, False, True): "┌", (True, True, False, True): "┬", (True, False, False, True): "┐",
    (False, True, True, True): "├", (True, True, True, True): "┼", (True, False, True, True): "┤",
    (False, True, True, False): "└", (True, True, True, False): "┴", (True, False, True, False): "┘",
}  # fmt: skip
"""The sign of a crossing, by whether lines lead left, right, up and down."""


@lru_cache(4)
def _empty_board(area: BoardArea, pattern: _Pattern, last: Cell) -> Sequence[CanvasRow]:
    """Return the cells of an empty board at the upper left corner, up to its last point."""
    if pattern == "hexagons" and area.scale.quarters % 8 == 0:
        return _hexagons(len(area.rows), len(area.columns), area.scale.quarters // 8)
    inner = area.width - area.slant * (len(area.rows) - 1) // 2
    indents = [area.indent(row) for row in range(area.height)]
    signs = [[" "] * (indent + inner) for indent in indents]
    looks: list[list[Look | None]] = [[None] * indent + [("empty", None)] * inner for indent in indents]
    field = (area.scale.columns,) * (area.scale.quarters // 2)
    for line, row in enumerate(area.rows):
        for number, column in enumerate(area.columns):
            place = area.place_of(line, number)
            if pattern == "lines":
                _draw_lines(signs, area, (line, number), last)
            elif pattern != "squares":
                dot = _DOT_AT_CORNER if place.quarter == 4 and place.half == 2 else "·"
                signs[place.row][place.column] = "-" if pattern == "letters" else dot
            elif (row + column) % 2:
                for down, right, _ in shape(field, place.quarter, place.half):
                    looks[place.row + down][place.column + right] = "dark field", None
    if pattern == "lines" and not area.scale.has_fields:
        _rule_lines_on_borders(looks, area)
    return [("".join(line), tuple(roles)) for line, roles in zip(signs, looks, strict=True)]


def _draw_lines(signs: list[list[str]], area: BoardArea, point: Cell, last: Cell) -> None:
    """Draw the lines that cross at a point, counted from the first shown, and to the next points."""
    place, scale = area.place_of(*point), area.scale
    (row, column), (last_row, last_column) = (area.rows[point[0]], area.columns[point[1]]), last
    ways = (column > 0, column < last_column, row > 0, row < last_row)
    is_on_border = place.quarter == 4 and not scale.has_fields
    crossing = ("│" if row > 0 else " ") if is_on_border else _CROSSINGS.get(ways, "┼")
    signs[place.row][place.column] = crossing
    if point[1] + 1 < len(area.columns) and not is_on_border:
        signs[place.row][place.column + 1 : place.column + scale.columns] = "─" * (scale.columns - 1)
    if point[0] + 1 < len(area.rows):
        for down in range(place.row + 1, area.place_of(point[0] + 1, point[1]).row):
            signs[down][place.column] = "│"


def _rule_lines_on_borders(looks: list[list[Look | None]], area: BoardArea) -> None:
    """Underline the upper ones of the cells on whose border there is a line of the board."""
    last = len(area.columns) - 1
    for line in range(len(area.rows)):
        first, end = area.place_of(line, 0), area.place_of(line, last)
        if first.quarter == 4:
            ruled: Look = "ruled", None
            looks[first.row][first.column + 1 : end.column] = [ruled] * (end.column - first.column - 1)


def _hexagons(rows: int, columns: int, size: int) -> Sequence[CanvasRow]:
    """Return the cells of an empty board of hexagons, each side of which takes `size` rows."""
    rising, falling = "\N{BOX DRAWINGS LIGHT DIAGONAL UPPER RIGHT TO LOWER LEFT}", "╲"
    wide = 4 * size
    signs = [[" "] * (wide * columns + 2 * size * rows) for _ in range(2 * size * rows + size)]
    for row in range(rows):
        for left in range(2 * size * row, 2 * size * row + wide * columns, wide):
            for step in range(size):
                top, away = 2 * size * row + step, 2 * size - 1 - 2 * step
                signs[top][left + away], signs[top][left + wide - away] = rising, falling
                signs[top + size][left] = signs[top + size][left + wide] = "│"
                signs[top + 2 * size][left + 1 + 2 * step] = falling
                signs[top + 2 * size][left + wide - 1 - 2 * step] = rising
    texts = ["".join(line).rstrip() for line in signs]
    return [
        (text, (None,) * (len(text) - len(text.lstrip())) + (("empty", None),) * len(text.lstrip()))
        for text in texts
    ]


@lru_cache(4)
def _labels(board: Diagram, area: BoardArea, has_coordinates: bool) -> Sequence[Span]:
    """Return the letters and numbers around the board; if it is slanted, they are on its colored edges.

    board -- the board without its rows, which make no difference.
    """
    if not area.edge:
        return ()
    letters = [board.column_labels[column] for column in area.columns]
    numbers = [board.row_labels[row] for row in area.rows]
    if not has_coordinates:
        letters, numbers = [" "] * len(letters), [""] * len(numbers)
    text = (" " * (area.scale.columns - 1)).join(letters)
    if board.slant:
        return [*_colored_edges(board, area, f" {text} ", numbers)]
    width = max(map(len, board.row_labels))
    right = area.left + area.width + area.edge - width
    column = area.place_of(0, 0).column
    spans = [Span(row, column, text, "label") for row in (area.top - 1, area.top + area.height)]
    for line, label in enumerate(numbers):
        row = area.place_of(line, 0).row
        spans.append(Span(row, area.left - area.edge, f"{label:>{width}}", "label"))
        spans.append(Span(row, right, label, "label"))
    return spans


_NAME_WIDTH = 6
"""The columns that the name of a color takes beside its edge."""


def _colored_edges(diagram: Diagram, area: BoardArea, text: str, numbers: Sequence[str]) -> Iterator[Span]:
    """Yield the edges that each color connects, in its color, with the labels and the names of the colors."""
    last = len(numbers) - 1
    has_names = area.slant * (last - 1) // 2 >= _NAME_WIDTH
    name = " Black " if has_names else ""
    top, below = area.place_of(0, 0), area.place_of(last + 1, 0)
    black = _edge_roles("black edge", area.rows, len(diagram.row_labels))
    white = _edge_roles("white edge", area.columns, len(diagram.column_labels))
    yield Span(area.top - 1, top.column - 1, text + name, black[0])
    yield Span(area.top + area.height, below.column - 1 - len(name), name + text, black[1])
    width, inner = max(map(len, diagram.row_labels)), area.width - area.slant * last // 2
    blank = " " * (width + 1)
    for line, label in enumerate(numbers):
        place = area.place_of(line, 0)
        row, start = place.row, area.left + area.slant * line // 2
        left = ("White " if has_names and line == last - 1 else "") + f"{label:>{width}} "
        right = f" {label:<{width}}" + (" White" if has_names and line == 1 else "")
        yield Span(row, start - len(left), left, white[0])
        yield Span(row, start + inner, right, white[1])
        size = area.scale.quarters // 8
        is_between_rows = place.quarter == 4 and line < last
        for step in range(1, 2 if is_between_rows else 2 * size if line < last else size):
            away = max(1 + 2 * (step - size), 0)
            yield Span(row + step, start + away - width - 1, blank, white[0])
            yield Span(row + step, start + away + inner, blank, white[1])


def _edge_roles(role: DisplayRole, shown: range, number: int) -> tuple[DisplayRole, DisplayRole]:
    """Return the roles of both ends of what is shown of some rows; only the first and last are edges."""
    return role if shown[0] == 0 else "label", role if shown[-1] == number - 1 else "label"
