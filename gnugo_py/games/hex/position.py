"""A game of Hex as far as it has been played.

Black joins the top row to the bottom row, White the left column to the right one.  A cell touches its
neighbours in its row and column, and those up to the right and down to the left.

>>> position = HexPosition.start(5, "free")
>>> position.play(Play((0,))).to_move
<Side.WHITE: 1>
"""

from __future__ import annotations

from functools import cache
from string import ascii_lowercase
from typing import Any, ClassVar, NamedTuple

from gnugo_py.core.base_game import Played, why_no_move
from gnugo_py.core.bitboard import board_of, points_of, rows_of
from gnugo_py.core.diagram import Grid
from gnugo_py.core.types import Mistake, Move, Outcome, Play, Point, Resign, Side

FIRST_MOVES = ("no-centre", "swap", "free")
SWAP_PIECES, SWAP_SIDES = -1, -2
"""Points of the moves by which White takes over Black's first stone: as a white stone on its mirror image, or
by changing colours and edges with Black, who is then White and moves next.
"""


class _Fields(NamedTuple):
    """The fields of a position, as `HexPosition` tells of them."""

    size: int
    first_move: str
    black: int = 0
    white: int = 0
    to_move: Side = Side.BLACK
    number: int = 0
    opening: Point | None = None
    winner: Side | None = None
    last_move: Move | None = None
    previous: Any = None


class HexPosition(Played, _Fields):
    """A position of Hex.

    size       -- cells a side.
    first_move -- `no-centre`: the first stone may not lie in the middle row (rows, of an even board);
                  `swap`: White may take it over; `free`: neither is asked for, and a swap is taken.
    black, white -- the stones, as sets of points.
    to_move    -- whose turn it is.
    number     -- moves played so far.
    opening    -- Black's first stone until White has moved, else None.
    winner     -- whose edges are joined, None while nobody's are.
    last_move, previous -- the move that led here and the position before it, None at the start.

    What came before does not count for equality.
    """

    __slots__ = ()
    GAME: ClassVar[str] = "hex"
    PRESENT: ClassVar[int] = 8

    def __new__(cls, size: int, *others: Any, **named: Any) -> HexPosition:
        """A position of its fields.  Raises Mistake for a size of no board, and checks nothing else."""
        _check_size(size)
        return super().__new__(cls, size, *others, **named)

    @classmethod
    def start(cls, size: int, first_move: str) -> HexPosition:
        """An empty board.

        size       -- cells a side, 1 to 26.
        first_move -- `no-centre`, `swap` or `free`.

        Raises Mistake for others.
        """
        if first_move not in FIRST_MOVES:
            raise Mistake(f"the first move is {' or '.join(FIRST_MOVES)}, not {first_move!r}")
        return cls(size, first_move)

    @classmethod
    def set_up(cls, size: int, first_move: str, stones: tuple[int, int], to_move: Side) -> HexPosition:
        """A game that starts from stones, Black's and White's."""
        _check_size(size)
        joined = (side for side in Side if chain_between_edges(stones[side], size, side))
        number = (stones[0] | stones[1]).bit_count()
        return cls(size, first_move, *stones, to_move, number, winner=next(joined, None))

    @property
    def vacant(self) -> int:
        """The empty cells."""
        return board_of(self.size) & ~(self.black | self.white)

    @property
    def decided(self) -> Outcome | None:
        """Who has won, None while nobody has."""
        if isinstance(self.last_move, Resign):
            return Outcome(self.to_move, "resignation")
        return None if self.winner is None else Outcome(self.winner, "with a chain between its edges")

    @property
    def over(self) -> bool:
        """True once a side has joined its edges, or given up."""
        return self.winner is not None or isinstance(self.last_move, Resign)

    @property
    def playable(self) -> int:
        """The set of cells the side to move may put a stone on."""
        if self.over:
            return 0
        is_first = self.number == 0 and self.first_move == "no-centre"
        return self.vacant & ~middle_rows(self.size) if is_first else self.vacant

    def legal_moves(self) -> list[Move]:
        """Every stone the side to move may put down, in board order; a swap is not listed."""
        return [Play((point,)) for point in points_of(self.playable)]

    def why_illegal(self, move: Move | str) -> str | None:
        """Why the side to move may not make a move, None if it may."""
        move = self.read_move(move)
        if not isinstance(move, Play) or self.over:
            return why_no_move(self, move)
        if len(move.points) != 1:
            return "a move in Hex is one cell"
        point = move.points[0]
        if point == SWAP_SIDES:
            return "sides are not swapped here; type swap, and the stone becomes White's"
        if point == SWAP_PIECES:
            return self._why_no_swap()
        if point < 0 or not board_of(self.size) >> point & 1:
            return "that cell is not on the board"
        if self.playable >> point & 1:
            return None
        if self.vacant >> point & 1:
            rows = [str(1 + row) for row in middle_row_numbers(self.size)]
            named = f"row {rows[0]}" if len(rows) == 1 else f"rows {' and '.join(rows)}"
            return f"the first stone may not lie in the centre row ({named})"
        return "there is a stone on that cell"

    def _why_no_swap(self) -> str | None:
        if self.first_move == "no-centre":
            return "there is no swap where the first stone keeps off the centre row"
        return None if self.opening is not None else "only White's first move may be a swap"

    def with_to_move(self, side: Side) -> HexPosition:
        """The same position with a side's turn."""
        return self if side is self.to_move else self._replace(to_move=side, opening=None)

    def play(self, move: Move | str) -> HexPosition:
        """The position after a move.  A `Move` is trusted: its cell must be empty; text is verified."""
        if isinstance(move, str):
            return self.play_checked(move)
        move = self.read_move(move)
        if not isinstance(move, Play):
            return self._next(move, self.black, self.white, self.to_move.other)
        point = move.points[0]
        if point == SWAP_SIDES:
            return self._next(move, self.black, self.white, self.to_move)
        if point == SWAP_PIECES:
            assert self.opening is not None
            return self._next(move, 0, 1 << mirrored(self.opening, self.size), self.to_move.other)
        side, stone = self.to_move, 1 << point
        black, white = (self.black, self.white | stone) if side else (self.black | stone, self.white)
        is_opening = side is Side.BLACK and not (self.black | self.white)
        after = self._next(move, black, white, side.other, point if is_opening else None)
        if joins_edges(stone, white if side else black, self.size, side):
            return after._replace(winner=side)
        return after

    def _next(
        self, move: Move, black: int, white: int, to_move: Side, opening: Point | None = None
    ) -> HexPosition:
        number = self.number + isinstance(move, Play)
        return HexPosition(
            self.size, self.first_move, black, white, to_move, number, opening, None, move, self
        )

    def grid(self) -> Grid:
        """The board, each row half a cell further right: `X` black, `O` white, `-` empty."""
        rows = rows_of(self.size, {"X": self.black, "O": self.white})
        labels = tuple(str(row + 1) for row in range(self.size))
        return Grid(rows, tuple(ascii_lowercase[: self.size]), labels, slant=1)


