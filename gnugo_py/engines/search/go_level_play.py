"""The levels of the Go search: their visits, and how they imitate the mistakes of players of their rank.

Below level 8, moves are sampled at random. The weight of a move depends on its prior, on the points that it
loses and on its distance from the last move; moves that lose too much are excluded. After a pass, every level
plays its best move, or passes as well. At all levels, the first
moves of a game are sampled from the policy, so that games differ.
"""

from __future__ import annotations

import math
from random import Random
from typing import NamedTuple

from gnugo_py.engines.network import np
from gnugo_py.engines.network.network import Network, judge, small_network
from gnugo_py.engines.search.mcts import Mcts, size_class
from gnugo_py.games.board import LINES, geometry
from gnugo_py.games.go.ladders import find_ladder
from gnugo_py.games.go.move_facts import MoveFacts
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.types import PASS, Move, Play, Point

_OPENING_STONES = {9: 8, 13: 12, 19: 20}
"""By board size, the number of stones below which moves are sampled from the policy at all levels."""
_OPENING_PRIOR, _OPENING_LOSS = 0.15, 1.5
"""In the opening: the minimum ratio of a move's prior to the highest prior, and the most points that the move
may lose.
"""
_CANDIDATES_DRAWN = 12
"""The number of most probable moves from which one is sampled."""
_MIN_RELATIVE_PRIOR = 0.005
"""The minimum ratio of a move's prior to the highest prior for the move to be sampled."""
_LATE_SHARE, _LATE_SHARPNESS = 0.6, 3.0
"""The occupied share of the board above which lost points count more, and the factor applied to them."""
_MIN_STONES_SEEN = 3
"""The minimum number of stones whose capture or rescue a level looks for, and whose self-atari it avoids."""


class Level(NamedTuple):
    """How a level plays.

    visits      -- visits per move on boards up to 9x9, up to 13x13, and on larger boards, the first of
                   which is that of the position itself; for the judge, those of the judge of this package.
    temperature -- flattens the priors if it is above 1; at 0 the level plays the best move.
    sharpness   -- how strongly points lost count against a move.
    nearness    -- how strongly moves near the last one are preferred.
    max_loss    -- the most points that a move may lose.
    sight       -- the probability of seeing that three or more stones can be captured or saved, and of not
                   extending a chain that stays caught.
    has_judge   -- whether the level plays with the judge, instead of the small network.
    """

    visits: tuple[int, int, int]
    temperature: float = 0.0
    sharpness: float = 0.0
    nearness: float = 0.0
    max_loss: float = 0.0
    sight: float = 1.0
    has_judge: bool = False

    def network(self) -> Network:
        """Return the network with which the level plays."""
        return judge() if self.has_judge else small_network()

    def visits_for_board_size(self, size: int) -> int:
        """Return the visits per move for a board size.

        If another network is the judge, it gets as many visits as take about the same time.
        """
        visits = self.visits[size_class(size)]
        return max(round(visits / self.network().relative_cost), 1) if self.has_judge else visits


LEVELS = (
    Level((30, 30, 30), 3.4, 0.0, 2.0, 30.0, 0.7),
    Level((30, 30, 30), 2.6, 0.03, 1.7, 24.0, 0.85),
    Level((30, 30, 30), 2.2, 0.08, 1.5, 18.0, 0.95),
    Level((30, 30, 30), 1.7, 0.16, 1.0, 12.0),
    Level((36, 36, 36), 1.3, 0.3, 0.5, 8.0),
    Level((60, 60, 48), 1.0, 0.5, 0.0, 5.0),
    Level((120, 120, 84), 0.7, 0.9, 0.0, 3.0),
    Level((2, 2, 2), has_judge=True),
    Level((150, 80, 34), has_judge=True),
)


