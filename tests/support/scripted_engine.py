"""Scripted engines for tests."""

from typing import Any

from gnugo_py.engines.engine import Decision, Engine, EngineConfig, EngineError
from gnugo_py.games.position import Position
from gnugo_py.games.types import Move, Play, Point
from tests.toy import Pairs


class Scripted(Engine):
    """An engine that plays some moves in order; its memory is the number of moves played.

    failing -- the error message of `choose`, until `reset`; empty if it works.
    asked   -- the memories passed to `choose`.
    """

    def __init__(self, *moves: Move, name: str = "Script") -> None:
        self._moves = moves
        self._name = name
        self.failing = ""
        self.asked: list[object] = []

    @property
    def name(self) -> str:
        return self._name

    def initial_memory(self) -> int:
        return 0

    def explain(self, position: Position, decision: Decision[Any]) -> tuple[str, ...]:
        return (f"Move {decision.memory} of the script.", f"{position.to_move} is glad of it.")

    def decision_marks(self, position: Position, decision: Decision[Any]) -> tuple[tuple[Point, str], ...]:
        points = decision.move.points if isinstance(decision.move, Play) else ()
        return tuple((point, "*") for point in points)

    def config(self) -> EngineConfig:
        return EngineConfig("gtp", command="script")

    def memory_to_json(self, memory: Any) -> object:
        return memory

    def memory_from_json(self, data: object) -> object:
        if not isinstance(data, int):
            raise ValueError(data)
        return data

    def choose(self, position: Position, memory: Any = None) -> Decision[Any]:
        memory = self.initial_memory() if memory is None else memory
        self.asked.append(memory)
        if self.failing:
            raise EngineError(self.failing)
        return Decision(self._moves[memory], (), memory + 1)

    def recover(self) -> None:
        self.failing = ""


def pair(text: str) -> Play:
    """Return a move of the toy game such as `a1 b3`, or the first part of one."""
    move = Pairs.start(3).parse_move(text)
    assert isinstance(move, Play)
    return move
