"""Hex, as front ends see it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar, cast

from gnugo_py.core.base_game import BoardGame
from gnugo_py.core.bitboard import points_of, set_of
from gnugo_py.core.game import Marks, Orders
from gnugo_py.core.options import Field, Option
from gnugo_py.core.position import Position
from gnugo_py.core.sgf_codec import Notation
from gnugo_py.core.text import several
from gnugo_py.core.types import Mistake, Move, Play, Point, Side
from gnugo_py.games.hex.position import (
    FIRST_MOVES,
    SWAP_PIECES,
    SWAP_SIDES,
    HexPosition,
    chain_between_edges,
    middle_rows,
    mirrored,
    stones_needed,
)

SWAPS = {
    "swap": SWAP_PIECES,
    "swap-pieces": SWAP_PIECES,
    "swap-sides": SWAP_SIDES,
}
INTRODUCTION = """\
Hex is played on a board of six-sided cells.  Black and White put down stones
in turn, one on any empty cell; stones never move and are never taken.  Black
wins with a chain of touching stones from the top edge to the bottom edge,
White with one from the left edge to the right edge.  One of the two always
gets there, so there is no draw.

A cell touches its neighbours in its own row, the two above it (straight up in
its column, and one to the right of that) and the two below it (straight down
in its column, and one to the left of that).

In a drawing of letters X is Black and O is White.

