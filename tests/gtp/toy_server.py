"""A server in this process, of the toy game or of Go, with a player that follows a script."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping

from gnugo_py.core.game import Game
from gnugo_py.core.types import Mistake
from gnugo_py.engines.engine import Player
from gnugo_py.games.go.game import GO
from gnugo_py.gtp.commands import Commands, Files, Loaded
from gnugo_py.gtp.go_commands import GoCommands
from gnugo_py.gtp.protocol import serve
from gnugo_py.gtp.queries import Queries
from gnugo_py.gtp.server import GtpGame
from tests.scripted import Scripted
from tests.toy import PAIRS


class Seeded(Scripted):
    """A player with a seed, which it remembers."""

    seed = 0

    def settings(self) -> dict[str, object]:
        return {"player": "script", "seed": self.seed}

    def reseed(self, seed: int) -> Player:
        other = Seeded(*self._moves, name=self._name)
        other.seed = seed
        return other


class ToyServer:
    """A server, and what it did with files.

    game  -- what it serves.
    loads -- the games that `loadsgf` finds, by path.
    saved -- the names under which it saved; one that is there is refused.
    """

    def __init__(
        self,
        player: Player | None = None,
        game: Game = PAIRS,
        options: Mapping[str, object] | None = None,
        new_seed: Callable[[], int] | None = None,
    ) -> None:
        self.game = GtpGame(game, player, options or {}, new_seed)
        self.loads: dict[str, Loaded] = {}
        self.saved: list[str] = []
        files = Files(self._load, lambda served: f"(;{len(served.turns)})", self._save)
        kind = GoCommands if game is GO else Commands
        self._table = Queries(self.game).table() | kind(self.game, files).table()

    def __call__(self, *commands: str) -> str:
        """The last answer to some commands, without its frame; an error begins with `?`."""
        sink = io.StringIO()
        faults: list[Exception] = []
        serve(list(commands), sink, self._table, faults.append)
        assert not faults
        answer = sink.getvalue().split("\n\n")[-2]
        return answer if answer.startswith("?") else answer[1:].removeprefix(" ")

    def _load(self, path: str, last: int) -> Loaded:
        if path not in self.loads:
            raise Mistake("no such file")
        found = self.loads[path]
        return found._replace(positions=found.positions[: last + 1])

    def _save(self, served: GtpGame, name: str, said: Mapping[str, str]) -> None:
        if name == "full":
            raise OSError("disk full")
        if name in self.saved:
            raise Mistake("it is there")
        self.saved.append(name)
