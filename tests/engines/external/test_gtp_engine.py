"""Tests of the GTP client, with engines that have one fault each or attack."""

import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Timer

import pytest

from benchmarks import hostile_engines
from benchmarks.hostile_engines import ENGINE, Attack, faults_of, random_attack
from gnugo_py.engines.external.gtp_engine import GtpEngine
from gnugo_py.engines.external.process import (
    EngineProcess,
    EngineProcessError,
    EngineRefusedCommand,
    Timeouts,
)
from gnugo_py.games.go.position import GO, GoPosition
from gnugo_py.games.go.rules import rules_preset
from gnugo_py.games.types import RESIGN, Color
from gnugo_py.record.clock import parse_time_control
from gnugo_py.record.engine_moves import choose_move, new_game
from tests.support.boards import move, played
from tests.support.gtp_engines import command, player, started
from tests.support.paths import ROOT, file_with
from tests.support.program import is_running

SHORT = Timeouts(startup=1.0, response=1.0, genmove=1.0)


@contextmanager
def engine(fault: str, timeouts: Timeouts | None = None) -> Iterator[EngineProcess]:
    with closing(EngineProcess(command(fault), timeouts)) as running:
        running.handshake()
        yield running


def test_an_engine_returns_its_name_and_its_commands() -> None:
    with engine("none") as one:
        assert one.program == "Faulty 1.0"
        assert {"genmove", "undo"} <= one.known_commands


def test_control_characters_in_the_name_of_an_engine_are_removed() -> None:
    with engine("escapes") as one:
        assert one.program == "Faulty[31m 1.0"


def test_answers_may_end_with_carriage_returns() -> None:
    with engine("carriage-returns") as one:
        assert one.send("genmove black") == "A9"


def test_stderr_is_read_so_that_it_never_blocks_the_engine() -> None:
    with engine("noisy") as one:
        assert [one.send("komi 0") for _ in range(5)] == [""] * 5


def test_the_program_waits_for_an_engine_that_is_still_loading() -> None:
    with engine("late", SHORT) as one:
        assert one.program == "Faulty 1.0"


def test_an_error_of_the_engine_leaves_it_usable() -> None:
    with engine("refuses") as one:
        with pytest.raises(EngineRefusedCommand, match="refused play black A1: illegal move"):
            one.send("play black A1")
        assert one.send("version") == "1.0"


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        ("dies", "exited with status 7 before it answered name"),
        ("silent", "did not answer name within 1 seconds; .* --mode gtp"),
        ("chats", "does not speak GTP: it printed 'Your move, please!'; .* --mode gtp"),
        ("floods", "does not speak GTP: it printed 'all work and no play'"),
    ],
)
def test_a_program_that_is_no_engine_is_reported_from_its_first_answer(fault: str, message: str) -> None:
    with (
        closing(EngineProcess(command(fault), SHORT)) as one,
        pytest.raises(EngineProcessError, match=message),
    ):
        one.handshake()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("/no/such/engine --mode gtp", "program /no/such/engine not found; check the name"),
        ("", "the engine command is empty; enter the"),
        ("gnugo 'half", "No closing quotation"),
        (str(ROOT), "Permission denied"),
    ],
)
def test_a_command_that_cannot_be_run_says_why(line: str, message: str) -> None:
    with pytest.raises(EngineProcessError, match=message):
        EngineProcess(line)


def test_no_shell_reads_the_command(tmp_path: Path) -> None:
    log, made = tmp_path / "log", tmp_path / "made"
    with closing(EngineProcess(f"{command('none', str(log))} > {made}; touch {made}")) as one:
        one.handshake()
        assert one.program == "Faulty 1.0"
    assert list(tmp_path.iterdir()) == [log]


@pytest.mark.parametrize("fault", ["none", "immortal"])
def test_a_closed_engine_is_gone_and_no_zombie(fault: str) -> None:
    with engine(fault) as one:
        assert is_running(one._process.pid)
    assert not is_running(one._process.pid)


def test_an_engine_can_be_closed_twice() -> None:
    with engine("none") as one:
        one.close()


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        (
            "crashes",
            "exited with status 3 before it answered genmove white; its last error output was 'out of luck'",
        ),
        ("stuck", "did not answer genmove white within 1 seconds$"),
        ("babbles", "answered 'banana', which is not a move"),
        ("cheats", "played E5, which is illegal: there is a stone on that point"),
        ("refuses", "refused play black E5: illegal move"),
        ("only-19", "refused boardsize 9: unacceptable size"),
    ],
)
def test_a_fault_in_the_game_is_reported(fault: str, message: str) -> None:
    with player(fault) as one, pytest.raises(EngineProcessError, match=message):
        one.choose(played(started(), "E5"), None)


