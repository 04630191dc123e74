"""Which situations a game has been through, for the rules of repetition."""

from __future__ import annotations

from threading import Lock

from gnugo_py.core.types import Side
from gnugo_py.go.board import Board

_GROWING = Lock()
"""Frozen positions may be used by several threads, but share what grows."""


class History:
    """The situations of one line of play, shared by its positions.

    It only grows at its tip.  A position knows how many situations are its own and looks
    no further; a position that is not at the tip starts a copy of its own.
    """

    __slots__ = ("_first", "_known", "line")

    def __init__(self, line: list[tuple[Board, Side]]) -> None:
        self.line = line
        self._first: dict[tuple[Board, Side], int] = {}
        self._known = 0

    def grown(self, length: int, situation: tuple[Board, Side]) -> History:
        """A history whose first `length + 1` situations are `length` of this one and the new one."""
        with _GROWING:
            history = self if len(self.line) == length else History(self.line[:length])
            history.line.append(situation)
        return history

    def holds(self, length: int, situation: tuple[Board, Side]) -> bool:
        """Whether a situation is among the first `length`."""
        first = self._first
        with _GROWING:
            while self._known < len(self.line):
                first.setdefault(self.line[self._known], self._known)
                self._known += 1
        return first.get(situation, length) < length
