"""Tests of files with variations, read for review; some are from other programs."""

import pytest

from gnugo_py.games.go.vertex import format_vertex
from gnugo_py.games.types import Mark
from gnugo_py.record.cursor import Cursor
from gnugo_py.record.node import Node
from gnugo_py.record.sgf_reader import parse_game

VARIATIONS = b"""(;GM[1]FF[4]SZ[9]PB[Ann]PW[Bob];B[ee];W[cc]C[A corner.
And more.](;B[gc];W[gg]LB[cg:A][gc:12]TR[ee]MA[aa:bb])(;B[cg]N[other way];W[gc](;B[gg])(;B[hh];W[ii])))"""


def last_vertex(node: Node) -> str:
    position = node.position
    assert position.last_move is not None
    return format_vertex(position.last_move.points[0], 9)  # type: ignore[union-attr]


def test_each_variation_has_its_own_moves() -> None:
    read = [(node.number, last_vertex(node)) for node in list(parse_game(VARIATIONS).nodes())[1:]]
    assert read == [
        (1, "E5"),
        (2, "C7"),
        (3, "G7"),
        (4, "G3"),
        (3, "C3"),
        (4, "G7"),
        (5, "G3"),
        (5, "H2"),
        (6, "J1"),
    ]


def test_positions_do_not_depend_on_the_order_of_access() -> None:
    forward = [node.position for node in list(parse_game(VARIATIONS).nodes())]
    backward = [node.position for node in reversed(list(parse_game(VARIATIONS).nodes()))]
    assert forward == backward[::-1]


def test_comments_names_and_marks_are_kept() -> None:
    read = list(parse_game(VARIATIONS).nodes())
    assert read[2].comment == "A corner.\nAnd more."
    assert read[5].value("N") == "other way"
    marks = {format_vertex(point, 9): mark for point, mark in read[4].markup}
    crosses = dict.fromkeys(("A9", "B9", "A8", "B8"), Mark("x", "cross"))
    assert marks == {"E5": Mark("^", "triangle"), **crosses, "C3": Mark("A"), "G7": Mark("12")}


def test_the_cursor_remembers_the_chosen_variation() -> None:
    tree = parse_game(VARIATIONS)
    second = tree.root.children[0].children[0].children[1]
    cursor = Cursor(tree)
    assert cursor.end.number == 4
    cursor.go_to(second.children[0].children[1])
    cursor.go_to(tree.root)
    assert [each.number for each in cursor.line] == [0, 1, 2, 3, 4, 5, 6]
    assert cursor.end.path()[3] is second


@pytest.mark.parametrize("mark", ["aa:\u9f8d\u9f8d", "AA:zz", ":", "aa:", "aa:bb:cc"])
def test_invalid_markup_points_are_ignored(mark: str) -> None:
    (root,) = parse_game(f"(;GM[1]SZ[9]TR[{mark}])".encode()).nodes()
    assert root.markup in ((), ((0, Mark("^", "triangle")),))


def test_a_rectangle_of_marks_is_cut_at_the_edge() -> None:
    (root,) = parse_game(b"(;GM[1]SZ[9]TR[aa:tt])").nodes()
    assert len(root.markup) == 81


def test_many_large_rectangles_are_marked_once() -> None:
    corners = [f"{a}{b}:{c}{d}" for a in "abc" for b in "abcdefghi" for c in "ghi" for d in "abcdefghi"]
    (root,) = parse_game(f"(;GM[1]SZ[9]TR[{']['.join(corners * 20)}])".encode()).nodes()
    assert len(root.markup) == 81


def test_many_large_rectangles_are_set_up_once() -> None:
    (root,) = parse_game(f"(;GM[11]SZ[11]AB{'[a1:k11]' * 20_000})".encode()).nodes()
    assert root.position.diagram().rows == ("X" * 11,) * 11
