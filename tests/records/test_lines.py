"""Files that hold what a position has come through; and what others write into files."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnugo_py import GoPosition, Side, TanboPosition, lines_to_sgf, read_sgf, read_tree
from gnugo_py.sgf.grammar import parse


def moves(content: bytes) -> list[str]:
    positions = read_sgf(content).positions
    return [
        before.game.format_move(after.last_move, before)  # type: ignore[attr-defined]
        for before, after in pairwise(positions)
    ]


@given(st.lists(st.lists(st.integers(0, 10**6), max_size=6), min_size=1, max_size=5))
def test_lines_are_read_back(choosers: list[list[int]]) -> None:
    ends = []
    for line in choosers:
        position = GoPosition.start(3, "tromp-taylor")
        for chooser in line:
            legal = position.legal_moves()
            position = position.play(legal[chooser % len(legal)])
        ends.append(position)
    tree = read_tree(lines_to_sgf(*ends))
    found, waiting = [], [tree.root]
    while waiting:
        node = waiting.pop()
        found.append(node.position)
        waiting += node.children
    assert all(any(end.board == each.board for each in found) for end in ends)  # type: ignore[attr-defined]
    longest = [node.position for node in tree.main_line()]
    assert [each.board for each in longest][: ends[0].number + 1] == [  # type: ignore[attr-defined]
        each.board for each in through(ends[0])
    ]


def through(position: GoPosition) -> list[GoPosition]:
    line = [position]
    while line[-1].previous is not None:
        line.append(line[-1].previous)
    return line[::-1]


def test_a_turn_beside_a_move_sets_nothing_up() -> None:
    """As Sabaki writes it."""
    assert moves(b"(;SZ[9]KM[6];B[ee];W[ef]PL[B];B[ge];W[aa]PL[W])") == ["E5", "E4", "G5", "A9"]


def test_a_turn_that_is_told_before_a_move_takes_no_moves_away() -> None:
    """As programs write that set it wherever a node begins."""
    record = read_sgf(b"(;SZ[9];B[ee];PL[B];B[ge];PL[B];W[cc])")
    assert [position.mover for position in record.positions] == [None, Side.BLACK, Side.BLACK, Side.WHITE]
    assert (record.edited_at, record.warnings) == (0, ())


def test_a_turn_told_at_the_end_is_heeded() -> None:
    record = read_sgf(b"(;SZ[9];B[ee];W[ce];PL[W])")
    assert (record.final.to_move, record.edited_at) == (Side.WHITE, 2)


@pytest.mark.parametrize(
    ("root", "told"),
    [
        (b"RU[Japanese]KM[6.5]", ()),
        (b"RU[NZ]KM[6,5]", ()),
        (b"RU[GOE]", ()),
        (b"RU[Chess960]", ("The rules 'Chess960' are not known here; the Japanese ones are taken.",)),
        (b"KM[abc]", ("The komi 'abc' is no number; that of the rules is taken.",)),
        (b"KM[1e400]", ("The komi '1e400' is no number; that of the rules is taken.",)),
    ],
)
def test_what_is_not_understood_is_told(root: bytes, told: tuple[str, ...]) -> None:
    assert read_sgf(b"(;SZ[9]" + root + b";B[aa])").warnings == told


def test_the_result_is_that_of_the_main_line() -> None:
    ended = GoPosition.start(9, "japanese").play("E5").play("pass").play("pass")
    root = parse(lines_to_sgf(ended, names={Side.WHITE: "Bob]"})).nodes[0]
    assert (root["RE"], root["PW"]) == ([b"B+73.5"], [b"Bob\\]"])


def test_two_ways_to_one_position_are_two_variations() -> None:
    """In Tanbo two moves that take off their own roots can leave the same stones."""
    position, found = TanboPosition.start(9), None
    chance = Random(1)
    while found is None:
        by_board: dict[object, TanboPosition] = {}
        for move in position.legal_moves():
            after = position.play(move)
            if by_board.setdefault(after, after) is not after:
                found = (by_board[after], after)
        position = position.play(chance.choice(position.legal_moves()))
        position = TanboPosition.start(9) if position.over else position
    tree = read_tree(lines_to_sgf(*found))
    line = list(tree.main_line())
    assert line[-1].position.last_move == found[0].last_move
    fork = line[found[0].number - 1]
    assert {child.position.last_move for child in fork.children} == {each.last_move for each in found}


@pytest.mark.parametrize(
    ("said", "komi", "told"),
    [
        (b"KM[375]RU[Chinese]", 7.5, "The komi '375' is in hundredths, as it seems; 7.5 is taken."),
        (b"KM[650]RU[Japanese]", 6.5, "The komi '650' is in hundredths, as it seems; 6.5 is taken."),
        (b"KM[750]RU[Chinese]", 7.5, "The komi '750' is in hundredths, as it seems; 7.5 is taken."),
        (b"KM[99]RU[Chinese]", 99, ""),
        (b"KM[375]RU[chinese]AP[gnugo-py:1.0]", 375, ""),
    ],
)
def test_a_komi_in_hundredths_is_understood(said: bytes, komi: float, told: str) -> None:
    """As Fox and Tygem write it."""
    record = read_sgf(b"(;GM[1]SZ[9]" + said + b";B[ee])")
    assert isinstance(record.final, GoPosition)
    assert record.final.rules.komi == komi
    assert record.warnings == ((told,) if told else ())
