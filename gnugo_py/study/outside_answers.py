"""Judgments of answers that the file of a problem does not have, with regard to the stones in question."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from gnugo_py.engines.analysis import mean_ownership
from gnugo_py.engines.engine import Engine
from gnugo_py.games.board import Board
from gnugo_py.games.go.ladders import NET, is_captured
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.points import first_point, iter_points
from gnugo_py.games.types import PASS, Color, Move, Play, Point

_VISITS = 16
"""Visits of each search; four give the same answers in life and death nearly always."""
_MIN_DIFFERENCE = 0.5
"""The least ownership of a chain that must depend on the move of the file, for it to be in question."""

_MIN_OWNERSHIP = 0.5
"""The least ownership of a chain after every reply for the analyst to be sure of it; else it is read."""

_IN_ATARI = 1
"""The width of a reading of chains in atari only; with two liberties, a chain may win a race."""

_Owners: TypeAlias = Mapping[Point, float]


class OutsideAnswer(NamedTuple):
    """A judgment of an answer.

    point  -- a point of the stones in question.
    is_own -- whether they are the stones of the one who answered.
    reply  -- the opponent's reply after which the answer fails; None if it does with the stones what the move
              of the file does.
    """

    point: Point
    is_own: bool
    reply: Move | None


def judge_outside_answer(
    position: GoPosition,
    move: Move,
    best: Move,
    replies: Iterable[Move],
    analyst: Engine,
    goal: Point | None = None,
) -> OutsideAnswer | None:
    """Return the judgment of a legal move, or None if no stones depend on the move of the file.

    best    -- the move of the file.
    replies -- replies of the opponent to try, besides the analyst's and the move of the file.
    goal    -- a point of the only stones that can be in question; None if any can.

    Raise EngineError if the analyst raises it.
    """

    def owners_after(*moves: Move) -> _Owners:
        return analyst.analyze(_played(position, moves), _VISITS).ownership

    after = _played(position, [move])
    answer = analyst.analyze(after, _VISITS)
    if not answer.ownership:
        return None
    color, passed = position.to_move, _played(position, [PASS])
    if passed.is_over:
        return None
    after_best = owners_after(best)
    after_instead = owners_after(PASS) if passed.why_illegal(best) else owners_after(PASS, best)
    chains = dict(_differences(position, after_best, after_instead))
    goal_chain = 0 if goal is None else position.board.chain(goal)
    if goal_chain:
        chains = {chain: share for chain, share in chains.items() if chain == goal_chain}
    replies = dict.fromkeys([best, *answer.pv[:1], *replies])
    if not chains:
        return None if after.is_over else _by_reading(position, after, best, replies, goal_chain)
    stones = max(chains, key=lambda chain: chains[chain] * chain.bit_count())
    point, is_own = first_point(stones), bool(stones & position.board.stones(color))
    aim, least = mean_ownership(after_best, stones, color), 1.0
    for reply in replies:
        if after.is_over or after.why_illegal(reply) is not None:
            continue
        owned = mean_ownership(owners_after(move, reply), stones, color)
        if owned <= aim - chains[stones] / 2:
            return OutsideAnswer(point, is_own, reply)
        least = min(least, owned)
    is_sure = after.is_over or least >= _MIN_OWNERSHIP
    read = None if is_sure else _by_reading(position, after, best, replies, goal_chain)
    return read or OutsideAnswer(point, is_own, None)


def _by_reading(
    position: GoPosition, after: GoPosition, best: Move, replies: Iterable[Move], goal: int
) -> OutsideAnswer | None:
    """Return the judgment of an answer that leaves own stones lost, or lets others escape; else None.

    goal -- the stones in question; 0 for the opponent's that the move of the file captures. If they are the
            opponent's, own stones beside them must not be lost either, since there may be a race.

    This is certain even where the analyst gives the points around the stones to the same color in any case.
    """
    color, other = position.to_move, position.to_move.opponent
    board, after_best = position.board, position.play_unchecked(best).board
    stones = goal or board.stones(other) & ~after_best.stones(other)
    if not stones or stones & after.board.empty_points:
        return None
    is_own, beside = bool(stones & board.stones(color)), board.neighbors_of_points(stones)
    if is_own:
        in_question = [(stones, True)]
    else:
        own = [chain for chain in board.chains(color) if goal and chain & beside]
        in_question = [(each, True) for each in own if not _is_lost(after_best, each, attacker_first=True)]
        if _is_lost(after_best, stones, attacker_first=False):
            in_question.append((stones, False))
    around = stones | after.board.chains_on(beside, other if is_own else color)
    near = [Play((point,)) for point in iter_points(after.board.neighbors_of_points(around))]
    tried = [
        reply
        for reply in dict.fromkeys((*(each for each in replies if each in near), *near))
        if after.why_illegal(reply) is None
    ]
    for chain, is_owned in in_question:
        for reply in tried:
            then = after.play_unchecked(reply).board
            if _is_lost(then, chain, attacker_first=not is_owned) is is_owned:
                return OutsideAnswer(first_point(chain), is_owned, reply)
    return None


def _is_lost(board: Board, stones: int, attacker_first: bool) -> bool:
    """Return whether some of the stones are captured, or will be by reading."""
    width = NET if attacker_first else _IN_ATARI
    return bool(stones & board.empty_points) or any(
        is_captured(board, 1 << point, attacker_first, width) for point in iter_points(stones)
    )


def _played(position: GoPosition, moves: Iterable[Move]) -> GoPosition:
    for move in moves:
        position = position.play_unchecked(move)
    return position


def _differences(
    position: GoPosition, after_best: _Owners, after_instead: _Owners
) -> Iterator[tuple[int, float]]:
    """Yield the chains whose owner depends on who has the point of the move of the file, and by how much."""
    for color in Color:
        for chain in position.board.chains(color):
            shares = [mean_ownership(each, chain, position.to_move) for each in (after_best, after_instead)]
            if shares[0] - shares[1] >= _MIN_DIFFERENCE:
                yield chain, shares[0] - shares[1]
