"""Tanbo, as front ends see it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar, cast

from gnugo_py.core.base_game import BoardGame
from gnugo_py.core.bitboard import points_of, set_of
from gnugo_py.core.game import Marks
from gnugo_py.core.position import Position
from gnugo_py.core.sgf_codec import Notation
from gnugo_py.core.text import several
from gnugo_py.core.types import Mistake, Play, Point, Side
from gnugo_py.games.tanbo.position import TanboPosition, flooded, neighbours

INTRODUCTION = """\
Tanbo is played on the crossings of a Go board, with stones on it from the
start.  Stones of one colour that touch along a line are a root.  In turn
Black and White grow: you put a stone on an empty point that touches exactly
one stone of your own.  It may touch any number of the other side's stones.

A root that has no such point left is bounded.  If the root you have just grown
is bounded, it is taken off, and nothing else.  If not, every bounded root on
the board is taken off, yours and theirs.  Whoever has no stones left has lost,
and there is no passing: in the end somebody must take off a root of their own.

In a drawing of letters X is Black and O is White.

Type a point to grow there: a letter for the column and a number for the line,
like D4.  There is no column I.  Type help for what else you can type."""


class Tanbo(BoardGame):
    """The game of Tanbo."""

    name: ClassVar[str] = "Tanbo"
    introduction: ClassVar[str] = INTRODUCTION
    example: ClassVar[str] = "D4"
    sizes: ClassVar[tuple[int, ...]] = (9, 13, 19)
    usual_size: ClassVar[int] = 19

    @cached_property
    def notation(self) -> Notation:
        """Tanbo in files."""
        from gnugo_py.games.tanbo.sgf import TanboNotation

        return TanboNotation(self)

    def start(self, options: Mapping[str, object]) -> TanboPosition:
        """The usual start on a board of 9, 13 or 19 (the default) lines a side.

        Raises Mistake, with the remedy, for another size.
        """
        return TanboPosition.start(self.size_of(options))

    def arranged(self, position: Position, cells: Mapping[Point, str], side: Side) -> TanboPosition:
        """A game from stones.  Raises Mistake if a side has none, or a root has no growing point."""
        black, white = (set_of(point for point, found in cells.items() if found == sign) for sign in "XO")
        arranged = TanboPosition(_tanbo(position).size, black, white, side)
        if not black or not white:
            raise Mistake("each side needs a stone")
        if not all(_is_growing(arranged, point) for point in points_of(black | white)):
            raise Mistake("a root would have no growing point")
        return arranged

    def status(self, position: Position) -> tuple[str, ...]:
        """How many roots and growing points each side has."""
        found = _tanbo(position)
        return tuple(
            f"{side}: {several(len(roots_of(found, found.stones(side))), 'root')},"
            f" {several(found.growing(side).bit_count(), 'growing point')}."
            for side in Side
        )

    def estimate(self, position: Position) -> tuple[str, ...]:
        """Roots, stones and growing points of each side."""
        found = _tanbo(position)
        if found.decided is not None:
            return (found.decided.sentence,)
        lines = []
        for side in Side:
            stones = found.stones(side)
            lines.append(
                f"{side}: {several(stones.bit_count(), 'stone')} in"
                f" {several(len(roots_of(found, stones)), 'root')},"
                f" {several(found.growing(side).bit_count(), 'growing point')}."
            )
        return ("Whoever runs out of growing points first must take off roots of their own.", *lines)

    def marks(self, position: Position) -> Marks:
        """The last stone, and what it took off."""
        found, move = _tanbo(position), position.last_move
        last = move.points if isinstance(move, Play) else ()
        return Marks(last, tuple(points_of(found.taken())))

    def about(self, point: Point, position: Position) -> str:
        """The root of a stone: how many stones and growing points it has; or whose growing point it is."""
        found = _tanbo(position)
        root = found.root(point)
        if not root:
            sides = [str(side) for side in Side if found.growing(side) >> point & 1]
            return f"a growing point of {' and '.join(sides)}" if sides else ""
        side = Side(bool(found.white & root))
        points = (neighbours(root, found.size) & found.growing(side)).bit_count()
        stones = root.bit_count()
        return f"{side}'s root of {several(stones, 'stone')}, {several(points, 'growing point')}"

    def report(self, before: Position, after: Position) -> tuple[str, ...]:
        """Which roots a move took off."""
        found, move = _tanbo(after), after.last_move
        gone = found.taken()
        if not gone or not isinstance(move, Play):
            return ()
        earlier = _tanbo(before)
        mover = earlier.to_move
        played = (mover, earlier.stones(mover) | 1 << move.points[0])
        standing = (played, (mover.other, earlier.stones(mover.other)))
        roots = [(side, root) for side, stones in standing for root in roots_of(earlier, gone & stones)]
        told = [self._removal(side, root, move.points[0], after) for side, root in roots]
        if len(told) == 1:
            return (f"{self.format_move(move, after)} takes {told[0]}.",)
        return (f"{self.format_move(move, after)}: {len(told)} roots removed: {', '.join(told)}.",)

    def _removal(self, side: Side, root: int, played: Point, after: Position) -> str:
        """A root that was taken off, in words."""
        number = root.bit_count()
        stones = f"({several(number, 'stone')})"
        if root >> played & 1:
            return f"its own root {stones}"
        return f"{side}'s root at {self.format_point(next(points_of(root)), after)} {stones}"


def roots_of(position: TanboPosition, stones: int) -> list[int]:
    """The roots that some stones of one colour form, in board order of their first stones."""
    roots = []
    while stones:
        root = flooded(stones & -stones, stones, position.size)
        roots.append(root)
        stones &= ~root
    return roots


def _is_growing(position: TanboPosition, point: Point) -> bool:
    """Whether the root of a stone has a growing point."""
    root = position.root(point)
    side = Side(bool(position.white & root))
    return bool(neighbours(root, position.size) & position.growing(side))


def _tanbo(position: Position) -> TanboPosition:
    return cast(TanboPosition, position)


TANBO = Tanbo()
