import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnugo_py.games.diagram import Diagram, format_diagram, parse_diagram
from gnugo_py.games.go.position import GoPosition


@st.composite
def diagrams(draw: st.DrawFn) -> Diagram:
    size = draw(st.integers(1, 19))
    rows = draw(st.lists(st.text("XO-+", min_size=size, max_size=size), min_size=size, max_size=size))
    return Diagram(
        tuple(rows), tuple("ABCDEFGHJKLMNOPQRST"[:size]), tuple(str(size - n) for n in range(size))
    )


@given(diagrams())
def test_parse_diagram_reads_what_format_diagram_writes(diagram: Diagram) -> None:
    assert parse_diagram(format_diagram(diagram)) == diagram


def test_a_board_has_its_coordinates_on_all_four_sides() -> None:
    assert format_diagram(GoPosition.start(9, "gnugo-1.1").diagram()) == (
        "  A B C D E F G H J\n"
        "9 - - - - - - - - - 9\n"
        "8 - - - - - - - - - 8\n"
        "7 - - + - - - + - - 7\n"
        "6 - - - - - - - - - 6\n"
        "5 - - - - + - - - - 5\n"
        "4 - - - - - - - - - 4\n"
        "3 - - + - - - + - - 3\n"
        "2 - - - - - - - - - 2\n"
        "1 - - - - - - - - - 1\n"
        "  A B C D E F G H J"
    )


def test_only_the_region_of_a_diagram_is_written_with_its_labels() -> None:
    corner = GoPosition.start(19, "japanese").diagram()._replace(region=(range(14, 19), range(16, 19)))
    assert format_diagram(corner) == (
        "   R S T\n 5 - - - 5\n 4 - - - 4\n 3 - - - 3\n 2 - - - 2\n 1 - - - 1\n   R S T"
    )


@pytest.mark.parametrize("text", ["", "A B\n1 - - 1", "  A B\n2 X 2\n  A B", "  A B\n2 X O 3\n  A B"])
def test_an_invalid_diagram_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="diagram"):
        parse_diagram(text)
