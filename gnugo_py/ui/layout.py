"""The layout of the screen: converts a view to text at positions on a screen of a given size.

Space is allotted in this order: the prompt, the newest message, as much of the board as fits around the
cursor or the last move, and the status. If the screen is wide enough, there is a panel beside the board. A
narrow screen shows the board without gaps between the points.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from gnugo_py.app.screen import PlayerLine, Screen, ScreenMessage
from gnugo_py.app.variation_map import VariationMap
from gnugo_py.games.diagram import Diagram, cell_name, listed_marks
from gnugo_py.games.text import display_width as cells
from gnugo_py.games.text import sanitize, truncate, truncate_left, truncate_right, wrap
from gnugo_py.storage.themes import TEXT_ROLE_STYLES, DisplayRole
from gnugo_py.study.graph import GraphData, LeadAndWinRate
from gnugo_py.ui.board_area import BoardArea, BoardSize, board_area, board_sizes, fitting_size
from gnugo_py.ui.board_view import MIN_GRAPH_HEIGHT, board_spans, graph_spans, marks_without_room
from gnugo_py.ui.canvas import Span, glyph_of_sign
from gnugo_py.ui.keys import Cell
from gnugo_py.ui.move_list import move_list
from gnugo_py.ui.view import View

_MIN_PANEL_WIDTH = 23
_MAX_PANEL_WIDTH = 60
_PANEL_GAP = 3
_MIN_WIDE_WIDTH, _MIN_HEIGHT_FOR_KEYS = 100, 30
"""The size of a window from which on the panel lists the keys; the width is that for a map of variations."""
_MAX_MAP_LINES = 9
_PANEL_ROOM = _PANEL_GAP + _MIN_PANEL_WIDTH
"""The columns beside the board that a panel needs; a narrower window is narrow."""
_SUMMARY_LINES = 3
_MIN_MESSAGE_LINES, _MIN_MOVE_LINES = 2, 3
"""Minimum lines beside the board for the latest messages, and for the list of moves."""
_MIN_LINES_BELOW = 4
"""Lines that must be free below the board before a narrow window shows a header."""
_MIN_HEIGHT_FOR_SUMMARY = 12
"""Minimum height at which a narrow window has a line for the move number and the prisoners."""
_HEADER_MARGIN = 6
"""The columns of the header that a player's stone and the spaces around the text take."""
_MIN_USED_HEIGHT, _GRAPH_LINES, _LINES_AROUND = 24, 17, 8
"""Lines of a large window that are used at least, those for a graph below the board, and those for the
header, the prompt and messages above and below a board without a panel.
"""
_MIN_BAR_WIDTH, _MAX_REASON_LINES = 6, 4
_WHY_MARK = "... (why)"
"""The text at the end of truncated reasons; the command `why` shows them in full."""
_MORE_MARK, _PANE_MARK = "-- more: Down or Space --", "-- more: PgDn --"
_MIN_PANE_LINES = 4
"""Minimum lines for new messages that do not fit."""


class Pane(NamedTuple):
    """A part of the screen that shows a text that is too long for it, from its `first` line on."""

    corner: Cell
    width: int
    height: int
    first: int
    has_more: bool

    @property
    def steps(self) -> dict[str, int]:
        """By how many lines keys and the wheel scroll it."""
        page = max(self.height - 1, 1)
        return {"PAGEUP": -page, "PAGEDOWN": page, "WHEELUP": -1, "WHEELDOWN": 1}

    def has_more_for(self, key: str) -> bool:
        """Return whether there are lines in the direction in which a key scrolls."""
        return self.has_more if self.steps[key] > 0 else self.first > 0

    def shifted_by(self, down: int, right: int) -> Pane:
        return self._replace(corner=(self.corner[0] + down, self.corner[1] + right))

    def contains(self, row: int, column: int) -> bool:
        top, left = self.corner
        return 0 <= row - top < self.height and 0 <= column - left < self.width


Line = tuple[str, DisplayRole]
"""A line of text with its role."""


