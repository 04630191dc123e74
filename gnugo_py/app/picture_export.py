"""What a picture of a position shows besides the stones: numbers of moves, and the marks of a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from gnugo_py.app.context import Context
from gnugo_py.core.bitboard import row_and_column
from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.types import Play, Point
from gnugo_py.play.game_tree import GameNode
from gnugo_py.sgf.properties import first_text

Markup: TypeAlias = Sequence[tuple[Point, str]]
"""Signs to draw on points."""


def move_numbers(position: Position, number: int, last: int) -> dict[tuple[int, int], str]:
    """Return the numbers of the last moves whose stones are on the board, by (row, column).

    number -- the number of the last move.
    last   -- how many moves are numbered.
    """
    signs: dict[tuple[int, int], str] = {}
    at: Position | None = position
    cells = position.cells()
    for made in range(number, max(number - last, 0), -1):
        if at is None or at.last_move is None:
            break
        if isinstance(at.last_move, Play):
            points = at.last_move.points
            point = points[min(1, len(points) - 1)]
            if cells.get(point, "-") in "XO":
                signs.setdefault(row_and_column(point, at.size), str(made))
        at = at.previous
    return signs


def node_marks(node: GameNode, last: int) -> dict[tuple[int, int], str]:
    """Return the signs to draw on a node's position, by (row, column): numbers of moves, and its own marks.

    last -- how many of the last moves are numbered.
    """
    return _with_markup(move_numbers(node.position, node.number, last), node.markup, node.position)


def _with_markup(
    marks: dict[tuple[int, int], str], markup: Markup, position: Position
) -> dict[tuple[int, int], str]:
    return marks | {row_and_column(point, position.size): sign for point, sign in markup}


def write_position(
    context: Context, game: Game, position: Position, number: int, name: str, markup: Markup = ()
) -> None:
    """Write a picture of a position in a game, with the number of the last move, and report the result.

    number -- the number of the last move.
    name   -- the name of the picture as typed.
    markup -- the signs to draw besides, by point.
    """
    if not name:
        context.emit("refusal", "diagram needs a name: type diagram NAME.")
        return
    marks = _with_markup(move_numbers(position, number, 1), markup, position)
    svg = position.diagram().to_svg(marks, f"{game.name}, move {number}")
    context.emit("news", context.services.store.write_picture(name, svg))


def picture_title(root: Mapping[str, Sequence[str]], name: str, number: int | None = None) -> str:
    """Return the title of a picture: the players or the game, and the number of the move.

    root -- the properties of the root node as text.
    name -- the name of the game.
    """
    players = [first_text(root, key) for key in ("PB", "PW")]
    title = " - ".join(player or "?" for player in players) if any(players) else name
    return title if number is None else f"{title}, move {number}"
