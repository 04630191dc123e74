"""The analysis of a game in another thread, so that a person can go on meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock, Thread

from gnugo_py.analysis.analyst import Analyst
from gnugo_py.analysis.game_analysis import GameAnalysis
from gnugo_py.engines.engine import EngineError

_MAX_SECONDS_TO_STOP = 5.0


class BackgroundAnalysis:
    """The analysis of a game, which can be started, stopped and continued.

    analysis -- the judgments, which become more and better meanwhile.
    analyst  -- what judges the positions.
    on_done  -- called once, in the thread of the analysis, when all is judged.

    progress -- the share that is done, 0 to 1.
    error    -- why it ended early, empty if it did not; an interruption is no error.
    """

    is_external = True

    def __init__(
        self,
        analysis: GameAnalysis,
        analyst: Analyst,
        on_done: Callable[[GameAnalysis], None] = lambda _: None,
    ) -> None:
        self.analysis, self._analyst, self._on_done = analysis, analyst, on_done
        self.progress, self.error = 1.0 if analysis.is_complete else 0.0, ""
        self._thread: Thread | None = None
        self._is_stopping = False
        self._running = Lock()

    @property
    def name(self) -> str:
        """The name of the analyst."""
        return self._analyst.name

    @property
    def is_running(self) -> bool:
        """Whether the thread is at work."""
        return self._thread is not None and self._thread.is_alive()

    def start(self) -> None:
        """Start or continue in another thread, unless all is judged or the analyst has failed."""
        if not (self.is_running or self.analysis.is_complete or self.error):
            self._thread = Thread(target=self._run, daemon=True)
            self._thread.start()

    def finish(self) -> None:
        """Wait until all is judged; without a thread at work, judge the rest in this one.

        Raise EngineError if the analyst fails or is interrupted.  The judgments up to then stay.
        """
        if self._thread is not None:
            self._thread.join()
        if not (self.analysis.is_complete or self._is_stopping or self.error):
            self._run()
        if not self.analysis.is_complete:
            raise EngineError(self.error or f"{self.name} was interrupted")

    def stop(self) -> None:
        """Stop the thread, if there is one; `start` or `finish` continue."""
        self.interrupt()
        if self._thread is not None:
            self._thread.join(_MAX_SECONDS_TO_STOP)
        self.recover()

    def interrupt(self) -> None:
        """Make the analysis stop soon, in whichever thread it runs."""
        self._is_stopping = True
        self._analyst.interrupt()

    def recover(self) -> None:
        """Make the analysis usable again after an interruption."""
        self._is_stopping = False
        self._analyst.recover()

    def progress_text(self) -> str:
        """Return the progress in percent."""
        return f"{self.progress:.0%}"

    def _run(self) -> None:
        with self._running:
            try:
                for share in self.analysis.run(self._analyst):
                    self.progress = share
                    if self._is_stopping:
                        return
            except EngineError as error:
                if not self._is_stopping:
                    self.error = str(error)
                return
        self._on_done(self.analysis)