class Frame(NamedTuple):
    """The contents of the whole screen.

    spans  -- the pieces of text.
    cursor -- (row, column) of the terminal's cursor.
    area   -- the part that shows the board, None if the board is not shown.
    pane   -- the part that shows a text that is too long, None if all texts fit.
    dialog_rows -- the indexes of the rows of a dialog, by their rows on the screen.
    """

    spans: tuple[Span, ...]
    cursor: Cell
    area: BoardArea | None = None
    pane: Pane | None = None
    dialog_rows: Mapping[int, int] = {}


class Layout(NamedTuple):
    """What is above the prompt, which stays the same while a line is typed.

    spans, area, pane -- as in `Frame`.
    width, height     -- the size of the part of the window that is used, with the prompt.
    down, right       -- the upper left corner of this part.
    """

    spans: tuple[Span, ...]
    area: BoardArea | None
    pane: Pane | None
    width: int
    height: int
    down: int
    right: int

    def frame(self, view: View) -> Frame:
        """Return the frame with the line that is typed in a view."""
        prompt, caret = prompt_spans(view, self.width, self.height - 1)
        line = _clip(prompt, self.width, self.height, self.down, self.right)
        cursor = self.height - 1 + self.down, caret + self.right
        return Frame((*line, *self.spans), cursor, self.area, self.pane)


def prompt_spans(view: View, width: int, row: int) -> tuple[list[Span], int]:
    """Return the last line, with the cell of the cursor if nothing is typed, and the column of the caret."""
    current, diagram = view.input, view.screen.diagram
    cell = ""
    if (
        current.cursor is not None
        and diagram is not None
        and not (current.typed or view.screen.feedback.page)
    ):
        cell = f"({cell_name(diagram, current.cursor)})"
    prompt = _prompt_text(view, width - 1 - len(cell))  # writing in the last cell would scroll the screen
    after_caret = current.typed[len(current.typed) - current.caret_from_end :]
    caret = min(cells(prompt), width - 1) - cells(after_caret)
    return [Span(row, 0, prompt, "prompt"), Span(row, cells(prompt), cell, "label")], max(caret, 0)


