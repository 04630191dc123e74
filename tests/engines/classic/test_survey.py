import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnugo_py.core.bitboard import iter_points
from gnugo_py.core.types import Color
from gnugo_py.engines.classic.chains_and_liberties import (
    MAX_WEAK_LIBERTIES,
    ORIENTATION_COUNT,
    PLACEHOLDER_CHAIN,
    ChainSurvey,
    iter_liberties_depth_first,
    orient,
    packed_set_layout,
    survey_of_board,
    update_chain_survey,
)
from gnugo_py.games.go.board import Board, flood_fill
from gnugo_py.games.go.vertex import format_vertex
from tests.support.board_edits import boards
from tests.support.boards import board

STEPS = frozenset({(5, 5), (-5, -5)})


def plain(seen: ChainSurvey) -> dict[int, tuple[Color, int, list[int], int, int]]:
    """Return color, stones, points, liberties and liberty count of the chain on each point."""
    found = {}
    for point in iter_points(seen.board.black | seen.board.white):
        chain = seen.chain_at[seen.board.color_at(point) or 0][point]
        found[point] = (chain.color, chain.stones, sorted(chain.points), chain.liberties, chain.count)
    return found


@pytest.mark.slow
@given(st.sampled_from([3, 9, 19]), st.data())
def test_a_survey_does_not_depend_on_the_boards_before_it(size: int, data: st.DataObject) -> None:
    first, second = data.draw(boards(size)), data.draw(boards(size))
    fresh, moved = (
        survey_of_board(second, packed_set_layout(size, STEPS)),
        survey_of_board(first, packed_set_layout(size, STEPS)),
    )
    update_chain_survey(moved, second)
    assert fresh.empty == moved.empty == second.empty_points
    assert plain(fresh) == plain(moved)
    assert (
        fresh.packed
        == moved.packed
        == [packed_set_layout(size, STEPS).pack(second.stones(color)) for color in Color]
    )


@given(boards(9), boards(9))
def test_a_survey_knows_the_chains_of_its_board(first: Board, second: Board) -> None:
    seen = survey_of_board(first, packed_set_layout(9, STEPS))
    update_chain_survey(seen, second)
    for color in Color:
        for stones in second.chains(color):
            liberties = second.surrounding_points(stones) & second.empty_points
            for point in iter_points(stones):
                chain = seen.chain_at[color][point]
                assert (chain.color, chain.stones, chain.liberties) == (color, stones, liberties)
                assert seen.chain_at[color.opponent][point] is PLACEHOLDER_CHAIN
        assert all(
            seen.chain_at[color][point] is PLACEHOLDER_CHAIN for point in iter_points(second.empty_points)
        )
        assert seen.weak_chains[color] == {
            chain
            for chain in seen.chain_at[color]
            if chain is not PLACEHOLDER_CHAIN and chain.count <= MAX_WEAK_LIBERTIES
        }


@given(boards(9))
def test_a_count_is_what_a_stone_there_would_have_captures_ignored(drawn: Board) -> None:
    seen = survey_of_board(drawn, packed_set_layout(9, STEPS))
    for color in Color:
        for point in iter_points(drawn.empty_points):
            chain = flood_fill(1 << point, drawn.stones(color) | 1 << point, drawn.geometry.stride)
            assert (
                seen.liberty_count_after_move(point, color)
                == (drawn.surrounding_points(chain) & drawn.empty_points).bit_count()
            )


@given(boards(9))
def test_a_walk_meets_every_liberty_once_for_each_stone_it_touches(drawn: Board) -> None:
    lines = drawn.geometry
    for chain in drawn.chains(Color.BLACK):
        first = (chain & -chain).bit_length() - 1
        met = list(iter_liberties_depth_first(first, drawn.black, drawn.empty_points, lines))
        liberties = list(iter_points(drawn.surrounding_points(chain) & drawn.empty_points))
        assert sorted(set(met)) == liberties
        assert all(met.count(point) == (lines.neighbors[point] & chain).bit_count() for point in liberties)


def test_a_walk_goes_deep_first_north_south_west_east() -> None:
    drawn = board("- - - -\n- X X -\n- X - -\n- - - -")
    met = iter_liberties_depth_first(
        drawn.geometry.points[5], drawn.black, drawn.empty_points, drawn.geometry
    )
    assert [format_vertex(point, 4) for point in met] == ["B4", "B1", "A2", "C2", "A3", "C4", "C2", "D3"]


@given(boards(9))
def test_a_packed_set_holds_the_board_in_all_eight_orientations(drawn: Board) -> None:
    places = packed_set_layout(9, STEPS)
    packed = places.pack(drawn.black)
    assert packed.bit_count() == ORIENTATION_COUNT * drawn.black.bit_count()
    found = [places.unpack_table[bit] for bit in iter_points(packed >> places.margin)]
    assert sorted(found) == sorted((point, way) for point in iter_points(drawn.black) for way in range(8))


def test_one_step_in_a_packed_set_is_one_step_in_each_orientation() -> None:
    places = packed_set_layout(9, STEPS)
    on_board = sum(places.blocks)
    for bit in iter_points(on_board & on_board >> 1):
        (point, orientation), there = places.unpack_table[bit], places.unpack_table[bit + 1]
        column, row = orient(orientation, 1, 0)
        assert there == (point + row * 10 + column, orientation)
