"""Writing game trees as SGF; what is written is parsed back and compared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from gnugo_py.record.sgf_parser import RawProperties, SgfError, decode_property_value, parse_game_nodes


class WrittenNode(Protocol):
    """What the writer needs of a node."""

    @property
    def children(self) -> Sequence[WrittenNode]:
        """The nodes after it."""

    def written(self) -> tuple[bytes, Sequence[RawProperties]]:
        """Return the node in SGF, and the properties of the one or two nodes that this is in a file."""


class Composed(NamedTuple):
    """A game in SGF.

    text  -- the text.
    nodes -- the nodes in the order of the text: for each, the index of its parent (-1 for the root), and its
             properties.
    """

    text: bytes
    nodes: list[tuple[int, RawProperties]]

    def reads_back(self) -> bool:
        """Return whether the text, parsed, has these nodes and nothing else."""
        found: list[tuple[int, RawProperties]] = []

        def new_node(parent: int | None, properties: dict[str, list[bytes]]) -> int:
            found.append((-1 if parent is None else parent, properties))
            return len(found) - 1

        try:
            game = parse_game_nodes(self.text, new_node)
        except SgfError:
            return False
        return game.is_complete and not game.warnings and found == self.nodes


def escape_text(text: str) -> bytes:
    """Return text as an escaped property value."""
    return text.encode("utf-8", "replace").replace(b"\\", b"\\\\").replace(b"]", b"\\]")


def compose_node(properties: RawProperties) -> bytes:
    """Return a node in SGF.

    Raise TypeError if a name is not a word, or its values are not a list of bytes.
    """
    pieces = [b";"]
    for name, values in properties.items():
        if not (name.isalpha() and name.isascii() and isinstance(values, list | tuple)):
            raise TypeError(f"property {name!r:.70} must be a word with a list of bytes; use set_property")
        pieces += [name.encode(), *[b"[%s]" % value for value in values]]
    return b"".join(pieces)


def with_all_brackets_escaped(properties: RawProperties) -> dict[str, list[bytes]]:
    """Return properties with each bracket in a value escaped, so that it cannot seem to end the value."""
    return {
        name: [escape_text(decode_property_value(value)).replace(b"[", b"\\[") for value in values]
        for name, values in properties.items()
    }


_Waiting = tuple[WrittenNode | bytes, int]


class ComposedNodes(NamedTuple):
    """The nodes after the root of a game, in SGF; the fields are those of `Composed`."""

    text: bytes
    nodes: list[tuple[int, RawProperties]]

    def with_root(self, root: RawProperties) -> Composed:
        """Return the whole game."""
        return Composed(b"(" + compose_node(root) + self.text, [(-1, root), *self.nodes])


def compose_below(children: Sequence[WrittenNode]) -> ComposedNodes:
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
    return ComposedNodes(b"".join(pieces), nodes)


def _variations(children: Sequence[WrittenNode], parent: int) -> list[_Waiting]:
    """Return the nodes after a node with the signs around them, the last first.

    parent -- the index of the node before them.
    """
    if len(children) == 1:
        return [(children[0], parent), (b"\n", 0)]
    return [(part, parent) for child in reversed(children) for part in (b")", child, b"\n(")]
