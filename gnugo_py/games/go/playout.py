"""Random games played to the end, many of them, for judging life and death and for the search.

Both sides play anywhere but into their own eyes, until neither has a move; but a stone just put
down in atari is taken, and a chain it put in atari is saved where that gains liberties.

Points are numbered as in `Board`, sets of points are its bits.  Chains are circular lists of stones;
each has a stone that stands for it, where the set of its liberties is kept.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from gnugo_py.core.bitboard import points_of
from gnugo_py.core.types import Side
from gnugo_py.games.go.board import Board, lattice_of

if TYPE_CHECKING:
    from typing_extensions import Self


EMPTY, BLACK, WHITE, BORDER = 0, 1, 2, 3
_OPPONENT = (EMPTY, WHITE, BLACK)
LONGEST = 3
"""A game is given up after this many moves for each point of the board."""


class Playouts:
    """Random games from one board.

    board   -- where they start; chains without liberties are not allowed.
    settled -- points nobody plays on: what is known to be alive, and its territory.
    seed    -- the same seed gives the same games.
    """

    def __init__(self, board: Board, settled: int = 0, seed: int = 0) -> None:
        self._start = RandomGame(board, settled, Random(seed))  # noqa: S311 - no secrets here

    def owners(self, games: int, first: Side) -> list[int]:
        """By point, how often Black owned it in the end less how often White did.

        games -- how many games to play; `first` has the first move in every other one.
        """
        start = self._start
        balance = [0] * len(start.colours)
        change = (0, 1, -1, 0)
        for number in range(games):
            game = start.copy()
            game.play(BLACK if (first + number) % 2 == 0 else WHITE)
            for point, colour in enumerate(game.colours):
                balance[point] += change[colour]
        return balance


class RandomGame:
    """One random game.

    colours   -- by point: `EMPTY`, `BLACK`, `WHITE` or, between the rows, `BORDER`.
    stones    -- by colour: the set of its stones; that of `EMPTY` is the set of the empty points.
    heads     -- by stone: the one that stands for its chain.
    following -- by stone: the next one of its chain.
    liberties -- by the stone that stands for a chain: the set of its liberties.
    empties   -- the empty points where stones may be put, in no order.
    ko, last  -- the point that may not be played now, and the stone just put down; -1 for none.
    firsts    -- by colour: the set of the points of its moves, where it was the first to play there.
    alarm     -- whether the stone just put down is in atari or has put others there.
    """

    __slots__ = (
        "alarm", "chance", "colours", "empties", "firsts", "following", "heads",
        "ko", "last", "lattice", "liberties", "playable", "stones",
    )  # fmt: skip

    def __init__(self, board: Board, settled: int, random: Random) -> None:
        self.lattice = lattice_of(board.geometry.size)
        cells = len(self.lattice.near)
        self.chance = random.random
        self.colours = [BORDER] * cells
        self.heads = list(range(cells))
        self.following = list(range(cells))
        self.liberties = [0] * cells
        self.stones = [board.vacant, board.black, board.white]
        self.playable = board.geometry.full & ~settled
        self.empties = list(points_of(board.vacant & self.playable))
        self.ko = self.last = -1
        self.alarm = False
        self.firsts = [0, 0, 0]
        for colour in (EMPTY, BLACK, WHITE):
            for point in points_of(self.stones[colour]):
                self.colours[point] = colour
        for side in Side:
            for chain in board.chains(side):
                self._add_chain(list(points_of(chain)), board.around(chain) & board.vacant)

    def _add_chain(self, stones: list[int], liberties: int) -> None:
        """Link the stones of a chain of the first board."""
        head = stones[0]
        self.liberties[head] = liberties
        for stone, following in zip(stones, stones[1:] + stones[:1], strict=True):
            self.heads[stone] = head
            self.following[stone] = following

    def copy(self) -> Self:
        """The same game, to be played on its own."""
        other = object.__new__(type(self))
        other.lattice, other.chance, other.playable = self.lattice, self.chance, self.playable
        other.colours, other.stones, other.heads = self.colours[:], self.stones[:], self.heads[:]
        other.following, other.liberties = self.following[:], self.liberties[:]
        other.empties = self.empties[:]
        other.firsts = [0, 0, 0]
        other.ko, other.last, other.alarm = self.ko, self.last, self.alarm
        return other

    def play(self, colour: int) -> None:
        """Play until neither side has a move, then fill each eye with its owner's colour."""
        passes = touched = 0
        firsts = self.firsts
        for _ in range(LONGEST * self.lattice.number):
            point = self._urgent(colour) if self.alarm else -1
            if point < 0:
                point = self._anywhere(colour)
            if point >= 0:
                passes = 0
                self.put(point, colour)
                bit = 1 << point
                if not touched & bit:
                    touched |= bit
                    firsts[colour] |= bit
            else:
                passes += 1
                self.passed()
                if passes == 2:
                    break
            colour = _OPPONENT[colour]
        self._fill_eyes()

    def _fill_eyes(self) -> None:
        """Give each empty point that one side alone surrounds to that side."""
        around, stones = self.lattice.around, self.stones
        black, white = stones[BLACK], stones[WHITE]
        for point in self.empties:
            owner = (BLACK if around[point] & black else EMPTY) + (WHITE if around[point] & white else EMPTY)
            if owner == BORDER:
                owner = EMPTY
            self.colours[point] = owner
            stones[EMPTY] ^= 1 << point
            stones[owner] ^= 1 << point

    def _urgent(self, colour: int) -> int:
        """The point that takes the last stone's chain or saves a chain that stone attacked, else -1."""
        last = self.last
        heads, liberties, colours = self.heads, self.liberties, self.colours
        only = liberties[heads[last]]
        if not only & only - 1:
            point = only.bit_length() - 1
            if point != self.ko and self.playable & only:
                return point
        for cell in self.lattice.near[last]:
            if colours[cell] == colour:
                only = liberties[heads[cell]]
                if not only & only - 1 and self.playable & only:
                    point = only.bit_length() - 1
                    if point != self.ko and self._gains(point, colour, heads[cell]):
                        return point
        return -1

    def _gains(self, point: int, colour: int, head: int) -> bool:
        """Whether a stone on the last liberty of a chain frees it: two new liberties, a friend, a capture."""
        free = self.lattice.around[point] & self.stones[EMPTY]
        if free & free - 1:
            return True
        heads, colours = self.heads, self.colours
        for cell in self.lattice.near[point]:
            there = colours[cell]
            if there and heads[cell] != head:
                liberties = self.liberties[heads[cell]]
                if (not liberties & liberties - 1) != (there == colour):
                    return True
        return False

    def _anywhere(self, colour: int) -> int:
        """A random point where the side may play and does not fill its own eye, or -1."""
        around, empties, chance, vacant = self.lattice.around, self.empties, self.chance, self.stones[EMPTY]
        left = len(empties)
        while left:
            index = int(chance() * left)
            point = empties[index]
            left -= 1
            empties[index], empties[left] = empties[left], point
            if around[point] & vacant or (
                point != self.ko and not self.is_eye(point, colour) and self.is_possible(point, colour)
            ):
                return point
        return -1

    def chains(self) -> list[int]:
        """The stones that stand for the chains on the board."""
        heads = self.heads
        return [
            stone for stone in points_of(self.stones[BLACK] | self.stones[WHITE]) if heads[stone] == stone
        ]

    def single_liberty(self, point: int, colour: int) -> bool:
        """Whether a stone that takes nothing would stand in a chain with one liberty or none."""
        colours, heads = self.colours, self.heads
        free = self.lattice.around[point] & self.stones[EMPTY]
        for cell in self.lattice.near[point]:
            if colours[cell] == colour:
                free |= self.liberties[heads[cell]]
        free &= self.lattice.others[point]
        return not free & free - 1

    def is_eye(self, point: int, colour: int) -> bool:
        """Whether a point without empty neighbours is surrounded by one side, enough of its diagonals too."""
        lattice, hostile = self.lattice, self.stones[_OPPONENT[colour]]
        return not lattice.around[point] & hostile and (
            (lattice.diagonals[point] & hostile).bit_count() < lattice.hostile[point]
        )

    def is_possible(self, point: int, colour: int) -> bool:
        """Whether a stone on a point without empty neighbours takes something or keeps a liberty."""
        colours, heads, liberties = self.colours, self.heads, self.liberties
        for cell in self.lattice.near[point]:
            free = liberties[heads[cell]]
            if (not free & free - 1) != (colours[cell] == colour):
                return True
        return False

    def passed(self) -> None:
        """No stone was put down: nothing is urgent, any ko is over."""
        self.ko, self.last, self.alarm = -1, -1, False

    def put(self, point: int, colour: int) -> None:
        """Put down a stone, take what it takes, and note the ko."""
        colours, heads, liberties, lattice = self.colours, self.heads, self.liberties, self.lattice
        stones, empties, other = self.stones, self.empties, lattice.others[point]
        if empties[-1] != point:
            empties.remove(point)
        else:
            empties.pop()
        stones[EMPTY] &= other
        stones[colour] |= ~other
        colours[point] = colour
        heads[point] = self.following[point] = point
        free = liberties[point] = lattice.around[point] & stones[EMPTY]
        taken, where, alone, alarm = 0, -1, not free, False
        for cell in lattice.near[point]:
            there = colours[cell]
            if there == colour:
                alone = False
                self._join(heads[point], heads[cell])
                liberties[heads[cell]] &= other
            elif there:
                head = heads[cell]
                left = liberties[head] = liberties[head] & other
                if not left:
                    taken += len(self._take(head))
                    where = cell
                elif not left & left - 1:
                    alarm = True
        own = liberties[heads[point]]
        self.alarm = alarm or not own & own - 1
        self.ko, self.last = where if alone and taken == 1 else -1, point

    def _join(self, one: int, other: int) -> None:
        """Make two chains one."""
        if one == other:
            return
        self.liberties[other] |= self.liberties[one]
        heads, following = self.heads, self.following
        cell = one
        while heads[cell] != other:
            heads[cell] = other
            cell = following[cell]
        following[one], following[other] = following[other], following[one]

    def _take(self, head: int) -> list[int]:
        """Take a chain off, and tell its stones."""
        colours, heads, liberties, near = self.colours, self.heads, self.liberties, self.lattice.near
        taken = [head]
        cell = self.following[head]
        while cell != head:
            taken.append(cell)
            cell = self.following[cell]
        gone = 0
        colour = colours[head]
        for stone in taken:
            colours[stone] = EMPTY
            bit = 1 << stone
            gone |= bit
            for cell in near[stone]:
                if colours[cell] != colour and colours[cell]:
                    liberties[heads[cell]] |= bit
        self.stones[colour] ^= gone
        self.stones[EMPTY] |= gone
        self.empties += taken if not gone & ~self.playable else [s for s in taken if self.playable >> s & 1]
        return taken
