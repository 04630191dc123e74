"""The board on the screen: the visible part, its scale, and the text and role of each cell."""

from __future__ import annotations

from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from gnugo_py.games.diagram import Diagram
from gnugo_py.study.graph import GraphData
from gnugo_py.ui.display import STAR_POINT, DisplayRole, glyph_of_sign, has_grid_lines, role_on_stone
from gnugo_py.ui.view import Cell, View

LARGE_STONE_DRAWINGS = {
    ("X", 2): ("▟██▙", "▜██▛"),
    ("O", 2): ("╭──╮", "╰──╯"),
    ("X", 3): ("▗▟██▙▖", "██████", "▝▜██▛▘"),
    ("O", 3): ("╭────╮", "│    │", "╰────╯"),
}
"""Stones that are several rows high, by sign and rows. In color, white stones are filled as well."""
_MAX_SCALE = 3
"""Maximum rows per cell. A cell has twice as many columns as rows."""
MIN_GRAPH_HEIGHT, _MAX_GRAPH_HEIGHT, _MIN_GRAPH_WIDTH = 5, 16, 16
"""Limits on the size of a graph in review, in character cells, including its title and labels."""
_ROLES: dict[str, DisplayRole] = {
    "X": "black", "O": "white", "x": "dead", "o": "dead", "b": "land", "w": "land", "#": "block",
}  # fmt: skip


_OVER: dict[str, DisplayRole] = {"x": "dead", "o": "dead", "b": "land", "w": "land"}
_SHADES: dict[str, DisplayRole] = {
    "B": "black area", "b": "black leaning", "W": "white area", "w": "white leaning",
}  # fmt: skip


class Span(NamedTuple):
    """A piece of text on one row of the screen. In a `Frame`, it ends within the screen."""

    row: int
    column: int
    text: str
    role: DisplayRole


class BoardArea(NamedTuple):
    """The part of the screen that shows the board.

    top, left     -- the screen position of the first cell.
    step          -- screen columns from one cell to the next.
    rows, columns -- the rows and columns of the board that are shown.
    slant         -- the screen columns by which each row is shifted to the right, relative to the row above.
    cell_height   -- screen rows per cell.
    edge          -- screen columns left of the first cell, used for the labels.
    """

    top: int
    left: int
    step: int
    rows: range
    columns: range
    slant: int = 0
    cell_height: int = 1
    edge: int = 0

    def row_start_column(self, line: int) -> int:
        """Return the screen column of the first cell of a row.

        line -- the number of the row, counted from 0 at the first row shown.
        """
        return self.left + self.slant * line

    @property
    def row_below_cells(self) -> int:
        """The first screen row below the cells."""
        return self.top + self.cell_height * len(self.rows)

    def cell_at(self, row: int, column: int) -> Cell | None:
        """Return the board cell at a screen position, or None if there is no cell."""
        line = (row - self.top) // self.cell_height
        place = (column - self.row_start_column(line)) // self.step
        if 0 <= line < len(self.rows) and 0 <= place < len(self.columns):
            return self.rows[line], self.columns[place]
        return None

    def shifted_by(self, down: int, right: int) -> BoardArea:
        """Return the area shifted by some rows and columns."""
        return self._replace(top=self.top + down, left=self.left + right)


def graph_spans(view: View, graph: GraphData, corner: Cell, width: int, height: int) -> list[Span]:
    """Return a graph of at most `_MAX_GRAPH_HEIGHT` lines; empty if there is too little room.

    corner -- row and column of its upper left corner.
    """
    if height < MIN_GRAPH_HEIGHT or width < _MIN_GRAPH_WIDTH:
        return []
    row, column = corner
    lines = graph.draw(width, min(height, _MAX_GRAPH_HEIGHT), view.display.ascii)
    return [Span(number, column, line, "label") for number, line in enumerate(lines, row)]


def label_margin(view: View, diagram: Diagram) -> int:
    """Return the number of columns that the labels take on each side of the board."""
    gap = 1 + diagram.slant
    return max(len(label) for label in diagram.row_labels) + gap if view.display.coordinates else 0


