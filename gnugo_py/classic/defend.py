"""The defend finder: give a chain of the computer's more liberties (`findsaver`, `findnextmove`).

The original searches from every stone.  All stones of a chain come to the same liberties, so one
answer a chain is enough; only the winner walks, for the order among equals.
"""

from __future__ import annotations

from gnugo_py.classic.finding import Defence, Finding
from gnugo_py.classic.survey import Chain, Survey, walk
from gnugo_py.games.contract import Point, Side
from gnugo_py.go.board import points_of

LEAST = 40
PER_LIBERTY = 50
MOST_LIBERTIES = 3


def find_defence(survey: Survey, known: Survey, computer: Side) -> Finding | None:
    """The best move for a chain of the computer's believed to have at most three liberties (`findsaver`).

    survey -- the board as it is.
    known  -- the board on which the computer's own liberties were last counted: after the user's
              last stone.  After a pass of the user's the finder goes by these old figures.

    Of equal values the one for fewer liberties is kept, then the one for the earlier stone.
    """
    best: tuple[int, int, Point] = (0, 0, 0)
    for chain in known.sides[computer].chains:
        if not 0 < chain.number <= MOST_LIBERTIES:
            continue
        first = (chain.stones & -chain.stones).bit_length() - 1
        if chain.number == 1 and known is not survey:
            candidate = max(_in_atari_once(survey, computer, chain))
        else:
            gained = _most_gained(survey, computer, survey.sides[computer].at[first])
            candidate = (worth(gained, chain.number), -chain.number, -first)
        if candidate > best and candidate[0] > 0:
            best = candidate
    value, number, stone = best[0], -best[1], -best[2]
    return _explained(survey, computer, stone, number, value) if value else None


def _most_gained(survey: Survey, computer: Side, liberties: int) -> int:
    """The most liberties that a stone on one of a chain's would give it."""
    most = 0
    for point in points_of(liberties):
        gained = survey.count(point, computer)
        if gained > most:
            most = gained
    return most


def _in_atari_once(survey: Survey, computer: Side, chain: Chain) -> list[tuple[int, int, Point]]:
    """For a chain that was in atari when its liberties were counted, what each stone's search gives."""
    return [
        (worth(survey.count(point, computer), 1), -1, -stone) if point is not None else (-1, -1, -stone)
        for stone in points_of(chain.stones)
        for point in [_first_met(survey, computer, stone)]
    ]


def _first_met(survey: Survey, computer: Side, stone: Point) -> Point | None:
    """For a chain in atari the original looks at the first liberty it comes to, and at no other."""
    board = survey.board
    return next(walk(stone, board.stones(computer), survey.empty, board.geometry), None)


def _explained(survey: Survey, computer: Side, stone: Point, number: int, value: int) -> Finding:
    """The winner's move and reason; of equal moves the first that the search from its stone meets."""
    board = survey.board
    for point in walk(stone, board.stones(computer), survey.empty, board.geometry):
        gained = survey.count(point, computer)
        if worth(gained, number) == value:
            return Finding(point, value, Defence(stone, number, gained))
    raise AssertionError("a value without a move")


def worth(gained: int, number: int) -> int:
    """What a move is worth that gives a chain of `number` liberties `gained`; -1 if no more than it has."""
    if gained <= number:
        return -1
    return LEAST + (gained - number - 1) * PER_LIBERTY // number**3
