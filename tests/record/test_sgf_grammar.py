"""Tests of the grammar: what is written or repaired is well-formed, and a well-formed file is not changed."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnugo_py.games.go.position import GO
from gnugo_py.record.encodings import decode_file
from gnugo_py.record.node import Node
from gnugo_py.record.sgf_grammar import parse_game_at
from gnugo_py.record.sgf_parser import find_game, parse_sgf_game
from gnugo_py.record.sgf_reader import parse_game
from gnugo_py.record.sgf_repair import RepairedGame
from gnugo_py.record.tree import Tree
from tests.record.test_sgfmill import SAMPLES, mutants
from tests.support.sgf_files import main_line

SIGNS = st.sampled_from(
    ["[", "]", "\\", "(", ")", ";", ":", "a", ";B[", "W[cc]", "\n", "\r", "\x1b$B", "CA[hz]", "é"]
)
TEXT = st.lists(st.one_of(SIGNS, st.characters(codec="utf-8")), max_size=8).map("".join)
RAW = st.lists(st.one_of(SIGNS.map(str.encode), st.binary(max_size=3)), max_size=8).map(b"".join)
NAMES = st.sampled_from(["C", "N", "XX", "LB", "TR", "GC"])


def nodes_of(content: bytes) -> list[dict[str, list[bytes]]]:
    """Return the properties of the nodes of a well-formed file with one game."""
    parsed = parse_game_at(content, 0)
    assert parsed is not None
    assert content[parsed[1] :] == b"\n"
    return [properties for _, properties in parsed[0]]


def tree_with(changes: list[tuple[int, str, str]]) -> Tree:
    """Return a tree in which properties were set and empty nodes inserted.

    changes -- for each node, the number of its parent, and the property of the parent that is set.
    """
    tree = Tree(GO.start({"size": 9}))
    nodes = [tree.root]
    for number, name, text in changes:
        node = nodes[number % len(nodes)]
        node.set_property(name, text, text)
        nodes.append(Node(tree, node, {}))
        node.children.insert(0, nodes[-1])
    return tree


@given(st.lists(st.tuples(st.integers(0, 30), NAMES, TEXT), max_size=20))
def test_any_text_is_written_well_formed_and_read_back(changes: list[tuple[int, str, str]]) -> None:
    tree = tree_with(changes)
    content = tree.write()
    assert nodes_of(content) == [node.properties for node in tree.nodes()]
    again = parse_game(content)
    assert again.warnings == ()
    for node, other in zip(tree.nodes(), again.nodes(), strict=True):
        assert [node.texts(name) for name in node.properties] == [
            other.texts(name) for name in node.properties
        ]


@given(st.lists(st.tuples(st.integers(0, 30), NAMES, st.lists(RAW, min_size=1, max_size=3)), max_size=20))
def test_raw_values_of_any_bytes_are_written_well_formed(changes: list[tuple[int, str, list[bytes]]]) -> None:
    tree = tree_with([(number, name, "") for number, name, _ in changes])
    for node, (_, name, values) in zip(tree.nodes(), changes, strict=False):
        node.properties[name] = list(values)
        node.note_change()
    content = tree.write()
    assert nodes_of(content) == [node.properties for node in tree.nodes()]
    again = parse_game(content)
    assert [node.properties for node in again.nodes()] == [node.properties for node in tree.nodes()]
    assert again.warnings == ()


@pytest.mark.parametrize("name", ["c", "C1", "", "C D", "C" * 65])
def test_a_name_that_is_not_a_word_in_capitals_is_refused(name: str) -> None:
    tree = Tree(GO.start({"size": 9}))
    tree.root.properties[name] = [b"x"]
    with pytest.raises(TypeError, match="use set_property"):
        tree.write()


@pytest.mark.parametrize("values", [[], "x", ["x"], b"x", None])
def test_values_that_are_no_list_of_bytes_are_refused(values: object) -> None:
    tree = Tree(GO.start({"size": 9}))
    tree.root.properties["C"] = values  # type: ignore[assignment]
    with pytest.raises(TypeError, match="use set_property"):
        tree.write()


@pytest.mark.parametrize("text", ["a [b", "[", "[[[", "see [1", "list: [a [b; c", "x\\\\[y"])
def test_a_lone_bracket_is_read_without_a_warning_and_not_changed(text: str) -> None:
    content = f"(;SZ[9]KM[0]C[{text}];B[ee]C[{text}](;W[cc]N[{text}])(;W[dd]))".encode()
    game = parse_sgf_game(content)
    assert game.warnings == ()
    assert [node.get("C") for node in main_line(game)[:2]] == [[text.encode()]] * 2
    assert parse_game(content).write().replace(b"\n", b"") == content


@pytest.mark.parametrize(
    "content",
    [
        *(b"(;SZ[9]", b"(SZ[9])", b"(;SZ[9]())", b"(;SZ[9](;B[aa]);W[bb])", b"(;SZ[9](;B[aa])W[bb])"),
        *(b"(;SZ[9] 3)", b"(;SZ[9];B[aa]])", b"(;SZ[9];B[aa;W[bb])", b"(;SZ[9]C[text;W[bb])"),
        *(b"(;SZ[9]AB[aa[bb][cc])", b"(;SZ[9]\\n;B[aa])", b"(;SZ[9];B[aa](;GM[1]SZ[9]))"),
    ],
)
def test_a_damaged_game_is_malformed(content: bytes) -> None:
    assert parse_game_at(content, 0) is None


def test_whatever_is_repaired_is_well_formed() -> None:
    contents = [path.read_bytes() for path in SAMPLES]
    chance = random.Random(5)
    for content in mutants(contents):
        end = chance.randrange(len(content) + 1)
        decoded = decode_file(content[:end] + b"([;a]\\"[: chance.randrange(6)])[0]
        start = find_game(decoded, 0)
        if start is not None:
            repaired = RepairedGame(decoded, start, 1).content
            parsed = parse_game_at(repaired, 0, is_alone=True)
            assert parsed is not None
            assert parsed[1] == len(repaired)
