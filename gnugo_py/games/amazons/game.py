"""Amazons, as front ends see it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, cast

from gnugo_py.core.base_game import BoardGame
from gnugo_py.core.bitboard import set_of
from gnugo_py.core.diagram import Grid
from gnugo_py.core.position import Position
from gnugo_py.core.text import several
from gnugo_py.core.types import Mistake, Move, Play, Point, Side
from gnugo_py.games.amazons.position import AmazonsPosition, distances, reach

INTRODUCTION = """\
Amazons is played with four queens a side.  In each turn you move one of your
queens and then shoot an arrow from where she stands.  Queens and arrows go
like a queen of chess: any number of squares straight or diagonally, at least
one, and never onto or over a queen or an arrow.  The square the queen has just
left is empty.  An arrow stays for the rest of the game and closes its square
for both sides; nothing is ever taken.  Whoever cannot move has lost.

In a drawing of letters X is Black, who has the lower queens and begins, O is
White, and # is an arrow.

Type a move as the queen's square, where she goes, and where the arrow lands:
d1-d7/g7 or d1 d7 g7.  Or type the squares one by one; + then shows where you
can go on, and back takes a step back.  Type help for what else you can type."""


class Amazons(BoardGame):
    """The game of Amazons."""

    name: ClassVar[str] = "Amazons"
    introduction: ClassVar[str] = INTRODUCTION
    legend: ClassVar[str] = "X Black's queens, O White's, # arrows, - empty"
    example: ClassVar[str] = "d1-d7/g7"
    steps: ClassVar[tuple[str, ...]] = ("your move?", "to which square?", "where does the arrow land?")
    sizes: ClassVar[tuple[int, ...]] = (6, 8, 10)
    usual_size: ClassVar[int] = 10

    def start(self, options: Mapping[str, object]) -> AmazonsPosition:
        """The usual start on a board of 6, 8 or 10 (the default) squares a side.

        Raises Mistake, with the remedy, for another size.
        """
        return AmazonsPosition.start(self.size_of(options))

    def arranged(self, position: Position, cells: Mapping[Point, str], side: Side) -> AmazonsPosition:
        """A game from queens and arrows.  Raises Mistake if a side has no queen."""
        black, white, arrows = (
            set_of(point for point, found in cells.items() if found == sign) for sign in "XO#"
        )
        if not black or not white:
            raise Mistake("each side needs a queen")
        return AmazonsPosition(_amazons(position).size, black, white, arrows, side)

    def format_move(self, move: Move, position: Position) -> str:
        """A move as `d1-d7/g7`, the beginning of one as `d1` or `d1-d7`."""
        if not isinstance(move, Play):
            return super().format_move(move, position)
        names = [self.format_point(point, position) for point in move.points]
        return "".join(sign + name for sign, name in zip(("", "-", "/"), names, strict=False))

    def about(self, point: Point, position: Position) -> str:
        """How many squares a queen can go to."""
        found = _amazons(position)
        side = next((side for side in Side if (found.white if side else found.black) >> point & 1), None)
        if side is None:
            return "an arrow" if found.arrows >> point & 1 else ""
        number = len(reach(point, found.vacant, found.size))
        return f"{side}'s queen, {several(number, 'square')} to go to"

    def begun(self, position: Position, picked: tuple[Point, ...]) -> Grid:
        """The board with the queen where she goes, once that is known."""
        found = _amazons(position)
        if len(picked) < len(self.steps) - 1:
            return found.grid()
        step = 1 << picked[0] | 1 << picked[1]
        if found.to_move is Side.WHITE:
            return found._replace(white=found.white ^ step).grid()
        return found._replace(black=found.black ^ step).grid()

    def estimate(self, position: Position) -> tuple[str, ...]:
        """Who has more squares that its queens reach first."""
        found = _amazons(position)
        if found.decided is not None:
            return (found.decided.sentence,)
        nearer = _nearer(found)
        lines = [f"{side} reaches {nearer[side].bit_count()} squares first." for side in Side]
        both = (found.vacant & ~(nearer[0] | nearer[1])).bit_count()
        ahead = nearer[0].bit_count() - nearer[1].bit_count()
        leader = "Neither side" if not ahead else str(Side(ahead < 0))
        return (
            "This is a guess, by the moves that queens need to a square.",
            "",
            *lines,
            f"{both} squares are as near to both, or closed in.",
            f"{leader} is ahead.",
        )


def _nearer(position: AmazonsPosition) -> tuple[int, int]:
    """The squares that Black's queens reach in fewer moves than White's, and the other way round."""
    size, vacant = position.size, position.vacant
    black = distances(position.black, vacant, size)
    white = distances(position.white, vacant, size)
    first, seen_black, seen_white = [0, 0], 0, 0
    for number in range(max(len(black), len(white))):
        new_black = black[number] if number < len(black) else 0
        new_white = white[number] if number < len(white) else 0
        first[0] |= new_black & ~seen_white & ~new_white
        first[1] |= new_white & ~seen_black & ~new_black
        seen_black, seen_white = seen_black | new_black, seen_white | new_white
    return first[0], first[1]


def _amazons(position: Position) -> AmazonsPosition:
    return cast(AmazonsPosition, position)


AMAZONS = Amazons()
