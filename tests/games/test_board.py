"""Tests of chains, liberties and captures against a slow and simple implementation."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnugo_py.games.board import HEXAGONS, KING_MOVES, LINES, Board, geometry
from gnugo_py.games.go.vertex import parse_vertex
from gnugo_py.games.points import iter_points
from gnugo_py.games.types import Color
from tests.support.boards import board, vertices

Cell = tuple[int, int]


def slow_chain(cells: dict[Cell, str], start: Cell) -> set[Cell]:
    chain, todo = set(), [start]
    while todo:
        row, column = todo.pop()
        if (row, column) in chain:
            continue
        chain.add((row, column))
        near = [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
        todo += [cell for cell in near if cells.get(cell) == cells[start]]
    return chain


def slow_liberties(cells: dict[Cell, str], start: Cell) -> set[Cell]:
    return {
        cell
        for row, column in slow_chain(cells, start)
        for cell in [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
        if cells.get(cell) == "-"
    }


@st.composite
def colourings(draw: st.DrawFn) -> dict[Cell, str]:
    size = draw(st.sampled_from([2, 3, 5, 9, 13, 19]))
    signs = draw(st.text("XO-", min_size=size * size, max_size=size * size))
    return {(number // size, number % size): sign for number, sign in enumerate(signs)}


def as_board(cells: dict[Cell, str]) -> Board:
    size = max(cells)[0] + 1
    return board("\n".join(" ".join(cells[row, column] for column in range(size)) for row in range(size)))


def as_cells(points: int, size: int) -> set[Cell]:
    return {divmod(point, size + 1) for point in iter_points(points)}


@pytest.mark.parametrize(("size", "number"), [(2, 57), (3, 12_675)])
def test_the_number_of_legal_boards_matches_the_known_number(size: int, number: int) -> None:
    def is_legal(drawn: Board) -> bool:
        return all(
            drawn.surrounding_points(chain) & drawn.empty_points
            for color in Color
            for chain in drawn.chains(color)
        )

    cells = [(row, column) for row in range(size) for column in range(size)]
    colourings = (dict(zip(cells, signs, strict=True)) for signs in product("XO-", repeat=size * size))
    assert sum(is_legal(as_board(colouring)) for colouring in colourings) == number


@given(colourings())
def test_chains_and_liberties_are_those_of_a_slow_flood_fill(cells: dict[Cell, str]) -> None:
    drawn = as_board(cells)
    size = drawn.geometry.size
    for cell in cells:
        point = cell[0] * (size + 1) + cell[1]
        if cells[cell] == "-":
            assert drawn.chain(point) == drawn.liberties(point) == 0
        else:
            assert as_cells(drawn.chain(point), size) == slow_chain(cells, cell)
            assert as_cells(drawn.liberties(point), size) == slow_liberties(cells, cell)


@given(colourings(), st.data())
def test_a_stone_takes_the_neighbors_left_without_liberties(
    cells: dict[Cell, str], data: st.DataObject
) -> None:
    empty = [cell for cell in cells if cells[cell] == "-"]
    if not empty:
        return
    (row, column), drawn = data.draw(st.sampled_from(empty)), as_board(cells)
    size = drawn.geometry.size
    after = cells | {(row, column): "X"}
    near = [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
    expected = {
        stone
        for cell in near
        if after.get(cell) == "O" and not slow_liberties(after, cell)
        for stone in slow_chain(after, cell)
    }
    assert as_cells(drawn.play(row * (size + 1) + column, Color.BLACK)[1], size) == expected


def test_a_stone_that_captures_nothing_may_be_left_without_liberties() -> None:
    drawn = board("- O -\nO O -\n- - -")
    after, captured, lost = drawn.play(0, Color.BLACK)
    assert (after, captured, lost) == (drawn.with_stone(0, Color.BLACK), 0, 1)


def test_stones_elsewhere_that_have_no_liberties_are_captured_if_they_are_suspected() -> None:
    drawn = board("X O -\nO - -\n- - -")
    after, captured, lost = drawn.play(10, Color.WHITE, suspects=1)
    assert (after, captured, lost) == (drawn.without_stones(1).with_stone(10, Color.WHITE), 1, 0)
    assert drawn.play(10, Color.WHITE)[1] == 0


def test_a_capture_elsewhere_gives_a_stone_no_liberty() -> None:
    drawn = board("X O - -\nO - X -\n- X - X\n- - X -")
    point = parse_vertex("C2", 4)
    assert drawn.play(point, Color.WHITE, suspects=1)[1:] == (1, 1 << point)


def test_a_shift_does_not_wrap_from_one_row_to_the_next() -> None:
    drawn = board(
        """
        - - X
        X - -
        - - -
        """
    )
    assert vertices(drawn.liberties(2), 3) == ["B3", "C2"]


def test_boards_with_the_same_stones_are_equal_and_have_the_same_hash() -> None:
    one, other = Board.empty(9).with_stone(3, Color.BLACK), Board.empty(9).with_stone(3, Color.BLACK)
    assert one == other
    assert hash(one) == hash(other)
    assert one != other.with_stone(4, Color.WHITE)
    assert Board.empty(9) != Board.empty(13)


@pytest.mark.parametrize("size", [0, 27])
def test_unsupported_board_sizes_are_refused(size: int) -> None:
    with pytest.raises(ValueError, match="1 to 26"):
        geometry(size, LINES)


@pytest.mark.parametrize(
    ("directions", "corner", "inside"),
    [
        (LINES, ["A2", "B3"], ["A2", "B1", "B3", "C2"]),
        (HEXAGONS, ["A2", "B3"], ["A1", "A2", "B1", "B3", "C2", "C3"]),
        (KING_MOVES, ["A2", "B2", "B3"], ["A1", "A2", "A3", "B1", "B3", "C1", "C2", "C3"]),
    ],
    ids=["lines", "hexagons", "king moves"],
)
def test_points_have_4_6_or_8_neighbors(directions: int, corner: list[str], inside: list[str]) -> None:
    shape = geometry(3, directions)
    assert [vertices(shape.neighbors[point], 3) for point in (0, 5)] == [corner, inside]


@pytest.mark.parametrize("directions", [LINES, HEXAGONS, KING_MOVES])
@pytest.mark.parametrize("size", [2, 9, 25])
def test_all_ways_to_the_neighbors_lead_to_the_same_points(size: int, directions: int) -> None:
    shape, empty = geometry(size, directions), Board.empty(size, directions)
    assert not shape.full >> size & 1
    for point in shape.points:
        near = shape.neighbors[point]
        assert near == empty.surrounding_points(1 << point) == empty.neighbors_of_points(1 << point)
        assert near == shape.grow(1 << point) & shape.full & ~(1 << point)
        assert sorted(shape.adjacent[point]) == list(iter_points(near))


def test_stones_that_touch_diagonally_are_one_chain_where_a_king_could_go() -> None:
    for directions, expected in ((LINES, 1), (HEXAGONS, 1), (KING_MOVES, 1 | 1 << 5)):
        board = Board.empty(3, directions).with_stone(0, Color.BLACK).with_stone(5, Color.BLACK)
        assert board.chain(0) == expected


def test_the_edge_is_the_first_line() -> None:
    assert geometry(3, LINES).full & ~geometry(3, LINES).edge == 1 << 5
