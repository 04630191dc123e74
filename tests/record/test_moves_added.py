"""Tests that a move added to a file of another program changes nothing else, as sgfmill reads the file."""

from collections import Counter
from pathlib import Path

import pytest
from sgfmill import sgf_grammar

from gnugo_py import parse_game
from gnugo_py.games.types import UserError
from gnugo_py.record.tree import Tree
from tests.support.paths import DATA
from tests.support.trees import variation_count


def undamaged_tree(path: Path) -> Tree | None:
    """Return the game in a file, None if it has no variations or cannot be written as it is."""
    try:
        tree = parse_game(path.read_bytes(), 1)
        _ = [node.position for node in tree.nodes()]
    except UserError:
        return None
    return tree if variation_count(tree) and tree.is_complete and not tree.file_warnings else None


def lines(content: bytes) -> Counter[int]:
    """Return for each node of the first game a number that stands for the line that leads to it."""
    found = Counter[int]()
    waiting = [(sgf_grammar.parse_sgf_game(content), 0)]
    while waiting:
        tree, line = waiting.pop()
        for node in tree.sequence:
            facts = sorted((name, tuple(values)) for name, values in node.items() if name != "CA")
            line = hash((line, tuple(facts)))
            found[line] += 1
        waiting += [(child, line) for child in tree.children]
    return found


@pytest.mark.parametrize("folder", ["sgf", "records"])
def test_nothing_but_the_moves_is_added(folder: str) -> None:
    for path in (DATA / folder).glob("*.sgf"):
        if tree := undamaged_tree(path):
            add_moves(tree, path)


def add_moves(tree: Tree, path: Path) -> None:
    """Add a move at the ends of some lines; check that all else that is written was in the file."""
    ends = [node for node in tree.nodes() if not node.children and node.position.legal_moves()]
    chosen = list(dict.fromkeys([*ends[:1], *ends[-1:], *ends[len(ends) // 2 :][:1]]))
    for end in chosen:
        end.add(end.position.legal_moves()[0])
    before, after = lines(path.read_bytes()), lines(tree.write())
    assert not before - after, path
    assert (after - before).total() == len(chosen), path
