"""What came of a search."""

from __future__ import annotations

import time
from collections.abc import Mapping
from threading import Event
from typing import NamedTuple

from gnugo_py.games.searching import Code


class Option(NamedTuple):
    """A move that was looked at.

    code  -- the move.
    value -- what it is worth: the share of games won, or a score; of a move that needed no search, how likely
             it wins.
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
    mean    -- how often the side to move won the games played, whatever its first move; None where none were.
    owners  -- by code, in which share of games side 0 came to own it less that of side 1; empty where none
               were played.
    why     -- in a sentence, of a move that needed no search; else empty.
    """

    options: tuple[Option, ...]
    line: tuple[Code, ...]
    effort: int
    depth: int = 0
    mean: float | None = None
    owners: Mapping[Code, float] = {}
    why: str = ""


class Watch:
    """What is known of a search under way, and whether it is to end.

    stopped -- set once it is to end.
    seconds -- how long it may last, None for as long as it takes.

    done -- which share of it is done, 0 to 1.
    best -- what looks best so far, None at first.
    """

    def __init__(self, stopped: Event, seconds: float | None = None) -> None:
        self._stopped = stopped
        self._end = None if seconds is None else time.monotonic() + seconds
        self.done = 0.0
        self.best: Option | None = None

    def tell(self, done: float, best: Option) -> None:
        """Take note of how far it is."""
        self.done, self.best = done, best

    @property
    def is_over(self) -> bool:
        """Whether it is to come to an end now."""
        return self._stopped.is_set() or (self._end is not None and time.monotonic() > self._end)