def _prompt_text(view: View, width: int) -> str:
    """Return the prompt, the end of which may be cut, and the typed text, the start of which may be."""
    if width <= 0:
        return ""
    asked, typed = sanitize(view.screen.prompt), sanitize(view.input.typed)
    if view.screen.offer and not (typed or view.input.cursor):
        asked = f"{view.screen.offer}; {asked}"
    if not typed and cells(asked) >= width:
        return truncate(asked, width)
    if cells(asked) + 1 + cells(typed) > width:
        asked = truncate(asked, max(width - 1 - cells(typed), width // 2))
        typed = truncate_left(typed, width - 1 - cells(asked))
    return truncate(f"{asked} {typed}", width, mark="")


def lay_out(view: View, width: int, height: int) -> Layout:
    """Return what is above the prompt: a page, messages, or the board with its texts.

    A board with its panel is in the middle of a large window.

    width, height -- in character cells; any size from 1x1 is accepted.
    """
    diagram, shown, area = view.screen.diagram, view.screen.feedback, None
    used_width, used_height = width, height
    if shown.page:
        spans, pane = _page(view, width, height - 1)
    elif diagram is None:
        new = tuple(each for each in shown.messages if each.age < 2)
        spans, pane = _messages(new, height - 2, 0, width, height - 1), None
    else:
        is_wide = width >= _MIN_WIDE_WIDTH
        view = view._replace(is_wide=is_wide, shows_keys=is_wide and height >= _MIN_HEIGHT_FOR_KEYS)
        sizes = board_sizes(diagram._replace(rows=()), view.screen.display, view.has_solid_stones)
        room = _divided(sizes, bool(view.screen.header), view.screen.graph is not None, width, height)
        used_width, used_height = room.width, room.height
        spans, area, pane = _place_board(view, diagram, sizes, room)
    down, right = (height - used_height) // 2, (width - used_width) // 2
    return Layout(
        tuple(_clip(spans, used_width, used_height, down, right)),
        area and area._replace(top=area.top + down, left=area.left + right),
        pane and pane.shifted_by(down, right),
        used_width,
        used_height,
        down,
        right,
    )


class _Room(NamedTuple):
    """How a window with a board is divided, whatever is on the board.

    width, height -- the size of the part that is used, with the prompt.
    is_narrow     -- whether the texts are below the board, because a panel beside it has no room.
    top           -- the rows of the header, which needs room: 1 or 0.
    size          -- the size of the board beside a panel.
    """

    width: int
    height: int
    is_narrow: bool
    top: int
    size: BoardSize


@lru_cache(4)
def _divided(
    sizes: tuple[BoardSize, ...], has_players: bool, has_graph: bool, width: int, height: int
) -> _Room:
    """Return how a window is divided, by the sizes of the board, the normal one last."""
    is_narrow = sizes[-1].width > width - _PANEL_ROOM
    if is_narrow:
        lines = fitting_size(sizes, width, height - _LINES_AROUND).height + _LINES_AROUND
    else:
        size = fitting_size(sizes, width - _PANEL_ROOM, height - 2)
        lines = size.height + 2 + (_GRAPH_LINES if has_graph else 0)
        width = min(width, size.width + _PANEL_GAP + _MAX_PANEL_WIDTH)
    height = min(height, max(lines, _MIN_USED_HEIGHT))
    free = height - 2 - sizes[-1].height
    top = int(has_players and free >= (_MIN_LINES_BELOW if is_narrow else 0))
    size = sizes[-1] if is_narrow else fitting_size(sizes, width - _PANEL_ROOM, height - 1 - top)
    return _Room(width, height, is_narrow, top, size)


@lru_cache(4)
def _header(
    players: tuple[PlayerLine, ...], width: int, is_ascii: bool, has_solid_stones: bool
) -> Sequence[Span]:
    """Return the line with both players, the one to move highlighted."""
    spans: list[Span] = []
    at, room = 0, width - len(players) * _HEADER_MARGIN
    texts = ["  ".join(filter(None, (each.text, each.time))) for each in players]
    total = sum(map(cells, texts))
    for player, name in zip(players, texts, strict=True):
        text = truncate(name, max(room - (total - cells(name)), room // 2))
        sign = glyph_of_sign(player.sign, is_ascii, has_solid_stones)
        spans.append(Span(0, at, f" {sign} ", "black" if player.sign == "X" else "white"))
        spans.append(Span(0, at + 3, f" {text} ", "chosen" if player.is_to_move else "plain"))
        at += 3 + cells(text) + 4
    return spans


def _page(view: View, width: int, height: int) -> tuple[list[Span], Pane | None]:
    """Return the visible part of a page. If the newest message is a refusal, it is shown below."""
    page, messages = view.screen.feedback.page, view.screen.feedback.messages
    lines: list[Line] = [(part, "plain") for line in page for part in wrap(line, width)]
    spans, pane = _scrolled(lines, (0, 0), width, height, view.input.scroll, _MORE_MARK)
    if messages and messages[-1].kind.until == "step" and height > 0:
        spans = [span for span in spans if span.row < height - 1]
        spans += _messages(messages, height - 1, 0, width, 1)
    return spans, pane


def _scrolled(
    lines: Sequence[Line], corner: Cell, width: int, height: int, scroll: int, mark: str = _PANE_MARK
) -> tuple[list[Span], Pane | None]:
    """Return the visible part of some lines, and the pane that shows it, None if all lines are visible.

    corner -- the row and column at which they begin.
    scroll -- how many lines to skip, if there are as many below.
    mark   -- the last line if there are more below.
    """
    height, (row, column) = max(height, 0), corner
    first = min(scroll, max(len(lines) - height, 0))
    has_more = first + height < len(lines)
    spans = [
        Span(at, column, text, role) for at, (text, role) in enumerate(lines[first : first + height], row)
    ]
    if has_more and height > 1:
        spans[-1] = Span(row + height - 1, column, mark, "label")
    return spans, Pane(corner, width, height, first, has_more) if len(lines) > height else None


def message_lines(messages: Iterable[ScreenMessage], width: int) -> list[Line]:
    """Return the lines of messages."""
    return [
        (line, "refusal" if message.kind.until == "step" else "message")
        for message in messages
        for line in wrap(message.text, width)
    ]


def _place_board(
    view: View, diagram: Diagram, sizes: Sequence[BoardSize], room: _Room
) -> tuple[list[Span], BoardArea, Pane | None]:
    """Return header, board and texts, the area of the board, and the pane."""
    width, height, size = room.width, room.height - 1 - room.top, room.size
    header: Sequence[Span] = ()
    if room.top:
        header = _header(view.screen.header, width, view.screen.display.ascii, view.has_solid_stones)
    if view.screen.feedback.overlay:
        unwritten = marks_without_room(view, diagram, size.area.scale)
        view = view._replace(footnote=listed_marks(diagram, unwritten.items()))
    if room.is_narrow:
        texts, pane, lines = _texts_below(view, width, height)
        size = fitting_size(sizes, width, min(lines, height - _MIN_LINES_BELOW))
        area = board_area(view, size, width, lines, room.top)
    else:
        area = size.area._replace(top=size.area.top + room.top)
        if size.height > height:
            area = board_area(view, size, size.width, height, room.top)
        column = size.width + _PANEL_GAP
        if view.screen.graph is None:
            texts, pane = _panel(view, column, width - column, height)
        else:
            texts, pane = _panel_and_graph(view, view.screen.graph, size, width, height)
    texts = [span._replace(row=span.row + room.top) for span in texts]
    spans = [*header, *board_spans(view, diagram, area), *texts]
    return spans, area, pane and pane.shifted_by(room.top, 0)


def _texts_below(view: View, width: int, height: int) -> tuple[list[Span], Pane | None, int]:
    """Return the texts below the board of a narrow window, the pane, and the lines left above them."""
    fixed, news, room = _lines_below(view, width, height)
    room = min(len(news), room)
    first = max(height - len(fixed) - room, 0)
    below, pane = _scrolled(news, (first + len(fixed), 0), width, room, view.input.scroll)
    spans = [
        Span(row, 0, truncate(text, width, mark=""), role) for row, (text, role) in enumerate(fixed, first)
    ]
    return spans + below, pane, first


def _panel_and_graph(
    view: View, graph: GraphData, size: BoardSize, width: int, height: int
) -> tuple[list[Span], Pane | None]:
    """Return the panel and the graph, which is below the board if there is room."""
    column, lines = size.width + _PANEL_GAP, height - size.height - bool(size.area.edge)
    if lines >= MIN_GRAPH_HEIGHT:
        drawn = graph_spans(view, graph, (height - lines, 0), size.width, lines)
        spans, pane = _panel(view, column, width - column, height)
    else:
        lines = max(height // 3, MIN_GRAPH_HEIGHT)
        drawn = graph_spans(view, graph, (height - lines, column), width - column, lines)
        spans, pane = _panel(view, column, width - column, height - lines - 1)
    return drawn + spans, pane


def _lines_below(view: View, width: int, height: int) -> tuple[list[Line], list[Line], int]:
    """Return the fixed lines below the board of a narrow window, the news, and how many fit."""
    screen, shown = view.screen, view.screen.feedback
    fixed: list[Line] = [(screen.save_error, "refusal")] if screen.save_error else []
    brief = view.point_description or screen.summary or "".join(shown.status[:1])
    while cells(brief) > width and ". " in brief:  # leave out whole sentences
        brief = brief.rpartition(". ")[0]
    if brief and height >= _MIN_HEIGHT_FOR_SUMMARY:
        fixed.append((brief, "plain"))
    if view.footnote:
        fixed.append((view.footnote, "plain"))
    if screen.standing is not None and height >= _MIN_HEIGHT_FOR_SUMMARY:
        fixed.append((win_rate_bar(screen.standing, width, view.screen.display.ascii), "plain"))
    if height <= len(fixed):
        return fixed[:height], [], 0
    room = max(height // 2 - len(fixed), 1)
    fresh = shown.new or shown.messages[-1:]
    refused = [message for message in fresh if message.kind.until == "step"]
    if screen.count_lines:
        lines = message_lines(refused, width)[: max(room - _SUMMARY_LINES, 1)]
        score = [line for text in screen.count_lines for line in wrap(text, width)]
        shown_score = score[-max(room - len(lines), 1) :]  # the last line names the winner
        return fixed, [*lines, *((line, "plain") for line in shown_score)], room
    return fixed, message_lines(refused or fresh, width), room


def win_rate_bar(standing: LeadAndWinRate, width: int, ascii_only: bool) -> str:
    """Return a bar that shows how a game stands: Black's part on the left, between the two win rates.

    >>> win_rate_bar(LeadAndWinRate(3.46, 0.75), 30, True)
    'B+3.5  B 75 % #######-- 25 % W'
    """
    lead = "" if standing.lead is None else f"{'W' if standing.lead < 0 else 'B'}+{abs(standing.lead):.1f}  "
    rate = round(100 * standing.win_rate)
    left, right = f"{lead}B {rate} % ", f" {100 - rate} % W"
    inner = max(width - len(left) - len(right), _MIN_BAR_WIDTH)
    black = round(standing.win_rate * inner)
    full, empty = "#-" if ascii_only else "█░"
    return f"{left}{full * black}{empty * (inner - black)}{right}"


def _panel(view: View, column: int, width: int, height: int) -> tuple[list[Span], Pane | None]:
    """Return the panel; in a large window, with the map of variations and the keys of the moment."""
    keys = _keys_lines(view.screen, width) if view.shows_keys else []
    height -= len(keys)
    listed = [Span(row, column, line, "label") for row, line in enumerate(keys, height)]
    if view.is_wide and view.screen.variations is not None:
        mapped = _map_spans(view, view.screen.variations, width, min(height // 3, _MAX_MAP_LINES))
        height -= 1 + mapped[-1].row
        listed += [span._replace(row=height + span.row, column=column + span.column) for span in mapped]
        height -= 1
    spans, pane = _panel_above_keys(view, column, width, height)
    return spans + listed, pane


def _map_spans(view: View, variations: VariationMap, width: int, height: int) -> list[Span]:
    """Return the map of variations, in the order of its lines; the current node is highlighted."""
    signs = {sign: glyph_of_sign(sign, view.screen.display.ascii) for sign in "XO"}
    drawn = variations.draw(width, height, signs, is_ascii=view.screen.display.ascii)
    lines, (row, column, shown) = drawn.lines, drawn.current
    current = Span(row, column, lines[row][column : column + shown], "chosen")
    spans = [Span(number, 0, line, "plain") for number, line in enumerate(lines)]
    return [*spans[: row + 1], current, *spans[row + 1 :]]


def _keys_lines(screen: Screen, width: int) -> list[str]:
    """Return the keys and what they do, after an empty line."""
    functions = sorted((int(key[1:]), word) for key, word in screen.keys.items() if key[:1] == "F")
    shown = [f"F{number} {word}" for number, word in functions]
    shown += ["arrows back, next"] if screen.is_review else ["arrows cursor"] if screen.accepts_moves else []
    shown += [f"Esc {screen.escape_line}"] if screen.escape_line else []
    lines: list[str] = []
    for each in shown:
        if lines and cells(lines[-1]) + 3 + cells(each) <= width:
            lines[-1] = f"{lines[-1]}   {each}"
        else:
            lines.append(each)
    return ["", *lines]


def _panel_above_keys(view: View, column: int, width: int, height: int) -> tuple[list[Span], Pane | None]:
    """Return game status, moves, reasons and the latest messages, in a pane if too many."""
    screen, shown = view.screen, view.screen.feedback
    standing, panel = None if screen.count_lines else screen.standing, screen.panel or shown.status
    bar = "" if standing is None else win_rate_bar(standing, width, view.screen.display.ascii)
    upper_lines = tuple(filter(None, (view.point_description, *panel, view.footnote, bar)))
    said = [each for each in shown.messages if not (each.age and each.kind.is_listed)]
    said = [each for each in said if each.text not in upper_lines]
    news = message_lines((each for each in said if not each.age), width)
    lines = [part for line in upper_lines for part in wrap(line, width)]
    lines = lines[: max(height - max(min(len(news), _MIN_PANE_LINES), _MIN_MESSAGE_LINES) - 3, 0)]
    least = min(max(len(news), _MIN_MESSAGE_LINES), height - len(lines) - 3)
    said_texts = {each.text for each in said}
    reasons = [part for line in screen.reasons if line not in said_texts for part in wrap(line, width)]
    free = height - len(lines) - least - 5
    asked = min(len(reasons), _MAX_REASON_LINES)
    listed = move_list(view, width, max(free - asked, min(_MIN_MOVE_LINES, free // 2)))
    room = max(free - len(listed), 0)
    if len(reasons) > room:
        reasons = _cut_reasons(reasons, room, width)
    spans = [Span(1, column, truncate(screen.save_error, width), "refusal")]
    spans += [Span(row, column, line, "plain") for row, line in enumerate(lines, 2)]
    top = 3 + len(lines)
    for row, line in enumerate(listed, top):
        spans += [span._replace(row=row, column=column + span.column) for span in line]
    row = top + len(listed) + bool(listed)
    spans += [Span(row, column, line, "plain") for row, line in enumerate(reasons, row)]
    row += len(reasons) + bool(reasons)
    if len(news) > height - row:
        below, pane = _scrolled(news, (row, column), width, height - row, view.input.scroll)
        return spans + below, pane
    return spans + _messages(said, height - 1, column, width, height - row), None


def _cut_reasons(lines: list[str], room: int, width: int) -> list[str]:
    """Return as many of too many lines as there is room for, up to a full sentence, and a mark.

    Without a full sentence, they are cut after a word.
    """
    if room < 1:
        return []
    for row in reversed(range(room)):
        has_row_for_mark = row + 1 < room
        most = width if has_row_for_mark else width - cells(_WHY_MARK) - 1
        kept = lines[row][: f"{lines[row]} "[: most + 1].rfind(". ") + 1]
        if kept and cells(kept) + cells(_WHY_MARK) < width:
            return [*lines[:row], f"{kept} {_WHY_MARK}"]
        if kept:
            return [*lines[:row], kept, _WHY_MARK]
    last = lines[room - 1]
    kept = truncate(last, width - cells(_WHY_MARK) - 1, mark="")
    if kept != last:
        kept = kept.rpartition(" ")[0] or kept
    return [*lines[: room - 1], f"{kept} {_WHY_MARK}"]


def _messages(
    messages: Sequence[ScreenMessage], bottom: int, column: int, width: int, room: int
) -> list[Span]:
    """Return the newest messages, ending at the bottom row; only the newest one may be cut."""
    shown: list[Line] = []
    for message in reversed(messages[-max(room, 0) :]):
        lines = message_lines([message], width)
        if shown and len(lines) > room - len(shown):
            break
        shown = lines[-room:] + shown if room > 0 else []
    return [Span(row, column, *line) for row, line in enumerate(shown, bottom - len(shown) + 1)]


def _clip(spans: Iterable[Span], width: int, height: int, down: int, right: int) -> Iterator[Span]:
    """Yield the visible part of spans with sanitized texts; on the board, one column a character."""
    for row, column, text, role, ground in spans:
        room = width - column
        if 0 <= row < height and room > 0 and text:
            is_wide = role in TEXT_ROLE_STYLES and not text.isascii()
            text = truncate_right(text, room) if is_wide else text[:room]
            yield Span(row + down, column + right, text, role, ground)
