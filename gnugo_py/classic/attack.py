"""The attack finder: take or squeeze a chain of the user's (`findwinner`, `findopen`).

The original tries every stone of the user's in board order, lists the liberties of its chain in
the order of a walk, and for every pair of entries asks: if I play the first, and you answer on the
second, how many liberties has your answer?  It keeps the first of the highest value.

All stones of a chain give the same value, so its first stone speaks for all.  Only where a liberty
is listed twice, or the ko point is left out, can stones differ; then each distinct list is tried.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from gnugo_py.classic.finding import Attack, Finding
from gnugo_py.classic.survey import Chain, Survey, walk
from gnugo_py.games.contract import Point, Side
from gnugo_py.go.board import points_of

TAKE = 120
LOSS_PER_LIBERTY = 20


class Threat(NamedTuple):
    """What the finder says of one chain; the greatest wins.

    value -- the best that can be done to it, 0 for nothing.
    place -- the first of its stones that gives that value, negative.
    move  -- where.
    reply -- the liberty the user would have to answer on; None if the chain is taken at once.
    left  -- how many liberties that answer would have.
    """

    value: int
    place: int
    move: Point = 0
    reply: Point | None = None
    left: int = 0


NOTHING = Threat(0, 1)


def find_attack(survey: Survey, computer: Side, ko: Point | None) -> Finding | None:
    """The best move against a chain of the user's with at most three liberties (`findwinner`).

    survey -- the board.
    ko     -- where a lone stone of the computer's was just taken; the finder does not play there.
    """
    ko_set = 0 if ko is None else 1 << ko
    best, liberties = NOTHING, 0
    for chain in survey.sides[computer.other].weak:
        threat = chain.threat
        if chain.liberties & ko_set:
            threat = _threat(survey, computer, chain, ko_set)
        elif threat is None:
            threat = chain.threat = _threat(survey, computer, chain, 0)
        if threat > best:
            best, liberties = threat, chain.number
    value, place, move, reply, left = best
    return Finding(move, value, Attack(-place, liberties, reply, left)) if value else None


def _threat(survey: Survey, computer: Side, chain: Chain, ko_set: int) -> Threat:
    """What can be done to a chain; `ko_set` holds one of its liberties that is not to be played, or none."""
    number = chain.number
    if number == 1 and not ko_set:
        return Threat(TAKE, -chain.first, chain.liberties.bit_length() - 1)
    if number < 2:
        return NOTHING
    points = survey.met(chain)
    replies = survey.counts(points, computer.other)
    own = survey.counts(points, computer)
    if ko_set or (len(chain.points) > 1 and _is_tangled(survey, chain)):
        return _tangled_threat(survey, chain, ko_set, replies, own)
    value, move, reply, left = _best_pair(points, replies, own)
    return Threat(value, -chain.first, move, reply, left) if value else NOTHING


def _is_tangled(survey: Survey, chain: Chain) -> bool:
    """Whether a liberty touches two stones of a chain and so can be listed twice."""
    stones, stride = chain.stones, survey.board.geometry.stride
    east, west, south, north = stones << 1, stones >> 1, stones << stride, stones >> stride
    twice = east & west | (east | west) & (south | north) | south & north
    return bool(twice & chain.liberties)


def _tangled_threat(
    survey: Survey, chain: Chain, ko_set: int, replies: Sequence[int], own: Sequence[int]
) -> Threat:
    """The best of what the stones, in board order, give that list the liberties each its own way."""
    lists = chain.lists
    if ko_set:
        lists = _lists(survey, chain, ko_set)
    elif lists is None:
        lists = chain.lists = _lists(survey, chain, 0)
    counts = dict(zip(survey.met(chain), zip(replies, own, strict=True), strict=True))
    best = NOTHING
    for points, stone in lists.items():
        value, move, reply, left = _best_pair(
            points, [counts[point][0] for point in points], [counts[point][1] for point in points]
        )
        if value > best.value:
            best = Threat(value, -stone, move, reply, left)
    return best


def _lists(survey: Survey, chain: Chain, ko_set: int) -> dict[tuple[Point, ...], Point]:
    """The distinct lists of a chain's liberties (`findopen`), each with the first stone it comes from.

    A list stops at as many entries as there are liberties, whether one is in it twice or not;
    a stone whose walk finds fewer gives nothing.
    """
    lists: dict[tuple[Point, ...], Point] = {}
    for stone in points_of(chain.stones):
        met = walk(stone, chain.stones, survey.empty & ~ko_set, survey.board.geometry)
        points = tuple(islice(met, chain.number))
        if len(points) == chain.number:
            lists.setdefault(points, stone)
    return lists


def _best_pair(
    points: Sequence[Point], replies: Sequence[int], own: Sequence[int]
) -> tuple[int, Point, Point, int]:
    """The best pair of two entries of a list of liberties, the first of equals.

    replies, own -- for each entry, how many liberties a stone of the user's or of the computer's would
                    have; the user's has one less once the other entry is played, unless it is the same.

    Returns what it is worth (0 for nothing), the move, the answer, and the answer's liberties.
    """
    best = (0, 0, 0, 0)
    for index, point in enumerate(points):
        mine = own[index]
        if mine == 0:
            continue
        for other, reply in enumerate(replies):
            left = reply - (points[other] != point)
            if other == index or (mine == 1 and left > 0):
                continue
            value = TAKE - LOSS_PER_LIBERTY * left
            if value > best[0]:
                best = (value, point, points[other], left)
    return best
