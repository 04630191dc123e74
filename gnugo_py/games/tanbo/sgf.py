"""Games of Tanbo in SGF files, written as games of Go with the rules named Tanbo.

After a move that removed stones, a setup node lists them. If a Go viewer captures other stones than Tanbo
does, the node also corrects the viewer's board.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from gnugo_py.core.base_sgf_codec import SETUP_SIGNS, BaseSgfCodec
from gnugo_py.core.bitboard import full_board, iter_points
from gnugo_py.core.position import Position
from gnugo_py.core.sgf_codec import SgfProperties
from gnugo_py.core.types import Color, Play, UserError
from gnugo_py.games.tanbo.position import TanboPosition, flood_fill, neighbors


class TanboSgfCodec(BaseSgfCodec):
    """The codec for games of Tanbo."""

    def read_options(self, root: SgfProperties) -> dict[str, object]:
        """Return the board size, by default 19."""
        return {"size": 19, **super().read_options(root)}

    def apply_setup(self, position: Position, node: SgfProperties) -> Position:
        """Return the position unchanged: setup during the game may only repeat the effects of the rules.

        Raise UserError if a node changes the board.
        """
        tanbo_position = cast(TanboPosition, position)
        empty_points = full_board(tanbo_position.size) & ~(tanbo_position.black | tanbo_position.white)
        for name, points in (
            ("AB", tanbo_position.black),
            ("AW", tanbo_position.white),
            ("AE", empty_points),
        ):
            if self._points_set_up(node.get(name, ()), position) & ~points:
                raise UserError("the file changes stones in a way that the rules of Tanbo do not allow")
        return position

    def root_properties(self, start: Position) -> dict[str, list[str]]:
        """Return size, rules and all stones, so that Go viewers show them."""
        properties = {**super().root_properties(start), "RU": ["Tanbo"]}
        cells = start.cells()
        for name, sign in SETUP_SIGNS.items():
            points = [point for point, piece in cells.items() if piece == sign]
            if points:
                properties[name] = [self.format_point(point, start) for point in points]
        return properties

    def move_nodes(self, position: Position) -> list[dict[str, list[str]]]:
        """Return the node of the last move.

        If the move removed stones, a node follows that corrects the board of a Go viewer.
        """
        nodes = super().move_nodes(position)
        setup = self._viewer_correction(cast(TanboPosition, position))
        return [*nodes, setup] if setup else nodes

    def _viewer_correction(self, position: TanboPosition) -> dict[str, list[str]]:
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
        alive = neighbors(empty_points, before.size) & stones[loser]
        stones[loser] = flood_fill(alive, stones[loser], before.size)
    return stones[0], stones[1]
