"""How Tanbo stands in SGF files: as a game of Go that any viewer shows right, marked by its rules.

After a move that took stones off, a node of setup names them; where a viewer's own captures would differ,
it puts those stones right.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from gnugo_py.core.base_sgf_codec import SETUP, LetterPairs
from gnugo_py.core.bitboard import board_of, points_of
from gnugo_py.core.position import Position
from gnugo_py.core.sgf_codec import Node
from gnugo_py.core.types import Mistake, Play, Side
from gnugo_py.games.tanbo.position import TanboPosition, flooded, neighbours


class TanboNotation(LetterPairs):
    """Tanbo in files."""

    def options(self, root: Node) -> dict[str, object]:
        """The size of the board, 19 where the file says nothing."""
        return {"size": 19, **super().options(root)}

    def edited(self, position: Position, node: Node) -> Position:
        """The position as it is: setup in mid-game may only say again what the rules did.

        Raises Mistake where it says something else.
        """
        found = cast(TanboPosition, position)
        vacant = board_of(found.size) & ~(found.black | found.white)
        for name, points in (("AB", found.black), ("AW", found.white), ("AE", vacant)):
            if self._points_set_up(node.get(name, ()), position) & ~points:
                raise Mistake("the file changes stones in a way that the rules of Tanbo do not")
        return position

    def root(self, start: Position) -> dict[str, list[str]]:
        """Size, rules, and all stones, so that a viewer of Go shows them."""
        said = {**super().root(start), "RU": ["Tanbo"]}
        cells = self._cells(start)
        for name, sign in SETUP.items():
            points = [point for point, found in cells.items() if found == sign]
            if points:
                said[name] = [self.format_point(point, start) for point in points]
        return said

    def nodes(self, position: Position) -> list[dict[str, list[str]]]:
        """The node of the last move and, where stones went, one that puts a viewer's board right."""
        nodes = super().nodes(position)
        setup = self._correction(cast(TanboPosition, position))
        return [*nodes, setup] if setup else nodes

    def _correction(self, position: TanboPosition) -> dict[str, list[str]]:
        """What makes a viewer's board this one, after the captures that Go would have made."""
        before, move = position.previous, position.last_move
        if before is None or not isinstance(move, Play):
            return {}
        shown = _after_captures(before, 1 << move.points[0])
        wanted = (position.black, position.white)
        changes: Mapping[str, int] = {
            "AE": (shown[0] | shown[1]) & ~(wanted[0] | wanted[1]) | position.taken(),
            "AB": wanted[0] & ~shown[0],
            "AW": wanted[1] & ~shown[1],
        }
        return {
            name: [self.format_point(point, position) for point in points_of(points)]
            for name, points in changes.items()
            if points
        }


def _after_captures(before: TanboPosition, stone: int) -> tuple[int, int]:
    """The stones as a viewer of Go shows them after a stone: chains without liberties are gone."""
    stones = [before.black, before.white]
    side: Side = before.to_move
    stones[side] |= stone
    for colour in (side.other, side):
        vacant = board_of(before.size) & ~(stones[0] | stones[1])
        alive = neighbours(vacant, before.size) & stones[colour]
        stones[colour] = flooded(alive, stones[colour], before.size)
    return stones[0], stones[1]
