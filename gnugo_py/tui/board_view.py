"""The board on the screen: how much of it, how large, and what stands in its cells."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from gnugo_py.core.diagram import Grid
from gnugo_py.tui.state import Cell, State
from gnugo_py.tui.themes import Role, glyph

STONES = {
    ("X", 2): ("▟██▙", "▜██▛"),
    ("O", 2): ("╭──╮", "╰──╯"),
    ("X", 3): ("▗▟██▙▖", "██████", "▝▜██▛▘"),
    ("O", 3): ("╭────╮", "│    │", "╰────╯"),
}
"""Stones of several rows, by sign and rows; where there are colours, white ones are filled, too."""
LARGEST = 3
"""A cell has at most so many rows, and twice as many columns."""
BARS, BARS_IN_LETTERS = "▁▂▃▄▅▆▇█", "0123456789"
"""How likely Black was to win, from not at all to surely."""
_ROLES: dict[str, Role] = {
    "X": "black", "O": "white", "x": "dead", "o": "dead", "b": "land", "w": "land", "#": "block",
}  # fmt: skip


_ON: dict[str, Role] = {"X": "cursor on black", "O": "cursor on white"}
_OVER: dict[str, Role] = {"x": "dead", "o": "dead", "b": "land", "w": "land"}


class Span(NamedTuple):
    """A piece of text that stands on a screen; it never reaches beyond the screen's edge."""

    row: int
    column: int
    text: str
    role: Role


class Area(NamedTuple):
    """Where the board is on the screen.

    top, left     -- of its first cell.
    step, tall    -- screen columns from one cell to the next, and rows.
    rows, columns -- which of the board's are shown.
    slant         -- by how many columns each row lies further right than the one above it.
    edge          -- the columns left of the first cell that are the labels'.
    """

    top: int
    left: int
    step: int
    rows: range
    columns: range
    slant: int = 0
    tall: int = 1
    edge: int = 0

    def start(self, line: int) -> int:
        """The screen column of the first cell of a line, counted from the area's first."""
        return self.left + self.slant * line

    @property
    def bottom(self) -> int:
        """The first screen row below the cells."""
        return self.top + self.tall * len(self.rows)

    def cell_at(self, row: int, column: int) -> Cell | None:
        """The cell of the board at a place on the screen, None beside it."""
        line = (row - self.top) // self.tall
        place = (column - self.start(line)) // self.step
        if 0 <= line < len(self.rows) and 0 <= place < len(self.columns):
            return self.rows[line], self.columns[place]
        return None

    def moved(self, down: int, right: int) -> Area:
        """The same elsewhere on the screen."""
        return self._replace(top=self.top + down, left=self.left + right)


def right_of(area: Area) -> int:
    """The first column right of a board with its labels."""
    return area.start(len(area.rows)) + area.step * len(area.columns) + area.edge


