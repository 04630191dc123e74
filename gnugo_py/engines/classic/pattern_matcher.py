"""Local patterns (`matchpat`), matched for all anchors and orientations at once.

The original tries every pattern in every orientation at every stone of the computer's, and
keeps the first of the highest value.  Here a point of a pattern is compared with all anchors in all
orientations by one shift and one AND of packed sets.  Each shift is made once, and what patterns have
in common is compared once: they form a tree, in which a branch that fits nowhere is not followed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import TypeAlias

from gnugo_py.core.types import Point, Side
from gnugo_py.engines.classic.book import Tree
from gnugo_py.engines.classic.patterns import Kind, Pattern
from gnugo_py.engines.classic.results import Finding, Shape
from gnugo_py.engines.classic.survey import ORIENTATIONS, Layout, Survey, layout, turned
from gnugo_py.games.go.board import geometry
from gnugo_py.games.go.vertex import row_column

LEAST_LIBERTIES = 2


def find_shape(survey: Survey, matcher: Matcher, computer: Side) -> Finding | None:
    """The best pattern that matches; of equals the first by anchor, then by table, then by orientation.

    survey  -- the board, laid out as the matcher's `layout` says.
    matcher -- the patterns, made ready for that size of board.
    """
    own, user = survey.packed[computer], survey.packed[computer.other]
    best: Place = (0, 0, 0, 0, 0)
    for most, number, found in matcher.matches(own, user):
        if most > best[0]:
            break
        for value, anchors in matcher.values[number]:
            if -value > best[0]:
                break
            for place in sorted(matcher.places(number, value, found & anchors)):
                if place > best:
                    break
                if survey.count(place[-1], computer) >= LEAST_LIBERTIES:
                    best = place
                    break
    value, anchor, number, orientation, move = best
    if value == 0:
        return None
    pattern = matcher.patterns[number]
    return Finding(move, -value, Shape(pattern.name, number, orientation, anchor, -value - pattern.weight))


Place: TypeAlias = tuple[int, Point, int, int, Point]
"""Where a pattern matches: its value, negative; anchor, pattern number, orientation, and the move.

The smallest is what the original would play.
"""


_Match: TypeAlias = tuple[int, int]
"""A pattern that matches: the most it can be worth, negative, and its number."""

_Test: TypeAlias = tuple[int, int]
"""A comparison: which of the sets made by `_sets`, and how far to shift it."""


_Branch: TypeAlias = "tuple[int, tuple[int, ...], tuple[_Match, ...], tuple[_Branch, ...]]"
"""What some patterns have in common, given what is on the way to it.

