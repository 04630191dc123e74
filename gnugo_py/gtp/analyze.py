"""The analysis commands of Leela Zero and KataGo, as used by Sabaki, Lizzie and similar programs.

The response of `analyze` is a stream that continues until the next command arrives; each line is a more
thorough analysis.  `genmove_analyze` plays a move and reports it among the candidates; `search_analyze`
reports a move in the same way without playing it.  As in KataGo, `order` is the rank of a move by the engine
that plays, which may play another move than its first to vary its games or to play at its level.  The
commands with the prefix `lz` use the names and units of Leela Zero, those with `kata` the names and units of
KataGo.  All values are from the point of view of the color to move.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import partialmethod
from typing import NamedTuple

from gnugo_py.engines.analysis import Analysis, Candidate
from gnugo_py.engines.engine import EngineError
from gnugo_py.engines.level_ranks import MAX_LEVEL
from gnugo_py.engines.search.search_engine import SearchEngine
from gnugo_py.games.points import point_at
from gnugo_py.games.position import Position
from gnugo_py.games.types import Color, Move, Point, UserError
from gnugo_py.games.variations import format_variation
from gnugo_py.gtp.protocol import (
    SYNTAX_ERROR_MESSAGE,
    GtpArguments,
    GtpError,
    StreamingResponse,
    parse_color,
    parse_float,
)
from gnugo_py.gtp.server import GtpServer

_DEFAULT_INTERVAL = 1.0
"""Seconds between two lines if the command names no interval."""
_FLAGS = ("ownership", "movesownership", "pvvisits", "rootinfo")
_NUMBERS = ("interval", "minmoves", "maxmoves")
_COLORED = ("avoid", "allow")
_MAX_INTERVAL = 3600.0
_VISITS_PER_JUDGMENT = 120
"""The visits of an analysis of a move by an engine without a search, and of one of the position before it."""


class AnalyzeRequest(NamedTuple):
    """The parsed arguments of an analysis command.

    color    -- the color to move.
    interval -- seconds between two lines.
    most     -- maximum number of moves to report, None for all.
    flags    -- the keywords in `_FLAGS` that are set to true.
    avoided  -- the moves to leave out.
    played   -- a move to report in any case, None if there is none.
    """

    color: Color
    interval: float = _DEFAULT_INTERVAL
    most: int | None = None
    flags: frozenset[str] = frozenset()
    avoided: Collection[Move] = ()
    played: Move | None = None


@dataclass
class AnalysisCommands:
    """Commands that analyze positions, in games that the search engine plays."""

    server: GtpServer

    def do_gogui__interrupt(self, *_: str) -> None:
        """Do nothing. That the command exists means that `# interrupt` is understood."""

    def _stream(self, *arguments: str, dialect: str) -> StreamingResponse:
        """Return a stream of better and better analyses; its end interrupts its own engine only."""
        request = parse_analyze_request(self.server, arguments)
        engine = SearchEngine(self.server.game, MAX_LEVEL)
        position = self.server.position.with_play_resumed(request.color)
        analyses = engine.iter_analyses(position, request.interval, request.avoided)
        return StreamingResponse((_format(each, request, position, dialect) for each in analyses), engine)

    def _report_move(self, *arguments: str, dialect: str, is_played: bool) -> str:
        """Return the engine's move after a line with its analysis, and play the move if `is_played` is True.

        If the engine has no analysis, the search engine judges the move, in the time that the clock leaves;
        without one, because of an interruption, there is no line. Raise GtpError in the same cases as
        `choose_move`, and if the request excludes moves.
        """
        request = parse_analyze_request(self.server, arguments)
        if request.avoided:
            raise GtpError("avoid and allow apply to the commands that stream")
        position = self.server.position.with_play_resumed(request.color)
        with self.server.clock.running(position) as seconds:
            decision = self.server.choose_within(position, seconds)
            analysis = decision.analysis
            if analysis is None and not position.is_over:
                analysis = self._judge(position, decision.move, seconds)
            elif analysis is not None and not (analysis.note or analysis.score_unit):
                by_visits = sorted(analysis.candidates, key=lambda each: -each.visits)
                analysis = analysis._replace(candidates=tuple(by_visits))  # not as the level plays
        request = request._replace(played=decision.move)
        report = "" if analysis is None else f"{_format(analysis, request, position, dialect)}\n"
        if is_played:
            self.server.go_on(position.play_unchecked(decision.move), decision)
        return f"\n{report}play {position.format_move(decision.move)}"

    do_lz__analyze = partialmethod(_stream, dialect="lz")
    do_kata__analyze = partialmethod(_stream, dialect="kata")
    do_lz__search_analyze = partialmethod(_report_move, dialect="lz", is_played=False)
    do_kata__search_analyze = partialmethod(_report_move, dialect="kata", is_played=False)
    do_lz__genmove_analyze = partialmethod(_report_move, dialect="lz", is_played=True)
    do_kata__genmove_analyze = partialmethod(_report_move, dialect="kata", is_played=True)

    def _judge(self, position: Position, move: Move, seconds: float | None) -> Analysis | None:
        """Return an analysis by the search engine with a move as its first candidate; None if interrupted.

        seconds -- the maximum seconds, None for no limit.
        """
        half = None if seconds is None else seconds / 2
        after = position.play_unchecked(move)
        try:
            analysis = self.server.analyst.analyze(position, _VISITS_PER_JUDGMENT, half)
            if after.outcome_without_count is None:
                answer = self.server.analyst.analyze(after, _VISITS_PER_JUDGMENT, half)
                return _with_first_candidate(analysis, move, answer.for_other_color())
        except EngineError:
            return None
        return analysis


def _with_first_candidate(analysis: Analysis, move: Move, after: Analysis) -> Analysis:
    """Return an analysis with a move as the first candidate.

    after -- the analysis of the position after the move, from the view of the color that makes it.
    """
    others = [each for each in analysis.candidates if each.move != move]
    prior = next((each.prior for each in analysis.candidates if each.move == move), None)
    answer = after.candidates[0] if after.candidates else Candidate(move, after.win_rate, 0.0)
    first = Candidate(
        move=move,
        value=answer.value,
        visit_share=0.0,
        visits=after.visits,
        win_rate=after.win_rate,
        score_lead=after.score_lead,
        score_stdev=after.score_stdev,
        prior=prior,
        pv=(move, *after.pv),
        pv_visits=(after.visits, *answer.pv_visits),
        ownership=after.ownership,
    )
    return analysis._replace(candidates=(first, *others))


def parse_analyze_request(server: GtpServer, arguments: GtpArguments) -> AnalyzeRequest:
    """Return the parsed arguments of an analysis command.

    The arguments are, in any order, a color (by default the color to move), an interval in hundredths of a
    second, and KataGo's keywords.  `avoid` and `allow` are followed by a color, points separated by commas,
    and a depth; they apply to the first move only.

    Raise GtpError if a word is none of these, or if a value is missing or invalid.
    """
    words = map(str.lower, arguments)
    request = AnalyzeRequest(server.position.to_move)
    for word in words:
        if word in _FLAGS:
            value = next(words, "")
            if not value:
                raise GtpError(SYNTAX_ERROR_MESSAGE)
            if value == "true":
                request = request._replace(flags=request.flags | {word})
        elif word in _COLORED:
            request = _restricted(server, request, word, [next(words, "") for _ in range(3)])
        elif word in _NUMBERS:
            request = _with_number(request, word, parse_float(next(words, "")))
        elif word[0] in ".0123456789":
            request = _with_number(request, "interval", parse_float(word))
        else:
            request = request._replace(color=parse_color(word))
    return request


def _with_number(request: AnalyzeRequest, name: str, value: float) -> AnalyzeRequest:
    """Return the request with the value of a numeric keyword.  Raise GtpError if the value is negative."""
    if value < 0:
        raise GtpError(SYNTAX_ERROR_MESSAGE)
    if name == "interval":
        return request._replace(interval=min(value / 100, _MAX_INTERVAL) or _DEFAULT_INTERVAL)
    return request._replace(most=max(int(value), 1)) if name == "maxmoves" else request


def _restricted(server: GtpServer, request: AnalyzeRequest, word: str, values: list[str]) -> AnalyzeRequest:
    """Return the request without the moves that `avoid` names, or with only those that `allow` names."""
    color, points, depth = parse_color(values[0]), values[1], values[2]
    if not depth.isdigit():
        raise GtpError(SYNTAX_ERROR_MESSAGE)
    if color is not request.color:
        return request
    position = server.position.with_play_resumed(color)
    try:
        named = {position.parse_partial_move(each) for each in points.split(",")}
    except UserError:
        raise GtpError(SYNTAX_ERROR_MESSAGE) from None
    if word == "allow":
        named = set(position.legal_moves()) - named
    return request._replace(avoided={*request.avoided, *named})


def _format(analysis: Analysis, request: AnalyzeRequest, position: Position, dialect: str) -> str:
    """Return an analysis in the format of Leela Zero (`lz`) or of KataGo (`kata`)."""
    return (_format_lz if dialect == "lz" else _format_kata)(analysis, request, position)


def _reported(analysis: Analysis, request: AnalyzeRequest) -> list[tuple[int, Candidate]]:
    """Return the moves to report with their ranks, from 0: the best ones, and the one that is played."""
    ranked = list(enumerate(analysis.candidates))
    shown = ranked[: request.most]
    if request.played not in [each.move for _, each in shown]:
        shown[-1:] = [pair for pair in ranked if pair[1].move == request.played] or shown[-1:]
    return shown


def _format_lz(analysis: Analysis, request: AnalyzeRequest, position: Position) -> str:
    """Return the best moves in the format of Leela Zero, with win rates in units of 1/10000."""
    return " ".join(
        f"info move {position.format_move(each.move)} visits {each.visits}"
        f" winrate {round(10000 * each.win_rate)} prior {round(10000 * _prior(each))}"
        f" lcb {round(10000 * lower_confidence_bound(each))} order {order}"
        f" pv {_format_line(each, position)}"
        for order, each in _reported(analysis, request)
    )


def _format_kata(analysis: Analysis, request: AnalyzeRequest, position: Position) -> str:
    """Return the best moves in KataGo's format, with win rates from 0 to 1 and leads in points."""
    parts = [
        _format_candidate(each, order, request, position) for order, each in _reported(analysis, request)
    ]
    if "rootinfo" in request.flags:
        lead = _format_lead(analysis.score_lead)
        parts.append(f"rootInfo visits {analysis.visits} winrate {analysis.win_rate:.6f}{lead}")
    if "ownership" in request.flags and analysis.ownership:
        parts.append(f"ownership {_format_ownership(analysis.ownership, position)}")
    return " ".join(parts)


