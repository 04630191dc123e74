"""What each move of a game lost, which moves are mistakes, and which mistakes miss the same point."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from gnugo_py.engines.analysis import Analysis, MistakeWords
from gnugo_py.games.points import points_near
from gnugo_py.games.position import Position
from gnugo_py.games.types import Color, Move, Play

MISTAKE_THRESHOLDS = (("blunder", 6.0), ("mistake", 3.0), ("inaccuracy", 1.5))
"""The classes of mistakes, with the minimum number of points lost."""
_WIN_RATE_THRESHOLDS = (("blunder", 0.2), ("mistake", 0.1), ("inaccuracy", 0.05))
"""The same classes for moves of which the points are unknown, with the minimum loss of win rate."""
_DECIDED, _MIN_POINTS_COUNTED = 0.95, 5.0
"""A game was already decided at a move if a color's win rate is above this both before and after the move,
unless points count, and the move lost so many of them.
"""
_MAX_MOVES_BETWEEN = 40
"""The number of moves after which a point that was not missed any more is taken as another one."""


class MissedPoint(NamedTuple):
    """A point that a color missed at one or more moves.

    best      -- the move that was better at most of these moves.
    numbers   -- the numbers of these moves.
    costliest -- the number of the move that lost the most.
    is_same   -- whether this move was better at all of them; otherwise it was one beside it at some.
    """

    best: Move | None
    numbers: tuple[int, ...]
    costliest: int
    is_same: bool


class MoveLoss(NamedTuple):
    """A move and the points that it lost.

    number      -- the number of the move, from 1.
    color       -- the color that moved.
    played      -- the move.
    position    -- the position before it.
    before, after -- the judgments of the positions before and after the move, from Black's view.
    points_lost -- the points lost, at least 0; None if unknown.
    kind        -- the class of the move, `inaccuracy`, `mistake` or `blunder`; None if it is not a mistake.
                   If the points are unknown, the loss of win rate decides.
    why         -- why it was a mistake.
    missed      -- the point that it missed, None if it is not a mistake.
    counts_points -- whether points count even if the win rate is clear, as in a handicap game.
    """

    number: int
    color: Color
    played: Move
    position: Position
    before: Analysis
    after: Analysis
    points_lost: float | None
    kind: str | None
    why: MistakeWords = MistakeWords()
    missed: MissedPoint | None = None
    counts_points: bool = False

    @property
    def words(self) -> str:
        """Why it was a mistake, in sentences; empty if nothing is certain."""
        return self.why.text

    @property
    def is_listed(self) -> bool:
        """Whether the move is a mistake, and no other move missed the same point and lost more."""
        return self.kind is not None and (self.missed is None or self.missed.costliest == self.number)

    @property
    def times_missed(self) -> int:
        """At the first move that missed a point, the number of all moves that did; otherwise 0."""
        numbers = () if self.missed is None else self.missed.numbers
        return len(numbers) if self.number in numbers[:1] else 0

    @property
    def was_decided(self) -> bool:
        """Whether the game was decided before and after the move."""
        if self.counts_points and (self.points_lost or 0.0) >= _MIN_POINTS_COUNTED:
            return False
        rates = (self.before.win_rate, self.after.win_rate)
        return min(rates) > _DECIDED or max(rates) < 1 - _DECIDED

    @property
    def win_rate_lost(self) -> float:
        """The loss of win rate of the color that moved, at least 0."""
        before, after = self.win_rates()
        return 0.0 if self.before.best == self.played else max(before - after, 0.0)

    @property
    def size(self) -> tuple[int, float, float]:
        """A key that is larger for a larger loss: the class, the points, and the win rate."""
        classes = [None, *(name for name, _ in reversed(MISTAKE_THRESHOLDS))]
        return classes.index(self.kind), self.points_lost or 0.0, self.win_rate_lost

    def win_rates(self) -> tuple[float, float]:
        """Return the win rates of the color that moved, before and after the move."""
        sign = self.color is Color.WHITE
        before, after = self.before.win_rate, self.after.win_rate
        return (1 - before, 1 - after) if sign else (before, after)


def mistake_class(points_lost: float | None, win_rate_lost: float = 0.0) -> str | None:
    """Return the class of a move, by its win rate if its points are unknown; None if it is no mistake."""
    lost, thresholds = points_lost, MISTAKE_THRESHOLDS
    if lost is None:
        lost, thresholds = win_rate_lost, _WIN_RATE_THRESHOLDS
    return next((name for name, limit in thresholds if lost >= limit), None)


def with_missed_points(losses: Sequence[MoveLoss]) -> list[MoveLoss]:
    """Return the losses with the points that were missed; those of a color at the same point are joined."""
    entries = list[list[MoveLoss]]()
    for loss in losses:
        if loss.kind is not None:
            entry = next((each for each in reversed(entries) if _misses_same_point(each, loss)), None)
            if entry is None:
                entries.append(entry := [])
            entry.append(loss)
    missed = dict[int, MissedPoint]()
    for entry in entries:
        numbers = tuple(each.number for each in entry)
        costliest = max(entry, key=lambda each: each.size).number
        is_same = len({each.before.best for each in entry}) == 1
        point = MissedPoint(_common_point(entry), numbers, costliest, is_same)
        missed |= dict.fromkeys(numbers, point)
    return [each._replace(missed=missed.get(each.number)) for each in losses]


def _common_point(entry: Sequence[MoveLoss]) -> Move | None:
    """Return the move that was better at most of some mistakes, None if unknown."""
    return Counter(each.before.best for each in entry).most_common(1)[0][0]


def _misses_same_point(entry: Sequence[MoveLoss], loss: MoveLoss) -> bool:
    """Return whether a mistake misses the point of an entry, or one beside it, and nobody has taken it."""
    best, common, last = loss.before.best, _common_point(entry), entry[-1]
    if last.color is not loss.color or loss.number - last.number > _MAX_MOVES_BETWEEN:
        return False
    if not isinstance(best, Play) or not isinstance(common, Play):
        return False
    if not points_near(best.points[-1], 1, loss.position.size) >> common.points[-1] & 1:
        return False
    before, now = (each.position.cells().get(common.points[-1]) for each in (last, loss))
    return before == now
