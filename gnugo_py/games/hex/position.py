"""Positions of Hex.

Black joins the top row to the bottom row, and White the left column to the right column. A cell touches its
neighbors in its row and column, the cell up and to the right, and the cell down and to the left.

>>> position = HexPosition.start(5, "free")
>>> position.play(Play((0,))).to_move
<Color.WHITE: 1>
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import cache
from typing import ClassVar

from gnugo_py.games.board import HEXAGONS, Board, geometry
from gnugo_py.games.checks import checked_methods
from gnugo_py.games.hex.game import HEX_FIRST_MOVE_RULES, INTRODUCTION, Hex
from gnugo_py.games.points import (
    full_board,
    iter_points,
    plays,
    point_at,
    point_sets_by_sign,
    rectangle_point_set,
)
from gnugo_py.games.position import Position, immutable_dataclass
from gnugo_py.games.text import pluralize
from gnugo_py.games.types import Color, Move, Outcome, Play, Point, PositionMarks, UserError, require_move

SWAP_PIECES, SWAP_SIDES = -1, -2
"""The points that represent the two kinds of swap, by which White takes over Black's first stone.

With SWAP_PIECES the stone becomes a white stone at its mirror image. With SWAP_SIDES the players exchange
colors and edges; the player who was Black is then White and moves next.
"""
HEX_EDGE_NAMES = (("the top edge", "the bottom edge"), ("the left edge", "the right edge"))
"""The names of the edges of Black and of White, in the order of `color_edges`."""
_SWAP_WORDS = {"swap": SWAP_PIECES, "swap-pieces": SWAP_PIECES, "swap-sides": SWAP_SIDES}
_SWAP_NAMES = {SWAP_PIECES: "swap-pieces", SWAP_SIDES: "swap-sides"}


@checked_methods("__init__", "play_unchecked", "format_move")
@immutable_dataclass
class HexPosition(Position):
    """A position of Hex.

    first_move      -- the rule for the first move. `no-centre`: the first stone may not be in the middle row
                       (two rows on a board of even size), and there is no swap; `swap`: White may take over
                       the first stone; `free`: the first stone may be anywhere, and a swap is accepted.
    swappable_stone -- Black's first stone until White has moved, else None.
    winner          -- the color that has joined its edges, or None.
    """

    SLANT: ClassVar[int] = 1
    DIRECTIONS: ClassVar[int] = HEXAGONS

    move_number: int = field(default=0, compare=False)
    first_move: str = "no-centre"
    swappable_stone: Point | None = None
    winner: Color | None = None

    @classmethod
    def start(cls, size: int, first_move: str = "no-centre") -> HexPosition:
        """Return an empty board.

        size       -- cells per edge, 1 to 26.
        first_move -- `no-centre`, `swap` or `free`.

        Raise UserError if an argument is invalid.
        """
        if first_move not in HEX_FIRST_MOVE_RULES:
            raise UserError(f"the first-move rule is {' or '.join(HEX_FIRST_MOVE_RULES)}, not {first_move!r}")
        return cls(Board.empty(size, HEXAGONS), first_move=first_move)

    @property
    def outcome_on_board(self) -> Outcome | None:
        return None if self.winner is None else Outcome(self.winner, "with a chain between its edges")

    @property
    def legal_points(self) -> int:
        return 0 if self.is_over else self.empty_points & ~self.barred_points

    @property
    def barred_points(self) -> int:
        """The set of the cells that the rule `no-centre` forbids for the first stone, until it is played."""
        is_first = self.first_move == "no-centre" and not self.board.black | self.board.white
        return forbidden_first_move_points(self.size) if is_first else 0

    def legal_moves(self) -> list[Move]:
        return plays(self.legal_points)

    def why_points_illegal(self, points: Sequence[Point]) -> str | None:
        if len(points) != 1:
            return "a move in Hex is one cell"
        point = points[0]
        if point == SWAP_SIDES:
            return "swapping sides is not supported; type swap to turn the first stone into a white one"
        if point == SWAP_PIECES and self.first_move == "no-centre":
            return "there is no swap if the first stone may not be in the center row"
        if point == SWAP_PIECES:
            return None if self.swappable_stone is not None else "only White's first move may be a swap"
        if point < 0 or not full_board(self.size) >> point & 1:
            return "that cell is not on the board"
        if self.legal_points >> point & 1:
            return None
        if self.empty_points >> point & 1:
            return center_rule(self.size)
        return "there is a stone on that cell"

    def with_to_move(self, color: Color) -> HexPosition:
        """Return the same position with `color` to move; a change of turn ends the right to swap."""
        return self if color is self.to_move else self.replace(to_move=color, swappable_stone=None)

    def play_unchecked(self, move: Move) -> HexPosition:
        board, rule, color = self.board, self.first_move, self.to_move
        if not isinstance(move, Play):
            return self.after(require_move(move), board, rule)
        point = move.points[0]
        if point == SWAP_SIDES:
            return self.after(move, board, rule).with_to_move(color)
        if point == SWAP_PIECES:
            assert self.swappable_stone is not None
            stone = transpose_point(self.swappable_stone, self.size)
            return self.after(move, Board.empty(self.size, HEXAGONS).with_stone(stone, Color.WHITE), rule)
        is_opening = color is Color.BLACK and not (board.black | board.white)
        board = board.with_stone(point, color)
        won = is_winning_chain(1 << point, board.stones(color), self.size, color)
        offered, winner = point if is_opening else None, color if won else None
        return HexPosition(board, color.opponent, self.move_number + 1, move, self, rule, offered, winner)

    @property
    def row_labels(self) -> tuple[str, ...]:
        return tuple(str(row + 1) for row in range(self.size))

    def with_board(self, cells: Mapping[Point, str], color: Color) -> HexPosition:
        black, white = point_sets_by_sign(cells, "XO")
        board = Board(self.board.geometry, black, white)
        joined = (each for each in Color if shortest_winning_chain(board.stones(each), self.size, each))
        return HexPosition(board, color, first_move=self.first_move, winner=next(joined, None))

    def parse_partial_move(self, text: str) -> Move:
        """Parse a cell or a swap.

        Under the rule `swap`, the cell of Black's first stone also means a swap.
        """
        swap = _SWAP_WORDS.get(text.strip().lower())
        if swap is not None:
            return Play((swap,))
        move = Position.parse_partial_move(self, text)
        stone = self.stone_offered
        return Play((SWAP_PIECES,)) if stone is not None and move == Play((stone,)) else move

    @property
    def stone_offered(self) -> Point | None:
        """Black's first stone, if White may take it over now under the rule `swap`."""
        return self.swappable_stone if self.first_move == "swap" else None

    def format_move(self, move: Move) -> str:
        if isinstance(move, Play) and move.points[0] in _SWAP_NAMES:
            return _SWAP_NAMES[move.points[0]]
        return Position.format_move(self, move)

    def standing(self) -> tuple[str, ...]:
        lines = []
        for color in Color:
            needed = stones_to_connect(self, color)
            lines.append(
                f"{color} can no longer join its edges."
                if needed is None
                else f"{color} needs {pluralize(needed, 'more stone')} to join its edges."
            )
        return ("If the opponent does not answer:", *lines)

    def marks(self) -> PositionMarks:
        """Return the marks of the board.

        They are the last move, the winning chain and, before the first move under the rule `no-centre`, the
        forbidden cells (in the field `ko`).
        """
        last, before = Position.marks(self).last_move, self.previous
        if last == (SWAP_PIECES,) and before is not None and before.swappable_stone is not None:
            last = (transpose_point(before.swappable_stone, self.size),)
        barred = tuple(iter_points(self.barred_points))
        chain: tuple[Point, ...] = ()
        if self.winner is not None:
            chain = tuple(shortest_winning_chain(self.stones(self.winner), self.size, self.winner))
        return PositionMarks(tuple(point for point in last if point >= 0), (), barred, chain)

    def start_options(self) -> dict[str, object]:
        return {"size": self.size, "first-move": self.first_move}


