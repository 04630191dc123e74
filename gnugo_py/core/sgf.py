"""Games in SGF files: what the SGF module of each game provides, and defaults for it.

The SGF module of a game has the functions of `SgfFunctions`; those that suit the game are imported from here.
Points are pairs of letters, unless a game passes functions that read and write its points.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any, Protocol, TypeAlias, TypeVar

from gnugo_py.core.bitboard import iter_points, point_at, rectangle_point_set, row_and_column
from gnugo_py.core.position import Position
from gnugo_py.core.text import truncate
from gnugo_py.core.types import PASS, Color, IllegalMove, Move, Pass, Play, Point, UserError

SgfProperties: TypeAlias = Mapping[str, Sequence[str]]
"""A node of an SGF file: for each property, its values as text."""
PointReader: TypeAlias = Callable[[str, Any], Point]
"""A function that parses a point on the board of a position; it raises UserError if there is none."""

_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
COLOR_LETTERS = ("B", "W")
SIGN_BY_SETUP_PROPERTY = {"AB": "X", "AW": "O", "AE": "", "AA": "#"}
"""The diagram sign that each setup property puts on its points; the empty sign removes what is there."""
_PositionT = TypeVar("_PositionT", bound=Position)


class SgfFunctions(Protocol):
    """The functions that convert between a game and SGF properties.  They do not open files."""

    def read_options(self, root: SgfProperties) -> dict[str, object]:
        """Return the options for `Game.start` from the root node. Raise UserError if they are invalid."""

    def read_warnings(self, root: SgfProperties) -> tuple[str, ...]:
        """Return a warning for each setting in the root node that is not read as written; often empty."""

    def letter_colors(self, root: SgfProperties) -> Mapping[str, Color]:
        """Return the colors that the properties B and W stand for in a file."""

    def implied_setup(
        self, root: SgfProperties, moves: Sequence[tuple[Color, str]]
    ) -> tuple[Mapping[str, Sequence[str]], str]:
        """Return setup properties that another program's root implies but lacks, and a warning about them.

        moves -- the colors and values of the first moves.
        """

    def read_start(self, root: SgfProperties, private: Mapping[str, object] | None) -> Position:
        """Return the starting position of a file, under the rules of the file.

        private -- what `extra_start_data` returned if this program wrote the file; None for other files.

        Raise UserError if the start is invalid.
        """

    def apply_setup(self, position: Any, node: SgfProperties) -> Position:
        """Return the position after the setup properties of a node, or the same position if it has none.

        Raise UserError if the setup is invalid.
        """

    def setup_problems(self, node: SgfProperties, position: Any) -> tuple[str, ...]:
        """Return what is wrong with the setup properties of a node, as sentences without the final period.

        position -- the position after the setup.
        """

    def with_turn(self, position: Any, color: Color) -> Position:
        """Return a new starting position with the same board and `color` to move."""

    def parse_move(self, text: str, position: Any) -> Move:
        """Parse the value of a move property. Raise UserError if it is not a move."""

    def resolve_swap_kind(self, value: str, color: Color, next_side: Callable[[], Color | None]) -> str:
        """Return the value of a move property, with an ambiguous swap resolved and other values unchanged.

        value     -- the value of the property.
        color     -- the color of the move.
        next_side -- returns the color of the next move in the file, or None if there is none.
        """

    def with_move_point_cleared(self, position: Any, move: Move) -> Position:
        """Return the position with the point of a move cleared, so that a move in a file can be played there.

        SGF requires that a move on an occupied point be executed.
        """

    def execute(self, position: Any, move: Move) -> Position:
        """Return the position after a move in a file, as far as possible also if the rules forbid it.

        Raise IllegalMove if the move cannot be executed.
        """

    def broken_rule(self, position: Any, move: Move) -> str:
        """Return what a move in a file does that the rules forbid, if it is executed anyway; else empty."""

    def under_rules(self, positions: Sequence[Any], options: Mapping[str, object]) -> list[Position]:
        """Return the positions of a game, replayed under the rules in `options`.

        Raise UserError if that is impossible.
        """

    def start_properties(self, start: Any) -> dict[str, list[str]]:
        """Return the root properties that describe the start: size, rules, setup."""

    def move_properties(self, position: Any) -> dict[str, list[str]]:
        """Return the property of the last move of a position."""

    def correction(self, position: Any) -> dict[str, list[str]]:
        """Return setup that corrects, after the last move, the boards of programs that do not know the rules.

        It is a node of its own, which `has_corrections` announces.
        """

    def has_corrections(self) -> bool:
        """Return whether `correction` can return setup."""

    def extra_start_data(self, start: Any) -> dict[str, object]:
        """Return the data about a start that SGF cannot express, as values that JSON can represent."""


def without_white_space(value: str) -> str:
    """Return the value of a property without white space; other programs break lines within values."""
    return "".join(value.split())


def read_size(root: SgfProperties, game: str) -> dict[str, object]:
    """Return the board size from the root node, or no options if the file does not specify it.

    game -- the name of the game, for messages.

    Raise UserError if the size is not a number or the board is not square.
    """
    word = (*root.get("SZ", ()), "")[0].strip()
    columns, _, rows = word.partition(":")
    if not word:
        return {}
    if not (columns.isascii() and columns.isdigit() and len(columns) < 4 and (rows or columns) == columns):
        raise UserError(f"the board size {word[:10]} is not valid in {game}")
    return {"size": int(columns)}


def read_warnings(root: SgfProperties) -> tuple[str, ...]:
    """Return no warnings."""
    return ()


def letter_colors(root: SgfProperties) -> Mapping[str, Color]:
    """Return the usual colors."""
    return {"B": Color.BLACK, "W": Color.WHITE}


def implied_setup(
    root: SgfProperties, moves: Sequence[tuple[Color, str]]
) -> tuple[Mapping[str, Sequence[str]], str]:
    """Return no setup and no warning."""
    return {}, ""


def parse_point(text: str, position: Position) -> Point:
    """Parse a pair of letters. Raise UserError if it is not a point on this board."""
    if len(text) != 2:
        text = without_white_space(text)
    if len(text) == 2 and text[0] in _LETTERS and text[1] in _LETTERS:
        column, row = _LETTERS.index(text[0]), _LETTERS.index(text[1])
        if max(row, column) < position.size:
            return point_at(row, column, position.size)
    size = position.size
    raise UserError(f"'{truncate(text.strip(), 20)}' is not a point on a {size}x{size} board")


def format_point(point: Point, position: Position) -> str:
    """Return a point as a pair of letters."""
    row, column = row_and_column(point, position.size)
    return _LETTERS[column] + _LETTERS[row]


def parse_point_list(values: Sequence[str], position: Position, read_point: PointReader = parse_point) -> int:
    """Return the set of points in a setup property; rectangles such as `aa:cc` are expanded.

    Raise UserError if a value is not a point on this board.
    """
    points = 0
    for value in dict.fromkeys(values):
        text = without_white_space(value)
        first, _, last = text.partition(":")
        if text:
            one, other = (read_point(corner, position) for corner in (first, last or first))
            points |= rectangle_point_set(one, other, position.size)
    return points


def set_up_start(start: Position, root: SgfProperties, read_point: PointReader = parse_point) -> Position:
    """Return a standard start, or the board that the root node sets up instead."""
    is_set_up = any(root.get(name) for name in ("AB", "AW"))
    return _arranged(start, {} if is_set_up else dict(start.cells()), root, read_point)


def apply_setup(position: Position, node: SgfProperties, read_point: PointReader = parse_point) -> Position:
    """Return the position after the setup properties of a node. Raise UserError if they are invalid."""
    return _arranged(position, dict(position.cells()), node, read_point)


def _arranged(
    position: Position, cells: dict[Point, str], node: SgfProperties, read_point: PointReader
) -> Position:
    """Return the position after the setup properties of a node are applied to `cells`."""
    before = dict(cells)
    for name, sign in SIGN_BY_SETUP_PROPERTY.items():
        for point in iter_points(parse_point_list(node.get(name, ()), position, read_point)):
            cells[point] = sign
    cells = {point: sign for point, sign in cells.items() if sign}
    return position if cells == before else position.with_board(cells, position.to_move)


def setup_problems(
    node: SgfProperties, position: Position, read_point: PointReader = parse_point
) -> tuple[str, ...]:
    """Return the first point on which a node sets both a black and a white stone."""
    black, white = (parse_point_list(node.get(name, ()), position, read_point) for name in ("AB", "AW"))
    return tuple(
        f"{position.format_point(point)} is set to both black and white; white stays"
        for point in islice(iter_points(black & white), 1)
    )


def with_turn(position: _PositionT, color: Color) -> _PositionT:
    """Return a new starting position with the same board and `color` to move."""
    return position.with_board(dict(position.cells()), color)


def parse_move(text: str, position: Position) -> Move:
    """Parse a move; an empty value is a pass. Raise UserError if a point is not on this board."""
    word = without_white_space(text)
    if not word:
        return PASS
    pairs = [word[start : start + 2] for start in range(0, len(word), 2)]
    return Play(tuple(parse_point(pair, position) for pair in pairs))


def resolve_swap_kind(value: str, color: Color, next_side: Callable[[], Color | None]) -> str:
    """Return the value unchanged."""
    return value


def with_move_point_cleared(position: _PositionT, move: Move) -> _PositionT:
    """Return the position unchanged."""
    return position


def execute(position: _PositionT, move: Move) -> _PositionT:
    """Return the position after a move.  Raise IllegalMove if the move is illegal."""
    refusal = position.why_illegal(move)
    if refusal is not None:
        raise IllegalMove(refusal)
    return position.play_unchecked(move)


def broken_rule(position: Position, move: Move) -> str:
    """Return an empty string, because forbidden moves are not executed."""
    return ""


def under_rules(positions: Sequence[Position], options: Mapping[str, object]) -> list[Position]:
    """Return the positions unchanged, because the game has only one set of rules."""
    return list(positions)


def start_properties(
    start: Position, write_point: Callable[[Point, Any], str] = format_point
) -> dict[str, list[str]]:
    """Return the board size and, where they are not standard, the stones and the color to move."""
    properties = {"SZ": [str(start.size)]}
    usual = start.game.start(start.start_options())
    if usual != start:
        properties |= stone_properties(start, write_point)
    if usual.to_move is not start.to_move:
        properties["PL"] = [COLOR_LETTERS[start.to_move]]
    return properties


def stone_properties(
    start: Position, write_point: Callable[[Point, Any], str] = format_point
) -> dict[str, list[str]]:
    """Return the setup properties of all stones."""
    cells = start.cells()
    points = {
        name: [write_point(point, start) for point, piece in cells.items() if piece == sign]
        for name, sign in SIGN_BY_SETUP_PROPERTY.items()
    }
    return {name: values for name, values in points.items() if values}


def move_properties(
    position: Position, write_point: Callable[[Point, Any], str] = format_point
) -> dict[str, list[str]]:
    """Return the last move as the pairs of letters of its points; a pass is empty."""
    assert position.last_color is not None
    move = position.last_move
    assert isinstance(move, Play | Pass)
    points = move.points if isinstance(move, Play) else ()
    value = "".join(write_point(point, position.previous) for point in points)
    return {COLOR_LETTERS[position.last_color]: [value]}


def correction(position: Position) -> dict[str, list[str]]:
    """Return no setup."""
    return {}


def has_corrections() -> bool:
    """Return False."""
    return False


def extra_start_data(start: Position) -> dict[str, object]:
    """Return no data."""
    return {}
