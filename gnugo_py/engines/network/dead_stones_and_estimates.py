"""The network's judgment: dead stones in finished games of Go, and estimates of unfinished ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from gnugo_py.engines.analysis import Analysis
from gnugo_py.engines.network.network import (
    default_network,
    fitted_win_rate,
    mean_ownership,
    ownership_by_point,
    win_rate_from_lead,
)
from gnugo_py.games.go.board import Board
from gnugo_py.games.go.contests import Contest, ContestResult, find_contest, read_contest
from gnugo_py.games.go.life import chains_with_two_eyes, groups_with_two_eyes, unconditional_life
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.rules import preset
from gnugo_py.games.go.scoring import enclosed_points_by_color
from gnugo_py.games.points import flood_fill, iter_points, point_set_from_points
from gnugo_py.games.position import Position
from gnugo_py.games.types import Color, Point

_CERTAIN_OWNERSHIP = 0.95
"""The absolute mean ownership of a chain's points above which the network's first look decides."""
_WEIGHT_BEFORE = 0.4
"""The weight of the first look, relative to the look after the game has been played to its end."""
_MAX_DEAD = -0.05
"""The weighted sum of a chain's ownership in both looks, below which the chain is dead."""
_MAX_MOVES_PLAYED_ON = 80
_SYMMETRIES_PLAYED = (0, 7)
"""The symmetries in which the network sees the board when it plays on; one odd move does not decide."""
_MAX_OWNERSHIP_READ, _MIN_OWNERSHIP_OF_LIVING = 0.75, 0.5
"""The mean ownership of a chain for its own color above which its contest is not read, and the minimum at
which a chain with two eyes is taken to be alive while others are read.
"""
_MAX_POSITIONS_READ = 11000
"""The maximum number of positions examined in the contests of a board."""
_MAX_OPEN_OWNERSHIP = 0.9
"""The absolute ownership of an empty point above which it separates regions."""
_MAX_OWNERSHIP_ENCLOSED = 0.3
"""The mean ownership below which chains are dead in a region that only the opponent surrounds."""


def dead_stones(position: Position | Board) -> int:
    """Return the set of dead stones in a position where neither color has useful moves left.

    position -- a position of Go, or a board, on which Black is assumed to be to move.

    Chains that are proven alive or dead keep that status, and so do those of which the network is certain.
    Of the others, contests in a small area are read to the end, so that a seki is recognized. Chains that
    the network does not clearly give to their owner are dead in a region that only the opponent surrounds.
    For the rest, the network plays the game to its end, twice with each color moving first, and looks again;
    both looks together decide. No stones are dead if the board has stones of only one color. In an
    unfinished position, the result is an estimate.
    """
    if isinstance(position, Board):
        position = GoPosition.from_board(position, Color.BLACK, preset("chinese", position.geometry.size))
    assert isinstance(position, GoPosition), "only games of Go have dead stones"
    position, board = position.without_passes(), position.board
    if not (board.black and board.white):
        return 0
    certain = [unconditional_life(board, color) for color in Color]
    alive = certain[0].alive | certain[1].alive
    dead = (certain[0].territory & board.white) | (certain[1].territory & board.black)
    chains = [
        (color, chain) for color in Color for chain in board.chains(color) if not chain & (alive | dead)
    ]
    if not chains:
        return dead
    before = symmetry_averaged_ownership(position)
    looks = [_Look(mean_ownership(before, chain, color), chain, color) for color, chain in chains]
    dead |= sum(look.chain for look in looks if look.share < -_CERTAIN_OWNERSHIP)
    doubtful = [look for look in looks if abs(look.share) <= _CERTAIN_OWNERSHIP]
    doubtful, open_contests, dead = _read_contests(board, doubtful, alive, dead)
    doubtful, dead = _settle_regions(board, doubtful, dead, before)
    doubtful += open_contests
    if doubtful:
        turns = [position.with_to_move(color) for color in Color]
        ends = [_position_after_play(turn, way) for turn in turns for way in _SYMMETRIES_PLAYED]
        after = _mean_ownership(ends, [0])
        for share, chain, color in doubtful:
            if _WEIGHT_BEFORE * share + mean_ownership(after, chain, color) < _MAX_DEAD:
                dead |= chain
    return dead


class _Look(NamedTuple):
    """The network's first look at a chain.

    share -- the mean ownership of its points for its color, -1 to 1.
    """

    share: float
    chain: int
    color: Color


class _Reading(NamedTuple):
    """A contest to be read.

    board    -- the board without dead stones other than those of the contest.
    is_exact -- whether no chain around the contest can be cut from its second eye.
    """

    board: Board
    contest: Contest
    is_exact: bool

    def result(self, max_positions: int) -> tuple[ContestResult | None, int]:
        """Return what becomes of the chain whoever moves first, and the number of positions examined.

        The result is "ko" if it depends on a ko or on who moves first, and None if it is unknown.
        """
        result, examined = read_contest(self.board, self.contest, True, max_positions)
        if result != "captured" or not self.is_exact:
            return ("ko" if result == "captured" else result), examined
        result, more = read_contest(self.board, self.contest, False, max_positions)
        return ("ko" if result == "lives" else result), examined + more


