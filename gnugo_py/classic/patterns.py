"""What the engine knows: local patterns as data, and all its knowledge together."""

from __future__ import annotations

from enum import IntEnum
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from gnugo_py.classic.book import Tree

if TYPE_CHECKING:
    from gnugo_py.classic.shapes import Matcher


class Kind(IntEnum):
    """What a point of a pattern asks for; the last three also ask for the first line."""

    EMPTY = 0
    USER = 1
    COMPUTER = 2
    MOVE = 3
    EDGE_EMPTY = 4
    EDGE_USER = 5
    EDGE_COMPUTER = 6


class Pattern(NamedTuple):
    """A local pattern.

    name         -- what the pattern file calls it.
    points       -- (dx, dy, kind) around the anchor (0, 0): columns right, rows down.
    orientations -- 4 or 8, how many of the ways round are tried.
    weight       -- what it is worth.
    extension    -- whether the lines of the move add to or take from its worth.
    never        -- True for a pattern that is listed and cannot match.
    """

    name: str
    points: tuple[tuple[int, int, Kind], ...]
    orientations: int
    weight: int
    extension: bool = False
    never: bool = False

    @property
    def move(self) -> tuple[int, int]:
        """The (dx, dy) of the move."""
        return next((dx, dy) for dx, dy, kind in self.points if kind is Kind.MOVE)


class Knowledge:
    """What the engine knows of Go before the game: the two pattern files.  Equal only to itself.

    patterns -- the local patterns in table order.
    opening  -- the opening tree; empty for no opening book.
    """

    __slots__ = ("opening", "patterns")

    def __init__(self, patterns: tuple[Pattern, ...] = (), opening: Tree = ()) -> None:
        self.patterns = patterns
        self.opening = opening

    def matcher(self, size: int) -> Matcher:
        """The patterns made ready for one size of board."""
        return _matcher(self, size)


@cache
def _matcher(knowledge: Knowledge, size: int) -> Matcher:
    from gnugo_py.classic.shapes import Matcher

    return Matcher(knowledge.patterns, size)
