"""The engines that run a GTP program: one that plays, and one that only analyzes."""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from itertools import pairwise
from threading import Event, Timer
from typing import ClassVar

from gnugo_py.engines.analysis import Analysis
from gnugo_py.engines.engine import AnalysisInterruptedError, Decision, Engine, EngineConfig
from gnugo_py.engines.external.game_sync import GameSync, genmove_timeout
from gnugo_py.engines.external.info_lines import (
    analysis_from_info_line,
    flip_analysis_perspective,
    reported_color,
)
from gnugo_py.engines.external.process import (
    EngineProcess,
    EngineProcessError,
    EngineRefusedCommand,
    Timeouts,
    one_line,
)
from gnugo_py.games.checks import checked_methods
from gnugo_py.games.game import Game
from gnugo_py.games.points import point_at
from gnugo_py.games.position import Position, require_position
from gnugo_py.games.types import Color, UserError

LOOK_VISITS = 8
MAX_ANALYSIS_SECONDS = 10.0
"""The seconds after which the analysis of a position ends unless another limit is given, however few visits
it has.
"""
FIRST_LINE_TIMEOUT = 20.0
"""Seconds to wait for the first line of an analysis, after the first analysis."""
ANNOUNCEMENT_DELAY = 1.0
"""Seconds of waiting after which a message says what is awaited."""
_UNLIMITED = 10**9
"""The number of visits that no analysis has."""
_END_TIMEOUT = 10.0
"""Seconds that an engine may take to end an analysis."""
_INTERVAL = 10
"""The interval between lines of an analysis, in hundredths of a second."""


