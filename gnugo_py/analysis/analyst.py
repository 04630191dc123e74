"""Analysts, which judge positions, and the advice and estimates that are based on their judgments."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Lock
from typing import ClassVar, Protocol, TypeVar

from gnugo_py import __version__
from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.types import Color, Estimate, Play
from gnugo_py.engines.analysis import Analysis
from gnugo_py.engines.engine import Decision, EngineError, Reason
from gnugo_py.engines.level_ranks import MAX_LEVEL
from gnugo_py.engines.search.engine import SearchEngine

_T = TypeVar("_T")
_QUICK_LEVEL = 3
"""The search level for a quick look at a position in games without a network."""


class AnalysisInterruptedError(EngineError):
    """An error raised when an analysis is interrupted on request."""


class Analyst(Protocol):
    """A program that judges positions.

    Its methods may be called from any thread.  Except for `interrupt`, only one call may run at a time.
    """

    is_external: ClassVar[bool] = True

    @property
    def name(self) -> str:
        """The display name of the program."""

    @property
    def identity(self) -> str:
        """A text that differs between programs that judge differently."""

    @property
    def is_started(self) -> bool:
        """Whether the program is running, so that the identity is final."""
        return True

    @property
    def can_refine(self) -> bool:
        """Whether a search is more accurate than a quick look."""
        return True

    def start(self) -> None:
        """Start the program, unless it is running.  Raise EngineError if it fails or is interrupted."""
        return

    def quick_look(self, position: Position) -> Analysis:
        """Return a quick analysis.  Raise EngineError if the analysis fails or is interrupted."""

    def search(self, position: Position, visits: int) -> Analysis:
        """Return an analysis with about `visits` visits.  Raise EngineError as `quick_look` does."""

    def interrupt(self) -> None:
        """Stop a call in another thread; further calls raise EngineError until `recover` is called."""
        return

    def recover(self) -> None:
        """Make the analyst usable again after an interruption."""
        return

    def progress_text(self) -> str:
        """Return, in a few words, the progress of a call that is running in another thread; often empty."""
        return ""

    def close(self) -> None:
        """Release the resources that the analyst holds outside this process."""
        return


class AnalystWithFallback(Analyst):
    """An analyst that switches from a first analyst to a second one when the first fails.

    first  -- the analyst to use.
    second -- the analyst that takes over.
    report -- shows the reason for the change, in one line.

    Several threads may use it; their calls run one at a time.
    """

    def __init__(self, first: Analyst, second: Analyst, report: Callable[[str], None]) -> None:
        self._asked, self._second, self._report = first, second, report
        self._one_at_a_time = Lock()

    @property
    def name(self) -> str:
        """The name of the analyst in use."""
        return self._asked.name

    @property
    def identity(self) -> str:
        """The identity of the analyst in use."""
        return self._asked.identity

    @property
    def is_started(self) -> bool:
        """Whether the analyst in use is running."""
        return self._asked.is_started

    @property
    def can_refine(self) -> bool:
        """Whether a search by the analyst in use is more accurate than its quick look."""
        return self._asked.can_refine

    def start(self) -> None:
        """Start the first analyst; if that fails, switch to the second one.

        Raise AnalysisInterruptedError if the start is interrupted.
        """
        self._ask(lambda analyst: analyst.start())

    def quick_look(self, position: Position) -> Analysis:
        """Return a quick analysis.  Raise EngineError if both analysts fail or the call is interrupted."""
        return self._ask(lambda analyst: analyst.quick_look(position))

    def search(self, position: Position, visits: int) -> Analysis:
        """Return an analysis with about `visits` visits.  Raise EngineError as `quick_look` does."""
        return self._ask(lambda analyst: analyst.search(position, visits))

    def _ask(self, ask: Callable[[Analyst], _T]) -> _T:
        with self._one_at_a_time:
            asked = self._asked
            try:
                return ask(asked)
            except AnalysisInterruptedError:
                raise
            except EngineError as error:
                if asked is self._second:
                    raise
                self._report(f"{error}; {self._second.name} analyzes instead")
                self._asked = self._second
                asked.close()
                return ask(self._second)

    def interrupt(self) -> None:
        """Stop a call that is running in another thread."""
        self._asked.interrupt()

    def recover(self) -> None:
        """Make the analyst usable again after an interruption."""
        self._asked.recover()

    def close(self) -> None:
        """Close both analysts."""
        self._asked.close()
        self._second.close()


class BuiltInAnalyst(Analyst):
    """An analyst that uses the search at its highest level or, in games without a network, at a low level.

    Raise UserError if the search does not support the game.
    """

    def __init__(self, game: Game) -> None:
        self._game, self._engine = game, SearchEngine(game, MAX_LEVEL)
        self._quick = SearchEngine(game, _QUICK_LEVEL)
        self._stopped = Event()

    @property
    def name(self) -> str:
        """The name of the search engine."""
        return self._engine.name

    @property
    def identity(self) -> str:
        """The version of the program, and a checksum of the network's weights if there is a network."""
        return f"gnugo-py {__version__} {self._engine.weights_checksum()}"

    @property
    def can_refine(self) -> bool:
        """Whether the game has a network; without one, a search is a quick look."""
        return self._game.has_count

    def quick_look(self, position: Position) -> Analysis:
        """Return an analysis from a few network evaluations or, without a network, a low-level search."""
        self._check()
        quick = self._engine.quick_look(position)
        if quick is not None:
            return quick
        analysis = self._quick.choose(position, None).analysis
        if analysis is None:
            raise EngineError(f"{self._quick.name} cannot analyze this position")
        return analysis

    def search(self, position: Position, visits: int) -> Analysis:
        """Return an analysis with `visits` visits or, without a network, one from a low-level search."""
        self._check()
        return self._engine.search(position, visits) or self.quick_look(position)

    def _check(self) -> None:
        if self._stopped.is_set():
            raise AnalysisInterruptedError("the analysis was interrupted")

    def interrupt(self) -> None:
        """Stop a call that is running in another thread."""
        self._stopped.set()
        self._engine.interrupt()
        self._quick.interrupt()

    def recover(self) -> None:
        """Make the analyst usable again after an interruption."""
        self._stopped.clear()
        self._engine.recover()
        self._quick.recover()


