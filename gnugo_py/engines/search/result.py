"""Search results, as a search returns them and as data for display, and the control of a running search."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from threading import Event
from typing import NamedTuple, Protocol, TypeAlias

from gnugo_py.core.position import Position
from gnugo_py.core.types import Move
from gnugo_py.engines.analysis import Analysis

MoveIndex: TypeAlias = int
"""A move as a number, encoded as the game's search defines it.

In a UCT search, it is `PASS_OR_SWAP_INDEX` or a point index below `MOVE_INDEX_LIMIT`.
"""


class SearchCandidate(NamedTuple):
    """A move that was searched.

    code        -- the move.
    value       -- the win rate after the move, or a score; for a move that needed no search, the estimated
                   win rate.
    visit_share -- its share of the search, 0 to 1.
    visits      -- number of visits in a search guided by a network, otherwise 0.
    lead        -- the points by which the color to move is ahead after the move, None if unknown.
    stdev       -- the standard deviation of the lead.
    prior       -- the probability of the move before the search, None if unknown.
    pv          -- the principal variation that begins with the move; empty if unknown.
    pv_visits   -- number of visits of each move of `pv`.
    ownership   -- Black's ownership of each point after the move, -1 to 1, row by row from the top; empty if
                   unknown.
    """

    code: MoveIndex
    value: float
    visit_share: float
    visits: int = 0
    lead: float | None = None
    stdev: float = 0.0
    prior: float | None = None
    pv: tuple[MoveIndex, ...] = ()
    pv_visits: tuple[int, ...] = ()
    ownership: tuple[float, ...] = ()


class SearchResult(NamedTuple):
    """The result of a search.

    candidates -- the moves that were searched, best first.
    pv         -- the principal variation; its first move is the best one.
    visits     -- number of playouts or visits, or of positions evaluated if values are scores.
    depth      -- search depth in moves; 0 if values are win rates.
    win_rate   -- win rate of the color to move over the whole search, None if values are scores; for a move
                  that needed no search, the estimated win rate.
    ownership  -- expected ownership by point, from 1 for Black to -1 for White; empty if values are scores.
    note       -- the reason as a sentence, for a move that needed no search or a pass in Go; otherwise empty.
    lead       -- the points by which the color to move is ahead, None if unknown.
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
    codes    -- the leading moves so far, best first.
    """

    def __init__(self, stopped: Event, seconds: float | None = None) -> None:
        self._stopped = stopped
        self._end = None if seconds is None else time.monotonic() + seconds
        self.progress = 0.0
        self.best: SearchCandidate | None = None
        self.codes: tuple[MoveIndex, ...] = ()

    def report(self, done: float, best: SearchCandidate, codes: Sequence[MoveIndex] = ()) -> None:
        """Record the progress, the best move so far, and the leading moves."""
        self.progress, self.best, self.codes = done, best, tuple(codes) or (best.code,)

    @property
    def must_stop(self) -> bool:
        """True once the stop event is set or the time limit has passed."""
        return self._stopped.is_set() or (self._end is not None and time.monotonic() > self._end)


class SearchDefinition(Protocol):
    """The definition of a game for any search method."""

    @property
    def score_unit(self) -> str:
        """The unit of scores, as text; empty if values are win rates."""

    @property
    def move_of(self) -> Callable[[MoveIndex, Position], Move]:
        """A function that converts a move index to a move."""

    def choose(self, position: Position, level: int, seed: int, control: SearchControl) -> SearchResult:
        """Return the result for a position."""

    def is_lost(self, result: SearchResult, position: Position, seed: int) -> bool:
        """Return whether the color to move should resign."""


class GuidedSearchDefinition(NamedTuple):
    """The definition of a game that is searched with the guidance of a network.

    move_of -- converts a move index to a move.
    index_of -- converts a move to a move index; returns None for a move that has no index.
    choose  -- returns the result for a position, given the level, a seed and the control.
    quick_look -- returns the result of a quick look at a position, with only the best move.
    search  -- returns the result of a search with a given number of visits; no move is sampled at random.
    refine  -- yields better and better results for a position, given the moves to leave out and a function
               that returns a control for the search up to the next result.
    is_lost -- returns whether the color to move should resign, given the result, the position and a seed.
    explain -- returns the reasons for the first candidate of an analysis, in sentences.
    """

    move_of: Callable[[MoveIndex, Position], Move]
    index_of: Callable[[Move], MoveIndex | None]
    choose: Callable[[Position, int, int, SearchControl], SearchResult]
    quick_look: Callable[[Position], SearchResult]
    search: Callable[[Position, int, SearchControl], SearchResult]
    refine: Callable[[Position, Collection[MoveIndex], Callable[[], SearchControl]], Iterator[SearchResult]]
    is_lost: Callable[[SearchResult, Position, int], bool]
    explain: Callable[[Position, Analysis], tuple[str, ...]]

    @property
    def score_unit(self) -> str:
        """Empty: values are win rates."""
        return ""
