"""The interface of engines: an `Engine` chooses a move in a position and returns it as a `Decision`.

An engine keeps no game state. Whatever an engine must remember from one move to the next is a value, its
memory. The engine receives the memory with the position and returns the new memory with the decision.
Therefore, it is enough to store these values in order to undo moves, and to save and resume a game.
"""

from __future__ import annotations

import os
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, NamedTuple, TypeGuard, TypeVar

from gnugo_py.engines.analysis import Analysis, MistakeLines, MistakeWords
from gnugo_py.engines.level_ranks import MAX_LEVEL
from gnugo_py.games.checks import checked_methods
from gnugo_py.games.types import Move, Point, UserError

MAX_SEED, MAX_SECONDS_PER_MOVE = 2**31 - 1, 86_400
"""The largest seed for random numbers (the smallest is 0), and the maximum seconds per move."""


def clock_seed() -> int:
    """Return a seed from the microseconds of the clock, 0 to 999,999, as in GNU Go 1.1."""
    return time.time_ns() // 1000 % 1_000_000


class EngineCommand(NamedTuple):
    """A command line that starts a GTP engine, and the folder in which it runs."""

    line: str
    folder: str


@checked_methods()
@dataclass(frozen=True)
class EngineConfig:
    """The data from which an equivalent engine can be created.

    kind       -- `classic`, `search` or `gtp`; a saved game may contain another value.
    level      -- the level of a search engine, else None.
    seed       -- the seed of its random numbers, None for a GTP engine.
    command    -- the command of a GTP engine, else None.
    patterns   -- the pattern files of the classic engine, as in `classic_engine`.
    max_time   -- the maximum seconds per move of a search engine, None for no limit.
    can_resign -- whether a search engine resigns lost games.
    """

    kind: str
    level: int | None = None
    seed: int | None = None
    command: str | None = None
    patterns: str | None = None
    max_time: float | None = None
    can_resign: bool = False

    def to_json(self) -> dict[str, object]:
        """Return the data under the keys that saved games use."""
        data = {"player": self.kind, "level": self.level, "seed": self.seed, "command": self.command}
        known: dict[str, object] = {name: value for name, value in data.items() if value is not None}
        if self.kind == "classic":
            known["patterns"] = self.patterns
        if self.can_resign:
            known["resigns"] = True
        return known if self.max_time is None else {**known, "seconds": self.max_time}

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> EngineConfig:
        """Return the configuration for data from a saved game. Raise UserError if the data is invalid."""
        kind, seed, level = data.get("player"), data.get("seed"), data.get("level")
        command, patterns, seconds = data.get("command"), data.get("patterns"), data.get("seconds")
        required = _REQUIRED_KEYS.get(kind) if isinstance(kind, str) else None
        if required is None or any(data.get(key) is None for key in required):
            raise UserError("the opponent in this game is unknown")
        if not (patterns is None or (isinstance(patterns, str) and _is_local_folder(patterns))):
            raise UserError("the pattern folder of this game is invalid")
        if not (
            _is_whole(seed, 0, MAX_SEED)
            and _is_whole(level, 1, MAX_LEVEL)
            and _is_whole(seconds, 1, MAX_SECONDS_PER_MOVE)
            and isinstance(command, str | None)
        ):
            raise UserError("the engine settings of this game are invalid")
        return cls(str(kind), level, seed, command, patterns, seconds, data.get("resigns") is True)


_REQUIRED_KEYS: dict[str, tuple[str, ...]] = {
    "classic": ("seed",),
    "search": ("level", "seed"),
    "gtp": ("command",),
}
"""By the kind of an engine, the keys without which it cannot be created."""


def _is_whole(value: object, least: int, most: int) -> TypeGuard[int | None]:
    """Return whether a value from a file is a whole number from `least` to `most`, or None."""
    return value is None or (type(value) is int and least <= value <= most)


def _is_local_folder(patterns: str) -> bool:
    """Return whether text from a file is `none` or a folder that may be opened (an absolute local path)."""
    if not patterns.isprintable():
        return False
    is_remote = patterns[:2].replace("\\", "/") == "//"
    return patterns == "none" or (os.path.isabs(patterns) and not is_remote)