Type a cell to put a stone there: a letter for the column and a number for the
row, like f6.  Moving first is an advantage.  So the first stone may not lie in
the centre row or, with --first-move swap, White may answer it by typing swap:
then it becomes a white stone on its mirror image.  Type help for what else you
can type."""

FIRST_MOVE_NOTES = (
    "the first stone wins too easily in the middle, so it may not stand there",
    "White may take over the first stone instead of answering it, which keeps it fair",
    "Black may begin anywhere, and has the better of it",
)


class Hex(BoardGame):
    """The game of Hex."""

    name: ClassVar[str] = "Hex"
    introduction: ClassVar[str] = INTRODUCTION
    legend: ClassVar[str] = "X Black, top to bottom; O White, left to right; - empty"
    example: ClassVar[str] = "c2"
    sizes: ClassVar[tuple[int, ...]] = (5, 7, 9, 11, 13, 14, 19)
    usual_size: ClassVar[int] = 11
    between_programs: ClassVar[Mapping[str, object]] = {"first-move": "free"}

    @property
    def options(self) -> tuple[Option, ...]:
        """The size of the board, and the rule for the first move."""
        told = (
            "no-centre: not in the centre row (usual in play); swap: White may take it over; free: neither."
        )
        return (*super().options, Option("first-move", told, str, choices=FIRST_MOVES))

    @cached_property
    def notation(self) -> Notation:
        """Hex in files."""
        from gnugo_py.games.hex.sgf import HexNotation

        return HexNotation(self)

    def form(self, options: Mapping[str, object]) -> tuple[Field, ...]:
        """The board, and the rule for the first move."""
        rules = (
            ("not in the centre row", "no-centre"),
            ("White may swap it", "swap"),
            ("anywhere", "free"),
        )
        return (*super().form(options), Field("first-move", "First stone", rules, 0, FIRST_MOVE_NOTES))

    def start(self, options: Mapping[str, object]) -> HexPosition:
        """An empty board.

        options -- `size` (11; 1 to 26); `first-move`, `no-centre` (the default), `swap` or `free`.

        Raises Mistake, with the remedy, for what makes no game.
        """
        first_move = options.get("first-move") or FIRST_MOVES[0]
        if first_move not in FIRST_MOVES:
            raise Mistake(f"the first move is {', '.join(FIRST_MOVES)}, not {first_move}")
        size = options.get("size", self.usual_size)
        assert isinstance(size, int)
        return HexPosition.start(size, first_move)

    def settings(self, position: Position) -> dict[str, object]:
        """The size of the board, and the rule for the first move."""
        found = _hex(position)
        return {"size": found.size, "first-move": found.first_move}

    def arranged(self, position: Position, cells: Mapping[Point, str], side: Side) -> HexPosition:
        """A game from stones.  Any board will do."""
        before = _hex(position)
        black, white = (set_of(point for point, found in cells.items() if found == sign) for sign in "XO")
        return HexPosition.set_up(before.size, before.first_move, (black, white), side)

    def parse_move(self, text: str, position: Position) -> Move:
        """The cell that was written; or `swap`.  White's first move on Black's stone is a swap, too."""
        word, found = text.strip().lower(), _hex(position)
        if word in SWAPS:
            return Play((SWAPS[word],))
        move = super().parse_move(text, position)
        is_swap = found.first_move == "swap" and move == Play((found.opening or 0,))
        return Play((SWAP_PIECES,)) if is_swap and found.opening is not None else move

    def format_move(self, move: Move, position: Position) -> str:
        """A cell, or the kind of swap."""
        if isinstance(move, Play) and move.points[0] < 0:
            return {SWAP_PIECES: "swap-pieces", SWAP_SIDES: "swap-sides"}[move.points[0]]
        return super().format_move(move, position)

    def status(self, position: Position) -> tuple[str, ...]:
        """Whose edges are whose, and whether there is something to swap."""
        found = _hex(position)
        lines: tuple[str, ...] = ("Black joins top and bottom, White left and right.",)
        if found.first_move == "swap" and found.opening is not None and not found.over:
            lines = ("White may type swap.", *lines)
        return lines

    def report(self, before: Position, after: Position) -> tuple[str, ...]:
        """Where the stone lies after a swap."""
        if after.last_move != Play((SWAP_PIECES,)):
            return ()
        return (f"Black's stone is White's now, on {self.format_point(self.marks(after).last[0], after)}.",)

    def details(self, position: Position) -> tuple[str, ...]:
        """The number of the move, and the rule for the first one."""
        told = {"no-centre": "first stone off the centre row", "swap": "swap", "free": "first stone anywhere"}
        return (*super().details(position), told[_hex(position).first_move])

    def estimate(self, position: Position) -> tuple[str, ...]:
        """How many stones each side still needs."""
        found = _hex(position)
        if found.decided is not None:
            return (found.decided.sentence,)
        lines = []
        for side in Side:
            needed = stones_needed(found, side)
            lines.append(
                f"{side} cannot join its edges any more."
                if needed is None
                else f"{side} needs {several(needed, 'more stone')} to join its edges."
            )
        return ("Were the other side not to answer:", *lines)

    def marks(self, position: Position) -> Marks:
        """The last stone, the cells of the centre row at first, and the chain that won."""
        found = _hex(position)
        move = found.last_move
        last = move.points if isinstance(move, Play) else ()
        if last == (SWAP_PIECES,) and found.previous is not None and found.previous.opening is not None:
            last = (mirrored(found.previous.opening, found.size),)
        is_barred = found.first_move == "no-centre" and found.number == 0
        barred = tuple(points_of(middle_rows(found.size))) if is_barred else ()
        chain: tuple[Point, ...] = ()
        if found.winner is not None:
            stones = found.white if found.winner else found.black
            chain = tuple(chain_between_edges(stones, found.size, found.winner))
        return Marks(tuple(point for point in last if point >= 0), (), barred, chain)

    def engine_setup(self, start: Position) -> tuple[tuple[Orders, ...], ...]:
        """The size of the board, both ways that engines of Hex want it, and the stones."""
        found = _hex(start)
        stones = [(side, points) for side, points in zip(Side, (found.black, found.white), strict=True)]
        orders = tuple(
            f"play {side.colour} {self.format_point(point, start)}"
            for side, points in stones
            for point in points_of(points)
        )
        size = found.size
        return (((f"boardsize {size}",), (f"boardsize {size} {size}",)), (("clear_board",),), (orders,))


def _hex(position: Position) -> HexPosition:
    return cast(HexPosition, position)


HEX = Hex()
