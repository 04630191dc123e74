"""Games of Amazons in SGF files, where a move is three pairs of letters.

Little Golem writes moves as `d1-d7/g7`; there White has the lower queens and moves first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress

from gnugo_py.games.amazons.position import AmazonsPosition
from gnugo_py.games.sgf import SgfFunctions, SgfProperties
from gnugo_py.games.types import Color, Move, Play, UserError


class AmazonsSgf(SgfFunctions[AmazonsPosition]):
    """The SGF properties of Amazons."""

    def implied_setup(
        self, root: SgfProperties, moves: Iterator[tuple[Color, str]]
    ) -> tuple[Mapping[str, Sequence[str]], str]:
        """Return the queens in exchanged colors if White moves first and with one of the lower queens."""
        start, (color, value) = self.game.start(self.read_options(root)[0]), next(moves, (Color.BLACK, ""))
        assert isinstance(start, AmazonsPosition)
        if color is Color.BLACK or any(root.get(name) for name in ("AB", "AW")):
            return {}, ""
        move = None
        with suppress(UserError):
            move = self.parse_move(value, start)
        if not isinstance(move, Play) or not start.board.black >> move.points[0] & 1:
            return {}, ""
        queens = self.stone_properties(start)
        return {"AB": queens["AW"], "AW": queens["AB"]}, ""

    def parse_move(self, text: str, position: AmazonsPosition) -> Move:
        """Parse three pairs of letters, or squares such as `d1-d7/g7`.  Raise UserError for anything else."""
        if any(character.isdigit() for character in text):
            return position.parse_partial_move(text)
        return super().parse_move(text, position)