def graph(state: State, area: Area, width: int, height: int) -> list[Span]:
    """How the chances went, under the board where there is room, with a mark under the moment shown."""
    row = area.bottom + 2 * int(state.look.coordinates)
    width = min(width, len(state.graph))
    if row + 2 > height or width < 2:
        return []
    last = len(state.graph) - 1
    shown = [state.graph[number * last // (width - 1)] for number in range(width)]
    bars = BARS_IN_LETTERS if state.look.ascii else BARS
    text = "".join(bars[min(int(share * len(bars)), len(bars) - 1)] for share in shown)
    place = min(state.along, last) * (width - 1) // max(last, 1)
    left = area.left - area.edge
    return [Span(row, left, text, "label"), Span(row + 1, left + place, "^", "label")]


def margin_of(state: State, grid: Grid) -> int:
    """The columns left and right of the board, for its labels."""
    gap = 1 + grid.slant
    return max(len(label) for label in grid.row_labels) + gap if state.look.coordinates else 0


def scale_of(state: State, grid: Grid, width: int, height: int) -> int:
    """How many rows high a cell can be so that the whole board fits; letters stay small."""
    if state.look.ascii or grid.slant:
        return 1
    room = width - 2 * margin_of(state, grid), height - 2 * int(state.look.coordinates)
    largest = min(room[0] // (2 * len(grid.rows[0])), room[1] // len(grid.rows), LARGEST)
    return max(largest, 1)


def width_of(state: State, grid: Grid, scale: int) -> int:
    """The columns that a whole board takes with its labels."""
    return scale * 2 * len(grid.rows[0]) - 1 + 2 * margin_of(state, grid) + lean(grid)


def area_of(state: State, grid: Grid, width: int, height: int, scale: int) -> Area:
    """As much of the board as fits into an area, around the cursor or the last move."""
    margin, edge = margin_of(state, grid), int(state.look.coordinates)
    number = len(grid.rows[0])
    step = 2 if grid.slant or 2 * number + 2 * margin <= width + 1 else 1
    focus = state.cursor or _pointed_at(state) or next(iter(state.last[::-1]), None)
    rows = _window(len(grid.rows), height - 2 * edge, focus and focus[0])
    room = width - 2 * margin - grid.slant * max(len(rows) - 1, 0)
    columns = _window(number, (room + step - 1) // step, focus and focus[1])
    if scale > 1:
        return Area(edge, margin, 2 * scale, range(len(grid.rows)), range(number), 0, scale, margin)
    return Area(edge, margin, step, rows, columns, grid.slant, 1, margin)


def _pointed_at(state: State) -> Cell | None:
    """The point that an explanation is about: the one it numbers first, else the last one it names."""
    named = [cell for cell, sign in state.overlay if sign not in _OVER]
    numbered = [cell for cell, sign in state.overlay if sign == "1"]
    return next(iter(numbered + named[::-1]), None)


def lean(grid: Grid) -> int:
    """By how many columns a slanted board's last row lies further right than its first."""
    return grid.slant * (len(grid.rows) - 1)


def _window(number: int, room: int, focus: int | None) -> range:
    """Which of a number of lines to show where there is room for fewer: those around the focus."""
    shown = max(0, min(number, room))
    middle = number // 2 if focus is None else focus
    first = max(0, min(middle - shown // 2, number - shown))
    return range(first, first + shown)


def drawn(state: State, grid: Grid, area: Area) -> list[Span]:
    """The board in its area, with its labels."""
    if not area.rows or not area.columns:
        return []
    overlay = dict(state.overlay)
    spans: list[Span] = []
    for line, row in enumerate(area.rows):
        signs = grid.rows[row]
        cells = [_cell(state, overlay, signs[column], (row, column)) for column in area.columns]
        for down in range(area.tall):
            pieces = [piece for sign, role in cells for piece in _pieces(state, sign, role, down, area)]
            if area.tall == 1 and area.step > 1:
                pieces.pop()
            spans += _joined(pieces, area.top + area.tall * line + down, area.start(line))
    return spans + _labels(state, grid, area)


def _pieces(state: State, sign: str, role: Role, down: int, area: Area) -> tuple[tuple[str, Role], ...]:
    """A row of a cell: a stone fills a large one, anything else stands in its middle."""
    if area.tall == 1:
        shown = (glyph(sign, state.look.ascii), role)
        return (shown, (" " * (area.step - 1), "empty")) if area.step > 1 else (shown,)
    stone = STONES.get((sign, area.tall))
    if stone is not None:
        return ((stone[down], role),)
    if down != (area.tall - 1) // 2:
        return ((" " * area.step, role),)
    before = " " * (area.tall - 1)
    return ((f"{before}{glyph(sign, ascii_only=False)[:1]}".ljust(area.step), role),)


def _joined(pieces: list[tuple[str, Role]], row: int, column: int) -> list[Span]:
    """Pieces of a row as spans, those that look alike as one."""
    spans: list[Span] = []
    for role, alike in groupby(pieces, key=itemgetter(1)):
        text = "".join(text for text, _ in alike)
        spans.append(Span(row, column, text, role))
        column += len(text)
    return spans


def _cell(state: State, overlay: dict[Cell, str], sign: str, cell: Cell) -> tuple[str, Role]:
    """The sign and the role of one cell of the board, what is drawn over it first."""
    role: Role = _ROLES.get(sign, "empty")
    if cell in state.playable:
        sign, role = (sign if role in ("black", "white") else "+"), "lit"
    if cell in state.forbidden:
        sign, role = "#", "forbidden"
    if cell in state.taken:
        sign, role = "*", "taken"
    if cell in state.threatened:
        role = "threatened"
    if cell in state.last:
        role = "last"
    if cell in state.winning:
        role = "winning"
    if cell in overlay:
        sign, role = (overlay[cell], _OVER.get(overlay[cell], "sign")) if overlay[cell] else (sign, "lit")
    return sign, _ON.get(sign, "cursor") if cell == state.cursor else role


def _labels(state: State, grid: Grid, area: Area) -> list[Span]:
    """The letters and numbers around the board."""
    if not state.look.coordinates:
        return []
    gap = 1 + grid.slant
    width = area.step * len(area.columns) - (area.step - 1 if area.tall == 1 else 0) + gap
    spans = []
    for place, column in enumerate(area.columns):
        at, label = area.step * place + area.tall - 1, grid.column_labels[column]
        spans.append(Span(area.top - 1, area.left + at, label, "label"))
        spans.append(Span(area.bottom, area.start(len(area.rows)) + at, label, "label"))
    for line, row in enumerate(area.rows):
        label, start = grid.row_labels[row], area.start(line)
        at = area.top + area.tall * line + (area.tall - 1) // 2
        spans.append(Span(at, start - area.edge, f"{label:>{area.edge - gap}}", "label"))
        spans.append(Span(at, start + width - (area.tall > 1), label, "label"))
    return spans
