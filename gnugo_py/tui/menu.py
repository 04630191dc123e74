"""The menu at the start of the program: the question to a newcomer, and what to do otherwise."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from gnugo_py.app.application import Application
from gnugo_py.core.text import truncate, wrap
from gnugo_py.tui.board_view import Span
from gnugo_py.tui.layout import Frame

_MENU_KEYS_HELP = ("Type a number, or choose with the arrows and Return.  Esc: quit", "Number or Return", "")


class MenuEntry(NamedTuple):
    """An entry of a menu.

    text  -- what it offers.
    start -- returns the application that it starts, or None for the form; raises UserError with a remedy.
             None to leave the program.
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

    def on_click(self, row: int, width: int) -> MenuEntry | None:
        """Return the entry on a row of the screen, or None."""
        number = row - self._top(width)
        return self.entries[number] if 0 <= number < len(self.entries) else None

    def _top(self, width: int) -> int:
        """Return the screen row of the first entry."""
        return len(wrap(self.title, width)) + 1

    def draw(self, width: int, height: int) -> Frame:
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
