"""What a game tells a search: positions it can think about fast, and how much thought a level is.

A game is searched in one of two ways.  `Branching` positions are told apart by an evaluation and looked at
move by move, answer by answer; `Playing` ones by games played to the end at random.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from threading import Event
from typing import Any, NamedTuple, TypeAlias

from gnugo_py.core.types import Move, Point
from gnugo_py.engines.engine import Choice

WON = 1_000_000.0
"""What a won position is worth; nothing else is worth half as much."""


Code: TypeAlias = int
"""A move, in the numbering of its game's search; of random games below `CODES`, or `NO_MOVE`."""


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


SCALE = 40.0
"""A score of half as much is as good as won, where only a share can be told."""


class Considered(NamedTuple):
    """A move that was looked at, as data.

    move  -- the move.
    value -- the share of games it won, or a score (`WON` or a little less for a game that is won); of a move
             that needed no search, how likely it wins.
    share -- which share of the search it got.
    """

    move: Move
    value: float
    share: float


class Search(NamedTuple):
    """Why a move was chosen, as data.

    best   -- the moves that were looked at most, best first.
    line   -- the moves that are expected, its own first.
    effort -- how many games were played, or positions evaluated.
    depth  -- how many moves its best line was looked ahead, 0 where games are played at random.
    unit   -- what values count, empty for shares of games.
    mean   -- how often the side to move won the games played, None where none were; of a move that needed no
              search, how likely it wins.
    owners -- for points, in which share of the games Black came to own it less that of White; empty where
              no games are played.
    why    -- in a sentence, of a move that needed no search; else empty.
    """

    best: tuple[Considered, ...]
    line: tuple[Move, ...]
    effort: int
    depth: int
    unit: str
    mean: float | None = None
    owners: tuple[tuple[Point, float], ...] = ()
    why: str = ""


def search_of(choice: Choice[None]) -> Search | None:
    """Why a choice was made, if a search made it."""
    why: Any = choice.reasons[0].why if choice.reasons else None
    return why if isinstance(why, Search) else None


def share_of(value: float, found: Search) -> float:
    """A value as a share of games won, 0 to 1; of a score, a guess."""
    return value if not found.unit else 0.5 + max(min(value / SCALE, 0.5), -0.5)


def worth_in_words(each: Considered, found: Search) -> str:
    """What a move is worth, in words."""
    if found.unit:
        if abs(each.value) > WON / 2:
            return "wins" if each.value > 0 else "loses"
        return f"{round(each.value, 1) + 0.0:+.1f} {found.unit}"
    return f"wins {each.value:.0%} ({each.share:.0%} of the search)"
