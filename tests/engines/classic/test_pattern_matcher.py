"""Tests of the pattern matcher against a search by one pattern, one stone and one orientation at a time."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.replay import own_knowledge
from gnugo_py.core.bitboard import iter_points, point_at, row_and_column
from gnugo_py.core.types import Color
from gnugo_py.engines.classic.chains_and_liberties import ChainSurvey, orient, survey_of_board
from gnugo_py.engines.classic.pattern_files import Pattern, PatternPointKind
from gnugo_py.engines.classic.pattern_matcher import PatternMatcher, find_pattern, line_bonus
from gnugo_py.engines.classic.results import PatternReason
from gnugo_py.games.go.board import Board
from gnugo_py.games.go.vertex import format_vertex
from tests.support.board_edits import boards
from tests.support.boards import board

PATTERNS = own_knowledge().patterns
MATCHERS = {size: PatternMatcher(PATTERNS, size) for size in (9, 13, 19)}

Found = tuple[int, int, str, int]


def holds(seen: ChainSurvey, color: Color, kind: PatternPointKind, row: int, column: int) -> bool:
    """Return whether a point meets a condition of a pattern, as the original describes it."""
    size = seen.board.geometry.size
    if not (0 <= row < size and 0 <= column < size):
        return False
    point = point_at(row, column, size)
    stone = seen.board.color_at(point)
    if kind in (
        PatternPointKind.EDGE_EMPTY,
        PatternPointKind.EDGE_USER,
        PatternPointKind.EDGE_COMPUTER,
    ) and not {
        row,
        column,
    } & {0, size - 1}:
        return False
    if kind is PatternPointKind.MOVE:
        return stone is None and seen.liberty_count_after_move(point, color) > 1
    wanted = {0: None, 1: color.opponent, 2: color}[kind % 4]
    return stone is wanted


def slow_shape(seen: ChainSurvey, patterns: tuple[Pattern, ...], color: Color) -> Found | None:
    """Return the best match by trying everything: (move, value, name, orientation)."""
    size = seen.board.geometry.size
    best: Found | None = None
    for anchor in iter_points(seen.board.stones(color)):
        row, column = row_and_column(anchor, size)
        for pattern in patterns:
            for way in range(0 if pattern.is_disabled else pattern.n_orientations):
                turned_points = [(*orient(way, dx, dy), kind) for dx, dy, kind in pattern.points]
                if not all(holds(seen, color, kind, row + dy, column + dx) for dx, dy, kind in turned_points):
                    continue
                dx, dy = next((dx, dy) for dx, dy, kind in turned_points if kind is PatternPointKind.MOVE)
                value = pattern.weight
                if pattern.has_line_bonus:
                    value += line_bonus(row + dy, size) + line_bonus(column + dx, size)
                if value > (best[1] if best else 0):
                    best = (point_at(row + dy, column + dx, size), value, pattern.name, way)
    return best


def fast_shape(seen: ChainSurvey, matcher: PatternMatcher, color: Color) -> Found | None:
    found = find_pattern(seen, matcher, color)
    if found is None:
        return None
    assert isinstance(found.reason, PatternReason)
    return found.point, found.value, found.reason.name, found.reason.orientation


@given(st.sampled_from([9, 13, 19]), st.sampled_from(list(Color)), st.data())
def test_all_patterns_at_once_find_what_one_at_a_time_finds(
    size: int, color: Color, data: st.DataObject
) -> None:
    stones = data.draw(st.lists(st.integers(0, size * size - 1), max_size=size * size // 3, unique=True))
    drawn = Board.empty(size)
    for number, stone in enumerate(stones):
        drawn = drawn.with_stone(drawn.geometry.points[stone], Color(number % 2))
    seen = survey_of_board(drawn, MATCHERS[size].layout)
    assert fast_shape(seen, MATCHERS[size], color) == slow_shape(seen, PATTERNS, color)


@pytest.mark.slow
@given(boards(9))
def test_the_same_on_crowded_boards(drawn: Board) -> None:
    seen = survey_of_board(drawn, MATCHERS[9].layout)
    assert fast_shape(seen, MATCHERS[9], Color.WHITE) == slow_shape(seen, PATTERNS, Color.WHITE)


@st.composite
def drawn_patterns(draw: st.DrawFn) -> tuple[Pattern, ...]:
    """Draw some patterns of any size and kind, including disabled ones."""
    far = st.integers(-4, 4)
    kinds = st.sampled_from([kind for kind in PatternPointKind if kind is not PatternPointKind.MOVE])
    patterns = []
    for number in range(draw(st.integers(1, 4))):
        across, down = draw(st.sampled_from([(far, far), (far, st.just(0)), (st.just(0), far)]))
        steps = st.tuples(across, down).filter(lambda step: step != (0, 0))
        move, *others = draw(st.lists(steps, min_size=1, max_size=5, unique=True))
        anchor = draw(
            st.sampled_from([PatternPointKind.OWN, PatternPointKind.OWN, PatternPointKind.EDGE_COMPUTER])
        )
        points = [(0, 0, anchor), (*move, PatternPointKind.MOVE), *((*step, draw(kinds)) for step in others)]
        weight, ways = draw(st.integers(1, 3)), draw(st.sampled_from([4, 8]))
        is_extension, never = draw(st.booleans()), draw(st.integers(0, 9)) == 0
        patterns.append(Pattern(f"number {number}", tuple(points), ways, weight, is_extension, never))
    return tuple(patterns)


@given(st.integers(5, 9), st.data(), drawn_patterns())
def test_the_same_for_any_patterns(size: int, data: st.DataObject, patterns: tuple[Pattern, ...]) -> None:
    drawn, matcher = data.draw(boards(size)), PatternMatcher(patterns, size)
    seen = survey_of_board(drawn, matcher.layout)
    for color in Color:
        assert fast_shape(seen, matcher, color) == slow_shape(seen, patterns, color)


def shape(drawing: str) -> tuple[str, int, str] | None:
    drawn = board(drawing)
    found = fast_shape(survey_of_board(drawn, MATCHERS[9].layout), MATCHERS[9], Color.BLACK)
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
    assert last.is_disabled
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


@pytest.mark.parametrize(
    "kind", [PatternPointKind.OWN, PatternPointKind.OPPONENT, PatternPointKind.EDGE_EMPTY]
)
@pytest.mark.parametrize("step", [(1, 0), (0, 1), (-1, 0), (0, -1), (2, 1)])
def test_every_point_of_a_pattern_is_asked_for(step: tuple[int, int], kind: PatternPointKind) -> None:
    pattern = Pattern(
        "p", ((0, 0, PatternPointKind.OWN), (*step, kind), (2, 2, PatternPointKind.MOVE)), 8, 5, False, False
    )
    drawn = Board.empty(9).with_stone(point_at(4, 4, 9), Color.BLACK)
    matcher = PatternMatcher((pattern,), 9)
    assert fast_shape(survey_of_board(drawn, matcher.layout), matcher, Color.BLACK) is None
