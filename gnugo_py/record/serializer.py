"""Serialization of SGF nodes; values must be escaped and encoded in UTF-8."""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

from gnugo_py.record.sgf_parser import RawNode, RawProperties


def serialize_sgf_line(nodes: Sequence[RawProperties]) -> bytes:
    """Return the content of a file with one game that has no variations.

    nodes -- the root and the nodes after it; the values must be escaped and encoded in UTF-8.
    """
    return b"(" + b"\n".join(map(_compose_node, nodes)) + b")\n"


def checksum_after_root(nodes: Sequence[RawProperties]) -> int:
    """Return the CRC-32 of everything that `serialize_sgf_line` writes after the root node.

    nodes -- as in `serialize_sgf_line`.
    """
    return crc32(b"".join(b"\n" + _compose_node(node) for node in nodes[1:]) + b")\n")


def serialize_sgf_tree(root: RawNode) -> bytes:
    """Return the content of a file with one game and its variations.

    root -- the root node; all values in the tree must be escaped and encoded in UTF-8.
    """
    pieces = [b"("]
    waiting: list[RawNode | bytes] = [b")\n", root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, bytes):
            pieces.append(node)
            continue
        pieces.append(_compose_node(node.properties))
        if len(node.children) == 1:
            waiting += [node.children[0], b"\n"]
        else:
            waiting += [part for child in reversed(node.children) for part in (b")", child, b"\n(")]
    return b"".join(pieces)


def _compose_node(node: RawProperties) -> bytes:
    values = (name.encode() + b"".join(b"[%s]" % value for value in data) for name, data in node.items())
    return b";" + b"".join(values)


def escape_text(text: str) -> bytes:
    """Return text as an escaped property value."""
    return text.encode("utf-8", "replace").replace(b"\\", b"\\\\").replace(b"]", b"\\]")
