"""How Hex stands in SGF files: cells by name as SGF has it, and as Little Golem writes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from gnugo_py.core.base_game import BoardGame
from gnugo_py.core.base_sgf_codec import LetterPairs
from gnugo_py.core.position import Position
from gnugo_py.core.sgf_codec import Node
from gnugo_py.core.types import RESIGN, IllegalMove, Mistake, Move, Play, Point, Side
from gnugo_py.games.hex.position import FIRST_MOVES, SWAP_SIDES, HexPosition

GAVE_UP = ("resign", "forfeit")


class HexNotation(LetterPairs):
    """Hex in files.

    Little Golem writes points as pairs of letters, calls the side that begins W although its name is in
    PB, and names no game but in EV.
    """

    def __init__(self, game: BoardGame) -> None:
        super().__init__(game)
        self._game = game

    def options(self, root: Node) -> dict[str, object]:
        """The size of the board (11), and the rule for the first move if it is one of this program's."""
        named = (*root.get("RU", ()), "")[0].strip().lower()
        return {"size": 11, **super().options(root), "first-move": named if named in FIRST_MOVES else "free"}

    def sides(self, root: Node) -> Mapping[str, Side]:
        """Which side B and W stand for."""
        if _is_little_golem(root):
            return {"B": Side.WHITE, "W": Side.BLACK}
        return super().sides(root)

    def meant(self, value: str, side: Side, next_side: Callable[[], Side | None]) -> str:
        """A swap after which the same side moves again is one of sides, whatever it is called.

        HexGui has long written `swap-pieces` for both.
        """
        is_swap = value.strip().lower().startswith("swap")
        return "swap-sides" if is_swap and next_side() is side else value

    def parse_point(self, text: str, position: Position) -> Point:
        """The point of a cell's name or, as Little Golem has it, of two letters.  Raises Mistake."""
        if text.isalpha() and len(text) == 2:
            return super().parse_point(text.lower(), position)
        try:
            move = BoardGame.parse_move(self._game, text, position)
        except IllegalMove as error:
            raise Mistake(str(error)) from None
        assert isinstance(move, Play)
        return move.points[0]

    def format_point(self, point: Point, position: Position) -> str:
        """A cell's name."""
        return self._game.format_point(point, position)

    def parse_move(self, text: str, position: Position) -> Move:
        """The move of a value: a cell, `swap-pieces`, `swap-sides`, `resign`.  Raises Mistake."""
        word = text.strip().lower()
        if word in GAVE_UP:
            return RESIGN
        if word.startswith("swap"):
            return self._game.parse_move(word, position)
        if not word or word == "pass":
            raise Mistake("there is no passing in Hex")
        return Play((self.parse_point(word, position),))

    def played(self, position: Position, move: Move, is_own: bool) -> Position:
        """The position after a move; in files sides may be swapped, too.  Raises IllegalMove."""
        if move == Play((SWAP_SIDES,)) and cast(HexPosition, position).opening is not None:
            return position.play(move)
        return super().played(position, move, is_own)

    def format_move(self, move: Move, position: Position) -> str:
        """A cell's name, or the kind of swap."""
        return self._game.format_move(move, position)

    def root(self, start: Position) -> dict[str, list[str]]:
        """Size, the rule for the first move, stones."""
        said = super().root(start)
        return {"SZ": said.pop("SZ"), "RU": [str(self._game.settings(start)["first-move"])], **said}


def _is_little_golem(root: Node) -> bool:
    """Whether a file is of Little Golem's own kind, which names its tournament and no game."""
    return not root.get("GM") and (*root.get("EV", ()), "")[0].lower().startswith("hex.")
