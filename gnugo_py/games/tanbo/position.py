"""The game of Tanbo, and its positions.

Stones of one color that touch along a line form a root. An empty point that touches exactly one stone of a
color is a growing point of that color. A move puts a stone on a growing point of the color to move. If the
root of the new stone then has no growing point, only that root is removed; otherwise, all roots of both
colors that have no growing point are removed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from gnugo_py.games.board import LINES, Board, Geometry, geometry
from gnugo_py.games.checks import checked_methods
from gnugo_py.games.diagram import COLUMN_LETTERS
from gnugo_py.games.game import Game
from gnugo_py.games.points import check_size, full_board, iter_points, plays
from gnugo_py.games.position import Position, immutable_dataclass
from gnugo_py.games.text import pluralize
from gnugo_py.games.types import Color, Move, Outcome, Play, Point, PositionMarks, UserError, require_move

_START_LINES = {9: (1, 7), 13: (0, 4, 8, 12), 19: (0, 6, 12, 18)}
"""By board size, the rows and columns (from 0) at whose intersections stones stand at the start."""


@checked_methods("__init__", "play_unchecked", "growing_points")
@immutable_dataclass
class TanboPosition(Position):
    """A position of Tanbo."""

    COLUMN_LETTERS: ClassVar[str] = COLUMN_LETTERS

    @classmethod
    def start(cls, size: int) -> TanboPosition:
        """Return the standard start, with Black to move. Raise UserError if the size is not 9, 13 or 19."""
        check_size(size, tuple(_START_LINES))
        stones = [0, 0]
        first = Color.WHITE if size == 9 else Color.BLACK
        for i, row in enumerate(_START_LINES[size]):
            for j, column in enumerate(_START_LINES[size]):
                color = first if (i + j) % 2 == 0 else first.opponent
                stones[color] |= 1 << row * (size + 1) + column
        return cls(Board(geometry(size, LINES), stones[Color.BLACK], stones[Color.WHITE]))

    @property
    def outcome_on_board(self) -> Outcome | None:
        _, black, white = self.board
        if black and white:
            return None
        loser = Color.WHITE if black else Color.BLACK
        return Outcome(loser.opponent, f"because {loser} has no stones left")

    def growing_points(self, color: Color) -> int:
        """Return the growing points of a color: the empty points that touch exactly one of its stones."""
        lines, black, white = self.board
        return growing_points(white if color else black, lines.full & ~(black | white), lines.size)

    def legal_moves(self) -> list[Move]:
        return [] if self.is_over else plays(self.growing_points(self.to_move))

    def why_points_illegal(self, points: Sequence[Point]) -> str | None:
        if len(points) != 1:
            return "a move in Tanbo is one point"
        point = points[0]
        if point < 0 or not full_board(self.size) >> point & 1:
            return "that point is not on the board"
        if not self.empty_points >> point & 1:
            return "there is a stone on that point"
        near = self.board.geometry.neighbors[point]
        touched = list(iter_points(near & self.stones(self.to_move)))
        if len(touched) == 1:
            return None
        if not touched:
            return "that point touches none of your stones; grow from one of them"
        number = ("two", "three", "four")[len(touched) - 2]
        return f"that point touches {number} of your stones ({', '.join(map(self.format_point, touched))})"

    def play_unchecked(self, move: Move) -> TanboPosition:
        if not isinstance(move, Play):
            return self.after(require_move(move), self.board)
        lines, black, white = self.board
        stone = 1 << move.points[0]
        black, white = (black, white | stone) if self.to_move else (black | stone, white)
        gone = stones_removed_after_move((black, white), stone, self.to_move, lines)
        board = Board(lines, black & ~gone, white & ~gone)
        return TanboPosition(board, self.to_move.opponent, self.move_number + 1, move, self)

    def captured_stones(self) -> int:
        """Return the set of the stones that the last move removed.

        It includes the stone just played if its own root was removed.
        """
        before, move = self.previous, self.last_move
        if before is None or not isinstance(move, Play):
            return 0
        return ~(before.empty_points ^ 1 << move.points[0]) & self.empty_points

    def with_board(self, cells: Mapping[Point, str], color: Color) -> TanboPosition:
        arranged = Position.with_board(self, cells, color)
        if not all(arranged.stones(each) for each in Color):
            raise UserError("each player needs a stone")
        if any(
            bounded_roots(arranged.stones(each), arranged.empty_points, self.board.geometry) for each in Color
        ):
            raise UserError("a root would have no growing point")
        return arranged

    def standing(self) -> tuple[str, ...]:
        lines = (
            f"{color}: {pluralize(self.stones(color).bit_count(), 'stone')} in"
            f" {self.roots_and_growing_points(color)}."
            for color in Color
        )
        return ("The player who first runs out of growing points must remove their own roots.", *lines)

    def roots_and_growing_points(self, color: Color) -> str:
        """Return the numbers of a color's roots and growing points, in words."""
        roots = pluralize(len(list(self.board.chains(color))), "root")
        return f"{roots}, {pluralize(self.growing_points(color).bit_count(), 'growing point')}"

    def marks(self) -> PositionMarks:
        return Position.marks(self)._replace(captured=tuple(iter_points(self.captured_stones())))


def growing_points(stones: int, empty_points: int, size: int) -> int:
    """Return the empty points that touch exactly one of a set of stones."""
    stride, once, more = size + 1, 0, 0
    for shifted in (stones << 1, stones >> 1, stones << stride, stones >> stride):
        more |= once & shifted
        once |= shifted
    return once & ~more & empty_points


def bounded_roots(stones: int, empty_points: int, lines: Geometry) -> int:
    """Return the set of the stones whose roots have no growing point."""
    points, stride = growing_points(stones, empty_points, lines.size), lines.stride
    alive = (points << 1 | points >> 1 | points << stride | points >> stride) & stones
    while True:  # a flood fill in few operations: playouts ask twice after every move
        grown = (alive | alive << 1 | alive >> 1 | alive << stride | alive >> stride) & stones
        if grown == alive:
            return stones & ~alive
        alive = grown


def stones_removed_after_move(stones: tuple[int, int], stone: int, mover: Color, lines: Geometry) -> int:
    """Return the set of the stones that are removed after a move.

    stones -- Black's and White's stones, including the new one.
    stone  -- the new stone, as a set of one point.
    mover  -- the color that moved.
    """
    empty_points = lines.full & ~(stones[0] | stones[1])
    own, other = stones[mover], stones[mover.opponent]
    mine = bounded_roots(own, empty_points, lines)
    if mine & stone:
        return lines.flood_fill(stone, own)
    return mine | bounded_roots(other, empty_points, lines)


_INTRODUCTION = """\
Tanbo is played on the intersections of a Go board, with stones on it from the
start.  Stones of one color that touch along a line form a root.  Black and
White take turns to grow: you place a stone on an empty point that touches
exactly one stone of your own.  It may touch any number of your opponent's.

A root that has no such point left is bounded.  If the root you have just grown
is bounded, only that root is removed.  Otherwise, every bounded root on the
board is removed, yours and your opponent's.  A player with no stones left
loses.  There is no passing, so in the end a player must remove their own root.

In text diagrams, X is Black and O is White.

Type a point to grow there: a letter for the column and a number for the line,
like D4.  There is no column I.  Type help to see what else you can type."""

TANBO = Game(
    name="tanbo",
    display_name="Tanbo",
    how_to_play=_INTRODUCTION,
    sizes=(9, 13, 19),
    default_size=19,
    marks_moves=True,
    position_class=TanboPosition,
)