class Reason(NamedTuple):
    """A move that an engine considered, or the engine's reason for a decision.

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
_NO_MEMORY: Any = None


@checked_methods()
@dataclass(frozen=True, slots=True)
class Decision(Generic[_MemoryT]):
    """The move that an engine chooses.

    move    -- the move.
    reasons -- the moves that the engine considered, in the order in which it considered them.
    memory  -- the memory that the engine needs at its next turn.
    analysis -- the analysis behind the decision, None if there is none.
    would_resign -- whether the engine plays on but would rather resign; a person may be asked to accept.
    """

    move: Move
    reasons: tuple[Reason, ...] = ()
    memory: _MemoryT = _NO_MEMORY
    analysis: Analysis | None = None
    would_resign: bool = False


class EngineError(Exception):
    """An error raised when an engine cannot choose a move.

    The message is for the player and does not end with a period.
    """


class NetworkError(EngineError, UserError):
    """An error raised when a network cannot be used: its weights or numpy are missing or damaged."""


class AnalysisInterruptedError(EngineError):
    """An error raised when an analysis is interrupted on request."""

    def __init__(self, message: str = "the analysis was interrupted") -> None:
        super().__init__(message)


class EngineCannotPlayGame(EngineError):
    """An error raised when an engine does not support a game at all."""


@checked_methods()
class Engine(ABC):
    """A program that chooses moves in one game.

    A subclass must define `choose`. The other members have defaults, which suit an engine that has no memory,
    no explanations, and no files or processes.
    """

    is_external: ClassVar[bool] = False
    """Whether the engine is another program. Such an engine returns no move when it is interrupted."""

    is_replaced = False
    """Whether another engine has taken over, because this one failed."""

    @property
    def name(self) -> str:
        """The name of the engine in game records."""
        return type(self).__name__

    @property
    def changed_in_version(self) -> str:
        """The version of this program in which the engine's play last changed; empty if it never changed."""
        return ""

    @property
    def rank(self) -> str:
        """The approximate rank of the engine, such as `12 kyu`; empty if the rank is unknown."""
        return ""

    def initial_memory(self) -> object:
        """Return the memory at the start of a game."""
        return None

    def explain(self, position: Any, decision: Decision[Any]) -> tuple[str, ...]:
        """Return the explanation of a decision made in a position, in sentences for the player."""
        return ()

    def explain_in_words(self, position: Any, decision: Decision[Any]) -> tuple[str, ...]:
        """Return the explanation of a decision without win rates and other numbers of a search."""
        return self.explain(position, decision)

    def explain_at_once(self, position: Any, decision: Decision[Any]) -> tuple[str, ...]:
        """Return as much of the explanation of a decision as needs no further judgment; a game keeps it."""
        return self.explain(position, decision)

    def explain_mistake(self, lines: MistakeLines) -> MistakeWords:
        """Return why a move was a mistake, compared with a better one; empty if nothing is certain."""
        return MistakeWords()

    def decision_marks(self, position: Any, decision: Decision[Any]) -> tuple[tuple[Point, str], ...]:
        """Return the marks to draw on the board for a decision made in a position.

        Each item is a point and a sign. An empty sign means that the point is highlighted.
        """
        return ()

    def config(self) -> EngineConfig:
        """Return the data from which an equivalent engine can be created."""
        return EngineConfig("other")

    def memory_to_json(self, memory: Any) -> object:
        """Return a memory as plain data that can be written to a file."""
        return None

    def memory_from_json(self, data: object) -> object:
        """Return the memory for data made by `memory_to_json`. Raise UserError for any other data."""
        if data is not None:
            raise UserError("this engine has no memory")
        return None

    @abstractmethod
    def choose(self, position: Any, memory: Any = None) -> Decision[Any]:
        """Return the engine's move for the color to move.

        position -- a position of the engine's game; the game must not be over.
        memory   -- the memory from the engine's last decision in this line of play; None for that of
                    `initial_memory`.

        Raise EngineError if the engine cannot choose a move.
        """

    def recommend(self, position: Any) -> Decision[Any]:
        """Return the move that the engine recommends to a player; by default, the move that it would play.

        Raise EngineError as `choose` does.
        """
        return self.choose(position)

    def analyze(self, position: Any, visits: int | None = None, seconds: float | None = None) -> Analysis:
        """Return the engine's analysis of a position.

        visits  -- about how many visits to make; None for a quick look or, with `seconds`, for no limit.
        seconds -- the maximum seconds; None for the engine's own limit.

        Raise EngineError if the engine cannot analyze or fails, AnalysisInterruptedError if it was
        interrupted.
        """
        raise EngineError(f"{self.name} cannot analyze positions")

    @property
    def identity(self) -> str:
        """A text that differs between engines that analyze differently."""
        return self.name

    @property
    def is_started(self) -> bool:
        """Whether the engine is running, so that its identity is final."""
        return True

    def start(self) -> None:
        """Start the engine unless it is running. Raise EngineError if it fails or is interrupted."""
        return

    def prepare(self, position: Any) -> None:
        """Prepare for a game that starts or continues from a position.

        Raise EngineCannotPlayGame if the engine does not support the game, for example its board size, and
        EngineError if the engine does not work.
        """
        return

    def with_seed(self, seed: int) -> Engine:
        """Return an engine that uses a seed for its random numbers: this engine, reseeded, or a copy."""
        return self

    def limit_time(self, seconds: float | None) -> None:
        """Limit the seconds for each further decision; None for no limit.

        An engine may ignore the limit, as the classic engine does.
        """
        return

    def best_moves_so_far(self) -> tuple[Move, ...]:
        """Return the leading moves of a `choose` that is running in another thread, best first."""
        return ()

    def progress_text(self) -> str:
        """Return the progress of a `choose` running in another thread, as a few words; may be empty."""
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
