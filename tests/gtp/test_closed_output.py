"""Tests of an output stream that is closed inside the process, which no controller can do.

They call `serve` itself: the command line would report the closed stream as an internal error at its end.
"""

import io

import pytest

from gnugo_py.gtp.protocol import serve


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
