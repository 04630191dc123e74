"""GTP servers: one whose commands are called, and one for some commands at once."""

import io
from collections.abc import Mapping
from pathlib import Path

import pytest

from gnugo_py.engines.classic.classic_engine import classic_engine
from gnugo_py.engines.engine import Engine
from gnugo_py.games.game import Game
from gnugo_py.games.go.position import GO
from gnugo_py.gtp.command_table import command_table
from gnugo_py.gtp.protocol import serve
from gnugo_py.gtp.server import GtpServer
from tests.support.program import output_of

CHINESE = ("--seed", "3", "--rules", "chinese")


class ServerHere:
    """A server whose commands are called directly.

    state -- the game of the server, and its engine.
    table -- its commands.
    """

    def __init__(
        self,
        player: Engine | None = None,
        game: Game = GO,
        options: Mapping[str, object] | None = None,
        saves: Path | None = None,
    ) -> None:
        self.state = GtpServer(game, player, options, saves=None if saves is None else str(saves))
        self.table = command_table(self.state)

    def __call__(self, *commands: str) -> str:
        """Run some commands and return the last response without its frame; an error begins with `?`."""
        sink = io.StringIO()
        serve(list(commands), sink, self.table)
        return without_frame(sink.getvalue().split("\n\n")[-2])

    def responses(self, *commands: str) -> list[str]:
        """Run some commands and return their responses without their frames."""
        return [self(command) for command in commands]


def without_frame(response: str) -> str:
    """Return the text of a response; an error begins with `?`."""
    assert "internal error" not in response
    return response if response.startswith("?") else response[1:].removeprefix(" ")


def responses(*commands: str, options: tuple[str, ...] = CHINESE) -> list[str]:
    """Return the responses of a new server to some commands, without their frames."""
    shown = output_of("gtp", *options, typed="".join(f"{command}\n" for command in commands))
    return [without_frame(each) for each in shown.split("\n\n")[:-1]]


@pytest.fixture
def gtp(tmp_path: Path) -> ServerHere:
    """A server of Go with the engine of 1989, seed 3, Chinese rules and a folder for saved games."""
    return ServerHere(classic_engine(3), options={"rules": "chinese"}, saves=tmp_path)
