"""The clock of a GTP server: the time that a controller has announced, and how much of it a move may take."""

from __future__ import annotations

from typing import NamedTuple

from gnugo_py.games.types import Color

_LAG = 1.0
"""Seconds of main time, and of each period, left unused for delays between the programs."""
_OVERHEAD = 0.1
"""Seconds that a move in main time takes in addition to the time limit of the engine."""
_MIN_MOVES_LEFT = 15
"""The minimum number of further moves for which main time must last."""
_SHARE_OF_PERIOD = 0.8
"""The share of a byo-yomi period that the moves in it may use."""
_MIN_SECONDS = 0.02


class TimeSettings(NamedTuple):
    """The time control of a game.

    main   -- main time in seconds.
    period -- seconds of a byo-yomi period, 0 for absolute time.
    stones -- moves to play in a period. In GTP, a period with 0 stones means no time limit.
    """

    main: int
    period: int
    stones: int


class GtpClock:
    """The time of both colors, as far as the controller has announced it."""

    def __init__(self) -> None:
        self._settings: TimeSettings | None = None
        self._left: dict[Color, tuple[float, int]] = {}

    def set_time_settings(self, settings: TimeSettings | None) -> None:
        """Set the time control, or remove it if `settings` is None, and give both colors their full time."""
        self._settings, self._left = settings, {}

    def restore_full_time(self) -> None:
        """Restore the full time of both colors, for a new game."""
        self._left = {}

    def set_time_left(self, color: Color, seconds: float, stones: int) -> None:
        """Set the time left to a color, in main time or, if `stones` is not 0, in a byo-yomi period."""
        self._left[color] = seconds, stones

    def spend(self, color: Color, seconds: float) -> None:
        """Subtract the seconds of a move from a color's time; `set_time_left` later replaces the result."""
        if color in self._left or self._settings is not None:
            left, stones = self._time_of(color)
            self._left[color] = max(left - seconds, 0.0), max(stones - 1, 1) if stones else 0

    def thinking_time_for(self, color: Color, moves_left: int) -> float | None:
        """Return how many seconds the color may think about its next move, or None for no limit.

        moves_left -- how many moves the color is likely to make until the end of the game.
        """
        settings = self._settings
        is_unlimited = settings is None or (settings.period > 0 and settings.stones == 0)
        if is_unlimited and color not in self._left:
            return None
        left, stones = self._time_of(color)
        if stones:
            return max((left - _LAG) * _SHARE_OF_PERIOD / stones, _MIN_SECONDS)
        allowed = (left - _LAG) / max(moves_left, _MIN_MOVES_LEFT) - _OVERHEAD
        if settings is not None and settings.stones:
            allowed = max(allowed, 0.0) + (settings.period - _LAG) * _SHARE_OF_PERIOD / settings.stones
        return max(allowed, _MIN_SECONDS)

    def _time_of(self, color: Color) -> tuple[float, int]:
        """Return the seconds left to a color and the moves to play in that time, 0 for main time."""
        if color in self._left:
            return self._left[color]
        assert self._settings is not None
        main, period, stones = self._settings
        return (float(main), 0) if main or not stones else (float(period), stones)
