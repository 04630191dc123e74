"""From state to cells: what stands where on a screen of a given size.

A screen is drawn in this order of need: the prompt, the newest message, as much of the board as
fits around the cursor or the last move, the status; where it is wide enough, a panel beside the
board.  A narrow screen gets a board without gaps between the points.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gnugo_py.games.diagram import Grid
from gnugo_py.games.legible import cut, end_of, legible, wrapped
from gnugo_py.games.legible import width as cells
from gnugo_py.tui.state import Cell, Message, State
from gnugo_py.tui.themes import Role, glyph

NARROWEST_PANEL = 24
WIDEST_PANEL = 60
GAP = 3
SUM_LINES = 3
LOWEST = 12
"""The height from which on a narrow window has a line for the move's number and what was taken."""
BARS, BARS_IN_LETTERS = "▁▂▃▄▅▆▇█", "0123456789"
"""How likely Black was to win, from not at all to surely."""
MORE = "-- more: down or space --"

_ROLES: dict[str, Role] = {
    "X": "black", "O": "white", "x": "dead", "o": "dead", "b": "land", "w": "land", "#": "block",
}  # fmt: skip


class Span(NamedTuple):
    """A piece of text that stands on a screen; it never reaches beyond the screen's edge."""

    row: int
    column: int
    text: str
    role: Role


class Area(NamedTuple):
    """Where the board is on the screen.

    top, left     -- of its first cell.
    step          -- screen columns from one cell to the next.
    rows, columns -- which of the board's are shown.
    slant         -- by how many columns each row lies further right than the one above it.
    """

    top: int
    left: int
    step: int
    rows: range
    columns: range
    slant: int = 0

    def start(self, line: int) -> int:
        """The screen column of the first cell of a line, counted from the area's first."""
        return self.left + self.slant * line

    def cell_at(self, row: int, column: int) -> Cell | None:
        """The cell of the board at a place on the screen, None beside it."""
        line = row - self.top
        place = (column - self.start(line)) // self.step
        if 0 <= line < len(self.rows) and 0 <= place < len(self.columns):
            return self.rows[line], self.columns[place]
        return None


class Picture(NamedTuple):
    """A whole screen.

    spans  -- what stands where.
    cursor -- (row, column) of the terminal's cursor.
    area   -- where the board is, None if it is not shown.
    """

    spans: tuple[Span, ...]
    cursor: Cell
    area: Area | None = None


def draw(state: State, width: int, height: int) -> Picture:
    """The screen of a state.

    width, height -- in cells; any size from 1x1 on.
    """
    prompt = _prompt(state, width - 1)  # the last cell is the cursor's: writing there scrolls
    spans, area = [Span(height - 1, 0, prompt, "prompt")], None
    if state.page:
        spans += _page(state, width, height - 1)
    elif state.grid is not None:
        area, beside = _arranged(state, state.grid, width, height - 1)
        spans += _board(state, state.grid, area) + beside
        if state.graph:
            spans += _graph(state, area, min(width, _right_of(state, area)), height - 1)
    else:
        spans += _messages(state.messages, height - 2, 0, width, 1)
    return Picture(tuple(_cropped(spans, width, height)), (height - 1, min(cells(prompt), width - 1)), area)


