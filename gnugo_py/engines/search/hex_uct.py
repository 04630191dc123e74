"""What a search knows of Hex: random games that keep bridges, and where it is worth playing first.

A random game fills the board at once: each empty cell goes to a side by the toss of a coin.  Two cells of a
side with two empty cells between them are a bridge; if one of those falls to the other side, the other is
taken, so that a bridge holds.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import NamedTuple, cast

from gnugo_py.core.bitboard import board_of, points_of
from gnugo_py.core.position import Position
from gnugo_py.core.types import Move, Play, Side
from gnugo_py.engines.search.result import Code
from gnugo_py.engines.search.uct import NO_MOVE, Playing, Playout, TreeSearch, Unsearched
from gnugo_py.games.hex.position import SWAP_PIECES, HexPosition, around, edges, joins_edges, mirrored

SWAP = NO_MOVE
PRIOR = 8.0
"""In how many games a move is taken to have been tried before the first."""
SWAP_PRIOR = 100.0
"""In how many the swap is, half of them won: a few unlucky ones must not rule it out."""


class _Shape(NamedTuple):
    """What a search needs of a board again and again.

    bridges -- for each of six directions, how far the other end of a bridge is and the two cells between.
    """

    size: int
    board: int
    cells: int
    black: tuple[int, int]
    white: tuple[int, int]
    bridges: tuple[tuple[int, int, int], ...]


@cache
def _shape(size: int) -> _Shape:
    stride = size + 1
    bridges = (
        (2 * stride - 1, stride, stride - 1),
        (stride + 1, stride, 1),
        (stride - 2, stride - 1, -1),
    )
    board = board_of(size)
    return _Shape(size, board, size * stride, edges(size, Side.BLACK), edges(size, Side.WHITE), bridges)


class HexPlaying(Playing):
    """A position of Hex for the search.

    stones  -- Black's and White's.
    opening -- the stone that may be swapped, or None.
    barred  -- cells on which the first stone may not lie.
    won     -- who has joined the edges, None while nobody has.
    """

    __slots__ = ("barred", "opening", "shape", "stones", "to_move", "won")

    def __init__(
        self, shape: _Shape, stones: list[int], to_move: int, opening: int | None, barred: int
    ) -> None:
        self.shape, self.stones, self.to_move = shape, stones, to_move
        self.opening, self.barred = opening, barred
        self.won: int | None = None

    def copy(self) -> HexPlaying:
        """The same position."""
        return HexPlaying(self.shape, self.stones[:], self.to_move, self.opening, self.barred)

    def winner(self) -> int | None:
        """Who has joined the edges."""
        return self.won

    def play(self, code: Code) -> None:
        """Put down a stone, or swap."""
        side = self.to_move
        if code == SWAP:
            assert self.opening is not None
            self.stones = [0, 1 << mirrored(self.opening, self.shape.size)]
        else:
            self.stones[side] |= 1 << code
            if joins_edges(1 << code, self.stones[side], self.shape.size, Side(side)):
                self.won = side
        self.to_move = 1 - side
        self.opening, self.barred = None, 0

    def candidates(self) -> list[tuple[Code, float, float]]:
        """Every empty cell, those beside stones and in the middle before the others; or a swap."""
        stones, size = self.stones, self.shape.size
        vacant = self.shape.board & ~(stones[0] | stones[1] | self.barred)
        taken = stones[0] | stones[1]
        near = around(taken, size) & vacant
        bridged = self._bridge_ends(stones[self.to_move]) & vacant
        found: list[tuple[Code, float, float]] = [
            (point, granted[(near >> point & 1) + (bridged >> point & 1) * 2], PRIOR)
            for point, granted in _granted(size)
            if vacant >> point & 1
        ]
        if self.opening is not None:
            found.append((SWAP, SWAP_PRIOR * 0.5, SWAP_PRIOR))
        return found

    def _bridge_ends(self, stones: int) -> int:
        """The cells a bridge away from some stones."""
        ends = 0
        for far, _, _ in self.shape.bridges:
            ends |= stones << far | stones >> far
        return ends

    def playout(self, chance: Random) -> Playout:
        """Fill the board by the toss of coins, bridges kept; who won and which cells are whose."""
        shape, (black, white) = self.shape, self.stones
        vacant = shape.board & ~(black | white)
        coins = chance.getrandbits(shape.cells)
        mine = coins & vacant
        theirs = vacant & ~coins
        side = chance.getrandbits(shape.cells)
        for bridge in shape.bridges:
            mine, theirs = _kept(black, mine, theirs, bridge, side)
            theirs, mine = _kept(white, theirs, mine, bridge, side)
        own, (top, bottom) = black | mine, shape.black
        chain, size = top & own, shape.size
        stride = size + 1
        while True:
            grown = (
                chain
                | chain << 1
                | chain >> 1
                | chain << stride
                | chain >> stride
                | chain << stride - 1
                | chain >> stride - 1
            ) & own
            if grown & bottom:
                return Playout(1.0, (mine, theirs), (own, white | theirs))
            if grown == chain:
                return Playout(0.0, (mine, theirs), (own, white | theirs))
            chain = grown


@cache
def _granted(size: int) -> list[tuple[Code, tuple[float, ...]]]:
    """By cell, the games a move there is taken to have won: alone, beside a stone, a bridge away, both."""
    middle = (size - 1) / 2
    found = []
    for point in points_of(board_of(size)):
        row, column = divmod(point, size + 1)
        away = (abs(row - middle) + abs(column - middle)) / size
        values = (0.5 - 0.12 * away + 0.06 * near + 0.10 * bridged for bridged in (0, 1) for near in (0, 1))
        found.append((point, tuple(PRIOR * value for value in values)))
    return found


def _kept(stones: int, mine: int, theirs: int, bridge: tuple[int, int, int], coins: int) -> tuple[int, int]:
    """The cells of both sides after a side has kept its bridges in one direction."""
    far, one, two = bridge
    ends = stones & stones >> far
    if not ends:
        return mine, theirs
    first = ends << one if one > 0 else ends >> -one
    second = ends << two if two > 0 else ends >> -two
    back = one - two
    broken = first & theirs
    other = second & theirs
    broken &= other << back if back > 0 else other >> -back
    if not broken:
        return mine, theirs
    saved = broken & coins
    rest = broken & ~coins
    saved |= rest >> back if back > 0 else rest << -back
    return mine | saved, theirs & ~saved


@cache
def _inner(size: int) -> int:
    """The cells that are on the third line or further in, seen from every edge.

    A rule of thumb: a first stone there is taken to win, one further out is left to the search.
    """
    line = (1 << max(size - 4, 0)) - 1
    return sum(line << 2 + row * (size + 1) for row in range(2, size - 2))


def _begin(position: Position) -> HexPlaying:
    found = cast(HexPosition, position)
    barred = found.vacant & ~found.playable
    if found.first_move == "swap" and found.number == 0:
        barred |= _inner(found.size)
    opening = found.opening if found.first_move == "swap" else None
    return HexPlaying(_shape(found.size), [found.black, found.white], int(found.to_move), opening, barred)


def _move_of(code: Code, position: Position) -> Move:
    return Play((SWAP_PIECES if code == SWAP else code,))


def _at_once(position: Position) -> Unsearched | None:
    """A swap for a first stone that wins; random games are too even to tell."""
    found = cast(HexPosition, position)
    if found.first_move != "swap" or found.opening is None:
        return None
    why = "A first stone on the third line or further in is better to have than to play against."
    return Unsearched(SWAP, why) if _inner(found.size) >> found.opening & 1 else None


def _playouts(level: int, position: Position) -> int:
    """How many random games a level plays, more on smaller boards, where they are shorter."""
    size = cast(HexPosition, position).size
    games = (60, 180, 400, 900, 2_000, 4_200, 9_000, 40_000, 90_000)[level - 1]
    return max(games * 121 // max(size * size, 81), 30)


SEARCH = TreeSearch(_begin, _move_of, _playouts, batch=4, at_once=_at_once)
