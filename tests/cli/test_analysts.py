"""Tests of `--analyst` and the settings `analyst` and `analyst-start`: slow, silent and unknown programs."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gnugo_py import GO
from gnugo_py.app.app import App
from gnugo_py.app.players import Engines, Players
from gnugo_py.engines.engine import EngineCommand
from gnugo_py.engines.external import gtp_engine as analyst_module
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.registry import GAMES
from gnugo_py.storage.settings import Settings, read_settings
from tests.support.analysts import engine_command
from tests.support.program import run

GAME = "(;GM[1]SZ[9]KM[5.7];B[ee];W[gc])"


@contextmanager
def program(command: str, warnings: list[str], has_screen: bool = False) -> Iterator[App]:
    with App(
        Path("nowhere"),
        Players(Engines()),
        Settings(),
        warn=warnings.append,
        analyst_command=EngineCommand(command, "."),
        has_screen=has_screen,
    ) as one:
        yield one


@pytest.mark.parametrize("value", ["0", "-1", "3601", "1.5", "ten", "1e3", "1_0"])
def test_an_invalid_analyst_start_setting_is_refused(value: str) -> None:
    done = run("settings", "analyst-start", "--", value)
    assert done.returncode == 2
    assert "analyst-start must be a number of seconds from 1 to 3600" in done.stderr


def test_the_analyst_start_setting_is_stored_and_shown() -> None:
    assert "analyst-start  60 " in run("settings").stdout
    assert run("settings", "analyst-start", "090").stdout == "analyst-start = 90\n"
    assert "analyst-start  90 " in run("settings").stdout
    assert read_settings().value("analyst-start") == "90"


@pytest.mark.parametrize("option", ["--delay", "--slow"])
def test_the_program_waits_for_an_analyst_that_is_slow_to_start(file: Path, option: str) -> None:
    done = run("analyze", str(file), "--json", "--analyst", engine_command("judging_engine", option, "1.3"))
    assert [json.loads(line)["score_lead_before"] for line in done.stdout.splitlines()] == [0.3, 0.3]
    (line,) = done.stderr.splitlines()
    assert line.startswith("gnugo-py: Waiting for ")
    assert line.endswith(" (up to 60 seconds); Ctrl-C stops waiting")


@pytest.mark.parametrize("option", ["--delay", "--slow"])
def test_the_built_in_engine_takes_over_after_the_analyst_start_time(file: Path, option: str) -> None:
    run("settings", "analyst-start", "1")
    done = run("analyze", str(file), "--json", "--analyst", engine_command("judging_engine", option, "20"))
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 2
    assert "within 1 seconds" in done.stderr.splitlines()[-1]
    assert "analyzes instead" in done.stderr.splitlines()[-1]


@pytest.mark.parametrize("game", [name for name in GAMES if name != "go"])
def test_an_analyst_that_does_not_know_the_game_is_not_started(game: str, tmp_path: Path) -> None:
    log = tmp_path / "log"
    run("settings", "analyst", engine_command("judging_engine", "--log", str(log)))
    assert run("play", "--game", game, "--plain", "--saves", str(tmp_path), typed="stop\n").returncode == 0
    assert not log.exists()


def test_an_analyst_is_not_started_for_the_review_of_another_game(tmp_path: Path) -> None:
    log, file = tmp_path / "log", tmp_path / "hex.sgf"
    file.write_text("(;GM[11]SZ[5];B[a1])")
    command = engine_command("judging_engine", "--log", str(log))
    assert run("review", str(file), "--plain", "--analyst", command, typed="graph\nquit\n").returncode == 0
    assert not log.exists()


def test_an_analyst_is_started_for_a_game_of_go(tmp_path: Path) -> None:
    log = tmp_path / "log"
    command = engine_command("judging_engine", "--log", str(log))
    words = ["--size", "9", "--handicap", "0", "--color", "black", "--saves", str(tmp_path)]
    assert run("play", "--plain", *words, "--analyst", command, typed="").returncode == 0
    assert log.read_text().splitlines()[0] == "name"


def test_a_game_on_a_screen_does_not_wait_for_the_analyst(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyst_module, "ANNOUNCEMENT_DELAY", 0.1)
    warnings: list[str] = []
    with program(engine_command("judging_engine", "--delay", "0.4"), warnings, has_screen=True) as one:
        one.start_analyst(GO)
        one.warn = one.problems.append
        analyst = one.analysts.of_game(GO)
        assert not analyst.is_started
        assert analyst.analyze(GoPosition.start(9, "chinese")).score_lead == pytest.approx(-1.5)
        (message,) = one.problems
    assert message.endswith("to start (up to 60 seconds)")
    assert warnings == []


def test_a_missing_analyst_is_reported_in_the_messages_on_a_screen() -> None:
    warnings: list[str] = []
    with program("no-such-program-here", warnings, has_screen=True) as one:
        one.warn = one.problems.append
        one.start_analyst(GO)
        end = time.monotonic() + 20
        while not one.problems and time.monotonic() < end:
            time.sleep(0.01)
        assert len(one.problems) == 1
        assert "no-such-program-here not found" in one.problems[0]
    assert warnings == []


def test_a_missing_analyst_is_reported_at_the_start_without_a_screen() -> None:
    warnings: list[str] = []
    with program("no-such-program-here", warnings) as one:
        one.start_analyst(GO)
        assert "analyzes instead" in warnings[0]


def test_leaving_stops_an_analyst_that_is_starting() -> None:
    warnings: list[str] = []
    with program(engine_command("judging_engine", "--delay", "30"), warnings, has_screen=True) as one:
        one.start_analyst(GO)
    assert warnings == one.problems == []
