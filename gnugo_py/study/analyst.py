"""The engine that asks another engine for its analyses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock

from gnugo_py.engines.analysis import Analysis
from gnugo_py.engines.engine import AnalysisInterruptedError, Decision, Engine, EngineError
from gnugo_py.engines.level_ranks import MAX_LEVEL
from gnugo_py.engines.search.search_engine import SearchEngine
from gnugo_py.games.game import Game
from gnugo_py.games.position import Position


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
        with self._one_at_a_time:
            if self._other is not None:
                with self._falling_back(self._other):
                    self._other.start()

    def analyze(
        self, position: Position, visits: int | None = None, seconds: float | None = None
    ) -> Analysis:
        """Return an analysis.  Raise EngineError if both engines fail or the call is interrupted."""
        with self._one_at_a_time:
            if self._other is not None:
                with self._falling_back(self._other):
                    return self._other.analyze(position, visits, seconds)
            return super().analyze(position, visits, seconds)

    def choose(self, position: Position, memory: None = None) -> Decision[None]:
        """Return the best move of an analysis.  Raise EngineError if there is none."""
        return self.advise(position)

    def recommend(self, position: Position) -> Decision[None]:
        """Return the best move of an analysis, as `choose` does."""
        return self.choose(position)

    @contextmanager
    def _falling_back(self, other: Engine) -> Iterator[None]:
        """If the block raises an error other than an interruption, report it and close the other engine."""
        try:
            yield
        except AnalysisInterruptedError:
            raise
        except EngineError as error:
            self._report(f"{error}; {super().name} analyzes instead")
            self._other = None
            other.close()

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
