"""Playouts: random games to the end, for estimating life and death and for the search.

Both colors play at random but do not fill their own eyes, until neither has a move. Two kinds of moves come
first: if the chain of the last stone is in atari, it is captured; otherwise, a chain that the last stone put
in atari is saved if that gains liberties.

Points and sets of points are numbered as in `Board`. Chains are circular linked lists of stones. The head of
a chain is the stone under which the chain's set of liberties is stored.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from gnugo_py.core.bitboard import iter_points
from gnugo_py.core.types import Color
from gnugo_py.games.go.board import Board

if TYPE_CHECKING:
    from typing_extensions import Self


EMPTY, BLACK, WHITE, BORDER = 0, 1, 2, 3
_OPPONENT = (EMPTY, WHITE, BLACK)
MAX_PLAYOUT_MOVES_PER_POINT = 3
"""A playout stops after this many moves per point of the board."""


class Playouts:
    """Playouts from one board.

    board   -- the starting board; chains without liberties are not allowed.
    settled -- the set of points where nobody plays: stones that are proven alive, and their territory.
    seed    -- the seed for random numbers; the same seed gives the same playouts.
    """

    def __init__(self, board: Board, settled: int = 0, seed: int = 0) -> None:
        self._start = PlayoutBoard(board, settled, Random(seed))  # noqa: S311 - not used for cryptography

    def ownership(self, games: int, first: Color) -> list[int]:
        """Return for each point how often Black owned it at the end minus how often White did.

        games -- the number of playouts.
        first -- the color that moves first in every other playout, beginning with the first one.
        """
        start = self._start
        balance = [0] * len(start.colors)
        change = (0, 1, -1, 0)
        for number in range(games):
            game = start.copy()
            game.play(BLACK if (first + number) % 2 == 0 else WHITE)
            for point, color in enumerate(game.colors):
                balance[point] += change[color]
        return balance


class PlayoutBoard:
    """The board of one playout.

    geometry       -- the tables for the board size.
    rng           -- the function that returns random numbers.
    colors        -- for each point: `EMPTY`, `BLACK`, `WHITE`, or `BORDER` between the rows.
    stones        -- for each color: the set of its stones; for `EMPTY`, the set of empty points.
    chain_heads   -- for each stone: the head of its chain.
    next_stone    -- for each stone: the next stone of its chain.
    liberties     -- for each head: the set of liberties of its chain.
    playable      -- the set of points where stones may be played.
    empty_list    -- the empty points where stones may be played, in any order.
    ko            -- the point that is forbidden by ko; -1 if there is none.
    last_point    -- the point of the last stone; -1 after a pass.
    amaf_points   -- for each color: the set of points where it was the first to play in this playout.
    has_new_atari -- whether the last stone is in atari or put others in atari.
    """

    __slots__ = (
        "amaf_points",
        "chain_heads",
        "colors",
        "empty_list",
        "geometry",
        "has_new_atari",
        "ko",
        "last_point",
        "liberties",
        "next_stone",
        "playable",
        "rng",
        "stones",
    )  # fmt: skip

    def __init__(self, board: Board, settled: int, random: Random) -> None:
        self.geometry = board.geometry
        cells = len(self.geometry.neighbor_points)
        self.rng = random.random
        self.colors = [BORDER] * cells
        self.chain_heads = list(range(cells))
        self.next_stone = list(range(cells))
        self.liberties = [0] * cells
        self.stones = [board.empty_points, board.black, board.white]
        self.playable = board.geometry.full & ~settled
        self.empty_list = list(iter_points(board.empty_points & self.playable))
        self.ko = self.last_point = -1
        self.has_new_atari = False
        self.amaf_points = [0, 0, 0]
        for color in (EMPTY, BLACK, WHITE):
            for point in iter_points(self.stones[color]):
                self.colors[point] = color
        for color in Color:
            for chain in board.chains(color):
                self._add_chain(list(iter_points(chain)), board.neighbors(chain) & board.empty_points)

    def _add_chain(self, stones: list[int], liberties: int) -> None:
        """Link the stones of a chain on the starting board."""
        head = stones[0]
        self.liberties[head] = liberties
        for stone, following in zip(stones, stones[1:] + stones[:1], strict=True):
            self.chain_heads[stone] = head
            self.next_stone[stone] = following

    def copy(self) -> Self:
        """Return an independent copy that shares the random numbers; `amaf_points` is empty."""
        other = object.__new__(type(self))
        other.geometry, other.rng, other.playable = self.geometry, self.rng, self.playable
        other.colors, other.stones, other.chain_heads = self.colors[:], self.stones[:], self.chain_heads[:]
        other.next_stone, other.liberties = self.next_stone[:], self.liberties[:]
        other.empty_list = self.empty_list[:]
        other.amaf_points = [0, 0, 0]
        other.ko, other.last_point, other.has_new_atari = self.ko, self.last_point, self.has_new_atari
        return other

    def play(self, color: int) -> None:
        """Play until both colors pass or the move limit is reached, then give each eye to its owner.

        color -- the color that moves first.
        """
        passes = touched = 0
        firsts = self.amaf_points
        for _ in range(MAX_PLAYOUT_MOVES_PER_POINT * len(self.geometry.points)):
            point = self._atari_reply(color) if self.has_new_atari else -1
            if point < 0:
                point = self._random_move(color)
            if point >= 0:
                passes = 0
                self.play_stone(point, color)
                bit = 1 << point
                if not touched & bit:
                    touched |= bit
                    firsts[color] |= bit
            else:
                passes += 1
                self.play_pass()
                if passes == 2:
                    break
            color = _OPPONENT[color]
        self._fill_eyes()

    def _fill_eyes(self) -> None:
        """Assign each empty point that only one color touches to that color."""
        around, stones = self.geometry.neighbors, self.stones
        black, white = stones[BLACK], stones[WHITE]
        for point in self.empty_list:
            owner = (BLACK if around[point] & black else EMPTY) + (WHITE if around[point] & white else EMPTY)
            if owner == BORDER:
                owner = EMPTY
            self.colors[point] = owner
            stones[EMPTY] ^= 1 << point
            stones[owner] ^= 1 << point

    def _atari_reply(self, color: int) -> int:
        """Return the point that captures the last stone or saves a chain that it attacked, else -1."""
        last = self.last_point
        heads, liberties, colors = self.chain_heads, self.liberties, self.colors
        only = liberties[heads[last]]
        if not only & only - 1:
            point = only.bit_length() - 1
            if point != self.ko and self.playable & only:
                return point
        for cell in self.geometry.neighbor_points[last]:
            if colors[cell] == color:
                only = liberties[heads[cell]]
                if not only & only - 1 and self.playable & only:
                    point = only.bit_length() - 1
                    if point != self.ko and self._escapes_atari(point, color, heads[cell]):
                        return point
        return -1

    def _escapes_atari(self, point: int, color: int, head: int) -> bool:
        """Return whether a stone on the last liberty of a chain saves it.

        It does if the point has two empty neighbors, connects to a chain that is not in atari or captures a
        chain.
        """
        free = self.geometry.neighbors[point] & self.stones[EMPTY]
        if free & free - 1:
            return True
        heads, colors = self.chain_heads, self.colors
        for cell in self.geometry.neighbor_points[point]:
            there = colors[cell]
            if there and heads[cell] != head:
                liberties = self.liberties[heads[cell]]
                if (not liberties & liberties - 1) != (there == color):
                    return True
        return False

    def _random_move(self, color: int) -> int:
        """Return a random legal point that is not an eye of the color, or -1 if there is none."""
        around, empties, rng, empty_points = (
            self.geometry.neighbors,
            self.empty_list,
            self.rng,
            self.stones[EMPTY],
        )
        left = len(empties)
        while left:
            index = int(rng() * left)
            point = empties[index]
            left -= 1
            empties[index], empties[left] = empties[left], point
            if around[point] & empty_points or (
                point != self.ko and not self.is_eye(point, color) and self.is_not_suicide(point, color)
            ):
                return point
        return -1

    def chains(self) -> list[int]:
        """Return the heads of all chains on the board."""
        heads = self.chain_heads
        return [
            stone for stone in iter_points(self.stones[BLACK] | self.stones[WHITE]) if heads[stone] == stone
        ]

    def is_self_atari(self, point: int, color: int) -> bool:
        """Return whether a stone that captures nothing would be in a chain with at most one liberty."""
        colors, heads = self.colors, self.chain_heads
        free = self.geometry.neighbors[point] & self.stones[EMPTY]
        for cell in self.geometry.neighbor_points[point]:
            if colors[cell] == color:
                free |= self.liberties[heads[cell]]
        free &= self.geometry.without_point[point]
        return not free & free - 1

    def is_eye(self, point: int, color: int) -> bool:
        """Return whether a point without empty neighbors is an eye of a color.

        The color must surround the point, and the opponent must have few stones on its diagonals.
        """
        geometry, hostile = self.geometry, self.stones[_OPPONENT[color]]
        return not geometry.neighbors[point] & hostile and (
            (geometry.diagonals[point] & hostile).bit_count() < geometry.max_opponent_diagonals[point]
        )

    def is_not_suicide(self, point: int, color: int) -> bool:
        """Return whether a stone on a point without empty neighbors captures something or has a liberty."""
        colors, heads, liberties = self.colors, self.chain_heads, self.liberties
        for cell in self.geometry.neighbor_points[point]:
            free = liberties[heads[cell]]
            if (not free & free - 1) != (colors[cell] == color):
                return True
        return False

    def play_pass(self) -> None:
        """Pass: clear the ko, the last point and the atari flag."""
        self.ko, self.last_point, self.has_new_atari = -1, -1, False

    def play_stone(self, point: int, color: int) -> None:
        """Play a stone, remove the stones that it captures and update the ko.

        Does not check that the move is legal.
        """
        colors, heads, liberties, geometry = self.colors, self.chain_heads, self.liberties, self.geometry
        stones, empties, other = self.stones, self.empty_list, geometry.without_point[point]
        if empties[-1] != point:
            empties.remove(point)
        else:
            empties.pop()
        stones[EMPTY] &= other
        stones[color] |= ~other
        colors[point] = color
        heads[point] = self.next_stone[point] = point
        free = liberties[point] = geometry.neighbors[point] & stones[EMPTY]
        taken, where, alone, alarm = 0, -1, not free, False
        for cell in geometry.neighbor_points[point]:
            there = colors[cell]
            if there == color:
                alone = False
                self._merge_chains(heads[point], heads[cell])
                liberties[heads[cell]] &= other
            elif there:
                head = heads[cell]
                left = liberties[head] = liberties[head] & other
                if not left:
                    taken += len(self._remove_chain(head))
                    where = cell
                elif not left & left - 1:
                    alarm = True
        own = liberties[heads[point]]
        self.has_new_atari = alarm or not own & own - 1
        self.ko, self.last_point = where if alone and taken == 1 else -1, point

    def _merge_chains(self, one: int, other: int) -> None:
        """Merge two chains of the same color."""
        if one == other:
            return
        self.liberties[other] |= self.liberties[one]
        heads, following = self.chain_heads, self.next_stone
        cell = one
        while heads[cell] != other:
            heads[cell] = other
            cell = following[cell]
        following[one], following[other] = following[other], following[one]

    def _remove_chain(self, head: int) -> list[int]:
        """Remove a chain from the board and return its stones."""
        colors, heads, liberties, near = (
            self.colors,
            self.chain_heads,
            self.liberties,
            self.geometry.neighbor_points,
        )
        taken = [head]
        cell = self.next_stone[head]
        while cell != head:
            taken.append(cell)
            cell = self.next_stone[cell]
        gone = 0
        color = colors[head]
        for stone in taken:
            colors[stone] = EMPTY
            bit = 1 << stone
            gone |= bit
            for cell in near[stone]:
                if colors[cell] != color and colors[cell]:
                    liberties[heads[cell]] |= bit
        self.stones[color] ^= gone
        self.stones[EMPTY] |= gone
        self.empty_list += (
            taken if not gone & ~self.playable else [s for s in taken if self.playable >> s & 1]
        )
        return taken
