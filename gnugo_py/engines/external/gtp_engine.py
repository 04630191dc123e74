"""The engine that runs a GTP program."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar

from gnugo_py.engines.analysis import Analysis
from gnugo_py.engines.engine import Decision, Engine, EngineConfig
from gnugo_py.engines.external.game_sync import GameSync, genmove_timeout
from gnugo_py.engines.external.gtp_analysis import EngineAnalysis
from gnugo_py.engines.external.process import EngineProcess, EngineProcessError, Timeouts, one_line
from gnugo_py.games.game import Game
from gnugo_py.games.position import Position

DEFAULT_PROGRAM_LOCATION = (None, None)
"""The location of a program that is searched for in PATH and runs in the current folder."""


class GtpEngine(Engine):
    """An engine that runs in another process and is controlled over GTP.

    The process starts when it is first needed. As a context manager, the engine starts the process on entry
    and closes it on exit.

    command  -- the command line of the program.
    game     -- the game to play; it may be changed between games.
    timeouts -- how long to wait for responses.
    seconds  -- the time per move to send to the engine, None to send no time settings.
    location -- a pair of the file to run and the folder to run it in, each None for the default; None instead
                of a pair for a command that was read from a saved game and must not run.
    """

    is_external: ClassVar[bool] = True

    def __init__(
        self,
        command: str,
        game: Game,
        timeouts: Timeouts | None = None,
        seconds: int | None = None,
        location: tuple[str | None, str | None] | None = DEFAULT_PROGRAM_LOCATION,
    ) -> None:
        self.command = command
        self.game = game
        own = Timeouts() if seconds is None else Timeouts(genmove=genmove_timeout(seconds))
        self._timeouts = timeouts or own
        self._seconds = self._time_limit = seconds
        self._location = location
        self._name = one_line(command)
        self._sync: GameSync | None = None
        self._analysis: EngineAnalysis | None = None

    @property
    def name(self) -> str:
        """The engine's name and version; before the first start, its command."""
        return self._name

    def explain(self, position: Position, decision: Decision[None]) -> tuple[str, ...]:
        """Return the engine's explanation of its move, empty if it has none."""
        return tuple(line for reason in decision.reasons for line in str(reason.data).splitlines())

    def config(self) -> EngineConfig:
        """Return the data that reproduces this engine."""
        return EngineConfig("gtp", command=self.command)

    def __enter__(self) -> GtpEngine:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(self) -> None:
        """Start the process unless it is running.

        Raise EngineProcessError if the program cannot be started or does not speak GTP.
        """
        self._get_sync()

    def prepare(self, position: Position) -> None:
        """Send a game to the engine: its board, its rules and its moves.

        Raise EngineRefusedCommand if the engine refuses the game, EngineProcessError if the engine fails.
        """
        sync = self._get_sync()
        with self._closing_on_error(sync):
            sync.sync(position)

    def choose(self, position: Position, memory: None = None) -> Decision[None]:
        """Return the engine's decision for the color to move.

        Raise EngineProcessError and close the process if the engine's response is not a legal move.
        """
        self.game.require_position(position)
        sync = self._get_sync()
        with self._closing_on_error(sync):
            return sync.choose(position)

    def analyze(
        self, position: Position, visits: int | None = None, seconds: float | None = None
    ) -> Analysis:
        """Return the engine's analysis of a position.

        Raise EngineProcessError and close the process if the engine has no command for it or sends no valid
        analysis.
        """
        sync = self._get_sync()
        with self._closing_on_error(sync):
            if self._analysis is None or self._analysis.sync is not sync:
                self._analysis = self._analysis_by(sync)
            return self._analysis.analyze(position, visits, seconds)

    def _analysis_by(self, sync: GameSync) -> EngineAnalysis:
        return EngineAnalysis(sync, self._timeouts)

    def score(self, position: Position) -> str | None:
        """Return the result according to the engine, such as `B+3.5`, or None if it cannot score."""
        sync = self._get_sync()
        with self._closing_on_error(sync):
            return sync.score(position)

    def with_seed(self, seed: int) -> GtpEngine:
        """Send a seed to the engine if it supports that, and return this object.

        Raise EngineProcessError if the engine fails.
        """
        sync = self._get_sync()
        with self._closing_on_error(sync):
            sync.send_if_supported(f"set_random_seed {seed}")
        return self

    def limit_time(self, seconds: float | None) -> None:
        """Limit each further decision to a whole number of seconds, at least 1; None for no limit.

        The time per move with which the engine was created remains an upper limit.

        Raise EngineProcessError if the engine fails.
        """
        limits = [] if seconds is None else [max(int(seconds), 1)]
        limits += [] if self._seconds is None else [self._seconds]
        self._time_limit = min(limits, default=None)
        if self._sync is not None:
            with self._closing_on_error(self._sync):
                self._sync.limit_time(self._time_limit)

    def interrupt(self) -> None:
        """Stop a `choose` that is running in another thread. That call raises EngineProcessError."""
        if self._sync is not None:
            self._sync.engine.kill()

    def recover(self) -> None:
        """Close the process. The next call starts a new one."""
        self.close()

    def close(self) -> None:
        """Close the process if it is running."""
        if self._sync is not None:
            self._close_process(self._sync)

    def _get_sync(self) -> GameSync:
        """Return the synchronization with the running engine; start the engine if necessary.

        The process is stored before the handshake, so that `close` can stop it during the handshake.
        """
        if self._location is None:
            remedy = f"to allow it, resume the game with --opponent {shlex.quote(self.command)}"
            raise EngineProcessError(
                f"this saved game names a program that you have not allowed to run; {one_line(remedy, 999)}"
            )
        if self._sync is not None and not self._sync.is_usable:
            self._close_process(self._sync)
        if self._sync is None:
            engine = EngineProcess(self.command, self._timeouts, *self._location)
            sync = self._sync = GameSync(engine, self._timeouts, self._time_limit)
            with self._closing_on_error(sync):
                self._handshake(sync.engine)
            self._name = sync.engine.program
        return self._sync

    def _handshake(self, engine: EngineProcess) -> None:
        """Wait for the first responses of an engine."""
        engine.handshake()

    @contextmanager
    def _closing_on_error(self, sync: GameSync) -> Iterator[None]:
        """Close the process if the block raises an error; mark the synchronization as unusable on Ctrl-C."""
        try:
            yield
        except Exception:
            self._close_process(sync)
            raise
        except BaseException:
            sync.is_usable = False
            raise

    def _close_process(self, sync: GameSync) -> None:
        """Close a process. A newer process that has replaced it continues to run."""
        sync.engine.close()
        if self._sync is sync:
            self._sync = None
