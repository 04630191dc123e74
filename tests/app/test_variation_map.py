"""Tests of the map of variations: its layout as text, in plain mode and beside the board."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnugo_py import GoPosition, Tree, parse_game
from gnugo_py.app.variation_map import variation_map
from gnugo_py.record.cursor import Cursor
from tests.cli.test_review import GAME, reviewed
from tests.support.paths import file_with
from tests.support.screen import Screen

MAP = """
   0       1       2       3       4       5       6
 start  -X E5   -O C7   -X G7   -O G3   -X C3
                        `X C3   -O G7   -X G3
                                        `X A9   -O J1
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return file_with(tmp_path / "game.sgf", GAME.partition(";B[ih]")[0] + ")))")


def test_plain_mode_draws_the_map_with_the_current_move_in_brackets(file: Path) -> None:
    assert MAP.replace("-O G7   -", "[O G7]  -") in reviewed(file, "next 2", "c3", "next", "tree")


def test_a_game_without_variations_has_no_map(tmp_path: Path) -> None:
    file = file_with(tmp_path / "game.sgf", "(;SZ[9];B[ee])")
    assert "the game has no variations; type a move to begin one." in reviewed(file, "tree")


def test_a_part_of_a_large_map_is_around_the_current_move() -> None:
    tree = parse_game(GAME)
    last = [node for node in tree.nodes() if node.number == 11][-1]
    shown = variation_map(Cursor(tree, last))
    assert shown is not None
    drawn = shown.draw(40, 3, {"X": "X", "O": "O"}, is_ascii=True)
    row, column, width = drawn.current
    assert drawn.lines[row][column : column + width] == "X J3"
    assert [len(drawn.lines), max(map(len, drawn.lines)) <= 40] == [3, True]


def test_setup_and_comments_are_on_the_map_too() -> None:
    shown = variation_map(Cursor(parse_game("(;SZ[9](;B[ee])(;AB[cc])(;C[no move];W[gg]))")))
    assert shown is not None
    assert shown.draw(40, 9, {"X": "X", "O": "O"}, is_ascii=True).lines[1:] == [
        *(" start  -X E5", "        |setup", "        `-      -O G3")
    ]


@given(st.lists(st.lists(st.integers(0, 80), max_size=6), min_size=2, max_size=9))
def test_no_two_moves_have_the_same_place_and_links_lead_to_every_variation(lines: list[list[int]]) -> None:
    tree = Tree(GoPosition.start(9, "tromp-taylor"))
    for line in lines:
        node = tree.root
        for chooser in line:
            legal = node.position.legal_moves()
            node = node.add(legal[chooser % len(legal)])
    shown = variation_map(Cursor(tree))
    if shown is None:
        return
    drawn = shown.draw(10_000, 10_000, {"X": "X", "O": "O"}, is_ascii=True).lines[1:]
    assert sum(row.count("X ") + row.count("O ") for row in drawn) == sum(1 for _ in tree.nodes()) - 1
    for number, row in enumerate(drawn):
        for column, sign in enumerate(row):
            if sign in "`|":
                assert drawn[number - 1][column] in "-|", "a link begins at the move above"


@pytest.mark.parametrize(("columns", "is_shown"), [(100, True), (99, False)])
def test_the_map_is_beside_the_board_of_a_wide_window(columns: int, is_shown: bool, file: Path) -> None:
    screen = Screen(
        file.parent, words=("review", str(file)), columns=columns, lines=24, shows="move 0 of \\d;"
    )
    screen.enter("\x1b[C" * 3, "move 3 of \\d;")
    assert any("`X C3   -O G7   -X G3" in line for line in screen.read()) == is_shown
    chosen = {span.text for span in screen.window.frame.spans if span.role == "chosen"}
    assert ("X G7" in chosen) == is_shown
