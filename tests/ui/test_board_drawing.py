"""Tests of the drawing of the board: its sizes, the shapes of stones and fields, and the signs on them."""

from typing import Any

import pytest

from docs.screens import as_text
from gnugo_py.app.screen import PlayerLine, ScreenMessage
from gnugo_py.games.game import Game
from gnugo_py.games.position import Position
from gnugo_py.games.registry import GAMES
from gnugo_py.games.types import CHOICE, Mark
from gnugo_py.storage.settings import DisplaySettings
from gnugo_py.ui.board_area import BoardArea
from gnugo_py.ui.canvas import SIGN_BY_SUB_CELLS
from gnugo_py.ui.keys import Input
from gnugo_py.ui.layout import Frame
from gnugo_py.ui.view import View, view_of
from tests.support.views import board_frame, changed, made

SUB_CELLS = {sign: mask for mask, sign in SIGN_BY_SUB_CELLS.items()}
LETTERS = {
    "empty": ".", "ruled": ".", "black": "X", "white": "O", "dark field": ":", "block": "#", "lit": "+",
    "last": "*", "cursor": "@", "black area": "B", "white area": "W",
}  # fmt: skip
WINDOWS = [(40, 14), (60, 20), (80, 24), (100, 30), (120, 40), (160, 50), (200, 60)]
HEADER = (PlayerLine("X", "Black you 0", True), PlayerLine("O", "White GNU Go 1.1 2", False))


def game(name: str) -> Game:
    return GAMES[name].load()


def start(name: str, size: int, *moves: str) -> Position:
    position = game(name).start({"size": size})
    for move in moves:
        position = position.play(move)
    return position


def view(position: Position, has_solid_stones: bool = True, **values: Any) -> View:
    """Return the view of a position on a terminal with many colors, or with few."""
    diagram, panel = position.diagram(), ("Move 2", "")
    shown = made(header=HEADER, prompt="your move?", diagram=diagram, position=position, panel=panel)
    return changed(shown, **values)._replace(has_solid_stones=has_solid_stones)


def frame_and_area(shown: View, width: int, height: int) -> tuple[Frame, BoardArea]:
    frame = board_frame(shown, width, height)
    assert frame.area is not None
    return frame, frame.area


def sub_cells(
    shown: View, window: tuple[int, int], first: tuple[int, int], last: tuple[int, int], quarters: str = "03"
) -> list[str]:
    """Return what is drawn from the cell of one point to that of another: a character for each half column.

    quarters -- the quarter rows of each cell for which there is a line.
    """
    frame, area = frame_and_area(shown, *window)
    (top, left), (bottom, right) = area.place_of(*first)[:2], area.place_of(*last)[:2]
    cells = {
        (span.row, column): (
            SUB_CELLS.get(char, 0),
            LETTERS.get(span.role),
            LETTERS.get(span.ground or span.role),
        )
        for span in frame.spans
        for column, char in enumerate(span.text, span.column)
    }
    return [
        "".join(
            (sign if mask >> 2 * int(quarter) + half & 1 else ground) or "?"
            for mask, sign, ground in (cells[row, column] for column in range(left, right + 1))
            for half in (0, 1)
        )
        for row in range(top, bottom + 1)
        for quarter in quarters
    ]


