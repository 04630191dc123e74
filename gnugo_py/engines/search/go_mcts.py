"""Go for the search guided by a network: evaluations, levels, openings, and when to pass.

A level is a number of visits and, below level 8, a way to make the mistakes of players of its rank: a move is
drawn by its prior, by the points that it loses and by its distance from the last move, and it is checked that
it does not lose too much.
"""

from __future__ import annotations

import math
from random import Random
from typing import NamedTuple, cast

from gnugo_py.core.bitboard import iter_points
from gnugo_py.core.position import Position
from gnugo_py.core.types import PASS, Color, Move, Play, Point
from gnugo_py.engines.network import np
from gnugo_py.engines.network.judge import dead_stones, default_network
from gnugo_py.engines.network.network import Array
from gnugo_py.engines.search.mcts import Judgment, Mcts
from gnugo_py.engines.search.result import GuidedGame, MoveIndex, SearchCandidate, SearchControl, SearchResult
from gnugo_py.games.go.board import Board, geometry
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.scoring import enclosed_regions

PASSING = -1
"""The move index of a pass."""
SCORE_WEIGHT = 0.1
"""The weight of the score, against the win rate, in the value of a position."""
SCORE_SCALE = 20.0
"""The lead in points at which the value of the score comes close to its limit."""
MIN_AREA_GAINED, MIN_AREA_GAINED_FOR_TERRITORY, MIN_AREA_GAINED_IF_SETTLED = 0.5, 1.5, 4.0
"""A move that gains fewer points of area than this against a pass is not played.

The network counts area.  A neutral point is one point of area, but nothing under territory rules.  There the
last limit applies once every chain and every point of territory is clear.
"""
CLEAR_CHAIN, CLEAR_TERRITORY, MAX_NEUTRAL = 0.7, 0.6, 0.85
"""The ownership from which a chain is clearly alive or dead, and from which territory is clear; and that from
which a point that both colors reach is not neutral, but territory that still has to be closed.
"""
SURE = 0.97
"""The ownership, whoever is to move, from which a point is settled, so that nobody needs to play there."""
MIN_SETTLED_SHARE = 0.3
"""The share of occupied points below which no point is taken to be settled."""
MIN_PASS_PRIOR = 0.005
"""The prior of a pass below which it is not considered; it is nearly always higher once all is settled."""
REASON_TO_STOP = "No move gains a point any more."
PASS_VISITS = 16
"""Visits that a pass gets in the endgame, so that the points it loses are known."""
OPENING_STONES = {9: 8, 13: 12, 19: 20}
"""Number of stones up to which moves are drawn from the policy at all levels, by board size."""
OPENING_PRIOR, OPENING_LOSS = 0.15, 1.5
"""In the opening: the prior of a move compared with the best one's, and the points it may lose at most."""


MIN_SHARE_TO_RESIGN, WIN_RATE_TO_RESIGN, POINTS_TO_RESIGN = 0.3, 0.03, (8.0, 12.0, 20.0)
"""When to resign: from this share of occupied points on, below this win rate, and by more points than these
behind, on boards up to 9x9, up to 13x13, and larger.
"""


class Level(NamedTuple):
    """How a level plays.

    rank        -- about how strong it is.
    visits      -- visits per move on 9x9, 13x13 and 19x19.
    temperature -- flattens the priors if it is above 1; 0 plays the best move.
    sharpness   -- how strongly points lost count against a move.
    nearness    -- how strongly moves near the last one are preferred.
    max_loss    -- the points that a move may lose at most.
    sight       -- the probability of seeing that three or more stones can be captured or saved.
    """

    rank: str
    visits: tuple[int, int, int]
    temperature: float = 0.0
    sharpness: float = 0.0
    nearness: float = 0.0
    max_loss: float = 0.0
    sight: float = 1.0


