"""The matcher for local patterns (`matchpat`): all anchors and orientations at once.

The original tries every pattern in every orientation at every stone of the computer, and keeps the first
match with the highest value. Here one shift and one AND of packed sets check one point of a pattern for all
anchors in all orientations. Each shift is computed once, and a test that several patterns share is done once:
the tests form a tree, and branches that match nowhere are not followed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import TypeAlias

from gnugo_py.core.bitboard import row_and_column
from gnugo_py.core.types import Color, Point
from gnugo_py.engines.classic.book import OpeningBook
from gnugo_py.engines.classic.chains_and_liberties import (
    ORIENTATION_COUNT,
    ChainSurvey,
    PackedSetLayout,
    orient,
    packed_set_layout,
)
from gnugo_py.engines.classic.pattern_files import Pattern, PatternPointKind
from gnugo_py.engines.classic.results import FinderResult, PatternReason
from gnugo_py.games.go.board import geometry

_MIN_LIBERTIES = 2


def find_pattern(survey: ChainSurvey, matcher: PatternMatcher, computer: Color) -> FinderResult | None:
    """Return the move of the best pattern that matches, or None.

    survey   -- the board, with the layout of the matcher.
    matcher  -- the patterns, prepared for the board size.
    computer -- the color that the engine plays.

    A move must have at least two liberties. If values are equal, the first anchor wins, then the first
    pattern, then the first orientation.
    """
    own, user = survey.packed[computer], survey.packed[computer.opponent]
    best: PatternPlacement = (0, 0, 0, 0, 0)
    for most, number, result in matcher.match_whole_board(own, user):
        if most > best[0]:
            break
        for value, anchors in matcher.values[number]:
            if -value > best[0]:
                break
            for place in sorted(matcher.placements_at_anchors(number, value, result & anchors)):
                if place > best:
                    break
                if survey.liberty_count_after_move(place[-1], computer) >= _MIN_LIBERTIES:
                    best = place
                    break
    value, anchor, number, orientation, move = best
    if value == 0:
        return None
    pattern = matcher.patterns[number]
    return FinderResult(
        move, -value, PatternReason(pattern.name, number, orientation, anchor, -value - pattern.weight)
    )


PatternPlacement: TypeAlias = tuple[int, Point, int, int, Point]
"""A match of a pattern: the negated value, the anchor, the pattern number, the orientation, and the move.

The smallest placement is the original's move.
"""


_Match: TypeAlias = tuple[int, int]
"""A pattern that matches: the negative of its highest possible value, and its number."""

_Test: TypeAlias = tuple[int, int]
"""A test: the number of a set from `_sets`, and the distance to shift it down."""


_Branch: TypeAlias = "tuple[int, tuple[int, ...], tuple[_Match, ...], tuple[_Branch, ...]]"
"""A branch of the test tree: the tests that a group of patterns shares.