def vary_move(search: Mcts, best: int, position: GoPosition, level: Level, chance: Random) -> int:
    """Return the number of the move that a level plays, which may be the best one.

    In the opening, every level varies its moves; later, only those that have a temperature.
    """
    stones = (position.board.black | position.board.white).bit_count()
    if stones < _OPENING_STONES.get(position.size, position.size):
        return _draw_opening(search, best, position, chance)
    if not level.temperature:
        return best
    moves, priors = search.root.judgment.moves, search.root.judgment.priors
    if _captures_or_saves(_on_board(position, moves[best])) and chance.random() < level.sight:
        return best
    late = _LATE_SHARPNESS if position.board.share_occupied > _LATE_SHARE else 1.0
    sensible, weights = [], []
    for number in np.argsort(-priors)[:_CANDIDATES_DRAWN].tolist():
        if moves[number] is PASS or priors[number] < _MIN_RELATIVE_PRIOR * priors.max():
            continue
        move = _on_board(position, moves[number])
        if _is_absurd(move) or (_is_hopeless_run(move) and chance.random() < level.sight):
            continue
        lost = _points_lost(search, number, best)
        near = 1 + level.nearness * math.exp(-(_distance(position, move.point) ** 2) / 32)
        weight = priors[number] ** (1 / level.temperature) * math.exp(-level.sharpness * late * lost) * near
        sensible.append(number)
        weights.append(0.0 if lost > level.max_loss else float(weight))
    return chance.choices(sensible, weights)[0] if sum(weights) > 0 else best


def _on_board(position: GoPosition, move: Move) -> MoveFacts:
    """Return the move of a stone with the boards before and after it."""
    assert isinstance(move, Play)
    return MoveFacts(position, move.points[0])


def _draw_opening(search: Mcts, best: int, position: GoPosition, chance: Random) -> int:
    """Return the number of a move sampled from the policy, among the good moves off the first line."""
    moves, priors = search.root.judgment.moves, search.root.judgment.priors
    edge = geometry(position.size, LINES).edge
    good = [
        number
        for number in np.flatnonzero(priors >= _OPENING_PRIOR * priors.max()).tolist()
        if isinstance(move := moves[number], Play)
        and not edge >> move.points[0] & 1
        and _points_lost(search, number, best) <= _OPENING_LOSS
    ]
    return chance.choices(good, [float(priors[number]) for number in good])[0] if good else best


def _points_lost(search: Mcts, number: int, best: int) -> float:
    """Return how many points a root move loses compared with the best move, at least 0."""
    if number not in search.root.children:
        search.visit(number)
    return max(search.lead_after_move(best) - search.lead_after_move(number), 0.0)


def _distance(position: GoPosition, point: Point) -> float:
    """Return a point's distance from the last move, or a large number if there is no last move."""
    last = position.last_move
    if not isinstance(last, Play):
        return 100.0
    (row, column), (other_row, other_column) = (
        divmod(each, position.size + 1) for each in (point, last.points[0])
    )
    return math.hypot(row - other_row, column - other_column)


def _is_absurd(move: MoveFacts) -> bool:
    """Return whether a move fills an eye of its own color or is a pointless self-atari.

    A self-atari is pointless if it puts three or more stones in atari and captures nothing.
    """
    if not move.before.geometry.neighbors[move.point] & ~move.before.stones(move.color):
        return True
    is_atari = move.after.liberties(move.point).bit_count() < 2
    return is_atari and move.own_chain.bit_count() >= _MIN_STONES_SEEN and not move.captured


def _is_hopeless_run(move: MoveFacts) -> bool:
    """Return whether a move extends a chain in atari that stays caught in a ladder, and captures nothing."""
    if not any(move.before.is_in_atari(chain) for chain in move.joined):
        return False
    return not move.captured and find_ladder(move.after, move.point) is not None


def _captures_or_saves(move: MoveFacts) -> bool:
    """Return whether a move captures three or more stones or may save a chain of that size from atari."""
    if move.captured.bit_count() >= _MIN_STONES_SEEN:
        return True
    return not _is_hopeless_run(move) and any(
        chain.bit_count() >= _MIN_STONES_SEEN and move.before.is_in_atari(chain) for chain in move.joined
    )
