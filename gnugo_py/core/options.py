"""Options of a new game: questions, form fields, command line options and board sizes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from gnugo_py.core.types import UserError

_ALL_SIZES = range(1, 27)
"""All board sizes that a game may have."""
_MAX_LISTED_NUMBERS = 5


class OptionQuestion(NamedTuple):
    """A question to ask before a new game.

    option -- the option that the answer sets, as in `Game.start`.
    prompt -- the text of the question.
    parse  -- converts an answer to a value; raises a UserError that states the expected input.
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
    default -- the index of the choice that is selected initially.
    notes   -- explanations for beginners, one per choice; the last one also applies to any further choices.
    rare    -- the values of the choices that are shown only if the user asks for more options.
    """

    option: str
    label: str
    choices: tuple[tuple[str, object], ...]
    default: int = 0
    notes: tuple[str, ...] = ()
    rare: tuple[object, ...] = ()

    def without_rare_choices(self) -> FormField:
        """Return the field without its rare choices; the default choice is kept even if it is rare."""
        kept = [
            number
            for number, (_, value) in enumerate(self.choices)
            if value not in self.rare or number == self.default
        ]
        notes = tuple(self.note(number) for number in kept) if self.notes else ()
        choices = tuple(self.choices[number] for number in kept)
        return self._replace(choices=choices, default=kept.index(self.default), notes=notes)

    def note(self, number: int) -> str:
        """Return the note for a choice, or an empty string."""
        return self.notes[min(number, len(self.notes) - 1)] if self.notes else ""


class CommandLineOption(NamedTuple):
    """A command line option.

    name     -- the name, as in `Game.start`; on the command line, underscores become dashes.
    help     -- the help text.
    parse    -- converts a word to a value; raises a UserError that states the expected input.
    commands -- the commands that have the option: `play`, `gtp`, `match`.
    choices  -- the permitted words; empty if the option does not have a fixed list of words.
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

    Raise UserError, with the range, if the text is not such a number.
    """
    word = text.strip()
    if word.isascii() and word.isdigit() and len(word) < 10 and minimum <= int(word) <= maximum:
        return int(word)
    raise UserError(f"type a whole number from {minimum} to {maximum}")


def check_size(size: object, sizes: Sequence[int] = _ALL_SIZES) -> None:
    """Raise UserError if a board size is not one of `sizes`, or is not an integer."""
    if isinstance(size, int) and size in sizes:
        return
    is_huge = isinstance(size, int) and size.bit_length() > 64  # Python refuses to print very large integers
    shown = "a huge number" if is_huge else f"{size!r:.20}"
    raise UserError(f"the board has {format_number_choices(sizes)} lines per side, not {shown}")


def format_number_choices(numbers: Sequence[int]) -> str:
    """Return numbers as a phrase: `5, 7 or 9`, or `2 to 25` for a long range without gaps."""
    if len(numbers) > _MAX_LISTED_NUMBERS and len(numbers) == numbers[-1] - numbers[0] + 1:
        return f"{numbers[0]} to {numbers[-1]}"
    words = [str(number) for number in numbers]
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))
