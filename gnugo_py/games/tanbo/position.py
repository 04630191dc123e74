"""A game of Tanbo as far as it has been played.

Stones of one colour that touch along a line are a root; an empty point that touches exactly one stone of
a colour is a growing point of that colour.  A move puts a stone on a growing point of one's own.  If its root
then has no growing point, that root alone goes; else every root without one goes, whosever it is.
"""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

from gnugo_py.core.base_game import Played, check_size, why_no_move
from gnugo_py.core.bitboard import board_of, points_of, rows_of
from gnugo_py.core.diagram import LETTERS_WITHOUT_I, Grid, named
from gnugo_py.core.types import Mistake, Move, Outcome, Play, Point, Resign, Side

LINES = {9: (1, 7), 13: (0, 4, 8, 12), 19: (0, 6, 12, 18)}
"""The rows and columns, from 0, on whose crossings stones stand at the start, by size."""


class _Fields(NamedTuple):
    """The fields of a position, as `TanboPosition` tells of them."""

    size: int
    black: int
    white: int
    to_move: Side = Side.BLACK
    number: int = 0
    last_move: Move | None = None
    previous: Any = None


class TanboPosition(Played, _Fields):
    """A position of Tanbo.

    size    -- lines a side.
    black, white -- the stones, as sets of points.
    to_move -- whose turn it is.
    number  -- moves played so far.
    last_move, previous -- the move that led here and the position before it, None at the start.

    What came before does not count for equality.
    """

    __slots__ = ()
    GAME: ClassVar[str] = "tanbo"
    PRESENT: ClassVar[int] = 5

    def __new__(cls, size: int, *others: Any, **named: Any) -> TanboPosition:
        """A position of its fields.  Raises Mistake for a size of no board, and checks nothing else."""
        check_size(size)
        return super().__new__(cls, size, *others, **named)

    @classmethod
    def start(cls, size: int) -> TanboPosition:
        """The usual start, and Black to move.  Raises Mistake for a size without one."""
        if not isinstance(size, int) or size not in LINES:
            raise Mistake(f"the board has 9, 13 or 19 lines a side, not {size}")
        stones = [0, 0]
        first = Side.WHITE if size == 9 else Side.BLACK
        for i, row in enumerate(LINES[size]):
            for j, column in enumerate(LINES[size]):
                side = first if (i + j) % 2 == 0 else first.other
                stones[side] |= 1 << row * (size + 1) + column
        return cls(size, stones[Side.BLACK], stones[Side.WHITE])

    @property
    def vacant(self) -> int:
        """The empty points."""
        return board_of(self.size) & ~(self.black | self.white)

    @property
    def decided(self) -> Outcome | None:
        """Who has won, None while nobody has."""
        if isinstance(self.last_move, Resign):
            return Outcome(self.to_move, "resignation")
        for side in Side:
            if not self.stones(side):
                return Outcome(side.other, f"as {side} has no stones left")
        return None

    @property
    def over(self) -> bool:
        """True once a side has no stones left, or gave up."""
        return not (self.black and self.white) or isinstance(self.last_move, Resign)

    def stones(self, side: Side) -> int:
        """The stones of a side."""
        return self.white if side else self.black

    def growing(self, side: Side) -> int:
        """The growing points of a side: empty points that touch exactly one of its stones."""
        return growing_points(self.stones(side), self.vacant, self.size)

    def root(self, point: Point) -> int:
        """The root of a stone; empty if there is no stone."""
        for stones in (self.black, self.white):
            if stones >> point & 1:
                return flooded(1 << point, stones, self.size)
        return 0

    def legal_moves(self) -> list[Move]:
        """Every stone the side to move may put down, in board order."""
        return [] if self.over else [Play((point,)) for point in points_of(self.growing(self.to_move))]

    def why_illegal(self, move: Move | str) -> str | None:
        """Why the side to move may not make a move, None if it may."""
        move = self.read_move(move)
        if not isinstance(move, Play) or self.over:
            return why_no_move(self, move)
        if len(move.points) != 1:
            return "a move in Tanbo is one point"
        point = move.points[0]
        if point < 0 or not board_of(self.size) >> point & 1:
            return "that point is not on the board"
        if not self.vacant >> point & 1:
            return "there is a stone on that point"
        touched = list(points_of(neighbours(1 << point, self.size) & self.stones(self.to_move)))
        if len(touched) == 1:
            return None
        if not touched:
            return "it touches none of your stones; grow from one of them"
        number = ("two", "three", "four")[len(touched) - 2]
        return f"it touches {number} of your stones ({', '.join(self._name(each) for each in touched)})"

    def _name(self, point: Point) -> str:
        return named(self.grid(), divmod(point, self.size + 1))

    def with_to_move(self, side: Side) -> TanboPosition:
        """The same position with a side's turn."""
        return self if side is self.to_move else self._replace(to_move=side)

    def play(self, move: Move | str) -> TanboPosition:
        """The position after a move.  A `Move` is trusted: its point must be growing; text is verified."""
        if isinstance(move, str):
            return self.play_checked(move)
        move = self.read_move(move)
        black, white, number = self.black, self.white, self.number
        if isinstance(move, Play):
            stone = 1 << move.points[0]
            black, white = (black, white | stone) if self.to_move else (black | stone, white)
            gone = removed((black, white), stone, self.to_move, self.size)
            black, white, number = black & ~gone, white & ~gone, number + 1
        return TanboPosition(self.size, black, white, self.to_move.other, number, move, self)

    def taken(self) -> int:
        """The stones that the last move took off, the one just played among them if its own root went."""
        before: TanboPosition | None = self.previous
        move = self.last_move
        if before is None or not isinstance(move, Play):
            return 0
        return (before.black | before.white | 1 << move.points[0]) & self.vacant

    def grid(self) -> Grid:
        """The board: `X` black, `O` white, `-` empty; no column I, line 1 below."""
        rows = rows_of(self.size, {"X": self.black, "O": self.white})
        labels = tuple(str(self.size - row) for row in range(self.size))
        return Grid(rows, tuple(LETTERS_WITHOUT_I[: self.size]), labels)


def neighbours(points: int, size: int) -> int:
    """The points that touch some points along a line."""
    stride = size + 1
    return (points << 1 | points >> 1 | points << stride | points >> stride) & board_of(size)


def growing_points(stones: int, vacant: int, size: int) -> int:
    """The empty points that touch exactly one of some stones."""
    stride, once, more = size + 1, 0, 0
    for shifted in (stones << 1, stones >> 1, stones << stride, stones >> stride):
        more |= once & shifted
        once |= shifted
    return once & ~more & vacant


def flooded(points: int, through: int, size: int) -> int:
    """Some points and all stones that are connected with them."""
    while True:
        grown = points | neighbours(points, size) & through
        if grown == points:
            return points
        points = grown


def bounded(stones: int, vacant: int, size: int) -> int:
    """The stones of roots without a growing point."""
    alive = neighbours(growing_points(stones, vacant, size), size) & stones
    return stones & ~flooded(alive, stones, size)


def removed(stones: tuple[int, int], stone: int, mover: Side, size: int) -> int:
    """The stones that go once a stone lies on the board.

    stones -- Black's and White's, the new one among them.
    """
    vacant = board_of(size) & ~(stones[0] | stones[1])
    own, other = stones[mover], stones[mover.other]
    mine = bounded(own, vacant, size)
    if mine & stone:
        return flooded(stone, own, size)
    return mine | bounded(other, vacant, size)
