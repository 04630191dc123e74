"""What a run of the program needs for analyses: the analyst, its advice, the cache, and the training."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from gnugo_py.core.files import cache_folder, config_folder
from gnugo_py.core.game import Estimate, Game
from gnugo_py.core.position import Position
from gnugo_py.core.registry import estimate
from gnugo_py.engines.engine import Engine, EngineError

if TYPE_CHECKING:
    from gnugo_py.analysis.analyst import Analyst
    from gnugo_py.analysis.background import BackgroundAnalysis
    from gnugo_py.analysis.exercises import Exercise
    from gnugo_py.storage.training import TrainingStore


def make_analyst(game: Game, command: str | None, report: Callable[[str], None]) -> Analyst:
    """Return what judges positions of a game.

    command -- the command of a GTP engine that judges games with points; None for the built-in analyst, which
               also takes over if the engine fails.
    report  -- shows the failure, in one line.

    Raise UserError if no engine can analyze the game.
    """
    from gnugo_py.analysis.analyst import BuiltInAnalyst, FallbackAnalyst
    from gnugo_py.analysis.external_analyst import ExternalAnalyst

    own = BuiltInAnalyst(game)
    if command is None or not game.has_count:
        return own
    other = ExternalAnalyst(command, game)
    try:
        other.start()
    except EngineError as error:
        report(f"{error}; {own.name} analyzes instead")
        return own
    return FallbackAnalyst(other, own, report)


class Analyses:
    """The analyst of a run, which is the built-in one or another engine, and what it is used for.

    command -- the command of the engine, None for the built-in analyst.
    warn    -- shows a problem of the engine at once.
    """

    def __init__(self, command: str | None, warn: Callable[[str], None]) -> None:
        self.command, self._warn = command, warn
        self._analysts: dict[str, Analyst] = {}
        self._problems: list[str] | None = None

    def start(self, game: Game, has_screen: bool) -> None:
        """Start the engine, if there is one, so that it is ready when it is needed.

        has_screen -- whether later problems are kept for `take_problems`, instead of being shown at once.
        """
        if self.command is not None:
            self.analyst(game)
        self._problems = [] if has_screen else None

    def close(self) -> None:
        """Stop the engine."""
        for analyst in self._analysts.values():
            analyst.close()

    def take_problems(self) -> list[str]:
        """Return the problems since the last call."""
        problems = self._problems or []
        if self._problems is not None:
            self._problems = []
        return problems

    def analyst(self, game: Game) -> Analyst:
        """Return what judges positions of a game.  Raise UserError if no engine can."""
        if game.name not in self._analysts:
            self._analysts[game.name] = make_analyst(game, self.command, self._report)
        return self._analysts[game.name]

    def analysis(self, game: Game, positions: Sequence[Position]) -> BackgroundAnalysis:
        """Return the analysis of a game, from the cache if it is there, else not yet started.

        Raise UserError if no engine can analyze the game.
        """
        from gnugo_py.analysis.background import BackgroundAnalysis
        from gnugo_py.analysis.game_analysis import GameAnalysis
        from gnugo_py.storage.analysis_cache import AnalysisCache

        analyst = self.analyst(game)
        cache = AnalysisCache(cache_folder(), analyst.identity)

        def store(done: GameAnalysis) -> None:
            if analyst.identity == cache.identity:  # no other analyst has taken over
                cache.store(game, done)

        known = cache.load(game, positions)
        return BackgroundAnalysis(known or GameAnalysis(positions), analyst, store)

    def adviser(self, game: Game) -> Engine | None:
        """Return the engine that gives hints as the analyst does; None if the analyst is the built-in one."""
        if self.command is None or not game.has_count:
            return None
        from gnugo_py.analysis.analyst_engine import AnalystEngine

        return AnalystEngine(self.analyst(game), game)

    def estimate(self, game: Game, position: Position) -> Estimate | None:
        """Return the engine's estimate of a position or, without one, that of the network."""
        if self.command is None or not game.has_count:
            return estimate(game, position)
        from gnugo_py.analysis.estimate import estimate_from

        with suppress(EngineError):
            known = estimate_from(self.analyst(game).look(position), position)
            if known is not None:
                return known
        return estimate(game, position)

    @property
    def training(self) -> TrainingStore:
        """The exercises that the person has missed."""
        from gnugo_py.storage.training import TrainingStore

        return TrainingStore(config_folder() / "training.json")

    def due_exercises(self) -> Sequence[Exercise]:
        """Return the exercises that are due today.  Raise UserError if today's date is set to no date."""
        from gnugo_py.storage.training import today_or_given

        return self.training.due(today_or_given())

    def record_training(self, exercise: Exercise, is_solved: bool) -> None:
        """Store whether an exercise was solved at the first try."""
        from gnugo_py.storage.training import today_or_given

        self.training.record(exercise, is_solved, today_or_given())

    def _report(self, problem: str) -> None:
        if self._problems is None:
            self._warn(problem)
        else:
            self._problems.append(problem)
