"""Positions of Hex.

Black joins the top row to the bottom row, and White the left column to the right column. A cell touches its
neighbors in its row and column, the cell up and to the right, and the cell down and to the left.

>>> position = HexPosition.start(5, "free")
>>> position.play(Play((0,))).to_move
<Color.WHITE: 1>
"""

from __future__ import annotations

from functools import cache
from string import ascii_lowercase
from typing import Any, ClassVar, NamedTuple

from gnugo_py.core.base_game import SizedPosition, require_move, why_illegal_if_over_or_pass
from gnugo_py.core.bitboard import full_board, iter_points, rows_from_point_sets
from gnugo_py.core.diagram import Diagram
from gnugo_py.core.options import check_size
from gnugo_py.core.types import Color, Move, Outcome, Play, Point, Resign, UserError

HEX_FIRST_MOVE_RULES = ("no-centre", "swap", "free")
SWAP_PIECES, SWAP_SIDES = -1, -2
"""The points that represent the two kinds of swap, by which White takes over Black's first stone.

With SWAP_PIECES the stone becomes a white stone at its mirror image. With SWAP_SIDES the players exchange
colors and edges; the player who was Black is then White and moves next.
"""


class _HexFields(NamedTuple):
    """The fields of a position; see `HexPosition`."""

    size: int
    first_move: str
    black: int = 0
    white: int = 0
    to_move: Color = Color.BLACK
    number: int = 0
    swappable_stone: Point | None = None
    winner: Color | None = None
    last_move: Move | None = None
    previous: Any = None


class HexPosition(SizedPosition, _HexFields):
    """A position of Hex.

    size            -- cells per edge.
    first_move      -- the rule for the first move. `no-centre`: the first stone may not be in the middle row
                       (two rows on a board of even size), and there is no swap; `swap`: White may take over
                       the first stone; `free`: the first stone may be anywhere, and a swap is accepted.
    black, white    -- the stones, as sets of points.
    to_move         -- the color to move.
    number          -- the number of moves, counting each stone of a setup as a move.
    swappable_stone -- Black's first stone until White has moved, else None.
    winner          -- the color that has joined its edges, or None.
    last_move, previous -- the last move and the position before it, both None at the start.

    Two positions are equal if all fields but `last_move` and `previous` are equal.
    """

    __slots__ = ()
    GAME_NAME: ClassVar[str] = "hex"
    STATE_FIELDS: ClassVar[int] = 8

    @classmethod
    def start(cls, size: int, first_move: str) -> HexPosition:
        """Return an empty board.

        size       -- cells per edge, 1 to 26.
        first_move -- `no-centre`, `swap` or `free`.

        Raise UserError if an argument is invalid.
        """
        if first_move not in HEX_FIRST_MOVE_RULES:
            raise UserError(f"the first-move rule is {' or '.join(HEX_FIRST_MOVE_RULES)}, not {first_move!r}")
        return cls(size, first_move)

    @classmethod
    def from_stones(cls, size: int, first_move: str, stones: tuple[int, int], to_move: Color) -> HexPosition:
        """Return the start of a game from a board.

        stones -- the sets of Black's and of White's stones.

        Raise UserError if the size is not 1 to 26.
        """
        check_size(size)
        joined = (color for color in Color if shortest_winning_chain(stones[color], size, color))
        number = (stones[0] | stones[1]).bit_count()
        return cls(size, first_move, *stones, to_move, number, winner=next(joined, None))

    @property
    def empty_points(self) -> int:
        """The set of the empty cells."""
        return full_board(self.size) & ~(self.black | self.white)

    @property
    def outcome_without_count(self) -> Outcome | None:
        """The outcome, or None if the game is not over."""
        if isinstance(self.last_move, Resign):
            return Outcome(self.to_move, "resignation")
        return None if self.winner is None else Outcome(self.winner, "with a chain between its edges")

    @property
    def is_over(self) -> bool:
        """True if a color has joined its edges or a player has resigned."""
        return self.winner is not None or isinstance(self.last_move, Resign)

    @property
    def legal_points(self) -> int:
        """The set of cells on which the color to move may play."""
        if self.is_over:
            return 0
        is_first = self.number == 0 and self.first_move == "no-centre"
        return self.empty_points & ~forbidden_first_move_points(self.size) if is_first else self.empty_points

    def legal_moves(self) -> list[Move]:
        """Return the legal moves in board order, without a swap."""
        return [Play((point,)) for point in iter_points(self.legal_points)]

    def why_illegal(self, move: Move | str) -> str | None:
        """Return why a move of the color to move is illegal, or None if it is legal."""
        move = self.ensure_move(move)
        if not isinstance(move, Play) or self.is_over:
            return why_illegal_if_over_or_pass(self, move)
        if len(move.points) != 1:
            return "a move in Hex is one cell"
        point = move.points[0]
        if point == SWAP_SIDES:
            return "swapping sides is not supported; type swap to turn the first stone into a white one"
        if point == SWAP_PIECES:
            return self._why_swap_illegal()
        if point < 0 or not full_board(self.size) >> point & 1:
            return "that cell is not on the board"
        if self.legal_points >> point & 1:
            return None
        if self.empty_points >> point & 1:
            rows = [str(1 + row) for row in forbidden_first_move_rows(self.size)]
            named = f"row {rows[0]}" if len(rows) == 1 else f"rows {' and '.join(rows)}"
            return f"the first stone may not be in the center row ({named})"
        return "there is a stone on that cell"

    def _why_swap_illegal(self) -> str | None:
        if self.first_move == "no-centre":
            return "there is no swap if the first stone may not be in the center row"
        return None if self.swappable_stone is not None else "only White's first move may be a swap"

    def with_to_move(self, color: Color) -> HexPosition:
        """Return the position with `color` to move.

        If the turn changes, the first stone can no longer be swapped.
        """
        return self if color is self.to_move else self._replace(to_move=color, swappable_stone=None)

    def play_unchecked(self, move: Move) -> HexPosition:
        """Return the position after a move.

        Does not check that the move is legal; its cell must be empty. Raise TypeError if `move` is not a
        `Move`.
        """
        move = require_move(move)
        if not isinstance(move, Play):
            return self._next(move, self.black, self.white, self.to_move.opponent)
        point = move.points[0]
        if point == SWAP_SIDES:
            return self._next(move, self.black, self.white, self.to_move)
        if point == SWAP_PIECES:
            assert self.swappable_stone is not None
            return self._next(
                move, 0, 1 << transpose_point(self.swappable_stone, self.size), self.to_move.opponent
            )
        color, stone = self.to_move, 1 << point
        black, white = (self.black, self.white | stone) if color else (self.black | stone, self.white)
        is_opening = color is Color.BLACK and not (self.black | self.white)
        after = self._next(move, black, white, color.opponent, point if is_opening else None)
        if is_winning_chain(stone, white if color else black, self.size, color):
            return after._replace(winner=color)
        return after

    def _next(
        self, move: Move, black: int, white: int, to_move: Color, opening: Point | None = None
    ) -> HexPosition:
        number = self.number + isinstance(move, Play)
        return HexPosition(
            self.size, self.first_move, black, white, to_move, number, opening, None, move, self
        )

    @property
    def points_by_diagram_sign(self) -> dict[str, int]:
        """The cells of Black's and of White's stones."""
        return {"X": self.black, "O": self.white}

    def diagram(self) -> Diagram:
        """Return the board, each row half a cell right of the one above: `X` black, `O` white, `-` empty."""
        rows = rows_from_point_sets(self.size, self.points_by_diagram_sign)
        labels = tuple(str(row + 1) for row in range(self.size))
        return Diagram(rows, tuple(ascii_lowercase[: self.size]), labels, slant=1)


