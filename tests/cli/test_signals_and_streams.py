"""Tests of signals, streams, full disks and killed processes: no answered move is lost."""

import json
import os
import random
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gnugo_py.cli.saves import saves
from tests.support.program import BLACK_ON_9X9, answers, run


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGHUP")
@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM])
def test_a_signal_that_was_ignored_before_is_ignored(number: signal.Signals, tmp_path: Path) -> None:
    words = [sys.executable, "-m", "gnugo_py", *BLACK_ON_9X9, "--saves", str(tmp_path)]
    quiet = f"trap '' {number.name.removeprefix('SIG')}; exec {shlex.join(words)}"
    with subprocess.Popen(
        ["bash", "-c", quiet], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as game:
        assert game.stdout is not None
        assert "A B C" in game.stdout.readline()
        game.send_signal(number)
        time.sleep(0.2)
        out, _ = game.communicate("c3\n", timeout=30)
    assert len(answers(out)) == 1
    assert game.returncode == 0


@pytest.mark.parametrize(
    ("words", "closed"),
    [
        *((words, "<&-") for words in ("gtp", "play --size 9")),
        *((words, ">&-") for words in ("gtp", "saves", "score docs/example.sgf", "--version")),
        *(("saves", "2>&-"), ("play --size 9", "<&- >&- 2>&-")),
    ],
)
def test_closed_streams_bring_no_traceback(words: str, closed: str, tmp_path: Path) -> None:
    line = f"exec {sys.executable} -m gnugo_py {words} {closed}"
    done = subprocess.run(
        ["bash", "-c", line],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=30,
        env=os.environ | {"GNUGO_PY_SAVES": str(tmp_path)},
        check=False,
    )
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") <= 1
    assert done.returncode in (0, 2)
    if closed == ">&-" and words.startswith("score"):
        assert (done.returncode, done.stderr) == (
            2,
            "gnugo-py: stdout is closed; the command needs it for its results\n",
        )


@pytest.mark.parametrize("words", ["review --plain docs/example.sgf", "learn --plain"])
def test_bytes_that_are_not_utf_8_cause_no_error(words: str) -> None:
    environment = os.environ | {"PYTHONIOENCODING": "utf-8:strict"}
    done = subprocess.run(
        [sys.executable, "-m", "gnugo_py", *words.split()],
        input=b"\xff\nquit\n",
        timeout=30,
        env=environment,
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_list_of_saves_whose_reader_has_gone_is_quiet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise BrokenPipeError

    (tmp_path / "x.sgf").write_text("(;SZ[9])")
    monkeypatch.setattr("gnugo_py.cli.saves.print_lines", refuse)
    with pytest.raises(BrokenPipeError):
        saves.main(["--saves", str(tmp_path)], standalone_mode=False)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limits on files")
def test_a_disk_that_fills_up_leaves_the_last_whole_game(tmp_path: Path) -> None:
    command = f"ulimit -f 2; exec {sys.executable} -m gnugo_py --handicap 0 --color black --saves {tmp_path}"
    moves = "".join(f"{letter}{line}\n" for letter in "BDFH" for line in range(1, 19, 2))
    done = subprocess.run(
        ["bash", "-c", command], input=moves, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stdout.count("The game cannot be saved") == 1
    assert len(answers(done.stdout)) > 25
    (kept,) = tmp_path.glob("*.sgf")
    assert kept.read_text().endswith(")\n")
    assert json.loads(run("saves", "--saves", str(tmp_path), "--json").stdout)[0]["moves"] > 2


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
def test_a_killed_game_has_lost_no_answered_move(tmp_path: Path) -> None:
    rng = random.Random(int(os.environ.get("GNUGO_PY_KILLS_SEED", "1")))
    for number in range(int(os.environ.get("GNUGO_PY_KILLS", "5"))):
        saves = tmp_path / str(number)
        kill_one(saves, rng)


def kill_one(saves: Path, rng: random.Random) -> None:
    """Kill a game at a random time, and check that its saved game contains every answered move."""
    points = [f"{letter}{line}" for letter in "ABCDEFGHJ" for line in range(1, 10)]
    rng.shuffle(points)
    command = [sys.executable, "-m", "gnugo_py", "--size", "9", "--handicap", "0", "--color", "black"]
    with subprocess.Popen(
        [*command, "--seed", str(rng.randrange(10**6)), "--saves", str(saves)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        bufsize=0,
    ) as game:
        assert game.stdin is not None
        assert game.stdout is not None
        game.stdin.write("".join(f"{point}\n" for point in points).encode())
        printed = b""
        while not re.search(rb"^my move: \w+\n", printed, re.MULTILINE):
            printed += (more := game.stdout.read(4096))
            assert more, "it ended without an answer"
        time.sleep(rng.uniform(0, 0.3))
        game.send_signal(signal.SIGKILL)
        printed += game.stdout.read()
    shown = [move for move in answers(printed.decode() + "\n") if move != "pass"]
    assert shown
    (kept,) = saves.glob("[!.]*.sgf")
    moves = re.findall(r"^;W\[(\w\w)\]", kept.read_text(), re.MULTILINE)
    names = ["ABCDEFGHJ"["abcdefghi".index(move[0])] + str(9 - "abcdefghi".index(move[1])) for move in moves]
    complete = shown if printed.endswith(b"\n") else shown[:-1]
    assert names[: len(complete)] == complete
    assert run("--resume", "--saves", str(saves), typed="").returncode == 0
