"""Analysis by GTP engines, and the parser for the lines in which the engines report an analysis."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Iterator
from itertools import pairwise
from threading import Event
from typing import NamedTuple

from gnugo_py.analysis.analyst import AnalysisInterruptedError, Analyst
from gnugo_py.core.bitboard import point_at
from gnugo_py.core.game import Game, longest_legal_prefix
from gnugo_py.core.position import Position
from gnugo_py.core.types import Color, Point
from gnugo_py.engines.engine import EngineError
from gnugo_py.engines.external.engine import GameSync
from gnugo_py.engines.external.process import (
    EngineProcess,
    EngineProcessError,
    EngineRefusedCommand,
    Timeouts,
    one_line,
)
from gnugo_py.engines.search.result import Analysis, Candidate

_SECTIONS = frozenset(
    ("info", "rootInfo", "ownership", "ownershipStdev", "movesOwnership", "movesOwnershipStdev")
)
_LISTS = frozenset(("pv", "pvVisits", "pvEdgeVisits"))
_MAX_LINE_OF_MOVES, _MAX_CANDIDATES = 40, 40
_LIST_WORD = re.compile(r"pass|[A-Z]{1,2}\d{1,2}|[-+]?[\d.]+(e[-+]?\d+)?|nan", re.IGNORECASE)
_LEELA_SCALE = 10_000
"""Leela Zero reports win rates and priors in hundredths of a percent."""


class _Section(NamedTuple):
    """A section of a line: its name, its values by key, and its lists of words by key or section name."""

    name: str
    values: dict[str, str]
    lists: dict[str, list[str]]


def analysis_from_info_line(line: str, game: Game, position: Position) -> Analysis | None:
    """Return the analysis in a line, or None if the line has no legal move with a win rate.

    The values keep the point of view from which the engine reports them.  The keys may come in any order and
    are optional apart from `move` and `winrate`.  Illegal moves are left out, and a principal variation ends
    before its first illegal move.
    """
    sections = list(_sections(line.split()))
    found = [
        (int(_number(each.values.get("order")) or 0), candidate)
        for each in sections
        if each.name == "info" and (candidate := _candidate(each, game, position)) is not None
    ]
    if not found:
        return None
    has_order = any("order" in each.values for each in sections)
    ordered = sorted(found, key=lambda pair: pair[0] if has_order else -pair[1].visits)
    candidates = [candidate for _, candidate in ordered[:_MAX_CANDIDATES]]
    root = next((each.values for each in sections if each.name == "rootInfo"), {})
    best, total = candidates[0], sum(each.visits for each in candidates)
    rate, lead = _rate(root.get("winrate")), _lead(root)
    visits = _number(root.get("visits"))
    return Analysis(
        candidates=tuple(
            each._replace(visit_share=each.visits / total if total else 0.0) for each in candidates
        ),
        pv=best.pv,
        visits=total if visits is None else max(int(visits), 1),
        depth=0,
        score_unit="",
        win_rate=best.win_rate if rate is None else rate,
        ownership=_ownership(sections, position),
        score_lead=best.score_lead if lead is None else lead,
    )


def flip_analysis_perspective(analysis: Analysis) -> Analysis:
    """Return an analysis with its values from the view of the other color."""
    return analysis._replace(
        candidates=tuple(
            each._replace(
                value=1 - each.value,
                win_rate=1 - each.win_rate,
                score_lead=None if each.score_lead is None else -each.score_lead,
            )
            for each in analysis.candidates
        ),
        win_rate=None if analysis.win_rate is None else 1 - analysis.win_rate,
        score_lead=None if analysis.score_lead is None else -analysis.score_lead,
        ownership=tuple((point, -share) for point, share in analysis.ownership),
    )


def _sections(words: list[str]) -> Iterator[_Section]:
    """Yield the sections of a line."""
    section: _Section | None = None
    at = 0
    while at < len(words):
        word = words[at]
        at += 1
        if word in _SECTIONS:
            if section is not None:
                yield section
            section = _Section(word, {}, {})
            if word not in ("info", "rootInfo"):
                end = _end_of_list(words, at)
                section.lists[word] = words[at:end]
                at = end
        elif section is not None and word in _LISTS:
            end = _end_of_list(words, at)
            section.lists[word] = words[at:end]
            at = end
        elif section is not None and at < len(words):
            section.values[word] = words[at]
            at += 1
    if section is not None:
        yield section


def _end_of_list(words: list[str], at: int) -> int:
    """Return the index after the last word of a list, whose words are vertices and numbers."""
    while at < len(words) and _LIST_WORD.fullmatch(words[at]):
        at += 1
    return at


def _candidate(section: _Section, game: Game, position: Position) -> Candidate | None:
    """Return the candidate of a section, or None if its move is illegal or its win rate is missing."""
    line = longest_legal_prefix([section.values.get("move", "")], game.parse_move, position)
    rate = _rate(section.values.get("winrate"))
    if not line or rate is None:
        return None
    pv = longest_legal_prefix(section.lists.get("pv", [])[:_MAX_LINE_OF_MOVES], game.parse_move, position)
    if pv[:1] != line:
        pv = line
    prior = _rate(section.values.get("prior"))
    visits = max(int(_number(section.values.get("visits")) or 1), 1)
    pv_visits = [_number(word) for word in section.lists.get("pvVisits", [])]
    return Candidate(
        move=line[0],
        value=rate,
        visit_share=0.0,
        visits=visits,
        win_rate=rate,
        score_lead=_lead(section.values),
        score_stdev=_number(section.values.get("scoreStdev")) or 0.0,
        prior=prior,
        pv=pv,
        pv_visits=tuple(int(each) for each in pv_visits if each is not None)[: len(pv)],
    )


def _number(word: str | None) -> float | None:
    """Return a word as a finite number, or None if the word is not one."""
    try:
        number = math.nan if word is None else float(word)
    except ValueError:
        return None
    return number if math.isfinite(number) and abs(number) < 1e9 else None


def _rate(word: str | None) -> float | None:
    """Return a word as a share from 0 to 1, or None if the word is not a number.

    A number above 1 is taken to be in hundredths of a percent.
    """
    number = _number(word)
    if number is None or word is None:
        return None
    is_scaled = number > 1 or (word.isdigit() and len(word) > 1)
    return min(max(number / _LEELA_SCALE if is_scaled else number, 0.0), 1.0)


def _lead(values: dict[str, str]) -> float | None:
    lead = _number(values.get("scoreLead"))
    return _number(values.get("scoreMean")) if lead is None else lead


def _ownership(sections: list[_Section], position: Position) -> tuple[tuple[Point, float], ...]:
    """Return Black's ownership of each point; empty unless there is a number for each point.

    The numbers in the line are taken to be those of the color to move, row by row from the upper left.
    """
    words = next((each.lists["ownership"] for each in sections if each.name == "ownership"), [])
    shares = [_number(word) for word in words]
    size = position.size
    if len(shares) != size * size or None in shares:
        return ()
    sign = -1 if position.to_move is Color.WHITE else 1
    return tuple(
        (point_at(*divmod(number, size), size), sign * max(min(share or 0.0, 1.0), -1.0))
        for number, share in enumerate(shares)
    )


LOOK_VISITS = 8
MAX_ANALYSIS_SECONDS = 10.0
"""The seconds after which the analysis of a position ends, however few visits it has."""
FIRST_LINE_TIMEOUT = 20.0
"""Seconds to wait for the first line of an analysis."""
_INTERVAL = 10
"""The interval between lines of an analysis, in hundredths of a second."""
_MIN_LEAD_TO_COMPARE = 3.0
_MIN_RATE_TO_COMPARE = 0.1
"""The minimum lead in points, and the minimum distance of the win rate from one half, at which it is clear
which color's values an engine reports."""


