"""Tests of files with moves and setup that the rules forbid or that cannot be read."""

import pytest

from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.types import PASS
from gnugo_py.record.sgf_reader import parse_game
from gnugo_py.record.tree import Tree
from gnugo_py.storage.resume import import_game
from tests.support.boards import all_warnings, vertices_of_moves
from tests.support.trees import KO

SUICIDE = ";W[ab];W[bb];W[ca];B[aa];B[ee];B[ba];W[ed]"
"""Black's sixth move is a suicide of two stones."""


def read(text: str) -> Tree:
    return parse_game(f"(;GM[1]SZ[5]KM[0]{text})".encode())


def rows(tree: Tree) -> tuple[str, ...]:
    return tuple(tree.end.position.diagram().rows)


@pytest.mark.parametrize("rules", ["", "RU[Japanese]", "RU[Chinese]", "RU[AGA]"])
def test_an_immediate_recapture_of_a_ko_is_executed_with_a_warning(rules: str) -> None:
    record = read(rules + KO)
    assert all_warnings(record) == ("Move 9 retakes a ko immediately; it is executed anyway.",)
    assert len(record.positions()) == 11
    assert rows(record)[1:4] == ("-XO--", "X-XO-", "-XO--")


def imported(moves: str, rules: str) -> Tree:
    """Return a game on 5x5 that goes on under some rules."""
    return import_game(parse_game(f"(;SZ[5]{moves})".encode()), {"rules": rules}, {}).tree


def test_a_suicide_is_executed_with_a_warning_and_removes_the_chain() -> None:
    record = read("RU[Japanese]" + SUICIDE)
    assert all_warnings(record) == ("Move 6 is a suicide, which the rules forbid; it is executed anyway.",)
    assert rows(record)[0] == "--O--"
    position = record.end.position
    assert isinstance(position, GoPosition)
    assert position.prisoners == (0, 2)


def test_a_suicide_that_the_rules_allow_needs_no_warning() -> None:
    record = read("RU[NZ];W[ab];W[bb];W[ca];B[aa];B[ba];W[ed]")
    assert (all_warnings(record), rows(record)[0]) == ((), "--O--")


def test_several_forbidden_moves_are_reported_together() -> None:
    assert all_warnings(read(KO + ";W[bc];B[cc]")) == (
        "Move 9 (and 1 other move) retakes a ko immediately; it is executed anyway.",
    )


@pytest.mark.parametrize(("size", "value"), [(9, "jj"), (13, "nn"), (5, "ff"), (7, "hh"), (25, "zz")])
def test_a_pass_beside_the_board_is_a_pass_with_a_warning(size: int, value: str) -> None:
    record = parse_game(f"(;GM[1]SZ[{size}]KM[0];B[aa];W[{value}];B[cc];W[{value}];B[dd])".encode())
    assert [node.move for node in record.main_line()][2::2] == [PASS, PASS]
    assert record.end.number == 5
    if size < 25:
        shown = "Move 2 (and 1 other move) is beside the board; it is read as a pass."
        assert all_warnings(record) == (shown,)


def test_the_usual_pass_of_19x19_is_no_surprise_on_smaller_boards() -> None:
    assert all_warnings(read(";B[ee];W[tt];B[cc]")) == ()
    assert all_warnings(parse_game(b"(;SZ[19]KM[0];B[aa];W[tt])")) == ()


NOT_ON_BOARD = "is not on the 5x5 board; what is not on it is ignored."


