"""The original's random numbers."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from gnugo_py.core.types import Side
from gnugo_py.engines.classic.survey import Believed
from gnugo_py.games.go.board import Board

MULTIPLIER = 137
MODULUS = 3833


def draw(value: int, seed: int) -> int:
    """The random number after `value`.  The draw is also the next state.

    A state of 0 starts again from the seed.  The product wraps to a signed 32-bit integer, and
    the remainder truncates toward zero, as in C.
    """
    if value == 0:
        return seed
    product = (value * MULTIPLIER + 2**31) % 2**32 - 2**31
    return abs(product) % MODULUS


CORNERS = ("NW", "SW", "NE", "SE")
EDGES = ("N", "S", "W", "E")

Counted: TypeAlias = tuple[Board, Side, tuple[Believed, ...]]
"""A board, a side, and its weak chains there."""


class Memory(NamedTuple):
    """What the engine knows beyond the game itself.  Frozen: undo and save keep the value they have.

    The original also stored liberties, captures and the ko point; those follow from the game's
    positions (see `genmove`).

    seed        -- what the random numbers start from.
    value       -- the last random number.
    unasked     -- the corners and edges the opening book has not been asked about yet, in its order.
    continuing  -- whether the book is in the middle of a corner.
    node        -- where in the opening tree it is.
    orientation -- which way round the tree lies: 0 NW, 1 SW, 2 NE, 3 SE.
    counted     -- where its own liberties were last counted, if that is known.

    The last is kept only to be fast: two memories that differ in nothing else are equal, and a copy
    goes without it.
    """

    seed: int
    value: int
    unasked: tuple[str, ...] = CORNERS + EDGES
    continuing: bool = False
    node: int = 0
    orientation: int = 0
    counted: Counted | None = None

    @classmethod
    def fresh(cls, seed: int) -> Memory:
        """The memory at the start of a game."""
        return cls(seed, seed)

    def after(self, value: int, counted: Counted) -> Memory:
        """The memory after a decision: the random number it ended with, and what it counted."""
        return Memory(self.seed, value, self.unasked, self.continuing, self.node, self.orientation, counted)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Memory) and self[:-1] == other[:-1]

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __reduce__(self) -> tuple[type[Memory], tuple[object, ...]]:
        return Memory, self[:-1]

    def __hash__(self) -> int:
        return hash(self[:-1])