def _reading(board: Board, look: _Look, known: int, dead: int, unclear: int) -> _Reading | None:
    """Return the contest of a chain, or None if it needs no reading or is too large.

    known   -- stones that are proven to be alive.
    unclear -- stones that are not taken to be alive, even with two eyes.
    """
    if look.share >= _MAX_OWNERSHIP_READ:
        return None
    cleared = board.without_stones(dead & ~look.chain)
    territory = enclosed_points_by_color(cleared)
    for living in (chains_with_two_eyes, groups_with_two_eyes):
        alive = (known | living(cleared, territory)) & ~(unclear | look.chain)
        contest = find_contest(cleared, look.chain, alive)
        if contest is not None:
            return _Reading(cleared, contest, living is chains_with_two_eyes)
    return None


def _read_contests(
    board: Board, looks: list[_Look], alive: int, dead: int
) -> tuple[list[_Look], list[_Look], int]:
    """Read the contests of chains, the smallest first.

    Return the looks at chains whose contest was not read or solved, the looks at those whose fate depends
    on a ko or on who moves first, and the dead stones.
    """
    unclear = sum(look.chain for look in looks if look.share < _MIN_OWNERSHIP_OF_LIVING)
    readings = [
        (look, reading)
        for look in looks
        if (reading := _reading(board, look, alive, dead, unclear)) is not None
    ]
    results, left = dict[_Look, ContestResult | None](), _MAX_POSITIONS_READ
    for look, reading in sorted(readings, key=lambda each: each[1].contest.area.bit_count()):
        results[look], examined = reading.result(left)
        left -= examined
    captured, depending, unsolved = (
        [look for look in looks if results.get(look) == result] for result in ("captured", "ko", None)
    )
    return unsolved, depending, dead | sum(look.chain for look in captured)


def _settle_regions(
    board: Board, looks: list[_Look], dead: int, ownership: Mapping[Point, float]
) -> tuple[list[_Look], int]:
    """Judge together all chains in a region that only one color surrounds.

    Return the looks at chains that are still doubtful, and the dead stones.

    ownership -- Black's ownership of each point.
    """
    weak = dead | sum(look.chain for look in looks)
    unclear = point_set_from_points(
        point for point in iter_points(board.empty_points) if abs(ownership[point]) < _MAX_OPEN_OWNERSHIP
    )
    doubtful, rest = [], looks
    while rest:
        region = flood_fill(rest[0].chain, weak | unclear, board.geometry.stride)
        here = [look for look in rest if look.chain & region]
        rest = [look for look in rest if not look.chain & region]
        border = board.surrounding_points(region) & ~weak
        owners = [color for color in Color if border & board.stones(color)]
        inside = [look for look in here if [look.color] != owners]
        stones = sum(look.chain.bit_count() for look in inside)
        total = sum(look.share * look.chain.bit_count() for look in inside)
        if len(owners) == 1 and total < _MAX_OWNERSHIP_ENCLOSED * stones:
            dead |= sum(look.chain for look in inside)
        else:
            doubtful += here
    return doubtful, dead


def _position_after_play(position: GoPosition, symmetry: int) -> GoPosition:
    """Return the position after the network plays its most probable moves until both colors pass.

    At most `_MAX_MOVES_PLAYED_ON` moves are played.

    symmetry -- how the network sees the board when it chooses moves; see `Network.evaluate`.
    """
    for _ in range(_MAX_MOVES_PLAYED_ON):
        policy = default_network().evaluate(position, symmetry).policy
        position = position.play_unchecked(max(policy, key=lambda move: policy[move]))
        if position.is_over:
            return position.without_passes()
    return position


def symmetry_averaged_ownership(position: GoPosition) -> dict[Point, float]:
    """Return Black's ownership by point, averaged over the eight symmetries and both colors to move."""
    return _mean_ownership([position.without_passes()], range(8))


def _mean_ownership(positions: Sequence[GoPosition], symmetries: Sequence[int]) -> dict[Point, float]:
    """Return Black's ownership by point, averaged over positions, symmetries and both colors to move."""
    seen = [
        -each.owners if color else each.owners
        for position in positions
        for color in Color
        for each in default_network().evaluate_symmetries(position.with_to_move(color), symmetries)
    ]
    return ownership_by_point(sum(seen[1:], start=seen[0]) / np.float32(len(seen)), positions[0].size)


def estimate(position: Position) -> Analysis:
    """Return the network's estimate of a position of Go, from one evaluation."""
    assert isinstance(position, GoPosition), "only games of Go are estimated"
    evaluation = default_network().evaluate(position)
    sign = -1 if position.to_move else 1
    win_rate = win_rate_from_lead(evaluation.lead, evaluation.score_stdev)
    return Analysis(
        win_rate=fitted_win_rate(win_rate, position.board.share_occupied),
        ownership=tuple((point, sign * share) for point, share in evaluation.ownership.items()),
        score_lead=evaluation.lead,
        score_stdev=evaluation.score_stdev,
    )