LEVELS = (
    Level("20 kyu", (50, 50, 50), 2.2, 0.0, 2.0, 25.0, 0.85),
    Level("17 kyu", (50, 50, 50), 1.9, 0.02, 1.7, 21.0, 0.9),
    Level("15 kyu", (50, 50, 50), 1.7, 0.03, 1.5, 18.0, 0.95),
    Level("12 kyu", (50, 50, 50), 1.4, 0.06, 1.0, 12.0),
    Level("8 kyu", (60, 60, 60), 1.2, 0.15, 0.5, 8.0),
    Level("4 kyu", (120, 120, 100), 1.0, 0.3, 0.0, 5.0),
    Level("1 kyu", (300, 250, 160), 0.7, 0.6, 0.0, 3.0),
    Level("1 dan", (500, 400, 250)),
    Level("2 dan", (1200, 800, 500)),
)
CANDIDATES_DRAWN = 12
"""The number of the most probable moves from which one is drawn."""
MIN_RELATIVE_PRIOR = 0.005
LATE_SHARE, LATE_SHARPNESS = 0.6, 3.0
"""From this share of occupied points on, points lost count so many times as much."""
MIN_STONES_SEEN = 3


def judge(position: Position) -> Judgment:
    """Return the network's judgment of a position; after two passes there are no moves to search."""
    go = cast(GoPosition, position)
    evaluation = default_network().evaluate(go.without_passes() if go.is_over else go)
    komi = go.rules.komi + go.rules.handicap_bonus
    sign = -1 if go.to_move else 1
    points, priors = evaluation.legal_policy
    rate, lead = evaluation.win_rate(komi), evaluation.score_mean - sign * komi
    moves = () if go.is_over else (*points, PASSING)
    return Judgment(moves, priors, _value(rate, lead), rate, lead, sign * evaluation.owners)


def choose(position: Position, level: int, seed: int, control: SearchControl) -> SearchResult:
    """Return the result for a position of Go at a level; see `GuidedGame`."""
    go, plays = cast(GoPosition, position), LEVELS[level - 1]
    if go.is_over:
        return _counted(go)
    search = Mcts(judge, move_of, go)
    ownership = _ownership_of_either(go, search)
    _remove_settled(search, _settled_points(go, ownership))
    search.run(level_visits(level, go.size), control)
    order = search.root.order() or [0]
    if not search.root.children:
        search.visit(order[0])
    best = _best_or_pass(search, order, go, ownership)
    if search.root.judgment.moves[best] != PASSING:
        best = _draw(search, best, go, plays, Random(seed))  # noqa: S311 - no secrets here
    return _result(search, best, go)


def move_of(code: MoveIndex, position: Position) -> Move:
    """Return the move with an index."""
    return PASS if code == PASSING else Play((code,))


def is_lost(result: SearchResult, position: Position) -> bool:
    """Return whether the color to move should resign: late enough, and hopelessly behind."""
    go = cast(GoPosition, position)
    if result.win_rate is None or result.lead is None or _share_occupied(go.board) < MIN_SHARE_TO_RESIGN:
        return False
    behind = POINTS_TO_RESIGN[0 if go.size <= 9 else 1 if go.size <= 13 else 2]
    return result.win_rate < WIN_RATE_TO_RESIGN and result.lead < -behind


GO_SEARCH = GuidedGame(move_of, choose, is_lost)


def _value(win_rate: float, lead: float) -> float:
    """Return the value of a position: mostly its win rate, and a little its score."""
    return (1 - SCORE_WEIGHT) * win_rate + SCORE_WEIGHT * (0.5 + 0.5 * math.tanh(lead / SCORE_SCALE))


def level_visits(level: int, size: int) -> int:
    """Return the visits of a level on a board; between the sizes of the table, those of the larger board."""
    return LEVELS[level - 1].visits[0 if size <= 9 else 1 if size <= 13 else 2]


def _share_occupied(board: Board) -> float:
    return (board.black | board.white).bit_count() / board.geometry.size**2


def _ownership_of_either(position: GoPosition, search: Mcts) -> tuple[Array, Array]:
    """Return Black's ownership with the color to move, and with the other color to move."""
    other = judge(position.with_to_move(position.to_move.opponent).without_passes())
    return search.root.judgment.ownership, other.ownership


