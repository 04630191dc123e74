"""Tests of `# interrupt` at any time."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

from gnugo_py.gtp.protocol import StdinReader


class Log:
    """A reader of standard input, and a log of its actions."""

    def __init__(self) -> None:
        self.did: list[str] = []
        self.listener = StdinReader(lambda: self.did.append("interrupt"), lambda: self.did.append("restart"))

    def read(self, *lines: bytes) -> None:
        for line in lines:
            self.listener._enqueue(line)

    def carry_out(self) -> None:
        """Begin the next line only."""
        item = self.listener._waiting.get_nowait()
        assert item is not None
        number, line = item
        if number:
            self.listener._begin(number)
            self.did.append(line.decode().strip())


def test_an_interrupt_cancels_a_command_that_has_not_started() -> None:
    log = Log()
    log.read(b"genmove b\n", b"# interrupt\n")
    log.carry_out()
    assert log.did == ["restart", "interrupt", "genmove b"]


def test_an_interrupt_cancels_a_command_that_has_started() -> None:
    log = Log()
    log.read(b"genmove b\n")
    log.carry_out()
    log.read(b"# interrupt\n")
    assert log.did == ["restart", "genmove b", "interrupt"]


def test_of_two_commands_the_last_one_is_cancelled() -> None:
    log = Log()
    log.read(b"genmove b\n", b"\n", b"# a comment\n", b"genmove w\n", b"# interrupt\n")
    for _ in range(4):
        log.carry_out()
    assert log.did == ["restart", "genmove b", "restart", "interrupt", "genmove w"]


def test_the_command_after_an_interrupt_is_carried_out() -> None:
    log = Log()
    log.read(b"genmove b\n", b"# interrupt\n", b"genmove w\n")
    for _ in range(3):
        log.carry_out()
    assert log.did == ["restart", "interrupt", "genmove b", "restart", "genmove w"]


@pytest.mark.parametrize("pause", [0.0, 0.0005, 0.002, 0.01])
def test_no_interrupt_is_lost_whenever_it_comes(pause: float) -> None:
    words = [sys.executable, "-m", "gnugo_py", "gtp", "--player", "search:9"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        for _ in range(5):
            server.stdin.write(b"genmove b\n")
            server.stdin.flush()
            time.sleep(pause)
            server.stdin.write(b"# interrupt\n")
            server.stdin.flush()
            began = time.monotonic()
            assert server.stdout.readline()[:1] in b"=?"
            server.stdout.readline()
            assert time.monotonic() - began < 2
        server.stdin.write(b"quit\n")
        server.stdin.flush()


@pytest.mark.parametrize("prefix", ["lz", "kata"])
@pytest.mark.parametrize("kind", ["search", "genmove"])
def test_an_interrupt_stops_the_analysis_of_a_move_of_the_default_server(prefix: str, kind: str) -> None:
    words = [sys.executable, "-m", "gnugo_py", "gtp", "--seed", "1"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        for pause in (0.5, 0.0, 0.01):
            server.stdin.write(f"1 {prefix}-{kind}_analyze b\n".encode())
            server.stdin.flush()
            time.sleep(pause)
            server.stdin.write(b"# interrupt\n2 name\n")
            server.stdin.flush()
            began = time.monotonic()
            lines = [server.stdout.readline() for _ in range(2)]
            while lines[-1].strip():
                lines.append(server.stdout.readline())
            assert time.monotonic() - began < 2
            assert lines[0].startswith(b"=1")
            assert lines[-2].startswith(b"play ")
            assert server.stdout.readline() == b"=2 gnugo-py\n"
            server.stdout.readline()
        server.stdin.write(b"quit\n")
        server.stdin.flush()