def _format_candidate(each: Candidate, order: int, request: AnalyzeRequest, position: Position) -> str:
    words = [
        f"info move {position.format_move(each.move)} visits {each.visits} winrate {each.win_rate:.6f}",
        f"{_format_lead(each.score_lead, each.score_stdev)} prior {_prior(each):.6f}",
        f" lcb {lower_confidence_bound(each):.6f} order {order} pv {_format_line(each, position)}",
    ]
    if "pvvisits" in request.flags and each.pv_visits:
        words.append(f" pvVisits {' '.join(map(str, each.pv_visits))}")
    if "movesownership" in request.flags and each.ownership:
        words.append(f" movesOwnership {_format_ownership(each.ownership, position)}")
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


def _format_ownership(ownership: Mapping[Point, float], position: Position) -> str:
    """Return each point's ownership, row by row from the top, from 1 (color to move) to -1 (opponent).

    ownership -- Black's ownership by point; points that are missing count as 0.
    """
    sign, size = -1 if position.to_move else 1, position.size
    points = (point_at(row, column, size) for row in range(size) for column in range(size))
    return " ".join(f"{round(sign * ownership.get(point, 0.0), 2) + 0.0:.2f}" for point in points)


def _format_line(each: Candidate, position: Position) -> str:
    return " ".join(format_variation(position, each.pv or (each.move,)))
