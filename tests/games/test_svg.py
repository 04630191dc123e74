"""Tests of boards as SVG pictures, of diagrams as text, and of their labels and markup."""

from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnugo_py import AMAZONS, GO, HEX, TANBO, Color, GoPosition
from gnugo_py.games.diagram import format_diagram
from gnugo_py.games.game import Game
from gnugo_py.games.go.drawings import parse_board
from tests.support.boards import position

NAMESPACE = "{http://www.w3.org/2000/svg}"
BOARD = position("X O -\n- + -\n- - X", Color.BLACK)


def names(svg: str) -> list[str]:
    return [element.tag.removeprefix(NAMESPACE) for element in ElementTree.fromstring(svg).iter()]


@pytest.mark.parametrize("game", [GO, HEX, AMAZONS, TANBO])
def test_every_game_has_a_picture_with_a_circle_for_each_stone(game: Game) -> None:
    start = game.start({})
    for move in list(start.legal_moves())[:1]:
        start = start.play_unchecked(move)
    drawn = names(start.diagram().to_svg())
    assert drawn.count("circle") == sum(row.count("X") + row.count("O") for row in start.diagram().rows)


def test_grids_squares_and_hexagons() -> None:
    assert "path" in names(GO.start({"size": 9}).diagram().to_svg())
    assert names(AMAZONS.start({}).diagram().to_svg()).count("rect") == 101
    assert names(HEX.start({"size": 5}).diagram().to_svg()).count("polygon") == 25


def test_stones_have_their_color_and_place() -> None:
    circles = [
        element.attrib
        for element in ElementTree.fromstring(BOARD.diagram().to_svg()).iter(f"{NAMESPACE}circle")
    ]
    assert [each["cx"] for each in circles] == ["47", "77", "107"]
    assert circles[0]["fill"] == circles[2]["fill"] != circles[1]["fill"]


def test_labels_and_numbers_are_text_and_markup_is_drawn() -> None:
    signs = {(0, 0): "12", (1, 0): "A", (0, 1): "^", (0, 2): "#", (1, 2): "@", (2, 2): "x", (2, 0): "b"}
    svg = BOARD.diagram().to_svg(signs, "Ann < Bob & co")
    drawn = names(svg)
    assert ">12<" in svg
    assert ">A<" in svg
    assert {"polygon", "ellipse", "rect", "path"} <= set(drawn)
    assert drawn.count("circle") == 3
    assert "Ann &lt; Bob &amp; co" in svg


def test_notebooks_show_a_diagram_as_svg() -> None:
    assert BOARD.diagram()._repr_svg_() == BOARD.diagram().to_svg()


@settings(max_examples=50)
@given(st.dictionaries(st.tuples(st.integers(0, 2), st.integers(0, 2)), st.text(max_size=5)), st.text())
def test_any_label_and_title_gives_well_formed_xml(signs: dict[tuple[int, int], str], title: str) -> None:
    ElementTree.fromstring(BOARD.diagram().to_svg(signs, title))


def test_large_boards_fit_into_their_picture() -> None:
    root = ElementTree.fromstring(GoPosition.start(25, "japanese").diagram().to_svg())
    assert float(root.attrib["width"]) > 25 * 30


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
