"""The interface of engines: an `Engine` chooses a move in a position and returns it as a `Decision`.

An engine keeps no game state. What it remembers from move to move is a value that it receives with the
position and returns with the decision. Undo, save and resume therefore only have to keep that value.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeGuard, TypeVar

from gnugo_py.core.types import Move, Point, UserError
from gnugo_py.engines.level_ranks import MAX_LEVEL

INVALID_CONFIG_MESSAGE = "the settings of its engine are invalid; open the game with --load"
MAX_SEED, MAX_SECONDS_PER_MOVE = 2**31 - 1, 86_400
"""The largest seed of random numbers, whose smallest is 0, and the longest time for a move."""


@dataclass(frozen=True)
class EngineConfig:
    """The data from which an equal engine can be made.

    kind       -- `classic`, `search` or `gtp`; a saved game may name another one.
    level      -- the level of a search, else None.
    seed       -- the seed of its random numbers, None for a GTP engine.
    command    -- the command of a GTP engine, else None.
    patterns   -- the pattern files of the classic engine, as in `classic_engine`.
    max_time   -- the most seconds that a search thinks about a move, None for no limit.
    can_resign -- whether a search resigns lost games.
    """

    kind: str
    level: int | None = None
    seed: int | None = None
    command: str | None = None
    patterns: str | None = None
    max_time: float | None = None
    can_resign: bool = False

    @property
    def is_external(self) -> bool:
        """Whether the engine is another process."""
        return self.kind == "gtp"

    def to_json(self) -> dict[str, object]:
        """Return the data as saved games contain it, under their keys."""
        data = {"player": self.kind, "level": self.level, "seed": self.seed, "command": self.command}
        known: dict[str, object] = {name: value for name, value in data.items() if value is not None}
        if self.kind == "classic":
            known["patterns"] = self.patterns
        if self.can_resign:
            known["resigns"] = True
        return known if self.max_time is None else {**known, "seconds": self.max_time}

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> EngineConfig:
        """Return the configuration in a saved game.  Raise UserError if it is invalid."""
        kind, seed, level = data.get("player"), data.get("seed"), data.get("level")
        command, patterns, seconds = data.get("command"), data.get("patterns"), data.get("seconds")
        if not isinstance(kind, str) or not (command is None or isinstance(command, str)):
            raise UserError("its opponent is unknown; open the file with --load")
        if not (patterns is None or isinstance(patterns, str)):
            raise UserError("its pattern folder is invalid; open the file with --load")
        if not (_is_whole(seed, 0, MAX_SEED) and _is_whole(level, 1, MAX_LEVEL)):
            raise UserError(INVALID_CONFIG_MESSAGE)
        if not _is_whole(seconds, 1, MAX_SECONDS_PER_MOVE):
            raise UserError(INVALID_CONFIG_MESSAGE)
        return cls(kind, level, seed, command, patterns, seconds, data.get("resigns") is True)


def _is_whole(value: object, least: int, most: int) -> TypeGuard[int | None]:
    """Return whether a value from a file is a whole number from `least` to `most`, or None."""
    return value is None or (type(value) is int and least <= value <= most)


class Reason(NamedTuple):
    """A move that an engine considered, or its reason for a decision.

    source -- the part of the engine that proposed it, such as `attack`, `defend`, `pattern`, `random` or
              `search`.
    point  -- the point of the move, or None.
    value  -- its value on the engine's own scale; for `random`, the number of tries.
    data   -- details in the engine's own format.
    """

    source: str
    point: Point | None
    value: int
    data: object = None


_MemoryT = TypeVar("_MemoryT")


@dataclass(frozen=True, slots=True)
class Decision(Generic[_MemoryT]):
    """The move that an engine chooses.

    move    -- the move.
    reasons -- the moves that the engine considered, in the order in which it did so.
    memory  -- the memory that the engine needs at its next turn.
    """

    move: Move
    reasons: tuple[Reason, ...]
    memory: _MemoryT


class EngineError(Exception):
    """The error of an engine that cannot choose a move.

    The message is for the player and does not end with a full stop.
    """


class UnsupportedGame(EngineError):
    """The error of an engine that does not support a game at all."""


class Engine(Protocol):
    """A program that chooses moves in one game.

    An engine without files or processes need not implement `prepare`, `interrupt`, `recover` and `close`.
    """

    can_advise: ClassVar[bool] = False
    """Whether the engine can analyze any position at any time without disturbing its own game."""

    is_external: ClassVar[bool] = False
    """Whether the engine is another program, which returns no move when it is interrupted."""

    @property
    def name(self) -> str:
        """The name of the engine in game records."""

    @property
    def changed_in_version(self) -> str:
        """The version of this program since which the engine plays differently; empty if it never changed."""
        return ""

    @property
    def rank(self) -> str:
        """About how strong the engine is, such as `12 kyu`; empty if that is unknown."""
        return ""

    def initial_memory(self) -> object:
        """Return the memory at the start of a game."""

    def explain(self, position: Any, decision: Decision[Any]) -> tuple[str, ...]:
        """Return the explanation of a decision made in a position, in sentences for the player."""

    def explain_details(self, position: Any, decision: Decision[Any]) -> tuple[str, ...]:
        """Return the moves that the engine compared, a line each; empty if it does not report them."""
        return ()

    def overlay(self, position: Any, decision: Decision[Any]) -> tuple[tuple[Point, str], ...]:
        """Return what to draw over the board for a decision made in a position.

        Each item is a point and a sign. An empty sign means that the point is highlighted.
        """

    def win_rate(self, position: Any, decision: Decision[Any]) -> float | None:
        """Return Black's win rate at a decision, 0 to 1, or None if the engine does not report it."""
        return None

    def wants_to_resign(self, decision: Decision[Any]) -> bool:
        """Return whether the engine, which plays on, would rather resign; a person may be asked to accept."""
        return False

    def ownership(self, decision: Decision[Any]) -> tuple[tuple[Point, float], ...]:
        """Return the expected ownership of points at a decision, 1 for Black to -1 for White; often empty."""
        return ()

    def config(self) -> EngineConfig:
        """Return the data from which an equal engine can be made."""

    def dump_memory(self, memory: Any) -> object:
        """Return a memory as plain data that can be written to a file."""

    def load_memory(self, data: object) -> object:
        """Return the memory for data made by `dump_memory`. Raise UserError for any other data."""

    def choose(self, position: Any, memory: Any) -> Decision[Any]:
        """Return the engine's move for the color to move.

        position -- a position of its game that is not over.
        memory   -- the memory of its last decision in this line of play, or `initial_memory()`.

        Raise EngineError if the engine cannot choose a move.
        """

    def prepare(self, position: Any) -> None:
        """Prepare for a game that starts or continues from a position.

        Raise UnsupportedGame if the engine does not support such games, for example their board size, and
        EngineError if it does not work.
        """
        return

    def with_seed(self, seed: int) -> Engine:
        """Return an engine that uses a seed for its random numbers: this engine, reseeded, or a copy."""
        return self

    def limit_time(self, seconds: float | None) -> None:
        """Limit the time of the next decisions, None for no limit; engines that do not search ignore it."""
        return

    def best_moves_so_far(self) -> tuple[Move, ...]:
        """Return the moves that a `choose` in another thread considers most so far, best first."""
        return ()

    def progress_text(self) -> str:
        """Return the progress of a `choose` that is running in another thread, in a few words or empty."""
        return ""

    def interrupt(self) -> None:
        """Stop a `choose` that is running in another thread.

        That call raises EngineError if the engine is external; otherwise it may return the best move so far.
        """
        return

    def recover(self) -> None:
        """Make the engine usable again after an EngineError or an interruption."""
        return

    def close(self) -> None:
        """Release the resources that the engine holds outside this process."""
        return
