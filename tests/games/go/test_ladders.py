"""Tests of the ladder reader, with positions as drawings."""

import random

import numpy as np
import pytest

from gnugo_py.games.board import Board
from gnugo_py.games.go.drawings import board_diagram
from gnugo_py.games.go.ladders import LADDER, NET, find_ladder, is_captured
from gnugo_py.games.go.vertex import format_vertex, parse_vertex
from gnugo_py.games.types import Color
from tests.support.boards import board, move, position
from tests.support.ladder_reader import NoAnswer, PlainReader
from tests.support.made_up_ladders import MOVES_PLAYED, made_up_ladder
from tests.support.paths import DATA
from tests.support.reference_games import replay

REFERENCE = np.load(DATA / "moves_of_games.npz")

TO_THE_EDGE = """
- - - - - - -
- - - - - - -
- - O O - - -
- O X - - - -
- - - - - - -
- - - - - - -
- - - - - - -
"""
BROKEN = """
- - - - - - -
- - - - - - -
- - O O - - -
- O X - - - -
- - - - - - -
- - - - - X -
- - - - - - -
"""
IN_ATARI = """
- - - - - - -
- - - - - - -
- - O O - - -
- O X - - - -
- - O - - - -
- - - - - - -
- - - - - - -
"""
IN_ATARI_WITH_A_BREAKER = """
- - - - - - -
- - - - - - -
- - O O - - -
- O X - - - -
- - O - - - -
- - - - - X -
- - - - - - -
"""
ALONG_THE_EDGE = """
- - - - - - -
- O X - - - -
- - O - - - -
- - - - - - -
- - - - - - -
- - - - - - -
- - - - - - -
"""
LONG_CHAIN = """
- - - - - - - - -
- - O O O - - - -
- O X X X O - - -
- - O O X - - - -
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
"""
ATTACKER_IN_ATARI = """
- - - - - - -
- - - X - - -
- - O O X - -
- O X - - - -
- - O - - - -
- - - - - - -
- - - - - - -
"""
THREE_LIBERTIES = """
- - - - -
- - O - -
- - X - -
- - - - -
- - - - -
"""
IN_A_NET = """
- - - - - - - - -
- - - - - - O - -
- - - - - - - - -
- - - - - - - - -
- - X - X - - - -
- - X O - - - O -
- - - X X - - - -
- - - - - - - - -
- - - - - - - - -
"""
IN_REACH_OF_A_NET = """
- - - - - - -
- - - - - - -
- - - - - - -
- - - - - - -
- - X X X - -
- X O O O X -
- - - - - - -
"""


def caught(drawing: str, vertex: str) -> list[str] | None:
    """Return the vertices that catch the chain on a vertex."""
    drawn = board(drawing)
    size = drawn.geometry.size
    points = find_ladder(drawn, parse_vertex(vertex, size))
    return None if points is None else [format_vertex(point, size) for point in points]


def exchanged(drawing: str) -> str:
    """Return a drawing with the colors exchanged."""
    return drawing.translate(str.maketrans("XO", "OX"))


@pytest.mark.parametrize(
    ("drawing", "vertex", "expected"),
    [
        (TO_THE_EDGE, "C4", ["C3"]),
        (BROKEN, "C4", None),
        (IN_ATARI, "C4", ["D4"]),
        (IN_ATARI_WITH_A_BREAKER, "C4", None),
        (ALONG_THE_EDGE, "C6", ["D6"]),
        (LONG_CHAIN, "E7", ["E5"]),
        (THREE_LIBERTIES, "C3", None),
        (IN_ATARI, "A1", None),
    ],
    ids=["working", "broken", "atari", "breaker", "edge", "long", "three liberties", "empty point"],
)
def test_a_ladder_is_read_for_both_colors(drawing: str, vertex: str, expected: list[str] | None) -> None:
    assert caught(drawing, vertex) == expected
    assert caught(exchanged(drawing), vertex) == expected


def test_a_chain_that_captures_an_attacking_stone_escapes() -> None:
    """D5 of the attackers is in atari itself once C4 has extended to D4."""
    assert caught(ATTACKER_IN_ATARI, "C4") is None


def test_all_stones_of_a_chain_have_the_same_answer() -> None:
    assert {tuple(caught(LONG_CHAIN, vertex) or ()) for vertex in ("C7", "D7", "E7", "E6")} == {("E5",)}


def test_a_position_returns_the_moves_that_catch() -> None:
    working = position(TO_THE_EDGE, Color.BLACK)
    assert working.ladder(parse_vertex("C4", 7)) == [move("C3", 7)]
    assert position(BROKEN, Color.WHITE).ladder(parse_vertex("C4", 7)) is None


