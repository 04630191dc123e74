"""The attack finder: take or squeeze a chain of the user's (`findwinner`, `findopen`).

The original tries every stone of the user's in board order, lists the liberties of its chain in
the order of a walk, and for every pair of entries asks: if I play the first, and you answer on the
second, how many liberties has your answer?  It keeps the first of the highest value.

All stones of a chain give the same value, and the answer on a liberty `b` has one liberty
less than it has now, whichever other liberty is played first: that one is always among its own.
So a chain's value needs no pairs and no walk; only the winner walks, for the order among equals.
Only where a liberty is listed twice, or the ko point is left out, does every stone walk for itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from gnugo_py.classic.finding import Attack, Finding
from gnugo_py.classic.survey import Chain, Survey, walk
from gnugo_py.games.contract import Point, Side
from gnugo_py.go.board import points_of

TAKE = 120
LOSS_PER_LIBERTY = 20
MOST_LIBERTIES = 3


def find_attack(survey: Survey, computer: Side, ko: Point | None) -> Finding | None:
    """The best move against a chain of the user's with at most three liberties (`findwinner`).

    survey -- the board.
    ko     -- where a lone stone of the computer's was just taken; the finder does not play there.
    """
    ko_set = 0 if ko is None else 1 << ko
    best, best_stone, winner = 0, 0, None
    tangled: list[Chain] = []
    for chain in survey.sides[computer.other].chains:
        stones, liberties, number, shared = chain
        if number > MOST_LIBERTIES or number == 0:
            continue
        if liberties & ko_set:
            if number > 1:
                tangled.append(chain)
            continue
        if number > 1 and shared:
            tangled.append(chain)
            continue
        value = TAKE if number == 1 else _squeeze_value(survey, computer, liberties)
        if value >= best and value > 0:
            stone = (stones & -stones).bit_length() - 1
            if value > best or stone < best_stone:
                best, best_stone, winner = value, stone, chain
    found = None if winner is None else _explained(survey, computer, winner, best, best_stone)
    for chain in tangled:
        other = _every_stone(survey, computer, chain, ko, best)
        if other is not None and (found is None or _comes_first(other, found)):
            found, best = other, other.value
    return found


def _comes_first(new: Finding, old: Finding) -> bool:
    """Whether the original, which meets earlier stones first, would prefer `new`."""
    assert isinstance(new.why, Attack)
    assert isinstance(old.why, Attack)
    return new.value > old.value or (new.value == old.value and new.why.stone < old.why.stone)


def _squeeze_value(survey: Survey, computer: Side, liberties: int) -> int:
    """What a chain of two or three liberties is worth, each listed once; 0 for nothing."""
    user, best = computer.other, 0
    points = list(points_of(liberties))
    worths = [TAKE + LOSS_PER_LIBERTY - LOSS_PER_LIBERTY * survey.count(point, user) for point in points]
    for index, point in enumerate(points):
        value = max(worths[:index] + worths[index + 1 :])
        if value > best:
            own = survey.count(point, computer)
            if own > 1 or (own == 1 and value == TAKE):
                best = value
    return best


def _explained(survey: Survey, computer: Side, chain: Chain, value: int, stone: Point) -> Finding:
    """The winner's move and reason; of equal moves the first that the walk from its first stone meets."""
    if chain.number == 1:
        return Finding(chain.liberties.bit_length() - 1, TAKE, Attack(stone, 1))
    points = list(walk(stone, chain.stones, survey.empty, survey.board.geometry))
    found = _best_pair(survey, computer, points, stone, chain.number)
    assert found is not None
    assert found.value == value
    return found


def _every_stone(
    survey: Survey, computer: Side, chain: Chain, ko: Point | None, least: int
) -> Finding | None:
    """The best squeeze of a chain, each stone in board order listing the liberties its own way.

    The list stops at as many entries as there are liberties, whether one is in it twice or not;
    a stone whose walk finds fewer gives nothing (`findopen`).

    least -- what is worth less need not be found.
    """
    user, geometry = computer.other, survey.board.geometry
    fewest = min(survey.count(point, user) for point in points_of(chain.liberties))
    if TAKE + LOSS_PER_LIBERTY - LOSS_PER_LIBERTY * fewest < least:
        return None
    best: Finding | None = None
    for stone in points_of(chain.stones):
        met = (point for point in walk(stone, chain.stones, survey.empty, geometry) if point != ko)
        points = list(islice(met, chain.number))
        if len(points) == chain.number:
            found = _best_pair(survey, computer, points, stone, chain.number)
            if found is not None and (best is None or found.value > best.value):
                best = found
    return best


def _best_pair(
    survey: Survey, computer: Side, points: Sequence[Point], stone: Point, number: int
) -> Finding | None:
    """The best pair of two entries of a list of liberties, the first of equals; None if worth nothing."""
    replies = [survey.reach(point, computer.other) for point in points]
    best: Finding | None = None
    for index, point in enumerate(points):
        own = survey.count(point, computer)
        if own == 0:
            continue
        for other, reach in enumerate(replies):
            left = (reach & ~(1 << point)).bit_count()
            if other == index or (own == 1 and left > 0):
                continue
            value = TAKE - LOSS_PER_LIBERTY * left
            if value > (best.value if best else 0):
                best = Finding(point, value, Attack(stone, number, points[other], left))
    return best