The number of the first comparison (see `_Test`); those of the others; the patterns that match where
all these hold; the branches of what is asked after them.
"""


class Matcher:
    """A set of patterns made ready for one size of board.

    patterns -- the patterns, in table order.
    layout   -- how packed sets are laid out for them.
    values   -- by pattern number: what it can be worth, with the anchors where it is, highest first.
    surveys  -- those that no decision is using, to be moved to the next board: a decision takes one out,
                or makes one, and puts it back.
    """

    __slots__ = ("_steps", "_tests", "_tree", "_ways", "layout", "patterns", "surveys", "values")

    def __init__(self, patterns: tuple[Pattern, ...], size: int) -> None:
        self.patterns = patterns
        self.surveys: list[Survey] = []
        upright = [_flipped(pattern) if _is_wide(pattern) else pattern for pattern in patterns]
        steps = frozenset((dx, dy) for pattern in upright for dx, dy, _ in pattern.points)
        self.layout = layout(size, steps)
        width = self.layout.width
        self._steps = [dy * width + dx for dx, dy in (pattern.move for pattern in upright)]
        self._ways = [FLIPPED if _is_wide(pattern) else range(ORIENTATIONS) for pattern in patterns]
        self.values = [
            self._values_of(pattern, ways) for pattern, ways in zip(upright, self._ways, strict=True)
        ]
        asked = {
            (-self.values[number][0][0], number): _tests(pattern, self.layout)
            for number, pattern in enumerate(upright)
            if not pattern.never
        }
        self._tests = sorted(set[_Test]().union(*asked.values()))
        numbers = {test: number for number, test in enumerate(self._tests)}
        telling = [_TELLING[sort] for sort, _ in self._tests]
        self._tree = _grown(
            {match: {numbers[test] for test in tests} for match, tests in asked.items()}, telling
        )

    def matches(self, own: int, user: int) -> list[tuple[int, int, int]]:
        """The patterns that match: the most each can be worth, negative; its number; where it matches.

        own, user -- the packed stones of the computer's and the user's.

        Those that can be worth most come first.  The sets are of anchors, as positions in the layout;
        the move's liberties are not counted.
        """
        sets = _sets(own, user, self.layout)
        shifted = [sets[sort] >> shift for sort, shift in self._tests]
        found = _climbed(self._tree, own >> self.layout.margin, shifted)
        found.sort()
        return found

    def places(self, number: int, value: int, found: int) -> list[Place]:
        """The places of a pattern in a set that `matches` gave, all worth the same, in no order."""
        ways, shift, unpacked, places = self._ways[number], self._steps[number], self.layout.unpacked, []
        while found:
            bit = found.bit_length() - 1
            found ^= 1 << bit
            anchor, way = unpacked[bit]
            places.append((-value, anchor, number, ways[way], unpacked[bit + shift][0]))
        return places

    def _values_of(self, pattern: Pattern, ways: Sequence[int]) -> list[tuple[int, int]]:
        """What a pattern is worth where: (value, the anchors that give it), the highest value first."""
        blocks = self.layout.blocks
        tried = sum(block for block, way in zip(blocks, ways, strict=True) if way < pattern.orientations)
        if not pattern.extension:
            return [(pattern.weight, tried)]
        shift = self.layout.shift(*pattern.move)
        return [
            (pattern.weight + bonus, moves >> shift & tried) for bonus, moves in _moves_by_bonus(self.layout)
        ]


@cache
def _moves_by_bonus(places: Layout) -> list[tuple[int, int]]:
    """What the lines of an extension add, the most first, and the packed set of the points that add it."""
    found: dict[int, int] = {}
    for point in geometry(places.size).points:
        row, column = row_column(point, places.size)
        bonus = line_bonus(row, places.size) + line_bonus(column, places.size)
        found[bonus] = found.get(bonus, 0) | places.spread[point]
    return sorted(found.items(), reverse=True)


def line_bonus(line: int, size: int) -> int:
    """What one coordinate of an extension adds: -1 on lines one and two, +1 on three and four, else 0."""
    from_edge = min(line, size - 1 - line)
    return (-1, -1, 1, 1)[from_edge] if 0 <= from_edge < 4 else 0


def _is_wide(pattern: Pattern) -> bool:
    """Whether a pattern reaches further to the sides than up and down; then it is matched flipped."""
    wide, high = (max(abs(point[axis]) for point in pattern.points) for axis in (0, 1))
    return wide > high


def _flipped(pattern: Pattern) -> Pattern:
    """A pattern mirrored at the diagonal, so that what was wide is high; narrow sets are the faster ones."""
    return pattern._replace(points=tuple((dy, dx, kind) for dx, dy, kind in pattern.points))


FLIPPED = tuple(
    next(
        way
        for way in range(ORIENTATIONS)
        if turned(way, 1, 0) == turned(other, 0, 1) and turned(way, 0, 1) == turned(other, 1, 0)
    )
    for other in range(ORIENTATIONS)
)
"""For each orientation of a flipped pattern, the one in which the pattern itself looks the same."""

ROW, BLOCK = len(Kind), len(Kind) + 1
"""Besides the kinds of points: three empty points in a row, three such rows; from the first of them."""


def _sets(own: int, user: int, places: Layout) -> tuple[int, ...]:
    """The packed sets of the points of each kind, and of where a row or a block of empty ones begins."""
    empty, edge, width = places.full & ~(own | user), places.edge, places.width
    row = empty & empty >> 1 & empty >> 2
    block = row & row >> width & row >> 2 * width
    return (empty, user, own, empty, empty & edge, user & edge, own & edge, row, block)


def _tests(pattern: Pattern, places: Layout) -> set[_Test]:
    """The comparisons of a pattern: its blocks and rows of empty points, then the points that are left.

    That the anchor is a stone of the computer's is not asked again.
    """
    kinds = {(dx, dy): kind for dx, dy, kind in pattern.points if (dx, dy, kind) != (0, 0, Kind.COMPUTER)}
    empty = {point for point, kind in kinds.items() if kind in (Kind.EMPTY, Kind.MOVE)}
    left, tests = set(kinds), set()
    for sort, high in ((BLOCK, 3), (ROW, 1)):
        for x, y in sorted(empty):
            run = {(x + i, y + j) for i in range(3) for j in range(high)}
            if run <= empty & left:
                left -= run
                tests.add((sort, places.shift(x, y)))
    for point in left:
        kind = Kind.EMPTY if kinds[point] is Kind.MOVE else kinds[point]
        tests.add((int(kind), places.shift(*point)))
    return tests


def _grown(wanted: dict[_Match, set[int]], telling: list[int]) -> tuple[_Branch, ...]:
    """The tree of what some patterns ask for: first what rules out much for many of them.

    telling -- by number of the test: how much it rules out.
    """
    branches = []
    while wanted:
        asked = Counter(test for tests in wanted.values() for test in tests)
        chosen = max(asked, key=lambda test: (asked[test] * telling[test], test))
        inside = {match: tests for match, tests in wanted.items() if chosen in tests}
        wanted = {match: tests for match, tests in wanted.items() if chosen not in tests}
        common = set.intersection(*inside.values())
        complete = tuple(match for match, tests in inside.items() if tests == common)
        deeper = _grown(
            {match: tests - common for match, tests in inside.items() if tests != common}, telling
        )
        first, *more = sorted(common, key=lambda test: (-telling[test], test))
        branches.append((first, tuple(more), complete, deeper))
    return tuple(branches)


def _climbed(tree: tuple[_Branch, ...], anchors: int, shifted: list[int]) -> list[tuple[int, int, int]]:
    """The patterns that match and where, by following the branches that hold somewhere.

    shifted -- by number of the test: where it holds.
    """
    found: list[tuple[int, int, int]] = []
    waiting = [(tree, anchors)]
    while waiting:
        branches, anchors = waiting.pop()
        for first, more, complete, deeper in branches:
            here = anchors & shifted[first]
            if not here:
                continue
            for test in more:
                here &= shifted[test]
                if not here:
                    break
            else:
                for most, number in complete:
                    found.append((most, number, here))
                if deeper:
                    waiting.append((deeper, here))
    return found


_TELLING = {
    Kind.EMPTY: 1,
    Kind.MOVE: 1,
    ROW: 4,
    BLOCK: 5,
    Kind.COMPUTER: 4,
    Kind.USER: 6,
    Kind.EDGE_EMPTY: 6,
    Kind.EDGE_USER: 6,
    Kind.EDGE_COMPUTER: 6,
}
"""How much a comparison rules out, roughly; these figures gave the fastest tree over recorded games."""


class Knowledge:
    """What the engine knows of Go before the game: the two pattern files.  Equal only to itself.

    patterns -- the local patterns in table order.
    opening  -- the opening tree; empty for no opening book.
    """

    __slots__ = ("opening", "patterns")

    def __init__(self, patterns: tuple[Pattern, ...] = (), opening: Tree = ()) -> None:
        self.patterns = patterns
        self.opening = opening

    def matcher(self, size: int) -> Matcher:
        """The patterns made ready for one size of board."""
        return _matcher(self, size)


@cache
def _matcher(knowledge: Knowledge, size: int) -> Matcher:

    return Matcher(knowledge.patterns, size)