def test_a_restarted_engine_receives_the_whole_game(tmp_path: Path) -> None:
    log = tmp_path / "log"
    position = played(started(), "E5", "C3", "G7")
    with player("crashes-once", str(log)) as one:
        with pytest.raises(EngineProcessError, match="exited"):
            one.choose(position, None)
        assert one.choose(position, None).move == move("A9", 9)
    shown = log.read_text().splitlines()
    assert shown[-5:-1] == ["play black E5", "play white C3", "play black G7", "genmove white"]
    assert shown[-1] == "quit"


def test_a_thinking_engine_can_be_interrupted() -> None:
    with closing(GtpEngine(command("stuck"), GO)) as one:
        one.start()
        Timer(0.3, one.interrupt).start()
        began = time.monotonic()
        with pytest.raises(EngineProcessError, match="was interrupted"):
            one.choose(started(), None)
        assert time.monotonic() - began < 60


def test_an_engine_that_is_just_being_started_can_be_interrupted() -> None:
    with closing(GtpEngine(command("silent"), GO)) as one:
        Timer(0.5, one.interrupt).start()
        began = time.monotonic()
        with pytest.raises(EngineProcessError, match="was interrupted"):
            one.choose(started(), None)
        assert time.monotonic() - began < 60


def test_an_interrupted_player_continues_with_a_new_engine_process() -> None:
    with player("none") as one:
        one.start()
        one.interrupt()
        one.recover()
        assert one.choose(started(), None).move == move("A9", 9)


@pytest.mark.parametrize(("fault", "handicap"), [("no-time", 0), ("no-handicap", 3)])
def test_an_engine_can_refuse_optional_commands(fault: str, handicap: int) -> None:
    with player(fault, seconds=5) as one:
        assert one.choose(started(handicap), None).move == move("A9", 9)


