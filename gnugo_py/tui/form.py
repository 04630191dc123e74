"""The form before a game: pure, drawn as lines."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from gnugo_py.app.application import Conversation
from gnugo_py.core.options import Field
from gnugo_py.core.text import cut, wrapped
from gnugo_py.play.session import Session
from gnugo_py.storage.settings import Look
from gnugo_py.tui.board_view import Span
from gnugo_py.tui.layout import Picture, cut_short

LOW = 10
"""A window that is no higher does not say what the chosen line means."""
HELP = (
    "Return begins, arrows or clicks choose, F1 explains, F2 lessons, Esc leaves.",
    "Return begins, F1 explains, F2 lessons, Esc leaves.",
    "Return begins, F1 explains.",
    "Return begins",
)
"""The last line, as much of it as there is room for."""


class Form(NamedTuple):
    """A form being filled in.

    title  -- what is to be begun, given what is chosen so far.
    fields -- makes the lines of what is chosen so far, for a choice may change others.
    chosen -- by option, the number of the choice.
    at     -- which line is being changed.
    trouble -- why it could not begin, empty for nothing.
    below   -- what a newcomer is told under the lines where there is room, given what is chosen so far.
    """

    title: Callable[[Mapping[str, object]], str]
    fields: Callable[[Mapping[str, object]], tuple[Field, ...]]
    chosen: Mapping[str, int]
    at: int = 0
    trouble: str = ""
    below: Callable[[Mapping[str, object]], tuple[str, ...]] = lambda _: ()

    @property
    def lines(self) -> tuple[Field, ...]:
        """The lines as they are now."""
        return self.fields(self._values(self.fields({})))

    def values(self) -> dict[str, object]:
        """The options as chosen."""
        return self._values(self.lines)

    def _values(self, fields: tuple[Field, ...]) -> dict[str, object]:
        return {each.option: each.choices[self._number(each)][1] for each in fields}

    def _number(self, each: Field) -> int:
        return min(self.chosen.get(each.option, each.default), len(each.choices) - 1)

    def pressed(self, key: str) -> Form:
        """The form after a key: `UP`, `DOWN`, `LEFT`, `RIGHT`, and hjkl, space and tab for them."""
        lines = self.lines
        at = min(self.at, len(lines) - 1)
        key = {"k": "UP", "j": "DOWN", "TAB": "DOWN", "h": "LEFT", "l": "RIGHT", " ": "RIGHT"}.get(key, key)
        if key in ("UP", "DOWN"):
            return self._replace(at=(at + (1 if key == "DOWN" else -1)) % len(lines), trouble="")
        if key in ("LEFT", "RIGHT"):
            each = lines[at]
            number = (self._number(each) + (1 if key == "RIGHT" else -1)) % len(each.choices)
            return self._replace(chosen={**self.chosen, each.option: number}, at=at, trouble="")
        return self

    def clicked(self, row: int, height: int) -> Form:
        """The form after a click on a row of the screen: its line is chosen or, if it is already, changed."""
        number = self._first(height) + row - _top(height)
        if not 0 <= number < len(self.lines) or not _top(height) <= row < height - 1:
            return self
        return self.pressed("RIGHT") if number == self.at else self._replace(at=number, trouble="")

    def _first(self, height: int) -> int:
        """The number of the first line that is on the screen."""
        return max(0, min(self.at - max(height - 5, 1) + 1, len(self.lines) - 1))

    def draw(self, width: int, height: int) -> Picture:
        """The form as a screen; the line being changed is always on it."""
        lines = self.lines
        label_width = max(len(each.label) for each in lines)
        first, top = self._first(height), _top(height)
        bottom = height - 1 - int(height > LOW)
        spans = [Span(0, 0, cut(self.title(self.values()), width), "title")]
        for row, each in enumerate(lines[first:], top):
            shown = each.choices[self._number(each)][0]
            number = first + row - top
            shown = f"< {shown} >" if number == self.at else f"  {shown}"
            text = f"{each.label:<{label_width}}  {shown}"
            if row < bottom:
                spans.append(Span(row, 0, cut(text, width), "chosen" if number == self.at else "plain"))
        told = [part for line in self.below(self.values()) for part in wrapped(line, width)]
        row = top + len(lines) + 1
        if first == 0:
            spans += [
                Span(row, 0, line, "plain")
                for row, line in enumerate(cut_short(told, bottom - 1 - row, width), row)
            ]
        now = lines[min(self.at, len(lines) - 1)]
        if height > LOW and not self.trouble:
            spans.append(Span(bottom, 0, cut(now.note(self._number(now)), width), "message"))
        if self.trouble and height > 3:
            spans = [span for span in spans if span.row < height - 2]
            spans.append(Span(height - 2, 0, cut(self.trouble, width), "refusal"))
        fitting = next((words for words in HELP if len(words) < width), "")
        spans.append(Span(height - 1, 0, fitting, "label"))
        kept = [span for span in spans if 0 <= span.row < height and span.text]
        return Picture(tuple(kept), (min(max(height - 1, 0), 2 + self.at), 0))


def _top(height: int) -> int:
    """The row of the first line."""
    return 2 if height > 6 else 1


class Start(NamedTuple):
    """How games come to the screen.

    title -- over the form, given what is chosen so far.
    form  -- the lines of the first form, given what is chosen so far.
    again -- the lines of every later one, given the game that was played, None for none.
    begin -- the conversation for what was chosen; raises Mistake with the remedy.
    ready -- a conversation to begin with instead of the form, None for the form.
    help  -- a page that explains the form, given what is chosen so far.
    keep  -- has it remembered that the screen looks different now: from one look to another.
    teach -- the conversation that gives lessons; raises Mistake if they cannot be read.
    below -- what a newcomer is told under the form, given what is chosen so far.
    """

    title: Callable[[Mapping[str, object]], str]
    form: Callable[[Mapping[str, object]], tuple[Field, ...]]
    again: Callable[[Session | None], Callable[[Mapping[str, object]], tuple[Field, ...]]]
    begin: Callable[[Mapping[str, object]], Conversation]
    ready: Conversation | None
    help: Callable[[Mapping[str, object]], tuple[str, ...]]
    keep: Callable[[Look, Look], None]
    teach: Callable[[], Conversation]
    below: Callable[[Mapping[str, object]], tuple[str, ...]] = lambda _: ()
