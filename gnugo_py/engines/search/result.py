"""Search results, as a search returns them and as data for display, and the control of a running search."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from threading import Event
from typing import Any, NamedTuple, TypeAlias

from gnugo_py.core.position import Position
from gnugo_py.core.types import Move, Point
from gnugo_py.engines.engine import Decision

WIN_VALUE = 1_000_000.0
"""Value of a won position. Evaluations of undecided positions stay below half of it."""


MoveIndex: TypeAlias = int
"""A move as a number, encoded as the game's search defines it.

In a UCT search it is less than `MAX_MOVE_INDEX`, or `NO_POINT`.
"""


class SearchCandidate(NamedTuple):
    """A move that was searched.

    code        -- the move.
    value       -- the win rate in its playouts, or a score; for a move that needed no search, the estimated
                   win rate.
    visit_share -- its share of the search, 0 to 1.
    """

    code: MoveIndex
    value: float
    visit_share: float


class SearchResult(NamedTuple):
    """The result of a search.

    candidates -- the moves that were searched, best first.
    pv         -- the principal variation; its first move is the best one.
    visits     -- number of playouts, or of positions evaluated.
    depth      -- search depth in moves; 0 for playouts.
    win_rate   -- win rate of the color to move over all playouts, None without playouts; for a move that
                  needed no search, the estimated win rate.
    ownership  -- by point, the share of playouts in which Black owned it minus that of White; empty without
                  playouts.
    note       -- for a move that needed no search, the reason as a sentence; otherwise empty.
    lead       -- the points by which the color to move is ahead, None if they are unknown.
    """

    candidates: tuple[SearchCandidate, ...]
    pv: tuple[MoveIndex, ...]
    visits: int
    depth: int = 0
    win_rate: float | None = None
    ownership: Mapping[MoveIndex, float] = {}
    note: str = ""
    lead: float | None = None


class SearchControl:
    """The progress of a running search, and the signal to stop it.

    stopped -- an event that stops the search when it is set.
    seconds -- time limit, counted from the creation of this object; None for no limit.

    progress -- the completed share of the search, 0 to 1.
    best     -- the best move so far, None at first.
    """

    def __init__(self, stopped: Event, seconds: float | None = None) -> None:
        self._stopped = stopped
        self._end = None if seconds is None else time.monotonic() + seconds
        self.progress = 0.0
        self.best: SearchCandidate | None = None

    def report(self, done: float, best: SearchCandidate) -> None:
        """Record the progress and the best move so far."""
        self.progress, self.best = done, best

    @property
    def must_stop(self) -> bool:
        """True once the stop event is set or the time limit has passed."""
        return self._stopped.is_set() or (self._end is not None and time.monotonic() > self._end)


class GuidedGame(NamedTuple):
    """The definition of a game that is searched with the guidance of a network.

    move_of -- converts a move index to a move.
    choose  -- returns the result for a position, given the level, a seed and the control.
    is_lost -- returns whether the color to move should resign, given the result and the position.
    """

    move_of: Callable[[MoveIndex, Position], Move]
    choose: Callable[[Position, int, int, SearchControl], SearchResult]
    is_lost: Callable[[SearchResult, Position], bool]


SCORE_SCALE = 40.0
"""Range of scores that is mapped to win rates: a lead of half as much or more counts as a win rate of 1."""


class Candidate(NamedTuple):
    """A move that was searched, as data.

    move        -- the move.
    value       -- the win rate in its playouts, or a score (`WIN_VALUE` or slightly less for a win); for a
                   move that needed no search, the estimated win rate.
    visit_share -- its share of the search, 0 to 1.
    """

    move: Move
    value: float
    visit_share: float


class Analysis(NamedTuple):
    """The result of a search, as data for display.

    candidates -- the first of the moves that were searched, best first.
    pv         -- the principal variation; its first move is the best one.
    visits     -- number of playouts, or of positions evaluated.
    depth      -- search depth in moves; 0 for playouts.
    score_unit -- the unit of scores; empty if values are win rates.
    win_rate   -- win rate of the color to move over all playouts, None without playouts; for a move that
                  needed no search, the estimated win rate.
    ownership  -- pairs of a point and the share of playouts in which Black owned it minus that of White;
                  empty without playouts.
    note       -- for a move that needed no search, the reason as a sentence; otherwise empty.
    """

    candidates: tuple[Candidate, ...]
    pv: tuple[Move, ...]
    visits: int
    depth: int
    score_unit: str
    win_rate: float | None = None
    ownership: tuple[tuple[Point, float], ...] = ()
    note: str = ""


def analysis_of(decision: Decision[None]) -> Analysis | None:
    """Return the analysis behind a decision, or None if no search made the decision."""
    why: Any = decision.reasons[0].data if decision.reasons else None
    return why if isinstance(why, Analysis) else None


def as_win_rate(value: float, analysis: Analysis) -> float:
    """Return a value as a win rate, 0 to 1. Scores are converted by a rough linear estimate."""
    return value if not analysis.score_unit else 0.5 + max(min(value / SCORE_SCALE, 0.5), -0.5)


def format_value(each: Candidate, analysis: Analysis) -> str:
    """Return the value of a move as text."""
    if analysis.score_unit:
        if abs(each.value) > WIN_VALUE / 2:
            return "wins" if each.value > 0 else "loses"
        return f"{round(each.value, 1) + 0.0:+.1f} {analysis.score_unit}"
    return f"wins {each.value:.0%} ({each.visit_share:.0%} of the search)"
