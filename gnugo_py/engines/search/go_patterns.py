"""Random games that answer the last move by the shapes around it.

The shapes are those of S. Gelly, Y. Wang, R. Munos and O. Teytaud, "Modification of UCT with Patterns in
Monte-Carlo Go" (INRIA RR-6062, 2006): hane, cut, and moves on the rim.
"""

from __future__ import annotations

from functools import cache
from random import Random

from gnugo_py.games.go.board import Board, geometry
from gnugo_py.games.go.playout import BLACK, BORDER, EMPTY, WHITE, RandomGame

SHAPES = """
XOX  XO.  XO?  .O.  XO?  XO?  ?X?  OX?  X.?  OX?  ?X?  ?XO  ?OX
.*.  .*.  X*.  X*.  O*o  O*X  O*O  o*O  O*?  X*O  x*O  x*x  X*O
???  ?.?  x.?  ...  ?o?  ???  ooo  ???  ###  ###  ###  ###  ###
"""
"""Around a move `*`: `X` and `O` stones of either side, `.` empty, `x` and `o` no such stone, `?` anything,
`#` beyond the rim.  Each counts turned, mirrored, and with colours exchanged."""
_MEANT = {
    "X": (BLACK,),
    "O": (WHITE,),
    ".": (EMPTY,),
    "x": (EMPTY, WHITE, BORDER),
    "o": (EMPTY, BLACK, BORDER),
    "?": (EMPTY, BLACK, WHITE, BORDER),
    "#": (BORDER,),
}
_RING = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
"""The eight neighbours, as rows and columns, once around."""


@cache
def known() -> bytes:
    """By the code of a neighbourhood, 1 if it is one of the shapes.

    A code has two bits for each of the eight neighbours: its colour.
    """
    table = bytearray(1 << 16)
    for rows in zip(*(line.split() for line in SHAPES.split("\n") if line), strict=True):
        ring = [rows[1 + row][1 + column] for row, column in _RING]
        for turn in range(0, 8, 2):
            turned = ring[turn:] + ring[:turn]
            for signs in (turned, turned[::-1]):
                # a ring read backwards begins with its last corner's neighbour: put a corner first
                way = signs if signs is turned else signs[-1:] + signs[:-1]
                for code in _codes(way):
                    table[code] = table[_exchanged(code)] = 1
    return bytes(table)


def _codes(signs: list[str]) -> list[int]:
    """The codes that a ring of signs stands for."""
    codes = [0]
    for place, sign in enumerate(signs):
        codes = [code | colour << 2 * place for code in codes for colour in _MEANT[sign]]
    return codes


def _exchanged(code: int) -> int:
    """A code with the colours exchanged."""
    swap = (EMPTY, WHITE, BLACK, BORDER)
    return sum(swap[code >> place & 3] << place for place in range(0, 16, 2))


class _Rings:
    """What depends on the size of the board.

    empty  -- the codes of an empty board, by point.
    places -- by colour and point: each neighbour, and what a stone of that colour adds to its code.
    beside -- by point: its neighbours.
    """

    __slots__ = ("beside", "empty", "places")

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
        self.places = tuple(
            tuple(tuple((point, colour * unit) for point, unit in each) for each in single)
            for colour in range(3)
        )
        self.beside = tuple(tuple(point for point, _ in each) for each in single)


_rings_of = cache(_Rings)


class ShapedGame(RandomGame):
    """A random game where a shape around the last stone is answered.

    codes -- by point: the colours around it.
    """

    __slots__ = ("codes", "known", "rings")

    def __init__(self, board: Board, settled: int, random: Random) -> None:
        super().__init__(board, settled, random)
        self.rings = _rings_of(board.geometry.size)
        self.known = known()
        self.codes = self.rings.empty[:]
        for point in board.geometry.points:
            for beside, added in self.rings.places[self.colours[point]][point]:
                self.codes[beside] += added

    def copy(self) -> ShapedGame:
        """The same game, to be played on its own."""
        other = super().copy()
        other.codes, other.rings, other.known = self.codes[:], self.rings, self.known
        return other

    def put(self, point: int, colour: int) -> None:
        """Put down a stone, take what it takes, and note the ko."""
        super().put(point, colour)
        codes = self.codes
        for beside, added in self.rings.places[colour][point]:
            codes[beside] += added

    def _take(self, head: int) -> list[int]:
        colour = self.colours[head]
        taken = super()._take(head)
        codes, places = self.codes, self.rings.places[colour]
        for stone in taken:
            for beside, added in places[stone]:
                codes[beside] -= added
        return taken

    def _anywhere(self, colour: int) -> int:
        """A shape around the last stone, if there is one; else a random point."""
        if self.last >= 0:
            known, codes, vacant = self.known, self.codes, self.stones[EMPTY]
            found = [
                point for point in self.rings.beside[self.last] if known[codes[point]] and vacant >> point & 1
            ]
            while found:
                point = found.pop(int(self.chance() * len(found)))
                if point != self.ko and not self.single_liberty(point, colour):
                    return point
        return super()._anywhere(colour)
