"""The drawing of what is shown instead of a board: the menu, the form for a new game, the saved games."""

from __future__ import annotations

from collections.abc import Sequence

from gnugo_py.app.screen import Form, GameList, Menu
from gnugo_py.games.text import display_width, pad, truncate, wrap
from gnugo_py.ui.canvas import Span
from gnugo_py.ui.layout import Frame, message_lines

_MENU_KEYS_HELP = ("Type a number, or choose with the arrows and Return.  Esc: quit", "Number or Return", "")
_MIN_HEIGHT_FOR_NOTES, _MAX_NOTE_LINES = 10, 2
"""The height above which a window shows the note on the selected choice; the maximum lines of the note."""
_FORM_KEYS_HELP = (
    "Return: start  arrows or clicks: choose  F1: help  F2: lessons  Esc: quit",
    "Return: start  F1: help  F2: lessons  Esc: quit",
    "Return: start  F1: help",
    "Return: start",
)
"""The last line of the form; the longest version that fits is shown."""
_LIST_KEYS_HELP = (
    "Type to search.  Return: open  F2: rename  F8: delete  Esc: back",
    "Return: open  F2: rename  F8: delete  Esc: back",
    "Return: open  F2: rename  F8: delete",
    "Return: open",
    "",
)
_MIN_GAME_WIDTH, _GAP = 12, 2
_MIN_NAME_WIDTH = 17
"""The width of the names that games get by themselves."""
_MIN_WIDTH_FOR_NAMES = 64
_MAX_MESSAGE_LINES = 3


def dialog_frame(dialog: Menu | Form | GameList, width: int, height: int) -> Frame:
    """Return a menu, a form or a list as a frame; the selected line is always visible."""
    if isinstance(dialog, Menu):
        return _menu_frame(dialog, width, height)
    return (
        _form_frame(dialog, width, height) if isinstance(dialog, Form) else _list_frame(dialog, width, height)
    )


def line_at(dialog: Menu | Form | GameList, row: int, width: int, height: int) -> int | None:
    """Return the index of the line of a dialog on a row of the screen, or None if there is none."""
    if isinstance(dialog, Menu):
        top = _menu_top(dialog, width)
        number = _first_entry(dialog, width, height) + row - top
        return number if top <= row < height - 1 and number < len(dialog.entries) else None
    if isinstance(dialog, Form):
        top, number = _form_top(height), _first_line(dialog, height) + row - _form_top(height)
        return number if 0 <= number < len(dialog.lines) and top <= row < height - 1 else None
    number = _first_game(dialog, height) + row - 2
    return number if 0 <= number < len(dialog.rows) and 2 <= row < height - 2 else None


def _menu_top(menu: Menu, width: int) -> int:
    """Return the screen row of the first entry."""
    return len(wrap(menu.title, width)) + 1


def _first_entry(menu: Menu, width: int, height: int) -> int:
    """Return the index of the first entry on the screen."""
    return max(0, menu.line - max(height - 2 - _menu_top(menu, width), 0))


def _menu_frame(menu: Menu, width: int, height: int) -> Frame:
    spans = [Span(row, 0, line, "title") for row, line in enumerate(wrap(menu.title, width))]
    top = _menu_top(menu, width)
    first = _first_entry(menu, width, height)
    for number, entry in enumerate(menu.entries[first : first + height - 1 - top], first):
        text = truncate(f" {(number + 1) % 10}  {entry} ", width)
        spans.append(Span(top + number - first, 0, text, "chosen" if number == menu.line else "plain"))
    below = top + len(menu.entries) + 1
    for row, (line, role) in enumerate(message_lines(menu.messages, width), below):
        spans.append(Span(row, 0, line, role))
    spans.append(Span(height - 1, 0, next(each for each in _MENU_KEYS_HELP if len(each) < width), "label"))
    return Frame(_visible(spans, height), (min(top + menu.line - first, max(height - 1, 0)), 0))


def _first_line(form: Form, height: int) -> int:
    """Return the number of the first line on the screen."""
    return max(0, min(form.line - max(height - 5, 1) + 1, len(form.lines) - 1))


def _form_top(height: int) -> int:
    """Return the screen row of the first line."""
    return 2 if height > 6 else 1


