"""Tests of Windows support on other systems: modules and calls that only POSIX has are hidden."""

import os
import subprocess
import sys
from pathlib import Path

import mslex
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnugo_py.engines.external.child_process import split_windows_command_line
from tests.support.gtp_engines import command
from tests.support.program import answers
from tests.support.terminal import Terminal

HIDING = """
import functools, os, signal, subprocess, sys, types
subprocess.Popen.kill = lambda process: process.send_signal(9)
for name in ("fcntl", "termios", "tty", "pwd", "grp", "resource"):
    sys.modules[name] = None
for name in ("killpg", "setsid", "getpgid", "O_NOFOLLOW", "O_NONBLOCK", "mkfifo"):
    if hasattr(os, name):
        delattr(os, name)
for name in ("SIGHUP", "SIGKILL"):
    delattr(signal, name)

held = set()

def locking(descriptor, mode, count):
    where = os.fstat(descriptor).st_ino
    if where in held:
        raise PermissionError(13, "Permission denied")
    held.add(where)

sys.modules["msvcrt"] = types.SimpleNamespace(LK_NBLCK=2, locking=locking)
opened, unlink = {}, os.unlink
real_open, real_close = os.open, os.close

def tracked_open(path, *rest, **named):
    descriptor = real_open(path, *rest, **named)
    opened[descriptor] = str(path)
    return descriptor

def tracked_close(descriptor):
    opened.pop(descriptor, None)
    real_close(descriptor)

def careful_unlink(path, *rest, **named):
    if str(path) in opened.values() and str(path).endswith(".lock"):
        raise PermissionError(13, "in use", str(path))
    unlink(path, *rest, **named)

# Partials, since pathlib of Python 3.10 makes methods of functions.
os.open, os.close, os.unlink = map(functools.partial, (tracked_open, tracked_close, careful_unlink))
from gnugo_py.__main__ import main
main()
"""


def run_hiding(*words: str, typed: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", HIDING, *words],
        input=typed,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_a_game_is_played_saved_and_resumed_and_its_lock_removed(tmp_path: Path) -> None:
    words = ("--size", "9", "--handicap", "0", "--color", "black", "--saves", str(tmp_path))
    first = run_hiding(*words, typed="c3\nsave x\ng7\n")
    assert (first.returncode, first.stderr, len(answers(first.stdout))) == (0, "", 2)
    assert [path.name for path in tmp_path.iterdir()] == ["x.sgf"]
    again = run_hiding("--resume", "--saves", str(tmp_path), typed="a1\n")
    assert (again.returncode, again.stderr, len(answers(again.stdout))) == (0, "", 1)


@pytest.mark.parametrize("fault", ["none", "immortal"])
def test_an_engine_plays_and_is_ended(fault: str, tmp_path: Path) -> None:
    mark = str(tmp_path / "mark")
    words = ("--size", "9", "--handicap", "0", "--color", "black", "--saves", str(tmp_path / "s"))
    done = run_hiding(*words, "--opponent", command(fault, mark), typed="c3\nquit\n")
    assert (done.returncode, len(answers(done.stdout))) == (0, 1)
    running = subprocess.run(["ps", "-eww", "-o", "args"], capture_output=True, text=True, check=True).stdout
    assert mark not in running


def test_the_server_and_the_lists_work(tmp_path: Path) -> None:
    server = run_hiding("gtp", "--seed", "1", typed="boardsize 9\ngenmove b\nquit\n")
    assert (server.returncode, server.stdout.count("=")) == (0, 3)
    assert run_hiding("saves", "--saves", str(tmp_path), typed="").returncode == 0


def test_a_console_without_a_mouse_can_be_used_with_keys(tmp_path: Path) -> None:
    words = ("--size", "9", "--handicap", "0", "--color", "black", "--seed", "1")
    terminal = Terminal(tmp_path, *words, module="tests.support.no_mouse", shows="your move")
    terminal.enter("E5\r", "my move: ")
    terminal.type("mouse\r")
    terminal.type("quit\r")
    assert terminal.child.wait() == 0


def test_hidden_posix_functions_are_missing() -> None:
    done = subprocess.run(
        [sys.executable, "-c", HIDING.rsplit("from gnugo_py", 1)[0] + "print(hasattr(os, 'killpg'))"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "False\n"
    assert os.name


@given(st.text('ab \\"', max_size=30))
def test_arguments_are_parsed_like_the_universal_c_runtime_does(line: str) -> None:
    assert split_windows_command_line(line) == mslex.split_ucrt(line)