@checked_methods()
class GtpEngine(Engine):
    """An engine that runs in another process and is controlled over GTP.

    The process starts when it is first needed, and is closed when a method raises an error. As a context
    manager, the engine starts the process on entry and closes it on exit.

    command  -- the command line of the program.
    game     -- the game to play; it may be changed between games.
    timeouts -- how long to wait for responses.
    seconds  -- the time per move to send to the engine, None to send no time settings.
    location -- a pair of the file to run, None to search PATH, and the folder to run it in, None for the
                current one; None instead of a pair for a command that was read from a saved game and must not
                run.

    Methods raise EngineProcessError if the program cannot be started, does not speak GTP, fails, or sends a
    response that is not valid.
    """

    is_external: ClassVar[bool] = True

    def __init__(
        self,
        command: str,
        game: Game,
        timeouts: Timeouts | None = None,
        seconds: int | None = None,
        location: tuple[str | None, str | None] | None = (None, None),
    ) -> None:
        self.command = command
        self.game = game
        own = Timeouts() if seconds is None else Timeouts(genmove=genmove_timeout(seconds))
        self._timeouts = timeouts or own
        self._seconds = self._time_limit = seconds
        self._location = location
        self._name = one_line(command)
        self._sync: GameSync | None = None
        self._stopped = Event()
        self._announce: Callable[[str], None] = lambda _: None

    @property
    def name(self) -> str:
        return self._name

    def explain(self, position: Position, decision: Decision[None]) -> tuple[str, ...]:
        return tuple(line for reason in decision.reasons for line in str(reason.data).splitlines())

    def config(self) -> EngineConfig:
        return EngineConfig("gtp", command=self.command)

    def __enter__(self) -> GtpEngine:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(self) -> None:
        with self._running():
            pass

    def prepare(self, position: Position) -> None:
        with self._running() as sync:
            sync.sync(position)

    def choose(self, position: Position, memory: None = None) -> Decision[None]:
        require_position(position, self.game)
        with self._running() as sync:
            return sync.choose(position)

    def score(self, position: Position) -> str | None:
        """Return the result according to the engine, such as `B+3.5`, or None if it cannot score."""
        with self._running() as sync:
            sync.sync(position)
            result = sync.engine.send_if_supported("final_score", self._timeouts.genmove)
            return None if result is None else one_line(result)

    def with_seed(self, seed: int) -> GtpEngine:
        with self._running() as sync:
            sync.engine.send_if_supported(f"set_random_seed {seed}")
        return self

    def limit_time(self, seconds: float | None) -> None:
        """Limit each further decision to a whole number of seconds, at least 1; None for no limit.

        The time per move with which the engine was created remains an upper limit.
        """
        limits = [] if seconds is None else [max(int(seconds), 1)]
        limits += [] if self._seconds is None else [self._seconds]
        self._time_limit = min(limits, default=None)
        if self._sync is not None:
            with self._running() as sync:
                sync.limit_time(self._time_limit)

    def interrupt(self) -> None:
        if self._sync is not None:
            self._sync.engine.kill()

    def recover(self) -> None:
        self.close()

    def close(self) -> None:
        if self._sync is not None:
            self._close_process(self._sync)

    @contextmanager
    def _running(self) -> Iterator[GameSync]:
        """Yield the running engine, which is started if necessary; close it if the block raises an error.

        The process is stored before the handshake, so that `close` can stop it during the handshake. After
        Ctrl-C within the block, the next one starts a new process. An interruption of an analysis closes only
        a process that is being started.
        """
        sync = self._sync_with_process()
        try:
            if self._stopped.is_set():  # before `interrupt` and `close` could find the process
                raise AnalysisInterruptedError
            if not sync.engine.known_commands:
                with self._announcing("to start"):
                    sync.engine.handshake()
                self._name = sync.engine.program
            yield sync
        except Exception as error:
            if not (isinstance(error, AnalysisInterruptedError) and sync.engine.known_commands):
                self._close_process(sync)
                if self._stopped.is_set():
                    raise AnalysisInterruptedError from None
            raise
        except BaseException:
            sync.is_usable = False
            raise

    def _sync_with_process(self) -> GameSync:
        """Return the synchronization with the running process; start the process if necessary."""
        if self._stopped.is_set():
            raise AnalysisInterruptedError
        if self._location is None:
            remedy = f"to allow it, resume the game with --opponent {shlex.quote(self.command)}"
            raise EngineProcessError(
                f"this saved game names a program that you have not allowed to run; {one_line(remedy, 999)}"
            )
        if self._sync is not None and not self._sync.is_usable:
            self._close_process(self._sync)
        if self._sync is None:
            engine = EngineProcess(self.command, self._timeouts, *self._location)
            self._sync = GameSync(engine, self._timeouts, self._time_limit)
        return self._sync

    def _close_process(self, sync: GameSync) -> None:
        """Close a process. A newer process that has replaced it continues to run."""
        sync.engine.close()
        if self._sync is sync:
            self._sync = None

    # Analysis

    def analyze(
        self, position: Position, visits: int | None = None, seconds: float | None = None
    ) -> Analysis:
        """Return the engine's analysis of a position; its own limit is `MAX_ANALYSIS_SECONDS`.

        Whose values an engine reports is a setting of its own, in KataGo reportAnalysisWinratesAs, for
        which GTP has no command. Two analyses before the first one show it.
        """
        with self._running() as sync:
            _require_analysis_command(sync.engine)
            if not sync.is_view_known:
                sync.view = self._find_view(sync, position)
                sync.is_view_known = True
            sync.sync(position)
            enough = visits or (LOOK_VISITS if seconds is None else _UNLIMITED)
            limit = MAX_ANALYSIS_SECONDS if seconds is None else seconds
            analysis = self._analysis_by(sync, position, enough, limit)
            return analysis if sync.view in (None, position.to_move) else flip_analysis_perspective(analysis)

    def _find_view(self, sync: GameSync, position: Position) -> Color | None:
        """Return the color whose values the engine reports; None for the color to move, or if unclear.

        It is asked about a board on which Black has won, with stones all over it.
        """
        size = position.size
        step = max(size // 4, 2)
        rows = range(step // 2, size, step)
        cells = {point_at(row, column, size): "X" for row in rows for column in rows}
        try:
            won = position.with_board(cells, Color.BLACK)
            sync.sync(won)
            sync.engine.send_if_supported("komi 0")
            black, white = (
                self._analysis_by(sync, won.with_to_move(color), 1, MAX_ANALYSIS_SECONDS) for color in Color
            )
            return reported_color(black, white, won, _raw_black_lead(sync.engine))
        except (UserError, EngineRefusedCommand):
            return None

    def _analysis_by(self, sync: GameSync, position: Position, visits: int, max_seconds: float) -> Analysis:
        """Return the engine's last analysis, once it has enough visits or the time is up."""
        engine, color = sync.engine, position.to_move.name.lower()
        limit = max(FIRST_LINE_TIMEOUT if sync.has_analyzed else 0.0, self._timeouts.startup)
        command = (
            f"kata-analyze {color} interval {_INTERVAL} maxmoves 10 rootInfo true ownership true"
            if "kata-analyze" in engine.known_commands
            else f"lz-analyze {color} {_INTERVAL}"
        )
        last: Analysis | None = None
        began = time.monotonic()

        def is_enough(line: str) -> bool:
            nonlocal last
            if line:
                last = analysis_from_info_line(line, position, command) or last
            seconds = time.monotonic() - began
            if self._stopped.is_set():
                return True
            if last is not None:
                return last.visits >= visits or seconds > max_seconds
            if seconds > limit:
                raise EngineProcessError(f"{engine.program} sent no valid analysis within {limit:g} seconds")
            return False

        timeout = max(limit, max_seconds) + _END_TIMEOUT
        with nullcontext() if sync.has_analyzed else self._announcing("to analyze the first position"):
            engine.stream_until(command, is_enough, timeout, _END_TIMEOUT)
        if self._stopped.is_set():
            raise AnalysisInterruptedError
        if last is None:
            raise EngineProcessError(f"{engine.program} sent no valid analysis")
        sync.has_analyzed = True
        return last

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


class GtpAnalyst(GtpEngine):
    """A GTP engine that only analyzes. An interruption ends an analysis, but does not close the program.

    command, game, timeouts -- as for `GtpEngine`.
    announce -- shows what is awaited, in one line, if the startup or the first analysis takes long.
    folder   -- the folder in which the program runs, None for the current one.
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

    @property
    def name(self) -> str:
        return one_line(self.command) if self._sync is None else self._sync.engine.program

    @property
    def identity(self) -> str:
        return f"{self.command} {self.name}" if self._sync is not None else self.command

    @property
    def is_started(self) -> bool:
        return self._sync is not None and bool(self._sync.engine.known_commands)

    def interrupt(self) -> None:
        self._stopped.set()
        if not self.is_started:
            super().interrupt()

    def recover(self) -> None:
        self._stopped.clear()

    def start(self) -> None:
        with self._running() as sync:
            _require_analysis_command(sync.engine)


def _require_analysis_command(engine: EngineProcess) -> None:
    """Raise EngineProcessError if an engine has no command for an analysis."""
    if not engine.known_commands & {"kata-analyze", "lz-analyze"}:
        raise EngineProcessError(
            f"{engine.program} supports neither kata-analyze nor lz-analyze; use another engine"
        )


def _raw_black_lead(engine: EngineProcess) -> float:
    """Return Black's lead, or win rate above one half, according to `kata-raw-nn`; 0 if it is unknown."""
    words = (engine.send_if_supported("kata-raw-nn 0") or "").split()
    try:
        values = {name: float(value) for name, value in pairwise(words) if name in ("whiteWin", "whiteLead")}
    except ValueError:
        return 0.0
    return -values.get("whiteLead", 0.0) or 0.5 - values.get("whiteWin", 0.5)
