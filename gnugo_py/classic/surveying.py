"""Moving a survey from board to board (`eval`, `examboard`).

Only the chains beside a changed point change, and what the finders said of the others stays until
something changes at one of their liberties.
"""

from __future__ import annotations

from gnugo_py.classic.packing import Layout
from gnugo_py.classic.survey import MOST_LIBERTIES, NOBODY, Chain, Survey
from gnugo_py.core.types import Point, Side
from gnugo_py.go.board import Board, points_of

BLACK, WHITE = Side
PLENTY = 8
"""Beside a chain of so many liberties a stone has 7 or more; the attack finder gives nothing for such."""


def new_survey(board: Board, layout: Layout) -> Survey:
    """The survey of a board, made from nothing.

    layout -- how its packed sets are laid out, for the patterns that will be matched.
    """
    made = Survey(board.geometry.size, layout)
    go_to(made, board)
    return made


def go_to(survey: Survey, board: Board) -> None:
    """Move a survey to another board of its size, fast if few points differ."""
    (geometry, old_black, old_white), (_, new_black, new_white) = survey.board, board
    black, white = old_black ^ new_black, old_white ^ new_white
    changed = black | white
    if not changed:
        return
    survey.board, survey.empty = board, geometry.full & ~(new_black | new_white)
    change = _Change(survey, changed)
    if lifted := black & old_black | white & old_white:
        change.lift(lifted)
    for point in points_of(black & new_black):
        change.put(point, BLACK, PLENTY)
    for point in points_of(white & new_white):
        change.put(point, WHITE, PLENTY)
    change.forget()


class _Change:
    """What happens to a survey on its way to another board: stones are lifted, then others put down.

    survey -- the survey; its board is the new one already, which differs at the points `changed`.
    stale  -- by side: where a stone of that side, put down now, may have another number of liberties
              than on the old board.  May reach over the board's rim, like `short`.
    short  -- where a stone of either side may, if one of the two numbers is less than `PLENTY`.
    """

    __slots__ = ("short", "stale", "survey")

    def __init__(self, survey: Survey, changed: int) -> None:
        self.survey = survey
        stride = survey.geometry.stride
        near = changed | changed << 1 | changed >> 1 | changed << stride | changed >> stride
        self.stale, self.short = [near, near], near

    def lift(self, lifted: int) -> None:
        """Take stones off; what is left of their chains is put down again."""
        survey, left = self.survey, list[tuple[Point, Side]]()
        for point in points_of(lifted):
            for at in survey.at:
                if (chain := at[point]) is not NOBODY:
                    self._take_off(chain)
                    left += [(each, chain.side) for each in chain.points if not lifted >> each & 1]
        beside = dict[Chain, int]()
        for point in points_of(lifted & survey.empty):
            for near in survey.geometry.adjacent[point]:
                for at in survey.at:
                    if (chain := at[near]) is not NOBODY:
                        beside.setdefault(chain, chain.count)
                        chain.liberties |= 1 << point
        for chain, count in beside.items():
            self._changed(chain, count)
        for point, side in left:
            self.put(point, side, 0)

    def put(self, point: Point, side: Side, before: int) -> None:
        """Put a stone down: it joins its side's chains beside it and takes a liberty from the others.

        before -- how many liberties it had on the old board: `PLENTY` for a new stone, since what it adds
                  shows in the chain it makes; 0, the careful answer, for one that is put back.
        """
        survey, joined = self.survey, NOBODY
        own, theirs, geometry = survey.at[side], survey.at[side.other], survey.geometry
        for near in geometry.adjacent[point]:
            if (chain := theirs[near]) is not NOBODY:
                chain.liberties &= survey.empty
                self._changed(chain, chain.count)
            elif (chain := own[near]) is not NOBODY and chain is not joined:
                before = min(before, chain.count)
                joined = chain if joined is NOBODY else self._join(joined, chain)
        if joined is NOBODY:
            joined = Chain(side)
        own[point] = joined
        joined.stones |= 1 << point
        joined.points.append(point)
        joined.liberties = (joined.liberties | geometry.neighbours[point]) & survey.empty
        survey.packed[side] ^= survey.layout.spread[point]
        self._changed(joined, before)

    def _join(self, one: Chain, other: Chain) -> Chain:
        """Make one chain of two of a side."""
        small, large = sorted((one, other), key=lambda chain: len(chain.points))
        large.stones |= small.stones
        large.liberties |= small.liberties
        large.points += small.points
        own = self.survey.at[large.side]
        for point in small.points:
            own[point] = large
        self.survey.weak[large.side].discard(small)
        return large

    def forget(self) -> None:
        """Forget what the finders said of chains of which they would say something else.

        The defend finder may where a stone of the chain's own side would have other liberties; the
        attack finder where one of either side would that is short of them, since more make no
        difference to it.
        """
        short = self.short
        for weak, own in zip(self.survey.weak, self.stale, strict=True):
            stale = own | short
            for chain in weak:
                liberties = chain.liberties
                if liberties & stale:
                    chain.rescue = None
                    if liberties & short:
                        chain.threat = None

    def _changed(self, chain: Chain, before: int) -> None:
        """Note that a chain has other stones or liberties.

        before -- the fewest liberties that a part of it had.
        """
        side, liberties = chain.side, chain.liberties
        chain.count = count = liberties.bit_count()
        chain.met = chain.threat = chain.rescue = None
        if count <= MOST_LIBERTIES:
            self.survey.weak[side].add(chain)
        elif before <= MOST_LIBERTIES:
            self.survey.weak[side].discard(chain)
        self.stale[side] |= liberties
        if count < PLENTY or before < PLENTY:
            self.short |= liberties

    def _take_off(self, chain: Chain) -> None:
        """Take a whole chain off."""
        survey, side = self.survey, chain.side
        survey.weak[side].discard(chain)
        for point in chain.points:
            survey.at[side][point] = NOBODY
            survey.packed[side] ^= survey.layout.spread[point]
