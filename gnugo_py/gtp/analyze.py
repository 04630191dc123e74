"""The analysis commands of Leela Zero and KataGo, as used by Sabaki, Lizzie and similar programs.

The response of `analyze` is a stream that continues until the next command arrives. Each level of the search,
from first to last, adds a line with the best moves. `genmove_analyze` plays a move and reports it with the
other candidates.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from threading import Event
from typing import TypeAlias

from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.types import Color
from gnugo_py.engines.engine import EngineError
from gnugo_py.engines.search.engine import SearchEngine
from gnugo_py.engines.search.result import Analysis, Candidate, analysis_of, as_win_rate
from gnugo_py.gtp.arguments import Arguments, parse_color
from gnugo_py.gtp.protocol import Handler, StreamingResponse
from gnugo_py.gtp.server import GtpServer

_Formatter: TypeAlias = Callable[[Analysis, Game, Position], str]
KATAGO_KEYWORDS = ("interval", "avoid", "allow", "minmoves", "maxmoves", "ownership", "rootinfo", "pvvisits")


def analyze_commands(game: GtpServer) -> dict[str, Handler]:
    """Return the analysis commands by name, for a server whose engine is a search.

    The engine can be watched and interrupted.
    """
    return {
        "lz-analyze": lambda arguments: _analyze(game, arguments, _format_lz),
        "lz-genmove_analyze": lambda arguments: _genmove_analyze(game, arguments, _format_lz),
        "gogui-interrupt": lambda _: "",
        "kata-analyze": lambda arguments: _analyze(game, arguments, _kata_for(arguments)),
        "kata-genmove_analyze": lambda arguments: _genmove_analyze(game, arguments, _kata_for(arguments)),
    }


def _analyze(game: GtpServer, arguments: Arguments, formatter: _Formatter) -> StreamingResponse:
    """Return the stream of an analysis command.

    arguments -- a color, if it is not the color to move, and an interval, which is ignored. Of the keywords
                 that follow only `ownership true` has an effect, with KataGo's commands (`_kata_for`).
    formatter -- the function that formats an analysis.
    """
    assert isinstance(game.player, SearchEngine)
    return AnalysisStream(game.player, game.position_for(_side(game, arguments)), formatter)


def _genmove_analyze(game: GtpServer, arguments: Arguments, formatter: _Formatter) -> str:
    """Play a move and return it, after a line with its analysis if a search chose it.

    arguments -- as in `_analyze`.

    Raises GtpError like `GtpServer.genmove`.
    """
    color = _side(game, arguments)
    position, decision = game.position_for(color), game.choose_move(color)
    analysis = analysis_of(decision)
    report = "" if analysis is None else f"{formatter(analysis, game.game, position)}\n"
    game.play_decision(color, decision)
    return f"\n{report}play {game.game.format_move(decision.move, position)}"


def _side(game: GtpServer, arguments: Arguments) -> Color:
    """Return the color that is named before the first KataGo keyword, else the color to move.

    Raise GtpError if the first word that is not a number is neither a color nor a keyword.
    """
    word = next((word.lower() for word in arguments if not word.isdigit()), "interval")
    return game.position.to_move if word in KATAGO_KEYWORDS else parse_color(word)


class AnalysisStream(StreamingResponse):
    """The analysis of a position at increasing levels."""

    def __init__(self, player: SearchEngine, position: Position, formatter: _Formatter) -> None:
        self._players, self._position, self._formatter = player.all_levels(), position, formatter
        self._ended = Event()

    def run(self, write: Callable[[str], None]) -> None:
        """Write a line for each level."""
        for player in self._players if not self._position.is_over else ():
            try:
                decision = player.choose(self._position, None)
            except EngineError:
                return
            analysis = analysis_of(decision)
            assert analysis is not None
            if self._ended.is_set():
                return
            write(self._formatter(analysis, player.game, self._position))
            if len(analysis.candidates) == 1:
                return

    def end(self) -> None:
        """Make `run` stop soon."""
        self._ended.set()
        for player in self._players:
            player.interrupt()


def _format_lz(analysis: Analysis, game: Game, position: Position) -> str:
    """Return the best moves in the format of Leela Zero, with win rates in units of 1/10000."""
    return " ".join(
        f"info move {_variation_of(analysis, each, game, position)[0]} visits {_visits(analysis, each)}"
        f" winrate {round(10000 * as_win_rate(each.value, analysis))} prior {round(10000 * each.visit_share)}"
        f" lcb {round(10000 * as_win_rate(each.value, analysis))} order {order}"
        f" pv {' '.join(_variation_of(analysis, each, game, position))}"
        for order, each in enumerate(analysis.candidates)
    )


def _format_kata(analysis: Analysis, game: Game, position: Position) -> str:
    """Return the best moves in KataGo's format, with win rates from 0 to 1. There is no `scoreLead`."""
    return " ".join(
        f"info move {_variation_of(analysis, each, game, position)[0]} visits {_visits(analysis, each)}"
        f" winrate {share:.4f} prior {each.visit_share:.4f} lcb {share:.4f} order {order}"
        f" pv {' '.join(_variation_of(analysis, each, game, position))}"
        for order, each in enumerate(analysis.candidates)
        for share in (as_win_rate(each.value, analysis),)
    )


def _kata_for(arguments: Arguments) -> _Formatter:
    """Return the formatter of a KataGo command; `ownership true` adds the ownership of each point."""
    words = [word.lower() for word in arguments]
    is_wanted = ("ownership", "true") in pairwise(words)
    return _format_kata_ownership if is_wanted else _format_kata


def _format_kata_ownership(analysis: Analysis, game: Game, position: Position) -> str:
    """Return the best moves and the ownership of each point, row by row from the top.

    Ownership is 1 for the color to move and -1 for its opponent.
    """
    report = _format_kata(analysis, game, position)
    if not analysis.ownership:
        return report
    owners, sign = dict(analysis.ownership), -1 if position.to_move else 1
    shares = (
        sign * owners.get(game.point_at(row, column, position), 0.0)
        for row, line in enumerate(position.diagram().rows)
        for column in range(len(line))
    )
    return f"{report} ownership {' '.join(f'{round(share, 2) + 0.0:.2f}' for share in shares)}"


def _variation_of(analysis: Analysis, each: Candidate, game: Game, position: Position) -> list[str]:
    """Return the principal variation if it starts with the candidate, else the candidate alone, as text."""
    moves = analysis.pv if analysis.pv and analysis.pv[0] == each.move else (each.move,)
    words = []
    for move in moves:
        words.append(game.format_move(move, position))
        position = position.play_unchecked(move)
    return words


def _visits(analysis: Analysis, each: Candidate) -> int:
    """Return the visits of a candidate, computed from its share of the search; at least 1."""
    return max(round(analysis.visits * each.visit_share), 1)
