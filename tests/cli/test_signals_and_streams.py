"""Tests of inherited signals and streams: ignored, closed, broken."""

import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gnugo_py.cli.saves import saves
from tests.support.program import BLACK_ON_9X9, answers


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


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("words", ["gtp", "play --size 9", "saves", "score docs/example.sgf", "--version"])
def test_closed_streams_bring_no_traceback(closed: str, words: str, tmp_path: Path) -> None:
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
