import pytest

from gnugo_py.games.diagram import format_diagram
from gnugo_py.games.go.drawings import parse_board
from gnugo_py.games.go.position import GoPosition


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


@pytest.mark.parametrize("row", ["2 X 2", "2 X O 1", "X O"])
def test_a_row_that_does_not_fit_the_labels_of_a_board_is_refused(row: str) -> None:
    with pytest.raises(ValueError, match="not a row of the diagram"):
        parse_board(f"  A B\n{row}\n1 - - 1\n  A B")
