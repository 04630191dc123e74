"""The analysts of one run of the program, their analyses and estimates, and the cache of analyses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Lock, Thread

from gnugo_py.engines.analysis import Analysis
from gnugo_py.engines.engine import (
    AnalysisInterruptedError,
    Decision,
    Engine,
    EngineCommand,
    EngineError,
    NetworkError,
)
from gnugo_py.engines.external.gtp_engine import GtpAnalyst
from gnugo_py.engines.external.process import Timeouts
from gnugo_py.engines.level_ranks import MAX_LEVEL
from gnugo_py.engines.search.search_engine import SearchEngine
from gnugo_py.games.game import Game
from gnugo_py.games.position import Position
from gnugo_py.storage.analysis_cache import AnalysisCache
from gnugo_py.storage.settings import read_settings
from gnugo_py.study.game_analysis import BackgroundAnalysis, GameAnalysis
from gnugo_py.system.files import cache_folder


class AnalystWithFallback(SearchEngine):
    """The search engine of the highest level, which asks another engine for its analyses until that fails.

    game   -- the game.
    other  -- the other engine.
    report -- shows why the other engine failed, in one line.

    Its properties are those of the engine in use.  Several threads may use it; their calls run one at a time.
    """

    def __init__(self, game: Game, other: Engine, report: Callable[[str], None]) -> None:
        super().__init__(game, MAX_LEVEL)
        self._other: Engine | None = other
        self._report, self._one_at_a_time = report, Lock()

    @property
    def name(self) -> str:
        return super().name if self._other is None else self._other.name

    @property
    def identity(self) -> str:
        return super().identity if self._other is None else self._other.identity

    @property
    def is_started(self) -> bool:
        return self._other is None or self._other.is_started

    @property
    def network_name(self) -> str:
        return super().network_name if self._other is None else ""

    def start(self) -> None:
        """Start the other engine, or use it no more.  Raise AnalysisInterruptedError if it is interrupted."""
        with self._one_at_a_time:
            if self._other is not None:
                with self._falling_back(self._other):
                    self._other.start()

    def analyze(
        self, position: Position, visits: int | None = None, seconds: float | None = None
    ) -> Analysis:
        with self._one_at_a_time:
            if self._other is not None:
                with self._falling_back(self._other):
                    return self._other.analyze(position, visits, seconds)
            return super().analyze(position, visits, seconds)

    def choose(self, position: Position, memory: None = None) -> Decision[None]:
        """Return the best move of an analysis.  Raise EngineError if there is none."""
        return self.advise(position)

    recommend = choose

    @contextmanager
    def _falling_back(self, other: Engine) -> Iterator[None]:
        """If the block raises an error other than an interruption, report it and close the other engine."""
        try:
            yield
        except AnalysisInterruptedError:
            raise
        except EngineError as error:
            self._report(f"{error}; {super().name} analyzes instead")
            self._other, self.is_replaced = None, True
            other.close()

    def interrupt(self) -> None:
        other = self._other
        super().interrupt() if other is None else other.interrupt()

    def recover(self) -> None:
        other = self._other
        super().recover() if other is None else other.recover()

    def close(self) -> None:
        if (other := self._other) is not None:
            other.close()


SLOWNESS_NOTICE = "The network is slow on this machine; gnugo-py settings network small makes it faster."


def _load_judge() -> None:
    with suppress(NetworkError):
        from gnugo_py.engines.network.network import judge

        judge()


class Analysts:
    """The analysts of one run, built-in or external, with their analyses and estimates.

    command  -- the command of a GTP engine that judges games with points; None for the built-in analyst,
                which also takes over if the engine fails.
    report   -- shows why the engine failed, in one line.
    announce -- shows what is awaited while the engine starts, in one line; None to use `report` and to name
                Ctrl-C.
    """

    def __init__(
        self,
        command: EngineCommand | None,
        report: Callable[[str], None],
        announce: Callable[[str], None] | None = None,
    ) -> None:
        self.command, self._report, self._announce = command, report, announce
        self._analysts: dict[str, SearchEngine] = {}
        self._is_prepared = self._is_slowness_reported = False
        self._kept: tuple[Position, Analysis] | None = None

    def close(self) -> None:
        for analyst in self._analysts.values():
            analyst.interrupt()
            analyst.close()

    def of_game(self, game: Game) -> SearchEngine:
        """Return the analyst for a game.  Raise UserError if no engine can analyze the game."""
        known = self._analysts.get(game.name)
        if known is not None:
            return known
        command, report = self.command, self._report
        if command is None or not game.has_count:
            analyst = SearchEngine(game, MAX_LEVEL)
        else:
            seconds = int(read_settings().value("analyst-start"))
            announce = self._announce or (lambda line: report(f"{line}; Ctrl-C stops waiting"))
            limits = Timeouts(startup=seconds, max_startup=seconds)
            other = GtpAnalyst(command.line, game, limits, announce, command.folder)
            analyst = AnalystWithFallback(game, other, report)
        self._analysts[game.name] = analyst
        return analyst

    def background_analysis(self, positions: Sequence[Position]) -> BackgroundAnalysis:
        """Return the analysis of a game: from the cache if it is stored there, otherwise one not yet started.

        The cache needs the identity of the analyst; before the analyst has started, the analysis looks there
        when it begins.

        Raise UserError if no engine can analyze the game.
        """
        analyst, analysis = self.of_game(positions[0].game), GameAnalysis(positions)

        def load() -> None:
            known = AnalysisCache(cache_folder(), analyst.identity).load(positions)
            if known is not None:
                analysis.adopt(known)

        def store(done: GameAnalysis) -> None:
            AnalysisCache(cache_folder(), analyst.identity).store(done)

        if analyst.is_started:
            load()
        return BackgroundAnalysis(analysis, analyst, store, load)

    def prepare(self, game: Game) -> None:
        """Load the network that judges positions of a game in another thread, if there is one."""
        if self.command is None and game.has_count and not self._is_prepared:
            self._is_prepared = True
            Thread(target=_load_judge, daemon=True).start()

    def slowness_notice(self) -> str:
        """Return once in a run that the network is slow on this machine, if it is; else an empty string."""
        if self.command is not None or self._is_slowness_reported:
            return ""
        from gnugo_py.engines.network.network import judge

        self._is_slowness_reported = judge().is_slow
        return SLOWNESS_NOTICE if self._is_slowness_reported else ""

    def external(self, game: Game) -> SearchEngine | None:
        """Return the external analyst for a game, None if there is none or the game has no points."""
        return None if self.command is None or not game.has_count else self.of_game(game)

    def keep(self, position: Position, analysis: Analysis) -> None:
        """Keep an analysis of a position, if it has a lead and owners, as what is known of the position."""
        if analysis.score_lead is not None and analysis.ownership:
            self._kept = position, analysis

    def kept(self, position: Position) -> Analysis | None:
        """Return the analysis that was kept last, if it is of this position."""
        return self._kept[1] if self._kept is not None and self._kept[0] is position else None

    def estimate(self, position: Position) -> Analysis | None:
        """Return what is known of a position, or else an estimate, which is kept; None if there is none."""
        judged = self.kept(position) or self._estimate(position)
        if judged is not None:
            self.keep(position, judged)
        return judged

    def _estimate(self, position: Position) -> Analysis | None:
        if (other := self.external(position.game)) is not None:
            with suppress(EngineError):
                known = other.analyze(position)
                if known.score_lead is not None and known.ownership:
                    return known
        return SearchEngine(position.game, MAX_LEVEL).analyze(position) if position.game.has_count else None
