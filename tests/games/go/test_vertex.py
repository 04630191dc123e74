import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnugo_py.games.go.position import GO, GoPosition
from gnugo_py.games.go.vertex import format_vertex, parse_vertex
from gnugo_py.games.points import point_at, row_and_column
from gnugo_py.games.sgf import SgfFunctions
from gnugo_py.games.types import Play

SGF: SgfFunctions[GoPosition] = SgfFunctions(GO)
SIZES = st.integers(2, 25)


@given(SIZES, st.data())
def test_every_point_is_read_back_from_each_of_its_names(size: int, data: st.DataObject) -> None:
    row, column = data.draw(st.integers(0, size - 1)), data.draw(st.integers(0, size - 1))
    point = point_at(row, column, size)
    assert row_and_column(point, size) == (row, column)
    assert parse_vertex(format_vertex(point, size).lower(), size) == point
    start = GoPosition.start(size, "japanese")
    assert SGF.parse_point(SGF.format_point(point, start), start) == point


@pytest.mark.parametrize(
    ("vertex", "row", "column", "sgf"),
    [("A19", 0, 0, "aa"), ("Q16", 3, 15, "pd"), ("T1", 18, 18, "ss"), ("J10", 9, 8, "ij")],
)
def test_vertices_and_sgf_points_are_converted(vertex: str, row: int, column: int, sgf: str) -> None:
    point = point_at(row, column, 19)
    assert format_vertex(point, 19) == vertex
    assert SGF.format_point(point, GoPosition.start(19, "japanese")) == sgf


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("i5", "no column I"),
        ("T20", "off the board; columns go from A to T, lines from 1 to 19"),
        ("Z9", "off the board"),
        ("A0", "off the board"),
        ("", "is not a point"),
        ("16Q", "is not a point"),
        ("Q 16", "is not a point"),
        ("Q१६", "is not a point"),
        ("xyzzy\x1b[2J", r"'xyzzy\\x1b\[2J' is not a point"),
        ("q" * 5000, r"'q{17}\.\.\.' is not a point"),
    ],
)
def test_an_invalid_vertex_is_refused_with_the_reason(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse_vertex(text, 19)


@pytest.mark.parametrize("text", ["", "a", "tt", "AA", "aaa", "a1"])
def test_an_invalid_sgf_point_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a point on a 19x19 board"):
        SGF.parse_point(text, GoPosition.start(19, "japanese"))


@pytest.mark.parametrize("written", ["C3", "c3", "C 3", "3c", " 3  C "])
def test_a_vertex_can_have_its_letter_or_its_number_first(written: str) -> None:
    assert GoPosition.start(9, "gnugo-1.1").parse_move(written) == Play((parse_vertex("C3", 9),))