@pytest.mark.parametrize(
    ("name", "size", "columns"),
    [
        ("go", 9, [2, 3, 4, 5, 6, 6, 6]),
        ("go", 13, [2, 2, 2, 3, 5, 6, 6]),
        ("go", 19, [1, 2, 2, 2, 3, 4, 5]),
        ("hex", 11, [2, 2, 3, 4, 4, 4, 8]),
        ("amazons", 10, [2, 2, 4, 4, 6, 6, 6]),
        ("tanbo", 19, [1, 2, 2, 2, 3, 4, 5]),
    ],
)
def test_points_are_as_far_apart_as_the_window_allows(name: str, size: int, columns: list[int]) -> None:
    areas = [frame_and_area(view(start(name, size)), *window)[1] for window in WINDOWS]
    assert [area.scale.columns for area in areas] == columns


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("name", ["go", "hex", "amazons", "tanbo"])
def test_a_click_on_a_cell_that_a_stone_fills_is_a_click_on_the_stone(
    name: str, window: tuple[int, int]
) -> None:
    position = start(name, game(name).default_size)
    for number in range(0 if name == "amazons" else 40):
        legal = position.legal_moves()
        position = position.play(legal[7 * number % len(legal)])
    frame, area = frame_and_area(view(position), *window)
    filled = [
        (span.row, column)
        for span in frame.spans
        if span.ground in ("black", "white")
        for column, char in enumerate(span.text, span.column)
        if char in " ●"
    ]
    rows = position.diagram().rows
    clicked = [area.cell_at(*place) for place in filled]
    assert all(cell is not None and rows[cell[0]][cell[1]] in "XO" for cell in clicked)
    assert filled or not area.scale.stone


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("name", ["go", "hex", "amazons", "tanbo"])
def test_a_click_on_the_sign_of_a_point_is_a_click_on_that_point(name: str, window: tuple[int, int]) -> None:
    for has_solid_stones in (True, False):
        area = frame_and_area(view(start(name, game(name).default_size), has_solid_stones), *window)[1]
        for line, row in enumerate(area.rows):
            for number, column in enumerate(area.columns):
                place = area.place_of(line, number)
                assert area.cell_at(place.row, place.column) == (row, column)


def test_a_click_beside_the_board_is_a_click_on_no_point() -> None:
    for name in ("go", "hex", "amazons"):
        area = frame_and_area(view(start(name, game(name).default_size)), 160, 50)[1]
        assert area.cell_at(area.top - 1, area.left + 5) is None
        assert area.cell_at(area.top + area.height, area.left + area.width - 1) is None
        assert area.cell_at(area.top + area.height - 1, area.left + area.width + 2) is None


def test_a_stone_is_centered_on_its_point() -> None:
    board = sub_cells(view(start("go", 9, "E5")), (80, 24), (3, 3), (5, 5))
    assert board == [
        "..................",
        "..................",
        "..................",
        "......XXXXXX......",
        ".....XXXXXXXX.....",
        ".....XXXXXXXX.....",
        "......XXXXXX......",
        "..................",
        "..................",
        "..................",
    ]


def test_stones_of_both_colors_touch_in_the_middle_of_a_cell() -> None:
    board = sub_cells(view(start("go", 9, "E5", "F5", "D9", "E4")), (80, 24), (4, 4), (5, 5))
    assert board == [
        "XXXXXOOOOO",
        "XXXXXOOOOO",
        "XXXX..OOOO",
        "OOOO......",
        "OOOOO.....",
        "OOOOO.....",
    ]


def test_a_gray_line_parts_stones_of_one_color() -> None:
    frame, area = frame_and_area(view(start("go", 9, "E5", "A1", "F5", "A9", "E4")), 80, 24)
    row, column = area.place_of(4, 4)[:2]
    seams = {
        (span.row, right): sign
        for span in frame.spans
        if (span.role, span.ground) == ("label", "black")
        for right, sign in enumerate(span.text, span.column)
    }
    assert seams[row, column + 2] == "│"
    assert [seams[row + 1, column + right] for right in (-1, 0, 1)] == ["─"] * 3


def test_stones_have_one_shape_in_the_middle_and_on_the_border_of_a_row() -> None:
    for vertex, first, last in (("D15", (3, 2), (5, 4)), ("D16", (2, 2), (4, 4))):
        board = sub_cells(view(start("go", 19, vertex)), (120, 40), first, last, "0123")
        assert [line for line in board if "X" in line] == [
            "......XX......",
            "....XXXXXX....",
            "....XXXXXX....",
            "....XXXXXX....",
            "....XXXXXX....",
            "......XX......",
        ]


def test_a_line_on_the_border_of_two_rows_is_underlined() -> None:
    frame, area = frame_and_area(view(start("go", 19)), 120, 40)
    ruled = {span.row for span in frame.spans if span.role == "ruled"}
    assert ruled == {area.place_of(line, 0).row for line in range(1, 19, 2)}


