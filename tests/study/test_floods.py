"""Tests of analysts that do not stop sending: each exchange has a deadline and a limit of bytes."""

import signal
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from gnugo_py import GoPosition
from gnugo_py.engines.engine import EngineError
from gnugo_py.engines.external import process
from gnugo_py.engines.external.process import EngineProcess, Timeouts
from tests.support.analysts import SHORT, engine_command, external_analyst
from tests.support.paths import file_with
from tests.support.program import is_running

START = GoPosition.start(9, "chinese")
FLOODS = ("valid", "junk", "blank", "endless")


@pytest.fixture
def small_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "_MAX_STREAM_BYTES", 500_000)


@pytest.mark.parametrize("what", FLOODS)
@pytest.mark.parametrize("command", ["name", "boardsize", "kata-analyze", "protocol_version"])
@pytest.mark.usefixtures("small_limit")
def test_a_flood_ends_the_exchange(what: str, command: str) -> None:
    began = time.monotonic()
    with external_analyst("unruly_engine", what, command) as one, pytest.raises(EngineError):
        one.analyze(START, 100)
    assert time.monotonic() - began < 60


@pytest.mark.usefixtures("small_limit")
def test_an_engine_that_exceeds_the_limit_is_named_with_the_command() -> None:
    with (
        external_analyst("unruly_engine", "valid", "protocol_version") as one,
        pytest.raises(EngineError, match="2 2 sent too much output for protocol_version"),
    ):
        one.analyze(START, 100)


@pytest.mark.parametrize("what", ["valid", "endless"])
def test_a_flood_at_the_end_does_not_delay_the_close(what: str) -> None:
    with closing(EngineProcess(engine_command("unruly_engine", what, "quit", "stubborn"), SHORT)) as one:
        one.handshake()
        number = one._process.pid
        began = time.monotonic()
    assert time.monotonic() - began < 60
    assert not is_running(number)


@pytest.mark.usefixtures("small_limit")
def test_an_engine_that_floods_and_ignores_the_request_to_end_is_killed_and_reaped() -> None:
    with external_analyst("unruly_engine", "valid", "protocol_version", "stubborn") as one:
        one.start()
        assert one._sync is not None
        number = one._sync.engine._process.pid
        with pytest.raises(EngineError):
            one.analyze(START, 100)
        assert not is_running(number)


def test_bytes_that_trickle_in_do_not_postpone_the_deadline() -> None:
    began = time.monotonic()
    timeouts = Timeouts(1, 1, 1)
    with (
        external_analyst("unruly_engine", "bytes", "boardsize", timeouts=timeouts) as one,
        pytest.raises(EngineError, match="did not answer boardsize 9 within 1 seconds"),
    ):
        one.analyze(START, 1)
    assert time.monotonic() - began < 60


def test_the_moves_of_a_game_share_one_deadline() -> None:
    with closing(EngineProcess(engine_command("judging_engine"), SHORT)) as one:
        one.handshake()
        with one.total_timeout(0.0), pytest.raises(EngineError, match="did not answer boardsize"):
            one.send("boardsize 9")


def test_a_process_that_inherits_the_output_does_not_keep_it_open(tmp_path: Path) -> None:
    script = file_with(
        tmp_path / "parent.py",
        "import subprocess, sys\n"
        "flood = 'while True: print(\"more\", flush=True)'\n"
        "subprocess.Popen([sys.executable, '-c', flood], start_new_session=True)\n"
        "sys.stdin.readline()\n",
    )
    engine = EngineProcess(f"{sys.executable} {script}", SHORT)
    began = time.monotonic()
    engine.close()
    assert time.monotonic() - began < 60
    assert engine._process.stdout is not None
    assert engine._process.stdout.closed


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for another process")
@pytest.mark.slow
def test_the_first_interrupt_ends_a_command_during_a_flood(tmp_path: Path) -> None:
    file = file_with(tmp_path / "game.sgf", "(;GM[1]SZ[9]KM[7];B[ee];W[gc])")
    analyst = engine_command("unruly_engine", "bytes", "kata-analyze", "stubborn")
    words = [sys.executable, "-m", "gnugo_py", "analyze", str(file), "--analyst", analyst]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stderr is not None
        assert running.stderr.readline().startswith("gnugo-py: Waiting for ")
        running.send_signal(signal.SIGINT)
        began = time.monotonic()
        assert running.wait(60) == 130
        assert time.monotonic() - began < 60
        assert running.stderr.read() == "gnugo-py: interrupted\n"
