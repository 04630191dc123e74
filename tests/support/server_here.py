"""A server in this process."""

import io
from collections.abc import Mapping

from gnugo_py.engines.engine import Engine
from gnugo_py.games.game import Game
from gnugo_py.games.go.position import GO
from gnugo_py.gtp.command_table import command_table
from gnugo_py.gtp.protocol import serve
from gnugo_py.gtp.server import GtpServer


class ServerHere:
    """A server whose commands are called directly.

    state -- the game of the server, and its engine.
    table -- its commands.
    """

    def __init__(
        self, player: Engine | None = None, game: Game = GO, options: Mapping[str, object] | None = None
    ) -> None:
        self.state = GtpServer(game, player, options or {})
        self.table = command_table(self.state)

    def __call__(self, *commands: str) -> str:
        """Run some commands and return the last response without its frame; an error begins with `?`."""
        sink = io.StringIO()
        serve(list(commands), sink, self.table)
        assert "internal error" not in sink.getvalue()
        answer = sink.getvalue().split("\n\n")[-2]
        return answer if answer.startswith("?") else answer[1:].removeprefix(" ")