def test_the_mark_of_the_last_move_is_on_the_point_and_leaves_the_stone_its_color() -> None:
    shown = changed(view(start("go", 9, "E5")), last_move=((4, 4),))
    frame, area = frame_and_area(shown, 80, 24)
    dots = [span for span in frame.spans if span.role == "last"]
    assert [(span.row, span.column, span.text, span.ground) for span in dots] == [
        (*area.place_of(4, 4)[:2], "●", "black")
    ]


def test_a_letter_is_written_on_its_point() -> None:
    shown = changed(view(start("go", 9, "E5")), overlay=(((4, 4), Mark("A")), ((2, 2), Mark("B"))))
    frame, area = frame_and_area(shown, 80, 24)
    letters = [(span.text, span.role, span.ground) for span in frame.spans if span.text in "AB"]
    places = [(span.row, span.column) for span in frame.spans if span.text in "AB"]
    assert letters == [("B", "sign", None), ("A", "white", "black")]
    assert places == [area.place_of(2, 2)[:2], area.place_of(4, 4)[:2]]


def test_territory_of_an_estimate_is_shaded_around_its_points() -> None:
    marks = (((0, 0), Mark("B", "owner")), ((0, 1), Mark("W", "owner")))
    board = sub_cells(changed(view(start("go", 9)), overlay=marks, is_shaded=True), (80, 24), (0, 0), (1, 1))
    assert board[:2] == ["BBBBBWWWWW"] * 2
    assert board[2:] == ["BBBB.WWWWW"] + [".........."] * 3  # a cell has only two colors


def test_territory_in_the_count_is_a_square_on_its_point() -> None:
    diagram = start("go", 9).diagram()
    diagram = diagram._replace(rows=("b" + diagram.rows[0][1:], *diagram.rows[1:]))
    assert sub_cells(changed(view(start("go", 9)), diagram=diagram), (80, 24), (0, 0), (1, 1))[:3] == [
        "XXX.......",
        "XXX.......",
        "..........",
    ]


def test_the_cursor_covers_the_middle_of_its_point() -> None:
    board = sub_cells(changed(view(start("go", 9)), cursor=(1, 1)), (80, 24), (0, 0), (1, 2))
    assert board[2:] == [".................."] * 2 + ["......@@@@@@......"] * 2


def test_at_the_border_of_small_squares_the_cursor_is_cut() -> None:
    board = view(start("amazons", 10))
    left, right = (changed(board, cursor=(1, column)) for column in (0, 9))
    assert sub_cells(left, (80, 16), (1, 0), (1, 9), "1") == ["@@@@@:..::::....::::....::::....::::.."]
    assert sub_cells(right, (80, 16), (1, 0), (1, 9), "1") == ["::::....::::....::::....::::....::.@@@"]


def test_lines_lead_up_to_a_stone() -> None:
    shown = as_text(board_frame(view(start("go", 9, "E5")), 80, 24), 80, 24).splitlines()
    assert "├───┼───┼───┼─▐   ▌─┼───┼───┼───┤" in "\n".join(shown)


@pytest.mark.parametrize(("width", "height"), [(80, 24), (120, 40)])
def test_a_terminal_with_few_colors_shows_stones_of_characters(width: int, height: int) -> None:
    frame, area = frame_and_area(view(start("go", 9, "E5", "C3"), has_solid_stones=False), width, height)
    shown = as_text(frame, width, height)
    assert area.scale.quarters == (8 if width == 80 else 12)
    assert all(line in shown for line in ("▟██▙", "▜██▛", "╭──", "──╯"))
    assert not any(span.ground for span in frame.spans)


def test_letters_stay_small() -> None:
    display = DisplaySettings(ascii=True)
    assert frame_and_area(changed(view(start("go", 9)), display=display), 120, 40)[1].scale.columns == 2


def test_a_board_and_its_panel_are_in_the_middle_of_a_large_window() -> None:
    frame, area = frame_and_area(view(start("go", 9)), 200, 60)
    rows = [span.row for span in frame.spans]
    assert abs(min(rows) - (60 - 1 - max(rows))) <= 1
    assert frame.cursor[0] == area.top + area.height + 1
    assert next(span for span in frame.spans if "Black you" in span.text).row == area.top - 2


