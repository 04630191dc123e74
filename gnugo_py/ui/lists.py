"""The drawing of a dialog, which is shown instead of a board: a menu, a form or a list."""

from __future__ import annotations

from collections.abc import Sequence

from gnugo_py.app.screen import Dialog
from gnugo_py.games.text import display_width, pad, truncate, wrap
from gnugo_py.ui.canvas import Span
from gnugo_py.ui.layout import Frame, Line, message_lines, prompt_spans
from gnugo_py.ui.view import View

_MIN_HEIGHT_FOR_NOTES, _MAX_NOTE_LINES = 10, 2
"""The height above which a window shows the note on the selected row; the maximum lines of a note."""
_MAX_MESSAGE_LINES = 3
_MORE_MARK = "-- more: Down --"
_MIN_GAME_WIDTH, _GAP = 12, 2
_MIN_NAME_WIDTH = 17
"""The width of the names that games get by themselves."""
_MIN_WIDTH_FOR_NAMES = 64


def dialog_frame(view: View, dialog: Dialog, width: int, height: int) -> Frame:
    """Return a dialog as a frame; the selected row is always visible."""
    last = max(height - 1, 0)
    title, (names, rows) = wrap(dialog.title, width)[: max(height // 4, 1)], _table(dialog, width - 1)
    line = min(dialog.line, len(rows) - 1)
    top = len(title) + 1 if height > 6 or names else 1
    prompt, caret = prompt_spans(view, width, last)
    below = _lines_below(dialog, rows[line] if rows else "", width, height)
    below = below[max(len(below) - max(last - top - 1, 0), 0) :]
    room = max(last - top - len(below), 1)
    is_cut = 1 < room < len(rows)
    room -= is_cut
    first = max(line - room + 1, 0)
    places = dict(enumerate(range(first, min(first + room, len(rows))), top))
    spans = [Span(row, 0, text, "title") for row, text in enumerate(title)]
    spans += [Span(top - 1, 0, names[0], "label")] if names else []
    spans += [
        Span(row, 0, truncate(rows[number], width), "chosen" if number == line else "plain")
        for row, number in places.items()
    ]
    if is_cut and first + room < len(rows):
        spans.append(Span(top + room, 0, truncate(_MORE_MARK, width), "label"))
    row = top + len(rows) + 1
    more = _fitting_paragraphs(dialog.more, width, last - len(below) - 1 - row) if first == 0 else []
    spans += [Span(at, 0, text, "plain") for at, text in enumerate(more, row)]
    spans += [Span(at, 0, *text) for at, text in enumerate(below, last - len(below))]
    visible = (each for each in [*spans, *prompt] if each.row < height and each.text)
    return Frame(tuple(visible), (last, caret), dialog_rows=places)


def _lines_below(dialog: Dialog, row: str, width: int, height: int) -> list[Line]:
    """Return messages, or a note on the selected row or the row if it is cut, and the help on keys."""
    keys_help = next((each for each in dialog.keys_help if len(each) < width), "")
    keys: list[Line] = [(keys_help, "label")] if keys_help and height > _MIN_HEIGHT_FOR_NOTES else []
    if dialog.messages:
        return [*message_lines(dialog.messages, width)[:_MAX_MESSAGE_LINES], *keys]
    if height <= _MIN_HEIGHT_FOR_NOTES:
        return keys
    note = dialog.rows[dialog.line][-1].strip("<> ") if display_width(row) > width else dialog.note
    lines = wrap(note, width)
    return [*((text, "message") for text in lines if len(lines) <= _MAX_NOTE_LINES), *keys]


def _fitting_paragraphs(paragraphs: Sequence[str], width: int, room: int) -> list[str]:
    lines: list[str] = []
    for paragraph in paragraphs:
        more = wrap(paragraph, width)
        if len(lines) + len(more) > room:
            break
        lines += more
    return lines


def _table(dialog: Dialog, width: int) -> tuple[tuple[str, ...], list[str]]:
    """Return the line with the names of the columns, if there are any, and the rows as lines.

    A narrow window shows only the first and the third column of a list. The first is cut so that all but a
    long name in the last one fits.
    """
    if not dialog.columns:
        first = max(display_width(row[0]) for row in dialog.rows)
        return (), [f"{pad(row[0], first)}  {'  '.join(row[1:])}".rstrip() for row in dialog.rows]
    rows = [dialog.columns, *dialog.rows]
    shown = rows if width >= _MIN_WIDTH_FOR_NAMES else [row[::2] for row in rows]
    widths = [max(map(display_width, column)) for column in zip(*shown, strict=True)]
    needed = [*widths[:3], *(min(each, _MIN_NAME_WIDTH) for each in widths[3:])]
    over = sum(needed) + _GAP * (len(needed) - 1) - width
    widths[0] = max(widths[0] - max(over, 0), _MIN_GAME_WIDTH)
    gap = " " * _GAP
    names, *lines = (
        gap.join(pad(truncate(text, most), most) for text, most in zip(row, widths, strict=True))
        for row in shown
    )
    return (f" {names.rstrip()}",), [f" {line.rstrip()}" for line in lines]
