"""Tests of games with variations that are built move by move, and of properties that are set."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnugo_py import Color, GoPosition, TanboPosition, Tree, UserError, parse_game


@given(st.lists(st.lists(st.integers(0, 10**6), max_size=6), min_size=1, max_size=5))
def test_lines_are_read_back(choosers: list[list[int]]) -> None:
    tree = Tree(GoPosition.start(3, "tromp-taylor"))
    for line in choosers:
        node = tree.root
        for chooser in line:
            legal = node.position.legal_moves()
            if legal:
                node = node.add(legal[chooser % len(legal)])
    again = parse_game(tree.write())
    assert [(node.number, node.position) for node in again.nodes()] == [
        (node.number, node.position) for node in tree.nodes()
    ]


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
    first, second = found
    assert second.last_move is not None
    tree = Tree.from_line(first)
    assert tree.end.parent is not None
    tree.end.parent.add(second.last_move)
    again = parse_game(tree.write())
    assert again.end.move == first.last_move
    assert again.end.parent is not None
    assert {child.move for child in again.end.parent.children} == {each.last_move for each in found}


@pytest.mark.parametrize(
    "name", ["bad prop", "b", "", "B", "W", "AB", "PL", "SZ", "KM", "GNUGOPY", "A]B", "Black"]
)
def test_an_invalid_or_reserved_property_is_refused(name: str) -> None:
    tree = Tree(GoPosition.start(9, "japanese"))
    with pytest.raises(UserError, match="property"):
        tree.root.set_property(name, "aa")


@pytest.mark.parametrize(("name", "value"), [("N", 5), (7, "x"), ("N", None), ("N", b"x")])
def test_a_property_that_is_not_text_is_a_type_error(name: str, value: str) -> None:
    tree = Tree(GoPosition.start(9, "japanese"))
    with pytest.raises(TypeError, match="must be strings"):
        tree.root.set_property(name, value)


def test_an_empty_comment_or_name_is_not_written() -> None:
    tree = Tree(GoPosition.start(9, "japanese"))
    tree.set_name(Color.BLACK, "")
    tree.root.comment = ""
    tree.root.set_property("DO", "")
    written = tree.write()
    assert b"C[]" not in written
    assert b"PB[" not in written
    assert b"DO[]" in written
