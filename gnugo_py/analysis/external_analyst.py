"""Analysis by GTP engines."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from threading import Event, Timer

from gnugo_py.analysis.analyst import AnalysisInterruptedError, Analyst
from gnugo_py.analysis.info_lines import analysis_from_info_line, flip_analysis_perspective
from gnugo_py.core.bitboard import point_at
from gnugo_py.core.position import Position
from gnugo_py.core.types import Color, UserError
from gnugo_py.engines.analysis import Analysis
from gnugo_py.engines.engine import EngineError
from gnugo_py.engines.external.engine import GameSync
from gnugo_py.engines.external.process import (
    EngineProcess,
    EngineProcessError,
    EngineRefusedCommand,
    Timeouts,
    one_line,
)

LOOK_VISITS = 8
MAX_ANALYSIS_SECONDS = 10.0
"""The seconds after which the analysis of a position ends, however few visits it has."""
FIRST_LINE_TIMEOUT = 20.0
"""Seconds to wait for the first line of an analysis, after the first analysis."""
_END_TIMEOUT = 10.0
"""Seconds that an engine may take to end an analysis."""
_INTERVAL = 10
"""The interval between lines of an analysis, in hundredths of a second."""
ANNOUNCEMENT_DELAY = 1.0
"""Seconds of waiting after which a message says what is awaited."""


class ExternalAnalyst(Analyst):
    """A GTP engine that analyzes positions.

    command  -- the command line of the program.
    timeouts -- how long to wait for responses; the first analysis may take as long as the startup.
    announce -- shows what is awaited, in one line, if the startup or the first analysis takes long.
    folder   -- the folder in which the program runs, None for the current one.

    The engine's settings determine which color's values it reports. The first analysis is preceded by two
    analyses of a board on which Black has won, which show this color.

    The process starts when it is first needed.
    """

    def __init__(
        self,
        command: str,
        timeouts: Timeouts | None = None,
        announce: Callable[[str], None] = lambda _: None,
        folder: str | None = None,
    ) -> None:
        self._command, self._announce, self._folder = command, announce, folder
        self._timeouts = timeouts or Timeouts()
        self._sync: GameSync | None = None
        self._stopped = Event()
        self._is_starting = self._has_analyzed = self._is_view_known = False
        self._view: Color | None = None

    @property
    def name(self) -> str:
        """The engine's name and version; its command while the program is not running."""
        return one_line(self._command) if self._sync is None else self._sync.engine.program

    @property
    def identity(self) -> str:
        """The command and, while the program is running, its name and version."""
        return f"{self._command} {self.name}" if self._sync is not None else self._command

    @property
    def is_started(self) -> bool:
        """Whether the program is running and has answered."""
        return self._sync is not None and not self._is_starting

    def start(self) -> None:
        """Start the program, unless it is running.

        Raise EngineProcessError if the program does not work or cannot analyze, AnalysisInterruptedError if
        the start was interrupted.
        """
        self._check()
        self._running()

    def quick_look(self, position: Position) -> Analysis:
        """Return an analysis with a few visits.  Raise EngineError as `search` does."""
        return self.search(position, LOOK_VISITS)

    def search(self, position: Position, visits: int) -> Analysis:
        """Return an analysis with about `visits` visits, or as many as `MAX_ANALYSIS_SECONDS` allows.

        If the program fails or sends no valid analysis, close it and raise EngineProcessError.  Raise
        AnalysisInterruptedError if the analysis was interrupted.
        """
        self._check()
        sync = self._running()
        try:
            if not self._is_view_known:
                self._view = self._find_view(sync, position)
                self._is_view_known = True
            sync.sync(position)
            analysis = self._analyze(sync.engine, position, visits)
        except AnalysisInterruptedError:
            raise
        except EngineError:
            self.close()
            self._check()
            raise
        return analysis if self._view in (None, position.to_move) else flip_analysis_perspective(analysis)

    def _check(self) -> None:
        """Raise AnalysisInterruptedError if the analyst was interrupted."""
        if self._stopped.is_set():
            raise AnalysisInterruptedError("the analysis was interrupted")

    def interrupt(self) -> None:
        """Stop a call that is running in another thread. A program that has not yet started is closed."""
        self._stopped.set()
        sync = self._sync
        if sync is not None and self._is_starting:
            sync.engine.kill()

    def recover(self) -> None:
        """Make the analyst usable again after an interruption."""
        self._stopped.clear()

    def close(self) -> None:
        """Close the program if it is running."""
        sync, self._sync = self._sync, None
        self._has_analyzed = self._is_view_known = False
        if sync is not None:
            sync.engine.close()

    def _running(self) -> GameSync:
        """Return the running program, starting it if necessary."""
        if self._sync is None:
            engine = EngineProcess(self._command, self._timeouts, folder=self._folder)
            self._is_starting = True
            self._sync = sync = GameSync(engine, self._timeouts, None)
            try:
                self._check()
                with self._announcing("to start"):
                    engine.handshake()
                if not engine.known_commands & {"kata-analyze", "lz-analyze"}:
                    raise EngineProcessError(
                        f"{engine.program} supports neither kata-analyze nor lz-analyze; use another engine"
                    )
            except EngineError:
                self.close()
                self._check()
                raise
            finally:
                self._is_starting = False
            return sync
        return self._sync

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

    def _analyze(self, engine: EngineProcess, position: Position, visits: int) -> Analysis:
        """Return the program's last analysis, once it has enough visits or the time is up."""
        if self._has_analyzed:
            limit = max(FIRST_LINE_TIMEOUT, self._timeouts.startup)
            return self._analyze_within(limit, engine, position, visits)
        with self._announcing("to analyze the first position"):
            analysis = self._analyze_within(self._timeouts.startup, engine, position, visits)
        self._has_analyzed = True
        return analysis

    def _analyze_within(
        self, limit: float, engine: EngineProcess, position: Position, visits: int
    ) -> Analysis:
        """Return the program's last analysis; its first line may take `limit` seconds."""
        color = position.to_move.name.lower()
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
                return last.visits >= visits or seconds > MAX_ANALYSIS_SECONDS
            if seconds > limit:
                raise EngineProcessError(f"{engine.program} sent no valid analysis within {limit:g} seconds")
            return False

        engine.stream_until(command, is_enough, max(limit, MAX_ANALYSIS_SECONDS) + _END_TIMEOUT, _END_TIMEOUT)
        self._check()
        if last is None:
            raise EngineProcessError(f"{engine.program} sent no valid analysis")
        return last

    def _find_view(self, sync: GameSync, position: Position) -> Color | None:
        """Return the color whose values the program reports; None for the color to move, or if unclear."""
        try:
            won = won_position(position)
            sync.sync(won)
            sync.send_if_supported("komi 0")
            black, white = (
                self._analyze(sync.engine, won.with_to_move(color), 1) for color in (Color.BLACK, Color.WHITE)
            )
            return reported_color(black, white, won, _raw_black_lead(sync.engine))
        except (UserError, EngineRefusedCommand):
            return None


