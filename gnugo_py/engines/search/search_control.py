"""What the searches of all games share: the control of a running search, and the lengths of what is shown."""

from __future__ import annotations

import time
from threading import Event

from gnugo_py.games.position import Position
from gnugo_py.games.types import Move
from gnugo_py.games.variations import format_variation

MAX_CANDIDATES = 40
"""The maximum number of moves in an analysis."""
MOVES_IN_EXPLANATION = 3
"""The number of moves that an explanation names."""
MAX_PV_SHOWN = 6
"""The number of moves of a principal variation in texts and on the board."""


class SearchControl:
    """The progress of a running search, and the signal to stop it.

    stopped -- stops the search when it is set.
    seconds -- time limit, counted from the creation of this object; None for no limit.

    progress -- the completed share of the search, 0 to 1.
    moves    -- the leading moves so far, best first; empty at first.
    """

    def __init__(self, stopped: Event, seconds: float | None = None) -> None:
        self.stopped, self._seconds = stopped, seconds
        self.progress, self.moves = 0.0, tuple[Move, ...]()
        self.restart()

    def restart(self) -> None:
        """Count the time limit from now."""
        self._end = None if self._seconds is None else time.monotonic() + self._seconds

    def report(self, done: float, *moves: Move) -> None:
        """Record the progress and the leading moves."""
        self.progress, self.moves = done, moves

    @property
    def must_stop(self) -> bool:
        """True once the stop event is set or the time limit has passed."""
        return self.stopped.is_set() or (self._end is not None and time.monotonic() > self._end)


def format_line(line: tuple[Move, ...], position: Position) -> str:
    """Return the first moves of a variation as text."""
    return " ".join(format_variation(position, line[:MAX_PV_SHOWN]))
