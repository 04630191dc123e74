"""What a run of the program needs for analyses: the analyst, its advice and estimates, and the cache."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from gnugo_py.analysis.analyst import (
    Analyst,
    AnalystAdviser,
    AnalystWithFallback,
    BuiltInAnalyst,
    estimate_from_analysis,
)
from gnugo_py.analysis.external_analyst import ExternalAnalyst
from gnugo_py.analysis.game_analysis import BackgroundAnalysis, GameAnalysis
from gnugo_py.core.files import cache_folder
from gnugo_py.core.game import Estimate, Game
from gnugo_py.core.position import Position
from gnugo_py.core.registry import estimate
from gnugo_py.engines.engine import Engine, EngineError
from gnugo_py.storage.analysis_cache import AnalysisCache


def make_analyst(game: Game, command: str | None, report: Callable[[str], None]) -> Analyst:
    """Return what judges positions of a game.

    command -- the command of a GTP engine that judges games with points; None for the built-in analyst, which
               also takes over if the engine fails.
    report  -- shows the failure, in one line.

    Raise UserError if no engine can analyze the game.
    """
    own = BuiltInAnalyst(game)
    if command is None or not game.has_count:
        return own
    other = ExternalAnalyst(command, game)
    try:
        other.start()
    except EngineError as error:
        report(f"{error}; {own.name} analyzes instead")
        return own
    return AnalystWithFallback(other, own, report)


class AnalystProvider:
    """The analyst of a run, which is the built-in one or another engine, and what it is used for.

    command -- the command of the engine, None for the built-in analyst.
    report  -- receives a problem of the engine, in one line.
    """

    def __init__(self, command: str | None, report: Callable[[str], None]) -> None:
        self.command, self._report = command, report
        self._analysts: dict[str, Analyst] = {}

    def close(self) -> None:
        """Stop the engine."""
        for analyst in self._analysts.values():
            analyst.close()

    def analyst(self, game: Game) -> Analyst:
        """Return what judges positions of a game.  Raise UserError if no engine can."""
        if game.name not in self._analysts:
            self._analysts[game.name] = make_analyst(game, self.command, self._report)
        return self._analysts[game.name]

    def analysis(self, game: Game, positions: Sequence[Position]) -> BackgroundAnalysis:
        """Return the analysis of a game, from the cache if it is there, else not yet started.

        Raise UserError if no engine can analyze the game.
        """
        analyst = self.analyst(game)
        cache = AnalysisCache(cache_folder(), analyst.identity)

        def store(done: GameAnalysis) -> None:
            if analyst.identity == cache.identity:  # no other analyst has taken over
                cache.store(game, done)

        known = cache.load(game, positions)
        return BackgroundAnalysis(known or GameAnalysis(positions), analyst, store)

    def external_analyst(self, game: Game) -> Analyst | None:
        """Return the engine that judges positions of a game, None if that is the built-in analyst.

        Raise UserError if no engine can.
        """
        return None if self.command is None or not game.has_count else self.analyst(game)

    def adviser(self, game: Game) -> Engine | None:
        """Return the engine that gives hints as the analyst does; None if the analyst is the built-in one."""
        other = self.external_analyst(game)
        return None if other is None else AnalystAdviser(other, game)

    def estimate(self, game: Game, position: Position) -> Estimate | None:
        """Return the engine's estimate of a position or, without one, that of the network."""
        other = self.external_analyst(game)
        if other is not None:
            with suppress(EngineError):
                known = estimate_from_analysis(other.quick_look(position), position)
                if known is not None:
                    return known
        return estimate(game, position)
