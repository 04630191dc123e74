"""Which situations a game has been through, for the rules of repetition."""

from __future__ import annotations

from gnugo_py.games.contract import Side
from gnugo_py.go.board import Board


class History:
    """The situations of one line of play, shared by its positions.

    It only grows at its tip.  A position knows how many situations are its own and looks
    no further; a position that is not at the tip starts a copy of its own.
    """

    __slots__ = ("first", "line")

    def __init__(self, line: list[tuple[Board, Side]]) -> None:
        self.line = line
        self.first: dict[tuple[Board, Side], int] = {}
        for number, situation in enumerate(line):
            self.first.setdefault(situation, number)

    def grown(self, length: int, situation: tuple[Board, Side]) -> History:
        """A history whose first `length + 1` situations are `length` of this one and the new one."""
        history = self if len(self.line) == length else History(self.line[:length])
        history.line.append(situation)
        history.first.setdefault(situation, length)
        return history

    def holds(self, length: int, situation: tuple[Board, Side]) -> bool:
        """Whether a situation is among the first `length`."""
        return self.first.get(situation, length) < length
