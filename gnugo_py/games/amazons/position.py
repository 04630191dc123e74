"""A game of Amazons as far as it has been played.

A move is a queen's square, where she goes, and where her arrow lands; both go like a queen of chess, at
least one square, over empty squares only.  The square she left is empty when she shoots.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from string import ascii_lowercase
from typing import Any, ClassVar, NamedTuple

from gnugo_py.core.base_game import Played, check_size, why_no_move
from gnugo_py.core.bitboard import board_of, points_of, rows_of, set_of
from gnugo_py.core.diagram import Grid
from gnugo_py.core.types import Mistake, Move, Outcome, Play, Point, Resign, Side

QUEENS = {
    6: (("a2", "b1", "e1", "f2"), ("a5", "b6", "e6", "f5")),
    8: (("a3", "c1", "f1", "h3"), ("a6", "c8", "f8", "h6")),
    10: (("a4", "d1", "g1", "j4"), ("a7", "d10", "g10", "j7")),
}
"""Where Black's and White's queens begin, by size."""


class _Fields(NamedTuple):
    """The fields of a position, as `AmazonsPosition` tells of them."""

    size: int
    black: int
    white: int
    arrows: int = 0
    to_move: Side = Side.BLACK
    number: int = 0
    last_move: Move | None = None
    previous: Any = None


class AmazonsPosition(Played, _Fields):
    """A position of Amazons.

    size    -- squares a side.
    black, white -- the queens, as sets of points.
    arrows  -- the squares that are closed.
    to_move -- whose turn it is.
    number  -- moves played so far.
    last_move, previous -- the move that led here and the position before it, None at the start.

    What came before does not count for equality.
    """

    __slots__ = ()
    GAME: ClassVar[str] = "amazons"
    PRESENT: ClassVar[int] = 6

    def __new__(cls, size: int, *others: Any, **named: Any) -> AmazonsPosition:
        """A position of its fields.  Raises Mistake for a size of no board, and checks nothing else."""
        check_size(size)
        return super().__new__(cls, size, *others, **named)

    @classmethod
    def start(cls, size: int) -> AmazonsPosition:
        """The usual start: Black below and to move.  Raises Mistake for a size without one."""
        if not isinstance(size, int) or size not in QUEENS:
            raise Mistake(f"the board has 6, 8 or 10 squares a side, not {size}")
        black, white = (set_of(square(name, size) for name in names) for names in QUEENS[size])
        return cls(size, black, white)

    @property
    def queens(self) -> int:
        """The queens of the side to move."""
        return self.white if self.to_move else self.black

    @property
    def vacant(self) -> int:
        """The squares without queen or arrow."""
        return board_of(self.size) & ~(self.black | self.white | self.arrows)

    @property
    def is_stuck(self) -> bool:
        """Whether the side to move has no move: none of its queens has an empty square beside her."""
        return not _around(self.queens, self.size) & self.vacant

    @property
    def decided(self) -> Outcome | None:
        """Who has won, None while nobody has."""
        if isinstance(self.last_move, Resign):
            return Outcome(self.to_move, "resignation")
        return Outcome(self.to_move.other, f"as {self.to_move} cannot move") if self.is_stuck else None

    @property
    def over(self) -> bool:
        """True once the side to move cannot, or somebody gave up."""
        return self.is_stuck or isinstance(self.last_move, Resign)

    def ways(self) -> Iterator[tuple[Point, Point, Point]]:
        """Every move there is: from, to, arrow."""
        vacant = self.vacant
        for queen in points_of(self.queens) if not self.over else ():
            for target in reach(queen, vacant, self.size):
                left = (vacant | 1 << queen) & ~(1 << target)
                for arrow in reach(target, left, self.size):
                    yield queen, target, arrow

    def legal_moves(self) -> list[Move]:
        """Every move the side to move may make, queen by queen in board order."""
        return [Play(way) for way in self.ways()]

    def why_illegal(self, move: Move | str) -> str | None:
        """Why the side to move may not make a move or begin one so, None if it may."""
        move = self.read_move(move)
        if not isinstance(move, Play) or self.over:
            return why_no_move(self, move)
        if not 1 <= len(move.points) <= 3:
            return "a move in Amazons is three squares: queen, target, arrow"
        queen, *others = move.points
        vacant, size = self.vacant, self.size
        if queen < 0 or not self.queens >> queen & 1:
            return "there is no queen of yours on that square"
        if not others:
            can_move = _around(1 << queen, size) & vacant
            return None if can_move else "that queen cannot move"
        target, *arrows = others
        if target not in reach(queen, vacant, size):
            return "that queen cannot go there"
        left = (vacant | 1 << queen) & ~(1 << target)
        if arrows and arrows[0] not in reach(target, left, size):
            return "her arrow cannot land there"
        return None

    def with_to_move(self, side: Side) -> AmazonsPosition:
        """The same position with a side's turn."""
        return self if side is self.to_move else self._replace(to_move=side)

    def play(self, move: Move | str) -> AmazonsPosition:
        """The position after a whole move.  A `Move` is trusted to be legal; text is verified."""
        if isinstance(move, str):
            return self.play_checked(move)
        move = self.read_move(move)
        black, white, arrows, number = self.black, self.white, self.arrows, self.number
        if isinstance(move, Play):
            queen, target, arrow = move.points
            step = 1 << queen | 1 << target
            black, white = (black, white ^ step) if self.to_move else (black ^ step, white)
            arrows, number = arrows | 1 << arrow, number + 1
        return AmazonsPosition(self.size, black, white, arrows, self.to_move.other, number, move, self)

    def grid(self) -> Grid:
        """The board: `X` Black's queens, `O` White's, `#` arrows, `-` empty; row 1 below."""
        rows = rows_of(self.size, {"X": self.black, "O": self.white, "#": self.arrows})
        labels = tuple(str(self.size - row) for row in range(self.size))
        return Grid(rows, tuple(ascii_lowercase[: self.size]), labels)


