"""Ladders: whether a chain with one or two liberties is caught by atari after atari.

Read out on the boards of random games, which are cheap to copy.
"""

from __future__ import annotations

from gnugo_py.core.bitboard import points_of
from gnugo_py.games.go.playout import EMPTY, RandomGame

MOST_READ = 120
"""So many stones are put down for one question; what was not read by then is left out of the answer."""


class _Reading:
    """What is left of the stones that may be put down."""

    __slots__ = ("left",)

    def __init__(self) -> None:
        self.left = MOST_READ

    def after(self, game: RandomGame, point: int, colour: int) -> RandomGame | None:
        """A game after one more stone; None if there may be none, or none there."""
        free = game.lattice.around[point] & game.stones[EMPTY]
        if self.left <= 0 or point == game.ko or not (free or game.is_possible(point, colour)):
            return None
        self.left -= 1
        after = game.copy()
        after.put(point, colour)
        return after

    def caught(self, game: RandomGame, stone: int) -> int:
        """The liberties of a chain with two where the opponent's stone catches it, as a set."""
        other = 3 - game.colours[stone]
        catching = 0
        for point in points_of(game.liberties[game.heads[stone]]):
            after = self.after(game, point, other)
            if after is not None and not self.ways_out(after, stone, first=True):
                catching |= 1 << point
        return catching if self.left > 0 else 0

    def ways_out(self, game: RandomGame, stone: int, *, first: bool) -> int:
        """The points where a chain in atari, or about to be, saves itself, as a set.

        first -- one will do.
        """
        colour = game.colours[stone]
        found = 0
        for point in points_of(game.liberties[game.heads[stone]] | _takes(game, stone)):
            after = self.after(game, point, colour)
            if after is None:
                continue
            liberties = after.liberties[after.heads[stone]].bit_count()
            if liberties > 2 or (liberties == 2 and not self.caught(after, stone)):
                found |= 1 << point
                if first:
                    break
        return found


def _takes(game: RandomGame, stone: int) -> int:
    """The points where a chain's opponents next to it, in atari, can be taken."""
    head, colours, heads, liberties = game.heads[stone], game.colours, game.heads, game.liberties
    other, near = 3 - colours[stone], game.lattice.near
    points, cell = 0, head
    while True:
        for beside in near[cell]:
            if colours[beside] == other:
                only = liberties[heads[beside]]
                if not only & only - 1:
                    points |= only
        cell = game.following[cell]
        if cell == head:
            return points


def catching(game: RandomGame, stone: int) -> int:
    """Where a stone of the opponent, whose turn it is, catches a chain of two liberties.

    game  -- the position.
    stone -- a stone of the chain.

    Returns a set of points, empty if it escapes.
    """
    return _Reading().caught(game, stone)


def escapes(game: RandomGame, stone: int) -> int:
    """Where a chain of one or two liberties, whose side's turn it is, saves itself from being caught.

    game  -- the position.
    stone -- a stone of the chain.

    Returns a set of points, empty if it is caught.
    """
    return _Reading().ways_out(game, stone, first=False)