def _form_frame(form: Form, width: int, height: int) -> Frame:
    label_width = max(len(each.label) for each in form.lines)
    first, top = _first_line(form, height), _form_top(height)
    has_notes = height > _MIN_HEIGHT_FOR_NOTES
    chosen = form.lines[form.line]
    is_cut = label_width + len("  < ") + display_width(chosen.text) + len(" >") > width
    help_lines = wrap(chosen.text if is_cut else chosen.note, width) if has_notes else ()
    help_lines = help_lines if len(help_lines) <= _MAX_NOTE_LINES else ()
    bottom = height - 1 - max(len(help_lines), int(has_notes))
    spans = [Span(0, 0, truncate(form.title, width), "title")]
    for row, each in enumerate(form.lines[first:], top):
        is_selected = first + row - top == form.line
        shown = f"< {each.text} >" if is_selected else f"  {each.text}"
        if row < bottom:
            text = truncate(f"{each.label:<{label_width}}  {shown}", width)
            spans.append(Span(row, 0, text, "chosen" if is_selected else "plain"))
    row = top + len(form.lines) + 1
    if first == 0:
        notes = _fitting_paragraphs(form.notes, width, bottom - 1 - row)
        spans += [Span(at, 0, line, "plain") for at, line in enumerate(notes, row)]
    if not form.error:
        spans += [Span(at, 0, line, "message") for at, line in enumerate(help_lines, bottom)]
    elif height > 3:
        spans = [span for span in spans if span.row < height - 2]
        spans.append(Span(height - 2, 0, truncate(form.error, width), "refusal"))
    keys_help = next((words for words in _FORM_KEYS_HELP if len(words) < width), "")
    spans.append(Span(height - 1, 0, keys_help.replace("Esc: quit", f"Esc: {form.leaving}"), "label"))
    return Frame(_visible(spans, height), (min(max(height - 1, 0), 2 + form.line), 0))


def _fitting_paragraphs(paragraphs: Sequence[str], width: int, room: int) -> list[str]:
    """Return the lines of as many paragraphs as fit; none is cut."""
    lines: list[str] = []
    for paragraph in paragraphs:
        more = wrap(paragraph, width)
        if len(lines) + len(more) > room:
            break
        lines += more
    return lines


def _first_game(games: GameList, height: int) -> int:
    """Return the index of the first game on the screen."""
    return max(0, games.line - max(height - 5, 0))


def _list_frame(games: GameList, width: int, height: int) -> Frame:
    first = _first_game(games, height)
    lines = _table([games.columns, *games.rows], width - 1)
    title = truncate(f"Saved games: {len(games.rows)} of {games.total}", width)
    spans = [Span(0, 0, title, "title"), Span(1, 0, f" {lines[0]}", "label")]
    for at, line in enumerate(lines[1 + first :][: max(height - 4, 1)]):
        is_selected = first + at == min(games.line, len(games.rows) - 1)
        spans.append(Span(2 + at, 0, truncate(f" {line}", width), "chosen" if is_selected else "plain"))
    below = games.message or ("" if games.rows else "No game contains these words. Esc: show all games.")
    keys_help = next((text for text in _LIST_KEYS_HELP if len(text) < width), "")
    text = wrap(below, width)[:_MAX_MESSAGE_LINES] if below else (keys_help,)
    over = height - 1 - len(text)
    spans = [span for span in spans if span.row < over or span.role == "chosen"]
    spans += [Span(row, 0, line, "message") for row, line in enumerate(text, over) if row > 2]
    typed = f"search: {games.words}" if games.new_name is None else f"new name: {games.new_name}"
    prompt = truncate(games.question or typed, width - 1)
    spans.append(Span(height - 1, 0, prompt, "prompt"))
    return Frame(_visible(spans, height), (max(height - 1, 0), display_width(prompt)))


def _table(rows: Sequence[Sequence[str]], width: int) -> list[str]:
    """Return the rows as lines of aligned columns.

    A narrow window shows only the game and the result. The game is cut so that all but a long name fits.
    """
    shown = rows if width >= _MIN_WIDTH_FOR_NAMES else [row[::2] for row in rows]
    widths = [max(map(display_width, column)) for column in zip(*shown, strict=True)]
    needed = [*widths[:3], *(min(each, _MIN_NAME_WIDTH) for each in widths[3:])]
    over = sum(needed) + _GAP * (len(needed) - 1) - width
    widths[0] = max(widths[0] - max(over, 0), _MIN_GAME_WIDTH)
    return [
        (" " * _GAP)
        .join(pad(truncate(text, most), most) for text, most in zip(row, widths, strict=True))
        .rstrip()
        for row in shown
    ]


def _visible(spans: Sequence[Span], height: int) -> tuple[Span, ...]:
    """Return the spans that are within the screen."""
    return tuple(span for span in spans if 0 <= span.row < height and span.text)
