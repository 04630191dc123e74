"""The defend finder: give a chain of the computer more liberties (`findsaver`, `findnextmove`).

The original searches from every stone. All stones of a chain reach the same liberties, so only the first one
is examined, except where old liberty counts are used (see `find_defense`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gnugo_py.core.bitboard import iter_points
from gnugo_py.core.types import Color, Point
from gnugo_py.engines.classic.chains_and_liberties import (
    Chain,
    ChainSurvey,
    RememberedChain,
    iter_liberties_depth_first,
)
from gnugo_py.engines.classic.results import NO_RESCUE, DefenseReason, FinderResult, Rescue

_BASE_VALUE = 40
_VALUE_PER_LIBERTY = 50


_UNKNOWN_MOVE = -1
"""A placeholder for the move of a rescue of which only the value has been computed so far."""


def find_defense(
    survey: ChainSurvey, computer: Color, remembered_chains: Iterable[RememberedChain] | None
) -> FinderResult | None:
    """Return the best move for a weak chain of the computer (`findsaver`), or None.

    survey            -- the current board.
    computer          -- the color that the engine plays.
    remembered_chains -- the computer's weak chains when its liberties were last counted, that is, after the
                         opponent's last stone. After a pass by the opponent the finder uses these old counts.
                         None if the liberties were counted on the current board.

    Only chains with a count of at most three liberties are considered. If values are equal, the chain with
    fewer liberties wins, then the earlier stone.
    """
    best = (
        _best_rescue(survey, computer)
        if remembered_chains is None
        else _rescue_by_remembered_liberties(survey, computer, remembered_chains)
    )
    value, weakness, place, move, gained = best
    return FinderResult(move, value, DefenseReason(-place, -weakness, gained)) if value > 0 else None


def _best_rescue(survey: ChainSurvey, computer: Color) -> Rescue:
    """Return the best rescue of a chain when the liberty counts are current."""
    best = NO_RESCUE
    for chain in survey.weak_chains[computer]:
        rescue = chain.rescue = chain.rescue or _rescue(survey, computer, chain)
        if rescue > best:
            best = rescue
    return best


def _rescue(survey: ChainSurvey, computer: Color, chain: Chain) -> Rescue:
    """Return the rescue of a chain; of equal moves, the first in the walk from the chain's first stone."""
    count = chain.count
    if not count:
        return NO_RESCUE
    points = survey.liberties_in_walk_order(chain)
    gained = survey.liberty_counts_after_moves(points, computer)
    most = max(gained)
    return Rescue(liberty_gain_value(most, count), -count, -chain.first, points[gained.index(most)], most)


def _rescue_by_remembered_liberties(
    survey: ChainSurvey, computer: Color, remembered_chains: Iterable[RememberedChain]
) -> Rescue:
    """Return the best rescue of a chain, based on the liberty counts of an earlier board.

    The opponent has only passed since then, so the chains have lost no stones. If the first stone
    and the number of liberties of a remembered chain are unchanged, the result for the current chain applies.
    """
    best, most = NO_RESCUE, dict[Chain, int]()
    for stones, count in remembered_chains:
        first = (stones & -stones).bit_length() - 1
        chain = survey.chain_at[computer][first]
        if not (chain.count and count):
            continue
        if chain.count == count and chain.first == first:
            rescue = chain.rescue = chain.rescue or _rescue(survey, computer, chain)
        elif count == 1:
            rescue = max(_rescue_from_atari(survey, computer, stone) for stone in iter_points(stones))
        else:
            if chain not in most:
                most[chain] = max(
                    survey.liberty_counts_after_moves(tuple(iter_points(chain.liberties)), computer)
                )
            rescue = Rescue(
                liberty_gain_value(most[chain], count), -count, -first, _UNKNOWN_MOVE, most[chain]
            )
        if rescue > best:
            best = rescue
    if best.value > 0 and best.move == _UNKNOWN_MOVE:
        met = _search(survey, computer, -best.stone_order)
        return best._replace(
            move=next(each for each in met if survey.liberty_count_after_move(each, computer) == best.gained)
        )
    return best


def _rescue_from_atari(survey: ChainSurvey, computer: Color, stone: Point) -> Rescue:
    """Return the rescue for a stone counted as in atari: the search considers only its first liberty."""
    move = next(_search(survey, computer, stone))
    gained = survey.liberty_count_after_move(move, computer)
    return Rescue(liberty_gain_value(gained, 1), -1, -stone, move, gained)


def _search(survey: ChainSurvey, computer: Color, stone: Point) -> Iterator[Point]:
    """Return the liberties of a stone's chain in the order of the original's search."""
    board = survey.board
    return iter_liberties_depth_first(stone, board.stones(computer), survey.empty, board.geometry)


def liberty_gain_value(gained: int, number: int) -> int:
    """Return the value of a move that changes the liberties from `number` to `gained`; -1 if it adds none."""
    if gained <= number:
        return -1
    return _BASE_VALUE + (gained - number - 1) * _VALUE_PER_LIBERTY // number**3
