"""Playouts that answer the last move by the patterns around it.

The patterns are those of S. Gelly, Y. Wang, R. Munos and O. Teytaud, "Modification of UCT with Patterns in
Monte-Carlo Go" (INRIA RR-6062, 2006): hane, cut, and moves on the edge.
"""

from __future__ import annotations

from functools import cache
from random import Random

from gnugo_py.games.go.board import Board, geometry
from gnugo_py.games.go.playout import BLACK, BORDER, EMPTY, WHITE, PlayoutBoard

PLAYOUT_PATTERNS = """
XOX  XO.  XO?  .O.  XO?  XO?  ?X?  OX?  X.?  OX?  ?X?  ?XO  ?OX
.*.  .*.  X*.  X*.  O*o  O*X  O*O  o*O  O*?  X*O  x*O  x*x  X*O
???  ?.?  x.?  ...  ?o?  ???  ooo  ???  ###  ###  ###  ###  ###
"""
"""Patterns of 3x3 points around a move `*`, which also match rotated, reflected and with colors swapped.

`X` and `O` are stones of the two colors, `.` is empty, `x` and `o` are anything but such a stone, `?` is
anything, `#` is off the board.
"""
_SIGN_COLORS = {
    "X": (BLACK,),
    "O": (WHITE,),
    ".": (EMPTY,),
    "x": (EMPTY, WHITE, BORDER),
    "o": (EMPTY, BLACK, BORDER),
    "?": (EMPTY, BLACK, WHITE, BORDER),
    "#": (BORDER,),
}
_RING = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
"""The offsets of the eight neighbors in rows and columns, in circular order."""


@cache
def pattern_table() -> bytes:
    """Return a table that holds 1 for each neighborhood code that matches a pattern.

    A code has two bits for each of the eight neighbors: its color.
    """
    table = bytearray(1 << 16)
    for rows in zip(*(line.split() for line in PLAYOUT_PATTERNS.split("\n") if line), strict=True):
        ring = [rows[1 + row][1 + column] for row, column in _RING]
        for turn in range(0, 8, 2):
            turned = ring[turn:] + ring[:turn]
            for signs in (turned, turned[::-1]):
                # rotate the reversed ring so that it starts at a corner
                way = signs if signs is turned else signs[-1:] + signs[:-1]
                for code in _codes(way):
                    table[code] = table[_exchanged(code)] = 1
    return bytes(table)


def _codes(signs: list[str]) -> list[int]:
    """Return the codes that a ring of pattern characters matches."""
    codes = [0]
    for place, sign in enumerate(signs):
        codes = [code | color << 2 * place for code in codes for color in _SIGN_COLORS[sign]]
    return codes


def _exchanged(code: int) -> int:
    """Return a code with the colors swapped."""
    swap = (EMPTY, WHITE, BLACK, BORDER)
    return sum(swap[code >> place & 3] << place for place in range(0, 16, 2))


class _NeighborhoodTables:
    """Precomputed data for one board size.

    empty         -- by point: its code on an empty board.
    contributions -- by color and point: its neighbors, each with the amount that a stone of that color adds
                     to the code of the neighbor.
    neighbors8    -- by point: its neighbors.
    """

    __slots__ = ("contributions", "empty", "neighbors8")

    def __init__(self, size: int) -> None:
        stride = size + 1
        cells = size * stride
        points = frozenset(geometry(size).points)
        self.empty = [0] * cells
        single: list[list[tuple[int, int]]] = [[] for _ in range(cells)]
        for point in points:
            row, column = divmod(point, stride)
            for place, (down, right) in enumerate(_RING):
                if 0 <= row + down < size and 0 <= column + right < size:
                    single[point + down * stride + right].append((point, 1 << 2 * place))
                else:
                    self.empty[point] |= BORDER << 2 * place
        self.contributions = tuple(
            tuple(tuple((point, color * unit) for point, unit in each) for each in single)
            for color in range(3)
        )
        self.neighbors8 = tuple(tuple(point for point, _ in each) for each in single)


_rings_of = cache(_NeighborhoodTables)


class PatternPlayoutBoard(PlayoutBoard):
    """A playout board that answers patterns around the last stone.

    neighborhoods -- by point: the code of the colors around it.
    """

    __slots__ = ("known", "neighborhoods", "rings")

    def __init__(self, board: Board, settled: int, random: Random) -> None:
        super().__init__(board, settled, random)
        self.rings = _rings_of(board.geometry.size)
        self.known = pattern_table()
        self.neighborhoods = self.rings.empty[:]
        for point in board.geometry.points:
            for beside, added in self.rings.contributions[self.colors[point]][point]:
                self.neighborhoods[beside] += added

    def copy(self) -> PatternPlayoutBoard:
        """Return an independent copy."""
        other = super().copy()
        other.neighborhoods, other.rings, other.known = self.neighborhoods[:], self.rings, self.known
        return other

    def play_stone(self, point: int, color: int) -> None:
        """Play a stone, remove captured stones, and update the ko point and the codes."""
        super().play_stone(point, color)
        codes = self.neighborhoods
        for beside, added in self.rings.contributions[color][point]:
            codes[beside] += added

    def _remove_chain(self, head: int) -> list[int]:
        color = self.colors[head]
        taken = super()._remove_chain(head)
        codes, places = self.neighborhoods, self.rings.contributions[color]
        for stone in taken:
            for beside, added in places[stone]:
                codes[beside] -= added
        return taken

    def _random_move(self, color: int) -> int:
        """Return a move that matches a pattern around the last stone, otherwise a random move."""
        if self.last_point >= 0:
            known, codes, empty_points = self.known, self.neighborhoods, self.stones[EMPTY]
            result = [
                point
                for point in self.rings.neighbors8[self.last_point]
                if known[codes[point]] and empty_points >> point & 1
            ]
            while result:
                point = result.pop(int(self.rng() * len(result)))
                if point != self.ko and not self.is_self_atari(point, color):
                    return point
        return super()._random_move(color)
