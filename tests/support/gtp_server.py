"""A GTP server in a process."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from benchmarks.replay import own_knowledge
from gnugo_py.cli.gtp import _files
from gnugo_py.engines.classic.engine import ClassicEngine
from gnugo_py.games.go.game import GO
from gnugo_py.gtp.game import GtpGame
from gnugo_py.gtp.go_commands import ClassicGtpCommands
from gnugo_py.gtp.protocol import serve

KNOWLEDGE = own_knowledge()


class Server:
    """A server that runs in this process."""

    def __init__(self, saves: Path, seed: int = 3, rules: str = "chinese") -> None:
        self.faults: list[Exception] = []
        game = GtpGame(GO, ClassicEngine(KNOWLEDGE, seed), {"rules": rules})
        files = _files(str(saves))
        self._table = ClassicGtpCommands(game, files).handlers()

    def __call__(self, *commands: str) -> str:
        """Run some commands and return the last response without its frame; an error begins with `?`."""
        sink = io.StringIO()
        serve(list(commands), sink, self._table, self.faults.append)
        answer = sink.getvalue().split("\n\n")[-2]
        return answer if answer.startswith("?") else answer[1:].removeprefix(" ")


@pytest.fixture
def gtp(tmp_path: Path) -> Server:
    return Server(tmp_path)