def transpose_point(point: Point, size: int) -> Point:
    """Return the mirror image of a cell across the long diagonal; this swaps the two pairs of edges."""
    row, column = divmod(point, size + 1)
    return column * (size + 1) + row


def center_rule(size: int) -> str:
    """Return the rule `no-centre` as a sentence without the final period."""
    first, last = (size + 1) // 2, size // 2 + 1
    named = f"row {first}" if first == last else f"rows {first} and {last}"
    return f"the first stone may not be in the center row ({named})"


@cache
def forbidden_first_move_points(size: int) -> int:
    """Return the set of the cells where the rule `no-centre` forbids the first stone.

    They are those of the one or two center rows; there are none if no other row would be left.
    """
    first, last = point_at((size - 1) // 2, 0, size), point_at(size // 2, size - 1, size)
    return rectangle_point_set(first, last, size) if size > 2 else 0


@cache
def color_edges(size: int, color: Color) -> tuple[int, int]:
    """Return the sets of cells of a color's edges: top and bottom for Black, left and right for White."""
    stride = size + 1
    if color is Color.BLACK:
        row = (1 << size) - 1
        return row, row << (size - 1) * stride
    column = sum(1 << number * stride for number in range(size))
    return column, column << size - 1


def is_winning_chain(stone: int, stones: int, size: int, color: Color) -> bool:
    """Return whether the chain of a stone touches both edges of its color.

    stone  -- the stone, as a set of one cell.
    stones -- all stones of its color.
    """
    one, other = color_edges(size, color)
    if not (one & stones and other & stones):
        return False
    chain, grown, stride = 0, stone, size + 1
    while grown != chain:  # a flood fill in few operations: playouts ask after every move
        chain = grown
        right, left = chain | chain << 1, chain | chain >> 1
        grown = (right | left | right >> stride | left << stride) & stones
    return bool(chain & one and chain & other)


def stones_to_connect(position: HexPosition, color: Color) -> int | None:
    """Return how many more stones a color needs to join its edges if the opponent does not answer.

    Return None if the color can no longer join its edges.
    """
    board, own, free = position.board.geometry, position.stones(color), position.empty_points
    one, other = color_edges(position.size, color)
    seen, entered, number = board.flood_fill(one & own, own), one & free, 0
    while not seen & other:
        entered = (entered | board.grow(seen)) & free & ~seen
        if not entered:
            return None
        seen |= entered | board.flood_fill(board.grow(entered) & own, own)
        number += 1
    return number


def shortest_winning_chain(stones: int, size: int, color: Color) -> list[Point]:
    """Return a shortest chain of stones between the edges of a color, in order.

    Return an empty list if the edges are not joined.
    """
    grow, (one, other) = geometry(size, HEXAGONS).grow, color_edges(size, color)
    steps, seen = [one & stones], one & stones
    while steps[-1] and not steps[-1] & other:
        steps.append(grow(steps[-1]) & stones & ~seen)
        seen |= steps[-1]
    if not steps[-1]:
        return []
    chain = [next(iter_points(steps[-1] & other))]
    for step in reversed(steps[:-1]):
        chain.append(next(iter_points(grow(1 << chain[-1]) & step)))
    return chain[::-1]


HEX = Hex(
    name="hex",
    display_name="Hex",
    how_to_play=INTRODUCTION,
    legend="X Black, top to bottom; O White, left to right; - empty",
    example_move="c2",
    sizes=(5, 7, 9, 11, 13, 14, 19),
    default_size=11,
    default_match_options={"first-move": "free"},
    position_class=HexPosition,
)
