"""The game of Tanbo."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from gnugo_py.core.bitboard import full_board, iter_points
from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.sgf import GameSgf, SgfProperties
from gnugo_py.core.types import Color, Play, UserError
from gnugo_py.games.tanbo.position import TanboPosition, flood_fill, neighbors_of_points

_INTRODUCTION = """\
Tanbo is played on the intersections of a Go board, with stones on it from the
start.  Stones of one color that touch along a line form a root.  Black and
White take turns to grow: you place a stone on an empty point that touches
exactly one stone of your own.  It may touch any number of your opponent's.

A root that has no such point left is bounded.  If the root you have just grown
is bounded, only that root is removed.  Otherwise, every bounded root on the
board is removed, yours and your opponent's.  A player with no stones left
loses.  There is no passing, so in the end a player must remove their own root.

In text diagrams, X is Black and O is White.

Type a point to grow there: a letter for the column and a number for the line,
like D4.  There is no column I.  Type help to see what else you can type."""


class TanboSgf(GameSgf):
    """Games of Tanbo in SGF files.

    There, a game of Tanbo is a game of Go whose rules are named Tanbo. After a move that removed stones, a
    setup node lists these stones. If a Go viewer would capture different stones, the node also corrects the
    viewer's board.
    """

    has_corrections = True

    def apply_setup(self, position: TanboPosition, node: SgfProperties) -> TanboPosition:
        """Return the position unchanged: setup during the game may only repeat the effects of the rules.

        Raise UserError if a node changes the board.
        """
        for name, points in (("AB", position.black), ("AW", position.white), ("AE", position.empty_points)):
            if self.read_points(node.get(name, ()), position) & ~points:
                raise UserError("the file changes stones in a way that the rules of Tanbo do not allow")
        return position

    def start_properties(self, start: Position) -> dict[str, list[str]]:
        """Return the size, the rules and all stones; Go viewers can then show the stones."""
        return {**super().start_properties(start), "RU": ["Tanbo"], **self.stone_properties(start)}

    def correction(self, position: TanboPosition) -> dict[str, list[str]]:
        """Return the setup properties that turn the board of a Go viewer into the position.

        They include all stones that the last move removed; the dictionary is empty if there is nothing to set
        up.
        """
        before, move = position.previous, position.last_move
        if before is None or not isinstance(move, Play):
            return {}
        shown = _board_in_go_viewer(before, 1 << move.points[0])
        wanted = (position.black, position.white)
        changes: Mapping[str, int] = {
            "AE": (shown[0] | shown[1]) & ~(wanted[0] | wanted[1]) | position.captured_stones(),
            "AB": wanted[0] & ~shown[0],
            "AW": wanted[1] & ~shown[1],
        }
        return {
            name: [self.format_point(point, position) for point in iter_points(points)]
            for name, points in changes.items()
            if points
        }


def _board_in_go_viewer(before: TanboPosition, stone: int) -> tuple[int, int]:
    """Return the sets of Black's and White's stones that a Go viewer shows after a move.

    stone -- the stone of the move, as a set of one point.

    The viewer removes chains without liberties, those of the opponent first.
    """
    stones = [before.black, before.white]
    color: Color = before.to_move
    stones[color] |= stone
    for loser in (color.opponent, color):
        empty_points = full_board(before.size) & ~(stones[0] | stones[1])
        alive = neighbors_of_points(empty_points, before.size) & stones[loser]
        stones[loser] = flood_fill(alive, stones[loser], before.size)
    return stones[0], stones[1]


class Tanbo(Game):
    """The game of Tanbo."""

    name: ClassVar[str] = "tanbo"
    display_name: ClassVar[str] = "Tanbo"
    how_to_play: ClassVar[str] = _INTRODUCTION
    example_move: ClassVar[str] = "D4"
    sizes: ClassVar[tuple[int, ...]] = (9, 13, 19)
    default_size: ClassVar[int] = 19
    sgf: ClassVar[GameSgf] = TanboSgf(TanboPosition)

    def start(self, options: Mapping[str, object]) -> TanboPosition:
        """Return the standard start on a board of 9, 13 or 19 (the default) lines.

        Raise UserError with a remedy if the size is not one of these.
        """
        return TanboPosition.start(self.size_from_options(options))


TANBO = Tanbo()
TanboPosition.game = TANBO
