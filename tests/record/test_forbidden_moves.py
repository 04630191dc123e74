"""Tests of files with moves and setup that the rules forbid or that cannot be read."""

from __future__ import annotations

import pytest

from gnugo_py.games.go.position import GoPosition
from gnugo_py.record.sgf_reader import parse_game
from gnugo_py.record.tree import Tree
from gnugo_py.storage.resume import import_game
from tests.support.boards import all_warnings, vertices_of_moves

KO = ";B[bb];W[cb];B[ac];W[dc];B[bd];W[cd];B[cc];W[bc];B[cc];W[ee]"
"""White's eighth move takes a ko, and Black's ninth takes it back at once."""
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


def test_a_game_with_a_forbidden_move_can_be_continued() -> None:
    assert imported(KO, "japanese").current.number == 10


def test_a_review_reaches_all_nodes_after_a_forbidden_move() -> None:
    last = list(parse_game(f"(;SZ[5]{KO})".encode()).main_line())[-1]
    assert last.number == 10
    assert last.position.diagram() == read(KO).end.position.diagram()


@pytest.mark.parametrize("move", ["dundefined", "zz", "f", "??", "ff"])
def test_a_move_that_cannot_be_read_ends_the_line_with_a_warning(move: str) -> None:
    record = read(f";B[ee];W[cc];B[dd];W[{move}];B[aa];W[bb]")
    assert vertices_of_moves(record) == ["E1", "C3", "D2"]
    problem = f"Move 4: '{move}' is not a point on a 5x5 board"
    assert all_warnings(record) == (f"{problem}; the game ends before it, and 3 moves cannot be read.",)


def test_setup_that_cannot_be_read_ends_the_line_with_a_warning() -> None:
    record = read(";B[ee];W[cc];AB[zz];B[aa]")
    assert vertices_of_moves(record) == ["E1", "C3"]
    problem = "Setup after move 2: 'zz' is not a point on a 5x5 board"
    assert all_warnings(record) == (f"{problem}; the game ends before it, and 1 move cannot be read.",)


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
