"""Games of Hex in SGF files, with cells as SGF names them or as Little Golem writes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from gnugo_py.core.base_game import BaseGame
from gnugo_py.core.base_sgf_codec import BaseSgfCodec
from gnugo_py.core.position import Position
from gnugo_py.core.sgf_codec import SgfProperties
from gnugo_py.core.types import RESIGN, Color, IllegalMove, Move, Play, Point, UserError
from gnugo_py.games.hex.position import FIRST_MOVES, SWAP_SIDES, HexPosition

_RESIGN_WORDS = ("resign", "forfeit")


class HexSgfCodec(BaseSgfCodec):
    """The codec for games of Hex.

    Little Golem writes points as pairs of letters, uses W for the color that moves first although that
    player's name is in PB, and names the game only in EV.
    """

    def __init__(self, game: BaseGame) -> None:
        super().__init__(game)
        self._game = game

    def read_options(self, root: SgfProperties) -> dict[str, object]:
        """Return the board size (default 11) and the rule for the first move.

        The rule is `free` if the file does not name one of FIRST_MOVES.
        """
        named = (*root.get("RU", ()), "")[0].strip().lower()
        return {
            "size": 11,
            **super().read_options(root),
            "first-move": named if named in FIRST_MOVES else "free",
        }

    def letter_colors(self, root: SgfProperties) -> Mapping[str, Color]:
        """Return the colors that B and W stand for."""
        if _is_little_golem(root):
            return {"B": Color.WHITE, "W": Color.BLACK}
        return super().letter_colors(root)

    def disambiguate_swap(self, value: str, color: Color, next_side: Callable[[], Color | None]) -> str:
        """Return the value of a move, `swap-sides` for any swap after which the same color moves again.

        HexGui has long written `swap-pieces` for both kinds of swap.
        """
        is_swap = value.strip().lower().startswith("swap")
        return "swap-sides" if is_swap and next_side() is color else value

    def parse_point(self, text: str, position: Position) -> Point:
        """Parse the name of a cell or, as in files of Little Golem, a pair of letters.

        Raise UserError if the cell is not on the board.
        """
        if text.isalpha() and len(text) == 2:
            return super().parse_point(text.lower(), position)
        try:
            move = BaseGame.parse_move(self._game, text, position)
        except IllegalMove as error:
            raise UserError(str(error)) from None
        assert isinstance(move, Play)
        return move.points[0]

    def format_point(self, point: Point, position: Position) -> str:
        """Return the name of a cell."""
        return self._game.format_point(point, position)

    def parse_move(self, text: str, position: Position) -> Move:
        """Parse the value of a move property: a cell, `swap-pieces`, `swap-sides` or `resign`.

        Raise UserError if it is not a move or is a pass.
        """
        word = text.strip().lower()
        if word in _RESIGN_WORDS:
            return RESIGN
        if word.startswith("swap"):
            return self._game.parse_move(word, position)
        if not word or word == "pass":
            raise UserError("there is no passing in Hex")
        return Play((self.parse_point(word, position),))

    def apply_move(self, position: Position, move: Move, is_own: bool) -> Position:
        """Return the position after a move. Raise IllegalMove if it is not legal.

        In files, the players may also swap sides.
        """
        if move == Play((SWAP_SIDES,)) and cast(HexPosition, position).swappable_stone is not None:
            return position.play_unchecked(move)
        return super().apply_move(position, move, is_own)

    def format_move(self, move: Move, position: Position) -> str:
        """Return the name of a cell, `swap-pieces` or `swap-sides`."""
        return self._game.format_move(move, position)

    def root_properties(self, start: Position) -> dict[str, list[str]]:
        """Return board size, the rule for the first move, and the stones of a setup."""
        properties = super().root_properties(start)
        return {
            "SZ": properties.pop("SZ"),
            "RU": [str(self._game.start_options(start)["first-move"])],
            **properties,
        }


def _is_little_golem(root: SgfProperties) -> bool:
    """Return whether a file is from Little Golem: it has no GM, and EV starts with `hex.`."""
    return not root.get("GM") and (*root.get("EV", ()), "")[0].lower().startswith("hex.")