def _prompt(state: State, width: int) -> str:
    """The question and the answer so far; what does not fit is the question's end and the answer's start."""
    if width <= 0:
        return ""
    asked = "Return shows the board:" if state.page and state.grid else legible(state.prompt)
    typed = legible(state.typed)
    if not typed and cells(asked) >= width:
        return cut(asked, width)
    if cells(asked) + 1 + cells(typed) > width:
        asked = cut(asked, max(width - 1 - cells(typed), width // 2))
        typed = end_of(typed, width - 1 - cells(asked))
    return cut(f"{asked} {typed}", width, mark="")


def _page(state: State, width: int, height: int) -> list[Span]:
    """A page to read, from its top; under it the newest refusal, if that is the last thing said."""
    lines = [part for line in state.page for part in wrapped(line, width)]
    first = min(state.scroll, max(len(lines) - height, 0))
    spans = [Span(row, 0, line, "plain") for row, line in enumerate(lines[first : first + height])]
    if first + height < len(lines) and height > 1:
        spans[-1] = Span(height - 1, 0, MORE, "label")
    if state.messages and state.messages[-1].is_refusal and height > 0:
        spans = [span for span in spans if span.row < height - 1]
        spans += _messages(state.messages, height - 1, 0, width, 1)
    return spans


def _arranged(state: State, grid: Grid, width: int, height: int) -> tuple[Area, list[Span]]:
    """Where the board goes, and what stands beside or below it."""
    margin = _margin(state, grid)
    board_width = 2 * len(grid.rows[0]) - 1 + 2 * margin + _lean(grid)
    panel = min(width - board_width - GAP, WIDEST_PANEL)
    if panel >= NARROWEST_PANEL:
        area = _area(state, grid, board_width, height)
        return area, _panel(state, board_width + GAP, panel, height)
    lines = _below(state, width, height)
    first = max(height - len(lines), 0)
    spans = [Span(row, 0, text, role) for row, (text, role) in enumerate(lines, first)]
    return _area(state, grid, width, first), spans


def _right_of(state: State, area: Area) -> int:
    """The first column right of a board with its labels."""
    return area.start(len(area.rows)) + area.step * len(area.columns) + area.left


def _graph(state: State, area: Area, width: int, height: int) -> list[Span]:
    """How the chances went, under the board where there is room, with a mark under the moment shown."""
    row = area.top + len(area.rows) + 2 * int(state.look.coordinates)
    width = min(width, len(state.graph))
    if row + 2 > height or width < 2:
        return []
    last = len(state.graph) - 1
    shown = [state.graph[number * last // (width - 1)] for number in range(width)]
    bars = BARS_IN_LETTERS if state.look.ascii else BARS
    text = "".join(bars[min(int(share * len(bars)), len(bars) - 1)] for share in shown)
    place = min(state.along, last) * (width - 1) // max(last, 1)
    return [Span(row, 0, text, "label"), Span(row + 1, place, "^", "label")]


def _below(state: State, width: int, height: int) -> list[tuple[str, Role]]:
    """The lines under the board of a narrow window: what must stay in sight, then the news or the sum."""
    fixed: list[tuple[str, Role]] = [(state.alarm, "refusal")] if state.alarm else []
    brief = state.about or state.brief or "".join(state.status[:1])
    if brief and height >= LOWEST:
        fixed.append((brief, "plain"))
    if height <= len(fixed):
        return fixed[:height]
    room = max(height // 2 - len(fixed), 1)
    fresh = state.messages[len(state.messages) - state.fresh :] or state.messages[-1:]
    refused = [message for message in fresh if message.is_refusal]
    if state.standing:
        told: list[tuple[str, Role]] = [
            (line, "refusal") for message in refused for line in wrapped(message.text, width)
        ]
        told = told[: max(room - SUM_LINES, 1)]
        return fixed + told + [(line, "plain") for line in _sum(state.standing, width, room - len(told))]
    news = [(line, message) for message in refused or fresh for line in wrapped(message.text, width)]
    return fixed + [(line, "refusal" if message.is_refusal else "message") for line, message in news[:room]]


def _sum(texts: Sequence[str], width: int, room: int) -> list[str]:
    """A count in as few lines as there is room for: whole, or what it comes to, the winner first of all."""
    lines = [line for text in texts for line in wrapped(text, width)]
    if len(lines) <= room:
        return lines
    lines = []
    for text in reversed(texts):
        more = wrapped(_total(text), width)
        if len(lines) + len(more) > room and lines:
            break
        lines = more + lines
    return lines[:room]


def _total(text: str) -> str:
    """Of a sum that is written out, whose it is and what it comes to."""
    written, equals, total = text.rpartition(" = ")
    return f"{written.partition(':')[0]}: {total}" if equals else text


def _margin(state: State, grid: Grid) -> int:
    """The columns left and right of the board, for its labels."""
    gap = 1 + grid.slant
    return max(len(label) for label in grid.row_labels) + gap if state.look.coordinates else 0


def _area(state: State, grid: Grid, width: int, height: int) -> Area:
    """As much of the board as fits into an area, around the cursor or the last move."""
    margin, edge = _margin(state, grid), int(state.look.coordinates)
    number = len(grid.rows[0])
    step = 2 if grid.slant or 2 * number + 2 * margin <= width + 1 else 1
    focus = state.cursor or next(iter(state.last[::-1]), None)
    rows = _window(len(grid.rows), height - 2 * edge, focus and focus[0])
    room = width - 2 * margin - grid.slant * max(len(rows) - 1, 0)
    columns = _window(number, (room + step - 1) // step, focus and focus[1])
    return Area(edge, margin, step, rows, columns, grid.slant)


def _lean(grid: Grid) -> int:
    """By how many columns a slanted board's last row lies further right than its first."""
    return grid.slant * (len(grid.rows) - 1)


def _window(number: int, room: int, focus: int | None) -> range:
    """Which of a number of lines to show where there is room for fewer: those around the focus."""
    shown = max(0, min(number, room))
    middle = number // 2 if focus is None else focus
    first = max(0, min(middle - shown // 2, number - shown))
    return range(first, first + shown)


def _board(state: State, grid: Grid, area: Area) -> list[Span]:
    """The board in its area, with its labels."""
    if not area.rows or not area.columns:
        return []
    overlay = dict(state.overlay)
    gap = " " * (area.step - 1)
    spans: list[Span] = []
    for line, row in enumerate(area.rows):
        for place, column in enumerate(area.columns):
            at = area.start(line) + area.step * place
            sign, role = _cell(state, overlay, grid.rows[row][column], (row, column))
            spans.append(Span(area.top + line, at, glyph(sign, state.look.ascii), role))
            if gap and place + 1 < len(area.columns):
                spans.append(Span(area.top + line, at + 1, gap, "empty"))
    return spans + _labels(state, grid, area)


def _cell(state: State, overlay: dict[Cell, str], sign: str, cell: Cell) -> tuple[str, Role]:
    """The sign and the role of one cell of the board, what is drawn over it first."""
    role: Role = _ROLES.get(sign, "empty")
    if cell in state.playable:
        sign, role = (sign if role in ("black", "white") else "+"), "lit"
    if cell in state.forbidden:
        sign, role = "#", "forbidden"
    if cell in state.taken:
        sign, role = "*", "taken"
    if cell in state.last:
        role = "last"
    if cell in state.winning:
        role = "winning"
    if cell in overlay:
        sign, role = (overlay[cell], "sign") if overlay[cell] else (sign, "lit")
    return sign, "cursor" if cell == state.cursor else role


def _labels(state: State, grid: Grid, area: Area) -> list[Span]:
    """The letters and numbers around the board."""
    if not state.look.coordinates:
        return []
    header = (" " * (area.step - 1)).join(grid.column_labels[column] for column in area.columns)
    bottom = area.start(len(area.rows))
    spans = [
        Span(0, area.left, header, "label"),
        Span(area.top + len(area.rows), bottom, header, "label"),
    ]
    gap = 1 + grid.slant
    width = area.step * len(area.columns) - (area.step - 1) + gap
    for line, row in enumerate(area.rows):
        label, start = grid.row_labels[row], area.start(line)
        spans.append(Span(area.top + line, start - area.left, f"{label:>{area.left - gap}}", "label"))
        spans.append(Span(area.top + line, start + width, label, "label"))
    return spans


def _panel(state: State, column: int, width: int, height: int) -> list[Span]:
    """Title, what is known of the game, and the latest messages, beside the board."""
    told = (state.about, *(state.panel or state.status)) if state.about else state.panel or state.status
    lines = [part for line in told for part in wrapped(line, width)]
    lines = lines[: max(height - 6, 0)]
    spans = [Span(0, column, state.title, "title"), Span(1, column, cut(state.alarm, width), "refusal")]
    spans += [Span(row, column, line, "plain") for row, line in enumerate(lines, 2)]
    return spans + _messages(state.messages, height - 1, column, width, height - len(lines) - 3)


def _messages(messages: tuple[Message, ...], bottom: int, column: int, width: int, room: int) -> list[Span]:
    """The newest messages, the last one's end at the bottom; upward as many lines as there is room for."""
    lines = [
        (part, message) for message in messages[-max(room, 0) :] for part in wrapped(message.text, width)
    ]
    shown = lines[-room:] if room > 0 else []
    return [
        Span(bottom - len(shown) + 1 + number, column, text, "refusal" if message.is_refusal else "message")
        for number, (text, message) in enumerate(shown)
    ]


def _cropped(spans: list[Span], width: int, height: int) -> list[Span]:
    """The spans as far as they are on the screen."""
    cropped = []
    for span in spans:
        room = width - span.column
        if 0 <= span.row < height and room > 0 and span.text:
            cropped.append(Span(span.row, span.column, cut(span.text, room, mark=""), span.role))
    return cropped
