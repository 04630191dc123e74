"""What a game asks before it begins."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Question:
    """Something a new game needs to be told.

    option -- the option it answers, as in `Game.start`.
    prompt -- how to ask a person.
    parse  -- makes the option's value of an answer; raises ValueError with what is wanted.
    """

    option: str
    prompt: str
    parse: Callable[[str], object]


def whole_number(text: str, least: int, most: int) -> int:
    """A whole number between two bounds, both included.  Raises ValueError saying so."""
    word = text.strip()
    if word.isascii() and word.isdigit() and len(word) < 10 and least <= int(word) <= most:
        return int(word)
    raise ValueError(f"type a whole number from {least} to {most}")
