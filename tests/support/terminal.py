"""gnugo-py in a pseudo-terminal, with its screen read by pyte."""

from __future__ import annotations

import os
import re
import signal
import sys
import time
from pathlib import Path
from typing import ClassVar

import pexpect
import pyte
import pytest

from tests.support.program import HOME_VARIABLES
from tests.support.screen import Typist

PATIENCE = 20.0


def person() -> dict[str, str]:
    """Return an environment with only the user's folders and the variables of coverage."""
    measuring = (name for name in os.environ if name.startswith("COVERAGE_"))
    return {name: os.environ[name] for name in (*HOME_VARIABLES, *measuring)}


class Terminal(Typist):
    """gnugo-py on a screen of a given size."""

    opened: ClassVar[list[Terminal]] = []
    """The terminals of this test, which are closed at its end."""

    def __init__(
        self,
        saves: Path,
        *options: str,
        columns: int = 80,
        lines: int = 24,
        term: str = "linux",
        module: str = "gnugo_py",
        words: tuple[str, ...] = (),
        path: str = "/usr/bin:/bin",
        shows: str = "",
    ) -> None:
        self.screen = pyte.Screen(columns, lines)
        self._stream = pyte.ByteStream(self.screen)
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", module, *words, "--ascii", "--saves", str(saves), *options],
            dimensions=(lines, columns),
            env=person() | {"TERM": term, "PATH": path, "LANG": "C.UTF-8"},
            timeout=PATIENCE,
        )
        Terminal.opened.append(self)
        if shows:
            self.wait(shows)

    def read(self) -> list[str]:
        """Process the pending output and return the lines of the screen."""
        try:
            while True:
                self._stream.feed(self.child.read_nonblocking(65536, timeout=0.05))
        except (pexpect.TIMEOUT, pexpect.EOF):
            return [line.rstrip() for line in self.screen.display]

    def wait(self, pattern: str) -> str:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            shown = "\n".join(self.read())
            if re.search(pattern, shown, re.MULTILINE):
                return shown
        pytest.fail(f"no {pattern!r} on\n" + "\n".join(self.read()))

    def type(self, text: str) -> None:
        self.child.send(text)

    def resize(self, columns: int, lines: int) -> None:
        self.child.setwinsize(lines, columns)
        self.screen.resize(lines, columns)

    def interrupted(self) -> int | None:
        """Press Ctrl-C and return the exit status."""
        self.child.sendintr()
        return self.status()

    def close(self) -> None:
        """End the program: send SIGHUP so that it closes its engines, then kill it after five seconds."""
        end = time.monotonic() + 5
        self.child.kill(signal.SIGHUP)
        while self.child.isalive() and time.monotonic() < end:
            self.read()
        self.child.close(force=True)

    def status(self, keys: str = "") -> int | None:
        """Press keys, wait for the end of the program, and return its exit status."""
        self.type(keys)
        self.child.expect(pexpect.EOF)
        self.child.close()
        status: int | None = self.child.exitstatus
        return status
