"""Tests of the analysis in another thread: how it is stopped, continued and finished, and how it fails."""

import threading

import pytest

from gnugo_py import GO, SearchEngine
from gnugo_py.app.analysts import AnalystWithFallback
from gnugo_py.engines.analysis import Analysis
from gnugo_py.engines.engine import AnalysisInterruptedError, EngineError
from gnugo_py.games.position import Position
from gnugo_py.study.game_analysis import BackgroundAnalysis, GameAnalysis
from tests.study.test_game_analysis import Oracle, line

LEADS = {0: 0.0, 1: 0.0, 2: 0.0, 3: 0.0}


class Gate(Oracle):
    """An oracle that waits before each look until it is let through or interrupted."""

    def __init__(self) -> None:
        super().__init__(LEADS)
        self.allowed = threading.Semaphore(0)
        self.interrupted = False
        self.second_look = threading.Event()

    def look(self, position: Position) -> Analysis:
        self.allowed.acquire(timeout=60)
        if self.interrupted:
            raise AnalysisInterruptedError("interrupted")
        analysis = super().look(position)
        if len(self.looked) == 2:
            self.second_look.set()
        return analysis

    def interrupt(self) -> None:
        self.interrupted = True
        self.allowed.release()

    def recover(self) -> None:
        self.interrupted = False


def game() -> GameAnalysis:
    return GameAnalysis(line("E5", "C3", "G7"))


def test_a_stopped_analysis_continues_where_it_was_stopped() -> None:
    gate, done = Gate(), list[GameAnalysis]()
    background = BackgroundAnalysis(game(), gate, done.append)
    background.start()
    gate.allowed.release()
    gate.allowed.release()
    assert gate.second_look.wait(60)
    background.stop()
    assert not background.is_running
    assert not background.analysis.is_complete
    for _ in range(4):
        gate.allowed.release()
    background.finish()
    assert gate.looked == [0, 1, 2, 3]
    assert done == [background.analysis]
    assert background.progress == 1.0


def test_finish_waits_for_the_thread() -> None:
    background = BackgroundAnalysis(game(), Oracle(LEADS))
    background.start()
    background.finish()
    assert background.analysis.is_complete


def test_a_failure_is_reported_and_ends_the_analysis() -> None:
    class Broken(Oracle):
        def look(self, position: Position) -> Analysis:
            raise EngineError("it broke")

    background = BackgroundAnalysis(game(), Broken(LEADS))
    with pytest.raises(EngineError, match="it broke"):
        background.finish()
    assert background.error == "it broke"
    background.start()
    assert not background.is_running


def test_a_game_is_judged_by_one_analyst_alone() -> None:
    class Breaking(Oracle):
        name = identity = "breaking"

        def look(self, position: Position) -> Analysis:
            if len(self.looked) == 2:
                raise EngineError("it broke")
            return super().look(position)

    analysis, own = game(), game()
    assert list(analysis.run(AnalystWithFallback(GO, Breaking(LEADS), lambda _: None)))[-1] == 1.0
    assert list(own.run(SearchEngine(GO, 9)))[-1] == 1.0
    assert analysis.judgments == own.judgments
