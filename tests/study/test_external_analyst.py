"""Tests of analysts that are other programs: what they send, whose values, slow starts, faults."""

import json
import re
import shlex
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnugo_py import GO, GoPosition, GtpEngine
from gnugo_py.engines.engine import AnalysisInterruptedError, EngineError
from gnugo_py.engines.external import gtp_engine as module
from gnugo_py.engines.external import process
from gnugo_py.engines.external.gtp_engine import GtpAnalyst
from gnugo_py.engines.external.info_lines import analysis_from_info_line
from gnugo_py.engines.external.process import EngineProcess, Timeouts
from gnugo_py.games.go.rules import rules_preset
from tests.support.analysts import SHORT, engine_command, external_analyst
from tests.support.boards import played
from tests.support.paths import DATA, ROOT
from tests.support.program import Finished, run

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


@pytest.mark.parametrize(
    ("command", "line", "rates"),
    [
        ("lz-analyze", "info move D4 visits 9 winrate 1 pv D4", [0.0001]),
        ("lz-analyze", "info move D4 visits 9 winrate 0 pv D4 info move C3 winrate 1 pv C3", [0, 0.0001]),
        ("lz-analyze", "info move D4 visits 9 winrate 10000 prior 1 pv D4", [1]),
        ("lz-analyze", "info move D4 visits 9 winrate 1 scoreLead 20 pv D4", [1]),
        ("lz-analyze", "info move D4 visits 9 winrate 0.4 pv D4 info move C3 winrate 1 pv C3", [0.4, 1]),
        ("kata-analyze", "info move D4 visits 9 winrate 1 pv D4", [1]),
        ("kata-analyze", "info move D4 visits 9 winrate 1 scoreLead 20 prior 1e-08 pv D4", [1]),
        (
            "kata-analyze",
            "info move D4 visits 9 winrate 9.99964e-05 scoreLead -1.2e-05 pv D4",
            [0.0000999964],
        ),
        (
            "kata-analyze",
            "info move D4 visits 9 winrate 4800 pv D4 info move C3 winrate 1 pv C3",
            [0.48, 0.0001],
        ),
    ],
)
def test_the_dialect_decides_what_a_win_rate_of_1_means(command: str, line: str, rates: list[float]) -> None:
    analysis = analysis_from_info_line(line, START, command)
    assert analysis is not None
    assert [each.win_rate for each in analysis.candidates] == pytest.approx(rates)


def test_a_prior_of_1_is_a_hundredth_of_a_percent_in_the_dialect_of_leela_zero() -> None:
    line = "info move D4 visits 9 winrate 5000 prior 1 pv D4"
    analysis = analysis_from_info_line(line, START, "lz-analyze")
    assert analysis is not None
    assert analysis.candidates[0].prior == pytest.approx(0.0001)


ENOUGH = {
    "with kata-raw-nn": [],
    "by ownership": ["--no-raw"],
    "by the lead": ["--no-raw", "--no-ownership"],
    "through lz-analyze": ["--dialect", "katago-as-leela"],
}


def start(komi: float, size: int = 9) -> GoPosition:
    return GoPosition.start(size, rules_preset("chinese", size).replace(komi=komi))


@pytest.mark.parametrize("view", ["side", "black", "white"])
@pytest.mark.parametrize("means", ENOUGH)
def test_small_leads_have_the_right_sign(view: str, means: str) -> None:
    black_leads = {5.7: 0.3, 6.2: -0.2, 3.5: 2.5, 8.5: -2.5}
    with external_analyst("judging_engine", "--view", view, *ENOUGH[means]) as one:
        for komi, lead in black_leads.items():
            black, white = one.analyze(start(komi), 1), one.analyze(played(start(komi), "E5"), 1)
            assert black.score_lead == pytest.approx(lead)
            assert white.score_lead == pytest.approx(-lead)
            assert (black.win_rate > 0.5) is (lead > 0)


@pytest.mark.parametrize("size", [2, 3, 5, 7, 13, 19])
def test_the_view_is_found_on_every_board(size: int) -> None:
    with external_analyst("judging_engine", "--view", "white", "--no-raw") as one:
        assert one.analyze(start(8.5, size), 1).score_lead == pytest.approx(-2.5)


@pytest.mark.parametrize("view", ["side", "black", "white"])
def test_ownership_is_for_black_in_every_view(view: str) -> None:
    with external_analyst("judging_engine", "--view", view) as one:
        for position in (played(start(7), "E5"), played(played(start(7), "E5"), "pass")):
            owned = dict(one.analyze(position, 1).ownership)
            assert {share for share in owned.values() if share} == {0.9}


def test_an_engine_that_refuses_the_test_position_reports_for_the_color_to_move() -> None:
    with external_analyst("judging_engine", "--refuses-setup") as one:
        assert one.analyze(start(8.5), 1).score_lead == pytest.approx(-2.5)
        assert one.analyze(played(start(8.5), "E5"), 1).score_lead == pytest.approx(2.5)


def test_win_rates_alone_show_the_view() -> None:
    with external_analyst("judging_engine", "--dialect", "leela") as one:
        rate = one.analyze(start(8.5), 1).win_rate
    assert rate is not None
    assert 0.3 < rate < 0.5


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


STEADY = "(;GM[1]SZ[9]KM[7];B[ee];W[cc];B[gg];W[gc])"
WHITE_PASSES = "(;GM[1]SZ[9]KM[7];B[ee];W[];B[cc])"
BLACK_PASSES = "(;GM[1]SZ[9]KM[7];B[ee];W[cc];B[];W[gg])"


def analyze(game: str, *options: str, program: str = "judging_engine") -> Finished:
    """Analyze a game with an engine of the tests."""
    return run("analyze", "-", "--json", "--analyst", engine_command(program, *options), typed=game)


def column(done: Finished, name: str) -> list[object]:
    """Return a value of each move."""
    return [json.loads(line)[name] for line in done.stdout.splitlines()]


@pytest.mark.parametrize(
    ("game", "points_lost", "leads"),
    [
        (STEADY, [0, 0, 0, 0], [-1, -1, -1, -1]),
        (WHITE_PASSES, [0, 12, 0], [-1, 11, 11]),
        (BLACK_PASSES, [0, 0, 12, 0], [-1, -1, -13, -13]),
    ],
)
def test_a_color_loses_the_points_that_its_move_changes(
    game: str, points_lost: list[float], leads: list[float]
) -> None:
    done = analyze(game)
    assert column(done, "points_lost") == points_lost
    assert column(done, "score_lead") == leads


@pytest.mark.parametrize("what", ["valid", "junk"])
def test_the_built_in_engine_takes_over_with_one_message(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "_MAX_STREAM_BYTES", 500_000)
    done = analyze(STEADY, what, "kata-analyze", program="unruly_engine")
    (message,) = [line for line in done.stderr.splitlines() if "Waiting" not in line]
    assert "analyzes instead" in message
    assert None not in column(done, "score_lead")
    assert len(column(done, "visits")) == 4
