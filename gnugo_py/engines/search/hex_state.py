"""Positions of Hex for the search, with priors of moves, and with playouts that preserve bridges.

A playout fills the whole board at once: each empty cell goes to a random color. Two cells of one color with
two empty cells between them form a bridge. If both empty cells go to the opponent, the owner of the bridge
gets one of them, so bridges stay connected.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import NamedTuple

from gnugo_py.games.board import HEXAGONS, geometry
from gnugo_py.games.hex.position import (
    SWAP_PIECES,
    HexPosition,
    color_edges,
    is_winning_chain,
    transpose_point,
)
from gnugo_py.games.points import full_board, iter_points
from gnugo_py.games.types import Color, Point

_PRIOR_VISITS = 8.0
"""Prior visits of each move."""
_SWAP_PRIOR_VISITS = 100.0
"""Prior visits of the swap, half of them wins. The number is high so that a few losses do not rule out the
swap.
"""


class PlayoutResult(NamedTuple):
    """The result of one playout.

    value -- 1 if Black wins, 0 if White does.
    moves -- for each color, the set of cells that the playout assigned to it.
    black -- the set of cells that Black owns at the end; White owns the others.
    """

    value: float
    moves: tuple[int, int]
    black: int


class _HexGeometry(NamedTuple):
    """Precomputed data for one board size.

    size         -- cells per side of the board.
    board        -- the set of all cells.
    cells        -- number of bits in a set of cells.
    black        -- the two edges of Black, as sets of cells.
    bridges      -- for three of the six directions (the others are their opposites): the offset of the far
                    end of a bridge and the offsets of the two cells between the ends.
    """

    size: int
    board: int
    cells: int
    black: tuple[int, int]
    bridges: tuple[tuple[int, int, int], ...]


@cache
def _hex_geometry(size: int) -> _HexGeometry:
    stride = size + 1
    bridges = (
        (2 * stride - 1, stride, stride - 1),
        (stride + 1, stride, 1),
        (stride - 2, stride - 1, -1),
    )
    return _HexGeometry(size, full_board(size), size * stride, color_edges(size, Color.BLACK), bridges)


class HexUctState(NamedTuple):
    """A position of Hex for the search.

    geometry -- precomputed data for the board size.
    stones   -- the sets of Black's and White's stones.
    to_move  -- the color to move, 0 or 1.
    swappable_stone -- the point of the stone that may be swapped, or None.
    forbidden_cells -- the set of cells on which the next stone may not be played.
    winner   -- the color that has connected its edges, or None.
    """

    geometry: _HexGeometry
    stones: tuple[int, int]
    to_move: int
    swappable_stone: int | None = None
    forbidden_cells: int = 0
    winner: int | None = None

    def play(self, cell: Point) -> HexUctState:
        """Return the state after a stone on a cell, or after a swap if the cell is `SWAP_PIECES`."""
        color, winner, (black, white) = self.to_move, None, self.stones
        if cell == SWAP_PIECES:
            assert self.swappable_stone is not None
            black, white = 0, 1 << transpose_point(self.swappable_stone, self.geometry.size)
        else:
            black, white = (black, white | 1 << cell) if color else (black | 1 << cell, white)
            if is_winning_chain(1 << cell, white if color else black, self.geometry.size, Color(color)):
                winner = color
        return HexUctState(self.geometry, (black, white), 1 - color, winner=winner)

    def priors(self) -> list[tuple[Point, float, float]]:
        """Return the cells to search, and the swap if it is legal, each with prior wins and prior visits.

        Cells near the center, next to stones, or a bridge away from a stone of the color to move have higher
        priors.
        """
        stones, size = self.stones, self.geometry.size
        empty_points = self.geometry.board & ~(stones[0] | stones[1] | self.forbidden_cells)
        taken = stones[0] | stones[1]
        near = geometry(size, HEXAGONS).grow(taken) & empty_points
        bridged, own = 0, stones[self.to_move]
        for far, _, _ in self.geometry.bridges:
            bridged |= (own << far | own >> far) & empty_points
        result: list[tuple[Point, float, float]] = [
            (point, priors[(near >> point & 1) + (bridged >> point & 1) * 2], _PRIOR_VISITS)
            for point, priors in _prior_wins(size)
            if empty_points >> point & 1
        ]
        if self.swappable_stone is not None:
            result.append((SWAP_PIECES, _SWAP_PRIOR_VISITS * 0.5, _SWAP_PRIOR_VISITS))
        return result

    def playout(self, rng: Random) -> PlayoutResult:
        """Fill the board at random, preserving bridges, and return the result."""
        shape, (black, white) = self.geometry, self.stones
        empty_points = shape.board & ~(black | white)
        coins = rng.getrandbits(shape.cells)
        mine = coins & empty_points
        theirs = empty_points & ~coins
        color = rng.getrandbits(shape.cells)
        for bridge in shape.bridges:
            mine, theirs = _defend_bridges(black, mine, theirs, bridge, color)
            theirs, mine = _defend_bridges(white, theirs, mine, bridge, color)
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
                return PlayoutResult(1.0, (mine, theirs), own)
            if grown == chain:
                return PlayoutResult(0.0, (mine, theirs), own)
            chain = grown


@cache
def _prior_wins(size: int) -> list[tuple[Point, tuple[float, ...]]]:
    """Return the cells with their prior wins.

    Each cell has four values: for a cell away from stones, next to a stone, at the end of a bridge, or both
    next to a stone and at the end of a bridge.
    """
    middle = (size - 1) / 2
    result = []
    for point in iter_points(full_board(size)):
        row, column = divmod(point, size + 1)
        away = (abs(row - middle) + abs(column - middle)) / size
        values = (0.5 - 0.12 * away + 0.06 * near + 0.10 * bridged for bridged in (0, 1) for near in (0, 1))
        result.append((point, tuple(_PRIOR_VISITS * value for value in values)))
    return result


def _defend_bridges(
    stones: int, mine: int, theirs: int, bridge: tuple[int, int, int], coins: int
) -> tuple[int, int]:
    """Repair the bridges of one color in one direction, and return the cells of both colors.

    stones       -- the stones of the color.
    mine, theirs -- the cells that the playout assigned to that color and to its opponent.
    bridge       -- the direction; see `_HexGeometry`.
    coins        -- random bits that select which of the two cells of a broken bridge the color gets.
    """
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
def stones_worth_swapping(size: int) -> int:
    """Return the cells that are on the third line or farther from every edge.

    By this rule of thumb, a first stone there is always swapped; for a stone closer to an edge, the search
    decides.
    """
    line = (1 << max(size - 4, 0)) - 1
    return sum(line << 2 + row * (size + 1) for row in range(2, size - 2))


def hex_search_state(position: HexPosition) -> HexUctState:
    """Return the search state of a position of Hex."""
    barred = position.empty_points & ~position.legal_points
    if position.first_move == "swap" and not position.board.black | position.board.white:
        barred |= stones_worth_swapping(position.size)
    return HexUctState(
        _hex_geometry(position.size),
        (position.board.black, position.board.white),
        int(position.to_move),
        position.swappable_stone if position.first_move == "swap" else None,
        barred,
    )