def cell_scale(view: View, diagram: Diagram, width: int, height: int) -> int:
    """Return the maximum number of rows per cell at which the whole board fits, at least 1.

    In ASCII and for slanted boards, return 1.
    """
    if view.display.ascii or diagram.slant:
        return 1
    room = width - 2 * label_margin(view, diagram), height - 2 * int(view.display.coordinates)
    shown = 2 * len(diagram.shown_columns), len(diagram.shown_rows)
    largest = min(room[0] // shown[0], room[1] // shown[1], _MAX_SCALE)
    return max(largest, 1)


def board_width(view: View, diagram: Diagram, scale: int) -> int:
    """Return the number of columns that the whole board takes with its labels."""
    slanted = diagram.slant * (len(diagram.rows) - 1)
    return scale * 2 * len(diagram.shown_columns) - 1 + 2 * label_margin(view, diagram) + slanted


def board_area(view: View, diagram: Diagram, width: int, height: int, scale: int) -> BoardArea:
    """Return the area for as much of the board as fits, around the cursor or the last move."""
    margin, edge = label_margin(view, diagram), int(view.display.coordinates)
    shown_rows, shown_columns = diagram.shown_rows, diagram.shown_columns
    step = 2 if diagram.slant or 2 * len(shown_columns) + 2 * margin <= width + 1 else 1
    focus = view.input.cursor or _focus_of_overlay(view) or next(iter(view.board.last_move[::-1]), None)
    rows = _window(shown_rows, height - 2 * edge, focus and focus[0])
    room = width - 2 * margin - diagram.slant * max(len(rows) - 1, 0)
    columns = _window(shown_columns, (room + step - 1) // step, focus and focus[1])
    if scale > 1:
        return BoardArea(edge, margin, 2 * scale, shown_rows, shown_columns, 0, scale, margin)
    return BoardArea(edge, margin, step, rows, columns, diagram.slant, 1, margin)


def _focus_of_overlay(view: View) -> Cell | None:
    """Return the cell that an explanation is about: the one numbered 1, else the last one marked, or None."""
    named = [cell for cell, sign in view.screen.shown.overlay if sign not in _OVER]
    numbered = [cell for cell, sign in view.screen.shown.overlay if sign == "1"]
    return next(iter(numbered + named[::-1]), None)


def _window(lines: range, room: int, focus: int | None) -> range:
    """Return the rows or columns of some to show, centered on the focus if not all of them fit."""
    shown = max(0, min(len(lines), room))
    middle = lines.start + len(lines) // 2 if focus is None else focus
    first = max(lines.start, min(middle - shown // 2, lines.stop - shown))
    return range(first, first + shown)


def board_spans(view: View, diagram: Diagram, area: BoardArea) -> list[Span]:
    """Return the spans of the board in its area, with the labels."""
    if not area.rows or not area.columns:
        return []
    overlay, is_lined = dict(view.screen.shown.overlay), has_grid_lines(diagram, view.display.ascii)
    last = len(diagram.rows) - 1, len(diagram.rows[0]) - 1
    spans: list[Span] = []
    for line, row in enumerate(area.rows):
        signs = diagram.rows[row]
        cells = [_cell(view, overlay, signs[column], (row, column)) for column in area.columns]
        lines = [
            _lines_at((row, column), last, signs[column] == "+") if is_lined else _NO_LINES
            for column in area.columns
        ]
        for down in range(area.cell_height):
            pieces = [
                piece
                for (sign, role), drawn in zip(cells, lines, strict=True)
                for piece in _pieces(view, sign, role, down, area, drawn)
            ]
            if area.cell_height == 1 and area.step > 1:
                pieces.pop()
            spans += _joined(pieces, area.top + area.cell_height * line + down, area.row_start_column(line))
    return spans + _labels(view, diagram, area)


class GridLinesAtPoint(NamedTuple):
    """The lines of the board at a point.

    crossing              -- the sign where they cross, empty on boards without lines.
    left, right, up, down -- whether a line leads to the next point in that direction.
    """

    crossing: str = ""
    left: bool = False
    right: bool = False
    up: bool = False
    down: bool = False


_NO_LINES = GridLinesAtPoint()
_CROSSINGS = {
    (False, True, False, True): "┌", (True, True, False, True): "┬", (True, False, False, True): "┐",
    (False, True, True, True): "├", (True, True, True, True): "┼", (True, False, True, True): "┤",
    (False, True, True, False): "└", (True, True, True, False): "┴", (True, False, True, False): "┘",
}  # fmt: skip
"""The sign of a crossing, by whether lines lead left, right, up and down."""


@cache
def _lines_at(cell: Cell, last: Cell, is_star: bool) -> GridLinesAtPoint:
    """Return the lines at a point of a board with lines.

    last -- the last point of the board.
    """
    (row, column), (last_row, last_column) = cell, last
    ways = (column > 0, column < last_column, row > 0, row < last_row)
    return GridLinesAtPoint(STAR_POINT if is_star else _CROSSINGS.get(ways, "┼"), *ways)


def _pieces(
    view: View, sign: str, role: DisplayRole, down: int, area: BoardArea, lines: GridLinesAtPoint
) -> tuple[tuple[str, DisplayRole], ...]:
    """Return one screen row of a cell. A stone fills a large cell; other signs are centered in it."""
    shown = lines.crossing if lines.crossing and sign in "-+" else glyph_of_sign(sign, view.display.ascii)
    across = "─" if lines.right else " "
    if area.cell_height == 1:
        gap = role if role in _SHADES.values() else "empty"
        return ((shown, role), (across * (area.step - 1), gap)) if area.step > 1 else ((shown, role),)
    stone = LARGE_STONE_DRAWINGS.get((sign, area.cell_height))
    if stone is not None:
        return ((stone[down], role),)
    middle, before = (area.cell_height - 1) // 2, area.cell_height - 1
    if shown != lines.crossing:
        lines, across = _NO_LINES, " "
    if down != middle:
        is_line = lines.up if down < middle else lines.down
        return ((f"{' ' * before}{'│' if is_line else ' '}".ljust(area.step), role),)
    left = ("─" if lines.left else " ") * before
    return ((f"{left}{shown[:1]}{across * (area.step - before - 1)}", role),)


def _joined(pieces: list[tuple[str, DisplayRole]], row: int, column: int) -> list[Span]:
    """Return the pieces of a row as spans, with adjacent pieces of the same role merged."""
    spans: list[Span] = []
    for role, alike in groupby(pieces, key=itemgetter(1)):
        text = "".join(text for text, _ in alike)
        spans.append(Span(row, column, text, role))
        column += len(text)
    return spans


def _cell(view: View, overlay: dict[Cell, str], sign: str, cell: Cell) -> tuple[str, DisplayRole]:
    """Return the sign and role of one cell. The overlay takes precedence, and the cursor changes the role."""
    role: DisplayRole = _ROLES.get(sign, "empty")
    if cell in view.board.playable:
        sign, role = (sign if role in ("black", "white") else "+"), "lit"
    if cell in view.board.ko:
        sign, role = "#", "forbidden"
    if cell in view.board.captured:
        sign, role = "*", "taken"
    if cell in view.board.in_atari:
        role = "threatened"
    if cell in view.board.in_ladder:
        role = "caught"
    if cell in view.board.last_move:
        role = "last"
    if cell in view.board.winning:
        role = "winning"
    if cell in overlay:
        shades = _SHADES if view.screen.shown.is_shaded else {}
        over = overlay[cell]
        sign, role = (over, shades.get(over) or _OVER.get(over, "sign")) if over else (sign, "lit")
    return sign, role_on_stone("cursor" if cell == view.input.cursor else role, sign)


def _labels(view: View, diagram: Diagram, area: BoardArea) -> list[Span]:
    """Return the letters and numbers around the board."""
    if not view.display.coordinates:
        return []
    gap = 1 + diagram.slant
    width = area.step * len(area.columns) - (area.step - 1 if area.cell_height == 1 else 0) + gap
    spans = []
    for place, column in enumerate(area.columns):
        at, label = area.step * place + area.cell_height - 1, diagram.column_labels[column]
        spans.append(Span(area.top - 1, area.left + at, label, "label"))
        spans.append(Span(area.row_below_cells, area.row_start_column(len(area.rows)) + at, label, "label"))
    for line, row in enumerate(area.rows):
        label, start = diagram.row_labels[row], area.row_start_column(line)
        at = area.top + area.cell_height * line + (area.cell_height - 1) // 2
        spans.append(Span(at, start - area.edge, f"{label:>{area.edge - gap}}", "label"))
        spans.append(Span(at, start + width - (area.cell_height > 1), label, "label"))
    return spans
