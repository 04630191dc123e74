from hypothesis import given
from hypothesis import strategies as st

from gnugo_py.classic.packing import ORIENTATIONS, layout, turned
from gnugo_py.classic.survey import SideSurvey, survey, walk
from gnugo_py.games.contract import Side
from gnugo_py.go.board import Board, flood, geometry, points_of
from gnugo_py.go.vertex import format_vertex
from tests.boards import board

STEPS = frozenset({(5, 5), (-5, -5)})


def chains(side: SideSurvey) -> list[tuple[int, tuple[int, ...], int, int]]:
    """A side's chains as plain data, in board order."""
    return sorted(
        (chain.stones, tuple(sorted(chain.points)), chain.liberties, chain.number)
        for chain in (*side.strong, *side.weak)
    )


@st.composite
def boards(draw: st.DrawFn, size: int) -> Board:
    points = geometry(size).points
    sides = draw(st.lists(st.sampled_from("XO--"), min_size=len(points), max_size=len(points)))
    black = sum(1 << point for point, sign in zip(points, sides, strict=True) if sign == "X")
    white = sum(1 << point for point, sign in zip(points, sides, strict=True) if sign == "O")
    return Board(geometry(size), black, white)


@given(st.sampled_from([3, 9, 19]), st.data())
def test_a_survey_does_not_depend_on_the_boards_before_it(size: int, data: st.DataObject) -> None:
    first, second = data.draw(boards(size)), data.draw(boards(size))
    fresh, grown = survey(second, layout(size, STEPS)), survey(first, layout(size, STEPS)).after(second)
    assert fresh.empty == grown.empty == second.vacant
    for one, other in zip(fresh.sides, grown.sides, strict=True):
        assert chains(one) == chains(other)
        assert one.at == other.at
        assert one.packed == other.packed


@given(boards(9))
def test_reach_is_what_a_stone_there_would_have_captures_ignored(drawn: Board) -> None:
    seen = survey(drawn, layout(9, STEPS))
    for side in Side:
        for point in points_of(drawn.vacant):
            chain = flood(1 << point, drawn.stones(side) | 1 << point, drawn.geometry.stride)
            assert seen.reach(point, side) == drawn.around(chain) & drawn.vacant


@given(boards(9))
def test_a_walk_meets_every_liberty_once_for_each_stone_it_touches(drawn: Board) -> None:
    lines = drawn.geometry
    for chain in drawn.chains(Side.BLACK):
        first = (chain & -chain).bit_length() - 1
        met = list(walk(first, drawn.black, drawn.vacant, lines))
        liberties = list(points_of(drawn.around(chain) & drawn.vacant))
        assert sorted(set(met)) == liberties
        assert all(met.count(point) == (lines.neighbours[point] & chain).bit_count() for point in liberties)


@given(boards(9), boards(9))
def test_a_survey_that_gave_its_figures_away_still_knows_them(first: Board, second: Board) -> None:
    old = survey(first, layout(9, STEPS))
    old.after(second)
    fresh = survey(first, layout(9, STEPS))
    assert [side.at for side in old.sides] == [side.at for side in fresh.sides]


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
    on_board = places.everywhere
    for bit in points_of(on_board & on_board >> 1):
        (point, orientation), there = places.unpacked[bit], places.unpacked[bit + 1]
        column, row = turned(orientation, 1, 0)
        assert there == (point + row * 10 + column, orientation)