def transpose_point(point: Point, size: int) -> Point:
    """Return the mirror image of a cell across the long diagonal; this swaps the two pairs of edges."""
    row, column = divmod(point, size + 1)
    return column * (size + 1) + row


@cache
def forbidden_first_move_rows(size: int) -> tuple[int, ...]:
    """Return the indexes (from 0) of the rows where the rule `no-centre` forbids the first stone.

    Return an empty tuple for boards of fewer than 3 rows, where no other row would be left.
    """
    if size < 3:
        return ()
    return (size // 2,) if size % 2 else (size // 2 - 1, size // 2)


@cache
def forbidden_first_move_points(size: int) -> int:
    """Return the set of the cells in the rows of `forbidden_first_move_rows`."""
    row = (1 << size) - 1
    return sum(row << number * (size + 1) for number in forbidden_first_move_rows(size))


@cache
def color_edges(size: int, color: Color) -> tuple[int, int]:
    """Return the sets of cells of a color's edges: top and bottom for Black, left and right for White."""
    stride = size + 1
    if color is Color.BLACK:
        row = (1 << size) - 1
        return row, row << (size - 1) * stride
    column = sum(1 << number * stride for number in range(size))
    return column, column << size - 1


def add_hex_neighbors(cells: int, size: int) -> int:
    """Return a set of cells and all their neighbors. Bits outside the board may be set."""
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


def is_winning_chain(stone: int, stones: int, size: int, color: Color) -> bool:
    """Return whether the chain of a stone touches both edges of its color.

    stone  -- the stone, as a set of one cell.
    stones -- all stones of its color.
    """
    one, other = color_edges(size, color)
    chain = stone
    while True:
        grown = add_hex_neighbors(chain, size) & stones
        if grown == chain:
            return bool(chain & one) and bool(chain & other)
        chain = grown


def stones_to_connect(position: HexPosition, color: Color) -> int | None:
    """Return how many more stones a color needs to join its edges if the opponent does not answer.

    Return None if the color can no longer join its edges.
    """
    own, free = position.white if color else position.black, position.empty_points
    one, other = color_edges(position.size, color)
    seen, entered, number = _flood_fill(one & own, own, position.size), one & free, 0
    while not seen & other:
        entered = (entered | add_hex_neighbors(seen, position.size)) & free & ~seen
        if not entered:
            return None
        seen = _flood_fill(seen | entered, own, position.size)
        number += 1
    return number


def _flood_fill(cells: int, through: int, size: int) -> int:
    """Return a set of cells and all cells of `through` that are connected to them."""
    while True:
        grown = cells | add_hex_neighbors(cells, size) & through
        if grown == cells:
            return cells
        cells = grown


def shortest_winning_chain(stones: int, size: int, color: Color) -> list[Point]:
    """Return a shortest chain of stones between the edges of a color, in order.

    Return an empty list if the edges are not joined.
    """
    one, other = color_edges(size, color)
    steps, seen = [one & stones], one & stones
    while steps[-1] and not steps[-1] & other:
        steps.append(add_hex_neighbors(steps[-1], size) & stones & ~seen)
        seen |= steps[-1]
    if not steps[-1]:
        return []
    chain = [next(iter_points(steps[-1] & other))]
    for step in reversed(steps[:-1]):
        chain.append(next(iter_points(add_hex_neighbors(1 << chain[-1], size) & step)))
    return chain[::-1]
