"""Races: two chains without two eyes that live only if they capture each other, counted without reading.

The rules are those of M. Müller, "Race to capture: analyzing semeai in Go", 1999.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from gnugo_py.games.board import Board
from gnugo_py.games.go.life import groups_with_two_eyes
from gnugo_py.games.go.vertex import format_vertex
from gnugo_py.games.points import first_point, iter_points
from gnugo_py.games.text import pluralize
from gnugo_py.games.types import Color, Point

_EYE_LIBERTIES = {1: 1, 2: 2, 3: 3, 4: 5}
"""The number of moves that it takes to fill the only eye of a chain, by its number of points."""
_MAX_OUTSIDE_LIBERTIES = 8
"""The number of connected empty points outside above which a chain may still escape."""
_MAX_POSITIONS = 1000
"""The number of positions after which a reading ends without a result."""


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
    """Return the race of the chain on a point, or None if a third chain takes part or one may escape.

    A chain may escape if its liberties lead to many empty points or to other stones of its color.
    """
    color = board.color_at(point)
    if color is None:
        return None
    territory = board.enclosed_points()
    living = groups_with_two_eyes(board, territory)
    chain = board.chain(point)
    near = board.surrounding_points(chain) & board.stones(color.opponent) & ~living
    other = board.chains_on(near, color.opponent)
    near = board.surrounding_points(other) & board.stones(color) & ~living
    is_alone = len(list(board.geometry.regions(other))) == 1 and board.chains_on(near, color) == chain
    if chain & living or not is_alone:
        return None
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
    """Return who is ahead in the race of the chain on a point, as a sentence; empty if there is no race.

    Where a chain lies in the eye space of the other one, a count says little: nothing is said unless a
    reading has the same result.
    """
    race = find_race(board, point)
    if race is None:
        return ""
    first = to_move if race.wins(to_move, moves_first=True) else None
    winner = to_move.opponent if race.wins(to_move.opponent, moves_first=False) else first
    if any(_is_inside(board, race.chains, each) for each in Color) and not _is_read(
        board, race, winner, to_move
    ):
        return ""
    names = [format_vertex(next(iter_points(chain)), board.geometry.size) for chain in race.chains]
    counts = [outside + eye for outside, eye in zip(race.outside, race.eyes, strict=True)]
    common = f", {race.common} common" if race.common else ""
    facts = (
        f"Black's chain {names[0]} and White's chain {names[1]} are in a race"
        f" ({pluralize(counts[0], 'liberty', 'liberties')} against {counts[1]}{common})"
    )
    if winner is None:
        return f"{facts}: it is a seki."
    is_ahead = winner is not to_move or race.wins(to_move, moves_first=False)
    return f"{facts}: {winner} {'is ahead' if is_ahead else 'moves first and wins it'}."


def _is_inside(board: Board, chains: tuple[int, int], color: Color) -> bool:
    """Return whether the chain of a color lies in the eye space of the other one."""
    space = board.geometry.flood_fill(chains[color], board.geometry.full & ~board.stones(color.opponent))
    return not board.surrounding_points(space) & ~chains[color.opponent]


def _is_read(board: Board, race: Race, winner: Color | None, to_move: Color) -> bool:
    """Return whether a reading confirms the winner of a race, or a seki if there is no winner."""
    reading = _Reading(board, race.chains)
    try:
        if winner is None:
            return not any(reading.is_captured(board, each, each.opponent) for each in Color)
        return reading.is_captured(board, winner.opponent, to_move)
    except _Unclear:
        return False


class _Unclear(Exception):
    """A ko was found, or too many positions."""


class _Reading:
    """A reading of a race on the points of its chains and beside them; all other stones are taken to live.

    The attacker always moves; the defender may pass, which ends a race in which the attacker can only pass.
    """

    def __init__(self, board: Board, chains: tuple[int, int]) -> None:
        stones = chains[0] | chains[1]
        near = board.surrounding_points(stones) & board.empty_points
        self._room = stones | board.geometry.flood_fill(near, board.empty_points)
        self._stones = [first_point(chain) for chain in chains]
        self._known: dict[tuple[Board, Color, Color], bool] = {}
        self._path: set[tuple[Board, Color, Color]] = set()

    def is_captured(self, board: Board, color: Color, to_move: Color) -> bool:
        """Return whether the chain of a color is captured.  Raise _Unclear if that cannot be read."""
        if board.color_at(self._stones[color]) is not color:
            return True
        if self._has_large_room(board, color):
            return False
        key = (board, color, to_move)
        if key not in self._known:
            if key in self._path or len(self._known) > _MAX_POSITIONS:
                raise _Unclear
            self._path.add(key)
            is_attack = to_move is not color
            results = (self.is_captured(each, color, to_move.opponent) for each in self._after(*key))
            self._known[key] = is_attack if is_attack in results else not is_attack
            self._path.discard(key)
        return self._known[key]

    def _has_large_room(self, board: Board, color: Color) -> bool:
        """Return whether the chain of a color has captured the other one and certainly has room for two eyes.

        They are not if a stone on some point of the room touches all others but one.
        """
        marker = self._stones[color.opponent]
        if board.color_at(marker) is not None:
            return False
        room = board.geometry.flood_fill(1 << marker, board.empty_points)
        touched = max((board.geometry.neighbors[point] & room).bit_count() for point in iter_points(room))
        return touched < room.bit_count() - 2

    def _after(self, board: Board, color: Color, to_move: Color) -> Iterator[Board]:
        """Yield the boards after the moves of a color: captures, a pass if it defends, then other moves."""
        others = []
        for point in iter_points(self._room & board.empty_points):
            after, captured, lost = board.play(point, to_move)
            if captured:
                yield after
            elif not lost:
                others.append(after)
        if to_move is color:
            yield board
        yield from others


def _liberties(board: Board, chain: int) -> int:
    return board.surrounding_points(chain) & board.empty_points
