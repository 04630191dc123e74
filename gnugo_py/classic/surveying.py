"""Surveys made one from another (`eval`, `examboard`).

After a move only the chains beside a changed point are looked at again, and what the finders said
of a chain stays until something changes at one of its liberties.
"""

from __future__ import annotations

from gnugo_py.classic.packing import Layout
from gnugo_py.classic.survey import MOST_LIBERTIES, NOBODY, Chain, Survey
from gnugo_py.games.contract import Point, Side
from gnugo_py.go.board import Board, points_of

BLACK, WHITE = Side
PLENTY = 8
"""Beside a chain of so many liberties a stone has 7, and then the attack finder gives nothing for it."""


def survey(board: Board, layout: Layout) -> Survey:
    """The survey of a board from nothing.

    layout -- how the packed sets are laid out, for the patterns that will be matched.
    """
    return after(Survey.blank(board.geometry.size, layout), board)


def after(old: Survey, board: Board) -> Survey:
    """The survey of another board of the same size, fast if few points differ."""
    (_, old_black, old_white), (_, new_black, new_white) = old.board, board
    black, white = old_black ^ new_black, old_white ^ new_white
    changed = black | white
    if not changed:
        return old
    change = _Change(old.copy(board), changed)
    if lifted := black & old_black | white & old_white:
        change.lift(lifted)
    for point in points_of(black & new_black):
        change.put(point, BLACK, PLENTY)
    for point in points_of(white & new_white):
        change.put(point, WHITE, PLENTY)
    change.forget()
    return change.survey


class _Change:
    """A survey on its way from one board to another: stones are lifted, then others put down.

    survey -- the survey to change; its board is the new one already.
    stale  -- by side: the points where a stone of that side may have other liberties than before.
    short  -- the points where a stone of either side may, one that has or had less than `PLENTY`.
    """

    __slots__ = ("short", "stale", "survey")

    def __init__(self, survey: Survey, changed: int) -> None:
        """Changed -- the points where the old board and the new one differ."""
        self.survey = survey
        stride = survey.board.geometry.stride
        near = changed | changed << 1 | changed >> 1 | changed << stride | changed >> stride
        self.stale, self.short = [near, near], near

    def lift(self, lifted: int) -> None:
        """Take stones off; what is left of their chains is put down again."""
        survey, left = self.survey, list[tuple[Point, Side]]()
        numbers, geometry = survey.numbers, survey.board.geometry
        for point in points_of(lifted):
            if number := numbers[point]:
                chain = survey.chains[number]
                self._drop(number)
                for each in chain.points:
                    numbers[each] = 0
                    survey.packed[chain.side] ^= survey.layout.spread[each]
                left += [(each, chain.side) for each in chain.points if not lifted >> each & 1]
        around = {numbers[near] for point in points_of(lifted) for near in geometry.adjacent[point]}
        for number in around - {0}:
            chain = survey.chains[number]
            stones, stride = chain.stones, geometry.stride
            liberties = (stones << 1 | stones >> 1 | stones << stride | stones >> stride) & survey.empty
            self._hold(number, Chain(chain.side, chain.stones, chain.points, liberties), chain.count)
        for point, side in left:
            self.put(point, side, 0)

    def put(self, point: Point, side: Side, before: int) -> None:
        """Put a stone down: it joins its side's chains beside it and takes a liberty from the others.

        before -- what counts as the liberties that it had.
        """
        survey = self.survey
        numbers, chains, empty, geometry = survey.numbers, survey.chains, survey.empty, survey.board.geometry
        stones, liberties, joined = 1 << point, geometry.neighbours[point], 0
        points: tuple[Point, ...] = (point,)
        for near in geometry.adjacent[point]:
            number = numbers[near]
            if number == joined or not number:
                continue
            chain = chains[number]
            if chain.side is not side:
                theirs = Chain(chain.side, chain.stones, chain.points, chain.liberties & empty)
                self._hold(number, theirs, chain.count)
                continue
            stones |= chain.stones
            points += chain.points
            liberties |= chain.liberties
            before = min(before, chain.count)
            if joined:
                self._drop(number)
                for each in chain.points:
                    numbers[each] = joined
            else:
                joined = number
        numbers[point] = joined = joined or survey.free_number()
        survey.packed[side] ^= survey.layout.spread[point]
        self._hold(joined, Chain(side, stones, points, liberties & empty), before)

    def forget(self) -> None:
        """Put fresh chains for those that the finders are to look at again.

        The defend finder looks again where a stone of the chain's own side would have other liberties;
        the attack finder where one of either side would that is short of them, since more make no
        difference to it.
        """
        chains, short = self.survey.chains, self.short
        for weak, own in zip(self.survey.weak, self.stale, strict=True):
            stale = own | short
            for number, chain in weak.items():
                liberties = chain.liberties
                if liberties & stale:
                    fresh = Chain(chain.side, chain.stones, chain.points, liberties)
                    fresh.met = chain.met
                    if not liberties & short:
                        fresh.threat = chain.threat
                    weak[number] = chains[number] = fresh

    def _hold(self, number: int, chain: Chain, before: int) -> None:
        """Give a number to a chain.

        before -- the fewest liberties that a part of it had.
        """
        survey, side, liberties, count = self.survey, chain.side, chain.liberties, chain.count
        survey.chains[number] = chain
        survey.liberties[side][number] = liberties
        if count <= MOST_LIBERTIES:
            survey.weak[side][number] = chain
        elif before <= MOST_LIBERTIES:
            survey.weak[side].pop(number, None)
        self.stale[side] |= liberties
        if count < PLENTY or before < PLENTY:
            self.short |= liberties

    def _drop(self, number: int) -> None:
        """Take a number from its chain."""
        survey = self.survey
        side = survey.chains[number].side
        survey.chains[number] = NOBODY
        survey.liberties[side][number] = 0
        survey.weak[side].pop(number, None)
        survey.free.append(number)
