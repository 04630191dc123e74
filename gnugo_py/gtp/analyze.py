"""The analysis commands of Leela Zero and KataGo, as used by Sabaki, Lizzie and similar programs.

The response of `analyze` is a stream that continues until the next command arrives; each line is a more
thorough analysis.  `genmove_analyze` plays a move and reports it with the other candidates; `search_analyze`
reports a move in the same way without playing it.  The commands with the prefix `lz` use the names and units
of Leela Zero, those with `kata` the names and units of KataGo.  All values are from the point of view of the
color to move.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable
from threading import Event
from typing import NamedTuple, TypeAlias

from gnugo_py.core.bitboard import point_at
from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.types import Color, Move, UserError
from gnugo_py.engines.analysis import Analysis, Candidate
from gnugo_py.engines.engine import EngineError
from gnugo_py.engines.level_ranks import MAX_LEVEL
from gnugo_py.engines.search.engine import SearchEngine
from gnugo_py.gtp.game_commands import GtpGameCommands
from gnugo_py.gtp.protocol import (
    SYNTAX_ERROR_MESSAGE,
    CommandHandler,
    GtpArguments,
    GtpError,
    StreamingResponse,
    parse_color,
)

_DEFAULT_INTERVAL = 1.0
"""Seconds between two lines if the command names no interval."""
_FLAGS = ("ownership", "movesownership", "pvvisits", "rootinfo")
_NUMBERS = ("interval", "minmoves", "maxmoves")
_COLORED = ("avoid", "allow")
_MAX_INTERVAL = 3600.0


class AnalyzeRequest(NamedTuple):
    """The parsed arguments of an analysis command.

    color    -- the color to move.
    interval -- seconds between two lines.
    most     -- maximum number of moves to report, None for all.
    flags    -- the keywords in `_FLAGS` that are set to true.
    avoided  -- the moves to leave out.
    """

    color: Color
    interval: float = _DEFAULT_INTERVAL
    most: int | None = None
    flags: frozenset[str] = frozenset()
    avoided: Collection[Move] = ()


_Formatter: TypeAlias = Callable[[Analysis, AnalyzeRequest, Position], str]


class SearchAnalyst:
    """The search engine of the highest level, created when it is needed; it can be interrupted at any time.

    It analyzes for engines that have no analysis of their moves.
    """

    def __init__(self, game: Game) -> None:
        self._game, self._stopped = game, Event()
        self._engine: SearchEngine | None = None

    def analyze(self, position: Position) -> Analysis | None:
        """Return an analysis, after an interruption the one so far; None if there is none yet."""
        if self._engine is None:
            self._engine = SearchEngine(self._game, MAX_LEVEL)
        if self._stopped.is_set():
            return None
        try:
            return self._engine.choose(position, None).analysis
        except EngineError:
            return None

    def interrupt(self) -> None:
        """Stop an analysis that is running or about to begin."""
        self._stopped.set()
        if self._engine is not None:
            self._engine.interrupt()

    def recover(self) -> None:
        """Make the analyst usable again after an interruption."""
        self._stopped.clear()
        if self._engine is not None:
            self._engine.recover()


def analysis_command_handlers(commands: GtpGameCommands, analyst: SearchAnalyst) -> dict[str, CommandHandler]:
    """Return the analysis commands by name, for a game that the search engine can play."""
    handlers: dict[str, CommandHandler] = {"gogui-interrupt": lambda _: ""}
    for prefix, formatter in (("lz", _format_lz), ("kata", _format_kata)):
        handlers |= _handlers_with(commands, analyst, prefix, formatter)
    return handlers


def _handlers_with(
    commands: GtpGameCommands, analyst: SearchAnalyst, prefix: str, formatter: _Formatter
) -> dict[str, CommandHandler]:
    """Return the commands with a prefix; `formatter` formats their analyses."""

    def report(arguments: GtpArguments, is_played: bool) -> str:
        request = parse_analyze_request(commands, arguments)
        return _report_move(commands, analyst, request, formatter, is_played)

    return {
        f"{prefix}-analyze": lambda arguments: _analyze(commands, arguments, formatter),
        f"{prefix}-search_analyze": lambda arguments: report(arguments, is_played=False),
        f"{prefix}-genmove_analyze": lambda arguments: report(arguments, is_played=True),
    }


def _analyze(commands: GtpGameCommands, arguments: GtpArguments, formatter: _Formatter) -> StreamingResponse:
    """Return the stream of an analysis command; the end of a stream interrupts its own engine only."""
    request = parse_analyze_request(commands, arguments)
    engine = SearchEngine(commands.game, MAX_LEVEL)
    return AnalysisResponse(engine, commands.position_with_to_move(request.color), request, formatter)


def _report_move(
    commands: GtpGameCommands,
    analyst: SearchAnalyst,
    request: AnalyzeRequest,
    formatter: _Formatter,
    is_played: bool,
) -> str:
    """Return the engine's move after a line with its analysis, and play the move if `is_played` is True.

    If the engine has no analysis, the line is that of the analyst; without one, because of an interruption,
    there is no line. Raise GtpError in the same cases as `GtpGameCommands.choose_move`, and if the request
    excludes moves.
    """
    if request.avoided:
        raise GtpError("avoid and allow apply to the commands that stream")
    color = request.color
    position, decision = commands.position_with_to_move(color), commands.choose_move(color)
    analysis = decision.analysis
    if analysis is None and not position.is_over:
        analysis = analyst.analyze(position)
    report = "" if analysis is None else f"{formatter(analysis, request, position)}\n"
    if is_played:
        commands.play_unchecked(color, decision.move, decision)
    return f"\n{report}play {position.format_move(decision.move)}"


def parse_analyze_request(commands: GtpGameCommands, arguments: GtpArguments) -> AnalyzeRequest:
    """Return the parsed arguments of an analysis command.

    The arguments are, in any order, a color (by default the color to move), an interval in hundredths of a
    second, and KataGo's keywords.  `avoid` and `allow` are followed by a color, points separated by commas,
    and a depth; they apply to the first move only.

    Raise GtpError if a word is none of these, or if a value is missing or invalid.
    """
    words = [word.lower() for word in arguments]
    request = AnalyzeRequest(commands.position.to_move)
    while words:
        word = words.pop(0)
        if word in _FLAGS:
            if _value(words) == "true":
                request = request._replace(flags=request.flags | {word})
        elif word in _COLORED:
            request = _restricted(commands, request, word, [_value(words) for _ in range(3)])
        elif word in _NUMBERS:
            request = _with_number(request, word, _value(words))
        elif _is_number(word):
            request = _with_number(request, "interval", word)
        else:
            request = request._replace(color=parse_color(word))
    return request


def _value(words: list[str]) -> str:
    """Remove and return the next word.  Raise GtpError if there is none."""
    if not words:
        raise GtpError(SYNTAX_ERROR_MESSAGE)
    return words.pop(0)


def _is_number(word: str) -> bool:
    return word.replace(".", "", 1).isascii() and word.replace(".", "", 1).isdigit()


def _with_number(request: AnalyzeRequest, name: str, value: str) -> AnalyzeRequest:
    """Return the request with the value of a numeric keyword.  Raise GtpError if `value` is not a number."""
    if not _is_number(value) or len(value) > 12:
        raise GtpError(SYNTAX_ERROR_MESSAGE)
    if name == "interval":
        return request._replace(interval=min(float(value) / 100, _MAX_INTERVAL) or _DEFAULT_INTERVAL)
    return request._replace(most=max(int(float(value)), 1)) if name == "maxmoves" else request


def _restricted(
    commands: GtpGameCommands, request: AnalyzeRequest, word: str, values: list[str]
) -> AnalyzeRequest:
    """Return the request without the moves that `avoid` names, or with only those that `allow` names."""
    color, points, depth = parse_color(values[0]), values[1], values[2]
    if not depth.isdigit():
        raise GtpError(SYNTAX_ERROR_MESSAGE)
    if color is not request.color:
        return request
    position = commands.position_with_to_move(color)
    try:
        named = {position.parse_partial_move(each) for each in points.split(",")}
    except UserError:
        raise GtpError(SYNTAX_ERROR_MESSAGE) from None
    if word == "allow":
        named = set(position.legal_moves()) - named
    return request._replace(avoided={*request.avoided, *named})


class AnalysisResponse(StreamingResponse):
    """A stream of increasingly thorough analyses of a position."""

    def __init__(
        self, engine: SearchEngine, position: Position, request: AnalyzeRequest, formatter: _Formatter
    ) -> None:
        self._engine, self._position = engine, position
        self._request, self._formatter = request, formatter
        self._ended = Event()

    def run(self, write: Callable[[str], None]) -> None:
        """Write a line for each analysis."""
        request = self._request
        try:
            for analysis in self._engine.iter_analyses(self._position, request.interval, request.avoided):
                if self._ended.is_set():
                    break
                write(self._formatter(analysis, request, self._position))
        except EngineError:
            return

    def request_stop(self) -> None:
        """Make `run` stop soon."""
        self._ended.set()
        self._engine.interrupt()


def _format_lz(analysis: Analysis, request: AnalyzeRequest, position: Position) -> str:
    """Return the best moves in the format of Leela Zero, with win rates in units of 1/10000."""
    return " ".join(
        f"info move {position.format_move(each.move)} visits {each.visits}"
        f" winrate {round(10000 * each.win_rate)} prior {round(10000 * _prior(each))}"
        f" lcb {round(10000 * lower_confidence_bound(each))} order {order}"
        f" pv {_format_line(each, position)}"
        for order, each in enumerate(analysis.candidates[: request.most])
    )


def _format_kata(analysis: Analysis, request: AnalyzeRequest, position: Position) -> str:
    """Return the best moves in KataGo's format, with win rates from 0 to 1 and leads in points."""
    parts = [
        _format_candidate(each, order, request, position)
        for order, each in enumerate(analysis.candidates[: request.most])
    ]
    if "rootinfo" in request.flags:
        lead = _format_lead(analysis.score_lead)
        parts.append(f"rootInfo visits {analysis.visits} winrate {analysis.win_rate:.6f}{lead}")
    if "ownership" in request.flags and analysis.ownership:
        parts.append(f"ownership {_format_ownership(analysis, position)}")
    return " ".join(parts)


