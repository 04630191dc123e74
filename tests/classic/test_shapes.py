"""Patterns matched all at once, against one pattern, one stone, one orientation at a time."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.replay import own_knowledge
from gnugo_py.core.bitboard import points_of
from gnugo_py.core.types import Side
from gnugo_py.engines.classic.pattern_matcher import Matcher, find_shape, line_bonus
from gnugo_py.engines.classic.patterns import Kind, Pattern
from gnugo_py.engines.classic.results import Shape
from gnugo_py.engines.classic.survey import Survey, new_survey, turned
from gnugo_py.games.go.board import Board
from gnugo_py.games.go.vertex import format_vertex, point_at, row_column
from tests.boards import board
from tests.classic.test_survey import boards

PATTERNS = own_knowledge().patterns
MATCHERS = {size: Matcher(PATTERNS, size) for size in (9, 13, 19)}

Found = tuple[int, int, str, int]


def holds(seen: Survey, side: Side, kind: Kind, row: int, column: int) -> bool:
    """Whether a point is what a pattern asks for, as the description of the original has it."""
    size = seen.board.geometry.size
    if not (0 <= row < size and 0 <= column < size):
        return False
    point = point_at(row, column, size)
    stone = seen.board.at(point)
    if kind in (Kind.EDGE_EMPTY, Kind.EDGE_USER, Kind.EDGE_COMPUTER) and not {row, column} & {0, size - 1}:
        return False
    if kind is Kind.MOVE:
        return stone is None and seen.count(point, side) > 1
    wanted = {0: None, 1: side.other, 2: side}[kind % 4]
    return stone is wanted


def slow_shape(seen: Survey, patterns: tuple[Pattern, ...], side: Side) -> Found | None:
    """The best match by trying everything: (move, value, name, orientation)."""
    size = seen.board.geometry.size
    best: Found | None = None
    for anchor in points_of(seen.board.stones(side)):
        row, column = row_column(anchor, size)
        for pattern in patterns:
            for way in range(0 if pattern.never else pattern.orientations):
                turned_points = [(*turned(way, dx, dy), kind) for dx, dy, kind in pattern.points]
                if not all(holds(seen, side, kind, row + dy, column + dx) for dx, dy, kind in turned_points):
                    continue
                dx, dy = next((dx, dy) for dx, dy, kind in turned_points if kind is Kind.MOVE)
                value = pattern.weight
                if pattern.extension:
                    value += line_bonus(row + dy, size) + line_bonus(column + dx, size)
                if value > (best[1] if best else 0):
                    best = (point_at(row + dy, column + dx, size), value, pattern.name, way)
    return best


def fast_shape(seen: Survey, matcher: Matcher, side: Side) -> Found | None:
    found = find_shape(seen, matcher, side)
    if found is None:
        return None
    assert isinstance(found.why, Shape)
    return found.point, found.value, found.why.name, found.why.orientation


@given(st.sampled_from([9, 13, 19]), st.sampled_from(list(Side)), st.data())
def test_all_patterns_at_once_find_what_one_at_a_time_finds(
    size: int, side: Side, data: st.DataObject
) -> None:
    stones = data.draw(st.lists(st.integers(0, size * size - 1), max_size=size * size // 3, unique=True))
    drawn = Board.empty(size)
    for number, stone in enumerate(stones):
        drawn = drawn.put(drawn.geometry.points[stone], Side(number % 2))
    seen = new_survey(drawn, MATCHERS[size].layout)
    assert fast_shape(seen, MATCHERS[size], side) == slow_shape(seen, PATTERNS, side)


@given(boards(9))
def test_the_same_on_crowded_boards(drawn: Board) -> None:
    seen = new_survey(drawn, MATCHERS[9].layout)
    assert fast_shape(seen, MATCHERS[9], Side.WHITE) == slow_shape(seen, PATTERNS, Side.WHITE)


@st.composite
def drawn_patterns(draw: st.DrawFn) -> tuple[Pattern, ...]:
    """Patterns as somebody might draw them: of any size and sign, one or a few, some that never match."""
    far = st.integers(-4, 4)
    kinds = st.sampled_from([kind for kind in Kind if kind is not Kind.MOVE])
    patterns = []
    for number in range(draw(st.integers(1, 4))):
        across, down = draw(st.sampled_from([(far, far), (far, st.just(0)), (st.just(0), far)]))
        steps = st.tuples(across, down).filter(lambda step: step != (0, 0))
        move, *others = draw(st.lists(steps, min_size=1, max_size=5, unique=True))
        anchor = draw(st.sampled_from([Kind.COMPUTER, Kind.COMPUTER, Kind.EDGE_COMPUTER]))
        points = [(0, 0, anchor), (*move, Kind.MOVE), *((*step, draw(kinds)) for step in others)]
        weight, ways = draw(st.integers(1, 3)), draw(st.sampled_from([4, 8]))
        is_extension, never = draw(st.booleans()), draw(st.integers(0, 9)) == 0
        patterns.append(Pattern(f"number {number}", tuple(points), ways, weight, is_extension, never))
    return tuple(patterns)


@given(st.integers(5, 9), st.data(), drawn_patterns())
def test_the_same_for_any_patterns(size: int, data: st.DataObject, patterns: tuple[Pattern, ...]) -> None:
    drawn, matcher = data.draw(boards(size)), Matcher(patterns, size)
    seen = new_survey(drawn, matcher.layout)
    for side in Side:
        assert fast_shape(seen, matcher, side) == slow_shape(seen, patterns, side)


def shape(drawing: str) -> tuple[str, int, str] | None:
    drawn = board(drawing)
    found = fast_shape(new_survey(drawn, MATCHERS[9].layout), MATCHERS[9], Side.BLACK)
    return (format_vertex(found[0], 9), found[1], found[2]) if found else None


def test_a_cut_is_closed() -> None:
    drawing = """
    - - - - - - - - -
    - - - - - - - - -
    - - - - - - - - -
    - - - X - X - - -
    - - - - O - - - -
    - - - - - - - - -
    - - - - - - - - -
    - - - - - - - - -
    - - - - - - - - -
    """
    assert shape(drawing) == ("E6", 82, "connect if pushed through, straight")


def test_the_last_pattern_never_matches() -> None:
    last = PATTERNS[-1]
    assert last.never
    drawing = """
    - - - - - - - - -
    - - - - - - - - -
    - - - X O - - - -
    - - - - - - X - -
    - - - - - - - - -
    - - - - - - - - -
    - - - - - - - - -
    - - - - - - - - -
    - - - - - - - - -
    """
    found = shape(drawing)
    assert found is None or found[2] != last.name


def test_an_extension_is_worth_more_on_the_fourth_line_than_on_the_first() -> None:
    assert [line_bonus(line, 19) for line in (0, 1, 2, 3, 4, 9, 15, 18)] == [-1, -1, 1, 1, 0, 0, 1, -1]


@pytest.mark.parametrize("kind", [Kind.COMPUTER, Kind.USER, Kind.EDGE_EMPTY])
@pytest.mark.parametrize("step", [(1, 0), (0, 1), (-1, 0), (0, -1), (2, 1)])
def test_every_point_of_a_pattern_is_asked_for(step: tuple[int, int], kind: Kind) -> None:
    pattern = Pattern("p", ((0, 0, Kind.COMPUTER), (*step, kind), (2, 2, Kind.MOVE)), 8, 5, False, False)
    drawn = Board.empty(9).put(point_at(4, 4, 9), Side.BLACK)
    matcher = Matcher((pattern,), 9)
    assert fast_shape(new_survey(drawn, matcher.layout), matcher, Side.BLACK) is None