def test_messages_stand_near_the_board_in_a_narrow_window_that_is_high() -> None:
    frame, area = frame_and_area(changed(view(start("go", 19)), messages=(ScreenMessage("Hello."),)), 64, 60)
    assert area.scale.columns == 3
    row = next(span.row for span in frame.spans if span.text == "Hello.")
    assert area.top + area.height < row <= area.top + area.height + 6


@pytest.mark.parametrize(("width", "height"), [(80, 24), (120, 40)])
def test_the_edges_of_hex_have_the_colors_of_the_players_and_their_names(width: int, height: int) -> None:
    frame, area = frame_and_area(view(start("hex", 11)), width, height)
    black = [span for span in frame.spans if span.role == "black edge"]
    white = [span for span in frame.spans if span.role == "white edge"]
    assert [span.row for span in black] == [area.top - 1, area.top + area.height]
    assert all("Black" in span.text and "a" in span.text for span in black)
    assert sum("White" in span.text for span in white) == 2
    assert {span.text.strip() for span in white} >= set("123456789")


def test_the_cells_of_a_large_hex_board_are_hexagons() -> None:
    diagonals = "\N{BOX DRAWINGS LIGHT DIAGONAL UPPER RIGHT TO LOWER LEFT} ╲ "
    lines = as_text(board_frame(view(start("hex", 5)), 80, 24), 80, 24).splitlines()
    top = next(number for number, line in enumerate(lines) if (diagonals * 5).strip() in line)
    assert "│   │   │   │   │   │" in lines[top + 1]
    assert ("╲ " + diagonals * 5).strip() in lines[top + 2]


def test_a_hex_board_of_11x11_fills_a_window_of_80x24_beside_its_panel() -> None:
    _, area = frame_and_area(view(start("hex", 11)), 80, 24)
    assert (area.width, area.height) == (48, 18)


def test_a_part_of_a_hex_board_has_no_edge_where_it_is_cut_off() -> None:
    shown = changed(view(start("hex", 19)), cursor=(0, 0))
    frame = board_frame(shown, 40, 14)
    letters = [span for span in frame.spans if "a b c d" in span.text]
    assert [span.role for span in letters] == ["black edge", "label"]


def test_amazons_is_drawn_on_squares_and_arrows_fill_theirs() -> None:
    board = sub_cells(view(start("amazons", 10, "d1-d3/d1")), (80, 24), (7, 2), (9, 4))
    assert board == [
        "::::::..XXXX..::::",
        "::::::.XXXXXX.::::",
        "::::::.XXXXXX.::::",
        "::::::..XXXX..::::",
        *["......::::::::...."] * 4,
        *["::::::########::::"] * 2,
    ]


def test_the_squares_that_a_chosen_amazon_can_reach_are_filled() -> None:
    marks = (((3, 1), CHOICE), ((3, 2), CHOICE))
    shown = changed(view(start("amazons", 10)), overlay=marks)
    assert sub_cells(shown, (80, 24), (3, 0), (3, 3), "0") == ["OOOO::++++++++++++++++...."]


def test_with_few_colors_the_squares_that_can_be_reached_have_signs() -> None:
    shown = changed(view(start("amazons", 10), has_solid_stones=False), overlay=(((3, 1), CHOICE),))
    frame = board_frame(shown, 60, 20)
    assert [span.text for span in frame.spans if span.role == "sign"] == ["+"]


def test_a_point_that_can_be_played_has_a_square_on_it() -> None:
    shown = changed(view(start("go", 9)), playable=frozenset({(1, 1)}))
    assert sub_cells(shown, (80, 24), (1, 0), (1, 2)) == [".......++++......."] * 2


def test_the_points_that_can_be_played_are_marked_in_tanbo() -> None:
    screen = view(start("tanbo", 9)).screen._replace(accepts_moves=True)
    marked = set(view_of(screen, Input(), shows_captured=False).highlights)
    assert len(marked) == 8
    assert {(0, 7), (8, 1)} < marked


def test_small_squares_have_two_colors_as_well() -> None:
    frame, area = frame_and_area(view(start("amazons", 10)), 60, 20)
    assert area.scale.columns == 2
    assert {span.role for span in frame.spans} >= {"empty", "dark field"}
    assert any(span.role == "black" and span.ground == "dark field" for span in frame.spans)
