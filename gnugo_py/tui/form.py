"""The menu at the start of the program, and the form for a new game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from gnugo_py.app.application import Application
from gnugo_py.app.view import View
from gnugo_py.core.game import Option
from gnugo_py.core.text import truncate, wrap
from gnugo_py.storage.settings import DisplaySettings
from gnugo_py.tui.board_view import Span
from gnugo_py.tui.layout import Frame

_MENU_KEYS_HELP = ("Type a number, or choose with the arrows and Return.  Esc: quit", "Number or Return", "")


class MenuEntry(NamedTuple):
    """An entry of a menu.

    text  -- what it offers.
    start -- returns the application that the entry starts, or None to show the form. Raises UserError if the
             application cannot start. If `start` itself is None, the entry leaves the program.
    """

    text: str
    start: Callable[[], Application | None] | None


class Menu(NamedTuple):
    """A menu whose entries are chosen by their numbers or with the cursor.

    title   -- the question.
    entries -- the entries, at most nine.
    line    -- the index of the selected entry.
    error   -- why the last choice could not start, empty if there is no error.
    """

    title: str
    entries: tuple[MenuEntry, ...]
    line: int = 0
    error: str = ""

    def press(self, key: str) -> tuple[Menu, MenuEntry | None]:
        """Return the menu after a key, and the entry that it chooses, if any."""
        key = {"k": "UP", "j": "DOWN", "TAB": "DOWN"}.get(key, key)
        if key in ("UP", "DOWN"):
            step = 1 if key == "DOWN" else -1
            return self._replace(line=(self.line + step) % len(self.entries), error=""), None
        if key == "ENTER":
            return self, self.entries[self.line]
        if key.isascii() and key.isdigit() and 0 < int(key) <= len(self.entries):
            return self._replace(line=int(key) - 1), self.entries[int(key) - 1]
        return self, None

    def entry_at_row(self, row: int, width: int) -> MenuEntry | None:
        """Return the entry on a row of the screen, or None."""
        number = row - self._top(width)
        return self.entries[number] if 0 <= number < len(self.entries) else None

    def _top(self, width: int) -> int:
        """Return the screen row of the first entry."""
        return len(wrap(self.title, width)) + 1

    def make_frame(self, width: int, height: int) -> Frame:
        """Return the menu as a frame."""
        spans = [Span(row, 0, line, "title") for row, line in enumerate(wrap(self.title, width))]
        top = self._top(width)
        for number, entry in enumerate(self.entries):
            text = truncate(f" {number + 1}  {entry.text} ", width)
            spans.append(Span(top + number, 0, text, "chosen" if number == self.line else "plain"))
        if self.error:
            below = top + len(self.entries) + 1
            lines = wrap(self.error, width)
            spans += [Span(row, 0, line, "refusal") for row, line in enumerate(lines, below)]
        spans.append(
            Span(height - 1, 0, next(each for each in _MENU_KEYS_HELP if len(each) < width), "label")
        )
        kept = tuple(span for span in spans if 0 <= span.row < height and span.text)
        return Frame(kept, (min(top + self.line, max(height - 1, 0)), 0))


_MIN_HEIGHT_FOR_NOTES, _MAX_NOTE_LINES = 10, 2
"""The height above which a window shows the note on the selected choice; the maximum lines of the note."""
_FORM_KEYS_HELP = (
    "Return: start  arrows or clicks: choose  F1: help  F2: lessons  Esc: quit",
    "Return: start  F1: help  F2: lessons  Esc: quit",
    "Return: start  F1: help",
    "Return: start",
)
"""The last line of the form; the longest version that fits is shown."""


class Form(NamedTuple):
    """A form that is being filled in.

    title     -- returns the title for the values selected so far.
    fields    -- returns the fields for the values selected so far; a choice can change other fields.
    selection -- the number and the value of the selected choice, by option.
    line      -- the number of the line being edited.
    error     -- why the game could not start, empty if there is no error.
    leave     -- what Escape does: `quit` or `back`.
    notes     -- returns notes for beginners for the values selected so far, shown below if there is room.
    """

    title: Callable[[Mapping[str, object]], str]
    fields: Callable[[Mapping[str, object]], tuple[Option, ...]]
    selection: Mapping[str, tuple[int, object]]
    line: int = 0
    error: str = ""
    leave: str = "quit"
    notes: Callable[[Mapping[str, object]], tuple[str, ...]] = lambda _: ()

    @property
    def current_fields(self) -> tuple[Option, ...]:
        """The fields for the present selection."""
        return self.fields(self._values(self.fields({})))

    def values(self) -> dict[str, object]:
        """Return the selected value of each option."""
        return self._values(self.current_fields)

    def _values(self, fields: tuple[Option, ...]) -> dict[str, object]:
        return {each.name: each.choices[self._number(each)].value for each in fields}

    def _number(self, each: Option) -> int:
        """Return the number of the selected choice of a field, or of the default choice.

        If the field no longer has the selected value, return the number at which that value was selected, or
        the last number if there are fewer choices now.
        """
        if each.name not in self.selection:
            return each.default_index
        number, value = self.selection[each.name]
        values = [choice.value for choice in each.choices]
        return values.index(value) if value in values else min(number, len(values) - 1)

    def after_key(self, key: str) -> Form:
        """Return the form after a key.

        The keys are `UP`, `DOWN`, `LEFT` and `RIGHT`; h, j, k, l, space and `TAB` stand for them.
        """
        lines = self.current_fields
        at = min(self.line, len(lines) - 1)
        key = {"k": "UP", "j": "DOWN", "TAB": "DOWN", "h": "LEFT", "l": "RIGHT", " ": "RIGHT"}.get(key, key)
        if key in ("UP", "DOWN"):
            return self._replace(line=(at + (1 if key == "DOWN" else -1)) % len(lines), error="")
        if key in ("LEFT", "RIGHT"):
            each = lines[at]
            number = (self._number(each) + (1 if key == "RIGHT" else -1)) % len(each.choices)
            chosen = (number, each.choices[number].value)
            return self._replace(selection={**self.selection, each.name: chosen}, line=at, error="")
        return self

    def on_click(self, row: int, height: int) -> Form:
        """Return the form after a click, which selects a line, or changes the value of the selected line."""
        number = self._first(height) + row - _top(height)
        if not 0 <= number < len(self.current_fields) or not _top(height) <= row < height - 1:
            return self
        return self.after_key("RIGHT") if number == self.line else self._replace(line=number, error="")

    def _first(self, height: int) -> int:
        """Return the number of the first line on the screen."""
        return max(0, min(self.line - max(height - 5, 1) + 1, len(self.current_fields) - 1))

    def make_frame(self, width: int, height: int) -> Frame:
        """Return the form as a frame. The line being edited is always visible."""
        lines = self.current_fields
        label_width = max(len(each.label) for each in lines)
        first, top = self._first(height), _top(height)
        now = lines[min(self.line, len(lines) - 1)]
        help_lines = (
            wrap(now.choices[self._number(now)].note, width) if height > _MIN_HEIGHT_FOR_NOTES else []
        )
        help_lines = help_lines if len(help_lines) <= _MAX_NOTE_LINES else []
        bottom = height - 1 - max(len(help_lines), int(height > _MIN_HEIGHT_FOR_NOTES))
        spans = [Span(0, 0, truncate(self.title(self.values()), width), "title")]
        for row, each in enumerate(lines[first:], top):
            shown = each.choices[self._number(each)].text
            number = first + row - top
            shown = f"< {shown} >" if number == self.line else f"  {shown}"
            text = f"{each.label:<{label_width}}  {shown}"
            if row < bottom:
                spans.append(
                    Span(row, 0, truncate(text, width), "chosen" if number == self.line else "plain")
                )
        row = top + len(lines) + 1
        if first == 0:
            notes = _fitting_paragraphs(self.notes(self.values()), width, bottom - 1 - row)
            spans += [Span(at, 0, line, "plain") for at, line in enumerate(notes, row)]
        if not self.error:
            spans += [Span(at, 0, line, "message") for at, line in enumerate(help_lines, bottom)]
        if self.error and height > 3:
            spans = [span for span in spans if span.row < height - 2]
            spans.append(Span(height - 2, 0, truncate(self.error, width), "refusal"))
        fitting = next((words for words in _FORM_KEYS_HELP if len(words) < width), "")
        fitting = fitting.replace("Esc: quit", f"Esc: {self.leave}")
        spans.append(Span(height - 1, 0, fitting, "label"))
        kept = [span for span in spans if 0 <= span.row < height and span.text]
        return Frame(tuple(kept), (min(max(height - 1, 0), 2 + self.line), 0))


def _fitting_paragraphs(paragraphs: tuple[str, ...], width: int, room: int) -> list[str]:
    """Return the lines of as many paragraphs as fit; none is cut."""
    lines: list[str] = []
    for paragraph in paragraphs:
        more = wrap(paragraph, width) or [""]
        if len(lines) + len(more) > room:
            break
        lines += more
    return lines


def _top(height: int) -> int:
    """Return the screen row of the first line."""
    return 2 if height > 6 else 1


class StartScreenCallbacks(NamedTuple):
    """What the screen needs to show the form for a new game and to start the game.

    The "values" are those selected in the form so far, by the names of the fields.

    title        -- returns the title of the form for the values.
    form         -- returns the fields of the first form for the values.
    again        -- returns the function that replaces `form` in later forms. Its argument is the view of
                    the game just played, or None.
    begin        -- returns the application that plays a game with the values. Raises UserError with a remedy.
    ready        -- an application to start with instead of the form, or None.
    help         -- returns the help page of the form for the values.
    save_display -- saves changed display settings. Its arguments are the old and the new settings.
    start_lesson -- returns an application for the lessons. Raises UserError if they cannot be read.
    menu         -- returns the menu to show first, and again when the player leaves what an entry started;
                    None for no menu.
    notes        -- returns the notes for beginners for the values; they are shown below the form.
    """

    title: Callable[[Mapping[str, object]], str]
    form: Callable[[Mapping[str, object]], tuple[Option, ...]]
    again: Callable[[View | None], Callable[[Mapping[str, object]], tuple[Option, ...]]]
    begin: Callable[[Mapping[str, object]], Application]
    ready: Application | None
    help: Callable[[Mapping[str, object]], tuple[str, ...]]
    save_display: Callable[[DisplaySettings, DisplaySettings], None]
    start_lesson: Callable[[], Application]
    menu: Callable[[], Menu] | None = None
    notes: Callable[[Mapping[str, object]], tuple[str, ...]] = lambda _: ()
