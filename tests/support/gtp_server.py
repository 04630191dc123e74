"""GTP servers: one for some commands at once, and two that answer while they are asked."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.gtp_dialogue import GtpDialogue
from tests.support.program import run

CHINESE = ("--seed", "3", "--rules", "chinese")


def without_frame(response: str) -> str:
    """Return the text of a response; an error begins with `?`."""
    assert "internal error" not in response
    return response if response.startswith("?") else response[1:].removeprefix(" ")


def responses(*commands: str, options: tuple[str, ...] = CHINESE) -> list[str]:
    """Return the responses of a new server to some commands, without their frames."""
    done = run("gtp", *options, typed="".join(f"{command}\n" for command in commands))
    assert done.returncode == 0
    return [without_frame(each) for each in done.stdout.split("\n\n")[:-1]]


class Server(GtpDialogue):
    """A server with the engine of 1989, seed 3 and Chinese rules, which answers while it is asked."""

    def __init__(self, saves: Path) -> None:
        super().__init__(*CHINESE, "--saves", str(saves))

    def __call__(self, *commands: str) -> str:
        """Send some commands and return the last response without its frame."""
        found = ""
        for command in commands:
            self.send(command)
            lines = [self.heard()]
            while line := self.heard():
                lines.append(line)
            found = without_frame("\n".join(lines))
        return found


@pytest.fixture
def gtp(tmp_path: Path) -> Iterator[Server]:
    with closing(Server(tmp_path)) as server:
        yield server


class PairsServer:
    """A server in a process for a game outside the package that no engine plays; see `tests.toy`."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def responses(self, *commands: str) -> list[str]:
        """Return the responses to some commands in a new game, without their frames."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        found = []
        for command in ("clear_board", *commands):
            self._process.stdin.write(f"{command}\n")
            self._process.stdin.flush()
            found.append(without_frame("".join(iter(self._process.stdout.readline, "\n")).rstrip("\n")))
        return found[1:]


@pytest.fixture(scope="module")
def pairs() -> Iterator[PairsServer]:
    """A server for the whole module."""
    words = (sys.executable, "-m", "tests.toy", "gtp", "--game", "pairs")
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield PairsServer(process)
        process.communicate("quit\n", timeout=60)