def _settled_points(position: GoPosition, ownership: tuple[Array, Array]) -> int:
    """Return the points that keep their owner whoever is to move; none early in the game."""
    if _share_occupied(position.board) < MIN_SETTLED_SHARE:
        return 0
    first, second = ownership
    sure = (np.minimum(first, second) > SURE) | (np.maximum(first, second) < -SURE)
    size = position.size
    points = (divmod(int(number), size) for number in np.flatnonzero(sure))
    return sum(1 << row * (size + 1) + column for row, column in points)


def _is_clear(position: GoPosition, ownership: Array) -> bool:
    """Return whether every chain is clearly alive or dead, and all territory is closed and clear."""
    board, owners, dead = position.board, _by_point(ownership, position.size), 0
    for color in Color:
        for chain in board.chains(color):
            share = sum(owners[point] for point in iter_points(chain)) / chain.bit_count()
            if abs(share) < CLEAR_CHAIN:
                return False
            if (share < 0) is (color is Color.BLACK):
                dead |= chain
    cleared = board.without_stones(dead)
    territory = enclosed_regions(cleared)
    neutral = cleared.empty_points & ~(territory[0] | territory[1])
    if any(abs(owners[point]) > MAX_NEUTRAL for point in iter_points(neutral)):
        return False
    return all(
        owners[point] * (-1 if color else 1) >= CLEAR_TERRITORY
        for color in Color
        for point in iter_points(territory[color])
    )


def _remove_settled(search: Mcts, settled: int) -> None:
    """Leave out the moves on settled points at the root, unless only they are left."""
    judgment = search.root.judgment
    kept = [
        number for number, move in enumerate(judgment.moves) if move == PASSING or not settled >> move & 1
    ]
    priors = judgment.priors[kept]
    judgment = judgment._replace(
        moves=tuple(judgment.moves[number] for number in kept), priors=priors / priors.sum()
    )
    root = search.root
    root.judgment = judgment
    root.child_visits, root.child_values = (np.zeros(len(kept), np.float32) for _ in range(2))


def _best_or_pass(
    search: Mcts, order: list[int], position: GoPosition, ownership: tuple[Array, Array]
) -> int:
    """Return the number of the best move, or of the pass if no move gains anything against it."""
    moves = search.root.judgment.moves
    passing = moves.index(PASSING)
    others = [number for number in order if number != passing]
    if not others:
        return passing
    best = others[0]
    is_endgame = _share_occupied(position.board) >= MIN_SETTLED_SHARE
    if not is_endgame or search.root.judgment.priors[passing] < MIN_PASS_PRIOR:
        return best
    while search.root.child_visits[passing] < PASS_VISITS:
        search.visit(passing)
    needed = MIN_AREA_GAINED
    if "territory" in position.rules.scoring:
        is_clear = _is_clear(position, (ownership[0] + ownership[1]) / np.float32(2))
        needed = MIN_AREA_GAINED_IF_SETTLED if is_clear else MIN_AREA_GAINED_FOR_TERRITORY
    return passing if search.lead(best) - search.lead(passing) < needed else best


def _draw(search: Mcts, best: int, position: GoPosition, level: Level, chance: Random) -> int:
    """Return the number of the move that a level plays instead of the best one."""
    stones = (position.board.black | position.board.white).bit_count()
    if stones < OPENING_STONES.get(position.size, position.size):
        return _draw_opening(search, best, position, chance)
    if not level.temperature:
        return best
    moves, priors = search.root.judgment.moves, search.root.judgment.priors
    if _captures_or_saves(position, moves[best]) and chance.random() < level.sight:
        return best
    likely = [
        number for number in np.argsort(-priors)[:CANDIDATES_DRAWN].tolist() if moves[number] != PASSING
    ]
    likely = [each for each in likely if priors[each] >= MIN_RELATIVE_PRIOR * priors.max()]
    sensible = [each for each in likely if not _is_absurd(position, moves[each])]
    late = LATE_SHARPNESS if _share_occupied(position.board) > LATE_SHARE else 1.0
    weights = []
    for number in sensible:
        lost = _points_lost(search, number, best)
        near = 1 + level.nearness * math.exp(-(_distance(position, moves[number]) ** 2) / 32)
        weight = priors[number] ** (1 / level.temperature) * math.exp(-level.sharpness * late * lost) * near
        weights.append(0.0 if lost > level.max_loss else float(weight))
    return chance.choices(sensible, weights)[0] if sum(weights) > 0 else best