def mirrored(point: Point, size: int) -> Point:
    """A cell's mirror image in the long diagonal, which exchanges the two pairs of edges."""
    row, column = divmod(point, size + 1)
    return column * (size + 1) + row


@cache
def middle_row_numbers(size: int) -> tuple[int, ...]:
    """The rows, from 0, in which the first stone may not lie under the rule `no-centre`.

    None where no other row would be left.
    """
    if size < 3:
        return ()
    return (size // 2,) if size % 2 else (size // 2 - 1, size // 2)


@cache
def middle_rows(size: int) -> int:
    """The cells of those rows."""
    row = (1 << size) - 1
    return sum(row << number * (size + 1) for number in middle_row_numbers(size))


@cache
def edges(size: int, side: Side) -> tuple[int, int]:
    """The cells of a side's two edges: top and bottom for Black, left and right for White."""
    stride = size + 1
    if side is Side.BLACK:
        row = (1 << size) - 1
        return row, row << (size - 1) * stride
    column = sum(1 << number * stride for number in range(size))
    return column, column << size - 1


def around(cells: int, size: int) -> int:
    """Some cells and all that touch them; bits beside the board may be set."""
    stride = size + 1
    return (
        cells
        | cells << 1
        | cells >> 1
        | cells << stride
        | cells >> stride
        | cells << stride - 1
        | cells >> stride - 1
    )


def joins_edges(stone: int, stones: int, size: int, side: Side) -> bool:
    """Whether the chain of a stone touches both edges of its side."""
    one, other = edges(size, side)
    chain = stone
    while True:
        grown = around(chain, size) & stones
        if grown == chain:
            return bool(chain & one) and bool(chain & other)
        chain = grown


def stones_needed(position: HexPosition, side: Side) -> int | None:
    """How many stones a side must still put down to join its edges, None if it cannot any more."""
    own, free = position.white if side else position.black, position.vacant
    one, other = edges(position.size, side)
    seen, entered, number = _flooded(one & own, own, position.size), one & free, 0
    while not seen & other:
        entered = (entered | around(seen, position.size)) & free & ~seen
        if not entered:
            return None
        seen = _flooded(seen | entered, own, position.size)
        number += 1
    return number


def _flooded(cells: int, through: int, size: int) -> int:
    """Some cells and the stones that are connected with them."""
    while True:
        grown = cells | around(cells, size) & through
        if grown == cells:
            return cells
        cells = grown


def chain_between_edges(stones: int, size: int, side: Side) -> list[Point]:
    """A shortest chain of some stones between the edges of a side, in order; empty if there is none."""
    one, other = edges(size, side)
    steps, seen = [one & stones], one & stones
    while steps[-1] and not steps[-1] & other:
        steps.append(around(steps[-1], size) & stones & ~seen)
        seen |= steps[-1]
    if not steps[-1]:
        return []
    chain = [next(points_of(steps[-1] & other))]
    for step in reversed(steps[:-1]):
        chain.append(next(points_of(around(1 << chain[-1], size) & step)))
    return chain[::-1]


def _check_size(size: int) -> None:
    """Raise Mistake for a size that no board has."""
    if not isinstance(size, int) or size not in range(1, 27):
        raise Mistake(f"the board has 1 to 26 cells a side, not {size}")
