"""The defend finder: give a chain of the computer's more liberties (`findsaver`, `findnextmove`)."""

from __future__ import annotations

from gnugo_py.classic.finding import Defence, Finding
from gnugo_py.classic.survey import Survey, walk
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

    Fewer liberties come first, then stones in board order; the first of the highest value is kept.
    """
    best: Finding | None = None
    for number in range(1, MOST_LIBERTIES + 1):
        for stones, liberties in known.sides[computer].chains:
            if liberties.bit_count() != number:
                continue
            found = _rescue(survey, computer, stones, number)
            if found is not None and (best is None or _better(found, best)):
                best = found
    return best


def _better(new: Finding, old: Finding) -> bool:
    """Whether the original, which meets fewer liberties and earlier stones first, would prefer `new`."""
    assert isinstance(new.why, Defence)
    assert isinstance(old.why, Defence)
    if new.value != old.value:
        return new.value > old.value
    return new.why.liberties == old.why.liberties and new.why.stone < old.why.stone


def _rescue(survey: Survey, computer: Side, stones: int, number: int) -> Finding | None:
    """The best move for one chain (`findnextmove`).

    stones -- the chain as it was when its liberties were counted; it may have grown since.
    """
    if number > 1:
        return _widest(survey, computer, (stones & -stones).bit_length() - 1, number)
    best: Finding | None = None
    for stone in points_of(stones):
        found = _first_met(survey, computer, stone)
        if found is not None and (best is None or found.value > best.value):
            best = found
        if survey.sides[computer].at[stone].bit_count() == 1:
            break
    return best


def _first_met(survey: Survey, computer: Side, stone: Point) -> Finding | None:
    """For a chain in atari the original looks at the first liberty it comes to, and at no other."""
    board = survey.board
    for point in walk(stone, board.stones(computer), survey.empty, board.geometry):
        gained = survey.count(point, computer)
        value = worth(gained, 1)
        return Finding(point, value, Defence(stone, 1, gained)) if value > 0 else None
    return None


def _widest(survey: Survey, computer: Side, stone: Point, number: int) -> Finding | None:
    """The liberty of a chain that gains most; of equals, the first one the original comes to."""
    gains = {point: survey.count(point, computer) for point in points_of(survey.sides[computer].at[stone])}
    most = max(gains.values(), default=0)
    value = worth(most, number)
    if value <= 0:
        return None
    best = [point for point in gains if worth(gains[point], number) == value]
    if len(best) > 1:
        board = survey.board
        order = walk(stone, board.stones(computer), survey.empty, board.geometry)
        best = [next(point for point in order if point in best)]
    return Finding(best[0], value, Defence(stone, number, gains[best[0]]))


def worth(gained: int, number: int) -> int:
    """What a move is worth that gives a chain of `number` liberties `gained`; -1 if no more than it has."""
    if gained <= number:
        return -1
    return LEAST + (gained - number - 1) * PER_LIBERTY // number**3
