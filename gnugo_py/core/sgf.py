"""Games in SGF files: how positions and moves are written, and how those of any program are read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any, TypeAlias

from gnugo_py.core.bitboard import iter_points, point_at, rectangle_point_set, row_and_column
from gnugo_py.core.position import Position
from gnugo_py.core.text import truncate
from gnugo_py.core.types import PASS, Color, IllegalMove, Move, Pass, Play, Point, UserError

SgfProperties: TypeAlias = Mapping[str, Sequence[str]]
"""A node of an SGF file: for each property, its values as text."""

_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
COLOR_LETTERS = ("B", "W")
SIGN_BY_SETUP_PROPERTY = {"AB": "X", "AW": "O", "AE": "", "AA": "#"}
"""The diagram sign that each setup property puts on its points; the empty sign removes what is there."""


def without_white_space(value: str) -> str:
    """Return the value of a property without white space; other programs break lines within values."""
    return "".join(value.split())


class GameSgf:
    """The conversion between a game and SGF properties; files are not opened here.

    The methods suit games whose points are pairs of letters and whose players neither pass nor swap; the
    class of another game overrides those that do not suit it.

    position_class -- the class of the game's positions.
    """

    has_corrections = False
    """Whether `correction` can return setup."""

    def __init__(self, position_class: type[Position]) -> None:
        self._position_class = position_class

    def read_options(self, root: SgfProperties) -> dict[str, object]:
        """Return the options for `Game.start` from the root node; by default, only the board size.

        Raise UserError if they are invalid.
        """
        game = self._position_class.game
        word = (*root.get("SZ", ()), "")[0].strip()
        columns, _, rows = word.partition(":")
        if not word:
            return {"size": game.default_size}
        if not (
            columns.isascii() and columns.isdigit() and len(columns) < 4 and (rows or columns) == columns
        ):
            raise UserError(f"the board size {word[:10]} is not valid in {game.display_name}")
        return {"size": int(columns)}

    def read_warnings(self, root: SgfProperties) -> tuple[str, ...]:
        """Return a warning for each setting in the root node that is not read as written; often empty."""
        return ()

    def letter_colors(self, root: SgfProperties) -> Mapping[str, Color]:
        """Return the colors that the properties B and W stand for in a file."""
        return {"B": Color.BLACK, "W": Color.WHITE}

    def implied_setup(
        self, root: SgfProperties, moves: Sequence[tuple[Color, str]]
    ) -> tuple[Mapping[str, Sequence[str]], str]:
        """Return setup properties that another program's root implies but lacks, and a warning about them.

        moves -- the colors and values of the first moves.
        """
        return {}, ""

    def read_start(self, root: SgfProperties, private: Mapping[str, object] | None) -> Position:
        """Return the starting position of a file, under the rules of the file.

        private -- what `extra_start_data` returned if this program wrote the file; None for other files.

        Raise UserError if the start is invalid.
        """
        start = self._position_class.game.start(self.read_options(root))
        is_set_up = any(root.get(name) for name in ("AB", "AW"))
        return self._arranged(start, {} if is_set_up else start.cells(), root)

    def apply_setup(self, position: Any, node: SgfProperties) -> Position:
        """Return the position after the setup properties of a node, or the same position if it has none.

        Raise UserError if the setup is invalid.
        """
        return self._arranged(position, position.cells(), node)

    def _arranged(self, position: Position, before: dict[Point, str], node: SgfProperties) -> Position:
        """Return the position after the setup properties of a node are applied to the cells `before`."""
        cells = dict(before)
        for name, sign in SIGN_BY_SETUP_PROPERTY.items():
            cells |= dict.fromkeys(iter_points(self.read_points(node.get(name, ()), position)), sign)
        cells = {point: sign for point, sign in cells.items() if sign}
        return position if cells == before else position.with_board(cells, position.to_move)

    def setup_problems(self, node: SgfProperties, position: Any) -> tuple[str, ...]:
        """Return what is wrong with the setup properties of a node, as sentences without the final period.

        By default, it is the first point on which a node sets both a black and a white stone.

        position -- the position after the setup.
        """
        black, white = (self.read_points(node.get(name, ()), position) for name in ("AB", "AW"))
        return tuple(
            f"{position.format_point(point)} is set to both black and white; white stays"
            for point in islice(iter_points(black & white), 1)
        )

    def with_turn(self, position: Any, color: Color) -> Position:
        """Return a new starting position with the same board and `color` to move."""
        turned: Position = position.with_board(position.cells(), color)
        return turned

    def parse_point(self, text: str, position: Any) -> Point:
        """Parse a point. Raise UserError if it is not a point on this board."""
        if len(text) != 2:
            text = without_white_space(text)
        size = position.size
        if len(text) == 2 and text[0] in _LETTERS and text[1] in _LETTERS:
            column, row = _LETTERS.index(text[0]), _LETTERS.index(text[1])
            if max(row, column) < size:
                return point_at(row, column, size)
        raise UserError(f"'{truncate(text.strip(), 20)}' is not a point on a {size}x{size} board")

    def format_point(self, point: Point, position: Any) -> str:
        """Return a point as text that `parse_point` can read."""
        row, column = row_and_column(point, position.size)
        return _LETTERS[column] + _LETTERS[row]

    def read_points(self, values: Sequence[str], position: Position) -> int:
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

    def parse_move(self, text: str, position: Any) -> Move:
        """Parse the value of a move property; by default, an empty value is a pass.

        Raise UserError if it is not a move.
        """
        word = without_white_space(text)
        if not word:
            return PASS
        pairs = [word[start : start + 2] for start in range(0, len(word), 2)]
        return Play(tuple(self.parse_point(pair, position) for pair in pairs))

    def resolve_swap_kind(self, value: str, color: Color, next_side: Callable[[], Color | None]) -> str:
        """Return the value of a move property, with an ambiguous swap resolved and other values unchanged.

        value     -- the value of the property.
        color     -- the color of the move.
        next_side -- returns the color of the next move in the file, or None if there is none.
        """
        return value

    def with_move_point_cleared(self, position: Any, move: Move) -> Position:
        """Return the position with the point of a move cleared, so that a move in a file can be played there.

        SGF requires that a move on an occupied point be executed; by default, nothing is cleared.
        """
        unchanged: Position = position
        return unchanged

    def execute(self, position: Any, move: Move) -> Position:
        """Return the position after a move in a file, in some games also if the rules forbid it.

        Raise IllegalMove if the move cannot be executed.
        """
        refusal = position.why_illegal(move)
        if refusal is not None:
            raise IllegalMove(refusal)
        after: Position = position.play_unchecked(move)
        return after

    def broken_rule(self, position: Any, move: Move) -> str:
        """Return what a move in a file does that the rules forbid, if it is executed anyway; else empty."""
        return ""

    def under_rules(self, positions: Sequence[Any], options: Mapping[str, object]) -> list[Position]:
        """Return the positions of a game, replayed under the rules in `options` if these can differ.

        Raise UserError if that is impossible.
        """
        return list(positions)

    def start_properties(self, start: Any) -> dict[str, list[str]]:
        """Return the root properties that describe the start: size, rules, setup."""
        properties = {"SZ": [str(start.size)]}
        usual = start.game.start(start.start_options())
        if usual != start:
            properties |= self.stone_properties(start)
        if usual.to_move is not start.to_move:
            properties["PL"] = [COLOR_LETTERS[start.to_move]]
        return properties

    def stone_properties(self, start: Position) -> dict[str, list[str]]:
        """Return the setup properties of all stones."""
        cells = start.cells()
        points = {
            name: [self.format_point(point, start) for point, piece in cells.items() if piece == sign]
            for name, sign in SIGN_BY_SETUP_PROPERTY.items()
        }
        return {name: values for name, values in points.items() if values}

    def move_properties(self, position: Any) -> dict[str, list[str]]:
        """Return the property of the last move of a position."""
        move = position.last_move
        assert isinstance(move, Play | Pass)
        points = move.points if isinstance(move, Play) else ()
        value = "".join(self.format_point(point, position.previous) for point in points)
        return {COLOR_LETTERS[position.last_color]: [value]}

    def correction(self, position: Any) -> dict[str, list[str]]:
        """Return setup that corrects, after the last move, the boards of programs that do not know the rules.

        It is a node of its own.
        """
        return {}

    def extra_start_data(self, start: Any) -> dict[str, object]:
        """Return the data about a start that SGF cannot express, as values that JSON can represent."""
        return {}
