"""The results of the finders: a point, its value, and the reason."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from gnugo_py.core.types import Point


class AttackReason(NamedTuple):
    """The attack finder's reason for a move: a chain of the opponent can be captured or squeezed.

    stone     -- the stone of the chain from which the finder started.
    liberties -- the number of liberties of the chain, 1 to 3.
    reply     -- the liberty on which the opponent would reply, or None if the chain is captured at once.
    left      -- the number of liberties that the reply would have.
    """

    stone: Point
    liberties: int
    reply: Point | None = None
    left: int = 0


class DefenseReason(NamedTuple):
    """The defend finder's reason for a move: a chain of the computer is short of liberties.

    stone     -- the stone of the chain from which the finder started.
    liberties -- the number of liberties that the finder counts for the chain, 1 to 3.
    gained    -- the number of liberties after the move.
    """

    stone: Point
    liberties: int
    gained: int


class BookReason(NamedTuple):
    """The opening book's reason for a move.

    region -- `NW`, `SW`, `NE` or `SE` for an empty corner; `N`, `S`, `W` or `E` for an empty edge; `continue`
              for the next move in a corner.
    name   -- the name of the move in the opening file; empty for an edge.
    """

    region: str
    name: str


class PatternReason(NamedTuple):
    """The reason for a move from a local pattern.

    name          -- the name of the pattern in the pattern file.
    pattern_index -- its index in that file, from 0.
    orientation   -- the orientation in which it matches, 0 to 7.
    anchor        -- the stone of the computer to which the pattern is anchored.
    line_bonus    -- the bonus for the row and column of the move, added to the weight; -2 to 2.
    """

    name: str
    pattern_index: int
    orientation: int
    anchor: Point
    line_bonus: int


ReasonData: TypeAlias = AttackReason | DefenseReason | BookReason | PatternReason


class FinderResult(NamedTuple):
    """The result of one finder.

    point  -- the move.
    value  -- its value, above 0; the highest value of the three finders wins.
    reason -- the reason, as data.
    """

    point: Point
    value: int
    reason: ReasonData


class ChainAttack(NamedTuple):
    """The attack finder's result for one chain; the greatest tuple wins.

    value       -- the value of the best move against the chain, or 0 if there is no such move.
    stone_order -- the first of the chain's stones that yields this value, negated.
    move        -- the move.
    reply       -- the liberty on which the opponent would reply, or None if the chain is captured at once.
    left        -- the number of liberties that the reply would have.
    """

    value: int
    stone_order: int
    move: Point = 0
    reply: Point | None = None
    left: int = 0


NO_CHAIN_ATTACK = ChainAttack(0, 1)


class Rescue(NamedTuple):
    """The defend finder's result for one chain; the greatest tuple wins.

    value           -- the value of the best move for the chain, or -1 if there is no such move.
    liberties_order -- the number of liberties counted for the chain, negated.
    stone_order     -- the first of the chain's stones that yields this value, negated.
    move            -- the move.
    gained          -- the number of liberties after the move.
    """

    value: int
    liberties_order: int
    stone_order: int
    move: Point = 0
    gained: int = 0


NO_RESCUE = Rescue(-1, 0, 1)
