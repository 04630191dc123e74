"""What a finder answers: a point, how much it is worth, and why."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from gnugo_py.core.types import Point


class Attack(NamedTuple):
    """Why the attack finder plays: a chain of the user's can be taken or squeezed.

    stone     -- the stone of the chain the finder came from.
    liberties -- how many the chain has, 1 to 3.
    reply     -- the liberty the user would have to answer on; None if the chain is taken at once.
    left      -- how many liberties that answer would have.
    """

    stone: Point
    liberties: int
    reply: Point | None = None
    left: int = 0


class Defence(NamedTuple):
    """Why the defend finder plays: a chain of the computer's is short of liberties.

    stone     -- the stone of the chain the finder came from.
    liberties -- how many the finder believes it has, 1 to 3.
    gained    -- how many it would have after the move.
    """

    stone: Point
    liberties: int
    gained: int


class BookMove(NamedTuple):
    """Why the opening book plays.

    region -- `NW`, `SW`, `NE`, `SE` for an empty corner, `N`, `S`, `W`, `E` for an empty edge,
              or `continue` for the next move of a corner begun before.
    name   -- the name of the move in the opening file; empty for an edge.
    """

    region: str
    name: str


class Shape(NamedTuple):
    """Why a local pattern plays.

    name        -- the pattern's name in the pattern file.
    number      -- its place in that file, from 0.
    orientation -- which of the eight ways round, 0 to 7.
    anchor      -- the computer's stone it hangs on.
    bonus       -- what the lines of the move add to its weight, for extensions.
    """

    name: str
    number: int
    orientation: int
    anchor: Point
    bonus: int


Why: TypeAlias = Attack | Defence | BookMove | Shape


class Finding(NamedTuple):
    """One finder's answer.

    point -- where it would play.
    value -- what it is worth to it, above 0; the highest of the three finders wins.
    why   -- the reason, as data.
    """

    point: Point
    value: int
    why: Why


class Threat(NamedTuple):
    """What the attack finder says of one chain; the greatest wins.

    value -- the best that can be done to it, 0 for nothing.
    place -- the first of its stones that gives that value, negative.
    move  -- where.
    reply -- the liberty the user would have to answer on; None if the chain is taken at once.
    left  -- how many liberties that answer would have.
    """

    value: int
    place: int
    move: Point = 0
    reply: Point | None = None
    left: int = 0


NO_THREAT = Threat(0, 1)


class Rescue(NamedTuple):
    """What the defend finder says of one chain; the greatest wins.

    value    -- the best that can be done for it, -1 for nothing.
    weakness -- how many liberties it is believed to have, negative.
    place    -- the first of its stones that gives that value, negative.
    move     -- where.
    gained   -- how many liberties it would have then.
    """

    value: int
    weakness: int
    place: int
    move: Point = 0
    gained: int = 0


NO_RESCUE = Rescue(-1, 0, 1)
