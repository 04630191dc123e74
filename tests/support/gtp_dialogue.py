"""A GTP server that runs in a thread of the test's process, and answers while it is asked."""

import os
import sys
from threading import Thread

import pytest

from gnugo_py.cli import main
from gnugo_py.engines.search import go_search
from gnugo_py.engines.search.go_search import LEVELS
from gnugo_py.system import signals

MAX_SECONDS = 60.0
"""Seconds after which a test that waits for the end of a server fails."""


class GtpDialogue:
    """The command `gtp` with some options; what is sent is read at once.

    status -- the exit status, None while the server is running.
    """

    def __init__(self, *options: str) -> None:
        self.status: object = None
        its_input, input_end = os.pipe()
        output_end, its_output = os.pipe()
        self._input = os.fdopen(input_end, "w", encoding="utf-8")
        self._output = os.fdopen(output_end, encoding="utf-8", errors="replace")
        self._its_input = os.fdopen(its_input, encoding="utf-8")
        self._its_output = os.fdopen(its_output, "w", encoding="utf-8", newline="\n")
        self._patch = pytest.MonkeyPatch()
        self._patch.setattr(signals, "_TERMINATION_SIGNALS", [])
        self._patch.setattr(sys, "argv", ["gnugo-py", "gtp", *options])
        self._patch.setattr(sys, "stdin", self._its_input)
        self._patch.setattr(sys, "stdout", self._its_output)
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()
        self.send("protocol_version")  # from now on, the server has its own streams
        assert self.answer() == "= 2"

    def _run(self) -> None:
        try:
            main._run()
        except SystemExit as error:
            self.status = error.code
        finally:
            self._its_output.close()

    def send(self, *lines: str) -> None:
        """Send lines."""
        self._input.write("".join(f"{line}\n" for line in lines))
        self._input.flush()

    def heard(self) -> str:
        """Return the next line of the output, without its end."""
        return self._output.readline().rstrip("\n")

    def answer(self) -> str:
        """Return the next response, which has one line."""
        line = self.heard()
        assert self.heard() == ""
        return line

    def finish(self, text: str = "") -> str:
        """Send text, end the input, and return the rest of the output."""
        self._input.write(text)
        self._input.close()
        rest = self._output.read()
        self._thread.join(MAX_SECONDS)
        assert not self._thread.is_alive()
        return rest

    def close(self) -> None:
        """End the server, and restore what it needed."""
        if not self._input.closed:
            self.finish()
        self._patch.undo()
        self._output.close()
        self._its_input.close()


@pytest.fixture
def endless_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the search engine of level 9 think about a move of Go until it is interrupted."""
    *others, highest = LEVELS
    endless = highest._replace(visits=(10**9,) * 3)
    monkeypatch.setattr(go_search, "LEVELS", (*others, endless))
