"""The attack finder: capture or squeeze a chain of the opponent (`findwinner`, `findopen`).

The original visits the opponent's stones in board order and lists the liberties of each stone's chain in the
order of a walk (see `iter_liberties_depth_first`). For every pair of entries in that list it assumes that the
computer plays on the first and the opponent replies on the second, and counts the liberties that the reply
would have.
It keeps the first pair with the highest value; the fewer the liberties, the higher the value.

As a rule, all stones of a chain yield the same value, so only the first one is examined. Stones can differ
only if a liberty is listed twice or the ko point is left out. In that case each distinct list is tried once,
until one of them reaches the highest value possible with these liberties.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from gnugo_py.core.bitboard import iter_points
from gnugo_py.core.types import Color, Point
from gnugo_py.engines.classic.chains_and_liberties import Chain, ChainSurvey, iter_liberties_depth_first
from gnugo_py.engines.classic.results import NO_CHAIN_ATTACK, AttackReason, ChainAttack, FinderResult

_CAPTURE_VALUE = 120
_PENALTY_PER_LIBERTY = 20
_MAX_REPLY_LIBERTIES = _CAPTURE_VALUE // _PENALTY_PER_LIBERTY
"""A move is worth nothing if the reply has this many liberties or more."""


def find_attack(survey: ChainSurvey, computer: Color, ko: Point | None) -> FinderResult | None:
    """Return the best move against an opposing chain with at most three liberties (`findwinner`), or None.

    survey   -- the board.
    computer -- the color that the engine plays.
    ko       -- the point where a single stone of the computer was just captured, or None; the finder does not
                play there.
    """
    ko_set = 0 if ko is None else 1 << ko
    best, liberties = NO_CHAIN_ATTACK, 0
    for chain in survey.weak_chains[computer.opponent]:
        if ko_set and chain.liberties & ko_set:
            threat = _threat(survey, computer, chain, ko_set)
        else:
            threat = chain.threat = chain.threat or _threat(survey, computer, chain, 0)
        if threat > best:
            best, liberties = threat, chain.count
    value, place, move, reply, left = best
    return FinderResult(move, value, AttackReason(-place, liberties, reply, left)) if value else None


def _threat(survey: ChainSurvey, computer: Color, chain: Chain, ko_set: int) -> ChainAttack:
    """Return the best threat against a chain.

    `ko_set` contains only the ko point, if it is a liberty of the chain; the computer must not play there.
    """
    if chain.count < 2:
        alone = chain.count == 1 and not ko_set
        return (
            ChainAttack(_CAPTURE_VALUE, -chain.first, chain.liberties.bit_length() - 1)
            if alone
            else NO_CHAIN_ATTACK
        )
    points = survey.liberties_in_walk_order(chain)
    replies = survey.liberty_counts_after_moves(points, computer.opponent)
    own = survey.liberty_counts_after_moves(points, computer)
    if ko_set or (len(chain.points) > 1 and _has_repeated_liberty(survey, chain)):
        return _threat_by_list_order(survey, chain, ko_set, replies, own)
    value, move, reply, left = _best_pair(points, replies, own)
    return ChainAttack(value, -chain.first, move, reply, left) if value else NO_CHAIN_ATTACK


def _has_repeated_liberty(survey: ChainSurvey, chain: Chain) -> bool:
    """Return whether a liberty touches two stones of a chain and so can be listed twice."""
    stones, stride = chain.stones, survey.geometry.stride
    east, west, south, north = stones << 1, stones >> 1, stones << stride, stones >> stride
    twice = east & west | (east | west) & (south | north) | south & north
    return bool(twice & chain.liberties)


def _threat_by_list_order(
    survey: ChainSurvey, chain: Chain, ko_set: int, replies: list[int], own: list[int]
) -> ChainAttack:
    """Return the best threat from the liberty lists of a chain's stones, which are tried in board order.

    A stone whose list has fewer entries than the chain has liberties yields no threat.
    """
    met = survey.liberties_in_walk_order(chain)
    most, _, _, _ = _best_pair(met * 2, replies * 2, own * 2)  # doubled: one point may be both move and reply
    reply_at, own_at = dict(zip(met, replies, strict=True)), dict(zip(met, own, strict=True))
    best, tried = NO_CHAIN_ATTACK, set[tuple[Point, ...]]()
    for stone in iter_points(chain.stones):
        if best.value == most:
            break
        points = _liberties_in_list_order(survey, chain, stone, ko_set)
        if len(points) < chain.count or points in tried:
            continue
        tried.add(points)
        value, move, reply, left = _best_pair(
            points, [reply_at[point] for point in points], [own_at[point] for point in points]
        )
        if value > best.value:
            best = ChainAttack(value, -stone, move, reply, left)
    return best


def _liberties_in_list_order(
    survey: ChainSurvey, chain: Chain, stone: Point, ko_set: int
) -> tuple[Point, ...]:
    """Return the list of a chain's liberties as seen from one stone (`findopen`).

    The list ends after as many entries as the chain has liberties, even if a liberty occurs in it twice.
    """
    met = iter_liberties_depth_first(stone, chain.stones, survey.empty & ~ko_set, survey.geometry)
    return tuple(islice(met, chain.count))


def _best_pair(
    points: Sequence[Point], replies: Sequence[int], own: Sequence[int]
) -> tuple[int, Point, Point, int]:
    """Return the best pair of move and reply from a list of liberties; of equal pairs, the first.

    points       -- the list of liberties.
    replies, own -- for each entry, the number of liberties that a stone there would have: the opponent's
                    (`replies`) or the computer's (`own`). After the move the opponent's stone has one fewer,
                    unless both stones are on the same point.

    A move that has only one liberty counts only if the reply then has none. The result is the value (0 if no
    pair counts), the move, the reply, and the number of liberties of the reply.
    """
    best, move, answer = _MAX_REPLY_LIBERTIES, 0, 0
    for index, point in enumerate(points):
        mine = own[index]
        if mine:
            for other, reply in enumerate(points):
                left = replies[other] - (reply != point)
                if left < best and other != index and (mine > 1 or left <= 0):
                    best, move, answer = left, point, reply
    return (
        (_CAPTURE_VALUE - _PENALTY_PER_LIBERTY * best, move, answer, best)
        if best < _MAX_REPLY_LIBERTIES
        else (0, 0, 0, 0)
    )
