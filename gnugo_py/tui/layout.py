"""From state to cells: what stands where on a screen of a given size.

A screen is drawn in this order of need: the prompt, the newest message, as much of the board as
fits around the cursor or the last move, the status; where it is wide enough, a panel beside the
board.  A narrow screen gets a board without gaps between the points.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from gnugo_py.core.diagram import Grid, named
from gnugo_py.core.text import cut, end_of, legible, wrapped
from gnugo_py.core.text import width as cells
from gnugo_py.tui.board_view import Area, Span, area_of, drawn, graph, right_of, scale_of, width_of
from gnugo_py.tui.state import Cell, Made, Message, State
from gnugo_py.tui.themes import WORDS, Role, glyph

NARROWEST_PANEL = 24
WIDEST_PANEL = 60
GAP = 3
SUM_LINES = 3
LEAST_SAID, LEAST_LISTED = 2, 3
"""So many lines beside the board are kept for what was said last."""
LEAST_BELOW = 4
"""So many lines are kept under the board of a narrow window before it gets a header."""
LOWEST = 12
"""The height from which on a narrow window has a line for the move's number and what was taken."""
MORE = "-- more: down or space --"


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
    if state.cursor is not None and state.grid is not None and not (state.typed or state.page):
        spans.append(Span(height - 1, cells(prompt), f"({named(state.grid, state.cursor)})", "label"))
    if state.page:
        spans += _page(state, width, height - 1)
    elif state.grid is not None:
        head = _header(state) if _has_header(state, state.grid, width, height) else []
        area, beside = _arranged(state, state.grid, width, height - 1 - bool(head))
        area = area.moved(bool(head), 0)
        spans += head + drawn(state, state.grid, area)
        spans += [span._replace(row=span.row + bool(head)) for span in beside]
        if state.graph and not _is_narrow(state, state.grid, width):
            spans += graph(state, area, min(width, right_of(area)), height - 1)
    else:
        spans += _messages(state.messages, height - 2, 0, width, 1)
    caret = min(cells(prompt), width - 1) - cells(state.typed[len(state.typed) - state.behind :])
    return Picture(tuple(_cropped(spans, width, height)), (height - 1, max(caret, 0)), area)


def _has_header(state: State, grid: Grid, width: int, height: int) -> bool:
    """Whether there is room for the whole board and a line that tells who plays."""
    free = height - 2 - len(grid.rows) - 2 * int(state.look.coordinates)
    return bool(state.header) and free >= (LEAST_BELOW if _is_narrow(state, grid, width) else 0)


def _is_narrow(state: State, grid: Grid, width: int) -> bool:
    """Whether there is no room for a panel beside the board."""
    return width - width_of(state, grid, 1) - GAP < NARROWEST_PANEL


def _header(state: State) -> list[Span]:
    """Who plays, with the signs of the stones and what each has taken; whose turn it is is lit up."""
    spans: list[Span] = []
    at = 0
    for seat in state.header:
        sign = glyph(seat.sign, state.look.ascii)
        spans.append(Span(0, at, f" {sign} ", "black" if seat.sign == "X" else "white"))
        spans.append(Span(0, at + 3, f" {seat.text} ", "chosen" if seat.moves else "plain"))
        at += 3 + cells(seat.text) + 4
    return spans


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
    scale = scale_of(state, grid, width - GAP - NARROWEST_PANEL, height)
    board_width = width_of(state, grid, scale)
    panel = min(width - board_width - GAP, WIDEST_PANEL)
    if panel >= NARROWEST_PANEL:
        area = area_of(state, grid, board_width, height, scale)
        right = max(width - board_width - GAP - panel, 0) // 2
        down = max(height - area.bottom - 1, 0) // 2 if scale > 1 else 0
        return area.moved(down, right), _panel(state, right + board_width + GAP, panel, height)
    lines = _below(state, width, height)
    first = max(height - len(lines), 0)
    spans = [Span(row, 0, text, role) for row, (text, role) in enumerate(lines, first)]
    return area_of(state, grid, width, first, 1), spans


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
    shown = cut_short([line for line, _ in news], room, width)
    roles: list[Role] = ["refusal" if message.is_refusal else "message" for _, message in news]
    return fixed + list(zip(shown, roles, strict=False))


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


