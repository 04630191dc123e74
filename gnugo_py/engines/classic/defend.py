"""The defend finder: give a chain of the computer's more liberties (`findsaver`, `findnextmove`).

The original searches from every stone.  All stones of a chain come to the same liberties, so its
first stone speaks for all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gnugo_py.core.bitboard import points_of
from gnugo_py.core.types import Point, Side
from gnugo_py.engines.classic.results import NO_RESCUE, Defence, Finding, Rescue
from gnugo_py.engines.classic.survey import Believed, Chain, Survey, walk

LEAST = 40
PER_LIBERTY = 50


UNKNOWN = -1
"""The move of a rescue of which only the value is known yet."""


def find_defence(survey: Survey, computer: Side, believed: Iterable[Believed] | None) -> Finding | None:
    """The best move for a chain of the computer's believed to have at most three liberties (`findsaver`).

    survey   -- the board as it is.
    believed -- the computer's weak chains when its own liberties were last counted: after the user's
                last stone.  After a pass of the user's the finder goes by these old figures; None if
                that was on this very board.

    Of equal values the one for fewer liberties is kept, then the one for the earlier stone.
    """
    best = _best_rescue(survey, computer) if believed is None else _stale_rescue(survey, computer, believed)
    value, weakness, place, move, gained = best
    return Finding(move, value, Defence(-place, -weakness, gained)) if value > 0 else None


def _best_rescue(survey: Survey, computer: Side) -> Rescue:
    """The best that can be done for chains whose liberties are those they are believed to have."""
    best = NO_RESCUE
    for chain in survey.weak[computer]:
        rescue = chain.rescue = chain.rescue or _rescue(survey, computer, chain)
        if rescue > best:
            best = rescue
    return best


def _rescue(survey: Survey, computer: Side, chain: Chain) -> Rescue:
    """What can be done for a chain: of equal moves the first that the search from its first stone meets."""
    count = chain.count
    if not count:
        return NO_RESCUE
    points = survey.met(chain)
    gained = survey.counts(points, computer)
    most = max(gained)
    return Rescue(worth(most, count), -count, -chain.first, points[gained.index(most)], most)


def _stale_rescue(survey: Survey, computer: Side, believed: Iterable[Believed]) -> Rescue:
    """The best that can be done for chains believed to have the liberties they had on an earlier board.

    Since then the user has passed, so they have lost no stone.  What is said of a chain as it is
    holds for it also where its first stone is the same and its liberties are as many.
    """
    best, most = NO_RESCUE, dict[Chain, int]()
    for stones, count in believed:
        first = (stones & -stones).bit_length() - 1
        chain = survey.at[computer][first]
        if not (chain.count and count):
            continue
        if chain.count == count and chain.first == first:
            rescue = chain.rescue = chain.rescue or _rescue(survey, computer, chain)
        elif count == 1:
            rescue = max(_in_atari_once(survey, computer, stone) for stone in points_of(stones))
        else:
            if chain not in most:
                most[chain] = max(survey.counts(tuple(points_of(chain.liberties)), computer))
            rescue = Rescue(worth(most[chain], count), -count, -first, UNKNOWN, most[chain])
        if rescue > best:
            best = rescue
    if best.value > 0 and best.move == UNKNOWN:
        met = _search(survey, computer, -best.place)
        return best._replace(move=next(each for each in met if survey.count(each, computer) == best.gained))
    return best


def _in_atari_once(survey: Survey, computer: Side, stone: Point) -> Rescue:
    """What a stone's search gives that believes itself in atari: it looks at the first liberty only."""
    move = next(_search(survey, computer, stone))
    gained = survey.count(move, computer)
    return Rescue(worth(gained, 1), -1, -stone, move, gained)


def _search(survey: Survey, computer: Side, stone: Point) -> Iterator[Point]:
    """The liberties of a stone's chain in the order in which the original's search comes to them."""
    board = survey.board
    return walk(stone, board.stones(computer), survey.empty, board.geometry)


def worth(gained: int, number: int) -> int:
    """What a move is worth that gives a chain of `number` liberties `gained`; -1 if no more than it has."""
    if gained <= number:
        return -1
    return LEAST + (gained - number - 1) * PER_LIBERTY // number**3