@pytest.mark.parametrize(
    ("setup", "problem", "stones"),
    [
        ("AB[bb][zz]", f"'zz' {NOT_ON_BOARD}", 1),
        ("AW[bb][a]", f"'a' {NOT_ON_BOARD}", 1),
        ("AB[bb]AW[pp][cc]AE[dd][q?]", f"'pp' (and 1 other value) {NOT_ON_BOARD}", 2),
        ("AB[dd:gg]", f"'dd:gg' {NOT_ON_BOARD}", 4),
        ("AB[gg:dd]", f"'gg:dd' {NOT_ON_BOARD}", 4),
        ("AB[gg:hh][bb]", f"'gg:hh' {NOT_ON_BOARD}", 1),
        ("AB[bb:c][bb]", f"'bb:c' {NOT_ON_BOARD}", 1),
    ],
)
@pytest.mark.parametrize(("before", "number"), [("", 0), (";B[aa];W[ca];", 2)])
def test_setup_that_is_not_on_the_board_is_left_out_with_a_warning(
    before: str, number: int, setup: str, problem: str, stones: int
) -> None:
    record = read(f"{before}{setup};B[ba];W[ea]")
    assert len(record.end.position.cells()) == stones + number + 2
    assert f"Setup after move {number}: {problem}" in all_warnings(record)


def test_setup_off_the_board_is_reported_in_variations_too() -> None:
    tree = read(";B[aa](;W[bb])(;AW[zz][cc]PL[W];W[dd];AE[b])(;B[ee]AB[ff:gg])")
    place = "In a variation, setup after move 1"
    assert tree.play_warnings() == (f"{place}: 'zz' (and 2 other values) {NOT_ON_BOARD}",)
    both = read("AB[aa][xx];W[bb](;B[cc])(;AE[yy])")
    assert both.play_warnings() == (f"Setup after move 0: 'xx' (and 1 other value) {NOT_ON_BOARD}",)


def test_points_in_a_list_with_commas_are_read() -> None:
    record = read("AB[aa,bb,cc]AW[dd, ee:ee,zz];B[ba]")
    assert len(record.root.position.cells()) == 5
    assert all_warnings(record) == (f"Setup after move 0: 'zz' {NOT_ON_BOARD}",)


def test_a_saved_game_with_setup_that_is_not_on_the_board_is_reported() -> None:
    content = b"(;GM[1]FF[4]SZ[9]RU[japanese]KM[0]AB[zz][cc]AP[gnugo-py:3]GNUGOPY[{}];W[ee])"
    shown = "Setup after move 0: 'zz' is not on the 9x9 board; what is not on it is ignored."
    assert shown in all_warnings(parse_game(content))


def test_a_chain_without_liberties_stays_until_the_next_stone_of_the_opponent() -> None:
    record = read("AB[aa][ba]AW[ab][bb][ca];B[ee];W[de]")
    boards = [position.diagram().rows[0] for position in record.positions()]
    assert boards == ["XXO--", "XXO--", "--O--"]
    assert all_warnings(record) == ("Setup after move 0: the chain at A5 has no liberties.",)


def test_setup_at_the_end_replaces_the_last_position() -> None:
    tree = read("RU[Chinese];B[bb];W[cc];B[dd];AE[cc]AW[ee]")
    assert vertices_of_moves(tree) == ["B4", "C3"]
    assert [position.diagram().rows[2] for position in tree.positions()][2:] == ["--O--", "-----"]
    rules = {position.rules.name for position in tree.positions() if isinstance(position, GoPosition)}
    assert rules == {"chinese"}


@pytest.mark.parametrize("rules", ["japanese", "chinese", "gnugo-1.1", "tromp-taylor"])
@pytest.mark.parametrize("moves", [KO, SUICIDE, "AB[aa][ba]AW[ab][bb][ca];B[ee];W[de]"])
def test_a_game_with_forbidden_moves_is_saved_and_read_back(moves: str, rules: str) -> None:
    tree = imported(moves, rules)
    again = parse_game(tree.write())
    boards = [[node.position.diagram() for node in each.main_line()] for each in (again, tree)]
    assert boards[0] == boards[1]


def test_under_gnugo_1_1_rules_a_suicide_stays_until_the_next_opposing_stone() -> None:
    nodes = list(imported(SUICIDE, "gnugo-1.1").main_line())
    boards = [node.position.diagram().rows[0] for node in nodes[-2:]]
    assert boards == ["XXO--", "--O--"]
