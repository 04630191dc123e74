"""The analysis of positions by GTP engines."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from itertools import pairwise
from threading import Event

from gnugo_py.engines.analysis import Analysis
from gnugo_py.engines.engine import AnalysisInterruptedError
from gnugo_py.engines.external.game_sync import GameSync
from gnugo_py.engines.external.info_lines import analysis_from_info_line, flip_analysis_perspective
from gnugo_py.engines.external.process import (
    EngineProcess,
    EngineProcessError,
    EngineRefusedCommand,
    Timeouts,
)
from gnugo_py.games.points import point_at
from gnugo_py.games.position import Position
from gnugo_py.games.types import Color, UserError

LOOK_VISITS = 8
MAX_ANALYSIS_SECONDS = 10.0
"""The seconds after which the analysis of a position ends unless another limit is given, however few visits
it has.
"""
FIRST_LINE_TIMEOUT = 20.0
"""Seconds to wait for the first line of an analysis, after the first analysis."""
_UNLIMITED = 10**9
"""The number of visits that no analysis has."""
_END_TIMEOUT = 10.0
"""Seconds that an engine may take to end an analysis."""
_INTERVAL = 10
"""The interval between lines of an analysis, in hundredths of a second."""


class EngineAnalysis:
    """The analysis of positions by a running GTP engine.

    sync       -- the running engine.
    timeouts   -- how long to wait for responses; the first analysis may take as long as the startup.
    stopped    -- an event that ends an analysis with AnalysisInterruptedError when it is set.
    announcing -- a context manager that announces what is awaited.

    The engine's settings determine which color's values it reports. The first analysis is preceded by two
    analyses of a board on which Black has won, which show this color.
    """

    def __init__(
        self,
        sync: GameSync,
        timeouts: Timeouts,
        stopped: Event | None = None,
        announcing: Callable[[str], AbstractContextManager[object]] = nullcontext,
    ) -> None:
        self.sync, self._timeouts = sync, timeouts
        self._stopped, self._announcing = stopped or Event(), announcing
        self._has_analyzed = self._is_view_known = False
        self._view: Color | None = None

    def analyze(self, position: Position, visits: int | None, seconds: float | None) -> Analysis:
        """Return an analysis; see `Engine.analyze`.  The default limit is `MAX_ANALYSIS_SECONDS`.

        Raise EngineProcessError if the engine has no command for it or sends no valid analysis.
        """
        require_analysis_command(self.sync.engine)
        if not self._is_view_known:
            self._view = self._find_view(position)
            self._is_view_known = True
        self.sync.sync(position)
        enough = visits or (LOOK_VISITS if seconds is None else _UNLIMITED)
        analysis = self._analyze(position, enough, MAX_ANALYSIS_SECONDS if seconds is None else seconds)
        return analysis if self._view in (None, position.to_move) else flip_analysis_perspective(analysis)

    def _analyze(self, position: Position, visits: int, seconds: float) -> Analysis:
        """Return the engine's last analysis, once it has enough visits or the time is up."""
        if self._has_analyzed:
            limit = max(FIRST_LINE_TIMEOUT, self._timeouts.startup)
            return self._analyze_within(limit, position, visits, seconds)
        with self._announcing("to analyze the first position"):
            analysis = self._analyze_within(self._timeouts.startup, position, visits, seconds)
        self._has_analyzed = True
        return analysis

    def _analyze_within(self, limit: float, position: Position, visits: int, max_seconds: float) -> Analysis:
        """Return the engine's last analysis; its first line may take `limit` seconds."""
        engine, color = self.sync.engine, position.to_move.name.lower()
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
        engine.stream_until(command, is_enough, timeout, _END_TIMEOUT)
        if self._stopped.is_set():
            raise AnalysisInterruptedError
        if last is None:
            raise EngineProcessError(f"{engine.program} sent no valid analysis")
        return last

    def _find_view(self, position: Position) -> Color | None:
        """Return the color whose values the engine reports; None for the color to move, or if unclear."""
        sync = self.sync
        try:
            won = won_position(position)
            sync.sync(won)
            sync.send_if_supported("komi 0")
            black, white = (
                self._analyze(won.with_to_move(color), 1, MAX_ANALYSIS_SECONDS)
                for color in (Color.BLACK, Color.WHITE)
            )
            return reported_color(black, white, won, _raw_black_lead(sync.engine))
        except (UserError, EngineRefusedCommand):
            return None


def require_analysis_command(engine: EngineProcess) -> None:
    """Raise EngineProcessError if an engine has no command for an analysis."""
    if not engine.known_commands & {"kata-analyze", "lz-analyze"}:
        raise EngineProcessError(
            f"{engine.program} supports neither kata-analyze nor lz-analyze; use another engine"
        )


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
    return analysis.score_lead or analysis.win_rate - 0.5


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
