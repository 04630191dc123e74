"""Liberties of a whole board, kept from move to move (`countlib`, `count`, `eval`).

The original floods the board once per stone and question.  Here each side's chains are found
once, with their liberties; after a move only the chains near a changed point are looked at again.
A survey is a function of its board alone: where it came from only decides how fast it is made.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from gnugo_py.classic.packing import Layout
from gnugo_py.games.contract import Point, Side
from gnugo_py.go.board import Board, Geometry, flood, points_of

FEW = 4
"""Chains of so many liberties and more are of no interest to the finders."""


class Chain(NamedTuple):
    """A chain.

    stones    -- its stones, as a set.
    liberties -- its liberties, as a set.
    number    -- how many they are.
    shared    -- whether a liberty touches two of its stones; False for chains with `FEW` or more.
    """

    stones: int
    liberties: int
    number: int
    shared: bool


@dataclass(frozen=True, slots=True)
class SideSurvey:
    """One side's stones on one board.

    chains -- its chains, in no order.
    at     -- by point: the liberties of the chain there, the empty set where the side has no
              stone.  Padded, so that the numbers of a point's four neighbours are always valid.
    packed -- the stones in all eight orientations (see `packing`).
    """

    chains: list[Chain]
    at: list[int]
    packed: int


@dataclass(frozen=True, slots=True)
class Survey:
    """Both sides' stones on one board, ready for the finders.  Make one with `survey`."""

    board: Board
    layout: Layout
    sides: tuple[SideSurvey, SideSurvey]
    empty: int

    def reach(self, point: Point, side: Side) -> int:
        """The liberties a stone of `side` on a point would share, captures ignored (`count`).

        As the original counts them: the empty points next to the point and to every stone of
        the side connected to it, the point itself left out, whatever stands on it.
        """
        at, geometry = self.sides[side].at, self.board.geometry
        stride = geometry.stride
        near = at[point - stride] | at[point + stride] | at[point - 1] | at[point + 1]
        return (near | geometry.neighbours[point] & self.empty) & ~(1 << point)

    def count(self, point: Point, side: Side) -> int:
        """How many liberties a stone of `side` on an empty point would have, captures ignored."""
        return self.reach(point, side).bit_count()

    def after(self, board: Board) -> Survey:
        """The survey of another board of the same size, fast if few points differ."""
        old, geometry = self.board, board.geometry
        changed = (old.black ^ board.black, old.white ^ board.white)
        both = changed[0] | changed[1]
        if not both:
            return self
        near = both | geometry.full & (
            both << 1 | both >> 1 | both << geometry.stride | both >> geometry.stride
        )
        empty = board.vacant
        black = _side_after(self.sides[0], board.black, changed[0], near, empty, geometry, self.layout)
        white = _side_after(self.sides[1], board.white, changed[1], near, empty, geometry, self.layout)
        return Survey(board, self.layout, (black, white), empty)


def survey(board: Board, layout: Layout) -> Survey:
    """The survey of a board from nothing.

    layout -- how the packed sets are laid out, for the patterns that will be matched.
    """
    size, stride = board.geometry.size, board.geometry.stride
    blank = SideSurvey([], [0] * (stride * (size + 2)), 0)
    return Survey(Board.empty(size), layout, (blank, blank), board.geometry.full).after(board)


def _side_after(
    old: SideSurvey,
    stones: int,
    changed: int,
    near: int,
    empty: int,
    geometry: Geometry,
    layout: Layout,
) -> SideSurvey:
    """One side's survey after a change: chains away from it are kept, the others found anew."""
    chains, rest, at = [], stones, old.at.copy()
    for chain in old.chains:
        if not chain.stones & near:
            chains.append(chain)
            rest ^= chain.stones
    packed, spread = old.packed, layout.spread
    for point in points_of(changed):
        packed ^= spread[point]
        at[point] = 0
    stride = geometry.stride
    while rest:
        found = flood(rest & -rest, rest, stride)
        rest ^= found
        around = (found << 1 & empty, found >> 1 & empty, found << stride & empty, found >> stride & empty)
        liberties = around[0] | around[1] | around[2] | around[3]
        number = liberties.bit_count()
        touches = sum([part.bit_count() for part in around]) if number < FEW else number
        chains.append(Chain(found, liberties, number, touches > number))
        while found:
            low = found & -found
            at[low.bit_length() - 1] = liberties
            found ^= low
    return SideSurvey(chains, at, packed)


def walk(stone: Point, stones: int, empty: int, geometry: Geometry) -> Iterator[Point]:
    """The liberties of a stone's chain in the order in which the original comes to them.

    Depth first from the stone, neighbours north, south, west, east; a stone of the chain is
    entered as soon as it is met, and only once.  A liberty comes once for every stone it touches.
    """
    adjacent = geometry.adjacent
    unvisited = stones & ~(1 << stone)
    path = [iter(adjacent[stone])]
    while path:
        for point in path[-1]:
            if empty >> point & 1:
                yield point
            elif unvisited >> point & 1:
                unvisited ^= 1 << point
                path.append(iter(adjacent[point]))
                break
        else:
            path.pop()
