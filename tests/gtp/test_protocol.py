"""Tests of the wire format: ids, comments, control characters, responses, `# interrupt`, closed streams."""

import io
import random
import re
import signal
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnugo_py.gtp.protocol import StdinReader, serve
from tests.support.gtp_dialogue import GtpDialogue
from tests.support.paths import file_with
from tests.support.program import output_of, run


def server(typed: str) -> str:
    """Return the output of a server for some input."""
    return output_of("gtp", "--seed", "3", typed=typed)


@pytest.mark.parametrize(
    ("typed", "output"),
    [
        ("name\n", "= gnugo-py\n\n"),
        ("17 name\n", "=17 gnugo-py\n\n"),
        ("007 name\n", "=007 gnugo-py\n\n"),
        (f"{'1' * 20} name x y\n", f"={'1' * 20} gnugo-py\n\n"),
        (f"{'1' * 21} name\n", "? unknown command\n\n"),
        ("\u0661 name\n", "? unknown command\n\n"),
        ("name", "= gnugo-py\n\n"),
        ("  \t name \t \r\n", "= gnugo-py\n\n"),
        ("na\x00me\x07\n", "= gnugo-py\n\n"),
        ("# nothing\n\n   \n\r\n", ""),
        ("known_command\tname # c\n", "= true\n\n"),
        ("boardsize 9\n", "=\n\n"),
        ("3 undo\n", "?3 cannot undo\n\n"),
        ("NAME\n", "? unknown command\n\n"),
        ("5\n", "?5 unknown command\n\n"),
        ("known_command name\nknown_command nome\nknown_command\n", "= true\n\n= false\n\n= false\n\n"),
        ("1 name\nquit\nname\n", "=1 gnugo-py\n\n=\n\n"),
        ("2 quit\n", "=2\n\n"),
        ("boardsize 2\nshowboard\n", "=\n\n= \n  A B\n2 - - 2\n1 - - 1\n  A B\n"),
    ],
)
def test_a_line_has_one_framed_response(typed: str, output: str) -> None:
    shown = server(typed)
    assert shown.startswith(output) if "showboard" in typed else shown == output


def test_the_built_in_commands_are_listed_in_order() -> None:
    listed = server("list_commands\n").removeprefix("= ").split()
    assert listed == sorted(listed)
    assert {"help", "known_command", "list_commands", "quit"} <= set(listed)


def is_command(line: str) -> bool:
    """Return whether a line has more than spaces, control characters and a comment."""
    visible = re.sub(r"[\x00-\x08\x0a-\x1f\x7f]", "", line.rstrip("\r\n"))
    return bool(visible.partition("#")[0].split())


@settings(max_examples=40)
@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=40), max_size=30))
def test_noise_has_one_response_a_command_and_nothing_else(lines: list[str]) -> None:
    typed = [line.replace("\n", " ").replace("quit", "") for line in lines]
    responses = server("".join(f"{line}\n" for line in typed)).split("\n\n")
    assert responses.pop() == ""
    assert len(responses) == sum(map(is_command, typed))
    assert all(response[0] in "=?" for response in responses)


def test_thousands_of_lines_of_noise_are_answered() -> None:
    rng = random.Random(1)
    lines = ("".join(chr(rng.randrange(1, 0x500)) for _ in range(rng.randrange(30))) for _ in range(3_000))
    typed = "".join(line.replace("\n", "") + "\n" for line in lines)
    assert server(typed).count("? unknown command") > 2_400


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=60))
@settings(max_examples=30)
def test_a_response_contains_no_blank_line_and_no_control_character(text: str) -> None:
    """The text comes back in the name of a file that does not exist."""
    output = server(f"loadsgf /no/{''.join(text.split())}\n")
    assert output.endswith("\n\n")
    assert "\n\n" not in output[:-2]
    assert output.replace("\n", "").isprintable()


def test_blank_lines_and_control_characters_of_a_file_are_not_sent(tmp_path: Path) -> None:
    file = file_with(tmp_path / "x.sgf", "(;GM[1]SZ[9]PB[a\x1b\\[31m\n\nb];B[ee])")
    output = server(f"loadsgf {file}\n3 printsgf\n")
    assert output.count("\n\n") == 2
    assert "\x1b" not in output


def test_a_line_as_long_as_may_be_is_answered_and_a_longer_one_refused() -> None:
    longest = "echo ".ljust(65535, "x")
    assert server(f"{longest}\nname\n") == "? unknown command\n\n= gnugo-py\n\n"
    assert server(f"{longest}x\nname\n") == "? line too long\n\n= gnugo-py\n\n"


def test_an_internal_error_is_reported_and_the_server_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> float:
        raise ZeroDivisionError("by\nnought")

    monkeypatch.setattr("time.process_time", broken)
    done = run("gtp", typed="1 cputime\n2 name\n")
    assert done.stdout == "?1 internal error: ZeroDivisionError: by nought\n\n=2 gnugo-py\n\n"
    assert done.stderr.startswith("Traceback")


def test_a_closed_pipe_ends_the_server_quietly() -> None:
    words = [sys.executable, "-m", "gnugo_py", "gtp", "--seed", "3"]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, text=True, stdin=pipe, stdout=pipe, stderr=pipe) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        assert server.stderr is not None
        server.stdin.write("name\n")
        server.stdin.flush()
        assert server.stdout.readline() == "= gnugo-py\n"
        server.stdout.close()
        server.stdin.write("name\nname\n")
        server.stdin.flush()
        assert (server.wait(60), server.stderr.read()) == (0, "")


def test_each_response_is_sent_at_once() -> None:
    server = GtpDialogue()
    for number in range(3):
        server.send(f"{number} name")
        assert server.answer() == f"={number} gnugo-py"
    server.close()


class ClosedSoon(io.StringIO):
    """An output stream that is closed after two writes."""

    left = 2

    def write(self, text: str) -> int:
        self.left -= 1
        if self.left < 0:
            self.close()
        return super().write(text)


def test_a_closed_output_ends_the_server_quietly() -> None:
    commands: list[str] = []

    def count(_: tuple[str, ...]) -> str:
        commands.append("count")
        return ""

    serve(["count\n"] * 5, ClosedSoon(), {"count": count})
    assert len(commands) == 3


def test_another_error_of_the_output_is_raised() -> None:
    class Faulty(io.StringIO):
        def write(self, text: str) -> int:
            raise ValueError("not closed")

    with pytest.raises(ValueError, match="not closed"):
        serve(["name\n"], Faulty(), {})


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
