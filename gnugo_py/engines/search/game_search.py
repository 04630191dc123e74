"""What the searches of all games have in common: their interface, and the control of a running search."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator
from threading import Event
from typing import Any, ClassVar

from gnugo_py.engines.analysis import WIN_VALUE, Analysis
from gnugo_py.engines.level_ranks import MAX_LEVEL
from gnugo_py.games.position import Position
from gnugo_py.games.text import pluralize
from gnugo_py.games.types import Move, Play
from gnugo_py.games.variations import format_variation

MAX_CANDIDATES = 40
"""The maximum number of moves in an analysis."""
_ANALYSIS_LEVEL = 3
"""The level of an analysis in games without a network."""
MOVES_IN_EXPLANATION, MOVES_COMPARED = 3, 9
"""The number of moves that an explanation names, and of those that are compared in detail."""
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
    def has_time_limit(self) -> bool:
        """Whether the time is limited, so that the result need not be reproducible."""
        return self._seconds is not None

    @property
    def must_stop(self) -> bool:
        """True once the stop event is set or the time limit has passed."""
        return self.stopped.is_set() or (self._end is not None and time.monotonic() > self._end)


class GameSearch(ABC):
    """The search of one game.

    score_unit  -- the unit of scores, as text; empty if values are win rates.
    has_network -- whether a network guides the search.

    Positions are those of the game.
    """

    score_unit: str = ""
    has_network: ClassVar[bool] = False

    @abstractmethod
    def choose(self, position: Any, level: int, seed: int, control: SearchControl) -> Analysis:
        """Return the analysis of a search at a level; its first candidate is the move to play."""

    def recommend(self, position: Any, level: int, seed: int, control: SearchControl) -> Analysis:
        """Return the analysis of a search for a hint; its first candidate is the move to recommend.

        level -- the level that searches; ignored with a network.
        """
        return self.choose(position, level, seed, control)

    @abstractmethod
    def is_lost(self, analysis: Analysis, position: Any, seed: int) -> bool:
        """Return whether the color to move should resign."""

    def analyze(self, position: Any, visits: int | None, seed: int, control: SearchControl) -> Analysis:
        """Return an analysis in which no move is sampled at random.

        visits -- about how many visits to make, None for a quick look; ignored without a network.
        """
        return self.choose(position, _ANALYSIS_LEVEL, seed, control)

    def refine(
        self, position: Any, excluded: Collection[Move], seed: int, control: SearchControl
    ) -> Iterator[Analysis]:
        """Yield better and better analyses: without a network, one for each level.

        excluded -- moves to leave out; ignored without a network.
        control  -- limits the time of each analysis or, without a network, of all.
        """
        for level in range(1, MAX_LEVEL + 1):
            yield self.choose(position, level, seed, control)

    def explain(self, position: Any, analysis: Analysis, level: int) -> tuple[str, ...]:
        """Return the reasons for the move, or the results of the search in games without reasons."""
        shown = analysis.candidates[:MOVES_IN_EXPLANATION]
        best = [
            f"{_standing(each.value, analysis.score_unit)} after {position.format_move(each.move)}"
            for each in shown
        ]
        lines = [f"search, level {level}: {position.to_move} is {'; '.join(best)}."]
        if len(analysis.pv) > 1:
            lines.append(f"Principal variation: {format_line(analysis.pv, position)}.")
        depth = f", {pluralize(analysis.depth, 'move')} ahead" if analysis.depth else ""
        lines.append(f"{pluralize(analysis.visits, 'position')} evaluated{depth}.")
        return tuple(lines)

    def describe_move(self, position: Any, move: Play, analysis: Analysis, level: int) -> str:
        """Return what a legal move does, in sentences; empty if nothing is known of it.

        analysis -- an analysis of the position.
        level    -- the level that made the analysis.
        """
        return ""

    def compared_moves(self, position: Any, analysis: Analysis) -> tuple[str, ...]:
        """Return the best moves that were searched, one per line; empty if `explain` lists them."""
        return ()


def _standing(score: float, unit: str) -> str:
    """Return how a color stands that has a score, such as `behind by 5.8 squares`."""
    if abs(score) > WIN_VALUE / 2:
        return "winning" if score > 0 else "losing"
    lead = round(score, 1)
    return f"{'ahead' if lead > 0 else 'behind'} by {abs(lead):.1f} {unit}" if lead else "even"


def format_line(line: tuple[Move, ...], position: Position) -> str:
    """Return the first moves of a variation as text."""
    return " ".join(format_variation(position, line[:MAX_PV_SHOWN]))
