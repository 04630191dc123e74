"""Where the board is on the screen: its scale, the visible part of it, and the point at a screen position."""

from __future__ import annotations

from typing import NamedTuple

from gnugo_py.games.diagram import Diagram
from gnugo_py.ui.view import Cell, View

TERRITORY_SIGNS = "xobw"
"""The signs over the board that show dead stones and territory."""


class Scale(NamedTuple):
    """How large the board is drawn.

    columns  -- screen columns from one point to the next.
    quarters -- quarters of a screen row from one row of points to the next.
    stone    -- half the width of a stone in half columns, for each quarter row from its center outward; empty
                if stones are characters.
    origin   -- the quarter rows and half columns from the upper left corner of the board to its first point.
    """

    columns: int
    quarters: int
    stone: tuple[int, ...] = ()
    origin: tuple[int, int] = (2, 1)

    @property
    def has_fields(self) -> bool:
        """Whether each point has a field of whole cells, as a square has; else lines cross within cells."""
        return self.origin[1] % 2 == 0

    def extent(self, rows: int, columns: int) -> tuple[int, int]:
        """Return the screen columns and rows of a number of points, without labels and without a slant."""
        down, right = self.origin
        return right + (columns - 1) * self.columns, -(-(2 * down + (rows - 1) * self.quarters) // 4)


_NARROW, SMALL = Scale(1, 4), Scale(2, 4)
_CROSSING_SCALES = (
    Scale(6, 12, (6, 6, 5, 5, 3, 3), (6, 7)),
    Scale(5, 10, (5, 5, 5, 5, 3), (6, 5)),
    Scale(4, 8, (4, 4, 3, 3), (6, 5)),
    Scale(3, 6, (3, 3, 1), (6, 3)),
)
_HEXAGON_SCALES = (Scale(8, 16, (7, 7, 7, 7, 5, 5, 3), (12, 9)), Scale(4, 8, (3, 3, 1), (6, 5)))
_SMALL_SQUARES = Scale(2, 4, (), (2, 2))
_SQUARE_SCALES = (
    Scale(6, 12, (5, 5, 5, 5, 3, 3), (6, 6)),
    Scale(4, 8, (3, 3, 2, 2), (4, 4)),
    _SMALL_SQUARES,
)
_CHARACTER_SCALES = (Scale(6, 12, (), (6, 6)), Scale(4, 8, (), (4, 4)))
"""The scales of the kinds of boards, and of boards on terminals with few colors, the largest first."""


class Place(NamedTuple):
    """The place of a point on the screen.

    row, column   -- the cell in which the point is, or whose right or lower border it is on.
    quarter, half -- the quarter rows and half columns from the upper left corner of the cell to the point.
    """

    row: int
    column: int
    quarter: int
    half: int


class BoardArea(NamedTuple):
    """The part of the screen that shows the board.

    top, left     -- the screen position of the upper left corner, without labels.
    rows, columns -- the rows and columns of the board that are shown.
    scale         -- how large it is drawn.
    slant         -- the screen columns by which each row is shifted to the right, relative to the row above.
    edge          -- screen columns left of the board, used for the labels.
    """

    top: int
    left: int
    rows: range
    columns: range
    scale: Scale = SMALL
    slant: int = 0
    edge: int = 0

    @property
    def width_and_height(self) -> tuple[int, int]:
        """The screen columns and rows of the board, without labels."""
        width, height = self.scale.extent(len(self.rows), len(self.columns))
        return width + self.slant * (len(self.rows) - 1), height

    @property
    def row_below_cells(self) -> int:
        """The first screen row below the board."""
        return self.top + self.width_and_height[1]

    def place_of(self, line: int, place: int) -> Place:
        """Return the place of a point.

        line, place -- the row and column of the point, counted from the first ones shown.
        """
        down, right = self._point(line, place)
        (row, quarter), (column, half) = divmod(down - 1, 4), divmod(right - 1, 2)
        return Place(self.top + row, self.left + column, quarter + 1, half + 1)

    def _point(self, line: int, place: int) -> tuple[int, int]:
        """Return the quarter rows and half columns from the upper left corner to a point."""
        down, right = self.scale.origin
        right += 2 * (self.scale.columns * place + self.slant * line)
        return down + self.scale.quarters * line, right

    def cell_at(self, row: int, column: int) -> Cell | None:
        """Return the board cell whose point is nearest to a screen position, or None if none is near."""
        down, right = 4 * (row - self.top) + 2, 2 * (column - self.left) + 1
        first = (down - self.scale.origin[0]) // self.scale.quarters
        near = []
        for line in (first, first + 1):
            start = self._point(line, 0)
            place = (right - start[1] + self.scale.columns - 1) // (2 * self.scale.columns)
            away = down - start[0], right - start[1] - 2 * self.scale.columns * place
            near.append((away[0] ** 2 + away[1] ** 2, abs(away[0]), line, place))
        _, away_down, line, place = min(near)
        if away_down > self.scale.quarters // 2:
            return None
        if 0 <= line < len(self.rows) and 0 <= place < len(self.columns):
            return self.rows[line], self.columns[place]
        return None

    def shifted_by(self, down: int, right: int) -> BoardArea:
        """Return the area shifted by some rows and columns."""
        return self._replace(top=self.top + down, left=self.left + right)


def has_edge(view: View, diagram: Diagram) -> bool:
    """Return whether there is something around the board: labels, or the edges of the two colors."""
    return view.display.coordinates or bool(diagram.slant)


def _label_margin(view: View, diagram: Diagram, scale: Scale) -> int:
    """Return the number of columns that the labels take on each side of the board, with the gaps."""
    if not has_edge(view, diagram):
        return 0
    has_margin = bool(scale.stone) and not (scale.has_fields or diagram.slant)
    return max(len(label) for label in diagram.row_labels) + (0 if has_margin else 1 + diagram.slant)


def board_extent(view: View, diagram: Diagram, scale: Scale) -> tuple[int, int]:
    """Return the number of columns and rows that the whole board takes with its labels."""
    rows, columns = len(diagram.shown_rows), len(diagram.shown_columns)
    width, height = scale.extent(rows, columns)
    slanted = diagram.slant * scale.columns // 2 * (rows - 1)
    return width + slanted + 2 * _label_margin(view, diagram, scale), height + 2 * has_edge(view, diagram)


def board_scale(view: View, diagram: Diagram, width: int, height: int) -> Scale:
    """Return the largest scale at which the whole board fits, or the normal one, at which it may not fit."""
    scales: tuple[Scale, ...] = _CHARACTER_SCALES
    if view.display.ascii or (diagram.slant and not view.has_solid_stones):
        scales = ()
    elif view.has_solid_stones:
        is_square = diagram.is_chessboard
        scales = _HEXAGON_SCALES if diagram.slant else _SQUARE_SCALES if is_square else _CROSSING_SCALES
    for scale in scales:
        extent = board_extent(view, diagram, scale)
        if extent[0] <= width and extent[1] <= height:
            return scale
    return SMALL


def board_area(view: View, diagram: Diagram, width: int, height: int, scale: Scale = SMALL) -> BoardArea:
    """Return the area for as much of the board as fits, around the cursor or the last move."""
    margin, edge = _label_margin(view, diagram, scale), int(has_edge(view, diagram))
    shown_rows, shown_columns = diagram.shown_rows, diagram.shown_columns
    number = len(shown_columns)
    slant = diagram.slant * scale.columns // 2
    if scale != SMALL:
        return BoardArea(edge, margin, shown_rows, shown_columns, scale, slant, margin)
    if not slant and 2 * number + 2 * margin > width + 1:
        scale = _NARROW
    elif view.has_solid_stones and diagram.is_chessboard and 2 * number + 2 * margin <= width:
        scale = _SMALL_SQUARES
    focus = view.input.cursor or _focus_of_overlay(view) or next(iter(view.board.last_move[::-1]), None)
    rows = _window(shown_rows, height - 2 * edge, focus and focus[0])
    room = width - 2 * margin - slant * max(len(rows) - 1, 0)
    columns = _window(shown_columns, (room + scale.columns - 1) // scale.columns, focus and focus[1])
    return BoardArea(edge, margin, rows, columns, scale, slant, margin)


def _focus_of_overlay(view: View) -> Cell | None:
    """Return the cell that an explanation is about: the one numbered 1, else the last one marked, or None."""
    named = [cell for cell, sign in view.screen.shown.overlay if sign not in TERRITORY_SIGNS]
    numbered = [cell for cell, sign in view.screen.shown.overlay if sign == "1"]
    return next(iter(numbered + named[::-1]), None)


def _window(lines: range, room: int, focus: int | None) -> range:
    """Return the rows or columns of some to show, centered on the focus if not all of them fit."""
    shown = max(0, min(len(lines), room))
    middle = lines.start + len(lines) // 2 if focus is None else focus
    first = max(lines.start, min(middle - shown // 2, lines.stop - shown))
    return range(first, first + shown)
