"""The clock of a game: absolute time, byo-yomi and Canadian overtime, as immutable values."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from gnugo_py.games.checks import checked_methods
from gnugo_py.games.position import Position
from gnugo_py.games.types import UserError

_MAX_MINUTES, _MAX_PERIODS = 24 * 60, 99
_MIN_MOVES_LEFT = 15
"""The minimum number of moves among which the remaining main time is divided."""
_SHARE_OF_PERIOD = 0.8
"""The share of an overtime period that an engine uses."""
_OVERHEAD, _MIN_SECONDS = 0.2, 0.05
"""Seconds per move that are reserved for overhead, and the shortest thinking time in seconds."""
_PATTERN = re.compile(
    r"(?P<main>\d+)(?P<unit>[smh]?)"
    r"(?:\+(?:(?P<periods>\d+)x|(?P<stones>\d+)/)(?P<period>\d+)(?P<period_unit>[smh]?))?"
)
_SECONDS = {"s": 1, "m": 60, "h": 3600}
_EXPECTED = "10m, 10m+3x30s (byo-yomi) or 10m+25/5m (25 moves in 5 minutes)"


@checked_methods()
class TimeLeft(NamedTuple):
    """The time that a player has left.

    main    -- seconds of main time.
    periods -- number of byo-yomi periods, the current one included.
    period  -- seconds of the current period.
    stones  -- moves to play in the current period, 0 in byo-yomi.
    """

    main: float
    periods: int = 0
    period: float = 0.0
    stones: int = 0


@checked_methods()
class TimeControl(NamedTuple):
    """The time that each player has.

    main    -- seconds of main time.
    periods -- number of byo-yomi periods, 0 for none; a move that exceeds a period uses it up.
    period  -- seconds of a period, 0 for absolute time.
    stones  -- moves to play in each period of Canadian overtime, 0 for none.
    """

    main: int
    periods: int = 0
    period: int = 0
    stones: int = 0

    @property
    def initial_time_left(self) -> TimeLeft:
        """The time that each player has at the start of the game."""
        return TimeLeft(self.main, self.periods, self.period, self.stones)

    def __str__(self) -> str:
        """Return the time control as text that `parse_time_control` can read."""
        main = _duration(self.main)
        if self.periods:
            return f"{main}+{self.periods}x{_duration(self.period)}"
        return f"{main}+{self.stones}/{_duration(self.period)}" if self.stones else main

    @property
    def sgf_overtime(self) -> str:
        """The overtime as SGF writes it (OT), empty for absolute time."""
        if self.periods:
            return f"{self.periods}x{self.period} byo-yomi"
        return f"{self.stones}/{self.period} Canadian" if self.stones else ""

    def after_move(self, left: TimeLeft, seconds: float) -> TimeLeft | None:
        """Return the time left after a move of `seconds` seconds, or None if the move exceeded the time."""
        after = self.during_move(left, seconds)
        if seconds <= left.main:
            return after
        if self.periods:
            return after._replace(period=self.period) if after.periods else None
        if not self.stones or seconds > self.seconds_left(left):
            return None
        fresh = self.initial_time_left._replace(main=0)
        return after._replace(stones=left.stones - 1) if left.stones > 1 else fresh

    def seconds_left(self, left: TimeLeft) -> float:
        """Return the maximum number of seconds that the next move may take."""
        return left.main + (left.periods * self.period if self.periods else left.period)

    def during_move(self, left: TimeLeft, seconds: float) -> TimeLeft:
        """Return the time left after `seconds` seconds of thinking about the current move, at least 0."""
        over = seconds - left.main
        if over <= 0:
            return left._replace(main=left.main - seconds)
        if not self.periods:
            return left._replace(main=0, period=max(left.period - over, 0.0))
        lost = int(over / self.period)
        if lost >= left.periods:
            return TimeLeft(0)
        return TimeLeft(0, left.periods - lost, self.period - (over - lost * self.period))

    def format_time_left(self, left: TimeLeft) -> str:
        """Return the time of a player as text: `9:41`, `0:23 x3` or `4:31/25`."""
        if left.main > 0 or not (left.periods or left.stones):
            return _clock_text(left.main)
        return _clock_text(left.period) + (f" x{left.periods}" if left.periods else f"/{left.stones}")

    def thinking_time(self, left: TimeLeft, position: Position) -> float:
        """Return how long an engine should think about a move in a position, in seconds."""
        moves_left = (position.size**2 * 3 // 5 - position.move_number) // 2
        overtime = 0.0
        if self.periods and left.periods:
            overtime = self.period * _SHARE_OF_PERIOD
        elif left.stones:
            overtime = left.period * _SHARE_OF_PERIOD / left.stones
        if left.main > self.main / 10:
            overtime = 0.0
        return max(left.main / max(moves_left, _MIN_MOVES_LEFT) + overtime - _OVERHEAD, _MIN_SECONDS)


@lru_cache(4)
def parse_time_control(text: str) -> TimeControl:
    """Parse a time control such as `10m`, `10m+3x30s` or `10m+25/5m`.

    A number without a unit means minutes of main time or seconds of overtime.

    Raise UserError if the text is not a time control.
    """
    match = _PATTERN.fullmatch(text.strip().lower())
    if match is None:
        raise UserError(f"{text[:30]!r} is not a valid clock; use {_EXPECTED}")
    names = ("main", "periods", "period", "stones")
    main, periods, period, stones = (int((match[name] or "0")[:9]) for name in names)
    main, period = main * _SECONDS[match["unit"] or "m"], period * _SECONDS[match["period_unit"] or "s"]
    if not (main or period) or max(main, period) > _MAX_MINUTES * 60:
        raise UserError(f"a clock has between 1 second and {_MAX_MINUTES // 60} hours; use {_EXPECTED}")
    is_sound = 0 < max(periods, stones) <= _MAX_PERIODS and period > 0
    if match["period"] is not None and not is_sound:
        raise UserError(
            f"overtime has 1 to {_MAX_PERIODS} periods or moves, and a period lasts at least 1 second;"
            f" use {_EXPECTED}"
        )
    return TimeControl(main, periods, period, stones)


def _duration(seconds: int) -> str:
    """Return a number of seconds as text in the largest unit that divides it."""
    unit = next(unit for unit in "hms" if seconds % _SECONDS[unit] == 0)
    return f"{seconds // _SECONDS[unit]}{unit}"


def _clock_text(seconds: float) -> str:
    """Return seconds as `1:02:03` or `2:03`, rounded up, so that 0:00 means that the time has run out."""
    whole = -int(-seconds // 1)
    hours, rest = divmod(whole, 3600)
    minutes, rest = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
