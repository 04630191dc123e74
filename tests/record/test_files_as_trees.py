"""Tests of files as game trees: setup, nodes of other programs, and what is kept when a tree is written."""

import gc
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from sgfmill import sgf_grammar

from gnugo_py.games.go.position import GO, GoPosition
from gnugo_py.games.points import iter_points
from gnugo_py.games.tanbo.position import TANBO, TanboPosition
from gnugo_py.games.types import PASS, Color, UserError
from gnugo_py.record.node import Node
from gnugo_py.record.sgf_grammar import SgfError
from gnugo_py.record.sgf_reader import parse_game, read_game
from gnugo_py.record.tree import Tree
from tests.support.boards import move, vertices_of_moves
from tests.support.paths import DATA
from tests.support.trees import BLACK, WHITE, again, contents, new_tree, read, rows

# Setup


def test_setup_in_the_middle_keeps_the_nodes_before_it() -> None:
    tree = read(";B[cc];AW[dd]AE[cc];W[ee]")
    _, first, edited, last = tree.main_line()
    assert [node.number for node in tree.main_line()] == [0, 1, 1, 2]
    assert edited.position.previous is None
    assert last.position.previous is edited.position
    assert (rows(first)[2], rows(edited)[2]) == ("--X---+--", "--+---+--")
    assert tree.line_warnings().about_main_line()[-1].startswith("After move 1, the file changes the stones")


@pytest.mark.parametrize(("text", "color"), [(";B[cc];PL[B]", BLACK), (";B[cc];PL[B];W[dd]", BLACK)])
def test_a_node_can_set_the_color_to_move(text: str, color: Color) -> None:
    assert read(text).end.position.to_move is color


def test_each_position_follows_that_of_the_node_before() -> None:
    for node in read(";B[cc];W[dd]C[x];C[y];B[ee](;W[aa])(;W[bb];B[gg])").nodes():
        if node.parent is not None and node.has_move:
            assert node.position.previous is node.parent.position


def test_a_color_that_moves_twice_has_a_position_of_its_own_before() -> None:
    tree = read(";B[cc];B[dd]")
    before = tree.end.position.previous
    assert before is not None
    assert (before.to_move, tree.root.children[0].position.to_move) == (BLACK, WHITE)


def test_handicap_stones_are_part_of_the_start() -> None:
    tree = Tree(GO.start({"size": 9, "handicap": 2, "rules": "japanese"}))
    assert again(tree).root.position == tree.root.position


def test_stones_captured_before_the_start_are_kept_in_a_game_of_ours() -> None:
    position = GoPosition.start(9, "japanese").replace(prisoners=(3, 1))
    tree = Tree(position)
    tree.root.set_private("players", {})
    read_back = again(tree).root.position
    assert isinstance(read_back, GoPosition)
    assert read_back.prisoners == (3, 1)


# Tanbo


def tanbo_game() -> Tree:
    """Return a game of Tanbo that was played until a root was removed."""
    tree = Tree(TANBO.start({"size": 9}))
    node = tree.root
    while not tanbo_stones_removed(node):
        node = node.add(next(iter(node.position.legal_moves())))
    return tree


def tanbo_stones_removed(node: Node) -> list[bytes]:
    """Return the points of the stones that a move removed, as in SGF."""
    position = node.position
    assert isinstance(position, TanboPosition)
    points = iter_points(position.captured_stones())
    return [node.tree.interpreter.sgf.format_point(point, position).encode() for point in points]


def test_setup_that_repeats_what_a_move_did_leaves_the_game_as_it_is() -> None:
    """Earlier versions wrote it for viewers of Go."""
    tree = tanbo_game()
    removed = b"".join(b"[%s]" % point for point in tanbo_stones_removed(tree.end))
    read_back = parse_game(tree.write().removesuffix(b")\n") + b";AE%s)\n" % removed)
    assert read_back.end.position == tree.end.position
    assert (read_back.end.has_move, read_back.play_warnings()) == (False, ())
    node = read_back.end.add(next(iter(read_back.end.position.legal_moves())))
    assert contents(again(read_back)) == contents(read_back)
    assert again(read_back).end.position == node.position


