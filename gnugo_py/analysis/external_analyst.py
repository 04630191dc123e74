"""An analyst that is another program: a GTP engine that answers `kata-analyze` or `lz-analyze`."""

from __future__ import annotations

import time
from itertools import pairwise
from threading import Event

from gnugo_py.analysis.analyst import Analyst, InterruptedAnalysis
from gnugo_py.analysis.info_lines import for_other_color, parse_info_line
from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.types import Color
from gnugo_py.engines.engine import EngineError
from gnugo_py.engines.external.engine import GameSync
from gnugo_py.engines.external.process import (
    EngineProcess,
    EngineProcessError,
    GtpFailure,
    Timeouts,
    one_line,
)
from gnugo_py.engines.search.result import Analysis

LOOK_VISITS = 8
MAX_SECONDS = 10.0
"""The time after which the analysis of a position ends, however few visits there were."""
FIRST_LINE_TIMEOUT = 20.0
"""Seconds to wait for the first line of an analysis."""
_INTERVAL = 10
"""The interval between two lines, in hundredths of a second."""
_MIN_LEAD_TO_COMPARE = 3.0
"""The lead in points, and the win rate above one half, from which it is clear whose view is reported."""
_MIN_RATE_TO_COMPARE = 0.1


class ExternalAnalyst(Analyst):
    """A GTP engine that analyzes positions of one game.

    command  -- the command line of the program.
    game     -- the game.
    timeouts -- how long to wait for responses.

    Whose view its values have depends on its settings.  Where it knows `kata-raw-nn`, whose values are
    always White's, the two are compared; otherwise they are taken as those of the color to move.

    The process starts when it is first needed.
    """

    def __init__(self, command: str, game: Game, timeouts: Timeouts | None = None) -> None:
        self._command, self._game, self._timeouts = command, game, timeouts or Timeouts()
        self._sync: GameSync | None = None
        self._stopped = Event()
        self._reports_opponent: dict[Color, bool] = {}

    @property
    def name(self) -> str:
        """The engine's name and version; before the first start, its command."""
        return one_line(self._command) if self._sync is None else self._sync.engine.program

    @property
    def identity(self) -> str:
        """The command and, once it runs, its name."""
        return f"{self._command} {self.name}"

    def start(self) -> None:
        """Start the program, unless it is running.

        Raise EngineProcessError if it does not work or cannot analyze.
        """
        self._running()

    def quick_look(self, position: Position) -> Analysis:
        """Return an analysis of a few visits.  Raise EngineError like `search`."""
        return self.search(position, LOOK_VISITS)

    def search(self, position: Position, visits: int) -> Analysis:
        """Return an analysis of about a number of visits, or what `MAX_SECONDS` allow.

        Raise EngineProcessError and close the program if it fails or sends no valid analysis;
        InterruptedAnalysis if it was interrupted.
        """
        if self._stopped.is_set():
            raise InterruptedAnalysis("the analysis was interrupted")
        sync = self._running()
        try:
            sync.sync(self._game, position)
            analysis = self._analyze(sync.engine, position, visits)
            return self._in_view_of_player(sync.engine, position, analysis)
        except EngineError:
            if not self._stopped.is_set():
                self.close()
            raise

    def interrupt(self) -> None:
        """Make a call in another thread end soon."""
        self._stopped.set()

    def recover(self) -> None:
        """Make the analyst usable again after an interruption."""
        self._stopped.clear()

    def close(self) -> None:
        """Close the program if it is running."""
        sync, self._sync = self._sync, None
        if sync is not None:
            sync.engine.close()

    def _running(self) -> GameSync:
        """Return the running program, started if necessary."""
        if self._sync is None:
            engine = EngineProcess(self._command, self._timeouts)
            self._sync = GameSync(engine, self._timeouts, None)
            try:
                engine.handshake()
                if not engine.known_commands & {"kata-analyze", "lz-analyze"}:
                    raise EngineProcessError(
                        f"{engine.program} knows neither kata-analyze nor lz-analyze; use another engine"
                    )
            except EngineError:
                self.close()
                raise
        return self._sync

    def _analyze(self, engine: EngineProcess, position: Position, visits: int) -> Analysis:
        """Return the last analysis that the program sends until it has enough visits."""
        is_kata = "kata-analyze" in engine.known_commands
        color = position.to_move.name.lower()
        command = (
            f"kata-analyze {color} interval {_INTERVAL} maxmoves 10 rootInfo true ownership true"
            if is_kata
            else f"lz-analyze {color} {_INTERVAL}"
        )
        last: Analysis | None = None
        began = time.monotonic()

        def is_enough(line: str) -> bool:
            nonlocal last
            last = (parse_info_line(line, self._game, position) if line else None) or last
            seconds = time.monotonic() - began
            is_late = seconds > (FIRST_LINE_TIMEOUT if last is None else MAX_SECONDS)
            return self._stopped.is_set() or is_late or (last is not None and last.visits >= visits)

        engine.stream_lines(command, is_enough, FIRST_LINE_TIMEOUT)
        if self._stopped.is_set():
            raise InterruptedAnalysis("the analysis was interrupted")
        if last is None:
            raise EngineProcessError(f"{engine.program} sent no valid analysis")
        return last

    def _in_view_of_player(self, engine: EngineProcess, position: Position, analysis: Analysis) -> Analysis:
        """Return an analysis with the values of the color to move, whichever the program reports."""
        color = position.to_move
        if color not in self._reports_opponent and "kata-raw-nn" in engine.known_commands:
            is_other = _is_other_view(engine, color, analysis)
            if is_other is not None:
                self._reports_opponent[color] = is_other
        return for_other_color(analysis) if self._reports_opponent.get(color) else analysis


def _is_other_view(engine: EngineProcess, color: Color, analysis: Analysis) -> bool | None:
    """Return whether an analysis has the values of the opponent of `color`; None if that is unclear."""
    try:
        words = engine.send("kata-raw-nn 0").split()
    except GtpFailure:
        return None
    values: dict[str, float] = {}
    for name, value in pairwise(words):
        if name in ("whiteWin", "whiteLead"):
            try:
                values[name] = float(value)
            except ValueError:
                return None
    sign = 1 if color is Color.WHITE else -1
    pairs = [
        (analysis.score_lead, sign * values.get("whiteLead", 0.0), _MIN_LEAD_TO_COMPARE),
        (
            None if analysis.win_rate is None else analysis.win_rate - 0.5,
            sign * (values.get("whiteWin", 0.5) - 0.5),
            _MIN_RATE_TO_COMPARE,
        ),
    ]
    for reported, expected, least in pairs:
        if reported is not None and abs(expected) >= least and abs(reported) >= least:
            return reported * expected < 0
    return None
