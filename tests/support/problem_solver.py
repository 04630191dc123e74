"""An exhaustive search for the goals of problems: every move in an area, by both colors, with passes.

A goal is text such as `kill C1 in A1:E3`, `save C1 in A1:E3`, `connect C1 F1 in D1:E2` or `cut C1 F1 in ...`.
The color to move has to reach it against every defense. A chain is killed if it is captured, and saved if it
is not captured however long both colors play on. What can be had only by ko, or by a repetition of the
position, is not reached, unless the goal begins with `ko`, such as `ko kill C1 in A1:E3`: then the color to
move may retake every ko at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import or_
from typing import NamedTuple

from gnugo_py.games.board import Board
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.rules import IllegalReason
from gnugo_py.games.go.vertex import parse_vertex
from gnugo_py.games.points import iter_points, rectangle_point_set
from gnugo_py.games.types import Color

_NEVER = 10**9
_AGAINST = {"save": "kill", "cut": "connect"}
"""Goals that are reached when the other goal is not."""


class State(NamedTuple):
    """A position during the search.

    board   -- the stones.
    to_move -- the color to move.
    ko      -- the point where a stone may not be retaken now, -1 for none.
    passes  -- the number of passes in a row.
    """

    board: Board
    to_move: Color
    ko: int = -1
    passes: int = 0

    def passed(self) -> State:
        return State(self.board, self.to_move.opponent, passes=self.passes + 1)

    def play(self, point: int) -> State | None:
        """Return the state after a stone is played on an empty point, None if that is illegal."""
        color, board = self.to_move, self.board
        if point == self.ko:
            return None
        after, taken, lost = board.play(point, color)
        geometry = board.geometry
        own, empty = after.stones(color), after.empty_points
        if lost:
            return None
        is_ko = taken.bit_count() == 1 and not geometry.neighbors[point] & own
        is_ko = is_ko and geometry.neighbors[point] & empty == taken
        return State(after, color.opponent, taken.bit_length() - 1 if is_ko else -1)


class Solver:
    """A search for a goal.

    goal   -- the goal as text.
    person -- the color that has to reach it.
    size   -- lines per side of the board.
    """

    def __init__(self, goal: str, person: Color, size: int) -> None:
        what, _, where = goal.removeprefix("ko ").partition(" in ")
        self._retakes_kos = goal.startswith("ko ")
        kind, *words = what.split()
        self.points = [parse_vertex(word, size) for word in words]
        self._kind, self._is_reversed = _AGAINST.get(kind, kind), kind in _AGAINST
        self._person, self.area = person, area_of(where, size)
        self._known: dict[State, bool] = {}
        self.color: Color | None = None

    def succeeds(self, state: State) -> bool:
        """Return whether the person reaches the goal, with either color to move."""
        self.color = self.color if self.color is not None else state.board.color_at(self.points[0])
        return self._search(state, {})[0]

    def moves(self, state: State) -> Iterator[tuple[int, State]]:
        """Yield the legal moves in the area, and the states after them."""
        if self._retakes_kos and state.to_move is self._person:
            state = state._replace(ko=-1)
        for point in iter_points(self.area & state.board.empty_points):
            after = state.play(point)
            if after is not None:
                yield point, after

    def _search(self, state: State, path: dict[State, int]) -> tuple[bool, int]:
        """Return whether the person succeeds, and the first place in the path on which a failure depends."""
        found_end = self.ended(state)
        if found_end is not None:
            return found_end is not self._is_reversed, _NEVER
        if state in self._known:
            return self._known[state], _NEVER
        if state in path:
            return False, path[state]
        depth = path[state] = len(path)
        is_own, needed = state.to_move is self._person, _NEVER
        result = not is_own
        for after in (*(each for _, each in self.moves(state)), state.passed()):
            found, place = self._search(after, path)
            if found is is_own:
                result, needed = found, place if not found else _NEVER
                break
            needed = min(needed, place)
        del path[state]
        if result or needed >= depth:
            self._known[state], needed = result, _NEVER
        return result, needed

    def ended(self, state: State) -> bool | None:
        """Return whether the chains were captured or connected; None if this is not decided."""
        board = state.board
        if self._kind == "kill":
            is_reached = board.color_at(self.points[0]) is not self.color
        else:
            is_reached = bool(board.chain(self.points[0]) >> self.points[1] & 1)
            if any(board.color_at(point) is not self.color for point in self.points):
                return False
        return True if is_reached else False if state.passes >= 2 else None


def area_of(words: str, size: int) -> int:
    """Return the points of rectangles such as `A1:C3`, separated by spaces."""
    area = 0
    for word in words.split():
        first, _, last = word.partition(":")
        area |= rectangle_point_set(parse_vertex(first, size), parse_vertex(last or first, size), size)
    return area


def start_of(position: GoPosition) -> State:
    """Return the state with which a search in a position begins."""
    points = iter_points(position.board.empty_points)
    ko = next((point for point in points if position.why_illegal_point(point) is IllegalReason.KO), -1)
    return State(position.board, position.to_move, ko)


def right_moves(solver: Solver, state: State) -> set[int]:
    """Return the points in the area on which a move reaches the goal."""
    return {point for point, after in solver.moves(state) if solver.succeeds(after)}


def stones_missing_in_area(solver: Solver, board: Board) -> int:
    """Return the stones outside the area, other than those of the goal, that moves in it can capture.

    Without their points in the area, the search does not play there after the capture.
    """
    area, missing = solver.area, 0
    goal_chains = reduce(or_, (board.chain(point) for point in solver.points))
    chains = [chain for color in Color for chain in board.chains(color) if not chain & goal_chains]
    while found := [
        chain
        for chain in chains
        if chain & ~area and not board.surrounding_points(chain) & board.empty_points & ~area
    ]:
        missing |= reduce(or_, found) & ~area
        area |= missing
    return missing


def weakest_wall(solver: Solver, board: Board) -> int:
    """Return the fewest liberties outside the area of a chain that has some, is not in it and is no goal.

    If there are enough of them, moves outside the area are no better than passes.
    """
    inside = solver.area | board.surrounding_points(solver.area)
    goal_chains = reduce(or_, (board.chain(point) for point in solver.points))
    walls = [
        chain
        for color in Color
        for chain in board.chains(color)
        if chain & inside and not chain & goal_chains and chain & ~solver.area
    ]
    outside = board.empty_points & ~solver.area
    numbers = ((board.surrounding_points(chain) & outside).bit_count() for chain in walls)
    return min(filter(None, numbers), default=_NEVER)