def test_setup_that_the_rules_do_not_allow_ends_the_line() -> None:
    tree = tanbo_game()
    number = tree.end.number
    content = tree.write().removesuffix(b")\n") + b";AB[aa]AW[aa])\n"
    read_back = parse_game(content)
    assert read_back.end.number == number
    assert "changes stones in a way" in read_back.play_warnings()[0]


# Nodes of other programs


def test_two_moves_in_one_node_are_two_nodes() -> None:
    tree = read(";B[cc]W[dd]C[both]BL[5]WL[6]AB[aa];B[ee]")
    _, first, second, last = tree.main_line()
    assert (first.color, second.color, last.number) == (BLACK, WHITE, 3)
    assert set(first.properties) == {"B", "BL", "AB"}
    assert (second.comment, second.value("WL")) == ("both", "6")
    assert contents(again(tree)) == contents(tree)


def test_a_move_in_the_root_is_a_node_of_its_own() -> None:
    tree = read("PB[Ann]XX[y]C[first]N[name]B[cc]TR[cc];W[dd]")
    root, first, _ = tree.main_line()
    assert (root.comment, root.number, tree.names[BLACK], root.value("XX")) == ("", 0, "Ann", "y")
    assert (first.number, first.comment, first.value("N"), len(first.markup)) == (1, "first", "name", 1)
    assert root.position.previous is None
    assert contents(again(tree)) == contents(tree)


def test_of_several_moves_by_a_color_in_one_node_the_first_is_played() -> None:
    tree = read(";B[cc][dd];W[ee]")
    assert vertices_of_moves(tree) == ["C7", "E5"]
    assert tree.line_warnings().about_main_line() == ("Move 1 has a second value: B[dd]; it is not read.",)
    assert tree.root.children[0].texts("B") == ["cc", "dd"]


@pytest.mark.parametrize("value", ["zz", "??", "dundefined"])
def test_a_move_that_cannot_be_read_ends_the_line_and_stays_in_the_file(value: str) -> None:
    tree = read(f";B[cc];W[{value}]C[why];B[ee]")
    assert vertices_of_moves(tree) == ["C7"]
    problem = f"Move 2: '{value}' is not a point on a 9x9 board"
    assert tree.play_warnings() == (f"{problem}; the game ends before it, and 2 moves cannot be read.",)
    unread = tree.end.children[0]
    assert (unread.comment, unread.children[0].number) == ("why", 3)
    for node in (unread, unread.children[0]):
        with pytest.raises(SgfError, match="move 2: "):
            _ = node.position
    assert contents(again(tree)) == contents(tree)


def test_properties_that_are_not_known_are_kept() -> None:
    tree = read("XX[a\\]b][c:d];B[cc]SBKV[50.0];;C[no move]ZZ[]")
    assert tree.root.texts("XX") == ["a]b", "c:d"]
    assert b"XX[a\\]b][c:d]\n;B[cc]SBKV[50.0]\n;\n;C[no move]ZZ[]" in tree.write()


def test_other_games_of_a_collection_are_kept() -> None:
    content = b"(;SZ[9];B[aa])\n(;SZ[9]CA[UTF-8];B[bb])\n(;SZ[9];B[cc])\n"
    tree = parse_game(content, 2)
    tree.end.add(move("E5", 9))
    assert tree.write() == content.replace(b"B[bb]", b"B[bb]\n;W[ee]").replace(b"];B[bb]", b"]\n;B[bb]")
    assert (tree.games, tree.number, tree.warnings) == (3, 2, ())
    assert parse_game(content).warnings == ("The file contains 3 games; only the first is read.",)


def test_a_game_that_does_not_exist_is_refused() -> None:
    with pytest.raises(SgfError, match="there is no game 3: the file contains 2 games"):
        parse_game(b"(;SZ[9])(;SZ[9])", 3)


def test_text_is_written_in_utf_8_and_the_encoding_is_named() -> None:
    content = "(;SZ[9]PB[\u5434\u6e05\u6e90]CA[GB2312];B[cc])".encode("gb2312")
    tree = parse_game(content)
    assert tree.names[BLACK] == "\u5434\u6e05\u6e90"
    assert "PB[\u5434\u6e05\u6e90]CA[UTF-8]".encode() in tree.write()
    plain = read(";B[cc]")
    plain.end.comment = "\u5434"
    assert b"CA[UTF-8]" in plain.write()


