"""What a game asks before it begins."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from gnugo_py.core.types import Mistake


class Question(NamedTuple):
    """Something a new game needs to be told.

    option -- the option it answers, as in `Game.start`.
    prompt -- how to ask a person.
    parse  -- makes the option's value of an answer; raises Mistake with what is wanted.
    help   -- what a newcomer needs to know to answer.
    """

    option: str
    prompt: str
    parse: Callable[[str], object]
    help: str = ""


class Field(NamedTuple):
    """A line of the form a screen shows before a game.

    option  -- the option it sets, as in `Game.start`.
    label   -- what it is about.
    choices -- what can be chosen: how it is shown, and the option's value.
    default -- the number of the choice that stands there at first.
    notes   -- what a newcomer needs to know: of each choice or, where there is one, of all.
    """

    option: str
    label: str
    choices: tuple[tuple[str, object], ...]
    default: int = 0
    notes: tuple[str, ...] = ()

    def note(self, number: int) -> str:
        """What there is to know of a choice, often nothing."""
        return self.notes[min(number, len(self.notes) - 1)] if self.notes else ""


class Option(NamedTuple):
    """An option of the command line.

    name     -- as in `Game.start`; with dashes it is what is typed.
    help     -- what it sets.
    parse    -- makes the option's value of a word; raises Mistake with what is wanted.
    commands -- those that have it: `play`, `gtp`, `match`.
    choices  -- the words there are, empty where others can be given.
    metavar  -- how help shows the word where there are no choices.
    is_flag  -- whether it takes no word: it is given as its name for `yes`, as `no-` and its name for `no`.
    """

    name: str
    help: str
    parse: Callable[[str], object]
    commands: tuple[str, ...] = ("play", "gtp", "match")
    choices: tuple[str, ...] = ()
    metavar: str = ""
    is_flag: bool = False


def whole_number(text: str, least: int, most: int) -> int:
    """A whole number between two bounds, both included.  Raises Mistake saying so."""
    word = text.strip()
    if word.isascii() and word.isdigit() and len(word) < 10 and least <= int(word) <= most:
        return int(word)
    raise Mistake(f"type a whole number from {least} to {most}")
