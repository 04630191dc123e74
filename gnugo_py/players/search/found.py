"""What a search found, as data: what the player tells of, and others draw or send on."""

from __future__ import annotations

from typing import Any, NamedTuple

from gnugo_py.core.types import Move, Point
from gnugo_py.games.searching import WON
from gnugo_py.players.player import Choice

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
