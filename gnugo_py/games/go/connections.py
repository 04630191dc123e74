"""Cuts in Go: does a stone separate chains of the other color for good?"""

from __future__ import annotations

from itertools import permutations

from gnugo_py.games.board import Board
from gnugo_py.games.go.ladders import catching_points, is_captured
from gnugo_py.games.points import first_point, iter_points, points_near
from gnugo_py.games.types import Color, Point


def cut_chains(board: Board, point: Point, color: Color) -> list[int]:
    """Return the chains of the other color beside a point that a stone of a color there separates for good.

    Each two of them could have connected on the point. After the stone, which is beside or diagonal to
    another one of its color, neither a capture nor one or two moves on empty points connect them, nor does an
    atari. The list is empty if there are no two such chains.
    """
    other = color.opponent
    beside = board.geometry.neighbors[point] & board.stones(other)
    after, captured, _ = board.play(point, color)
    chains = dict.fromkeys(board.chain(each) for each in iter_points(beside))
    is_supported = points_near(point, 1, board.geometry.size) & board.stones(color)
    if len(chains) < 2 or captured or not is_supported or is_captured(after, 1 << point, True):
        return []
    separated = list[int]()
    for chain in chains:
        if not any(_can_connect(after, each, chain, other) for each in separated):
            separated.append(chain)
    return separated if len(separated) > 1 else []


def _can_connect(board: Board, one: int, another: int, color: Color) -> bool:
    """Return whether two chains of a color are connected, or could be by its next moves."""
    chains = [one, another]
    is_near = _reachable(board, one, color) & another
    return (
        bool(is_near)
        or _connects_with_stone(board, chains, color)
        or _connects_with_atari(board, chains, color)
    )


def _connects_with_stone(board: Board, chains: list[int], color: Color) -> bool:
    """Return whether one stone connects the chains of a color: each cut would be caught."""
    groups = [solid_group(board, chain, color) for chain in chains]
    near, between = 0, board.empty_points
    for group in groups:
        liberties = board.surrounding_points(group) & board.empty_points
        near |= liberties
        between &= board.neighbors_of_points(liberties)
    for point in iter_points(near | between):
        after = board.with_stone(point, color)
        found = [_link(after, point, group, color.opponent) for group in groups]
        links = [link for link in found if link is not None]
        if len(links) == len(groups) and not _can_break_two(after, point, links, color.opponent):
            return True
    return False


def solid_group(board: Board, chain: int, color: Color) -> int:
    """Return a chain with the chains of its color that have two common liberties with it, and so on."""
    group = 0
    while group != chain:
        group = chain
        liberties = board.surrounding_points(group) & board.empty_points
        for each in board.chains(color):
            common = board.surrounding_points(each) & liberties
            if common & (common - 1):
                chain |= each
    return group


def _link(board: Board, point: Point, group: int, opponent: Color) -> int | None:
    """Return the common liberties that link a stone to a group: two or more, or one where a cut is caught.

    Returns 0 for a stone beside the group, and None if the stone is not linked to it.
    """
    if board.chain(point) & group:
        return 0
    common = board.liberties(point) & board.surrounding_points(group)
    if common & (common - 1):
        return common
    is_link = common and is_captured(board.play(first_point(common), opponent)[0], common, True)
    return common if is_link else None


def _can_break_two(board: Board, point: Point, links: list[int], opponent: Color) -> bool:
    """Return whether cuts at two links of a stone, of one liberty each, break one of them.

    One breaks if, after the first cut and each move that catches it, the second cut cannot be caught.
    """
    singles = {first_point(link) for link in links if link and not link & (link - 1)}
    for first, second in permutations(singles, 2):
        cut, _, _ = board.play(first, opponent)
        color, chain, liberties = cut.chain_at(first)
        is_single = liberties & (liberties - 1) == 0
        catching = liberties if is_single else catching_points(cut, color, chain, liberties)
        answers = (cut.play(each, opponent.opponent)[0] for each in iter_points(catching))
        boards = (answered.play(second, opponent)[0] for answered in answers)
        if not any(
            each.is_in_atari(1 << second)
            or (is_captured(each, 1 << second, True) and not each.is_in_atari(1 << point))
            for each in boards
        ):
            return True
    return False


def _connects_with_atari(board: Board, chains: list[int], color: Color) -> bool:
    """Return whether an atari beside the chains of a color, and its answer, let one stone connect them.

    Two chains in atari cannot both be saved; this counts as a connection, too. An atari that leaves a chain
    in atari itself is answered by taking it.
    """
    other = color.opponent
    beside = board.surrounding_points(sum(chains)) & board.stones(other)
    for chain in {board.chain(stone) for stone in iter_points(beside)}:
        liberties = list(iter_points(board.liberties(first_point(chain))))
        if len(liberties) != 2:
            continue
        for atari, answer in (liberties, liberties[::-1]):
            played = board.with_stone(atari, color)
            answered, captured, _ = played.play(answer, other)
            if captured or any(played.is_in_atari(each) for each in (1 << atari, *chains)):
                continue
            attacked = played.chains_on(played.neighbors_of_points(1 << atari), other)
            if sum(played.is_in_atari(each) for each in played.chains(other) if each & attacked) > 1:
                return True
            if _connects_with_stone(answered, chains, color):
                return True
    return False


def _reachable(board: Board, chain: int, color: Color) -> int:
    """Return the stones of a color that a chain is connected to, or that two moves could connect it to.

    Chains are taken as connected if they have a common liberty or liberties side by side, or are beside the
    same chain of the opponent that is in atari or caught in a ladder.
    """
    group = chain
    weak = sum(each for each in board.chains(color.opponent) if is_captured(board, each, True))
    while True:
        near = board.surrounding_points(group) & board.empty_points
        near |= board.chains_on(board.surrounding_points(group) & weak, color.opponent)
        near |= board.neighbors_of_points(near) & board.empty_points
        grown = group | board.chains_on(board.neighbors_of_points(near), color)
        if grown == group:
            return group
        group = grown