def _panel(state: State, column: int, width: int, height: int) -> list[Span]:
    """Title, what is known of the game, and the latest messages, beside the board."""
    told = (state.about, *(state.panel or state.status)) if state.about else state.panel or state.status
    fresh = len(state.messages) - state.fresh
    said = tuple(
        each
        for number, each in enumerate(state.messages)
        if not (each.is_move and number < fresh) and each.text not in told
    )
    new = tuple(each for each in state.messages[fresh:] if each.text not in told)
    news = sum(len(wrapped(each.text, width)) for each in new)
    lines = [part for line in told for part in wrapped(line, width)][: max(height - LEAST_SAID - 2, 0)]
    least = min(max(news, LEAST_SAID), height - len(lines) - 3)
    heard = {each.text for each in said}
    reasons = [part for line in state.reasons if line not in heard for part in wrapped(line, width)]
    free = height - len(lines) - least - 5
    listed = _listed(state, width, max(free - len(reasons), min(LEAST_LISTED, free // 2)))
    reasons = cut_short(reasons, max(height - len(lines) - len(listed) - least - 5, 0), width)
    title = "" if state.header else state.title
    spans = [Span(0, column, title, "title"), Span(1, column, cut(state.alarm, width), "refusal")]
    spans += [Span(row, column, line, "plain") for row, line in enumerate(lines, 2)]
    top = 3 + len(lines)
    for row, line in enumerate(listed, top):
        spans += [span._replace(row=row, column=column + span.column) for span in line]
    row = top + len(listed) + bool(listed)
    spans += [Span(row, column, line, "plain") for row, line in enumerate(reasons, row)]
    row += len(reasons) + bool(reasons)
    if news > height - row:
        said = _begun(new, width, height - row)
    return spans + _messages(said, height - 1, column, width, height - row)


def cut_short(lines: list[str], room: int, width: int) -> list[str]:
    """Lines as far as there is room; the last one shows if others are left out."""
    if len(lines) <= room or room < 1:
        return lines[: max(room, 0)]
    last = lines[room - 1]
    kept = cut(last, width - 4, mark="")
    if kept != last:
        kept = kept.rpartition(" ")[0] or kept
    return [*lines[: room - 1], f"{kept} ..."]


def _begun(messages: Sequence[Message], width: int, room: int) -> tuple[Message, ...]:
    """As much of some messages, from the first on, as there is room for."""
    lines = [message._replace(text=line) for message in messages for line in wrapped(message.text, width)]
    return (*lines[: room - 1], *(line._replace(text="...") for line in lines[:1]))


def _listed(state: State, width: int, room: int) -> list[list[Span]]:
    """The list of moves in columns, both sides' moves in columns of their own, as far as there is room.

    It ends with the newest one or, where a game is looked through, goes on a little beyond the moment shown.
    """
    if not state.moves or room < 1:
        return []
    rows = _columns(state.moves, width, state.look.ascii)
    now = next(
        (number for number, row in enumerate(rows) if any(span.role == "chosen" for span in row)), None
    )
    if len(rows) <= room:
        return rows
    now = 0 if now is None and state.reviewing else now
    last = len(rows) - state.scrolled if now is None else now + 1 + room // 3
    last = min(max(last, room), len(rows))
    return rows[last - room : last]


@lru_cache(2)
def _columns(moves: tuple[Made, ...], width: int, is_ascii: bool) -> list[list[Span]]:
    """Moves in columns, the row of each span still to be told."""
    signs = {sign: glyph(sign, is_ascii) for sign in "XO"}
    texts = [f"{each.number:>3} {signs.get(each.sign, ' ')} {each.text}" for each in moves]
    step = max(cells(text) for text in texts) + 2
    number = max((width + 2) // step // 2 * 2, 1)
    first = (moves[0].number - 1) % number
    rows: dict[int, list[Span]] = {}
    for place, (text, each) in enumerate(zip(texts, moves, strict=True), first):
        row, at = divmod(place, number)
        rows.setdefault(row, []).append(Span(0, at * step, text, "chosen" if each.is_now else "plain"))
    return list(rows.values())


def _messages(messages: tuple[Message, ...], bottom: int, column: int, width: int, room: int) -> list[Span]:
    """The newest messages, the last one's end at the bottom; upward as many, whole, as there is room for."""
    shown: list[tuple[str, Message]] = []
    for message in reversed(messages[-max(room, 0) :]):
        lines = [(line, message) for line in wrapped(message.text, width)]
        if shown and len(lines) > room - len(shown):
            break
        shown = lines[-room:] + shown if room > 0 else []
    return [
        Span(bottom - len(shown) + 1 + number, column, text, "refusal" if message.is_refusal else "message")
        for number, (text, message) in enumerate(shown)
    ]


def _cropped(spans: list[Span], width: int, height: int) -> list[Span]:
    """The spans as far as they are on the screen; what stands in cells of a board is one column wide."""
    cropped = []
    for span in spans:
        room = width - span.column
        if 0 <= span.row < height and room > 0 and span.text:
            text = cut(span.text, room, mark="") if span.role in WORDS else span.text[:room]
            cropped.append(span._replace(text=text))
    return cropped
