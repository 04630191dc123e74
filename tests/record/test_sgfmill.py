"""Tests that the parser agrees with sgfmill on real files and on damaged copies of them."""

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from sgfmill import sgf_grammar

from gnugo_py.record.encodings import decode_file
from gnugo_py.record.properties import decode_property_value, escape_text
from gnugo_py.record.sgf_grammar import SgfError
from gnugo_py.record.sgf_parser import ParsedGame, parse_sgf_game
from tests.support.paths import DATA
from tests.support.sgf_files import main_line

SAMPLES = sorted((DATA / "sgf").iterdir())
MUTANTS = 1200
SIGNS = [b"(", b")", b";", b"[", b"]", b"\\", b"\n", b" ", b"B", b"W[aa]", b"AB", b"AddBlack"]
SIGNS += [b";;", b"()", b"\xff"]
SMALL_NAME = re.compile(rb"(?<![A-Za-z])[a-z]+\s*\[")
"""sgfmill drops small letters, so that a name of small letters only is lost; this parser keeps it."""

UNSIGNED_ROOT = re.compile(rb"(?:\xef\xbb\xbf)?\s*\(\s*[A-Z]{1,8}\s*\[")
"""sgfmill looks for the game further on if the `;` before the root node is missing."""

Tree = tuple[list[dict[str, list[bytes]]], list["Tree"]]


def sgfmills_tree(content: bytes) -> Tree | None:
    """Return sgfmill's tree of the first game, or None if it does not read the file."""
    try:
        game = sgf_grammar.parse_sgf_game(content)
    except ValueError:
        return None
    return _joined(game)


def _joined(game: sgf_grammar.Coarse_game_tree) -> Tree:
    """Return a tree in which a variation without siblings belongs to the line before it."""
    nodes, children = list(game.sequence), game.children
    while len(children) == 1:
        nodes += children[0].sequence
        children = children[0].children
    return nodes, [_joined(child) for child in children]


def our_tree(game: ParsedGame) -> Tree:
    """Return the same tree for a game parsed by this program."""
    children: dict[int, list[int]] = {}
    for index, (parent, _) in enumerate(game.nodes):
        children.setdefault(parent, []).append(index)

    def joined(index: int) -> Tree:
        nodes = [game.nodes[index][1]]
        while len(children.get(index, ())) == 1:
            (index,) = children[index]
            nodes.append(game.nodes[index][1])
        return nodes, [joined(child) for child in children.get(index, ())]

    return joined(0)


def texts(tree: Tree) -> Tree:
    """Return the tree with the texts of the values; only escapes may differ in the values."""
    nodes, children = tree
    read = [
        {name: [sgf_grammar.text_value(value) for value in values] for name, values in node.items()}
        for node in nodes
    ]
    return read, [texts(child) for child in children]


def mutants(contents: list[bytes]) -> Iterator[bytes]:
    """Yield damaged copies of files: with pieces removed, doubled, moved or put in, or cut off."""
    chance = random.Random(1989)
    for _ in range(MUTANTS):
        content = bytearray(chance.choice(contents)[:4000])
        for _ in range(chance.randint(1, 4)):
            at, length = chance.randrange(len(content) + 1), chance.choice([1, 1, 2, 10, 100])
            piece = content[at : at + length]
            action = chance.randrange(5)
            if action == 0:
                del content[at : at + length]
            elif action == 1:
                content[at:at] = piece
            elif action == 2:
                content[at:at] = chance.choice(SIGNS)
            elif action == 3:
                where = chance.randrange(len(content) + 1)
                content[where:where] = piece
            else:
                content[at : at + 1] = chance.choice(SIGNS)
        yield bytes(content)


def check_agreement(content: bytes) -> bool:
    """Check that the parser agrees with sgfmill; return False if there is nothing to compare."""
    content = decode_file(content)[0]
    theirs = sgfmills_tree(content)
    try:
        game = parse_sgf_game(content)
    except SgfError:
        assert theirs is None or UNSIGNED_ROOT.match(content)
        return False
    if theirs is None or game.warnings or SMALL_NAME.search(content):
        return False
    assert texts(our_tree(game)) == texts(theirs)
    assert game.is_complete
    for properties in main_line(game):
        for values in properties.values():
            for value in values:
                assert decode_property_value(value) == sgf_grammar.text_value(value).decode(
                    "utf-8", "replace"
                )
    return True


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_a_file_is_parsed_as_sgfmill_parses_it(path: Path) -> None:
    check_agreement(path.read_bytes())


@pytest.mark.slow
def test_damaged_files_are_parsed_as_sgfmill_parses_them() -> None:
    contents = [path.read_bytes() for path in SAMPLES]
    compared = sum(map(check_agreement, mutants(contents)))
    assert compared > MUTANTS // 6  # a repaired file is not compared


@pytest.mark.parametrize("text", ["a]b\\c:d", "two\nlines", "\\", "]", "", "\u56f2\u7881 \u00e9"])
def test_text_is_escaped_as_sgfmill_escapes_it(text: str) -> None:
    assert escape_text(text) == sgf_grammar.escape_text(text.encode())
    assert decode_property_value(escape_text(text)) == text
