"""Local patterns as data."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple


class Kind(IntEnum):
    """What a point of a pattern asks for; the last three also ask for the first line."""

    EMPTY = 0
    USER = 1
    COMPUTER = 2
    MOVE = 3
    EDGE_EMPTY = 4
    EDGE_USER = 5
    EDGE_COMPUTER = 6


NAMED: dict[str, tuple[Kind, ...]] = {
    "stone": (Kind.COMPUTER, Kind.EDGE_COMPUTER),
    "friend": (Kind.COMPUTER, Kind.EDGE_COMPUTER),
    "enemy": (Kind.USER, Kind.EDGE_USER),
    "space": (Kind.EMPTY, Kind.EDGE_EMPTY),
    "move": (Kind.MOVE,),
}
"""Points of a pattern that its words can name: the first of some kinds, `stone` being the anchor alone."""


class Pattern(NamedTuple):
    """A local pattern.

    name         -- what the pattern file calls it.
    points       -- (dx, dy, kind) around the anchor (0, 0): columns right, rows down.
    orientations -- 4 or 8, how many of the ways round are tried.
    weight       -- what it is worth.
    extension    -- whether the lines of the move add to or take from its worth.
    never        -- True for a pattern that is listed and cannot match.
    says         -- why it is played, in words for a person, often none; `NAMED` points, `{own}` and `{other}`
                    stand for what they are on the board.
    """

    name: str
    points: tuple[tuple[int, int, Kind], ...]
    orientations: int
    weight: int
    extension: bool = False
    never: bool = False
    says: str = ""

    @property
    def named(self) -> dict[str, tuple[int, int]]:
        """The (dx, dy) of the points that its words can name."""
        found = {}
        for name, kinds in NAMED.items():
            rest = [(dx, dy) for dx, dy, kind in self.points if kind in kinds and (dx, dy) != (0, 0)]
            if name == "stone" or rest:
                found[name] = (0, 0) if name == "stone" else rest[0]
        return found

    @property
    def move(self) -> tuple[int, int]:
        """The (dx, dy) of the move."""
        return next((dx, dy) for dx, dy, kind in self.points if kind is Kind.MOVE)
