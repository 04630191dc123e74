"""Games in SGF files: the base class of what converts between a game and the properties of nodes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Generic, TypeAlias, TypeVar

from gnugo_py.games.game import Game
from gnugo_py.games.points import iter_points, point_at, rectangle_point_set, row_and_column
from gnugo_py.games.position import Position
from gnugo_py.games.text import truncate
from gnugo_py.games.types import PASS, Color, IllegalMove, Move, Pass, Play, Point, UserError

SgfProperties: TypeAlias = Mapping[str, Sequence[str]]
"""A node of an SGF file: for each property, its values as text."""

POINT_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_COLUMNS_AND_ROWS = re.compile(r"([0-9]+)\s*[:xX]\s*([0-9]*)")
COLOR_LETTERS = ("B", "W")
"""The letters of the colors, which are also the names of the properties for their moves."""
_SIGN_BY_SETUP_PROPERTY = {"AB": "X", "AW": "O", "AE": "", "AA": "#"}
"""The diagram sign that each setup property puts on its points; the empty sign removes what is there."""
PositionT = TypeVar("PositionT", bound=Position)
_StartT = TypeVar("_StartT", bound=Position)


class SgfFunctions(Generic[PositionT]):
    """The functions that convert between a game and SGF properties. They do not open files.

    The defaults suit games with one set of rules whose points are pairs of letters. A game that differs has a
    subclass, which the registry names.
    """

    def __init__(self, game: Game) -> None:
        self.game = game

    def read_options(self, root: SgfProperties) -> tuple[dict[str, object], tuple[str, ...]]:
        """Return the options for `Game.start` from the root node: by default, the size if it is there.

        With them comes a warning for each that is not read as written. Raise UserError if they are invalid.
        """
        size = board_size(root, "")
        if not size:
            return {}, ()
        if not size.isdigit() or len(size) > 3:
            raise UserError(f"the board size {size[:10]} is not valid in {self.game.display_name}")
        return {"size": int(size)}, ()

    def has_swapped_letters(self, root: SgfProperties) -> bool:
        """Return whether B stands for White in a file that does not number its game, and W for Black."""
        return False

    def implied_setup(
        self, root: SgfProperties, moves: Iterator[tuple[Color, str]]
    ) -> tuple[Mapping[str, Sequence[str]], str]:
        """Return setup properties that another program's root implies but lacks, and a warning about them.

        moves -- the colors and values of the moves.
        """
        return {}, ""

    def read_start(self, root: SgfProperties, private: Mapping[str, object] | None) -> Position:
        """Return the starting position of a file, under the rules of the file.

        By default, it is a standard start, or the board that the root node sets up instead.

        private -- what `extra_start_data` returned if this program wrote the file; None for other files.

        Raise UserError if the start is invalid.
        """
        start = self.game.start(self.read_options(root)[0])
        is_set_up = any(root.get(name) for name in ("AB", "AW"))
        return self._arranged(start, {} if is_set_up else start.cells(), root)

    def apply_setup(self, position: PositionT, node: SgfProperties) -> PositionT:
        """Return the position after the setup properties of a node, or the same position if it has none.

        Raise UserError if the setup is invalid.
        """
        return self._arranged(position, position.cells(), node)

    def _arranged(self, position: _StartT, before: Mapping[Point, str], node: SgfProperties) -> _StartT:
        """Return the position with the board `before` after the setup properties of a node."""
        cells = dict(before)
        for name, sign in _SIGN_BY_SETUP_PROPERTY.items():
            for point in iter_points(self.parse_points(node.get(name, ()), position)):
                cells[point] = sign
        cells = {point: sign for point, sign in cells.items() if sign}
        return position if cells == before else position.with_board(cells, position.to_move)

    def setup_problems(self, node: SgfProperties, position: PositionT) -> tuple[str, ...]:
        """Return what is wrong with the setup properties of a node, as sentences without the final period.

        By default, it is the first point on which the node sets both a black and a white stone.

        position -- the position after the setup.
        """
        black, white = (self.parse_points(node.get(name, ()), position) for name in ("AB", "AW"))
        return tuple(
            f"{position.format_point(point)} is set to both black and white; white stays"
            for point in islice(iter_points(black & white), 1)
        )

    def with_turn(self, position: PositionT, color: Color) -> PositionT:
        """Return a new starting position with the same board and `color` to move."""
        return position.with_board(position.cells(), color)

    def parse_point(self, text: str, position: Position) -> Point:
        """Parse a point. Raise UserError if it is not on this board."""
        return point_on_board(without_white_space(text), position.size)

    def parse_points(self, values: Sequence[str], position: Position) -> int:
        """Return the set of points of values; rectangles such as `aa:cc` are expanded.

        Some programs write lists such as `aa,cc`. What is not on this board is left out.
        """
        points = 0
        for value in dict.fromkeys(",".join(values).split(",")):
            points |= self._points_and_whether_all(value, position)[0]
        return points

    def values_off_board(self, values: Sequence[str], position: Position) -> list[str]:
        """Return the values of setup that are not points, or rectangles of points, on this board."""
        single = ",".join(values).split(",")
        return [value for value in single if not self._points_and_whether_all(value, position)[1]]

    def _points_and_whether_all(self, value: str, position: Position) -> tuple[int, bool]:
        """Return the points of a value that are on the board, and whether all of its points are."""
        text = without_white_space(value)
        first, _, last = text.partition(":")
        if not text:
            return 0, True
        try:
            one, other = (self.parse_point(corner, position) for corner in (first, last or first))
        except UserError:
            return _rectangle_on_board(first, last, position.size), False
        return rectangle_point_set(one, other, position.size), True

    def format_point(self, point: Point, position: Position) -> str:
        """Return a point as the value of a property."""
        row, column = row_and_column(point, position.size)
        return POINT_LETTERS[column] + POINT_LETTERS[row]

    def parse_move(self, text: str, position: PositionT) -> Move:
        """Parse the value of a move property; by default, an empty value is a pass.

        Raise UserError if it is not a move.
        """
        word = without_white_space(text)
        if not word:
            return PASS
        pairs = [word[start : start + 2] for start in range(0, len(word), 2)]
        return Play(tuple(self.parse_point(pair, position) for pair in pairs))

    def swap_kind(self, value: str, color: Color, next_color: Color | None) -> str:
        """Return the value of a move property that means a swap, without ambiguity.

        color      -- the color of the move.
        next_color -- the color of the next move in the file, or None if there is none.
        """
        return value

    def execute(self, position: PositionT, move: Move) -> PositionT:
        """Return the position after a move in a file, as far as possible also if the rules forbid it.

        Raise IllegalMove if the move cannot be executed, by default if it is illegal.
        """
        refusal = position.why_illegal(move)
        if refusal is not None:
            raise IllegalMove(refusal)
        return position.play_unchecked(move)

    def unusual(self, value: str, before: PositionT, after: PositionT) -> str:
        """Return what is unusual about a move in a file by another program, as the predicate of a sentence.

        value         -- the value of its property.
        before, after -- the positions before and after it; any color may be to move before it.

        It is often empty.
        """
        return ""

    def under_rules(self, positions: Sequence[PositionT], options: Mapping[str, object]) -> list[PositionT]:
        """Return the positions of a game, replayed under the rules in `options`.

        Raise UserError if that is impossible.
        """
        return list(positions)

    def start_properties(self, start: PositionT) -> dict[str, list[str]]:
        """Return the root properties that describe the start: size, rules, setup.

        By default, stones and the color to move are omitted where they are standard.
        """
        properties = {"SZ": [str(start.size)]}
        usual = start.game.start(start.start_options())
        if usual != start:
            properties |= self.stone_properties(start)
        if usual.to_move is not start.to_move:
            properties["PL"] = [COLOR_LETTERS[start.to_move]]
        return properties

    def stone_properties(self, start: Position) -> dict[str, list[str]]:
        cells = start.cells()
        points = {
            name: [self.format_point(point, start) for point, piece in cells.items() if piece == sign]
            for name, sign in _SIGN_BY_SETUP_PROPERTY.items()
        }
        return {name: values for name, values in points.items() if values}

    def move_value(self, position: Position) -> str:
        """Return the value of the property of the last move of a position; nothing in it needs escaping."""
        move = position.last_move
        assert isinstance(move, Play | Pass)
        points = move.points if isinstance(move, Play) else ()
        return "".join([self.format_point(point, position) for point in points])

    def extra_start_data(self, start: PositionT) -> dict[str, object]:
        """Return the data about a start that SGF cannot express, as values that JSON can represent."""
        return {}


@lru_cache(maxsize=5000)
def point_on_board(text: str, size: int) -> Point:
    """Return the point that two letters name.  Raise UserError if it is not on a board of this size."""
    if len(text) == 2 and set(text) <= set(POINT_LETTERS):
        column, row = map(POINT_LETTERS.index, text)
        if max(row, column) < size:
            return point_at(row, column, size)
    raise UserError(f"'{truncate(text, 20)}' is not a point on a {size}x{size} board")


def _rectangle_on_board(first: str, last: str, size: int) -> int:
    """Return the points of a rectangle that are on the board; 0 if its corners are not pairs of letters."""
    if not all(len(corner) == 2 and set(corner) <= set(POINT_LETTERS) for corner in (first, last)):
        return 0
    columns, rows = (sorted(map(POINT_LETTERS.index, pair)) for pair in zip(first, last, strict=True))
    if max(columns[0], rows[0]) >= size:
        return 0
    corner = point_at(min(rows[1], size - 1), min(columns[1], size - 1), size)
    return rectangle_point_set(point_at(rows[0], columns[0], size), corner, size)


def first_value(node: SgfProperties, name: str) -> str:
    """Return the first value of a property, or an empty string if there is none."""
    values = node.get(name)
    return values[0].strip() if values else ""


def board_size(root: SgfProperties, usual: str) -> str:
    """Return the size of the board as it is written, once if it is written twice as in `9:9`.

    usual -- the size if the file names none.

    Raise UserError if the board is not square.
    """
    word = first_value(root, "SZ") or usual
    both = _COLUMNS_AND_ROWS.fullmatch(word)
    if both is None:
        return word
    if both[2] not in ("", both[1]):
        raise UserError(
            f"the board is not square ({both[1][:10]}x{both[2][:10]}); only square boards can be read"
        )
    return both[1]


def without_white_space(value: str) -> str:
    """Return the value of a property without white space; other programs break lines within values."""
    return "".join(value.split())
