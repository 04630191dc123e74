"""The search engine, which plays all games."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from importlib import import_module
from threading import Event
from typing import Any, ClassVar
from zlib import crc32

from gnugo_py import __version__
from gnugo_py.engines.analysis import WIN_VALUE, Analysis
from gnugo_py.engines.engine import (
    AnalysisInterruptedError,
    Decision,
    Engine,
    EngineConfig,
    EngineError,
    Reason,
)
from gnugo_py.engines.level_ranks import MAX_LEVEL, level_rank
from gnugo_py.games.checks import checked_methods, require_type
from gnugo_py.games.game import Game
from gnugo_py.games.position import Position, require_position
from gnugo_py.games.text import format_percent, pluralize
from gnugo_py.games.types import RESIGN, Move, Play, Point, UserError
from gnugo_py.games.variations import format_variation

MAX_CANDIDATES = 40
"""The maximum number of moves in an analysis."""
MOVES_IN_EXPLANATION = 3
"""The number of moves that an explanation names."""
MAX_PV_SHOWN = 6
"""The number of moves of a principal variation in texts and on the board."""
_ANALYSIS_LEVEL = 3
"""The level of an analysis in games without a network."""
_HINT_VISITS, _UNLIMITED = 120, 10**6
"""The visits of an analysis for a hint, and a number of visits that no analysis has."""
_MIN_LEVEL_TO_RESIGN = 6
"""The lowest level that asks a person to accept its resignation."""
_SEARCHES = {
    "Go": ("go_search", "GoSearch"),
    "Hex": ("hex_search", "HexSearch"),
    "Amazons": ("amazons_alphabeta", "AmazonsSearch"),
    "Tanbo": ("tanbo_alphabeta", "TanboSearch"),
}
"""The module and the class that searches in a game, by the name of the game."""


def has_search(game: Game) -> bool:
    """Return whether search supports a game, without importing the modules of that game."""
    return game.display_name in _SEARCHES


class SearchControl:
    """The progress of a running search, and the signal to stop it.

    stopped -- stops the search when it is set.
    limits  -- time limits in seconds, counted from the creation of this object; None for no limit.

    seconds  -- the smallest limit, infinite if there is none.
    progress -- the completed share of the search, 0 to 1.
    moves    -- the leading moves so far, best first; empty at first.
    """

    def __init__(self, stopped: Event, *limits: float | None) -> None:
        self.stopped, self.progress, self.moves = stopped, 0.0, tuple[Move, ...]()
        self.seconds = min((each for each in limits if each is not None), default=math.inf)
        self._end = time.monotonic() + self.seconds

    def report(self, done: float, *moves: Move) -> None:
        """Record the progress and the leading moves."""
        self.progress, self.moves = done, moves

    @property
    def must_stop(self) -> bool:
        """True once the stop event is set or the time limit has passed."""
        return self.stopped.is_set() or time.monotonic() > self._end


@checked_methods()
class SearchEngine(Engine):
    """An engine that chooses its moves by search; `SearchEngine(game, ...)` makes the one for the game.

    Without a time limit, its decision depends only on the position, the level and the seed. With a limit, it
    goes on from the tree of its last search in Go.

    game    -- the game it plays.
    level   -- playing strength, 1 to 9.
    seed    -- seed for its random numbers.
    max_time -- maximum time per move in seconds, None for no limit. Games with a limit are not reproducible.
    can_resign -- whether it resigns lost games.

    Raise UserError if the level is not 1 to 9 or search does not support the game.

    A subclass searches in one game, and must define `_find_move` and `should_resign`. Positions are those of
    its game.

    score_unit  -- the unit of scores, as text; empty if values are win rates.
    has_network -- whether a network guides the search.
    """

    score_unit: ClassVar[str] = ""
    has_network: ClassVar[bool] = False

    def __new__(cls, game: Game, *_: Any, **__: Any) -> SearchEngine:
        """Return an engine of the class for the game; with it, a subclass for all games is joined."""
        require_type("game", game, Game)
        if game.display_name not in _SEARCHES:
            raise UserError(f"search does not play {game.display_name}")
        module, name = _SEARCHES[game.display_name]
        found: type[SearchEngine] = getattr(import_module(f"gnugo_py.engines.search.{module}"), name)
        if cls is SearchEngine or issubclass(cls, found):
            return super().__new__(found if cls is SearchEngine else cls)
        return super().__new__(type(cls.__name__, (cls, found), {}))

    def __init__(
        self, game: Game, level: int, seed: int = 0, max_time: float | None = None, can_resign: bool = False
    ) -> None:
        if not 1 <= level <= MAX_LEVEL:
            raise UserError(f"search supports levels 1 to {MAX_LEVEL}, not {level}")
        self.game, self.level, self.seed = game, level, seed
        self.max_time, self.can_resign = max_time, can_resign
        self._stopped = Event()
        self._time_limit: float | None = None
        self._running: tuple[Position, SearchControl] | None = None

    @property
    def name(self) -> str:
        return f"gnugo-py level {self.level}"

    @property
    def changed_in_version(self) -> str:
        return "3.0.0" if self.has_network else ""

    @property
    def identity(self) -> str:
        if not self.has_network:
            return f"gnugo-py {__version__} "
        from gnugo_py.engines.network.network import judge_identity

        return f"gnugo-py {__version__} {judge_identity()}"

    @property
    def network_name(self) -> str:
        """The name of the network that judges positions; empty if there is none, or another engine judges."""
        if not self.has_network:
            return ""
        from gnugo_py.engines.network.network import judge

        return judge().name

    @property
    def rank(self) -> str:
        return level_rank(self.game.display_name, self.level)

    def with_seed(self, seed: int) -> SearchEngine:
        return SearchEngine(self.game, self.level, seed, self.max_time, self.can_resign)

    def config(self) -> EngineConfig:
        return EngineConfig(
            "search", self.level, self.seed, max_time=self.max_time, can_resign=self.can_resign
        )

    def choose(self, position: Position, memory: None = None) -> Decision[None]:
        analysis = self._searched(position, self._find_move)
        may_resign = self.can_resign or (self.has_network and self.level >= _MIN_LEVEL_TO_RESIGN)
        would_resign = may_resign and self.should_resign(analysis, position)
        move = RESIGN if self.can_resign and would_resign else analysis.candidates[0].move
        return replace(_decision(move, analysis), would_resign=would_resign)

    def recommend(self, position: Position) -> Decision[None]:
        """Return the best move, without the mistakes and the variety of the levels; never a resignation."""
        analysis = self._searched(position, self._find_hint)
        return _decision(analysis.candidates[0].move, analysis)

    def _searched(
        self, position: Position, search: Callable[[Position, int, SearchControl], Analysis]
    ) -> Analysis:
        """Return the analysis of a search of the engine's level.

        Raise EngineError if the engine was interrupted before the search, or no move is possible.
        """
        require_position(position, self.game)
        control = SearchControl(self._stopped, self.max_time, self._time_limit)
        if control.stopped.is_set():
            raise EngineError(f"{self.name} was interrupted")
        if position.is_over and not self.game.can_pass:
            raise EngineError("the game is over")
        self._running = position, control
        return search(position, self.level, control)

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
        control = SearchControl(self._stopped, interval if self.has_network else self.max_time)
        for analysis in self._refine(position, excluded, control):
            yield analysis
            if control.stopped.is_set() or analysis.note:
                return

    def analyze(
        self, position: Position, visits: int | None = None, seconds: float | None = None
    ) -> Analysis:
        control = SearchControl(self._stopped, self.max_time, seconds)
        if control.stopped.is_set():
            raise AnalysisInterruptedError
        if (visits, seconds) != (None, None):
            visits = visits or _UNLIMITED
        return self._examine(position, visits, control)

    def advise(self, position: Position) -> Decision[None]:
        """Return the best move of an analysis.  Raise EngineError as `analyze` does."""
        analysis = self.analyze(position, _HINT_VISITS)
        return _decision(analysis.candidates[0].move, analysis)

    def _position_seed(self, position: Position) -> int:
        """Return a seed that depends on the stones, the color to move and the engine's seed."""
        return crc32(repr((position.diagram().rows, int(position.to_move), self.seed)).encode())

    def explain(self, position: Position, decision: Decision[None]) -> tuple[str, ...]:
        analysis = decision.analysis
        if analysis is None:
            return ()
        return (analysis.note,) if analysis.note else self.explain_analysis(position, analysis)

    def explain_in_words(self, position: Position, decision: Decision[None]) -> tuple[str, ...]:
        analysis = decision.analysis
        if analysis is None or analysis.note:
            return self.explain(position, decision)
        move = analysis.best
        text = self.describe_move(position, move, analysis) if isinstance(move, Play) else ""
        return (text,) if text else ()

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
                "move": position.format_move(each.move),
                "value": round(each.value, 4) + 0.0,
                "share": round(each.visit_share, 4),
            }
            for each in analysis.candidates
        ]
        return {
            "best": best,
            "line": format_line(analysis.pv, position).split(),
            "effort": analysis.visits,
            "depth": analysis.depth,
            "unit": analysis.score_unit,
            "owners": {position.format_point(point): share for point, share in analysis.ownership.items()},
        }

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
        for number, move in enumerate(analysis.pv[:MAX_PV_SHOWN], 1):
            if isinstance(move, Play) and move.points[place] >= 0:
                marks.setdefault(move.points[place], str(number))
        now = analysis.candidates[0].move
        if place and isinstance(now, Play):
            marks.setdefault(now.points[-1], "*")
            marks.setdefault(now.points[0], "")
        return tuple(marks.items())

    def limit_time(self, seconds: float | None) -> None:
        self._time_limit = seconds

    def interrupt(self) -> None:
        self._stopped.set()

    def recover(self) -> None:
        self._stopped = Event()

    def best_moves_so_far(self) -> tuple[Move, ...]:
        return () if self._running is None else self._running[1].moves

    def progress_text(self) -> str:
        moves = self.best_moves_so_far()
        if self._running is None or not moves:
            return ""
        position, control = self._running
        return f"{format_percent(control.progress)} done, best so far {position.format_move(moves[0])}"

    # What a subclass defines

    def _find_move(self, position: Any, level: int, control: SearchControl) -> Analysis:
        """Return the analysis of a search at a level; its first candidate is the move to play."""
        raise NotImplementedError

    def _find_hint(self, position: Any, level: int, control: SearchControl) -> Analysis:
        """Return the analysis of a search for a hint; with a network, the level does not matter."""
        return self._find_move(position, level, control)

    def should_resign(self, analysis: Analysis, position: Any) -> bool:
        """Return whether the color to move should resign."""
        raise NotImplementedError

    def _examine(self, position: Any, visits: int | None, control: SearchControl) -> Analysis:
        """Return the analysis for `analyze`, in which no move is sampled at random."""
        return self._find_move(position, _ANALYSIS_LEVEL, control)

    def _refine(
        self, position: Any, excluded: Collection[Move], control: SearchControl
    ) -> Iterator[Analysis]:
        """Yield the analyses of `iter_analyses`.

        control -- limits the time of each analysis or, without a network, of all.
        """
        for level in range(1, MAX_LEVEL + 1):
            yield self._find_move(position, level, control)

    def explain_analysis(self, position: Any, analysis: Analysis) -> tuple[str, ...]:
        """Return the reasons for the move, or the results of the search in games without reasons."""
        shown = analysis.candidates[:MOVES_IN_EXPLANATION]
        best = [
            f"{_standing(each.value, analysis.score_unit)} after {position.format_move(each.move)}"
            for each in shown
        ]
        lines = [f"search, level {self.level}: {position.to_move} is {'; '.join(best)}."]
        if len(analysis.pv) > 1:
            lines.append(f"Principal variation: {format_line(analysis.pv, position)}.")
        depth = f", {pluralize(analysis.depth, 'move')} ahead" if analysis.depth else ""
        lines.append(f"{pluralize(analysis.visits, 'position')} evaluated{depth}.")
        return tuple(lines)

    def describe_move(self, position: Any, move: Play, analysis: Analysis) -> str:
        """Return what a legal move does, in sentences; empty if nothing is known of it.

        analysis -- an analysis of the position.
        """
        return ""


def _standing(score: float, unit: str) -> str:
    """Return how a color stands that has a score, such as `behind by 5.8 squares`."""
    if abs(score) > WIN_VALUE / 2:
        return "winning" if score > 0 else "losing"
    lead = round(score, 1)
    return f"{'ahead' if lead > 0 else 'behind'} by {abs(lead):.1f} {unit}" if lead else "even"


def format_line(line: tuple[Move, ...], position: Position) -> str:
    """Return the first moves of a variation as text."""
    return " ".join(format_variation(position, line[:MAX_PV_SHOWN]))


def rounded_ownership(owners: Mapping[Point, float]) -> dict[Point, float]:
    """Return the ownership of each point, rounded to two decimals."""
    return {point: round(share, 2) + 0.0 for point, share in owners.items()}


def _decision(move: Move, analysis: Analysis) -> Decision[None]:
    """Return the decision for a move, with the analysis behind it."""
    point = move.points[0] if isinstance(move, Play) else None
    return Decision(
        move, (Reason("search", point, round(1000 * analysis.candidates[0].value)),), analysis=analysis
    )
