"""Local patterns (`matchpat`), matched for all anchors and orientations at once.

The original tries every pattern in every orientation at every stone of the computer's, and
keeps the first of the highest value.  Here the highest value is looked for first: of the patterns
that can reach it, all places where one matches are found by shifting and ANDing packed sets, and
the place the original would have met first is taken.  Lower values are not looked at then.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import cache

from gnugo_py.classic.finding import Finding, Shape
from gnugo_py.classic.packing import Layout, layout
from gnugo_py.classic.survey import Survey
from gnugo_py.games.contract import Side
from gnugo_py.go.board import points_of

LEAST_LIBERTIES = 2
BONUSES = (2, 1, 0, -1, -2)


class Kind(IntEnum):
    """What a point of a pattern asks for; the last three also ask for the first line."""

    EMPTY = 0
    USER = 1
    COMPUTER = 2
    MOVE = 3
    EDGE_EMPTY = 4
    EDGE_USER = 5
    EDGE_COMPUTER = 6


@dataclass(frozen=True, slots=True)
class Pattern:
    """A local pattern.

    name         -- what the pattern file calls it.
    points       -- (dx, dy, kind) around the anchor (0, 0): columns right, rows down.
    orientations -- 4 or 8, how many of the ways round are tried.
    weight       -- what it is worth.
    extension    -- whether the lines of the move add to or take from its worth.
    never        -- True for a pattern that is listed and cannot match.
    """

    name: str
    points: tuple[tuple[int, int, Kind], ...]
    orientations: int
    weight: int
    extension: bool = False
    never: bool = False

    @property
    def move(self) -> tuple[int, int]:
        """The (dx, dy) of the move."""
        return next((dx, dy) for dx, dy, kind in self.points if kind is Kind.MOVE)


def reach(patterns: tuple[Pattern, ...]) -> int:
    """How far from their anchor the patterns look, in points."""
    points = (point for pattern in patterns for point in pattern.points)
    return max((max(abs(dx), abs(dy)) for dx, dy, _ in points), default=0)


def find_shape(survey: Survey, matcher: Matcher, computer: Side) -> Finding | None:
    """The best pattern that matches; of equals the first by anchor, then by table, then by orientation.

    survey  -- the board, laid out as the matcher's `layout` says.
    matcher -- the patterns, made ready for that size of board.
    """
    own, user = survey.sides[computer].packed, survey.sides[computer.other].packed
    empty = matcher.layout.full & ~(own | user)
    edge = matcher.layout.edge
    sets = (empty, user, own, empty, empty & edge, user & edge, own & edge)
    rows = matcher.rows
    matches: dict[int, int] = {}
    for value, contenders in matcher.levels:
        found: list[tuple[int, int, int, int]] = []
        for number, wanted_moves in contenders:
            places = matches.get(number)
            if places is None:
                places = matches[number] = rows[number].matches(sets)
            if places:
                found += rows[number].places(places, wanted_moves, matcher.layout)
        if found:
            for anchor, number, orientation, point in sorted(found):
                if survey.count(point, computer) >= LEAST_LIBERTIES:
                    pattern = matcher.patterns[number]
                    why = Shape(pattern.name, number, orientation, anchor, value - pattern.weight)
                    return Finding(point, value, why)
    return None


class _Row:
    """One pattern, ready to be matched: a shift and a kind for each of its points."""

    __slots__ = ("anchors", "move_shift", "number", "tests")

    def __init__(self, number: int, pattern: Pattern, places: Layout) -> None:
        self.number = number
        self.anchors = places.full if pattern.orientations == 8 else places.first_half
        dx, dy = pattern.move
        self.move_shift = dy * places.width + dx
        rarest_first = sorted(pattern.points, key=lambda point: _COMMONNESS[point[2]])
        self.tests = tuple((dy * places.width + dx, int(kind)) for dx, dy, kind in rarest_first)

    def matches(self, sets: tuple[int, ...]) -> int:
        """The packed set of the anchors where the pattern matches, liberties of the move not counted."""
        found = self.anchors
        for shift, kind in self.tests:
            found &= sets[kind] >> shift if shift >= 0 else sets[kind] << -shift
            if not found:
                return 0
        return found

    def places(self, found: int, wanted_moves: int, layout: Layout) -> Iterator[tuple[int, int, int, int]]:
        """(anchor, pattern number, orientation, move) of the matches whose move is in a packed set."""
        shift, unpacked = self.move_shift, layout.unpacked
        for bit in points_of(found):
            if wanted_moves >> (bit + shift) & 1:
                anchor, move = unpacked[bit], unpacked[bit + shift]
                assert anchor is not None
                assert move is not None
                yield anchor[0], self.number, anchor[1], move[0]


_COMMONNESS = {
    Kind.EDGE_USER: 0,
    Kind.EDGE_COMPUTER: 1,
    Kind.USER: 2,
    Kind.COMPUTER: 3,
    Kind.EDGE_EMPTY: 4,
    Kind.EMPTY: 5,
    Kind.MOVE: 5,
}


class Matcher:
    """A set of patterns made ready for one size of board.

    patterns -- the patterns, in table order.
    layout   -- how packed sets are laid out for them.
    rows     -- by pattern number.
    levels   -- (value, [(pattern number, packed set of the moves that give it that value)]),
                the highest value first.
    """

    __slots__ = ("layout", "levels", "patterns", "rows")

    def __init__(self, patterns: tuple[Pattern, ...], size: int) -> None:
        self.patterns = patterns
        self.layout = layout(size, reach(patterns))
        self.rows = [_Row(number, pattern, self.layout) for number, pattern in enumerate(patterns)]
        levels: dict[int, list[tuple[int, int]]] = {}
        for number, pattern in enumerate(patterns):
            if pattern.never:
                continue
            for bonus in BONUSES if pattern.extension else (0,):
                moves = _moves_with_bonus(bonus, size, self.layout) if pattern.extension else self.layout.full
                if pattern.weight + bonus > 0:
                    levels.setdefault(pattern.weight + bonus, []).append((number, moves))
        self.levels = sorted(levels.items(), reverse=True)


@cache
def _moves_with_bonus(bonus: int, size: int, places: Layout) -> int:
    """The packed set of the points whose lines add `bonus` to an extension."""
    stride = size + 1
    points = (row * stride + column for row in range(size) for column in range(size))
    return sum(
        places.spread[point]
        for point in points
        if line_bonus(point // stride, size) + line_bonus(point % stride, size) == bonus
    )


def line_bonus(line: int, size: int) -> int:
    """What one coordinate of an extension adds: -1 on lines one and two, +1 on three and four, else 0."""
    from_edge = min(line, size - 1 - line)
    return (-1, -1, 1, 1)[from_edge] if from_edge < 4 else 0
