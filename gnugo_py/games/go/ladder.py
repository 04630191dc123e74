"""Ladders: whether a chain with one or two liberties can be captured by a sequence of ataris.

The search uses playout boards, which are fast to copy.
"""

from __future__ import annotations

from gnugo_py.core.bitboard import iter_points
from gnugo_py.games.go.playout import EMPTY, PlayoutBoard

MAX_STONES_READ = 120
"""The maximum number of stones that one search plays.

Captures that are not proven by then are not returned.
"""


class _LadderReader:
    """A ladder search with a limited number of stones to play."""

    __slots__ = ("left",)

    def __init__(self) -> None:
        self.left = MAX_STONES_READ

    def play(self, game: PlayoutBoard, point: int, color: int) -> PlayoutBoard | None:
        """Return a copy of the board after a stone, or None if it is illegal or the limit is reached."""
        free = game.geometry.neighbors[point] & game.stones[EMPTY]
        if self.left <= 0 or point == game.ko or not (free or game.is_not_suicide(point, color)):
            return None
        self.left -= 1
        after = game.copy()
        after.play_stone(point, color)
        return after

    def capturing_moves(self, game: PlayoutBoard, stone: int) -> int:
        """Return the liberties where the opponent captures a chain with two liberties, as a set.

        The set is empty if the limit is reached.
        """
        other = 3 - game.colors[stone]
        catching = 0
        for point in iter_points(game.liberties[game.chain_heads[stone]]):
            after = self.play(game, point, other)
            if after is not None and not self.escaping_moves(after, stone, first=True):
                catching |= 1 << point
        return catching if self.left > 0 else 0

    def escaping_moves(self, game: PlayoutBoard, stone: int, *, first: bool) -> int:
        """Return the points where a chain with one or two liberties escapes, as a set.

        first -- stop after the first such point.
        """
        color = game.colors[stone]
        result = 0
        for point in iter_points(game.liberties[game.chain_heads[stone]] | _takes(game, stone)):
            after = self.play(game, point, color)
            if after is None:
                continue
            liberties = after.liberties[after.chain_heads[stone]].bit_count()
            if liberties > 2 or (liberties == 2 and not self.capturing_moves(after, stone)):
                result |= 1 << point
                if first:
                    break
        return result


def _takes(game: PlayoutBoard, stone: int) -> int:
    """Return the points that capture a chain in atari adjacent to the chain of `stone`."""
    head, colors, heads, liberties = game.chain_heads[stone], game.colors, game.chain_heads, game.liberties
    other, near = 3 - colors[stone], game.geometry.neighbor_points
    points, cell = 0, head
    while True:
        for beside in near[cell]:
            if colors[beside] == other:
                only = liberties[heads[beside]]
                if not only & only - 1:
                    points |= only
        cell = game.next_stone[cell]
        if cell == head:
            return points


def ladder_captures(game: PlayoutBoard, stone: int) -> int:
    """Return the points where the opponent, who is to move, captures a chain with two liberties.

    game  -- the position.
    stone -- a stone of the chain.

    The result is a set of points; it is empty if the chain escapes.
    """
    return _LadderReader().capturing_moves(game, stone)


def ladder_escapes(game: PlayoutBoard, stone: int) -> int:
    """Return the points where a chain with one or two liberties escapes. Its owner is to move.

    game  -- the position.
    stone -- a stone of the chain.

    The result is a set of points; it is empty if the chain is captured.
    """
    return _LadderReader().escaping_moves(game, stone, first=False)
