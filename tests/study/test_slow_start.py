"""Tests of external analysts that need long until their first answer."""

import re
import threading
import time
from typing import Any

import pytest

from gnugo_py import GoPosition
from gnugo_py.engines.engine import AnalysisInterruptedError, EngineError
from gnugo_py.engines.external import gtp_engine as module
from gnugo_py.engines.external.process import EngineProcess, Timeouts
from tests.support.analysts import external_analyst
from tests.support.boards import played

START = GoPosition.start(9, "chinese")
WHITE_TO_MOVE = played(START, "E5")


def test_a_slow_start_is_announced_once_and_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ANNOUNCEMENT_DELAY", 0.1)
    lines: list[str] = []
    with external_analyst("judging_engine", "--delay", "0.4", announce=lines.append) as one:
        assert one.analyze(START, 1).candidates
    assert len(lines) == 1
    assert re.fullmatch(r"Waiting for .*python.* to start \(up to 5 seconds\)", lines[0])


def test_a_slow_first_analysis_is_announced_once_and_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ANNOUNCEMENT_DELAY", 0.2)
    lines: list[str] = []
    with external_analyst("judging_engine", "--slow", "0.5", announce=lines.append) as one:
        assert one.analyze(START, 1).candidates
        assert one.analyze(WHITE_TO_MOVE, 1).candidates
    assert lines[-1] == "Waiting for Judge Judge to analyze the first position (up to 5 seconds)"
    assert sum("to analyze" in line for line in lines) == 1


def test_a_quick_start_is_not_announced() -> None:
    lines: list[str] = []
    with external_analyst("judging_engine", announce=lines.append) as one:
        one.analyze(START, 1)
    assert lines == []


@pytest.mark.parametrize("option", ["--delay", "--slow"])
def test_an_engine_that_is_too_slow_to_start_is_reported_after_the_limit(option: str) -> None:
    began = time.monotonic()
    with (
        external_analyst("judging_engine", option, "30", timeouts=Timeouts(0.5, max_startup=0.5)) as one,
        pytest.raises(EngineError, match=r"within 0\.5 seconds|no valid analysis"),
    ):
        one.analyze(START, 1)
    assert time.monotonic() - began < 60


def test_a_start_can_be_interrupted_and_tried_again() -> None:
    with external_analyst("judging_engine", "--delay", "0.5") as one:
        threading.Timer(0.1, one.interrupt).start()
        with pytest.raises(AnalysisInterruptedError):
            one.analyze(START, 1)
        one.recover()
        assert one.analyze(START, 1).candidates


def test_a_program_whose_start_was_interrupted_before_it_was_known_is_stopped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    running = set(threading.enumerate())
    with external_analyst("judging_engine") as one:

        def begin(command: str, *given: Any) -> EngineProcess:
            process = EngineProcess(command, *given)
            one.interrupt()
            one.close()
            return process

        monkeypatch.setattr(module, "EngineProcess", begin)
        with pytest.raises(AnalysisInterruptedError):
            one.start()
        assert set(threading.enumerate()) == running, "threads still read what the program writes"
