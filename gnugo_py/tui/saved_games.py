"""The list of saved games on the screen, which can be searched by typing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gnugo_py.app.view import SAVED_GAME_COLUMNS, SavedGameRow
from gnugo_py.core.text import display_width, pad, truncate, wrap
from gnugo_py.tui.board_view import Span
from gnugo_py.tui.layout import Frame

_KEYS_HELP = (
    "Type to search.  Return: open  F2: rename  F8: delete  Esc: back",
    "Return: open  F2: rename  F8: delete  Esc: back",
    "Return: open  F2: rename  F8: delete",
    "Return: open",
    "",
)
_STEPS = {"UP": -1, "DOWN": 1, "PAGEUP": -10, "PAGEDOWN": 10}
_MIN_PLAYERS_WIDTH, _GAP = 12, 2
_PLAYERS = SAVED_GAME_COLUMNS.index("players") - 1
_MIN_WIDTH_FOR_ALL = 64
_NARROW_COLUMNS = [SAVED_GAME_COLUMNS.index(name) - 1 for name in ("name", "players", "moves", "result")]
_MAX_NAME_LENGTH, _MAX_MESSAGE_LINES = 63, 3
_CLEAR = "\x15"
"""Ctrl-U, which clears what is typed."""


class SavedGamesList(NamedTuple):
    """The list of saved games while a person looks through it.

    rows     -- all games.
    words    -- the words to search for.
    line     -- the index of the selected game among those that contain them.
    new_name -- the new name that is being typed for the selected game; None if it is not being renamed.
    message  -- a text to show below the list.
    question -- a question about the selected game, to be answered with y or n; empty for none.
    """

    rows: tuple[SavedGameRow, ...]
    words: str = ""
    line: int = 0
    new_name: str | None = None
    message: str = ""
    question: str = ""

    @property
    def matching_rows(self) -> list[SavedGameRow]:
        """The games that contain the words."""
        return [row for row in self.rows if row.contains(self.words)]

    @property
    def selected(self) -> SavedGameRow | None:
        """The selected game, None if no game contains the words."""
        shown = self.matching_rows
        return shown[min(self.line, len(shown) - 1)] if shown else None

    def press(self, key: str) -> tuple[SavedGamesList, str | None]:
        """Return the list after a key, and the line that the key enters, or None."""
        if self.question:
            return self, {"y": "y", "n": "n", "ESCAPE": "n", "F10": "n"}.get(key)
        if self.new_name is not None:
            return self._press_in_name(key, self.new_name)
        if key in _STEPS:
            line = min(max(self.line + _STEPS[key], 0), max(len(self.matching_rows) - 1, 0))
            return self._replace(line=line, message=""), None
        if key == "ESCAPE" and self.words:
            return self._replace(words="", line=0, message=""), None
        if key in ("ESCAPE", "F10"):
            return self, "quit"
        if key in ("BACKSPACE", _CLEAR):
            words = self.words[:-1] if key == "BACKSPACE" else ""
            return self._replace(words=words, line=0, message=""), None
        if len(key) == 1 and key.isprintable():
            return self._replace(words=self.words + key, line=0, message=""), None
        return self._choose(key)

    def _choose(self, key: str) -> tuple[SavedGamesList, str | None]:
        """Return the list after a key that acts on the selected game, and the line that it enters."""
        game = self.selected
        if game is None:
            return self, None
        if key == "ENTER":
            return self, str(game.number)
        if key == "F8":
            return self, f"delete {game.number}"
        return (self._replace(new_name="", message=""), None) if key == "F2" else (self, None)

    def _press_in_name(self, key: str, name: str) -> tuple[SavedGamesList, str | None]:
        """Return the list after a key while a new name is typed, and the line that the key enters."""
        game = self.selected
        if key in ("ESCAPE", "F10") or game is None:
            return self._replace(new_name=None), None
        if key == "ENTER":
            return (self, f"rename {game.number} {name}") if name.strip() else (self, None)
        if key in ("BACKSPACE", _CLEAR):
            return self._replace(new_name=name[:-1] if key == "BACKSPACE" else ""), None
        is_text = len(key) == 1 and key.isprintable() and len(name) < _MAX_NAME_LENGTH
        return self._replace(new_name=name + key if is_text else name), None

    def on_click(self, row: int, height: int) -> tuple[SavedGamesList, str | None]:
        """Return the list after a click on a screen row, and the line that the click enters, or None.

        A click selects a game, or opens it if it is already selected.
        """
        number = self._first(height) + row - 2
        if not (2 <= row < height - 2 and 0 <= number < len(self.matching_rows)):
            return self, None
        if number == self.line:
            return self.press("ENTER")
        return self._replace(line=number, message=""), None

    def _first(self, height: int) -> int:
        """Return the index of the first game on the screen."""
        return max(0, self.line - max(height - 5, 0))

    def make_frame(self, width: int, height: int) -> Frame:
        """Return the list as a frame; the selected game is always visible."""
        shown, first = self.matching_rows, self._first(height)
        lines = _table([SAVED_GAME_COLUMNS[1:], *(row.cells for row in shown)], width - 1)
        title = truncate(f"Saved games: {len(shown)} of {len(self.rows)}", width)
        spans = [Span(0, 0, title, "title"), Span(1, 0, f" {lines[0]}", "label")]
        for at, line in enumerate(lines[1 + first :][: max(height - 4, 1)]):
            is_selected = first + at == min(self.line, len(shown) - 1)
            spans.append(Span(2 + at, 0, truncate(f" {line}", width), "chosen" if is_selected else "plain"))
        below = self.message or ("" if shown else "No game contains these words. Esc: show all games.")
        keys_help = next((text for text in _KEYS_HELP if len(text) < width), "")
        text = wrap(below, width)[:_MAX_MESSAGE_LINES] if below else [keys_help]
        over = height - 1 - len(text)
        spans = [span for span in spans if span.row < over or span.role == "chosen"]
        spans += [Span(row, 0, line, "message") for row, line in enumerate(text, over) if row > 2]
        prompt = truncate(self._prompt, width - 1)
        spans.append(Span(height - 1, 0, prompt, "prompt"))
        kept = tuple(span for span in spans if 0 <= span.row < height and span.text)
        return Frame(kept, (max(height - 1, 0), display_width(prompt)))

    @property
    def _prompt(self) -> str:
        """The last line: the question, or what is being typed."""
        if self.question:
            return self.question
        return f"search: {self.words}" if self.new_name is None else f"new name: {self.new_name}"


def _table(rows: Sequence[Sequence[str]], width: int) -> list[str]:
    """Return the rows as lines of aligned columns.

    A narrow window omits the date and the game. The players are cut so that the table fits.
    """
    columns = range(len(rows[0])) if width >= _MIN_WIDTH_FOR_ALL else _NARROW_COLUMNS
    widths = [max(display_width(row[column]) for row in rows) for column in columns]
    over = sum(widths) + _GAP * (len(widths) - 1) - width
    at = list(columns).index(_PLAYERS)
    widths[at] = max(widths[at] - max(over, 0), _MIN_PLAYERS_WIDTH)
    return [
        (" " * _GAP)
        .join(pad(truncate(row[column], most), most) for column, most in zip(columns, widths, strict=True))
        .rstrip()
        for row in rows
    ]
