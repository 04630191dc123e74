"""Tests of files written from the history of a position, and of properties that other programs write."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnugo_py import PASS, Color, GoPosition, TanboPosition, UserError, lines_to_sgf, parse_game, read_sgf
from gnugo_py.record.sgf_parser import parse_sgf_game


def moves(content: bytes) -> list[str]:
    positions = read_sgf(content).positions
    return [before.format_move(after.last_move or PASS) for before, after in pairwise(positions)]


@given(st.lists(st.lists(st.integers(0, 10**6), max_size=6), min_size=1, max_size=5))
def test_lines_are_read_back(choosers: list[list[int]]) -> None:
    ends = []
    for line in choosers:
        position = GoPosition.start(3, "tromp-taylor")
        for chooser in line:
            legal = position.legal_moves()
            position = position.play_unchecked(legal[chooser % len(legal)])
        ends.append(position)
    tree = parse_game(lines_to_sgf(*ends))
    found, waiting = [], [tree.root]
    while waiting:
        node = waiting.pop()
        found.append(node.position)
        waiting += node.children
    assert all(any(end.board == each.board for each in found) for end in ends)  # type: ignore[attr-defined]
    max_length = [node.position for node in tree.main_line()]
    assert [each.board for each in max_length][: ends[0].move_number + 1] == [  # type: ignore[attr-defined]
        each.board for each in through(ends[0])
    ]


def through(position: GoPosition) -> list[GoPosition]:
    line = [position]
    while line[-1].previous is not None:
        line.append(line[-1].previous)
    return line[::-1]


def test_pl_next_to_a_move_is_not_setup() -> None:
    """Sabaki writes PL beside a move."""
    assert moves(b"(;SZ[9]KM[6];B[ee];W[ef]PL[B];B[ge];W[aa]PL[W])") == ["E5", "E4", "G5", "A9"]


def test_pl_before_a_move_does_not_restart_the_game() -> None:
    """Some programs write PL wherever a node begins."""
    record = read_sgf(b"(;SZ[9];B[ee];PL[B];B[ge];PL[B];W[cc])")
    assert [position.last_color for position in record.positions] == [
        None,
        Color.BLACK,
        Color.BLACK,
        Color.WHITE,
    ]
    assert (record.last_setup_number, record.warnings) == (0, ())


def test_the_color_to_move_at_the_end_is_read() -> None:
    record = read_sgf(b"(;SZ[9];B[ee];W[ce];PL[W])")
    assert (record.final_position.to_move, record.last_setup_number) == (Color.WHITE, 2)


@pytest.mark.parametrize(
    ("root", "shown"),
    [
        (b"RU[Japanese]KM[6.5]", ()),
        (b"RU[NZ]KM[6,5]", ()),
        (b"RU[GOE]", ()),
        (b"RU[Chess960]", ("The rules 'Chess960' are unknown; Japanese rules are used instead.",)),
        (b"KM[abc]", ("The komi 'abc' is not a valid number; the komi of the rules is used.",)),
        (b"KM[1e400]", ("The komi '1e400' is not a valid number; the komi of the rules is used.",)),
    ],
)
def test_unknown_rules_and_invalid_komi_are_reported(root: bytes, shown: tuple[str, ...]) -> None:
    assert read_sgf(b"(;SZ[9]" + root + b";B[aa])").warnings == shown


def test_the_result_is_that_of_the_main_line() -> None:
    ended = GoPosition.start(9, "japanese").play("E5").play("pass").play("pass")
    root = parse_sgf_game(lines_to_sgf(ended, names={Color.WHITE: "Bob]"})).main_line[0]
    assert (root["RE"], root["PW"]) == ([b"B+73.5"], [b"Bob\\]"])


def test_two_ways_to_one_position_are_two_variations() -> None:
    """In Tanbo two moves that remove their own roots can leave the same stones."""
    position, found = TanboPosition.start(9), None
    rng = Random(1)
    while found is None:
        by_board: dict[object, TanboPosition] = {}
        for move in position.legal_moves():
            after = position.play_unchecked(move)
            if by_board.setdefault(after, after) is not after:
                found = (by_board[after], after)
        position = position.play_unchecked(rng.choice(position.legal_moves()))
        position = TanboPosition.start(9) if position.is_over else position
    tree = parse_game(lines_to_sgf(*found))
    line = list(tree.main_line())
    assert line[-1].position.last_move == found[0].last_move
    fork = line[found[0].move_number - 1]
    assert {child.position.last_move for child in fork.children} == {each.last_move for each in found}


@pytest.mark.parametrize(
    ("output", "komi", "shown"),
    [
        (b"KM[375]RU[Chinese]", 7.5, "The komi '375' seems to be in hundredths of a stone; 7.5 is used."),
        (b"KM[650]RU[Japanese]", 6.5, "The komi '650' seems to be in hundredths; 6.5 is used."),
        (b"KM[750]RU[Chinese]", 7.5, "The komi '750' seems to be in hundredths; 7.5 is used."),
        (b"KM[99]RU[Chinese]", 99, ""),
        (b"KM[375]RU[chinese]AP[gnugo-py:1.0]", 375, ""),
    ],
)
def test_a_komi_in_hundredths_is_understood(output: bytes, komi: float, shown: str) -> None:
    """Fox and Tygem write komi in hundredths."""
    record = read_sgf(b"(;GM[1]SZ[9]" + output + b";B[ee])")
    assert isinstance(record.final_position, GoPosition)
    assert record.final_position.rules.komi == komi
    assert record.warnings == ((shown,) if shown else ())


@pytest.mark.parametrize(
    "name", ["bad prop", "b", "", "B", "W", "AB", "PL", "SZ", "KM", "GNUGOPY", "A]B", "Black"]
)
def test_an_invalid_or_reserved_property_is_refused(name: str) -> None:
    position = GoPosition.start(9, "japanese").play("E5")
    with pytest.raises(UserError, match="property"):
        lines_to_sgf(position, properties={position: {name: "aa"}})


@pytest.mark.parametrize("further", [{"N": 5}, {7: "x"}, {"N": None}, {"N": b"x"}])
def test_a_property_that_is_not_text_is_a_type_error(further: dict[str, str]) -> None:
    position = GoPosition.start(9, "japanese").play("E5")
    with pytest.raises(TypeError, match="must be strings"):
        lines_to_sgf(position, properties={position: further})


def test_a_comment_or_name_that_is_not_text_is_a_type_error() -> None:
    position = GoPosition.start(9, "japanese").play("E5")
    wrong: Any = {position: 5}
    with pytest.raises(TypeError, match="a comment must be a string, not int"):
        lines_to_sgf(position, comments=wrong)
    wrong = {Color.BLACK: b"Ann"}
    with pytest.raises(TypeError, match="a name must be a string, not bytes"):
        lines_to_sgf(position, names=wrong)


def test_an_empty_comment_or_name_is_not_written() -> None:
    position = GoPosition.start(9, "japanese").play("E5")
    written = lines_to_sgf(
        position, names={Color.BLACK: ""}, comments={position: ""}, properties={position: {"C": "", "DO": ""}}
    )
    assert b"C[]" not in written
    assert b"PB[" not in written
    assert b"DO[]" in written


def test_a_position_has_one_comment() -> None:
    position = GoPosition.start(9, "japanese").play("E5")
    assert b"C[a]" in lines_to_sgf(position, properties={position: {"C": "a"}})
    with pytest.raises(UserError, match="a position has a comment and the property C"):
        lines_to_sgf(position, comments={position: "a"}, properties={position: {"C": "b"}})
