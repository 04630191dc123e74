"""Counting in how many games each point was played or owned, all points at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gnugo_py.core.bitboard import points_of
from gnugo_py.games.searching import CODES, Code, Playout

MOST_GAMES = 7
"""So many games are tallied at once, each counted twice in a digit of base 16."""
_DIGITS = bytes.maketrans(b"0123456789abcdef", bytes(range(16)))


class Tally(NamedTuple):
    """By code, in how many games a move was played and, twice, in how many it won; `NO_MOVE` in none."""

    games: bytes
    halves: bytes


def tallied(games: Sequence[tuple[float, int]]) -> Tally:
    """Up to `MOST_GAMES` games, each with what it was worth, 0, 0.5 or 1, and the set of its moves."""
    seen = won = 0
    for worth, moves in games:
        digits = int(f"{moves:b}", 16)
        seen += digits
        won += int(2 * worth) * digits
    return Tally(_by_code(seen), _by_code(won))


def _by_code(digits: int) -> bytes:
    return f"{digits:x}".encode()[::-1].translate(_DIGITS).ljust(CODES, b"\0")


class _Counter:
    """How often each number was in a set, counted for all numbers of a set at once.

    sets -- how many sets were added.
    """

    __slots__ = ("_planes", "sets")

    def __init__(self) -> None:
        self._planes: list[int] = []
        self.sets = 0

    def add(self, numbers: int) -> None:
        """Count the numbers of a set, a bit each."""
        self.sets += 1
        planes = self._planes
        for place, plane in enumerate(planes):
            if not numbers:
                return
            planes[place], numbers = plane ^ numbers, plane & numbers
        if numbers:
            planes.append(numbers)

    def counts(self) -> dict[int, int]:
        """By number, how many sets it was in; without those that were in none."""
        found: dict[int, int] = {}
        for place, plane in enumerate(self._planes):
            for number in points_of(plane):
                found[number] = found.get(number, 0) + (1 << place)
        return found


class Owners:
    """Who came to own each point in some games."""

    __slots__ = ("_counters",)

    def __init__(self) -> None:
        self._counters = (_Counter(), _Counter())

    def add(self, playout: Playout) -> None:
        """Count a game."""
        for counter, owned in zip(self._counters, playout.owned, strict=True):
            counter.add(owned)

    def balance(self) -> dict[Code, float]:
        """By code, in which share of the games side 0 owned it, less that of side 1."""
        first, second = (counter.counts() for counter in self._counters)
        games = max(self._counters[0].sets, 1)
        return {code: (first.get(code, 0) - second.get(code, 0)) / games for code in sorted(first | second)}
