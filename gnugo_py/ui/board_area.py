"""Where the board is on the screen: its scale, the visible part of it, and the point at a screen position."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from gnugo_py.games.diagram import Diagram
from gnugo_py.storage.settings import DisplaySettings
from gnugo_py.ui.keys import Cell, last_cell
from gnugo_py.ui.view import View


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

    def extent(self, rows: int, columns: int, slant: int) -> tuple[int, int]:
        """Return the screen columns and rows of a number of points, without labels; `slant` as in an area."""
        down, right = self.origin
        across = (columns - 1) * self.columns + slant * (rows - 1) // 2
        return right + across, -(-(2 * down + (rows - 1) * self.quarters) // 4)


_NARROW, SMALL = Scale(1, 4), Scale(2, 4)
_SMALL_SQUARES = Scale(2, 4, (), (2, 2))
_SCALES: dict[str, tuple[Scale, ...]] = {
    "lines": (
        Scale(6, 12, (6, 6, 5, 5, 3, 3), (6, 7)),
        Scale(5, 10, (5, 5, 5, 5, 3), (6, 5)),
        Scale(4, 8, (4, 4, 3, 3), (6, 5)),
        Scale(3, 6, (3, 3, 1), (6, 3)),
    ),
    "hexagons": (
        Scale(8, 16, (7, 7, 7, 7, 5, 5, 3), (12, 9)),
        Scale(4, 8, (3, 3, 1), (6, 5)),
        Scale(3, 6, (3, 3, 1), (6, 3)),
    ),
    "squares": (
        Scale(6, 12, (5, 5, 5, 5, 3, 3), (6, 6)),
        Scale(4, 8, (3, 3, 2, 2), (4, 4)),
        _SMALL_SQUARES,
    ),
}
_CHARACTER_SCALES = (Scale(6, 12, (), (6, 6)), Scale(4, 8, (), (4, 4)))
"""The scales by the pattern of the board, and those on terminals with few colors, the largest first."""


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
    width, height -- the screen columns and rows of these, without labels.
    scale         -- how large it is drawn.
    slant         -- the half columns by which each row is shifted to the right, relative to the row above.
    pattern       -- what the board consists of.
    edge          -- screen columns left of the board, used for the labels.
    """

    top: int
    left: int
    rows: range
    columns: range
    width: int
    height: int
    scale: Scale
    slant: int
    pattern: Literal["lines", "squares", "hexagons"]
    edge: int

    def place_of(self, line: int, place: int) -> Place:
        """Return the place of a point.

        line, place -- the row and column of the point, counted from the first ones shown.
        """
        down, right = self.scale.origin
        down += self.scale.quarters * line
        right += 2 * self.scale.columns * place + self.slant * line
        (row, quarter), (column, half) = divmod(down - 1, 4), divmod(right - 1, 2)
        return Place(self.top + row, self.left + column, quarter + 1, half + 1)

    def indent(self, row: int) -> int:
        """Return the screen columns by which a screen row of the area is shifted to the right."""
        down, quarters = self.scale.origin[0], self.scale.quarters
        line = (4 * row + 2 - down + quarters // 2) // quarters
        return self.slant * min(max(line, 0), len(self.rows) - 1) // 2

    def cell_at(self, row: int, column: int) -> Cell | None:
        """Return the board cell whose point is nearest to a screen position, or None if none is near."""
        down = 4 * (row - self.top) + 2 - self.scale.origin[0]
        right = 2 * (column - self.left) + 1 - self.scale.origin[1]
        first, width = down // self.scale.quarters, 2 * self.scale.columns
        near = []
        for line in (first, first + 1):
            away_down, across = down - self.scale.quarters * line, right - self.slant * line
            place = (across + width // 2 - 1) // width
            near.append((away_down**2 + (across - width * place) ** 2, abs(away_down), line, place))
        _, away_down, line, place = min(near)
        if away_down > self.scale.quarters // 2:
            return None
        if 0 <= line < len(self.rows) and 0 <= place < len(self.columns):
            return self.rows[line], self.columns[place]
        return None


class BoardSize(NamedTuple):
    """A size of the board: its area in the upper left corner, and the columns and rows with its margins."""

    area: BoardArea
    width: int
    height: int


@lru_cache(4)
def board_sizes(board: Diagram, display: DisplaySettings, has_solid_stones: bool) -> tuple[BoardSize, ...]:
    """Return the room that a whole board takes at its scales, the largest first, the normal one last.

    board -- the board without its rows, which make no difference.
    """
    scales: tuple[Scale, ...] = _CHARACTER_SCALES
    if display.ascii or (board.slant and not has_solid_stones):
        scales = ()
    elif has_solid_stones:
        scales = _SCALES[board.pattern]
    has_edge = display.coordinates or bool(board.slant)
    rows, columns = board.shown
    label_width, sizes = max(map(len, board.row_labels)), []
    for scale in (*scales, SMALL):
        has_gap = not scale.stone or scale.has_fields or board.slant
        gap = 1 + (board.slant if scale.quarters != 6 else 0)
        margin = label_width + (gap if has_gap else 0) if has_edge else 0
        slant = board.slant * scale.columns
        width, height = scale.extent(len(rows), len(columns), slant)
        area = BoardArea(
            int(has_edge), margin, rows, columns, width, height, scale, slant, board.pattern, margin
        )
        sizes.append(BoardSize(area, width + 2 * margin, height + 2 * has_edge))
    return tuple(sizes)


def fitting_size(sizes: Sequence[BoardSize], width: int, height: int) -> BoardSize:
    """Return the largest size at which the whole board fits, or the normal one, at which it may not fit."""
    return next((each for each in sizes if each.width <= width and each.height <= height), sizes[-1])


def board_area(view: View, size: BoardSize, width: int, height: int, top: int) -> BoardArea:
    """Return the area for as much of the board as fits, around the cursor or the last move.

    size          -- the size of the whole board.
    width, height -- the room for the board.
    top           -- the first screen row of this room.
    """
    whole, scale, rows, columns = size.area, size.area.scale, size.area.rows, size.area.columns
    if scale == SMALL and not whole.slant and size.width > width:
        scale = _NARROW
    elif scale == SMALL and view.has_solid_stones and whole.pattern == "squares" and size.width < width:
        scale = _SMALL_SQUARES
    if size.width > width or size.height > height:
        focus = view.input.cursor or _focus_of_overlay(view) or last_cell(view.screen)
        rows = _window(rows, height - 2 * whole.top, focus and focus[0])
        room = width - 2 * whole.edge - whole.slant * max(len(rows) - 1, 0) // 2
        columns = _window(columns, (room + scale.columns - 1) // scale.columns, focus and focus[1])
    shown_width, shown_height = scale.extent(len(rows), len(columns), whole.slant)
    return whole._replace(
        top=top + whole.top, rows=rows, columns=columns, width=shown_width, height=shown_height, scale=scale
    )


def _focus_of_overlay(view: View) -> Cell | None:
    """Return the cell that an explanation is about: the one numbered 1, else the last one marked, or None."""
    named = [cell for cell, mark in view.screen.feedback.overlay if mark.kind not in ("owner", "dead")]
    numbered = [cell for cell, mark in view.screen.feedback.overlay if mark.text == "1"]
    return next(iter(numbered + named[::-1]), None)


def _window(lines: range, room: int, focus: int | None) -> range:
    """Return the rows or columns of some to show, centered on the focus if not all of them fit."""
    shown = max(0, min(len(lines), room))
    middle = lines.start + len(lines) // 2 if focus is None else focus
    first = max(lines.start, min(middle - shown // 2, lines.stop - shown))
    return range(first, first + shown)