@pytest.mark.parametrize(
    ("drawing", "stone", "attacker_first", "width"),
    [
        (IN_ATARI_WITH_A_BREAKER, "C4", True, LADDER),
        (IN_ATARI, "C4", False, LADDER),
        (TO_THE_EDGE, "C4", True, LADDER),
        (IN_A_NET, "D4", False, NET),
        (IN_REACH_OF_A_NET, "C2", True, NET),
    ],
    ids=["taken at once", "cannot run", "ladder", "net", "net to come"],
)
def test_a_chain_is_captured(drawing: str, stone: str, attacker_first: bool, width: int) -> None:
    drawn = board(drawing)
    point = parse_vertex(stone, drawn.geometry.size)
    assert is_captured(drawn, 1 << point, attacker_first, width)


@pytest.mark.parametrize(
    ("drawing", "stone", "attacker_first", "width"),
    [
        (IN_ATARI_WITH_A_BREAKER, "C4", False, NET),
        (TO_THE_EDGE, "C4", False, NET),
        (BROKEN, "C4", True, NET),
        (IN_A_NET.replace("X - X", "X - -"), "D4", False, NET),
        (IN_REACH_OF_A_NET, "C2", True, LADDER),
        (IN_REACH_OF_A_NET, "C2", False, NET),
    ],
    ids=["runs", "not yet in atari", "broken ladder", "open net", "too wide for a ladder", "moves first"],
)
def test_a_chain_is_not_captured(drawing: str, stone: str, attacker_first: bool, width: int) -> None:
    drawn = board(drawing)
    point = parse_vertex(stone, drawn.geometry.size)
    assert not is_captured(drawn, 1 << point, attacker_first, width)


def test_a_chain_that_is_gone_is_captured() -> None:
    assert is_captured(board(IN_ATARI), 1 << parse_vertex("A1", 7), False)


def random_board(size: int, chance: random.Random) -> Board:
    """Return a board with stones at random, without chains that have no liberties."""
    drawn, share = Board.empty(size), chance.uniform(0.1, 0.5)
    for point in drawn.geometry.points:
        if chance.random() < share:
            color = chance.choice(list(Color))
            after = drawn.with_stone(point, color)
            if all(liberties for each in Color for _, liberties in after.chains_with_liberties(each)):
                drawn = after
    return drawn


def compare(drawn: Board, reader: PlainReader) -> int:
    """Compare the answers for all chains of a board with the plain reader's; return how many are caught."""
    caught_chains = 0
    for color in Color:
        for chain, liberties in drawn.chains_with_liberties(color):
            if liberties.bit_count() > 2:
                continue
            point = chain.bit_length() - 1
            try:
                expected = reader.catching_points(drawn, point)
            except NoAnswer:
                continue
            assert (find_ladder(drawn, point) or []) == expected, board_diagram(drawn)
            caught_chains += bool(expected)
    return caught_chains


@pytest.mark.parametrize("size", [5, 7, 9, 13])
def test_the_reader_agrees_with_a_plain_one_on_random_boards(size: int) -> None:
    chance, reader = random.Random(size), PlainReader(size)
    assert sum(compare(random_board(size, chance), reader) for _ in range(40)) > 40


@pytest.mark.parametrize("size", [13, 19])
def test_working_and_broken_ladders_among_the_stones_of_games_are_told_apart(size: int) -> None:
    chance, reader, compared = random.Random(size), PlainReader(size), {True: 0, False: 0}
    games = [[each for each in row if each != 65535] for row in REFERENCE[f"moves{size}"]]
    while min(compared.values()) < 15:
        game = chance.choice(games)
        made = made_up_ladder(replay(game[: chance.randint(*MOVES_PLAYED[size])], size), chance)
        if made is None or made.after_run is None:
            continue
        boards = made.position.board, made.after_run.board
        try:
            caught = [bool(reader.catching_points(each, made.stone)) for each in boards]
        except NoAnswer:
            continue
        assert [find_ladder(each, made.stone) is not None for each in boards] == caught
        compared[made.works] += 1


@pytest.mark.parametrize("size", [7, 13])
def test_remembered_answers_are_right_after_changes_anywhere(size: int) -> None:
    """A stone is added or removed at a time, so that answers of earlier boards are met again."""
    chance, reader = random.Random(size), PlainReader(size)
    drawn = random_board(size, chance)
    for _ in range(60):
        point = chance.choice(drawn.geometry.points)
        changed = drawn.without_stones(1 << point)
        if drawn.color_at(point) is None:
            changed = drawn.with_stone(point, chance.choice(list(Color)))
        if all(liberties for each in Color for _, liberties in changed.chains_with_liberties(each)):
            drawn = changed
            compare(drawn, reader)
