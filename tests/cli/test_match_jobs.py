"""Tests of matches whose games are played in parallel."""

import json
import os
import signal
import subprocess
import sys
import time
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from pathlib import Path

import pytest

from gnugo_py.cli import match_runner
from tests.support.gtp_engines import command
from tests.support.program import run

MATCH = (
    "match",
    "search:1",
    "search:2",
    "--game",
    "hex",
    "--size",
    "5",
    "--seed",
    "3",
    "--games",
    "4",
    "--alternate",
)


def test_parallel_games_are_the_same_as_sequential_games(tmp_path: Path) -> None:
    alone, together = (
        run(*MATCH, "--json", "--sgf", str(tmp_path / jobs), "--jobs", jobs) for jobs in ("1", "3")
    )
    assert (together.returncode, together.stdout) == (0, alone.stdout)
    written = sorted((tmp_path / "1").iterdir())
    assert len(written) == 4
    assert [path.read_bytes() for path in written] == [
        path.read_bytes() for path in sorted((tmp_path / "3").iterdir())
    ]


def test_a_forfeit_in_parallel_games_does_not_stop_the_match() -> None:
    done = run("match", "classic", command("garbage-move"), "--size", "9", "--games", "3", "--jobs", "2")
    assert done.returncode == 0
    assert "forfeited" in done.stderr
    assert "3 games of Go" in done.stdout


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (["classic", command("only-19")], "Faulty 1.0 refused boardsize 9: unacceptable size"),
        (["classic", "/no/such/engine"], "/no/such/engine"),
        (["classic", "search:10"], "use a level from 1 to 9"),
        (["classic", "classic", "--jobs", "0"], "0 is not in the range"),
    ],
)
def test_an_impossible_match_is_refused_before_it_starts(words: list[str], shown: str) -> None:
    done = run("match", *words[:2], "--size", "9", "--games", "4", "--jobs", "2", *words[2:])
    assert (done.returncode, done.stdout) == (2, "")
    assert shown in done.stderr
    assert "Traceback" not in done.stderr


def started(*words: str) -> subprocess.Popen[str]:
    """Start a match of long games in a process group, and wait until its worker processes run."""
    command = [sys.executable, "-m", "gnugo_py", "match", "search:9", "search:9", "--jobs", "2", *words]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    while len(workers(process)) < 2:
        time.sleep(0.1)
    time.sleep(1)
    return process


def workers(process: subprocess.Popen[str]) -> list[int]:
    """Return the process ids of the workers."""
    listed = subprocess.run(
        ["ps", "-ww", "-o", "pid,args", "--ppid", str(process.pid)],
        capture_output=True,
        text=True,
        check=False,
    )
    return [int(line.split()[0]) for line in listed.stdout.splitlines() if "spawn_main" in line]


@pytest.mark.skipif(sys.platform != "linux", reason="signals and ps as Linux has them")
def test_ctrl_c_stops_all_workers() -> None:
    process = started("--games", "4")
    playing = workers(process)
    os.killpg(process.pid, signal.SIGINT)
    output, shown = process.communicate(timeout=20)
    assert (process.returncode, output) == (130, "")
    assert "Traceback" not in shown
    assert "no game was completed" in shown
    assert not any(Path(f"/proc/{each}").exists() for each in playing)


@pytest.mark.skipif(sys.platform != "linux", reason="signals and ps as Linux has them")
def test_ctrl_c_while_the_workers_start_prints_no_traceback() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "gnugo_py", "match", "search:9", "search:9", "--jobs", "10", "--games", "20"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    while not workers(process):
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)
    output, shown = process.communicate(timeout=60)
    assert (process.returncode, output) == (130, "")
    assert "Traceback" not in shown
    assert "KeyboardInterrupt" not in shown


def ignore_requests_to_stop(is_ready: Event) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    is_ready.set()
    while True:
        time.sleep(60)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
def test_a_worker_that_ignores_requests_to_stop_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_runner, "_STOP_SECONDS", 0.1)
    context = get_context("spawn")
    is_ready = context.Event()
    process = context.Process(target=ignore_requests_to_stop, args=(is_ready,), daemon=True)
    process.start()
    assert is_ready.wait(60)
    match_runner._stop_workers([process])
    process.join(60)
    assert process.exitcode == -signal.SIGKILL


@pytest.mark.skipif(sys.platform != "linux", reason="signals and ps as Linux has them")
def test_a_process_that_is_killed_is_reported() -> None:
    process = started("--games", "4")
    os.kill(workers(process)[0], signal.SIGKILL)
    _, shown = process.communicate(timeout=20)
    assert process.returncode == 1
    assert shown.splitlines()[-1].endswith("a worker process ended unexpectedly; run the match again")


@pytest.mark.skipif(sys.platform != "linux", reason="signals and ps as Linux has them")
def test_completed_games_are_reported_after_a_worker_dies(tmp_path: Path) -> None:
    words = ["match", "classic", "classic", "--size", "9", "--games", "4000", "--jobs", "2", "--json"]
    process = subprocess.Popen(
        [sys.executable, "-m", "gnugo_py", *words, "--sgf", str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while len(list(tmp_path.glob("*.sgf"))) < 2:
        time.sleep(0.1)
    os.kill(workers(process)[0], signal.SIGKILL)
    output, shown = process.communicate(timeout=30)
    assert process.returncode == 1
    assert "a worker process ended unexpectedly" in shown.splitlines()[-1]
    games = json.loads(output)["games"]
    numbers = [game["number"] for game in games]
    assert 2 <= len(games) < 4000
    assert numbers == sorted(numbers)
    assert {f"game-{number:04}.sgf" for number in numbers} <= {path.name for path in tmp_path.iterdir()}


@pytest.mark.skipif(sys.platform != "linux", reason="signals and ps as Linux has them")
def test_engines_end_with_a_match_that_was_killed(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    engine = f"{command('stuck')} {mark}"
    words = ["match", "classic", engine, "--size", "9", "--games", "4", "--jobs", "2"]
    with subprocess.Popen(
        [sys.executable, "-m", "gnugo_py", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        while running(str(mark)) < 2:
            time.sleep(0.1)
        process.kill()
        process.communicate()
    end = time.monotonic() + 15
    while running(str(mark)) and time.monotonic() < end:
        time.sleep(0.1)
    assert not running(str(mark))


def running(word: str) -> int:
    """Return the number of processes with a word among their arguments, except matches."""
    listed = subprocess.run(["ps", "-ww", "-eo", "args"], capture_output=True, text=True, check=True)
    return sum(word in line and " match " not in line for line in listed.stdout.splitlines())
