"""Tests of analysts that are other programs: what they send, in whose view, and what they do wrong."""

import shlex
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnugo_py import GO, GoPosition, GtpEngine
from gnugo_py.engines.engine import EngineError
from gnugo_py.engines.external import gtp_engine as module
from gnugo_py.engines.external.gtp_engine import GtpAnalyst
from gnugo_py.engines.external.info_lines import analysis_from_info_line
from gnugo_py.engines.external.process import Timeouts
from tests.support.analysts import SHORT
from tests.support.boards import played
from tests.support.paths import DATA, ROOT

PROGRAM = ROOT / "tests" / "support" / "analysis_engine.py"
START = GoPosition.start(9, "chinese")
WHITE_TO_MOVE = played(START, "E5")
DIALOGUE = (DATA / "kata-analyze.txt").read_text(encoding="utf-8").splitlines()
LINES = [line.removeprefix("< ") for line in DIALOGUE if line.startswith("< info ")]


def command(kind: str) -> str:
    return shlex.join([sys.executable, str(PROGRAM), kind])


@contextmanager
def analyst(kind: str, timeouts: Timeouts = SHORT) -> Iterator[GtpAnalyst]:
    with closing(GtpAnalyst(command(kind), GO, timeouts)) as one:
        yield one


def words(line: tuple[object, ...], position: GoPosition = START) -> list[str]:
    return [position.format_move(move) for move in line]  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", ["kata", "shuffled", "white"])
def test_values_are_those_of_the_color_to_move(kind: str) -> None:
    with analyst(kind) as one:
        black, white = one.analyze(START, 40), one.analyze(WHITE_TO_MOVE, 40)
    assert [black.win_rate, white.win_rate] == pytest.approx([0.85, 0.15])
    assert [black.score_lead, white.score_lead] == pytest.approx([8, -8])
    assert words(black.candidates[0].pv) == ["C7", "F6", "G3"][: len(black.candidates[0].pv)]
    assert black.visits >= 40 or kind == "shuffled"


def test_an_engine_that_knows_only_lz_analyze_gives_no_points() -> None:
    with analyst("lz") as one:
        analysis = one.analyze(WHITE_TO_MOVE, 40)
    assert analysis.win_rate == pytest.approx(0.15)
    assert analysis.score_lead is None
    assert analysis.candidates[0].prior == pytest.approx(0.2)


def test_ownership_is_for_black() -> None:
    with analyst("kata") as one:
        for position in (START, WHITE_TO_MOVE):
            assert set(dict(one.analyze(position).ownership).values()) == {0.5}


def test_the_moves_of_the_game_are_sent_and_taken_back() -> None:
    with analyst("kata") as one:
        for position in (START, played(WHITE_TO_MOVE, "C3"), WHITE_TO_MOVE):
            assert one.analyze(position).visits >= module.LOOK_VISITS


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        ("dies", "exited with status 3"),
        ("plain", "supports neither kata-analyze nor lz-analyze"),
        ("silent", "did not answer|no valid analysis"),
        ("garbage", "did not answer|no valid analysis"),
    ],
)
def test_an_engine_that_fails_is_reported(kind: str, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_ANALYSIS_SECONDS", 1.0)
    with analyst(kind, Timeouts(1, 5, 5, 1)) as one, pytest.raises(EngineError, match=reason):
        one.analyze(START, 1000)


def test_an_interruption_ends_an_analysis_and_the_engine_stays_usable() -> None:
    with analyst("slow") as one:
        one.start()
        one.analyze(START, 1)
        threading.Timer(0.1, one.interrupt).start()
        with pytest.raises(EngineError, match="interrupted"):
            one.analyze(START, 1000)
        one.recover()
        assert one.analyze(START, 10).visits >= 10


def test_an_analysis_may_take_as_long_as_it_is_asked_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_ANALYSIS_SECONDS", 0.2)
    with analyst("kata") as one:
        one.analyze(START)
        began = time.monotonic()
        one.analyze(START, seconds=0.6)
        assert time.monotonic() - began >= 0.6


def test_any_gtp_engine_with_a_command_for_it_can_analyze() -> None:
    with GtpEngine(command("kata"), GO, SHORT) as one:
        assert one.analyze(START, visits=40).score_lead == pytest.approx(8)
        assert one.analyze(WHITE_TO_MOVE, seconds=0.3).score_lead == pytest.approx(-8)
    with GtpEngine(command("plain"), GO, SHORT) as one, pytest.raises(EngineError, match="supports neither"):
        one.analyze(START)


def test_a_program_that_does_not_exist_is_reported() -> None:
    with pytest.raises(EngineError, match="not found"):
        GtpAnalyst("no-such-program-here gtp", GO).start()


def test_the_lines_of_a_recorded_dialogue_are_read() -> None:
    position = played(played(START, "E5"), "C3")
    analyses = [analysis_from_info_line(line, position) for line in LINES]
    assert len(analyses) > 5
    for analysis in analyses:
        assert analysis is not None
        assert analysis.candidates[0].pv
        assert 0.4 < analysis.win_rate < 0.6
    assert any(analysis.ownership for analysis in analyses if analysis is not None)


WORDS = st.sampled_from(
    ["info", "rootInfo", "move", "D4", "pass", "visits", "3", "winrate", "0.5", "nan", "pv", "-1", "1e999"]
)


@given(st.lists(WORDS, max_size=30).map(" ".join))
def test_no_line_is_a_crash(line: str) -> None:
    analysis_from_info_line(line, START)
    analysis_from_info_line(f"info move D4 {line}", START)
    analysis_from_info_line(f"info move D4 winrate 0.5 visits {line} pv D4", START)
