"""Small readers of Go for the lessons' claims: whether a chain can be caught, whether a group lives."""

from __future__ import annotations

from collections.abc import Iterable

from gnugo_py.core.bitboard import points_of
from gnugo_py.core.types import PASS, Play, Side
from gnugo_py.games.go.board import Board, flood
from gnugo_py.games.go.position import GoPosition

FREE = 3
"""A chain with so many liberties is not in atari after one more is filled."""


def liberties(board: Board, point: int) -> int:
    return board.liberties(point).bit_count()


def can_be_caught(position: GoPosition, stone: int, depth: int = 60, nets: int = 1) -> bool:
    """Whether a stone's chain is taken with best play on both sides, whoever is to move.

    depth -- how many moves are looked ahead.
    nets  -- how many of the attacker's moves may be no atari.
    """
    side = position.board.at(stone)
    if side is None:
        return True
    own = position.board.liberties(stone)
    if position.to_move is side:
        return _is_caught_whatever_it_does(position, stone, depth, nets)
    if own.bit_count() > 2 + nets or depth <= 0:
        return False
    if own.bit_count() < FREE and any(
        _goes_on(position, point, lambda after: can_be_caught(after, stone, depth - 1, nets))
        for point in points_of(own)
    ):
        return True
    return nets > 0 and any(
        _goes_on(position, point, lambda after: can_be_caught(after, stone, depth - 1, nets - 1))
        for point in points_of(own | _around(position.board, own))
    )


def _is_caught_whatever_it_does(position: GoPosition, stone: int, depth: int, nets: int) -> bool:
    board = position.board
    own = board.liberties(stone)
    if own.bit_count() > 2 + nets or depth <= 0:
        return False
    side = board.at(stone)
    assert side is not None
    ways = own | _around(board, own) if own.bit_count() > 1 else own
    for other in board.chains(side.other):
        first = next(points_of(other))
        if liberties(board, first) == 1:
            ways |= board.liberties(first)
    for point in points_of(ways):
        if _goes_on(position, point, lambda after: not can_be_caught(after, stone, depth - 1, nets)):
            return False
    return True


def _around(board: Board, points: int) -> int:
    """The empty points beside some points."""
    return board.around(points) & board.vacant


def _goes_on(position: GoPosition, point: int, asked: object) -> bool:
    """What comes out after a point is played, False if it may not be."""
    if position.why_not(point) is not None:
        return False
    assert callable(asked)
    return bool(asked(position.play(Play((point,)))))


def lives(position: GoPosition, stone: int, area: Iterable[int]) -> bool:
    """Whether a stone stays on the board with best play by both within an area, whoever is to move."""
    side = position.board.at(stone)
    if side is None:
        return False
    return _lives(position, stone, side, tuple(area), {}, frozenset())


def _lives(
    position: GoPosition,
    stone: int,
    side: Side,
    area: tuple[int, ...],
    known: dict[object, bool],
    path: frozenset[object],
) -> bool:
    board = position.board
    if board.at(stone) is not side:
        return False
    passed = position.passes
    if passed >= 2:
        return True
    key = (board.black, board.white, position.to_move, passed, position.lone_capture)
    if key in known:
        return known[key]
    if key in path:
        return True
    ours = position.to_move is side
    found = not ours
    for point in (*area, None):
        move = PASS if point is None else Play((point,))
        if point is not None and position.why_not(point) is not None:
            continue
        after = _lives(position.play(move), stone, side, area, known, path | {key})
        if after is ours:
            found = ours
            break
    known[key] = found
    return found


def regions(board: Board) -> list[tuple[int, set[Side]]]:
    """The empty regions, and whose stones are beside each."""
    found, rest = [], board.vacant
    while rest:
        region = flood(rest & -rest, board.vacant, board.geometry.stride)
        rest &= ~region
        around = board.around(region)
        found.append((region, {side for side in Side if board.stones(side) & around}))
    return found


def lone_points(board: Board, side: Side) -> list[int]:
    lone = (region for region, sides in regions(board) if sides == {side} and region.bit_count() == 1)
    return [next(points_of(region)) for region in lone]


def is_false_eye(board: Board, point: int, side: Side) -> bool:
    """Whether the opponent has one corner of a point at the edge, or two elsewhere."""
    row, column = divmod(point, 10)
    corners = [(row + down, column + right) for down in (-1, 1) for right in (-1, 1)]
    inside = [r * 10 + c for r, c in corners if 0 <= r < 9 and 0 <= c < 9]
    theirs = sum(board.at(each) is side.other for each in inside)
    return theirs >= (1 if len(inside) < 4 else 2)
