"""Games of Tanbo in SGF files.

There, a game of Tanbo is a game of Go whose rules are named Tanbo. Setup during the game may repeat what the
rules do: earlier versions wrote it after moves, for viewers of Go.
"""

from __future__ import annotations

from gnugo_py.games.sgf import SgfFunctions, SgfProperties
from gnugo_py.games.tanbo.position import TanboPosition
from gnugo_py.games.types import UserError


class TanboSgf(SgfFunctions[TanboPosition]):
    """The SGF properties of Tanbo."""

    def read_options(self, root: SgfProperties) -> tuple[dict[str, object], tuple[str, ...]]:
        options, warnings = super().read_options(root)
        return {"size": 19, **options}, warnings

    def apply_setup(self, position: TanboPosition, node: SgfProperties) -> TanboPosition:
        """Return the position unchanged: setup during the game may only repeat the effects of the rules.

        Raise UserError if a node changes the board.
        """
        board = position.board
        for name, points in (("AB", board.black), ("AW", board.white), ("AE", board.empty_points)):
            if self.parse_points(node.get(name, ()), position) & ~points:
                raise UserError("the file changes stones in a way that the rules of Tanbo do not allow")
        return position

    def start_properties(self, start: TanboPosition) -> dict[str, list[str]]:
        """Return the size, the rules and all stones; Go viewers can then show the stones."""
        return {**super().start_properties(start), "RU": ["Tanbo"], **self.stone_properties(start)}
