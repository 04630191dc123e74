"""An engine that gives the advice of an analyst, with reasons as those of the search."""

from __future__ import annotations

from gnugo_py.analysis.analyst import Analyst
from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.types import Play
from gnugo_py.engines.engine import Decision, EngineError, Reason
from gnugo_py.engines.level_ranks import MAX_LEVEL
from gnugo_py.engines.search.engine import SearchEngine

_HINT_VISITS = 200


class AnalystAdviser(SearchEngine):
    """An adviser whose moves and values are those of an analyst.

    analyst -- the analyst.
    game    -- its game, which must be one with points.
    """

    def __init__(self, analyst: Analyst, game: Game) -> None:
        super().__init__(game, MAX_LEVEL)
        self._analyst = analyst

    @property
    def name(self) -> str:
        """The name of the analyst."""
        return self._analyst.name

    def choose(self, position: Position, memory: None) -> Decision[None]:
        """Return the analyst's best move.  Raise EngineError like the analyst."""
        analysis = self._analyst.search(position, _HINT_VISITS)
        if not analysis.candidates:
            raise EngineError(f"{self.name} knows no move here")
        best = analysis.candidates[0]
        point = best.move.points[0] if isinstance(best.move, Play) else None
        return Decision(best.move, (Reason("search", point, round(1000 * best.value), analysis),), None)

    def interrupt(self) -> None:
        """Make a `choose` in another thread end soon."""
        self._analyst.interrupt()

    def recover(self) -> None:
        """Allow new calls of `choose` after an interruption."""
        self._analyst.recover()

    def progress_text(self) -> str:
        """Return nothing: an analyst reports no progress."""
        return ""
