"""The client, against small engines that are bad in one way each."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Timer

import pytest

from gnugo_py.core.types import PASS, RESIGN, Move, Play, Side
from gnugo_py.engines.external.engine import GtpPlayer
from gnugo_py.engines.external.process import Engine, EngineError, EngineRefusal, Patience
from gnugo_py.games.go.game import GO
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.rules import preset
from gnugo_py.games.go.vertex import parse_vertex

PROGRAM = Path(__file__).with_name("engine.py")
SHORT = Patience(start=1.0, answer=1.0, move=1.0)


def command(fault: str, *words: str) -> str:
    """The command line of the engine with a fault."""
    return shlex.join([sys.executable, str(PROGRAM), fault, *words])


@contextmanager
def engine(fault: str, patience: Patience | None = None) -> Iterator[Engine]:
    with closing(Engine(command(fault), patience)) as running:
        running.greet()
        yield running


@contextmanager
def player(fault: str, *words: str, seconds: int | None = None) -> Iterator[GtpPlayer]:
    with closing(GtpPlayer(command(fault, *words), GO, SHORT, seconds)) as one:
        yield one


def started(handicap: int = 0) -> GoPosition:
    return GoPosition.start(9, preset("chinese", 9, handicap), handicap)


def after(position: GoPosition, *vertices: str) -> GoPosition:
    for vertex in vertices:
        position = position.play(PASS if vertex == "pass" else Play((parse_vertex(vertex, 9),)))
    return position


def at(vertex: str) -> Move:
    return Play((parse_vertex(vertex, 9),))


def is_running(engine: Engine) -> bool:
    """Whether the engine's process is there, be it as a zombie."""
    try:
        os.kill(engine._process.pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_an_engine_tells_its_name_and_what_it_knows() -> None:
    with engine("none") as one:
        assert one.program == "Faulty 1.0"
        assert {"genmove", "undo"} <= one.known


def test_its_name_cannot_write_on_the_terminal() -> None:
    with engine("escapes") as one:
        assert one.program == "Faulty[31m 1.0"


def test_answers_may_end_with_carriage_returns() -> None:
    with engine("carriage-returns") as one:
        assert one.ask("genmove black") == "A9"


def test_stderr_is_read_so_that_it_never_blocks_the_engine() -> None:
    with engine("noisy") as one:
        assert [one.ask("komi 0") for _ in range(5)] == [""] * 5


def test_an_engine_that_still_reads_its_files_is_waited_for() -> None:
    with engine("late", SHORT) as one:
        assert one.program == "Faulty 1.0"


def test_an_error_of_the_engine_leaves_it_usable() -> None:
    with engine("refuses") as one:
        with pytest.raises(EngineRefusal, match="refuses play black A1: illegal move"):
            one.ask("play black A1")
        assert one.ask("version") == "1.0"


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        ("dies", "ended with status 7 when it was to answer name"),
        ("silent", "has not answered name for 1 seconds; perhaps .* --mode gtp"),
        ("chats", "does not speak GTP: it says 'Your move, please!'; perhaps .* --mode gtp"),
        ("floods", "does not speak GTP: it says 'all work and no play'"),
    ],
)
def test_a_program_that_is_no_engine_is_told_from_its_first_answer(fault: str, message: str) -> None:
    with closing(Engine(command(fault), SHORT)) as one, pytest.raises(EngineError, match=message):
        one.greet()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("/no/such/engine --mode gtp", "there is no program /no/such/engine; check the name"),
        ("", "the command of the engine is empty"),
        ("gnugo 'half", "cannot be read: No closing quotation"),
        (str(Path(__file__).parent), "cannot be started: Permission denied"),
    ],
)
def test_a_command_that_cannot_be_run_says_why(line: str, message: str) -> None:
    with pytest.raises(EngineError, match=message):
        Engine(line)


def test_no_shell_reads_the_command(tmp_path: Path) -> None:
    log, made = tmp_path / "log", tmp_path / "made"
    with closing(Engine(f"{command('none', str(log))} > {made}; touch {made}")) as one:
        one.greet()
        assert one.program == "Faulty 1.0"
    assert list(tmp_path.iterdir()) == [log]


@pytest.mark.parametrize("fault", ["none", "immortal"])
def test_a_closed_engine_is_gone_and_no_zombie(fault: str) -> None:
    with engine(fault) as one:
        assert is_running(one)
    assert not is_running(one)


def test_closing_twice_is_closing_once() -> None:
    with engine("none") as one:
        one.close()


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        ("crashes", "ended with status 3 when it was to answer genmove white; it said 'out of luck'"),
        ("stuck", "has not answered genmove white for 1 seconds$"),
        ("babbles", "answered 'banana', which is no move"),
        ("cheats", "plays E5, which is not allowed: there is a stone on that point"),
        ("refuses", "refuses play black E5: illegal move"),
        ("only-19", "refuses boardsize 9: unacceptable size"),
    ],
)
def test_a_fault_in_the_game_is_told(fault: str, message: str) -> None:
    with player(fault) as one, pytest.raises(EngineError, match=message):
        one.choose(after(started(), "E5"), None)


def test_after_a_fault_a_fresh_engine_is_told_the_whole_game(tmp_path: Path) -> None:
    log = tmp_path / "log"
    position = after(started(), "E5", "C3", "G7")
    with player("crashes-once", str(log)) as one:
        with pytest.raises(EngineError, match="ended"):
            one.choose(position, None)
        assert one.choose(position, None).move == at("A9")
    told = log.read_text().splitlines()
    assert told[-5:-1] == ["play black E5", "play white C3", "play black G7", "genmove white"]
    assert told[-1] == "quit"


