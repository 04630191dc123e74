"""The attack finder: take or squeeze a chain of the user's (`findwinner`, `findopen`).

The original tries every stone of the user's in board order, lists the liberties of its chain in
the order of a walk, and for every pair of entries asks: if I play the first, and you answer on the
second, how many liberties has your answer?  It keeps the first of the highest value.

All stones of a chain give the same value, so its first stone speaks for all.  Only where a liberty
is listed twice, or the ko point is left out, can stones differ; then their lists are tried, each once,
until one gives all that such liberties can.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from gnugo_py.core.bitboard import points_of
from gnugo_py.core.types import Point, Side
from gnugo_py.engines.classic.results import NO_THREAT, Attack, Finding, Threat
from gnugo_py.engines.classic.survey import Chain, Survey, walk

TAKE = 120
LOSS_PER_LIBERTY = 20
WORTHLESS = TAKE // LOSS_PER_LIBERTY
"""An answer with so many liberties makes a move worth nothing."""


def find_attack(survey: Survey, computer: Side, ko: Point | None) -> Finding | None:
    """The best move against a chain of the user's with at most three liberties (`findwinner`).

    survey -- the board.
    ko     -- where a lone stone of the computer's was just taken; the finder does not play there.
    """
    ko_set = 0 if ko is None else 1 << ko
    best, liberties = NO_THREAT, 0
    for chain in survey.weak[computer.other]:
        if ko_set and chain.liberties & ko_set:
            threat = _threat(survey, computer, chain, ko_set)
        else:
            threat = chain.threat = chain.threat or _threat(survey, computer, chain, 0)
        if threat > best:
            best, liberties = threat, chain.count
    value, place, move, reply, left = best
    return Finding(move, value, Attack(-place, liberties, reply, left)) if value else None


def _threat(survey: Survey, computer: Side, chain: Chain, ko_set: int) -> Threat:
    """What can be done to a chain; `ko_set` holds one of its liberties that is not to be played, or none."""
    if chain.count < 2:
        alone = chain.count == 1 and not ko_set
        return Threat(TAKE, -chain.first, chain.liberties.bit_length() - 1) if alone else NO_THREAT
    points = survey.met(chain)
    replies = survey.counts(points, computer.other)
    own = survey.counts(points, computer)
    if ko_set or (len(chain.points) > 1 and _is_tangled(survey, chain)):
        return _tangled_threat(survey, chain, ko_set, replies, own)
    value, move, reply, left = _best_pair(points, replies, own)
    return Threat(value, -chain.first, move, reply, left) if value else NO_THREAT


def _is_tangled(survey: Survey, chain: Chain) -> bool:
    """Whether a liberty touches two stones of a chain and so can be listed twice."""
    stones, stride = chain.stones, survey.geometry.stride
    east, west, south, north = stones << 1, stones >> 1, stones << stride, stones >> stride
    twice = east & west | (east | west) & (south | north) | south & north
    return bool(twice & chain.liberties)


def _tangled_threat(survey: Survey, chain: Chain, ko_set: int, replies: list[int], own: list[int]) -> Threat:
    """The best of what the stones, in board order, give that list the liberties each its own way.

    A stone whose walk finds fewer entries than there are liberties gives nothing.
    """
    met = survey.met(chain)
    most, _, _, _ = _best_pair(met * 2, replies * 2, own * 2)  # twice: one may be both move and answer
    reply_at, own_at = dict(zip(met, replies, strict=True)), dict(zip(met, own, strict=True))
    best, tried = NO_THREAT, set[tuple[Point, ...]]()
    for stone in points_of(chain.stones):
        if best.value == most:
            break
        points = _listed(survey, chain, stone, ko_set)
        if len(points) < chain.count or points in tried:
            continue
        tried.add(points)
        value, move, reply, left = _best_pair(
            points, [reply_at[point] for point in points], [own_at[point] for point in points]
        )
        if value > best.value:
            best = Threat(value, -stone, move, reply, left)
    return best


def _listed(survey: Survey, chain: Chain, stone: Point, ko_set: int) -> tuple[Point, ...]:
    """A stone's list of its chain's liberties (`findopen`).

    It stops at as many entries as there are liberties, whether one is in it twice or not.
    """
    met = walk(stone, chain.stones, survey.empty & ~ko_set, survey.geometry)
    return tuple(islice(met, chain.count))


def _best_pair(
    points: Sequence[Point], replies: Sequence[int], own: Sequence[int]
) -> tuple[int, Point, Point, int]:
    """The best pair of two entries of a list of liberties, the first of equals.

    replies, own -- for each entry, how many liberties a stone of the user's or of the computer's would
                    have; the user's has one less once the other entry is played, unless it is the same.

    Returns what it is worth (0 for nothing), the move, the answer, and the answer's liberties.
    """
    best, move, answer = WORTHLESS, 0, 0
    for index, point in enumerate(points):
        mine = own[index]
        if mine:
            for other, reply in enumerate(points):
                left = replies[other] - (reply != point)
                if left < best and other != index and (mine > 1 or left <= 0):
                    best, move, answer = left, point, reply
    return (TAKE - LOSS_PER_LIBERTY * best, move, answer, best) if best < WORTHLESS else (0, 0, 0, 0)
