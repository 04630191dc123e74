"""The default SGF codec: points as pairs of letters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice

from gnugo_py.core.bitboard import iter_points, point_at, rectangle_point_set, row_and_column
from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.sgf_codec import SgfCodec, SgfProperties
from gnugo_py.core.text import truncate
from gnugo_py.core.types import PASS, Color, IllegalMove, Move, Pass, Play, Point, UserError

_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
COLOR_LETTERS = ("B", "W")
SIGN_BY_SETUP_PROPERTY = {"AB": "X", "AW": "O", "AE": "", "AA": "#"}
"""The diagram sign that each setup property puts on its points; the empty sign removes what is there."""


def without_white_space(value: str) -> str:
    """Return the value of a property without white space; other programs break lines within values."""
    return "".join(value.split())


class BaseSgfCodec(SgfCodec):
    """An SGF codec that writes each point as a pair of letters, and a move as the pairs of its points.

    game -- the game.
    """

    def __init__(self, game: Game) -> None:
        self.game = game

    def read_options(self, root: SgfProperties) -> dict[str, object]:
        """Return the board size from the root node, or no options if the file does not specify it.

        Raise UserError if the size is not a number or the board is not square.
        """
        word = (*root.get("SZ", ()), "")[0].strip()
        columns, _, rows = word.partition(":")
        if not word:
            return {}
        if not (
            columns.isascii() and columns.isdigit() and len(columns) < 4 and (rows or columns) == columns
        ):
            raise UserError(f"the board size {word[:10]} is not valid in {self.game.display_name}")
        return {"size": int(columns)}

    def read_start(self, root: SgfProperties, private_data: Mapping[str, object] | None) -> Position:
        """Return the standard starting position, or the board that the root node sets up."""
        start = self.game.start(self.read_options(root))
        is_set_up = any(root.get(name) for name in ("AB", "AW"))
        return self._arranged(start, {} if is_set_up else dict(start.cells()), root)

    def setup_problems(self, node: SgfProperties, position: Position) -> tuple[str, ...]:
        """Return the first point on which a node sets both a black and a white stone."""
        black, white = (self.parse_point_list(node.get(name, ()), position) for name in ("AB", "AW"))
        return tuple(
            f"{position.format_point(point)} is set to both black and white; white stays"
            for point in islice(iter_points(black & white), 1)
        )

    def apply_setup(self, position: Position, node: SgfProperties) -> Position:
        """Return the position after the setup properties of a node. Raise UserError if they are invalid."""
        return self._arranged(position, dict(position.cells()), node)

    def with_turn(self, position: Position, color: Color) -> Position:
        """Return a new starting position with the same board and `color` to move."""
        return position.with_board(dict(position.cells()), color)

    def parse_point(self, text: str, position: Position) -> Point:
        """Parse a pair of letters. Raise UserError if it is not a point on this board."""
        if len(text) != 2:
            text = without_white_space(text)
        if len(text) == 2 and text[0] in _LETTERS and text[1] in _LETTERS:
            column, row = _LETTERS.index(text[0]), _LETTERS.index(text[1])
            if max(row, column) < position.size:
                return point_at(row, column, position.size)
        size = position.size
        raise UserError(f"'{truncate(text.strip(), 20)}' is not a point on a {size}x{size} board")

    def format_point(self, point: Point, position: Position) -> str:
        """Return a point as a pair of letters."""
        row, column = row_and_column(point, position.size)
        return _LETTERS[column] + _LETTERS[row]

    def parse_move(self, text: str, position: Position) -> Move:
        """Parse a move; an empty value is a pass. Raise UserError if a point is not on this board."""
        word = without_white_space(text)
        if not word:
            return PASS
        pairs = [word[start : start + 2] for start in range(0, len(word), 2)]
        return Play(tuple(self.parse_point(pair, position) for pair in pairs))

    def format_move(self, move: Move, position: Position) -> str:
        """Return a move as a property value; a pass is an empty string."""
        points = move.points if isinstance(move, Play) else ()
        return "".join(self.format_point(point, position) for point in points)

    def play_recorded_move(self, position: Position, move: Move) -> Position:
        """Return the position after a move.

        Raise IllegalMove if the move is illegal, even if this program wrote the file.
        """
        refusal = position.why_illegal(move)
        if refusal is not None:
            raise IllegalMove(refusal)
        return position.play_unchecked(move)

    def replay_under_other_rules(
        self, positions: Sequence[Position], options: Mapping[str, object]
    ) -> list[Position]:
        """Return the positions unchanged, because the game has only one set of rules."""
        return list(positions)

    def start_properties(self, start: Position) -> dict[str, list[str]]:
        """Return the board size and, where they are not standard, the stones and the color to move."""
        properties = {"SZ": [str(start.size)]}
        usual = self.game.start(start.start_options())
        if usual != start:
            cells = start.cells()
            for name, sign in SIGN_BY_SETUP_PROPERTY.items():
                points = [point for point, piece in cells.items() if piece == sign]
                if points:
                    properties[name] = [self.format_point(point, start) for point in points]
        if usual.to_move is not start.to_move:
            properties["PL"] = [COLOR_LETTERS[start.to_move]]
        return properties

    def nodes_for_last_move(self, position: Position) -> list[dict[str, list[str]]]:
        """Return one node with the last move."""
        assert position.previous is not None
        assert position.last_color is not None
        move = position.last_move
        assert isinstance(move, Play | Pass)
        return [{COLOR_LETTERS[position.last_color]: [self.format_move(move, position.previous)]}]

    def extra_start_data(self, start: Position) -> dict[str, object]:
        """Return no data."""
        return {}

    def _arranged(self, position: Position, cells: dict[Point, str], node: SgfProperties) -> Position:
        """Return the position after the setup properties of a node are applied to `cells`."""
        before = dict(cells)
        for name, sign in SIGN_BY_SETUP_PROPERTY.items():
            for point in iter_points(self.parse_point_list(node.get(name, ()), position)):
                cells[point] = sign
        cells = {point: sign for point, sign in cells.items() if sign}
        return position if cells == before else position.with_board(cells, position.to_move)

    def parse_point_list(self, values: Sequence[str], position: Position) -> int:
        """Return the set of points in a setup property; rectangles such as `aa:cc` are expanded.

        Raise UserError if a value is not a point on this board.
        """
        points = 0
        for value in dict.fromkeys(values):
            text = without_white_space(value)
            first, _, last = text.partition(":")
            if text:
                one, other = (self.parse_point(corner, position) for corner in (first, last or first))
                points |= rectangle_point_set(one, other, position.size)
        return points