def test_a_thinking_engine_can_be_interrupted() -> None:
    with closing(GtpPlayer(command("stuck"), GO)) as one:
        one.start()
        Timer(0.3, one.interrupt).start()
        began = time.monotonic()
        with pytest.raises(EngineError, match="was interrupted"):
            one.choose(started(), None)
        assert time.monotonic() - began < 10


def test_an_engine_that_is_just_being_started_can_be_interrupted() -> None:
    with closing(GtpPlayer(command("silent"), GO)) as one:
        Timer(0.5, one.interrupt).start()
        began = time.monotonic()
        with pytest.raises(EngineError, match="was interrupted"):
            one.choose(started(), None)
        assert time.monotonic() - began < 10


def test_an_interrupted_player_plays_on_with_a_fresh_engine() -> None:
    with player("none") as one:
        one.start()
        one.interrupt()
        one.restart()
        assert one.choose(started(), None).move == at("A9")


@pytest.mark.parametrize(("fault", "handicap"), [("no-time", 0), ("no-handicap", 3)])
def test_what_an_engine_need_not_know_it_may_refuse(fault: str, handicap: int) -> None:
    with player(fault, seconds=5) as one:
        assert one.choose(started(handicap), None).move == at("A9")


def is_at_work(process: int) -> bool:
    """Whether a process that is not ours runs; one that only waits for its parent does not."""
    listed = subprocess.run(["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True)
    return bool(listed.stdout.strip()) and not listed.stdout.startswith("Z")


def test_what_an_engine_started_ends_with_it(tmp_path: Path) -> None:
    child = tmp_path / "child"
    with closing(Engine(command("forks", str(child)))) as one:
        one.greet()
    end = time.monotonic() + 5
    while is_at_work(int(child.read_text())):
        assert time.monotonic() < end
        time.sleep(0.05)


def test_an_engine_may_resign() -> None:
    with player("resigns") as one:
        assert one.choose(started(), None).move == RESIGN


def told(log: Path) -> list[str]:
    """What the engine was told since its opening words."""
    lines = log.read_text().splitlines()
    return lines[lines.index("list_commands") + 1 :]


def test_it_is_told_size_komi_and_moves_in_order(tmp_path: Path) -> None:
    with player("none", str(tmp_path / "log")) as one:
        one.choose(after(started(), "E5", "pass", "C3"), None)
    moves = ["play black E5", "play white pass", "play black C3"]
    assert told(tmp_path / "log") == [
        "boardsize 9", "clear_board", "komi 7.5", *moves, "genmove white", "quit"
    ]  # fmt: skip


def test_it_is_told_of_handicap_and_time(tmp_path: Path) -> None:
    with player("none", str(tmp_path / "log"), seconds=5) as one:
        one.choose(started(handicap=2), None)
    assert told(tmp_path / "log")[3:-1] == [
        "set_free_handicap G7 C3", "time_settings 0 5 1", "time_left white 5 1", "genmove white"
    ]  # fmt: skip


def test_it_is_told_only_what_is_new(tmp_path: Path) -> None:
    with player("none", str(tmp_path / "log")) as one:
        position = after(started(), "E5")
        reply = one.choose(position, None).move
        one.choose(after(position.play(reply), "C3"), None)
    assert told(tmp_path / "log")[-4:-1] == ["genmove white", "play black C3", "genmove white"]


@pytest.mark.parametrize(
    ("fault", "means"),
    [
        ("none", ["undo", "undo", "play black G7"]),
        ("no-undo", ["boardsize 9", "clear_board", "komi 7.5", "play black G7"]),
    ],
)
def test_moves_taken_back_are_taken_back_there(tmp_path: Path, fault: str, means: list[str]) -> None:
    with player(fault, str(tmp_path / "log")) as one:
        start = started()
        one.choose(after(start, "E5"), None)
        one.choose(after(start, "G7"), None)
    lines = told(tmp_path / "log")
    assert lines[lines.index("genmove white") + 1 : -2] == means


def test_stones_that_stand_already_are_put_down_first(tmp_path: Path) -> None:
    board = after(started(), "E5", "C3").board
    with player("none", str(tmp_path / "log")) as one:
        one.choose(GoPosition.set_up(board, Side.WHITE, preset("chinese", 9)), None)
    assert told(tmp_path / "log")[3:-2] == ["play black E5", "play white C3"]


def test_a_command_out_of_a_file_is_not_run_unasked() -> None:
    with closing(GtpPlayer(command("none"), GO, place=None)) as one:
        for _ in range(2):
            with pytest.raises(EngineError, match=r"to let it, resume the game with --opponent '.*none'"):
                one.choose(started(), None)
            one.restart()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no process groups")
def test_a_reaped_process_is_never_signalled(monkeypatch: pytest.MonkeyPatch) -> None:
    signalled: list[int] = []
    monkeypatch.setattr(os, "killpg", lambda group, number: signalled.append(group))
    engine = Engine(command("none"))
    engine.greet()
    engine.close()
    before = len(signalled)
    engine.interrupt()
    engine.close()
    assert len(signalled) == before


@pytest.mark.skipif(not hasattr(os, "waitid"), reason="there is no way to wait without reaping here")
def test_what_an_engine_started_ends_with_it_even_if_it_ended_first(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(
        "import subprocess, sys\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
        "print('= ' + str(child.pid) + '\\n', flush=True)\n"
    )
    engine = Engine(f"{sys.executable} {script}")
    child = int(engine.ask("name"))
    time.sleep(0.2)
    engine.close()
    time.sleep(0.2)
    state = Path(f"/proc/{child}/stat")
    assert not state.exists() or state.read_text().split()[2] == "Z"
