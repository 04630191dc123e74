"""Tests of matches between two engines, and of games that are played in parallel."""

import json
import os
import pickle
import select
import signal
import subprocess
import sys
import time
from contextlib import closing
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnugo_py.cli import match_runner
from gnugo_py.cli.match import wilson_interval
from tests.support.gnugo import program
from tests.support.gtp_engines import command
from tests.support.program import run

ON_9X9 = ("--size", "9", "--seed", "3")


def played(black: str, white: str, *words: str) -> dict[str, list[dict[str, object]]]:
    """Return the JSON output of a match."""
    result = run("match", black, white, *ON_9X9, "--json", *words)
    assert result.returncode == 0, result.stderr
    data: dict[str, list[dict[str, object]]] = json.loads(result.stdout)
    return data


def test_a_match_ends_with_a_table() -> None:
    lines = run(
        "match", "classic", command("passes"), *ON_9X9, "--games", "2", "--alternate"
    ).stdout.splitlines()
    assert lines[0] == "2 games of Go on 9x9, chinese rules, komi 7.5"
    assert lines[2].split() == "player wins as Black as White ties forfeits rate 95 % interval".split()
    assert lines[3].split()[:9] == ["GNU", "Go", "1.1", "2", "1", "of", "1", "1", "of"]
    assert lines[4].endswith("0 %    0 % to 66 %")


def test_colors_alternate_with_the_alternate_option() -> None:
    games = played("classic", command("resigns"), "--games", "3", "--alternate")["games"]
    assert [game["black"] for game in games] == ["GNU Go 1.1", "Faulty 1.0", "GNU Go 1.1"]
    assert [game["result"] for game in games] == ["B+R", "W+R", "B+R"]


def test_colors_do_not_alternate_in_handicap_games() -> None:
    result = played("classic", command("resigns"), "--games", "2", "--alternate", "--handicap", "3")
    assert str(result["handicap"]) == "3"
    assert str(result["komi"]) == "0.5"
    assert [game["black"] for game in result["games"]] == ["GNU Go 1.1", "Faulty 1.0"]


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        ("crashes", "exited with status 3"),
        ("babbles", "answered 'banana', which is not a move"),
        ("cheats", "which is illegal"),
        ("refuses", "refused play black"),
    ],
)
def test_an_engine_that_cannot_go_on_forfeits_and_the_match_goes_on(fault: str, reason: str) -> None:
    result = played("classic", command(fault), "--games", "2")
    assert [game["result"] for game in result["games"]] == ["B+F", "B+F"]
    assert all(reason in str(game["reason"]) for game in result["games"])
    assert [player["forfeits"] for player in result["players"]] == [0, 2]


@pytest.mark.slow
def test_an_engine_that_thinks_too_long_forfeits() -> None:
    games = played("classic", command("stuck"), "--time", "1")["games"]
    assert "did not answer genmove white within" in str(games[0]["reason"])


def test_the_same_seed_gives_the_same_games() -> None:
    first = played("classic", "classic", "--games", "2")
    assert played("classic", "classic", "--games", "2") == first
    assert [player["name"] for player in first["players"]] == ["GNU Go 1.1 (1)", "GNU Go 1.1 (2)"]


def test_every_game_is_written(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    played("classic", command("resigns"), "--games", "2", "--sgf", str(folder))
    assert sorted(path.name for path in folder.iterdir()) == ["game-0001.sgf", "game-0002.sgf"]
    text = (folder / "game-0001.sgf").read_text()
    assert "PB[GNU Go 1.1]" in text
    assert "PW[Faulty 1.0]" in text
    assert "RE[B+R]" in text


def test_a_match_overwrites_no_games(tmp_path: Path) -> None:
    words = ("match", "classic", command("resigns"), *ON_9X9, "--sgf", str(tmp_path))
    assert run(*words).returncode == 0
    again = run(*words)
    assert (again.returncode, again.stdout) == (2, "")
    assert ": already contains games of a match; use another folder with --sgf" in again.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["classic"], "Missing argument 'WHITE'"),
        (["classic", "no-such-engine"], "program no-such-engine not found"),
        (["classic", "human"], "human works only with `play`; use classic, search:5"),
        (["classic", "classic", "--games", "0"], "0 is not in the range"),
        (["classic", "classic", "--sgf", "/proc/none"], "/proc/none: "),
        (["classic", "classic", "--sgf", "/sys"], "/sys: "),
        (["classic", "classic", "--sgf", "a" * 300], "File name too long; use another folder"),
    ],
)
def test_invalid_match_arguments_are_refused_with_the_reason(words: list[str], message: str) -> None:
    result = run("match", *words)
    assert (result.returncode, result.stdout) == (2, "")
    assert message in result.stderr


def test_our_gtp_server_can_play_in_a_match() -> None:
    ours = f"{sys.executable} -m gnugo_py gtp"
    games = played("classic", ours)["games"]
    assert games[0]["claims"] == {"white": games[0]["result"]}


@pytest.mark.slow
def test_gnu_go_accepts_every_move_and_counts_the_same() -> None:
    gnugo = f"{program()} --mode gtp --level 1 --chinese-rules"
    result = played("classic", gnugo, "--games", "2", "--alternate")
    claims = [list(dict(game["claims"]).values()) for game in result["games"]]  # type: ignore[call-overload]
    assert claims == [[game["result"]] for game in result["games"]]


@given(games=st.integers(1, 1000), won=st.floats(0, 1))
def test_a_confidence_interval_holds_the_rate(games: int, won: float) -> None:
    low, high = wilson_interval(won, games)
    assert 0 <= low <= won + 1e-9
    assert won - 1e-9 <= high <= 1


@given(games=st.integers(1, 1000), won=st.floats(0, 1))
def test_more_games_make_a_narrower_interval(games: int, won: float) -> None:
    low, high = wilson_interval(won, games)
    lower, higher = wilson_interval(won, 4 * games)
    assert higher - lower < high - low


MATCH = "match search:1 search:2 --game hex --size 5 --seed 3 --games 4 --alternate".split()


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


@pytest.mark.skipif(sys.platform == "win32", reason="select.PIPE_BUF does not exist on Windows")
def test_the_result_of_a_long_game_is_sent_in_one_piece() -> None:
    setup = match_runner.MatchSetup("go", {"size": 19}, "classic", "classic", False, 1, None, False, None)
    with closing(setup.engines()) as engines:
        entry = setup.play_game(1, setup.players(engines), None)
    assert entry.moves > 200
    assert len(pickle.dumps(entry)) < select.PIPE_BUF / 2


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
