"""Games of Hex in SGF files, which name cells by a letter and a number.

Little Golem writes points as pairs of letters, uses W for the color that moves first although that player's
name is in PB, and names the game only in EV.
"""

from __future__ import annotations

from gnugo_py.games.hex.game import HEX_FIRST_MOVE_RULES
from gnugo_py.games.hex.position import SWAP_SIDES, HexPosition
from gnugo_py.games.position import Position
from gnugo_py.games.sgf import SgfFunctions, SgfProperties, first_value
from gnugo_py.games.types import Color, Move, Play, Point, UserError


class HexSgf(SgfFunctions[HexPosition]):
    """The SGF properties of Hex."""

    def read_options(self, root: SgfProperties) -> tuple[dict[str, object], tuple[str, ...]]:
        """Return the board size (default 11) and the rule for the first move.

        The rule is `free` if the file does not name one of HEX_FIRST_MOVE_RULES.
        """
        named = first_value(root, "RU").lower()
        first_move = named if named in HEX_FIRST_MOVE_RULES else "free"
        options, warnings = super().read_options(root)
        return {"size": 11, **options, "first-move": first_move}, warnings

    def has_swapped_letters(self, root: SgfProperties) -> bool:
        return first_value(root, "EV").lower().startswith("hex.")

    def swap_kind(self, value: str, color: Color, next_color: Color | None) -> str:
        """Return `swap-sides` for any swap after which the same color moves again.

        HexGui has long written `swap-pieces` for both kinds of swap.
        """
        return "swap-sides" if next_color is color else value

    def parse_point(self, text: str, position: Position) -> Point:
        """Parse the name of a cell or, as in files of Little Golem, a pair of letters."""
        if not text.isalnum() or (text.isalpha() and len(text) == 2):
            return super().parse_point(text.lower(), position)
        move = Position.parse_partial_move(position, text)
        assert isinstance(move, Play)
        return move.points[0]

    def format_point(self, point: Point, position: Position) -> str:
        return position.format_point(point)

    def parse_move(self, text: str, position: HexPosition) -> Move:
        """Parse the value of a move property: a cell, `swap-pieces` or `swap-sides`.

        Raise UserError if the text is not a move or is a pass.
        """
        word = text.strip().lower()
        if word.startswith("swap"):
            return position.parse_partial_move(word)
        if not word or word == "pass":
            raise UserError("there is no passing in Hex")
        return Play((self.parse_point(word, position),))

    def execute(self, position: HexPosition, move: Move) -> HexPosition:
        """Return the position after a move; in files, the players may also swap sides."""
        if move == Play((SWAP_SIDES,)) and position.swappable_stone is not None:
            return position.play_unchecked(move)
        return super().execute(position, move)

    def start_properties(self, start: HexPosition) -> dict[str, list[str]]:
        properties = super().start_properties(start)
        return {"SZ": properties.pop("SZ"), "RU": [start.first_move], **properties}

    def move_value(self, position: Position) -> str:
        assert position.previous is not None
        assert position.last_move is not None
        return position.previous.format_move(position.last_move)
