"""All that the engine knows of Go before the game."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from gnugo_py.classic.book import Tree
from gnugo_py.classic.patterns import Pattern

if TYPE_CHECKING:  # the matching is loaded when it is needed
    from gnugo_py.classic.shapes import Matcher


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
