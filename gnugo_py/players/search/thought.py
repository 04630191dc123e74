"""What came of a search."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from gnugo_py.games.searching import Code


class Option(NamedTuple):
    """A move that was looked at.

    code  -- the move.
    value -- what it is worth: the share of games won, or a score.
    share -- which share of the search it got, 0 to 1.
    """

    code: Code
    value: float
    share: float


class Thought(NamedTuple):
    """What a search found.

    options -- the moves it looked at, best first.
    line    -- the moves it expects, its own first.
    effort  -- how many games were played, or positions evaluated.
    depth   -- how many moves it looked ahead, 0 where that means nothing.
    """

    options: tuple[Option, ...]
    line: tuple[Code, ...]
    effort: int
    depth: int = 0


class Stopped(Exception):
    """A search that was told to stop before it had found anything."""


Stop = Callable[[], bool]
"""Whether to come to an end now."""
