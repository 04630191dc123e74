"""Ranks of players, and the approximate ranks of the levels of the search engine."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

MAX_LEVEL = 9
"""The highest level of the search engine; the lowest is 1."""
_RANKS = {"Go": ("20 kyu", "17 kyu", "15 kyu", "12 kyu", "8 kyu", "4 kyu", "1 kyu", "3 dan", "5 dan")}
"""The approximate rank of each level, by the name of the game. See `docs/performance.md`."""

ADAPTS = "adapts"
"""What is chosen as a level for the one that `adapted_to` returns."""
MAX_ADAPTED_HANDICAP = 9
MIN_RESULTS = 3
"""The number of results against levels that an estimate of the rank needs."""
_POSSIBLE_RANKS = range(-29, 10)
"""The numbers of the ranks that are considered, from 30 kyu to 9 dan."""
_USUAL_RANK, _USUAL_SPREAD = -14, 6
"""The rank before any result is known, 15 kyu, and its standard deviation."""
_STRENGTH_PER_RANK = math.log(3) / 3
"""A player who is three ranks stronger wins three of four games."""


def level_rank(game: str, level: int) -> str:
    """Return the approximate rank of a level, such as `12 kyu`; an empty string if the game has no ranks."""
    return _RANKS[game][level - 1] if game in _RANKS else ""


_RANKS_PER_STONE = {9: 5.0, 13: 2.5, 19: 1.0}
"""The approximate number of ranks that one handicap stone makes up for, by maximum board size."""
_MAX_RANKS_PER_STONE = 5.0
"""On boards where a stone is worth as much, the handicap does not adapt."""


def ranks_per_stone(size: int) -> float:
    """Return the approximate number of ranks that one handicap stone makes up for on a board."""
    return next((each for most, each in _RANKS_PER_STONE.items() if size <= most), 1.0)


def rank_number(rank: str) -> int:
    """Return a rank as a number that increases with strength: 0 for 1 kyu, 1 for 1 dan.

    rank -- a rank such as `15k`, `15 kyu` or `2d`.
    """
    number, letter = rank.split()[0].rstrip("kd"), rank.lstrip("0123456789 ")[0]
    return int(number) if letter == "d" else 1 - int(number)


def closest_level(rank: str) -> int:
    """Return the level of the search engine in Go whose rank is the closest to a rank such as `15k`."""
    mine = rank_number(rank)
    return min(range(1, MAX_LEVEL + 1), key=lambda level: abs(rank_number(level_rank("Go", level)) - mine))


class LevelResult(NamedTuple):
    """The result of a person's game of Go against a level.

    level    -- the level.
    handicap -- the number of handicap stones.
    size     -- the size of the board.
    is_black -- whether the person had Black, and so the handicap stones.
    is_won   -- whether the person won.
    """

    level: int
    handicap: int
    size: int
    is_black: bool
    is_won: bool

    @property
    def even_rank(self) -> float:
        """The number of the rank of a person who would win half of such games."""
        stones, rank = self.handicap * ranks_per_stone(self.size), rank_number(level_rank("Go", self.level))
        return rank - stones if self.is_black else rank + stones


class AdaptedLevel(NamedTuple):
    """A level that follows from the last games of a person.

    level    -- the level.
    handicap -- the number of handicap stones for the person.
    reason   -- why, as in `, because you won twice at level 3`; empty if there was no such game.
    """

    level: int
    handicap: int = 0
    reason: str = ""


def adapted_to(results: Iterable[LevelResult], size: int, first_level: int) -> AdaptedLevel:
    """Return the level and the handicap of a person's next game on a board.

    After two wins in a row, the game gets harder: with one handicap stone less or, without handicap, at the
    next level, at first with fewer stones than lie between the two levels; after two losses, the other way.

    results     -- the results of the last games, latest first; only those on this board without handicap, or
                   with handicap for the person, count.
    first_level -- the level of the first game.
    """
    known = [each for each in results if each.size == size and (each.is_black or not each.handicap)]
    if not known:
        return AdaptedLevel(first_level)
    level, handicap = known[0].level, known[0].handicap
    last = [each.is_won for each in known[:2] if (each.level, each.handicap) == (level, handicap)]
    stones = f" with {handicap} {'stone' if handicap == 1 else 'stones'}" if handicap else ""
    place = f"at level {level}{stones}"
    if last == [True, True]:
        why = f", because you won twice {place}"
        if handicap or level == MAX_LEVEL:
            return AdaptedLevel(level, max(handicap - 1, 0), why)
        return AdaptedLevel(level + 1, _stones_to_level_below(level + 1, size) - 1, why)
    if last == [False, False]:
        return AdaptedLevel(*_easier(level, handicap, size), f", because you lost twice {place}")
    result = "won" if last[0] else "lost"
    return AdaptedLevel(level, handicap, f", because you {result} the last game {place}")


def _easier(level: int, handicap: int, size: int) -> tuple[int, int]:
    stones = handicap + 1
    if level > 1 and stones >= _stones_to_level_below(level, size):
        return level - 1, stones - _stones_to_level_below(level, size)
    return level, min(stones, MAX_ADAPTED_HANDICAP) if ranks_per_stone(size) < _MAX_RANKS_PER_STONE else 0


def _stones_to_level_below(level: int, size: int) -> int:
    """Return the number of handicap stones, at least 1, that make up for a level of Go."""
    ranks = rank_number(level_rank("Go", level)) - rank_number(level_rank("Go", level - 1))
    return math.ceil(ranks / ranks_per_stone(size))


class RankEstimate(NamedTuple):
    """An estimate of a rank.

    rank   -- such as `12k`.
    spread -- its standard deviation in ranks, at least 1.
    """

    rank: str
    spread: int

    @property
    def level(self) -> int:
        """The level of the search engine whose rank is the closest."""
        return closest_level(self.rank)


def estimate_rank(results: Iterable[tuple[float, bool]]) -> RankEstimate | None:
    """Return the most likely rank of a player; None for fewer than three results.

    results -- for each game, the number of the rank with which it would be even, and whether the player won.

    >>> estimate_rank([(-14, True), (-14, False), (-14, True), (-14, False)])
    RankEstimate(rank='15k', spread=3)
    """
    known = list(results)
    if len(known) < MIN_RESULTS:
        return None
    weights = [
        math.exp(-(((rank - _USUAL_RANK) / _USUAL_SPREAD) ** 2) / 2)
        * math.prod(
            1 / (1 + math.exp(_STRENGTH_PER_RANK * (even - rank) * (1 if is_won else -1)))
            for even, is_won in known
        )
        for rank in _POSSIBLE_RANKS
    ]
    weighted = list(zip(_POSSIBLE_RANKS, weights, strict=True))
    total = sum(weights)
    mean = sum(rank * weight for rank, weight in weighted) / total
    variance = sum((rank - mean) ** 2 * weight for rank, weight in weighted) / total
    rank = f"{round(mean)}d" if round(mean) > 0 else f"{1 - round(mean)}k"
    return RankEstimate(rank, max(round(math.sqrt(variance)), 1))