It contains the number of the first test, the numbers of the other tests, the patterns that match if all of
these tests hold, and the branches with further tests.
"""


class PatternMatcher:
    """A set of patterns prepared for one board size.

    patterns     -- the patterns, in file order.
    layout       -- the layout of packed sets for these patterns.
    values       -- by pattern number: pairs of a value and the anchors that yield it, highest value first.
    idle_surveys -- the surveys that no decision is using; a decision takes one out or creates a new one,
                    updates it to the current board, and puts it back.
    """

    __slots__ = ("_steps", "_tests", "_tree", "_ways", "idle_surveys", "layout", "patterns", "values")

    def __init__(self, patterns: tuple[Pattern, ...], size: int) -> None:
        self.patterns = patterns
        self.idle_surveys: list[ChainSurvey] = []
        upright = [_transpose(pattern) if _is_wide(pattern) else pattern for pattern in patterns]
        steps = frozenset((dx, dy) for pattern in upright for dx, dy, _ in pattern.points)
        self.layout = packed_set_layout(size, steps)
        width = self.layout.width
        self._steps = [dy * width + dx for dx, dy in (pattern.move for pattern in upright)]
        self._ways = [
            _TRANSPOSED_ORIENTATION if _is_wide(pattern) else range(ORIENTATION_COUNT) for pattern in patterns
        ]
        self.values = [
            self._values_of(pattern, ways) for pattern, ways in zip(upright, self._ways, strict=True)
        ]
        asked = {
            (-self.values[number][0][0], number): _tests(pattern, self.layout)
            for number, pattern in enumerate(upright)
            if not pattern.is_disabled
        }
        self._tests = sorted(set[_Test]().union(*asked.values()))
        numbers = {test: number for number, test in enumerate(self._tests)}
        selectivity = [_SELECTIVITY[sort] for sort, _ in self._tests]
        self._tree = _build_tree(
            {match: {numbers[test] for test in tests} for match, tests in asked.items()}, selectivity
        )

    def match_whole_board(self, own: int, opponent: int) -> list[tuple[int, int, int]]:
        """Return the patterns that match, in descending order of the highest value that each can have.

        own, opponent -- the packed stones of the computer and of the opponent.

        Each item contains this value, negated; the number of the pattern; and the set of anchors where it
        matches, as bits of the layout. The liberties of the pattern's move are not checked.
        """
        sets = _sets(own, opponent, self.layout)
        shifted = [sets[sort] >> shift for sort, shift in self._tests]
        result = _search_tree(self._tree, own >> self.layout.margin, shifted)
        result.sort()
        return result

    def placements_at_anchors(self, number: int, value: int, result: int) -> list[PatternPlacement]:
        """Return the placements of a pattern at anchors from `match_whole_board`, in no particular order.

        number -- the number of the pattern.
        value  -- the value of the move, the same at all these anchors.
        result -- the set of anchors.
        """
        ways, shift, unpacked, places = self._ways[number], self._steps[number], self.layout.unpack_table, []
        while result:
            bit = result.bit_length() - 1
            result ^= 1 << bit
            anchor, way = unpacked[bit]
            places.append((-value, anchor, number, ways[way], unpacked[bit + shift][0]))
        return places

    def _values_of(self, pattern: Pattern, ways: Sequence[int]) -> list[tuple[int, int]]:
        """Return pairs of a value and the set of anchors that yield it, highest value first.

        pattern -- the pattern.
        ways    -- for each block of the layout, the orientation of the pattern that it represents.
        """
        blocks = self.layout.blocks
        tried = sum(block for block, way in zip(blocks, ways, strict=True) if way < pattern.n_orientations)
        if not pattern.has_line_bonus:
            return [(pattern.weight, tried)]
        shift = self.layout.shift_distance(*pattern.move)
        return [
            (pattern.weight + bonus, moves >> shift & tried) for bonus, moves in _moves_by_bonus(self.layout)
        ]


@cache
def _moves_by_bonus(places: PackedSetLayout) -> list[tuple[int, int]]:
    """Return pairs of a line bonus and the packed set of the points that yield it, highest bonus first."""
    result: dict[int, int] = {}
    for point in geometry(places.size).points:
        row, column = row_and_column(point, places.size)
        bonus = line_bonus(row, places.size) + line_bonus(column, places.size)
        result[bonus] = result.get(bonus, 0) | places.packed_points[point]
    return sorted(result.items(), reverse=True)


def line_bonus(line: int, size: int) -> int:
    """Return the bonus for a row or column: -1 on lines one and two, 1 on lines three and four, else 0."""
    from_edge = min(line, size - 1 - line)
    return (-1, -1, 1, 1)[from_edge] if 0 <= from_edge < 4 else 0


def _is_wide(pattern: Pattern) -> bool:
    """Return whether a pattern is wider than high, measured from its anchor. Wide patterns are transposed."""
    wide, high = (max(abs(point[axis]) for point in pattern.points) for axis in (0, 1))
    return wide > high


def _transpose(pattern: Pattern) -> Pattern:
    """Return a pattern mirrored across the diagonal. Tall patterns match faster: their sets are narrow."""
    return pattern._replace(points=tuple((dy, dx, kind) for dx, dy, kind in pattern.points))


_TRANSPOSED_ORIENTATION = tuple(
    next(
        way
        for way in range(ORIENTATION_COUNT)
        if orient(way, 1, 0) == orient(other, 0, 1) and orient(way, 0, 1) == orient(other, 1, 0)
    )
    for other in range(ORIENTATION_COUNT)
)
"""For each orientation of a transposed pattern, the equivalent orientation of the pattern itself."""

_ROW, _BLOCK = len(PatternPointKind), len(PatternPointKind) + 1
"""Two more kinds of test, each located by its first point: three empty points in a row; three such rows."""


def _sets(own: int, user: int, places: PackedSetLayout) -> tuple[int, ...]:
    """Return the packed sets that tests refer to.

    These are the points of each kind in `PatternPointKind`, then the first points of rows and of blocks of
    empty points.
    """
    empty, edge, width = places.full & ~(own | user), places.edge, places.width
    row = empty & empty >> 1 & empty >> 2
    block = row & row >> width & row >> 2 * width
    return (empty, user, own, empty, empty & edge, user & edge, own & edge, row, block)


def _tests(pattern: Pattern, places: PackedSetLayout) -> set[_Test]:
    """Return the tests of a pattern: blocks and rows of empty points where possible, else single points.

    The anchor is always a stone of the computer, so this is not tested again.
    """
    kinds = {
        (dx, dy): kind for dx, dy, kind in pattern.points if (dx, dy, kind) != (0, 0, PatternPointKind.OWN)
    }
    empty = {
        point for point, kind in kinds.items() if kind in (PatternPointKind.EMPTY, PatternPointKind.MOVE)
    }
    left, tests = set(kinds), set()
    for sort, high in ((_BLOCK, 3), (_ROW, 1)):
        for x, y in sorted(empty):
            run = {(x + i, y + j) for i in range(3) for j in range(high)}
            if run <= empty & left:
                left -= run
                tests.add((sort, places.shift_distance(x, y)))
    for point in left:
        kind = PatternPointKind.EMPTY if kinds[point] is PatternPointKind.MOVE else kinds[point]
        tests.add((int(kind), places.shift_distance(*point)))
    return tests


def _build_tree(wanted: dict[_Match, set[int]], selectivity: list[int]) -> tuple[_Branch, ...]:
    """Return the test tree for some patterns; the tests that rule out the most come first.

    wanted      -- the numbers of the tests of each pattern.
    selectivity -- by test number: how much the test rules out.
    """
    branches = []
    while wanted:
        asked = Counter(test for tests in wanted.values() for test in tests)
        chosen = max(asked, key=lambda test: (asked[test] * selectivity[test], test))
        inside = {match: tests for match, tests in wanted.items() if chosen in tests}
        wanted = {match: tests for match, tests in wanted.items() if chosen not in tests}
        common = set.intersection(*inside.values())
        complete = tuple(match for match, tests in inside.items() if tests == common)
        deeper = _build_tree(
            {match: tests - common for match, tests in inside.items() if tests != common}, selectivity
        )
        first, *more = sorted(common, key=lambda test: (-selectivity[test], test))
        branches.append((first, tuple(more), complete, deeper))
    return tuple(branches)


def _search_tree(tree: tuple[_Branch, ...], anchors: int, shifted: list[int]) -> list[tuple[int, int, int]]:
    """Return the patterns that match, with their anchors; follow only branches whose tests hold somewhere.

    tree    -- the test tree.
    anchors -- the set of possible anchors.
    shifted -- by test number: the set of anchors where the test holds.
    """
    result: list[tuple[int, int, int]] = []
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
                    result.append((most, number, here))
                if deeper:
                    waiting.append((deeper, here))
    return result


_SELECTIVITY = {
    PatternPointKind.EMPTY: 1,
    PatternPointKind.MOVE: 1,
    _ROW: 4,
    _BLOCK: 5,
    PatternPointKind.OWN: 4,
    PatternPointKind.OPPONENT: 6,
    PatternPointKind.EDGE_EMPTY: 6,
    PatternPointKind.EDGE_USER: 6,
    PatternPointKind.EDGE_COMPUTER: 6,
}
"""Roughly how much each test rules out; these values gave the fastest tree on recorded games."""


class PatternFiles:
    """The content of the two pattern files. An instance is equal only to itself.

    patterns -- the local patterns, in file order.
    opening  -- the opening tree; empty for no opening book.
    """

    __slots__ = ("opening", "patterns")

    def __init__(self, patterns: tuple[Pattern, ...] = (), opening: OpeningBook = ()) -> None:
        self.patterns = patterns
        self.opening = opening

    def matcher(self, size: int) -> PatternMatcher:
        """Return the matcher of these patterns for a board size."""
        return _matcher(self, size)


@cache
def _matcher(pattern_files: PatternFiles, size: int) -> PatternMatcher:

    return PatternMatcher(pattern_files.patterns, size)
