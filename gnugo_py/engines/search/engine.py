"""The search engine, and how it explains its decisions."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from importlib import import_module
from threading import Event
from typing import ClassVar, cast
from zlib import crc32

from gnugo_py import __version__
from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.text import pluralize
from gnugo_py.core.types import RESIGN, Move, Play, Point, UserError
from gnugo_py.engines.analysis import (
    Analysis,
    Candidate,
    as_win_rate,
    format_candidate_value,
    values_for_black,
)
from gnugo_py.engines.engine import (
    AnalysisInterruptedError,
    Decision,
    Engine,
    EngineConfig,
    EngineError,
    Reason,
)
from gnugo_py.engines.level_ranks import MAX_LEVEL, level_rank
from gnugo_py.engines.search.result import (
    GuidedSearchDefinition,
    SearchControl,
    SearchDefinition,
    SearchResult,
)

_MOVES_IN_EXPLANATION, _MAX_MOVES_IN_ANALYSIS, _MAX_PV_SHOWN = 3, 40, 6
_MOVES_IN_DETAILS = 9
_ANALYSIS_LEVEL = 3
"""The level of an analysis in games without a network."""
_HINT_VISITS, _UNLIMITED = 200, 10**6
"""The visits of an analysis for a hint, and a number of visits that no analysis has."""
_MIN_LEVEL_TO_RESIGN = 6
"""The lowest level that asks a person to accept its resignation."""
_SEARCHES = {
    "Go": ("gnugo_py.engines.search.go_search", "GO_SEARCH_DEFINITION"),
    "Hex": ("gnugo_py.engines.search.hex_uct", "HEX_SEARCH_DEFINITION"),
    "Amazons": ("gnugo_py.engines.search.amazons_alphabeta", "AMAZONS_SEARCH_DEFINITION"),
    "Tanbo": ("gnugo_py.engines.search.tanbo_alphabeta", "TANBO_SEARCH_DEFINITION"),
}
"""The module and the name of the search definition, by the name of the game."""


def has_search(game: Game) -> bool:
    """Return whether search supports a game, without importing the modules of that game."""
    return game.display_name in _SEARCHES


def search_definition(game: Game) -> SearchDefinition | None:
    """Return the search definition of a game, or None if search does not support the game."""
    if not has_search(game):
        return None
    module, name = _SEARCHES[game.display_name]
    return cast(SearchDefinition, getattr(import_module(module), name))


class SearchEngine(Engine):
    """An engine that chooses its moves by search.

    Without a time limit, its decision depends only on the position, the level and the seed.

    game    -- the game it plays.
    level   -- playing strength, 1 to 9.
    seed    -- seed for its random numbers.
    max_time -- maximum time per move in seconds, None for no limit. Games with a limit are not reproducible.
    can_resign -- whether it resigns lost games.

    Raise UserError if the level is not 1 to 9 or search does not support the game.
    """

    can_advise: ClassVar[bool] = True

    def __init__(
        self, game: Game, level: int, seed: int = 0, max_time: float | None = None, can_resign: bool = False
    ) -> None:
        if not 1 <= level <= MAX_LEVEL:
            raise UserError(f"search supports levels 1 to {MAX_LEVEL}, not {level}")
        search = search_definition(game)
        if search is None:
            raise UserError(f"search does not play {game.display_name}")
        self.game, self.level, self.seed = game, level, seed
        self.max_time, self.can_resign = max_time, can_resign
        self._search = search
        self._guided = search if isinstance(search, GuidedSearchDefinition) else None
        self._stopped = Event()
        self._time_limit: float | None = None
        self._running: tuple[Position, SearchControl] | None = None

    @property
    def name(self) -> str:
        """The name of the engine in game records."""
        return f"gnugo-py level {self.level}"

    @property
    def changed_in_version(self) -> str:
        """The version in which the network last changed; empty if there is no network for this game."""
        return "" if self._guided is None else "3.0.0"

    @property
    def identity(self) -> str:
        """The version of the program, and a checksum of the network's weights if there is a network."""
        if self._guided is None:
            return f"gnugo-py {__version__} "
        from gnugo_py.engines.network.network import weights_checksum

        return f"gnugo-py {__version__} {weights_checksum()}"

    @property
    def can_refine(self) -> bool:
        """Whether the game has a network; without one, every analysis is a quick look."""
        return self._guided is not None

    @property
    def rank(self) -> str:
        """The approximate rank of the level, such as `12 kyu`; empty in games without ranks."""
        return level_rank(self.game.display_name, self.level)

    def with_seed(self, seed: int) -> SearchEngine:
        """Return an engine that differs from this one only in its seed."""
        return SearchEngine(self.game, self.level, seed, self.max_time, self.can_resign)

    def config(self) -> EngineConfig:
        """Return the data from which an equal engine can be made."""
        return EngineConfig(
            "search", self.level, self.seed, max_time=self.max_time, can_resign=self.can_resign
        )

    def choose(self, position: Position, memory: None = None) -> Decision[None]:
        """Return a decision for the best move or, after an interruption, for the best move so far.

        Raise EngineError if the engine was interrupted before the search began, or if the game is over and
        its rules do not allow passes.
        """
        self.game.require_position(position)
        stopped = self._stopped
        if stopped.is_set():
            raise EngineError(f"{self.name} was interrupted")
        if position.is_over and not self.game.can_pass:
            raise EngineError("the game is over")
        limits = [each for each in (self.max_time, self._time_limit) if each is not None]
        self._running = position, SearchControl(stopped, min(limits, default=None))
        result = self._search_position(position, self._running[1])
        may_resign = self.can_resign or self._guided is not None
        is_lost = may_resign and self._search.is_lost(result, position, self._position_seed(position))
        search = self._analysis(result, position)._replace(is_lost=is_lost)
        move = RESIGN if self.can_resign and is_lost else search.candidates[0].move
        return _decision(move, search)

    def iter_analyses(
        self, position: Position, interval: float, excluded: Collection[Move] = ()
    ) -> Iterator[Analysis]:
        """Yield better and better analyses of a position.

        End after `interrupt` is called, or after an analysis that has a `note`.

        interval -- seconds between analyses; ignored in games without a network, where each level of the
                    search yields one analysis.
        excluded -- moves to leave out; ignored in games without a network.
        """
        if position.is_over and not self.game.can_pass:
            return
        stopped, guided = self._stopped, self._guided
        if guided is not None:
            codes = [code for move in excluded if (code := guided.index_of(move)) is not None]
            results = guided.refine(position, codes, lambda: SearchControl(stopped, interval))
        else:
            levels = (SearchEngine(self.game, level, self.seed) for level in range(1, MAX_LEVEL + 1))
            control = SearchControl(stopped, self.max_time)
            results = (engine._search_position(position, control) for engine in levels)
        for result in results:
            yield self._analysis(result, position)
            if stopped.is_set() or result.note:
                return

    def analyze(
        self, position: Position, visits: int | None = None, seconds: float | None = None
    ) -> Analysis:
        """Return an analysis; without a network, it is that of a search at a low level, whatever the visits.

        Raise AnalysisInterruptedError if the engine was interrupted before the search began.
        """
        if self._stopped.is_set():
            raise AnalysisInterruptedError
        limits = [each for each in (self.max_time, seconds) if each is not None]
        control = SearchControl(self._stopped, min(limits, default=None))
        if self._guided is None:
            seed = self._position_seed(position)
            result = self._search.choose(position, _ANALYSIS_LEVEL, seed, control)
        elif visits is None and seconds is None:
            result = self._guided.quick_look(position)
        else:
            result = self._guided.search(position, visits or _UNLIMITED, control)
        return self._analysis(result, position)

    def advise(self, position: Position) -> Decision[None]:
        """Return the best move of an analysis.  Raise EngineError if there is none."""
        analysis = self.analyze(position, _HINT_VISITS)
        if not analysis.candidates:
            raise EngineError(f"{self.name} suggests no move here")
        return _decision(analysis.candidates[0].move, analysis)

    def _search_position(self, position: Position, control: SearchControl) -> SearchResult:
        return self._search.choose(position, self.level, self._position_seed(position), control)

    def _position_seed(self, position: Position) -> int:
        """Return a seed that depends on the stones, the color to move and the engine's seed."""
        return crc32(repr((position.diagram().rows, int(position.to_move), self.seed)).encode())

    def _analysis(self, result: SearchResult, position: Position) -> Analysis:
        """Convert a search result to an analysis with moves instead of move indexes."""
        search = self._search
        unit = search.score_unit
        line = position.leading_legal_moves(result.pv, self._search.move_of)
        candidates = []
        for each in result.candidates[:_MAX_MOVES_IN_ANALYSIS]:
            move = search.move_of(each.code, position)
            own_line = position.leading_legal_moves(each.pv, search.move_of)
            own_line = own_line or (line if line[:1] == (move,) else (move,))
            candidates.append(
                Candidate(
                    move=move,
                    value=each.value + 0.0,
                    visit_share=each.visit_share,
                    visits=each.visits or max(round(result.visits * each.visit_share), 1),
                    win_rate=as_win_rate(each.value, unit),
                    score_lead=each.lead,
                    score_stdev=each.stdev,
                    prior=each.prior,
                    pv=own_line,
                    pv_visits=each.pv_visits[: len(own_line)],
                    ownership=each.ownership,
                )
            )
        owners = tuple(
            (move.points[0], round(share, 2) + 0.0)
            for code, share in result.ownership.items()
            if isinstance(move := search.move_of(code, position), Play)
        )
        return Analysis(
            candidates=tuple(candidates),
            pv=line,
            visits=result.visits,
            depth=result.depth,
            score_unit=unit,
            win_rate=result.win_rate,
            ownership=owners,
            note=result.note,
            score_lead=result.lead,
            score_stdev=candidates[0].score_stdev,
        )

    def explain(self, position: Position, decision: Decision[None]) -> tuple[str, ...]:
        """Return the reasons for the move in sentences or, without a network, the results of the search."""
        analysis = decision.analysis
        if analysis is None:
            return ()
        if analysis.note:
            return (analysis.note,)
        if self._guided is not None:
            return self._guided.explain(position, analysis)
        best = [
            f"{self._format_move(each.move, position)} {format_candidate_value(each, analysis)}"
            for each in analysis.candidates[:_MOVES_IN_EXPLANATION]
        ]
        lines = [f"search, level {self.level}: {'; '.join(best)}."]
        if not analysis.score_unit and any(
            _has_higher_percentage(each, analysis.candidates[0])
            for each in analysis.candidates[1:_MOVES_IN_EXPLANATION]
        ):
            lines.append(
                "Search plays the move with the most visits; win rates from fewer visits are less reliable."
            )
        if len(analysis.pv) > 1:
            lines.append(f"Principal variation: {self._format_line(analysis.pv, position)}.")
        depth = f", {pluralize(analysis.depth, 'move')} ahead" if analysis.depth else ""
        effort = pluralize(analysis.visits, "position" if analysis.score_unit else "playout")
        lines.append(f"{effort}{' evaluated' if analysis.score_unit else ''}{depth}.")
        return tuple(lines)

    def explain_details(self, position: Position, decision: Decision[None]) -> tuple[str, ...]:
        """Return the searched moves, one per line, and the total visits; empty in games without a network."""
        analysis = decision.analysis
        if analysis is None or self._guided is None:
            return ()
        lines = [
            f"{self._format_move(each.move, position)}: win rate {each.win_rate:.0%},"
            f"{'' if each.score_lead is None else f' lead {each.score_lead:+.1f},'}"
            f" {pluralize(each.visits, 'visit')}: {self._format_line(each.pv, position)}"
            for each in analysis.candidates[:_MOVES_IN_DETAILS]
        ]
        return (*lines, f"{self.name}: {pluralize(analysis.visits, 'visit')} in all.")

    def decision_as_data(self, position: Position, decision: Decision[None]) -> dict[str, object]:
        """Return the analysis behind a decision as plain data; empty if no search made the decision.

        best   -- the moves with their values and their shares of the search. Values are win rates, or scores
                  in the unit `unit`; the score of a win is about a million.
        line   -- the principal variation.
        effort -- number of playouts, or of positions evaluated.
        depth  -- search depth in moves; 0 for playouts.
        unit   -- the unit of scores; empty for win rates.
        owners -- ownership by vertex, from 1 for Black to -1 for White.
        """
        analysis = decision.analysis
        if analysis is None:
            return {}
        best = [
            {
                "move": self._format_move(each.move, position),
                "value": round(each.value, 4) + 0.0,
                "share": round(each.visit_share, 4),
            }
            for each in analysis.candidates
        ]
        return {
            "best": best,
            "line": self._format_line(analysis.pv, position).split(),
            "effort": analysis.visits,
            "depth": analysis.depth,
            "unit": analysis.score_unit,
            "owners": {position.format_point(point): share for point, share in analysis.ownership},
        }

    def _format_line(self, line: tuple[Move, ...], position: Position) -> str:
        """Return the first moves of a variation as text."""
        return " ".join(position.format_variation(line[:_MAX_PV_SHOWN]))

    def _format_move(self, move: Move, position: Position) -> str:
        return position.format_move(move)

    def decision_marks(self, position: Position, decision: Decision[None]) -> tuple[tuple[Point, str], ...]:
        """Return the principal variation as board marks: move numbers on the destination points.

        If a move has several points, the destination is the second, and the first move also has a `*` on
        its last point and a highlight (an empty mark) on its first point.
        """
        analysis = decision.analysis
        if analysis is None:
            return ()
        place = min(len(self.game.point_prompts) - 1, 1)
        marks: dict[Point, str] = {}
        for number, move in enumerate(analysis.pv[:9], 1):
            if isinstance(move, Play) and move.points[place] >= 0:
                marks.setdefault(move.points[place], str(number))
        now = analysis.candidates[0].move
        if place and isinstance(now, Play):
            marks.setdefault(now.points[-1], "*")
            marks.setdefault(now.points[0], "")
        return tuple(marks.items())

    def black_win_rate(self, position: Position, decision: Decision[None]) -> float | None:
        """Return Black's win rate, 0 to 1, or None if no search made the decision.

        If values are scores, the win rate is a rough estimate.
        """
        analysis = decision.analysis
        if analysis is None:
            return None
        return values_for_black(analysis, position.to_move)[1]

    def wants_to_resign(self, decision: Decision[None]) -> bool:
        """Return whether the game is lost for the engine and its level is high enough to offer to resign."""
        analysis = decision.analysis
        return self.level >= _MIN_LEVEL_TO_RESIGN and analysis is not None and analysis.is_lost

    def decision_ownership(self, decision: Decision[None]) -> tuple[tuple[Point, float], ...]:
        """Return the expected ownership of points at the end of the game, 1 for Black to -1 for White."""
        analysis = decision.analysis
        return () if analysis is None else analysis.ownership

    def limit_time(self, seconds: float | None) -> None:
        """Limit the seconds per decision from now on, in addition to `max_time`; None for no limit."""
        self._time_limit = seconds

    def interrupt(self) -> None:
        """Stop a `choose` that is running in another thread. That call returns the best move so far."""
        self._stopped.set()

    def recover(self) -> None:
        """Allow new calls of `choose` after an interruption."""
        self._stopped = Event()

    def best_moves_so_far(self) -> tuple[Move, ...]:
        """Return the leading moves so far in a running search, best first."""
        if self._running is None:
            return ()
        position, control = self._running
        return tuple(self._search.move_of(code, position) for code in control.codes)

    def progress_text(self) -> str:
        """Return the progress in percent and the best move so far as text; empty until a move is known."""
        if self._running is None or (best := self._running[1].best) is None:
            return ""
        position, control = self._running
        move = self._format_move(self._search.move_of(best.code, position), position)
        return f"{control.progress:.0%}, best so far {move}"


def _decision(move: Move, analysis: Analysis) -> Decision[None]:
    """Return the decision for a move, with the analysis behind it."""
    point = move.points[0] if isinstance(move, Play) else None
    return Decision(move, (Reason("search", point, round(1000 * analysis.candidates[0].value), analysis),))


def _has_higher_percentage(other: Candidate, best: Candidate) -> bool:
    """Return True if `other` has a higher win rate than `best` when both are rounded to whole percentages."""
    return round(100 * other.value) > round(100 * best.value)
