"""Players that do what a test has written down."""

from __future__ import annotations

from typing import Any, ClassVar

from gnugo_py.core.position import Position
from gnugo_py.core.types import Move, Play, Point
from gnugo_py.engines.engine import Choice, Player, PlayerError
from tests.toy import PAIRS, Pairs


class Scripted(Player):
    """Makes some moves one after the other; what it remembers is how many it has made.

    failing -- why it has no move to give, until it is restarted; empty while it has.
    asked   -- the memories with which it was asked.
    """

    def __init__(self, *moves: Move, name: str = "Script") -> None:
        self._moves = moves
        self._name = name
        self.failing = ""
        self.asked: list[object] = []

    @property
    def name(self) -> str:
        return self._name

    def fresh_memory(self) -> int:
        return 0

    def explain(self, position: Position, choice: Choice[Any]) -> tuple[str, ...]:
        return (f"Move {choice.memory} of the script.", f"{position.to_move} is glad of it.")

    def overlay(self, position: Position, choice: Choice[Any]) -> tuple[tuple[Point, str], ...]:
        points = choice.move.points if isinstance(choice.move, Play) else ()
        return tuple((point, "*") for point in points)

    def settings(self) -> dict[str, object]:
        return {"player": "script", "name": self._name}

    def stored(self, memory: Any) -> object:
        return memory

    def restored(self, data: object) -> object:
        if not isinstance(data, int):
            raise ValueError(data)
        return data

    def choose(self, position: Position, memory: Any) -> Choice[Any]:
        self.asked.append(memory)
        if self.failing:
            raise PlayerError(self.failing)
        return Choice(self._moves[memory], (), memory + 1)

    def restart(self) -> None:
        self.failing = ""


class Adviser(Scripted):
    """The same, to be asked for advice, too."""

    is_adviser: ClassVar[bool] = True


class Forgetful(Scripted):
    """Remembers nothing before its first move."""

    def fresh_memory(self) -> Any:
        return None

    def choose(self, position: Position, memory: Any) -> Choice[Any]:
        return super().choose(position, memory or 0)


def pair(text: str) -> Play:
    """A move of the toy game, like `a1 b3`, or its beginning."""
    move = PAIRS.parse_move(text, Pairs())
    assert isinstance(move, Play)
    return move
