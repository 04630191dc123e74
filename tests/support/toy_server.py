"""A server in this process, for the toy game or Go, with a scripted engine."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping

from gnugo_py.core.game import Game
from gnugo_py.core.types import UserError
from gnugo_py.engines.engine import Engine, EngineConfig
from gnugo_py.games.go.game import GO
from gnugo_py.gtp.commands import GtpCommands, GtpFileFunctions, LoadsgfResult
from gnugo_py.gtp.game import GtpGame
from gnugo_py.gtp.go_commands import GoGtpCommands
from gnugo_py.gtp.protocol import serve
from tests.support.scripted_engine import Scripted
from tests.toy import PAIRS


class Seeded(Scripted):
    """A scripted engine with a seed, which is part of its configuration."""

    seed = 0

    def config(self) -> EngineConfig:
        return EngineConfig("script", seed=self.seed)

    def with_seed(self, seed: int) -> Engine:
        other = Seeded(*self._moves, name=self._name)
        other.seed = seed
        return other


class ToyServer:
    """A server that records file operations.

    game  -- the GTP server.
    loads -- the games that `loadsgf` can load, by path.
    saved -- the names that were saved; saving one of them again is refused.
    """

    def __init__(
        self,
        player: Engine | None = None,
        game: Game = PAIRS,
        options: Mapping[str, object] | None = None,
        new_seed: Callable[[], int] | None = None,
    ) -> None:
        self.game = GtpGame(game, player, options or {}, new_seed)
        self.loads: dict[str, LoadsgfResult] = {}
        self.saved: list[str] = []
        files = GtpFileFunctions(self._load, lambda server: f"(;{len(server.turns)})", self._save)
        kind = GoGtpCommands if game is GO else GtpCommands
        self._table = kind(self.game, files).handlers()

    def __call__(self, *commands: str) -> str:
        """Run some commands and return the last response without its frame; an error begins with `?`."""
        sink = io.StringIO()
        faults: list[Exception] = []
        serve(list(commands), sink, self._table, faults.append)
        assert not faults
        answer = sink.getvalue().split("\n\n")[-2]
        return answer if answer.startswith("?") else answer[1:].removeprefix(" ")

    def _load(self, path: str, last: int) -> LoadsgfResult:
        if path not in self.loads:
            raise UserError("no such file")
        found = self.loads[path]
        return found._replace(positions=found.positions[: last + 1])

    def _save(self, server: GtpGame, name: str, output: Mapping[str, str]) -> None:
        if name == "full":
            raise OSError("disk full")
        if name in self.saved:
            raise UserError("it is there")
        self.saved.append(name)
