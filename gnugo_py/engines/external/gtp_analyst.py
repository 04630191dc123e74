"""A GTP engine that only analyzes, and that an interruption does not close."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Timer

from gnugo_py.engines.engine import AnalysisInterruptedError, EngineError
from gnugo_py.engines.external.game_sync import GameSync
from gnugo_py.engines.external.gtp_analysis import EngineAnalysis, require_analysis_command
from gnugo_py.engines.external.gtp_engine import GtpEngine
from gnugo_py.engines.external.process import EngineProcess, Timeouts, one_line
from gnugo_py.games.game import Game

ANNOUNCEMENT_DELAY = 1.0
"""Seconds of waiting after which a message says what is awaited."""


class GtpAnalyst(GtpEngine):
    """A GTP engine that analyzes positions.

    command, game, timeouts -- as for `GtpEngine`.
    announce -- shows what is awaited, in one line, if the startup or the first analysis takes long.
    folder   -- the folder in which the program runs, None for the current one.

    The process starts when it is first needed.
    """

    def __init__(
        self,
        command: str,
        game: Game,
        timeouts: Timeouts | None = None,
        announce: Callable[[str], None] = lambda _: None,
        folder: str | None = None,
    ) -> None:
        super().__init__(command, game, timeouts, location=(None, folder))
        self._announce = announce
        self._stopped = Event()

    @property
    def name(self) -> str:
        """The engine's name and version; its command while the program is not running."""
        return one_line(self.command) if self._sync is None else self._sync.engine.program

    @property
    def identity(self) -> str:
        """The command and, while the program is running, its name and version."""
        return f"{self.command} {self.name}" if self._sync is not None else self.command

    @property
    def is_started(self) -> bool:
        """Whether the program is running and has answered."""
        return self._sync is not None and bool(self._sync.engine.known_commands)

    def interrupt(self) -> None:
        """Stop a call that is running in another thread. A program that has not yet started is closed."""
        self._stopped.set()
        if self._sync is not None and not self.is_started:
            self._sync.engine.kill()

    def recover(self) -> None:
        """Make the analyst usable again after an interruption."""
        self._stopped.clear()

    def _check(self) -> None:
        """Raise AnalysisInterruptedError if the analyst was interrupted."""
        if self._stopped.is_set():
            raise AnalysisInterruptedError

    def _get_sync(self) -> GameSync:
        self._check()
        return super()._get_sync()

    def _handshake(self, engine: EngineProcess) -> None:
        self._check()
        with self._announcing("to start"):
            engine.handshake()
        require_analysis_command(engine)

    def _analysis_by(self, sync: GameSync) -> EngineAnalysis:
        return EngineAnalysis(sync, self._timeouts, self._stopped, self._announcing)

    @contextmanager
    def _closing_on_error(self, sync: GameSync) -> Iterator[None]:
        """Close the process if the block raises an error, unless the analysis was interrupted."""
        try:
            yield
        except EngineError as error:
            if not (isinstance(error, AnalysisInterruptedError) and self.is_started):
                self._close_process(sync)
                self._check()
            raise

    @contextmanager
    def _announcing(self, what: str) -> Iterator[None]:
        """Announce what the program is to do if the block takes long."""
        line = f"Waiting for {self.name} {what} (up to {self._timeouts.startup:g} seconds)"
        timer = Timer(ANNOUNCEMENT_DELAY, self._announce, (line,))
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
