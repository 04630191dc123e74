"""The random numbers of the original and the memory of the classic engine."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from gnugo_py.core.types import Color
from gnugo_py.engines.classic.chains_and_liberties import RememberedChain
from gnugo_py.games.go.board import Board

_MULTIPLIER = 137
RANDOM_MODULUS = 3833


def next_random(value: int, seed: int) -> int:
    """Return the random number after `value`; it is also the next random state.

    A state of 0 restarts from the seed. As in C, the product wraps to a signed 32-bit integer. The result is
    the absolute value of the remainder.
    """
    if value == 0:
        return seed
    product = (value * _MULTIPLIER + 2**31) % 2**32 - 2**31
    return abs(product) % RANDOM_MODULUS


BOOK_CORNER_REGIONS = ("NW", "SW", "NE", "SE")
BOOK_EDGE_REGIONS = ("N", "S", "W", "E")

BoardWithWeakChains: TypeAlias = tuple[Board, Color, tuple[RememberedChain, ...]]
"""A board, a color, and the weak chains of that color on the board."""


class ClassicMemory(NamedTuple):
    """The engine's state beyond the game itself. It is immutable, so undo can keep earlier states.

    The original also stored liberties, captures and the ko point. Here these follow from the positions of the
    game (see `genmove`).

    seed            -- the seed of the random numbers.
    random_state    -- the last random number.
    untried_regions -- the corners and edges that the opening book has not tried yet, in the book's order.
    is_continuing   -- whether the book is in the middle of a corner sequence.
    book_node       -- the number of the current node in the opening tree.
    orientation     -- the corner for which the tree is oriented: 0 NW, 1 SW, 2 NE, 3 SE.
    last_survey     -- the last count of the engine's own liberties, or None if it is not available.

    `last_survey` is only a cache: memories that differ only in this field are equal, and copying and
    pickling omit it.
    """

    seed: int
    random_state: int
    untried_regions: tuple[str, ...] = BOOK_CORNER_REGIONS + BOOK_EDGE_REGIONS
    is_continuing: bool = False
    book_node: int = 0
    orientation: int = 0
    last_survey: BoardWithWeakChains | None = None

    @classmethod
    def initial(cls, seed: int) -> ClassicMemory:
        """Return the memory at the start of a game."""
        return cls(seed, seed)

    def after_decision(self, value: int, counted: BoardWithWeakChains) -> ClassicMemory:
        """Return the memory after a decision.

        value   -- the random state after the decision.
        counted -- the last count of the engine's own liberties.
        """
        return ClassicMemory(
            self.seed,
            value,
            self.untried_regions,
            self.is_continuing,
            self.book_node,
            self.orientation,
            counted,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ClassicMemory) and self[:-1] == other[:-1]

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __reduce__(self) -> tuple[type[ClassicMemory], tuple[object, ...]]:
        return ClassicMemory, self[:-1]

    def __hash__(self) -> int:
        return hash(self[:-1])