def is_at_work(process: int) -> bool:
    """Return whether a process that is not our child runs; a zombie does not count."""
    listed = subprocess.run(["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True)
    return bool(listed.stdout.strip()) and not listed.stdout.startswith("Z")


def test_child_processes_end_with_their_engine(tmp_path: Path) -> None:
    child = tmp_path / "child"
    with closing(EngineProcess(command("forks", str(child)))) as one:
        one.handshake()
    end = time.monotonic() + 5
    while is_at_work(int(child.read_text())):
        assert time.monotonic() < end
        time.sleep(0.05)


def test_an_engine_may_resign() -> None:
    with player("resigns") as one:
        assert one.choose(started(), None).move == RESIGN


def received(log: Path) -> list[str]:
    """Return the commands that the engine received after its handshake."""
    lines = log.read_text().splitlines()
    return lines[lines.index("list_commands") + 1 :]


def test_size_komi_and_moves_are_sent_in_order(tmp_path: Path) -> None:
    with player("none", str(tmp_path / "log")) as one:
        one.choose(played(started(), "E5", "pass", "C3"), None)
    moves = ["play black E5", "play white pass", "play black C3"]
    assert received(tmp_path / "log") == [
        "boardsize 9", "clear_board", "komi 7.5", *moves, "genmove white", "quit"
    ]  # fmt: skip


def test_handicap_and_time_are_sent(tmp_path: Path) -> None:
    with player("none", str(tmp_path / "log"), seconds=5) as one:
        one.choose(started(handicap=2), None)
    assert received(tmp_path / "log")[3:-1] == [
        "set_free_handicap G7 C3", "time_settings 0 5 1", "time_left white 5 1", "genmove white"
    ]  # fmt: skip


def test_only_new_moves_are_sent(tmp_path: Path) -> None:
    with player("none", str(tmp_path / "log")) as one:
        position = played(started(), "E5")
        reply = one.choose(position, None).move
        one.choose(played(position.play_unchecked(reply), "C3"), None)
    assert received(tmp_path / "log")[-4:-1] == ["genmove white", "play black C3", "genmove white"]


@pytest.mark.parametrize(
    ("fault", "means"),
    [
        ("none", ["undo", "undo", "play black G7"]),
        ("no-undo", ["boardsize 9", "clear_board", "komi 7.5", "play black G7"]),
    ],
)
def test_undone_moves_are_undone_in_the_engine(tmp_path: Path, fault: str, means: list[str]) -> None:
    with player(fault, str(tmp_path / "log")) as one:
        start = started()
        one.choose(played(start, "E5"), None)
        one.choose(played(start, "G7"), None)
    lines = received(tmp_path / "log")
    assert lines[lines.index("genmove white") + 1 : -2] == means


def test_setup_stones_are_sent_first(tmp_path: Path) -> None:
    board = played(started(), "E5", "C3").board
    with player("none", str(tmp_path / "log")) as one:
        one.choose(GoPosition.from_board(board, Color.WHITE, rules_preset("chinese", 9)), None)
    assert received(tmp_path / "log")[3:-2] == ["play black E5", "play white C3"]


def test_a_command_from_a_file_is_not_run_without_permission() -> None:
    with closing(GtpEngine(command("none"), GO, location=None)) as one:
        for _ in range(2):
            with pytest.raises(
                EngineProcessError, match=r"to allow it, resume the game with --opponent '.*none'"
            ):
                one.choose(started(), None)
            one.recover()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no process groups")
def test_a_reaped_process_is_never_signalled(monkeypatch: pytest.MonkeyPatch) -> None:
    signalled: list[int] = []
    monkeypatch.setattr(os, "killpg", lambda group, number: signalled.append(group))
    engine = EngineProcess(command("none"))
    engine.handshake()
    engine.close()
    before = len(signalled)
    engine.kill()
    engine.close()
    assert len(signalled) == before


@pytest.mark.skipif(not hasattr(os, "waitid"), reason="there is no way to wait without reaping here")
def test_child_processes_are_ended_even_if_their_engine_ended_first(tmp_path: Path) -> None:
    script = file_with(
        tmp_path / "parent.py",
        "import subprocess, sys\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
        "print('= ' + str(child.pid) + '\\n', flush=True)\n",
    )
    engine = EngineProcess(f"{sys.executable} {script}")
    child = int(engine.send("name"))
    time.sleep(0.2)
    engine.close()
    time.sleep(0.2)
    state = Path(f"/proc/{child}/stat")
    assert not state.exists() or state.read_text().split()[2] == "Z"


def test_a_clock_limits_each_move(tmp_path: Path) -> None:
    with player("none", str(tmp_path / "log")) as one:
        position = started()
        for seconds in (7.9, 0.2):
            one.limit_time(seconds)
            position = position.play_unchecked(one.choose(position, None).move)
    sent = [line for line in received(tmp_path / "log") if line.startswith("time")]
    assert sent == ["time_settings 0 7 1", "time_left black 7 1", "time_left white 1 1"]


def test_the_limit_of_a_clock_ends_with_its_game(tmp_path: Path) -> None:
    with player("none", str(tmp_path / "log")) as one:
        for control in (parse_time_control("1m"), None):
            tree = new_game(started(), {Color.BLACK: one})
            tree.clock = control
            choose_move(tree.root, one)
    sent = [line.split()[:2] for line in received(tmp_path / "log") if line.startswith("time")]
    assert sent == [["time_settings", "0"], ["time_left", "black"], ["time_settings", "0"]]


def test_a_clock_does_not_extend_the_time_per_move(tmp_path: Path) -> None:
    with player("none", str(tmp_path / "log"), seconds=3) as one:
        one.limit_time(9.0)
        one.choose(started(), None)
        one.limit_time(None)
        one.choose(started(), None)
    sent = [line for line in received(tmp_path / "log") if line.startswith("time_left")]
    assert sent == ["time_left black 3 1"] * 2


def test_a_clock_with_much_time_left_extends_the_genmove_timeout() -> None:
    with closing(GtpEngine(command("slow"), GO, Timeouts(1, 1, genmove=0.2))) as one:
        one.limit_time(3.0)
        assert one.choose(started(), None).move == move("A9", 9)


def test_the_script_runs_for_some_seconds_and_reports() -> None:
    words = [sys.executable, "-m", "benchmarks.hostile_engines", "0", "1"]
    done = subprocess.run(words, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0
    assert "0 findings" in done.stdout


def test_attacks_are_random_and_repeatable(tmp_path: Path) -> None:
    attacks = [[random_attack(random.Random(seed), tmp_path, "mark") for seed in range(20)] for _ in range(2)]
    assert attacks[0] == attacks[1]
    assert len({each.words[0] for each in attacks[0]}) > 3


def test_a_run_that_takes_too_long_is_a_finding(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = file_with(tmp_path / "game.sgf", hostile_engines.GAME)
    monkeypatch.setattr(hostile_engines, "MAX_SECONDS", 1.5)
    engine = f"{sys.executable} {ENGINE} silent name a-mark-of-this-test"
    found = faults_of(Attack(["analyze", str(file), "--analyst", engine], "", None), "a-mark-of-this-test")
    assert found[0].startswith("did not end")
