"""Options of a new game: questions, form fields and command line options."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from gnugo_py.core.types import UserError


class Question(NamedTuple):
    """A question to ask before a new game.

    option -- the option that the answer sets, as in `Game.start`.
    prompt -- the text of the question.
    parse  -- converts an answer to a value; raises UserError with the expected input.
    help   -- an explanation for beginners.
    """

    option: str
    prompt: str
    parse: Callable[[str], object]
    help: str = ""


class FormField(NamedTuple):
    """A field of the form for a new game.

    option  -- the option that the field sets, as in `Game.start`.
    label   -- the label of the field.
    choices -- pairs of the text to show and the value of the option.
    default -- the index of the choice that is selected at first.
    notes   -- explanations for beginners, one per choice; the last one also serves all later choices.
    """

    option: str
    label: str
    choices: tuple[tuple[str, object], ...]
    default: int = 0
    notes: tuple[str, ...] = ()

    def note(self, number: int) -> str:
        """Return the note for a choice, or an empty string."""
        return self.notes[min(number, len(self.notes) - 1)] if self.notes else ""


class Option(NamedTuple):
    """A command line option.

    name     -- the name, as in `Game.start`; on the command line, underscores become dashes.
    help     -- the help text.
    parse    -- converts a word to a value; raises UserError with the expected input.
    commands -- the commands that have the option: `play`, `gtp`, `match`.
    choices  -- the permitted words; empty if other words are permitted.
    metavar  -- the placeholder in the help text if there are no choices.
    is_flag  -- whether it is a pair of flags: `--NAME` passes `yes` to `parse`, `--no-NAME` passes `no`.
    """

    name: str
    help: str
    parse: Callable[[str], object]
    commands: tuple[str, ...] = ("play", "gtp", "match")
    choices: tuple[str, ...] = ()
    metavar: str = ""
    is_flag: bool = False


def parse_int(text: str, minimum: int, maximum: int) -> int:
    """Parse a whole number from `minimum` to `maximum`, both inclusive.

    Raise UserError with the range otherwise.
    """
    word = text.strip()
    if word.isascii() and word.isdigit() and len(word) < 10 and minimum <= int(word) <= maximum:
        return int(word)
    raise UserError(f"type a whole number from {minimum} to {maximum}")