class ExternalAnalyst(Analyst):
    """A GTP engine that analyzes positions of one game.

    command  -- the command line of the program.
    game     -- the game.
    timeouts -- how long to wait for responses.

    The engine's settings determine which color's values it reports.  If the engine supports `kata-raw-nn`,
    which always reports White's values, a comparison with these shows the color.  Without a clear comparison,
    the values are taken to be those of the color to move.

    The process starts when it is first needed.
    """

    def __init__(self, command: str, game: Game, timeouts: Timeouts | None = None) -> None:
        self._command, self._game, self._timeouts = command, game, timeouts or Timeouts()
        self._sync: GameSync | None = None
        self._stopped = Event()
        self._reports_opponent: dict[Color, bool] = {}

    @property
    def name(self) -> str:
        """The engine's name and version; its command while the program is not running."""
        return one_line(self._command) if self._sync is None else self._sync.engine.program

    @property
    def identity(self) -> str:
        """The command and, while the program is running, its name and version."""
        return f"{self._command} {self.name}" if self._sync is not None else self._command

    def start(self) -> None:
        """Start the program, unless it is running.

        Raise EngineProcessError if the program does not work or cannot analyze.
        """
        self._running()

    def quick_look(self, position: Position) -> Analysis:
        """Return an analysis with a few visits.  Raise EngineError as `search` does."""
        return self.search(position, LOOK_VISITS)

    def search(self, position: Position, visits: int) -> Analysis:
        """Return an analysis with about `visits` visits, or as many as `MAX_ANALYSIS_SECONDS` allows.

        If the program fails or sends no valid analysis, close it and raise EngineProcessError.  Raise
        AnalysisInterruptedError if the analysis was interrupted.
        """
        if self._stopped.is_set():
            raise AnalysisInterruptedError("the analysis was interrupted")
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
        """Stop a call that is running in another thread."""
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
        """Return the running program, starting it if necessary."""
        if self._sync is None:
            engine = EngineProcess(self._command, self._timeouts)
            self._sync = GameSync(engine, self._timeouts, None)
            try:
                engine.handshake()
                if not engine.known_commands & {"kata-analyze", "lz-analyze"}:
                    raise EngineProcessError(
                        f"{engine.program} supports neither kata-analyze nor lz-analyze; use another engine"
                    )
            except EngineError:
                self.close()
                raise
        return self._sync

    def _analyze(self, engine: EngineProcess, position: Position, visits: int) -> Analysis:
        """Return the program's last analysis, once it has enough visits or the time is up."""
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
            last = (analysis_from_info_line(line, self._game, position) if line else None) or last
            seconds = time.monotonic() - began
            is_late = seconds > (FIRST_LINE_TIMEOUT if last is None else MAX_ANALYSIS_SECONDS)
            return self._stopped.is_set() or is_late or (last is not None and last.visits >= visits)

        engine.stream_until(command, is_enough, FIRST_LINE_TIMEOUT)
        if self._stopped.is_set():
            raise AnalysisInterruptedError("the analysis was interrupted")
        if last is None:
            raise EngineProcessError(f"{engine.program} sent no valid analysis")
        return last

    def _in_view_of_player(self, engine: EngineProcess, position: Position, analysis: Analysis) -> Analysis:
        """Return an analysis with the values of the color to move, flipping the analysis if necessary."""
        color = position.to_move
        if color not in self._reports_opponent and "kata-raw-nn" in engine.known_commands:
            is_other = _is_other_view(engine, color, analysis)
            if is_other is not None:
                self._reports_opponent[color] = is_other
        return flip_analysis_perspective(analysis) if self._reports_opponent.get(color) else analysis


def _is_other_view(engine: EngineProcess, color: Color, analysis: Analysis) -> bool | None:
    """Return whether an analysis has the values of the opponent of `color`; None if that is unclear."""
    try:
        words = engine.send("kata-raw-nn 0").split()
    except EngineRefusedCommand:
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