def square(name: str, size: int) -> Point:
    """The point of a square's name, as in chess.  Does not check that it is on the board."""
    return (size - int(name[1:])) * (size + 1) + ascii_lowercase.index(name[0])


@cache
def rays(size: int) -> tuple[tuple[tuple[Point, ...], ...], ...]:
    """For each point, the squares in each of the eight directions, the nearest first."""
    stride, board = size + 1, board_of(size)
    found = []
    for point in range(stride * size):
        lines = []
        for step in (1, -1, stride, -stride, stride + 1, -stride - 1, stride - 1, -stride + 1):
            line, at = [], point + step
            while at >= 0 and board >> at & 1:
                line.append(at)
                at += step
            if line:
                lines.append(tuple(line))
        found.append(tuple(lines))
    return tuple(found)


def reach(point: Point, vacant: int, size: int) -> list[Point]:
    """The squares a queen, or an arrow, can get to from a point over empty squares."""
    found = []
    for line in rays(size)[point]:
        for at in line:
            if not vacant >> at & 1:
                break
            found.append(at)
    return found


def _around(squares: int, size: int) -> int:
    """The squares beside some squares, in all eight directions; bits beside the board may be set."""
    wide = squares | squares << 1 | squares >> 1
    stride = size + 1
    return wide | wide << stride | wide >> stride


def distances(queens: int, vacant: int, size: int) -> list[int]:
    """The empty squares that queens reach with one move, with two moves, and so on, each square once."""
    found: list[int] = []
    seen, last = 0, queens
    while True:
        reached = _swept(last, vacant, size) & ~seen
        if not reached:
            return found
        found.append(reached)
        seen |= reached
        last = reached


def _swept(squares: int, vacant: int, size: int) -> int:
    """All empty squares that can be reached from some squares with one move."""
    stride, swept = size + 1, 0
    for step in (1, stride, stride + 1, stride - 1):
        ahead, back = squares, squares
        while ahead := ahead << step & vacant:
            swept |= ahead
        while back := back >> step & vacant:
            swept |= back
    return swept
