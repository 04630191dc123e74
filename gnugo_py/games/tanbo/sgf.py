"""Games of Tanbo in SGF files.

There, a game of Tanbo is a game of Go whose rules are named Tanbo. After a move that removed stones, a setup
node lists these stones. If a Go viewer would capture different stones, the node also corrects the viewer's
board.
"""

from __future__ import annotations

from typing import ClassVar

from gnugo_py.games.points import flood_fill, full_board, iter_points
from gnugo_py.games.sgf import SgfFunctions, SgfProperties
from gnugo_py.games.tanbo.position import TanboPosition, neighbors_of_points
from gnugo_py.games.types import Color, Play, UserError


class TanboSgf(SgfFunctions[TanboPosition]):
    """The SGF properties of Tanbo."""

    HAS_CORRECTIONS: ClassVar[bool] = True

    def read_options(self, root: SgfProperties) -> dict[str, object]:
        return {"size": 19, **super().read_options(root)}

    def apply_setup(self, position: TanboPosition, node: SgfProperties) -> TanboPosition:
        """Return the position unchanged: setup during the game may only repeat the effects of the rules.

        Raise UserError if a node changes the board.
        """
        for name, points in (("AB", position.black), ("AW", position.white), ("AE", position.empty_points)):
            if self.parse_points(node.get(name, ()), position) & ~points:
                raise UserError("the file changes stones in a way that the rules of Tanbo do not allow")
        return position

    def start_properties(self, start: TanboPosition) -> dict[str, list[str]]:
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
        black, white = _board_in_go_viewer(before, 1 << move.points[0])
        changes = {
            "AE": (black | white) & position.empty_points | position.captured_stones(),
            "AB": position.black & ~black,
            "AW": position.white & ~white,
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
        stones[loser] = flood_fill(alive, stones[loser], before.size + 1)
    return stones[0], stones[1]
