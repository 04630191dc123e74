"""From state to cells: what stands where on a screen of a given size.

A screen is drawn in this order of need: the prompt, the newest message, as much of the board as
fits around the last move, the status; where it is wide enough, a panel beside the board.
"""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from typing import Literal, TypeAlias

from gnugo_py.games.diagram import Grid
from gnugo_py.tui.state import Message, State

Role: TypeAlias = Literal[
    "plain", "label", "black", "white", "empty", "last", "title", "message", "refusal", "prompt"
]
NARROWEST_PANEL = 24
WIDEST_PANEL = 46
GAP = 3

_ROLES: dict[str, Role] = {"X": "black", "O": "white"}


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of text that stands on a screen; it never reaches beyond the screen's edge."""

    row: int
    column: int
    text: str
    role: Role


@dataclass(frozen=True, slots=True)
class Picture:
    """A whole screen.

    spans  -- what stands where.
    cursor -- (row, column) of the cursor, on the screen.
    """

    spans: tuple[Span, ...]
    cursor: tuple[int, int]


def draw(state: State, width: int, height: int) -> Picture:
    """The screen of a state.

    width, height -- in cells; any size from 1x1 on.
    """
    prompt = f"{state.prompt} {state.typed}"
    prompt = prompt[max(0, len(prompt) - width + 1) :]  # the last cell is the cursor's: writing there scrolls
    cursor = (height - 1, min(len(prompt), width - 1))
    spans = [Span(height - 1, 0, prompt, "prompt")]
    if state.page:
        spans += _page(state, width, height - 1)
    elif state.grid is not None:
        spans += _board_and_all(state, state.grid, width, height - 1)
    else:
        spans += _messages(state.messages, height - 2, 0, width, 1)
    return Picture(tuple(_cropped(spans, width, height)), cursor)


def as_text(picture: Picture, width: int, height: int) -> str:
    """A screen as lines of text, without the roles."""
    lines = [[" "] * width for _ in range(height)]
    for span in picture.spans:
        lines[span.row][span.column : span.column + len(span.text)] = span.text
    return "\n".join("".join(line).rstrip() for line in lines)


def _page(state: State, width: int, height: int) -> list[Span]:
    """A page to read, from its top; under it the newest refusal, if that is the last thing said."""
    lines = [part for line in state.page for part in textwrap.wrap(line, width) or [""]]
    spans = [Span(row, 0, line, "plain") for row, line in enumerate(lines[:height])]
    if state.messages and state.messages[-1].is_refusal and height > 0:
        spans = [span for span in spans if span.row < height - 1]
        spans += _messages(state.messages, height - 1, 0, width, 1)
    return spans


def _board_and_all(state: State, grid: Grid, width: int, height: int) -> list[Span]:
    """The board, with the panel beside it or the message below it."""
    board_width = 2 * len(grid.rows[0]) + 2 * _label_width(grid) + 1
    panel = min(width - board_width - GAP, WIDEST_PANEL)
    if panel >= NARROWEST_PANEL:
        return _board(state, grid, board_width, height) + _panel(state, board_width + GAP, panel, height)
    full = len(grid.rows) + 2
    status = state.status[:1] if height > full + 1 else ()
    below = height - 1 - len(status)
    spans = _board(state, grid, width, below)
    spans += [Span(below, 0, line, "plain") for line in status]
    return spans + _messages(state.messages, height - 1, 0, width, 1)


def _label_width(grid: Grid) -> int:
    return max(len(label) for label in grid.row_labels)


def _board(state: State, grid: Grid, width: int, height: int) -> list[Span]:
    """As much of the board as fits into an area, around the last move, with its labels."""
    margin = _label_width(grid)
    columns = _window(len(grid.rows[0]), (width - 2 * margin - 1) // 2, state.mark and state.mark[1])
    rows = _window(len(grid.rows), height - 2, state.mark and state.mark[0])
    header = " ".join(grid.column_labels[column] for column in columns)
    spans = [Span(0, margin + 1, header, "label"), Span(len(rows) + 1, margin + 1, header, "label")]
    for line, row in enumerate(rows, 1):
        label = grid.row_labels[row]
        spans.append(Span(line, 0, f"{label:>{margin}}", "label"))
        for place, column in enumerate(columns):
            symbol = grid.rows[row][column]
            role = "last" if (row, column) == state.mark else _ROLES.get(symbol, "empty")
            spans.append(Span(line, margin + 1 + 2 * place, symbol, role))
        spans.append(Span(line, margin + 1 + 2 * len(columns), label, "label"))
    return spans if height >= 3 else []


def _window(number: int, room: int, focus: int | None) -> range:
    """Which of a number of lines to show where there is room for fewer: those around the focus."""
    shown = max(0, min(number, room))
    middle = number // 2 if focus is None else focus
    first = max(0, min(middle - shown // 2, number - shown))
    return range(first, first + shown)


def _panel(state: State, column: int, width: int, height: int) -> list[Span]:
    """Title, status and the latest messages, beside the board."""
    spans = [Span(0, column, state.title, "title")]
    row = 2
    for line in state.status:
        for part in textwrap.wrap(line, width):
            spans.append(Span(row, column, part, "plain"))
            row += 1
    return spans + _messages(state.messages, height - 1, column, width, height - row - 2)


def _messages(messages: tuple[Message, ...], bottom: int, column: int, width: int, room: int) -> list[Span]:
    """The newest messages, the last one's end at the bottom; upward as many lines as there is room for."""
    lines = [
        (part, message)
        for message in messages[-max(room, 0) :]
        for part in textwrap.wrap(message.text, max(width, 1)) or [""]
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
            cropped.append(Span(span.row, span.column, span.text[:room], span.role))
    return cropped
