from hypothesis import given
from hypothesis import strategies as st

from gnugo_py.core.bitboard import points_of
from gnugo_py.core.types import Side
from gnugo_py.engines.classic.survey import (
    MOST_LIBERTIES,
    NOBODY,
    ORIENTATIONS,
    Survey,
    go_to,
    layout,
    new_survey,
    turned,
    walk,
)
from gnugo_py.games.go.board import Board, flood, geometry
from gnugo_py.games.go.vertex import format_vertex
from tests.boards import board

STEPS = frozenset({(5, 5), (-5, -5)})


def plain(seen: Survey) -> dict[int, tuple[Side, int, list[int], int, int]]:
    """By point: what a survey tells of the chain there."""
    found = {}
    for point in points_of(seen.board.black | seen.board.white):
        chain = seen.at[seen.board.at(point) or 0][point]
        found[point] = (chain.side, chain.stones, sorted(chain.points), chain.liberties, chain.count)
    return found


@st.composite
def boards(draw: st.DrawFn, size: int) -> Board:
    points = geometry(size).points
    sides = draw(st.lists(st.sampled_from("XO--"), min_size=len(points), max_size=len(points)))
    black = sum(1 << point for point, sign in zip(points, sides, strict=True) if sign == "X")
    white = sum(1 << point for point, sign in zip(points, sides, strict=True) if sign == "O")
    return Board(geometry(size), black, white)


def edits(size: int) -> st.SearchStrategy[list[tuple[int, str]]]:
    """A few points of a board, and what to put there."""
    return st.lists(
        st.tuples(st.sampled_from(geometry(size).points), st.sampled_from("XO-")), min_size=1, max_size=4
    )


def edited(board: Board, edits: list[tuple[int, str]]) -> Board:
    """A board with something else on some points."""
    for point, sign in edits:
        board = board.without(1 << point)
        if sign != "-":
            board = board.put(point, Side("XO".index(sign)))
    return board


@given(st.sampled_from([3, 9, 19]), st.data())
def test_a_survey_does_not_depend_on_the_boards_before_it(size: int, data: st.DataObject) -> None:
    first, second = data.draw(boards(size)), data.draw(boards(size))
    fresh, moved = new_survey(second, layout(size, STEPS)), new_survey(first, layout(size, STEPS))
    go_to(moved, second)
    assert fresh.empty == moved.empty == second.vacant
    assert plain(fresh) == plain(moved)
    assert fresh.packed == moved.packed == [layout(size, STEPS).packed(second.stones(side)) for side in Side]


@given(boards(9), boards(9))
def test_a_survey_knows_the_chains_of_its_board(first: Board, second: Board) -> None:
    seen = new_survey(first, layout(9, STEPS))
    go_to(seen, second)
    for side in Side:
        for stones in second.chains(side):
            liberties = second.around(stones) & second.vacant
            for point in points_of(stones):
                chain = seen.at[side][point]
                assert (chain.side, chain.stones, chain.liberties) == (side, stones, liberties)
                assert seen.at[side.other][point] is NOBODY
        assert all(seen.at[side][point] is NOBODY for point in points_of(second.vacant))
        assert seen.weak[side] == {
            chain for chain in seen.at[side] if chain is not NOBODY and chain.count <= MOST_LIBERTIES
        }


@given(boards(9))
def test_a_count_is_what_a_stone_there_would_have_captures_ignored(drawn: Board) -> None:
    seen = new_survey(drawn, layout(9, STEPS))
    for side in Side:
        for point in points_of(drawn.vacant):
            chain = flood(1 << point, drawn.stones(side) | 1 << point, drawn.geometry.stride)
            assert seen.count(point, side) == (drawn.around(chain) & drawn.vacant).bit_count()


@given(boards(9))
def test_a_walk_meets_every_liberty_once_for_each_stone_it_touches(drawn: Board) -> None:
    lines = drawn.geometry
    for chain in drawn.chains(Side.BLACK):
        first = (chain & -chain).bit_length() - 1
        met = list(walk(first, drawn.black, drawn.vacant, lines))
        liberties = list(points_of(drawn.around(chain) & drawn.vacant))
        assert sorted(set(met)) == liberties
        assert all(met.count(point) == (lines.neighbours[point] & chain).bit_count() for point in liberties)


def test_a_walk_goes_deep_first_north_south_west_east() -> None:
    drawn = board("- - - -\n- X X -\n- X - -\n- - - -")
    met = walk(drawn.geometry.points[5], drawn.black, drawn.vacant, drawn.geometry)
    assert [format_vertex(point, 4) for point in met] == ["B4", "B1", "A2", "C2", "A3", "C4", "C2", "D3"]


@given(boards(9))
def test_a_packed_set_holds_the_board_in_all_eight_orientations(drawn: Board) -> None:
    places = layout(9, STEPS)
    packed = places.packed(drawn.black)
    assert packed.bit_count() == ORIENTATIONS * drawn.black.bit_count()
    found = [places.unpacked[bit] for bit in points_of(packed >> places.margin)]
    assert sorted(found) == sorted((point, way) for point in points_of(drawn.black) for way in range(8))


def test_one_step_in_a_packed_set_is_one_step_in_each_orientation() -> None:
    places = layout(9, STEPS)
    on_board = sum(places.blocks)
    for bit in points_of(on_board & on_board >> 1):
        (point, orientation), there = places.unpacked[bit], places.unpacked[bit + 1]
        column, row = turned(orientation, 1, 0)
        assert there == (point + row * 10 + column, orientation)