def _draw_opening(search: Mcts, best: int, position: GoPosition, chance: Random) -> int:
    """Return the number of a move drawn from the policy, among good ones that are not on the first line."""
    moves, priors = search.root.judgment.moves, search.root.judgment.priors
    edge = geometry(position.size).edge
    good = [
        number
        for number in np.flatnonzero(priors >= OPENING_PRIOR * priors.max()).tolist()
        if moves[number] != PASSING
        and not edge >> moves[number] & 1
        and _points_lost(search, number, best) <= OPENING_LOSS
    ]
    return chance.choices(good, [float(priors[number]) for number in good])[0] if good else best


def _points_lost(search: Mcts, number: int, best: int) -> float:
    """Return how many points a move at the root loses against the best one, at least 0."""
    if number not in search.root.children:
        search.visit(number)
    return max(search.lead(best) - search.lead(number), 0.0)


def _distance(position: GoPosition, point: Point) -> float:
    """Return the distance of a point from the last move; large if there is none."""
    last = position.last_move
    if not isinstance(last, Play):
        return 100.0
    (row, column), (other_row, other_column) = (
        divmod(each, position.size + 1) for each in (point, last.points[0])
    )
    return math.hypot(row - other_row, column - other_column)


def _is_absurd(position: GoPosition, point: Point) -> bool:
    """Return whether a move fills an own eye, or puts three or more own stones into atari for nothing."""
    board, color = position.board, position.to_move
    if not board.geometry.neighbors[point] & ~board.stones(color):
        return True
    after = position.play_unchecked(Play((point,)))
    chain = after.board.chain(point)
    is_capture = after.prisoners[color] > position.prisoners[color]
    is_atari = after.board.liberties(point).bit_count() < 2
    return is_atari and chain.bit_count() >= MIN_STONES_SEEN and not is_capture


def _captures_or_saves(position: GoPosition, point: Point) -> bool:
    """Return whether a move captures three or more stones, or saves as many from atari."""
    board, color = position.board, position.to_move
    if board.captures(point, color).bit_count() >= MIN_STONES_SEEN:
        return True
    beside = board.geometry.neighbors[point] & board.stones(color)
    return any(
        board.chain(each).bit_count() >= MIN_STONES_SEEN and board.liberties(each).bit_count() == 1
        for each in iter_points(beside)
    )


def _counted(position: GoPosition) -> SearchResult:
    """Return the result for a game that is over, which is counted."""
    sign = -1 if position.to_move else 1
    margin = sign * position.score(dead_stones(position)).margin
    rate = 0.5 if margin == 0 else float(margin > 0)
    owners = _by_point(judge(position).ownership, position.size)
    only = (SearchCandidate(PASSING, rate, 1.0),)
    return SearchResult(only, (PASSING,), 1, 0, rate, owners, "The game is over.", margin)


def _result(search: Mcts, best: int, position: GoPosition) -> SearchResult:
    """Return the result of a search in which a move was chosen."""
    if best not in search.root.children:
        search.visit(best)
    order = [best, *(number for number in search.root.order() if number != best)]
    candidates: list[SearchCandidate] = [search.candidate(number) for number in order]
    return SearchResult(
        candidates=tuple(candidates),
        pv=search.principal_variation(best),
        visits=search.root.visits,
        win_rate=search.root.win_rate / search.root.visits,
        lead=search.root.lead / search.root.visits,
        ownership=_by_point(search.owners / np.float32(search.evaluated), position.size),
        note=REASON_TO_STOP if search.root.judgment.moves[best] == PASSING else "",
    )


def _by_point(owners: Array, size: int) -> dict[MoveIndex, float]:
    """Return ownership by point."""
    return {
        number // size * (size + 1) + number % size: float(share)
        for number, share in enumerate(owners.tolist())
    }
