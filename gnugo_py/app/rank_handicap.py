"""A fair handicap and komi for two players of known ranks."""

from __future__ import annotations

from typing import NamedTuple

from gnugo_py.core.types import Color

_RANKS_PER_STONE = {9: 5.0, 13: 2.5, 19: 1.0}
"""By the largest board size: about how many ranks one handicap stone evens out; small boards need fewer."""
_LOW_KOMI = 0.5
"""The komi of the stronger player for a difference of one stone: the weaker one just moves first."""
RANK_CHOICES = tuple(
    [f"{number}k" for number in range(30, 0, -1)] + [f"{number}d" for number in range(1, 10)]
)


class FairHandicap(NamedTuple):
    """A proposal for the form.

    person   -- the person's color.
    handicap -- number of handicap stones.
    komi     -- the points for White, None for those of the rules.
    """

    person: Color
    handicap: int = 0
    komi: float | None = None


def rank_number(rank: str) -> int:
    """Return a rank as a number that grows with the strength: 0 for 1 kyu, 1 for 1 dan.

    rank -- a rank such as `15k`, `15 kyu` or `2d`.
    """
    number, letter = rank.split()[0].rstrip("kd"), rank.lstrip("0123456789 ")[0]
    return int(number) if letter == "d" else 1 - int(number)


def fair_handicap(person: str, opponent: str, size: int, max_handicap: int) -> FairHandicap:
    """Return a fair game for two ranks on a board; the weaker player has Black.

    >>> fair_handicap("15k", "12 kyu", 19, 9)
    FairHandicap(person=<Color.BLACK: 0>, handicap=3, komi=None)
    """
    difference = rank_number(opponent) - rank_number(person)
    color = Color.BLACK if difference >= 0 else Color.WHITE
    per_stone = next((each for most, each in _RANKS_PER_STONE.items() if size <= most), 1.0)
    stones = round(abs(difference) / per_stone)
    if stones < 2:
        return FairHandicap(color, 0, _LOW_KOMI if stones else None)
    return FairHandicap(color, min(stones, max_handicap))
