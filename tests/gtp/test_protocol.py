"""Tests of the wire format against the GTP specification."""

import io
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnugo_py.gtp.protocol import GtpError, format_response, parse_request, serve


def failing(_: tuple[str, ...]) -> str:
    raise GtpError("illegal move")


COMMANDS = {
    "name": lambda _: "gnugo-py",
    "echo": lambda arguments: " ".join(arguments),
    "long": lambda _: "one\n\n  \ntwo  \nthree\n",
    "fail": failing,
}


def server(text: str) -> str:
    sink = io.StringIO()
    faults: list[Exception] = []
    serve(io.StringIO(text), sink, COMMANDS, faults.append)
    assert not faults
    return sink.getvalue()


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("name\n", "= gnugo-py\n\n"),
        ("17 name\n", "=17 gnugo-py\n\n"),
        ("007 name\n", "=007 gnugo-py\n\n"),
        ("name", "= gnugo-py\n\n"),
        ("  \t name \t \r\n", "= gnugo-py\n\n"),
        ("na\x00me\x07\n", "= gnugo-py\n\n"),
        ("# nothing\n\n   \n\r\n", ""),
        ("echo a\tb # c\n", "= a b\n\n"),
        ("echo\n", "=\n\n"),
        ("3 fail\n", "?3 illegal move\n\n"),
        ("long\n", "= one\ntwo\nthree\n\n"),
        ("NAME\n", "? unknown command\n\n"),
        ("5\n", "?5 unknown command\n\n"),
        ("known_command name\nknown_command nome\nknown_command\n", "= true\n\n= false\n\n= false\n\n"),
        ("1 name\nquit\nname\n", "=1 gnugo-py\n\n=\n\n"),
        ("list_commands\n", "= echo\nfail\nhelp\nknown_command\nlist_commands\nlong\nname\nquit\n\n"),
    ],
)
def test_what_goes_over_the_wire(typed: str, answer: str) -> None:
    assert server(typed) == answer


@given(st.lists(st.text(max_size=40), max_size=30))
def test_noise_gets_one_answer_a_command_and_nothing_else(lines: list[str]) -> None:
    typed = "".join(line.replace("\n", " ").replace("quit", "") + "\n" for line in lines)
    asked = [parse_request(line) for line in typed.split("\n")]
    answers = server(typed)
    assert answers.count("\n\n") == sum(request is not None for request in asked)
    assert all(answer[0] in "=?" for answer in answers.split("\n\n")[:-1])


@given(st.text())
def test_an_answer_never_holds_the_blank_line_that_ends_it(text: str) -> None:
    reply = format_response("1", text, is_failure=False)
    assert reply.endswith("\n\n")
    assert "\n\n" not in reply[:-2].strip("\n") or not text.strip()


def test_ten_thousand_lines_of_noise() -> None:
    rng = random.Random(1)
    typed = "".join(
        "".join(chr(rng.randrange(1, 0x500)) for _ in range(rng.randrange(30))).replace("\n", "") + "\n"
        for _ in range(10_000)
    )
    assert server(typed).count("? unknown command") > 8_000


def no_fault(error: Exception) -> None:
    raise error


class ClosedSoon(io.StringIO):
    """An output stream that is closed after some writes."""

    def __init__(self, answers: int) -> None:
        super().__init__()
        self._left = answers

    def write(self, text: str) -> int:
        self._left -= 1
        if self._left < 0:
            self.close()
        return super().write(text)


def test_a_closed_output_ends_the_server_quietly() -> None:
    server: list[str] = []

    def count(_: tuple[str, ...]) -> str:
        server.append("one")
        return ""

    commands = {"count": count}
    serve(["count\n"] * 5, ClosedSoon(2), commands, no_fault)
    assert len(server) == 3


def test_a_fault_of_another_kind_is_raised() -> None:
    class Faulty(io.StringIO):
        def write(self, text: str) -> int:
            raise ValueError("not closed")

    with pytest.raises(ValueError, match="not closed"):
        serve(["name\n"], Faulty(), {}, no_fault)
