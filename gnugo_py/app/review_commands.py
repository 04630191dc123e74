"""The words of the review: one row each; its help page is made of them."""

from __future__ import annotations

from typing import NamedTuple

ALIASES = {"n": "next", "b": "back", "?": "help", "exit": "quit", "q": "quit", "v": "variation", "g": "goto"}
"""Shorter and other words for some."""


class Word(NamedTuple):
    """A word of the review.

    name -- what to type.
    wants -- what may follow it, in words; empty for nothing.
    key  -- the key that does the same on a screen.
    help -- what it does.
    """

    name: str
    wants: str
    key: str
    help: str


WORDS = (
    Word("next", "[N]", "right", "a move forward, or N; next capture and next comment go to those"),
    Word("back", "[N]", "left", "a move back, or N; back capture and back comment too"),
    Word("start", "", "Home", "to the beginning"),
    Word("end", "", "End", "to the end of the line"),
    Word("goto", "N", "", "to move N"),
    Word("variation", "N", "up, down", "into the Nth way to go on that is told of here"),
    Word("why", "", "F3", "why the move was made, or what would have been played instead"),
    Word("hint", "[LEVEL]", "F2", "what would be played here, and why"),
    Word("score", "", "F7", "how the game stands here"),
    Word("graph", "", "", "how the chances went, and where they changed most"),
    Word("lessons", "", "", "what can be learned from this game"),
    Word("learn", "[NAME]", "", "a lesson, and back here"),
    Word("play", "", "", "go on playing from here, as a new game"),
    Word("save", "NAME", "F8", "keep a copy of the game, variations and comments in it"),
    Word("help", "", "F1", "show this"),
    Word("quit", "", "F10", "leave"),
)


def review_help() -> tuple[str, ...]:
    """The help page of the review."""
    lines = [f"  {f'{each.name} {each.wants}':<16} {each.key:<9} {each.help}" for each in WORDS]
    return ("Looking through a game:", "", *lines)
