"""Random games played to the end, many of them, for judging life and death.

Both sides play anywhere but into their own eyes, until neither has a move; but a stone just put
down in atari is taken, and a chain it put in atari is saved where that gains liberties.

The board is a flat list with a border, in the numbering of `Board` with one more row below: the row
above the first is then met at the end of the list, by negative numbers.  Chains are circular lists
of stones.  A chain's liberties are counted once for each stone they touch, with the sum of their
numbers and of the squares of those: the chain has a single liberty if all of them are the same
point, which is when their number times the squares is the square of the sum.
"""

from __future__ import annotations

from random import Random

from gnugo_py.games.contract import Side
from gnugo_py.go.board import Board, points_of

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

    colours   -- by cell: `EMPTY`, `BLACK`, `WHITE` or `BORDER`.
    heads     -- by stone: the cell that stands for its chain.
    following -- by stone: the next one of its chain.
    liberties, sums, squares -- by chain: its liberties' number, sum and sum of squares.
    empties   -- the empty points where stones may be put, in no order.
    """

    __slots__ = (
        "chance",
        "colours",
        "edge",
        "empties",
        "following",
        "heads",
        "ko",
        "last",
        "liberties",
        "number",
        "playable",
        "squares",
        "stride",
        "sums",
    )

    def __init__(self, board: Board, settled: int, random: Random) -> None:
        geometry = board.geometry
        self.stride = geometry.stride
        cells = geometry.stride * (geometry.size + 1) + 1
        self.chance = random.random
        self.number = len(geometry.points)
        self.edge = [bool(geometry.edge >> cell & 1) for cell in range(cells)]
        self.colours = [BORDER] * cells
        self.heads = list(range(cells))
        self.following = list(range(cells))
        self.liberties, self.sums, self.squares = [0] * cells, [0] * cells, [0] * cells
        self.empties = list(points_of(board.vacant & ~settled))
        self.playable = [not settled >> cell & 1 for cell in range(cells)]
        self.ko = self.last = -1
        for point in geometry.points:
            side = board.at(point)
            self.colours[point] = EMPTY if side is None else side + 1
        for side in Side:
            for chain in board.chains(side):
                self._add_chain(list(points_of(chain)))

    def _add_chain(self, stones: list[int]) -> None:
        """Link the stones of a chain of the first board."""
        head = stones[0]
        for stone, following in zip(stones, stones[1:] + stones[:1], strict=True):
            self.heads[stone] = head
            self.following[stone] = following
            for cell in self._around(stone):
                if self.colours[cell] == EMPTY:
                    self.liberties[head] += 1
                    self.sums[head] += cell
                    self.squares[head] += cell * cell

    def copy(self) -> RandomGame:
        """The same game, to be played on its own."""
        other = object.__new__(RandomGame)
        other.stride, other.edge, other.chance = self.stride, self.edge, self.chance
        other.number, other.playable = self.number, self.playable
        other.colours, other.heads = self.colours[:], self.heads[:]
        other.following, other.empties = self.following[:], self.empties[:]
        other.liberties, other.sums, other.squares = self.liberties[:], self.sums[:], self.squares[:]
        other.ko, other.last = self.ko, self.last
        return other

    def play(self, colour: int) -> None:
        """Play until neither side has a move, then fill each eye with its owner's colour."""
        passes = 0
        for _ in range(LONGEST * self.number):
            point = self._urgent(colour)
            if point < 0:
                point = self._anywhere(colour)
            if point < 0:
                passes += 1
                self.ko = self.last = -1
                if passes == 2:
                    break
            else:
                passes = 0
                self.put(point, colour)
            colour = _OPPONENT[colour]
        for point in self.empties:
            near = [self.colours[cell] for cell in self._around(point)]
            for owner in (BLACK, WHITE):
                if owner in near and _OPPONENT[owner] not in near:
                    self.colours[point] = owner

    def _around(self, point: int) -> tuple[int, int, int, int]:
        stride = self.stride
        return point - stride, point + stride, point - 1, point + 1

    def _atari(self, stone: int) -> int:
        """The only liberty of a stone's chain where one may play now; -1 if there is none or are more."""
        head = self.heads[stone]
        number, total = self.liberties[head], self.sums[head]
        if number and number * self.squares[head] == total * total:
            point = total // number
            if point != self.ko and self.playable[point]:
                return point
        return -1

    def _urgent(self, colour: int) -> int:
        """The point that takes the last stone's chain or saves a chain that stone attacked, else -1."""
        last = self.last
        if last < 0:
            return -1
        point = self._atari(last)
        if point >= 0:
            return point
        for cell in self._around(last):
            if self.colours[cell] == colour:
                point = self._atari(cell)
                if point >= 0 and self._gains(point, colour, self.heads[cell]):
                    return point
        return -1

    def _gains(self, point: int, colour: int, head: int) -> bool:
        """Whether a stone on the last liberty of a chain frees it: two new liberties, a friend, a capture."""
        free = 0
        for cell in self._around(point):
            there = self.colours[cell]
            if there == EMPTY:
                free += 1
            elif there != BORDER and self.heads[cell] != head:
                in_atari = self._atari(cell) >= 0
                if in_atari != (there == colour):
                    return True
        return free >= 2

    def _anywhere(self, colour: int) -> int:
        """A random point where the side may play and does not fill its own eye, or -1."""
        colours, empties, stride, chance = self.colours, self.empties, self.stride, self.chance
        left = len(empties)
        while left:
            index = int(chance() * left)
            point = empties[index]
            around = colours[point - stride], colours[point + stride], colours[point - 1], colours[point + 1]
            left -= 1
            empties[index], empties[left] = empties[left], point
            if EMPTY in around or (
                point != self.ko
                and not self._is_eye(point, colour, around)
                and self._is_possible(point, colour)
            ):
                return point
        return -1

    def _is_eye(self, point: int, colour: int, around: tuple[int, int, int, int]) -> bool:
        """Whether a point is surrounded by one side and enough of its diagonals are."""
        opponent = _OPPONENT[colour]
        if opponent in around:
            return False
        colours, stride = self.colours, self.stride
        north, south = point - stride, point + stride
        diagonals = colours[north - 1], colours[north + 1], colours[south - 1], colours[south + 1]
        return diagonals.count(opponent) < (1 if self.edge[point] else 2)

    def _is_possible(self, point: int, colour: int) -> bool:
        """Whether a stone on a point without empty neighbours takes something or keeps a liberty."""
        colours, heads, liberties = self.colours, self.heads, self.liberties
        near = self._around(point)
        for cell in near:
            liberties[heads[cell]] -= 1
        possible = any(
            colours[cell] != BORDER and (colours[cell] == colour) == (liberties[heads[cell]] > 0)
            for cell in near
        )
        for cell in near:
            liberties[heads[cell]] += 1
        return possible

    def put(self, point: int, colour: int) -> None:
        """Put down a stone, take what it takes, and note the ko."""
        colours, heads, liberties, sums = self.colours, self.heads, self.liberties, self.sums
        squares, empties = self.squares, self.empties
        if empties[-1] != point:
            empties.remove(point)
        else:
            empties.pop()
        colours[point] = colour
        heads[point] = self.following[point] = point
        free = total = square = 0
        near = self._around(point)
        for cell in near:
            there = colours[cell]
            if there == EMPTY:
                free += 1
                total += cell
                square += cell * cell
            elif there != BORDER:
                head = heads[cell]
                liberties[head] -= 1
                sums[head] -= point
                squares[head] -= point * point
        liberties[point], sums[point], squares[point] = free, total, square
        taken, where = 0, -1
        for cell in near:
            there = colours[cell]
            if there == colour:
                self._join(heads[point], heads[cell])
            elif there == _OPPONENT[colour] and liberties[heads[cell]] == 0:
                taken += self._take(heads[cell])
                where = cell
        alone = taken == 1 and free == 0 and self.following[point] == point
        self.ko, self.last = where if alone else -1, point

    def _join(self, one: int, other: int) -> None:
        """Make two chains one."""
        if one == other:
            return
        self.liberties[other] += self.liberties[one]
        self.sums[other] += self.sums[one]
        self.squares[other] += self.squares[one]
        heads, following = self.heads, self.following
        cell = one
        while heads[cell] != other:
            heads[cell] = other
            cell = following[cell]
        following[one], following[other] = following[other], following[one]

    def _take(self, head: int) -> int:
        """Take a chain off; how many stones it had."""
        stones = [head]
        cell = self.following[head]
        while cell != head:
            stones.append(cell)
            cell = self.following[cell]
        for stone in stones:
            self.colours[stone] = EMPTY
        for stone in stones:
            for cell in self._around(stone):
                if self.colours[cell] != EMPTY:
                    near = self.heads[cell]
                    self.liberties[near] += 1
                    self.sums[near] += stone
                    self.squares[near] += stone * stone
        self.empties += [stone for stone in stones if self.playable[stone]]
        return len(stones)
