"""Ranks of players, and the approximate ranks of the levels of the search engine."""

from __future__ import annotations

MAX_LEVEL = 9
"""The highest level of the search engine; the lowest is 1."""
_RANKS = {"Go": ("20 kyu", "17 kyu", "15 kyu", "12 kyu", "8 kyu", "4 kyu", "1 kyu", "1 dan", "2 dan")}
"""The approximate rank of each level, by the name of the game. `docs/playing.md` describes the evidence."""


def level_rank(game: str, level: int) -> str:
    """Return the approximate rank of a level, such as `12 kyu`; an empty string if the game has no ranks."""
    return _RANKS[game][level - 1] if game in _RANKS else ""


_RANKS_PER_STONE = {9: 5.0, 13: 2.5, 19: 1.0}
"""The approximate number of ranks that one handicap stone makes up for, by maximum board size."""


def ranks_per_stone(size: int) -> float:
    """Return the approximate number of ranks that one handicap stone makes up for on a board."""
    return next((each for most, each in _RANKS_PER_STONE.items() if size <= most), 1.0)


def rank_number(rank: str) -> int:
    """Return a rank as a number that increases with strength: 0 for 1 kyu, 1 for 1 dan.

    rank -- a rank such as `15k`, `15 kyu` or `2d`.
    """
    number, letter = rank.split()[0].rstrip("kd"), rank.lstrip("0123456789 ")[0]
    return int(number) if letter == "d" else 1 - int(number)


def rank_from_number(number: int) -> str:
    """Return the rank that `rank_number` converts to a number.

    >>> [rank_from_number(number) for number in (-14, 0, 1)]
    ['15k', '1k', '1d']
    """
    return f"{number}d" if number > 0 else f"{1 - number}k"
