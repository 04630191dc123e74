"""The defend finder: give a chain of the computer's more liberties (`findsaver`, `findnextmove`).

The original searches from every stone.  All stones of a chain come to the same liberties, so its
first stone speaks for all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from gnugo_py.classic.finding import Defence, Finding
from gnugo_py.classic.survey import Chain, Survey, walk
from gnugo_py.games.contract import Point, Side
from gnugo_py.go.board import points_of

LEAST = 40
PER_LIBERTY = 50


class Rescue(NamedTuple):
    """What the finder says of one chain; the greatest wins.

    value    -- the best that can be done for it, -1 for nothing.
    weakness -- how many liberties it is believed to have, negative.
    place    -- the first of its stones that gives that value, negative.
    move     -- where.
    gained   -- how many liberties it would have then.
    """

    value: int
    weakness: int
    place: int
    move: Point = 0
    gained: int = 0


NONE, UNKNOWN = Rescue(-1, 0, 1), -1


def find_defence(survey: Survey, known: Survey, computer: Side) -> Finding | None:
    """The best move for a chain of the computer's believed to have at most three liberties (`findsaver`).

    survey -- the board as it is.
    known  -- the board on which the computer's own liberties were last counted: after the user's
              last stone.  After a pass of the user's the finder goes by these old figures.

    Of equal values the one for fewer liberties is kept, then the one for the earlier stone.
    """
    weak = known.weak[computer].values()
    best = _best_rescue(survey, computer, weak) if known is survey else _stale_rescue(survey, computer, weak)
    value, weakness, place, move, gained = best
    return Finding(move, value, Defence(-place, -weakness, gained)) if value > 0 else None


def _best_rescue(survey: Survey, computer: Side, weak: Iterable[Chain]) -> Rescue:
    """The best that can be done for chains whose liberties are those they are believed to have."""
    best = NONE
    for chain in weak:
        rescue = chain.rescue = chain.rescue or _rescue(survey, computer, chain)
        if rescue > best:
            best = rescue
    return best


def _rescue(survey: Survey, computer: Side, chain: Chain) -> Rescue:
    """What can be done for a chain: of equal moves the first that the search from its first stone meets."""
    count = chain.count
    if not count:
        return NONE
    points = survey.met(chain)
    gained = survey.counts(points, computer)
    most = max(gained)
    return Rescue(worth(most, count), -count, -chain.first, points[gained.index(most)], most)


def _stale_rescue(survey: Survey, computer: Side, believed: Iterable[Chain]) -> Rescue:
    """The best that can be done for chains believed to have the liberties they had on an earlier board."""
    best, most = NONE, dict[Chain, int]()
    for old in believed:
        chain = survey.chain(old.first)
        if not (chain.liberties and old.count and chain.side is computer):
            continue
        if chain.count == old.count and chain.first == old.first:
            rescue = chain.rescue = chain.rescue or _rescue(survey, computer, chain)
        elif old.count == 1:
            rescue = max(_in_atari_once(survey, computer, stone) for stone in points_of(old.stones))
        else:
            if chain not in most:
                most[chain] = max(survey.counts(tuple(points_of(chain.liberties)), computer))
            gained = most[chain]
            rescue = Rescue(worth(gained, old.count), -old.count, -old.first, UNKNOWN, gained)
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
