"""Tests of `matchpat` against a search by one pattern, one stone and one orientation at a time."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.replay import own_knowledge
from gnugo_py.engines.classic.gnugo import ClassicMemory, GnuGo, PatternReason, line_bonus
from gnugo_py.engines.classic.pattern_files import Pattern, PatternFiles, PatternPointKind, orient
from gnugo_py.games.board import Board
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.rules import rules_preset
from gnugo_py.games.go.vertex import format_vertex
from gnugo_py.games.points import iter_points, point_at, row_and_column
from gnugo_py.games.types import Color
from tests.support.boards import board, boards
from tests.support.reference_survey import count

PATTERNS = own_knowledge().patterns
FILES = PatternFiles(PATTERNS)

Found = tuple[int, int, str, int]


def holds(board: Board, color: Color, kind: PatternPointKind, row: int, column: int) -> bool:
    """Return whether a point meets a condition of a pattern, as the original describes it."""
    size = board.geometry.size
    if not (0 <= row < size and 0 <= column < size):
        return False
    point = point_at(row, column, size)
    stone = board.color_at(point)
    if kind >= PatternPointKind.EDGE_EMPTY and not {row, column} & {0, size - 1}:
        return False
    if kind is PatternPointKind.MOVE:
        return stone is None and count(board, point, color) > 1
    wanted = {0: None, 1: color.opponent, 2: color}[kind % 4]
    return stone is wanted


def slow_shape(board: Board, patterns: tuple[Pattern, ...], color: Color) -> Found | None:
    """Return the best match by trying everything: (move, value, name, orientation)."""
    size = board.geometry.size
    best: Found | None = None
    for anchor in iter_points(board.stones(color)):
        row, column = row_and_column(anchor, size)
        for pattern in patterns:
            for way in range(0 if pattern.is_disabled else pattern.n_orientations):
                turned_points = [(*orient(way, dx, dy), kind) for dx, dy, kind in pattern.points]
                if not all(
                    holds(board, color, kind, row + dy, column + dx) for dx, dy, kind in turned_points
                ):
                    continue
                dx, dy = next((dx, dy) for dx, dy, kind in turned_points if kind is PatternPointKind.MOVE)
                value = pattern.weight
                if pattern.has_line_bonus:
                    value += line_bonus(point_at(row + dy, column + dx, size), size)
                if value > (best[1] if best else 0):
                    best = (point_at(row + dy, column + dx, size), value, pattern.name, way)
    return best


def fast_shape(board: Board, pattern_files: PatternFiles, color: Color) -> Found | None:
    position = GoPosition.from_board(board, color, rules_preset("gnugo-1.1"))
    found = GnuGo(position, ClassicMemory.initial(1), pattern_files).matchpat()
    if found is None:
        return None
    assert isinstance(found.data, PatternReason)
    assert found.point is not None
    return found.point, found.value, found.data.name, found.data.orientation


@given(st.sampled_from([9, 13, 19]), st.sampled_from(list(Color)), st.data())
def test_all_patterns_at_once_find_what_one_at_a_time_finds(
    size: int, color: Color, data: st.DataObject
) -> None:
    stones = data.draw(st.lists(st.integers(0, size * size - 1), max_size=size * size // 3, unique=True))
    drawn = Board.empty(size)
    for number, stone in enumerate(stones):
        drawn = drawn.with_stone(drawn.geometry.points[stone], Color(number % 2))
    assert fast_shape(drawn, FILES, color) == slow_shape(drawn, PATTERNS, color)


@pytest.mark.slow
@given(boards(9))
def test_the_same_on_crowded_boards(drawn: Board) -> None:
    assert fast_shape(drawn, FILES, Color.WHITE) == slow_shape(drawn, PATTERNS, Color.WHITE)


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
    drawn = data.draw(boards(size))
    for color in Color:
        assert fast_shape(drawn, PatternFiles(patterns), color) == slow_shape(drawn, patterns, color)


def shape(drawing: str) -> tuple[str, int, str] | None:
    found = fast_shape(board(drawing), FILES, Color.BLACK)
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
    on_the_diagonal = [line_bonus(point_at(line, line, 19), 19) for line in (0, 1, 2, 3, 4, 9, 15, 18)]
    assert on_the_diagonal == [-2, -2, 2, 2, 0, 0, 2, -2]


@pytest.mark.parametrize(
    "kind", [PatternPointKind.OWN, PatternPointKind.OPPONENT, PatternPointKind.EDGE_EMPTY]
)
@pytest.mark.parametrize("step", [(1, 0), (0, 1), (-1, 0), (0, -1), (2, 1)])
def test_every_point_of_a_pattern_is_asked_for(step: tuple[int, int], kind: PatternPointKind) -> None:
    pattern = Pattern(
        "p", ((0, 0, PatternPointKind.OWN), (*step, kind), (2, 2, PatternPointKind.MOVE)), 8, 5, False, False
    )
    drawn = Board.empty(9).with_stone(point_at(4, 4, 9), Color.BLACK)
    assert fast_shape(drawn, PatternFiles((pattern,)), Color.BLACK) is None