@pytest.mark.parametrize(
    "text", ["a]b", "a\\", "; B[aa]", "x];B[bb", "(;B[cc])", "[", "]];W[dd", "one\ntwo\t", ";B[aa", "\\]"]
)
def test_any_comment_is_written_and_read_back(text: str) -> None:
    tree = new_tree("C3", "D4")
    tree.end.comment = text
    read_back = again(tree)
    assert read_back.end.comment == text.replace("\t", " ")
    assert vertices_of_moves(read_back) == ["C3", "D4"]


def test_properties_are_validated() -> None:
    tree = new_tree("C3")
    tree.end.set_property("SBKV", "61.5")
    assert again(tree).end.value("SBKV") == "61.5"
    tree.end.set_property("SBKV")
    assert "SBKV" not in tree.end.properties
    with pytest.raises(UserError, match="the property KM follows from the positions"):
        tree.root.set_property("KM", "0")
    with pytest.raises(UserError, match="is not the name of an SGF property"):
        tree.root.set_property("km", "0")
    with pytest.raises(TypeError):
        tree.root.set_property("C", 1)  # type: ignore[arg-type]


def test_markup_is_read() -> None:
    tree = read(";B[ee]LB[cg:A][gc:12]TR[ee]MA[aa:bb];W[aa]N[other way]")
    assert len(tree.root.children[0].markup) == 7
    assert tree.end.value("N") == "other way"


# Size


def test_a_large_tree_is_opened_quickly() -> None:
    line = "".join(f";B[{a}{b}];W[{b}{a}]" for a in "abcdefghi" for b in "jklmnopqrs")
    content = f"(;SZ[19]{f'({line})' * 111})".encode()
    gc.collect()
    start = time.process_time()
    tree = parse_game(content)
    assert time.process_time() - start < 6
    assert sum(1 for _ in tree.nodes()) == 111 * 180 + 1


def test_deep_trees_are_read_and_written_without_recursion() -> None:
    deep = b"(;GM[1]SZ[9]" + b"(;B[](;W[aa])" * 3000 + b")" * 3001
    tree = parse_game(deep)
    assert contents(again(tree)) == contents(tree)
    assert [node.move for node in tree.root.children[0].line()] == [PASS, move("A9", 9)]


def readable_games() -> Iterator[tuple[Path, Tree]]:
    """Yield the files among the data of the tests that can be read, with their games."""
    for path in DATA.rglob("*.sgf"):
        with suppress(UserError):
            yield path, read_game(path)


def test_files_are_the_same_when_written_and_read_back() -> None:
    for path, tree in readable_games():
        read_back = parse_game(tree.write(), tree.number)
        written_anew = ("GNUGOPY", "AP") if tree.root.private is not None else ()
        for each in (tree, read_back):
            for name in written_anew:
                each.root.properties.pop(name, None)
        assert contents(read_back) == contents(tree), path


def test_every_node_of_files_of_other_programs_is_read() -> None:
    for path, tree in readable_games():
        for node in tree.nodes():
            with suppress(SgfError):
                assert node.position.diagram().rows, path
            assert all(sign for _, sign in node.markup), path


def test_sgfmill_reads_what_is_written() -> None:
    for path, tree in readable_games():
        written = [node.properties for node in tree.nodes()]
        found, waiting = [], [sgf_grammar.parse_sgf_game(tree.write())]
        while waiting:
            branch = waiting.pop()
            found += branch.sequence
            waiting += reversed(branch.children)
        for properties in (*found, *written):
            for name in ("GNUGOPY", "AP") if tree.root.private is not None else ():
                properties.pop(name, None)
        assert found == written, path


@pytest.mark.parametrize("end", ["", ";B[aa]"])
def test_many_nodes_that_set_the_color_to_move_are_read_quickly(end: str) -> None:
    tree = read(";PL[W]" * 10_000 + end)
    start = time.process_time()
    assert tree.end.position.to_move is WHITE
    assert tree.play_warnings() == ()
    assert time.process_time() - start < 10
