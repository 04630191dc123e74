"""Tests of the opening book (`findpatn` without patterns, `opening`, `openregion`)."""

from benchmarks.replay import own_knowledge
from gnugo_py.engines.classic.gnugo import CORNERS, EDGES, BookReason, ClassicMemory, GnuGo
from gnugo_py.engines.classic.pattern_files import PatternFiles
from gnugo_py.engines.engine import Reason
from gnugo_py.games.board import Board
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.rules import rules_preset
from gnugo_py.games.go.vertex import format_vertex, parse_vertex
from gnugo_py.games.types import Color

BOOK = PatternFiles(opening=own_knowledge().opening)


def find_book_move(
    board: Board, memory: ClassicMemory, pattern_files: PatternFiles = BOOK
) -> tuple[Reason | None, ClassicMemory]:
    """Return the move of the opening book, or None, and the memory afterwards."""
    position = GoPosition.from_board(board, Color.BLACK, rules_preset("gnugo-1.1"))
    game = GnuGo(position, memory, pattern_files)
    found = game.findpatn()
    book = (game.untried_regions, game.is_continuing, game.book_node, game.orientation)
    return found, ClassicMemory(game.seed, game.random_state, *book)


def point(found: Reason | None) -> int:
    assert found is not None
    assert found.point is not None
    return found.point


def with_stones(size: int, *vertices: str) -> Board:
    drawn = Board.empty(size)
    for vertex in vertices:
        drawn = drawn.with_stone(parse_vertex(vertex, size), Color.WHITE)
    return drawn


def test_corners_are_tried_once_in_the_original_order() -> None:
    found, memory = find_book_move(with_stones(19, "C17", "C3"), ClassicMemory.initial(1))
    assert found is not None
    assert isinstance(found.data, BookReason)
    assert found.data.region == "NE"
    assert memory.untried_regions == ("SE", *EDGES)


def test_a_corner_is_continued_until_the_tree_ends() -> None:
    board, memory = with_stones(19, "C3", "R3", "R17"), ClassicMemory.initial(1)
    regions = []
    for _ in range(3):
        found, memory = find_book_move(board, memory)
        assert found is not None
        assert isinstance(found.data, BookReason)
        regions.append(found.data.region)
        board = board.with_stone(point(found), Color.BLACK)
        if not memory.is_continuing:
            break
    assert regions[0] == "NW"
    assert set(regions[1:]) <= {"continue"}


def test_a_continuation_on_a_taken_point_is_dropped() -> None:
    board, memory = Board.empty(19), ClassicMemory.initial(1)
    found, memory = find_book_move(board, memory)
    assert memory.is_continuing
    full = Board(board.geometry, 0, board.geometry.full)
    found, memory = find_book_move(full, memory)
    assert found is None
    assert not memory.is_continuing
    assert memory.untried_regions == ()


def test_edges_are_played_in_the_middle_of_the_fourth_line() -> None:
    board, memory = with_stones(19, "C17", "C3", "R3", "R17"), ClassicMemory.initial(1)
    played = []
    while True:
        found, memory = find_book_move(board, memory)
        if found is None:
            break
        played.append(format_vertex(point(found), 19))
    assert played == ["K16", "K4", "D10", "Q10"]


def test_edges_are_played_in_the_middle_on_small_boards() -> None:
    corners = {9: ("A9", "A1", "J1", "J9"), 13: ("A13", "A1", "N1", "N13")}
    for size, middle in ((9, ["E6", "E4", "D5", "F5"]), (13, ["G10", "G4", "D7", "K7"])):
        board = with_stones(size, *corners[size])
        for expected, region in zip(middle, EDGES, strict=True):
            found, _ = find_book_move(board, ClassicMemory(1, 1, (region,)))
            assert found is not None
            assert format_vertex(point(found), size) == expected


def test_no_book_move_is_found_without_an_opening_tree() -> None:
    memory = ClassicMemory.initial(1)
    assert find_book_move(Board.empty(19), memory, PatternFiles()) == (None, memory)
    assert memory.untried_regions == CORNERS + EDGES