_HINT_VISITS = 200


class AnalystAdviser(SearchEngine):
    """An adviser whose moves and values are those of an analyst.

    analyst -- the analyst.
    game    -- the game that the analyst judges; it must be scored in points.
    """

    def __init__(self, analyst: Analyst, game: Game) -> None:
        super().__init__(game, MAX_LEVEL)
        self._analyst = analyst

    @property
    def name(self) -> str:
        """The name of the analyst."""
        return self._analyst.name

    def choose(self, position: Position, memory: None = None) -> Decision[None]:
        """Return the analyst's best move.  Raise EngineError if the analyst raises it or suggests no move."""
        analysis = self._analyst.search(position, _HINT_VISITS)
        if not analysis.candidates:
            raise EngineError(f"{self.name} suggests no move here")
        best = analysis.candidates[0]
        point = best.move.points[0] if isinstance(best.move, Play) else None
        return Decision(best.move, (Reason("search", point, round(1000 * best.value), analysis),), None)

    def interrupt(self) -> None:
        """Stop a `choose` that is running in another thread."""
        self._analyst.interrupt()

    def recover(self) -> None:
        """Allow new calls of `choose` after an interruption."""
        self._analyst.recover()

    def progress_text(self) -> str:
        """Return an empty string; the progress of the analyst is not reported."""
        return ""


_DEFAULT_STDEV = 10.0
"""The standard deviation of the final score in points, for an analysis that does not report one."""


def estimate_from_analysis(analysis: Analysis, position: Position) -> Estimate | None:
    """Return an analysis of a position as an estimate, or None if lead, win rate or ownership is missing."""
    lead, rate = analysis.score_lead, analysis.win_rate
    if lead is None or rate is None or not analysis.ownership:
        return None
    is_white = position.to_move is Color.WHITE
    best = analysis.candidates[0] if analysis.candidates else None
    return Estimate(
        lead=-lead if is_white else lead,
        stdev=(best.score_stdev if best is not None else 0.0) or _DEFAULT_STDEV,
        win_rate=1 - rate if is_white else rate,
        ownership=dict(analysis.ownership),
    )
