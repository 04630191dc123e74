"""Races: two chains without two eyes that live only if they capture each other, counted without reading.

The rules are those of M. Müller, "Race to capture: analyzing semeai in Go", 1999.
"""

from __future__ import annotations

from typing import NamedTuple

from gnugo_py.games.board import Board
from gnugo_py.games.go.life import groups_with_two_eyes
from gnugo_py.games.go.scoring import enclosed_points_by_color
from gnugo_py.games.go.vertex import format_vertex
from gnugo_py.games.points import iter_points
from gnugo_py.games.text import pluralize
from gnugo_py.games.types import Color, Point

_EYE_LIBERTIES = {1: 1, 2: 2, 3: 3, 4: 5}
"""The number of moves that it takes to fill the only eye of a chain, by its number of points."""
_MAX_OUTSIDE_LIBERTIES = 8
"""The number of connected empty points outside above which a chain may still escape."""


class Race(NamedTuple):
    """A race between a chain of Black and one of White.

    chains  -- the chain of Black and that of White.
    outside -- for each color, the number of liberties of its chain that the other does not share and that are
               in no eye.
    eyes    -- for each color, the number of moves that it takes to fill the eye of its chain; 0 without one.
    common  -- the number of liberties that both chains share.
    """

    chains: tuple[int, int]
    outside: tuple[int, int]
    eyes: tuple[int, int]
    common: int

    def wins(self, color: Color, moves_first: bool) -> bool:
        """Return whether a color captures the other chain; if neither does, the race ends in a seki."""
        own, other = color, color.opponent
        lead = self.outside[own] + self.eyes[own] - self.outside[other] - self.eyes[other]
        if not self.common or (self.eyes[own] and not self.eyes[other]):
            against = 0
        else:
            against = self.common if self.eyes[other] else self.common - 1
        return lead >= against + (not moves_first)


def find_race(board: Board, point: Point) -> Race | None:
    """Return the race of the chain on a point, or None if it has no single opponent or may escape.

    A chain may escape if its liberties lead to many empty points or to other stones of its color.
    """
    color = board.color_at(point)
    if color is None:
        return None
    territory = enclosed_points_by_color(board)
    living = groups_with_two_eyes(board, territory)
    chain = board.chain(point)
    near = board.surrounding_points(chain) & board.stones(color.opponent) & ~living
    opponents = list(board.geometry.regions(board.chains_on(near, color.opponent)))
    if chain & living or len(opponents) != 1:
        return None
    other = opponents[0]
    chains = (other, chain) if color else (chain, other)
    common = _liberties(board, chain) & _liberties(board, other)
    outside, eyes = [], []
    for side in Color:
        own = _liberties(board, chains[side]) & ~common
        in_eye = own & territory[side]
        room = board.geometry.flood_fill(own & ~in_eye, board.empty_points & ~territory[side])
        eye = board.geometry.flood_fill(in_eye, territory[side])
        friends = board.surrounding_points(room | common | eye) & board.stones(side) & ~chains[side]
        is_large = room.bit_count() > _MAX_OUTSIDE_LIBERTIES or eye.bit_count() > max(_EYE_LIBERTIES)
        if friends or is_large:
            return None
        outside.append((own & ~in_eye).bit_count())
        eyes.append(_EYE_LIBERTIES.get(eye.bit_count(), 0))
    return Race(chains, (outside[0], outside[1]), (eyes[0], eyes[1]), common.bit_count())


def describe_race(board: Board, point: Point, to_move: Color) -> str:
    """Return who is ahead in the race of the chain on a point, as a sentence; empty if there is no race."""
    race = find_race(board, point)
    if race is None:
        return ""
    names = [format_vertex(next(iter_points(chain)), board.geometry.size) for chain in race.chains]
    counts = [outside + eye for outside, eye in zip(race.outside, race.eyes, strict=True)]
    common = f", {race.common} common" if race.common else ""
    facts = (
        f"Black's chain {names[0]} and White's chain {names[1]} are in a race"
        f" ({pluralize(counts[0], 'liberty', 'liberties')} against {counts[1]}{common})"
    )
    if race.wins(to_move, moves_first=True):
        ahead = to_move if race.wins(to_move, moves_first=False) else None
        return f"{facts}: {f'{ahead} is ahead' if ahead else f'{to_move} moves first and wins it'}."
    if race.wins(to_move.opponent, moves_first=False):
        return f"{facts}: {to_move.opponent} is ahead."
    return f"{facts}: it is a seki."


def _liberties(board: Board, chain: int) -> int:
    return board.surrounding_points(chain) & board.empty_points