def _format_candidate(each: Candidate, order: int, request: AnalyzeRequest, position: Position) -> str:
    """Return a move in KataGo's format."""
    words = [
        f"info move {position.format_move(each.move)} visits {each.visits} winrate {each.win_rate:.6f}",
        f"{_format_lead(each.score_lead, each.score_stdev)} prior {_prior(each):.6f}",
        f" lcb {lower_confidence_bound(each):.6f} order {order} pv {_format_line(each, position)}",
    ]
    if "pvvisits" in request.flags and each.pv_visits:
        words.append(f" pvVisits {' '.join(map(str, each.pv_visits))}")
    if "movesownership" in request.flags and each.ownership:
        words.append(f" movesOwnership {_format_shares(each.ownership, position.to_move)}")
    return "".join(words)


def _format_lead(lead: float | None, stdev: float | None = None) -> str:
    """Return the keys and values for a lead in points; empty if it is unknown."""
    if lead is None:
        return ""
    deviation = "" if stdev is None else f" scoreStdev {stdev:.4f}"
    return f" scoreMean {lead:.4f}{deviation} scoreLead {lead:.4f}"


def _prior(each: Candidate) -> float:
    """Return the prior of a move, or its share of the search if it has no prior."""
    return each.visit_share if each.prior is None else each.prior


def lower_confidence_bound(each: Candidate) -> float:
    """Return the lower confidence bound of a move: its win rate minus one standard error."""
    return each.win_rate - math.sqrt(max(each.win_rate * (1 - each.win_rate), 0.01) / max(each.visits, 1))


def _format_ownership(analysis: Analysis, position: Position) -> str:
    """Return each point's ownership, row by row from the top, from 1 (color to move) to -1 (opponent)."""
    owners = dict(analysis.ownership)
    shares = (
        owners.get(point_at(row, column, position.size), 0.0)
        for row in range(position.size)
        for column in range(position.size)
    )
    return _format_shares(shares, position.to_move)


def _format_shares(ownership: Iterable[float], color: Color) -> str:
    """Return Black's ownership values as text, from the point of view of `color`, with two decimals."""
    sign = -1 if color else 1
    return " ".join(f"{round(sign * share, 2) + 0.0:.2f}" for share in ownership)


def _format_line(each: Candidate, position: Position) -> str:
    """Return the principal variation of a move."""
    return " ".join(position.format_variation(each.pv or (each.move,)))
