"""The attack finder: take or squeeze a chain of the user's (`findwinner`, `findopen`)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from gnugo_py.classic.finding import Attack, Finding
from gnugo_py.classic.survey import Survey, walk
from gnugo_py.games.contract import Point, Side
from gnugo_py.go.board import points_of

TAKE = 120
LOSS_PER_LIBERTY = 20
MOST_LIBERTIES = 3


class _Squeeze(NamedTuple):
    """A candidate: play `point` and have the user answer on `reply`, with `left` liberties."""

    value: int
    point: Point
    reply: Point
    left: int


def find_attack(survey: Survey, computer: Side, ko: Point | None) -> Finding | None:
    """The best move against a chain of the user's with at most three liberties (`findwinner`).

    survey   -- the board.
    ko       -- where a lone stone of the computer's was just taken; the finder does not play there.

    The original tries every stone in board order and keeps the first of the highest value.  All
    stones of a chain give the same answer, so one per chain is enough, except where the order
    of the walk matters: there every stone walks.
    """
    best: Finding | None = None
    best_key = (0, 0)
    ko_set = 0 if ko is None else 1 << ko
    for stones, liberties in survey.sides[computer.other].chains:
        number = liberties.bit_count()
        if not 0 < number <= MOST_LIBERTIES:
            continue
        if number == 1:
            if liberties & ko_set:
                continue
            first = (stones & -stones).bit_length() - 1
            found = Finding(liberties.bit_length() - 1, TAKE, Attack(first, 1))
        elif liberties & ko_set or _touches_twice(survey, stones, liberties):
            candidate = _walk_every_stone(survey, computer, stones, number, ko)
            if candidate is None:
                continue
            found = candidate
        else:
            candidate = _squeeze_chain(survey, computer, stones, liberties)
            if candidate is None:
                continue
            found = candidate
        assert isinstance(found.why, Attack)
        key = (found.value, -found.why.stone)
        if best is None or key > best_key:
            best, best_key = found, key
    return best


def _touches_twice(survey: Survey, stones: int, liberties: int) -> bool:
    """Whether a liberty touches two stones of the chain: the original then lists it twice."""
    neighbours = survey.board.geometry.neighbours
    for point in points_of(liberties):
        near = neighbours[point] & stones
        if near & (near - 1):
            return True
    return False


def _squeeze_chain(survey: Survey, computer: Side, stones: int, liberties: int) -> Finding | None:
    """The best squeeze of a chain whose liberties the original lists once each."""
    points = list(points_of(liberties))
    best = _best_squeeze(survey, computer, points)
    if best is None:
        return None
    stone = (stones & -stones).bit_length() - 1
    if _best_squeeze(survey, computer, points[::-1]) != best:
        geometry = survey.board.geometry
        points = list(walk(stone, stones, survey.empty, geometry))
        best = _best_squeeze(survey, computer, points)
        assert best is not None
    return Finding(best.point, best.value, Attack(stone, len(points), best.reply, best.left))


def _walk_every_stone(
    survey: Survey, computer: Side, stones: int, number: int, ko: Point | None
) -> Finding | None:
    """The best squeeze of a chain, each stone in board order listing the liberties its own way.

    The list stops at as many entries as there are liberties, whether one is in it twice or not;
    a stone whose walk finds fewer gives nothing (`findopen`).
    """
    best: Finding | None = None
    geometry = survey.board.geometry
    for stone in points_of(stones):
        found = (point for point in walk(stone, stones, survey.empty, geometry) if point != ko)
        points = list(islice(found, number))
        if len(points) < number:
            continue
        squeeze = _best_squeeze(survey, computer, points)
        if squeeze is not None and (best is None or squeeze.value > best.value):
            why = Attack(stone, number, squeeze.reply, squeeze.left)
            best = Finding(squeeze.point, squeeze.value, why)
    return best


def _best_squeeze(survey: Survey, computer: Side, points: Sequence[Point]) -> _Squeeze | None:
    """The best pair of two entries of a list of liberties, the first of equals; None if worth nothing."""
    user = computer.other
    replies = [(point, survey.reach(point, user)) for point in points]
    best: _Squeeze | None = None
    for index, point in enumerate(points):
        own = survey.count(point, computer)
        if own == 0:
            continue
        for other, (reply, reach) in enumerate(replies):
            if other == index:
                continue
            left = (reach & ~(1 << point)).bit_count()
            value = 0 if own == 1 and left > 0 else TAKE - LOSS_PER_LIBERTY * left
            if value > (best.value if best else 0):
                best = _Squeeze(value, point, reply, left)
    return best