def won_position(position: Position) -> Position:
    """Return a position in which Black has won: only Black has stones, all over the board.

    position -- a position with the size and the rules.

    Raise UserError if the board is too small.
    """
    size = position.size
    step = max(size // 4, 2)
    rows = range(step // 2, size, step)
    cells = {point_at(row, column, size): "X" for row in rows for column in rows}
    return position.with_board(cells, Color.BLACK)


def reported_color(black: Analysis, white: Analysis, won: Position, black_lead: float | None) -> Color | None:
    """Return the color whose values an engine reports, given two analyses of a position that Black has won.

    black, white -- the analyses with Black and with White to move.
    won          -- the position.
    black_lead   -- Black's lead there according to the engine, None if that is unknown.

    Return None for the values of the color to move, or if the analyses do not show the color.
    """
    value = _advantage(black)
    if value * _advantage(white) <= 0:
        return None
    if black_lead:
        return Color.BLACK if value * black_lead > 0 else Color.WHITE
    owned = [sum(dict(each.ownership).get(point, 0.0) for point in won.cells()) for each in (black, white)]
    if owned[0] * owned[1] < 0:  # both were parsed as if they were the values of the color to move
        value = owned[0]
    return Color.BLACK if value > 0 else Color.WHITE


def _advantage(analysis: Analysis) -> float:
    """Return a number that is positive if the color of an analysis is ahead, negative if it is behind."""
    return analysis.score_lead or (0.5 if analysis.win_rate is None else analysis.win_rate) - 0.5


def _raw_black_lead(engine: EngineProcess) -> float | None:
    """Return Black's lead, or win rate above one half, according to `kata-raw-nn`; None if it is unknown."""
    if "kata-raw-nn" not in engine.known_commands:
        return None
    try:
        words = engine.send("kata-raw-nn 0").split()
        values = {name: float(value) for name, value in pairwise(words) if name in ("whiteWin", "whiteLead")}
    except (EngineRefusedCommand, ValueError):
        return None
    return -values.get("whiteLead", 0.0) or 0.5 - values.get("whiteWin", 0.5)
