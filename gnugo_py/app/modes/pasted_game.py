"""A game in SGF that a person pastes at any prompt: it opens in review when its last line has arrived."""

from __future__ import annotations

import re

from gnugo_py.app import navigation
from gnugo_py.app.app import App
from gnugo_py.app.mode import Mode
from gnugo_py.record.encodings import convert_to_utf_8
from gnugo_py.record.sgf_grammar import MAX_GAME_SIZE, VALUE, too_large
from gnugo_py.storage.review_file import ReviewFile

_VALUE = re.compile(rf"\[{VALUE.decode()}\]", re.DOTALL)


class PastedGameMode(Mode):
    """The lines of a pasted game, up to its last parenthesis, or to an empty line outside its texts."""

    prompt, escape_line = "Rest of the pasted game (quit drops it):", "quit"
    is_question = takes_text = True

    def __init__(self, app: App, text: str) -> None:
        """The text is what was pasted at once: all of the game, if it has several lines."""
        super().__init__(app)
        self._lines, self._size, self._depth, self._open_value = list[str](), 0, 0, ""
        self._first = text

    def start(self) -> None:
        self._add(self._first, is_last=len(self._first.splitlines()) > 1)

    def handle(self, line: str) -> None:
        if line.strip() == "quit":
            self.app.pop(self)
        else:
            self._add(line, is_last=not (line.strip() or self._open_value))

    def _add(self, line: str, *, is_last: bool) -> None:
        """Add a line, and review the game if it ends there.  Raise UserError if it is not valid."""
        self._lines.append(line)
        self._size += len(line)
        if self._size > MAX_GAME_SIZE:
            self.app.drop(self)
            raise too_large(MAX_GAME_SIZE)
        outside, bracket, value = _VALUE.sub("", f"{self._open_value}{line}\n").partition("[")
        self._open_value = bracket + value
        self._depth += outside.count("(") - outside.count(")")
        if is_last or (self._depth <= 0 and not bracket):
            self.app.drop(self)
            text = "\n".join(self._lines).encode("utf-8", "replace")
            content = convert_to_utf_8(text, "utf-8")
            navigation.review(self.app, content, ReviewFile(self.app.store, None, content))
