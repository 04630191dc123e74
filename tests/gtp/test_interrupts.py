"""Tests of `# interrupt` at any time.

Only the reader of standard input can be made to read and to begin lines in a chosen order; four tests do so.
"""

import signal
import subprocess
import sys
import time
from contextlib import closing

import pytest

from gnugo_py.gtp.protocol import StdinReader
from tests.support.gtp_dialogue import GtpDialogue


class Log:
    """A reader of standard input, and a log of its actions."""

    def __init__(self) -> None:
        self.did: list[str] = []
        self.listener = StdinReader(self)

    def interrupt(self) -> None:
        self.did.append("interrupt")

    def recover(self) -> None:
        self.did.append("restart")

    def read(self, *lines: bytes) -> None:
        for line in lines:
            self.listener._waiting.put([self.listener._numbered(line)])

    def carry_out(self) -> None:
        """Begin the next line only."""
        piece = self.listener._waiting.get_nowait()
        assert piece is not None
        ((number, line),) = piece
        if number:
            self.listener._begin(number)
            self.did.append(line.decode().strip())


def test_a_command_that_has_not_started_is_canceled() -> None:
    log = Log()
    log.read(b"genmove b\n", b"# interrupt\n")
    log.carry_out()
    assert log.did == ["restart", "interrupt", "genmove b"]


def test_a_running_command_is_canceled() -> None:
    log = Log()
    log.read(b"genmove b\n")
    log.carry_out()
    log.read(b"# interrupt\n")
    assert log.did == ["restart", "genmove b", "interrupt"]


def test_the_last_of_two_commands_is_canceled() -> None:
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


@pytest.mark.usefixtures("endless_search")
@pytest.mark.parametrize("pause", [0.0, 0.0005, 0.002, 0.01])
def test_no_interrupt_is_lost_whenever_it_comes(pause: float) -> None:
    with closing(GtpDialogue("--player", "search:9")) as server:
        for _ in range(5):
            server.send("genmove b")
            time.sleep(pause)
            server.send("# interrupt")
            assert server.answer()[0] in "=?"


@pytest.mark.usefixtures("endless_search")
@pytest.mark.parametrize("command", ["lz-search_analyze", "lz-genmove_analyze", "kata-genmove_analyze"])
def test_an_interrupt_ends_the_analysis_of_a_move(command: str) -> None:
    with closing(GtpDialogue("--seed", "1")) as server:
        for pause in (0.05, 0.0, 0.01):
            server.send(f"1 {command} b")
            time.sleep(pause)
            server.send("# interrupt", "2 name")
            lines = [server.heard(), server.heard()]
            while lines[-1]:
                lines.append(server.heard())
            assert lines[0].startswith("=1")
            assert lines[-2].startswith("play ")
            assert server.answer() == "=2 gnugo-py"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other signals")
def test_ctrl_c_ends_a_server_that_is_thinking() -> None:
    words = [sys.executable, "-m", "gnugo_py", "gtp", "--player", "search:9"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write("name\ngenmove b\n")
        server.stdin.flush()
        assert server.stdout.readline() == "= gnugo-py\n"
        server.send_signal(signal.SIGINT)
        assert server.wait(60) == 130
