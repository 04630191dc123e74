"""Games of Hex in SGF files, which name cells by a letter and a number.

Little Golem writes points as pairs of letters, uses W for the color that moves first although that player's
name is in PB, and names the game only in EV.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gnugo_py.core import sgf
from gnugo_py.core.position import Position
from gnugo_py.core.sgf import SgfProperties
from gnugo_py.core.types import RESIGN, Color, IllegalMove, Move, Play, Point, UserError
from gnugo_py.games.hex.game import HEX
from gnugo_py.games.hex.position import HEX_FIRST_MOVE_RULES, SWAP_SIDES, HexPosition

_RESIGN_WORDS = ("resign", "forfeit")


def read_options(root: SgfProperties) -> dict[str, object]:
    """Return the board size (default 11) and the rule for the first move.

    The rule is `free` if the file does not name one of HEX_FIRST_MOVE_RULES.
    """
    named = (*root.get("RU", ()), "")[0].strip().lower()
    return {
        "size": 11,
        **sgf.read_size(root, HEX.display_name),
        "first-move": named if named in HEX_FIRST_MOVE_RULES else "free",
    }


def letter_colors(root: SgfProperties) -> Mapping[str, Color]:
    """Return the colors that B and W stand for."""
    if _is_little_golem(root):
        return {"B": Color.WHITE, "W": Color.BLACK}
    return sgf.letter_colors(root)


def resolve_swap_kind(value: str, color: Color, next_side: Callable[[], Color | None]) -> str:
    """Return the value of a move, or `swap-sides` for any swap after which the same color moves again.

    HexGui has long written `swap-pieces` for both kinds of swap.
    """
    is_swap = value.strip().lower().startswith("swap")
    return "swap-sides" if is_swap and next_side() is color else value


def parse_point(text: str, position: Position) -> Point:
    """Parse the name of a cell or, as in files of Little Golem, a pair of letters.

    Raise UserError if the cell is not on the board.
    """
    if text.isalpha() and len(text) == 2:
        return sgf.parse_point(text.lower(), position)
    try:
        move = Position.parse_partial_move(position, text)
    except IllegalMove as error:
        raise UserError(str(error)) from None
    assert isinstance(move, Play)
    return move.points[0]


def read_start(root: SgfProperties, private: Mapping[str, object] | None) -> Position:
    """Return an empty board, or the board that the root node sets up."""
    return sgf.set_up_start(HEX.start(read_options(root)), root, parse_point)


def apply_setup(position: Position, node: SgfProperties) -> Position:
    """Return the position after the setup properties of a node. Raise UserError if they are invalid."""
    return sgf.apply_setup(position, node, parse_point)


def setup_problems(node: SgfProperties, position: Position) -> tuple[str, ...]:
    """Return the first cell on which a node sets both a black and a white stone."""
    return sgf.setup_problems(node, position, parse_point)


def parse_move(text: str, position: Position) -> Move:
    """Parse the value of a move property: a cell, `swap-pieces`, `swap-sides` or `resign`.

    Raise UserError if the text is not a move or is a pass.
    """
    word = text.strip().lower()
    if word in _RESIGN_WORDS:
        return RESIGN
    if word.startswith("swap"):
        return position.parse_partial_move(word)
    if not word or word == "pass":
        raise UserError("there is no passing in Hex")
    return Play((parse_point(word, position),))


def execute(position: HexPosition, move: Move) -> HexPosition:
    """Return the position after a move. Raise IllegalMove if it is not legal.

    In files, the players may also swap sides.
    """
    if move == Play((SWAP_SIDES,)) and position.swappable_stone is not None:
        return position.play_unchecked(move)
    return sgf.execute(position, move)


def start_properties(start: HexPosition) -> dict[str, list[str]]:
    """Return the board size, the rule for the first move, and the stones of a setup."""
    properties = sgf.start_properties(start, _format_cell)
    return {"SZ": properties.pop("SZ"), "RU": [start.first_move], **properties}


def move_properties(position: Position) -> dict[str, list[str]]:
    """Return the last move as the name of a cell, `swap-pieces` or `swap-sides`."""
    assert position.previous is not None
    assert position.last_move is not None
    assert position.last_color is not None
    return {sgf.COLOR_LETTERS[position.last_color]: [position.previous.format_move(position.last_move)]}


def _format_cell(point: Point, position: Position) -> str:
    return position.format_point(point)


def _is_little_golem(root: SgfProperties) -> bool:
    """Return whether a file is from Little Golem: it has no GM, and EV starts with `hex.`."""
    return not root.get("GM") and (*root.get("EV", ()), "")[0].lower().startswith("hex.")
