"""The engine that asks another engine for its analyses."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import TypeVar

from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.engines.analysis import Analysis
from gnugo_py.engines.engine import AnalysisInterruptedError, Decision, Engine, EngineError
from gnugo_py.engines.level_ranks import MAX_LEVEL
from gnugo_py.engines.search.engine import SearchEngine

_T = TypeVar("_T")


class AnalystWithFallback(SearchEngine):
    """The search engine of the highest level, which asks another engine for its analyses until that fails.

    game   -- the game.
    other  -- the other engine.
    report -- shows why the other engine failed, in one line.

    Several threads may use it; their calls run one at a time.
    """

    def __init__(self, game: Game, other: Engine, report: Callable[[str], None]) -> None:
        super().__init__(game, MAX_LEVEL)
        self._other: Engine | None = other
        self._report, self._one_at_a_time = report, Lock()

    @property
    def name(self) -> str:
        """The name of the engine in use."""
        return super().name if self._other is None else self._other.name

    @property
    def identity(self) -> str:
        """The identity of the engine in use."""
        return super().identity if self._other is None else self._other.identity

    @property
    def is_started(self) -> bool:
        """Whether the engine in use is running."""
        return self._other is None or self._other.is_started

    @property
    def can_refine(self) -> bool:
        """Whether an analysis with more visits by the engine in use is more accurate than a quick look."""
        return super().can_refine if self._other is None else self._other.can_refine

    def start(self) -> None:
        """Start the other engine; if that fails, use it no more.

        Raise AnalysisInterruptedError if the start is interrupted.
        """
        self._ask(lambda other: other.start(), super().start)

    def analyze(
        self, position: Position, visits: int | None = None, seconds: float | None = None
    ) -> Analysis:
        """Return an analysis.  Raise EngineError if both engines fail or the call is interrupted."""
        own = super().analyze
        return self._ask(
            lambda other: other.analyze(position, visits, seconds), lambda: own(position, visits, seconds)
        )

    def choose(self, position: Position, memory: None = None) -> Decision[None]:
        """Return the best move of an analysis.  Raise EngineError if there is none."""
        return self.advise(position)

    def _ask(self, ask: Callable[[Engine], _T], ask_own: Callable[[], _T]) -> _T:
        with self._one_at_a_time:
            other = self._other
            if other is not None:
                try:
                    return ask(other)
                except AnalysisInterruptedError:
                    raise
                except EngineError as error:
                    self._report(f"{error}; {super().name} analyzes instead")
                    self._other = None
                    other.close()
            return ask_own()

    def interrupt(self) -> None:
        """Stop a call that is running in another thread."""
        other = self._other
        super().interrupt() if other is None else other.interrupt()

    def recover(self) -> None:
        """Make the engine usable again after an interruption."""
        other = self._other
        super().recover() if other is None else other.recover()

    def close(self) -> None:
        """Close the other engine."""
        other = self._other
        if other is not None:
            other.close()
