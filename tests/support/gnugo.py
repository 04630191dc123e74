"""GNU Go 3.8 as a reference, where it is installed."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

PROGRAM = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games")


class GnuGo:
    """A running GNU Go that is used through GTP."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def ask(self, command: str) -> str:
        """Return the response to a command. Fail the test if GNU Go reports an error."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{command}\n")
        self._process.stdin.flush()
        lines = []
        while line := self._process.stdout.readline().rstrip("\n"):
            lines.append(line)
        answer = "\n".join(lines)
        assert answer.startswith("="), f"{command}: {answer}"
        return answer[1:].strip()


def program() -> str:
    """Return the path of GNU Go. If it is not installed, skip the test, or fail it if CI=true."""
    if PROGRAM is None:
        reason = "GNU Go is not installed (Debian: apt-get install gnugo)"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    return PROGRAM


@contextmanager
def gnugo() -> Iterator[GnuGo]:
    """Run GNU Go in a `with` block."""
    command = [program(), "--mode", "gtp", "--level", "1"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield GnuGo(process)
        assert process.stdin is not None
        process.stdin.write("quit\n")
        process.stdin.flush()
