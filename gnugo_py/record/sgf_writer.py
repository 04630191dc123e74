"""Writing game trees as SGF; what is written is parsed back and compared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gnugo_py.record.node import Node
from gnugo_py.record.properties import compose_node
from gnugo_py.record.sgf_parser import RawProperties, SgfError, parse_sgf_game


class Composed(NamedTuple):
    """A game in SGF.

    text  -- the text.
    nodes -- the nodes in the order of the text: for each, the index of its parent (-1 for the root), and its
             properties.
    """

    text: bytes
    nodes: list[tuple[int, RawProperties]]

    def with_root(self, root: RawProperties) -> Composed:
        """Return the whole game, where this one lacks its root."""
        return Composed(b"(" + compose_node(root) + self.text, [(-1, root), *self.nodes])

    def reads_back(self) -> bool:
        """Return whether the text, parsed, has these nodes and nothing else."""
        try:
            game = parse_sgf_game(self.text)
        except SgfError:
            return False
        return game.is_complete and not game.warnings and game.nodes == self.nodes


_Waiting = tuple[Node | bytes, int]


def compose_below(children: Sequence[Node]) -> Composed:
    """Return what follows the root of a game.

    children -- the nodes after the root, which have their own children.
    """
    pieces, nodes = list[bytes](), list[tuple[int, RawProperties]]()
    waiting: list[_Waiting] = [(b")\n", 0), *_variations(children, 0)]
    while waiting:
        node, index = waiting.pop()
        if isinstance(node, bytes):
            pieces.append(node)
            continue
        text, parts = node.written()
        pieces.append(text)
        for part in parts:
            nodes.append((index, part))
            index = len(nodes)
        waiting += _variations(node.children, index)
    return Composed(b"".join(pieces), nodes)


def _variations(children: Sequence[Node], parent: int) -> list[_Waiting]:
    """Return the nodes after a node with the signs around them, the last first.

    parent -- the index of the node before them.
    """
    if len(children) == 1:
        return [(children[0], parent), (b"\n", 0)]
    return [(part, parent) for child in reversed(children) for part in (b")", child, b"\n(")]
