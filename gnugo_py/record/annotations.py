"""Evaluations, comments and better lines that are added to a game in a file; everything else is kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from gnugo_py.record.properties import nodes_of_last_move
from gnugo_py.record.serializer import escape_text, serialize_sgf_tree
from gnugo_py.record.sgf_parser import (
    PRIVATE_PROPERTY,
    RawNode,
    RawProperties,
    decode_property_value,
    parse_sgf_game_in_file,
)
from gnugo_py.record.writer import escaped_node


class NodeAnnotation(NamedTuple):
    """What to add to a node.

    properties -- properties that replace those of the same name.
    comment    -- text to add to the comment, often empty.
    variation  -- the positions of a line to add beside the node, each after a move of it; often empty.
    """

    properties: Mapping[str, str] = {}
    comment: str = ""
    variation: Sequence[Any] = ()


def annotate_sgf_game(
    content: bytes,
    number: int | None,
    moves: int,
    annotations: Sequence[NodeAnnotation],
    root_properties: Mapping[str, str],
) -> bytes:
    """Return a file with annotations on the main line of one game; text is in UTF-8.

    Comments, variations, other properties and the other games of the file are kept. The private data of this
    program is removed, since it does not fit the changed game.

    number          -- the number of the game, from 1; None for the first.
    moves           -- the number of moves on the main line that were read.
    annotations     -- for the node before the last moves that were read, and for each of these moves.
    root_properties -- properties of the root node that replace those of the same name.

    Raise SgfError if the content is not SGF or has no game with this number.
    """
    game = parse_sgf_game_in_file(content, number)
    root = game.root
    left_out = ("CA", PRIVATE_PROPERTY)
    root.properties = {
        "CA": [b"UTF-8"],
        **{name: values for name, values in root.properties.items() if name not in left_out},
        **escaped_node({name: [value] for name, value in root_properties.items()}),
    }
    made = list(_move_nodes(root))[:moves]
    first, *others = annotations
    later = made[len(made) - len(others) :]
    _annotate_node(later[0].parent if later else root, first)
    for move, annotation in zip(later, others, strict=False):
        _annotate_node(move.node, annotation)
        if annotation.variation and move.is_first:
            _add_line(move.parent, annotation.variation)
    return game.before + serialize_sgf_tree(root).removesuffix(b"\n") + (game.after or b"\n")


class _MoveNode(NamedTuple):
    """A move of the main line: its node, the node before, and whether the node has no earlier move."""

    node: RawNode
    parent: RawNode
    is_first: bool


def _move_nodes(root: RawNode) -> Iterator[_MoveNode]:
    """Yield the moves of the main line."""
    parent, node = root, root
    while True:
        for number, _ in enumerate(node.properties.keys() & {"B", "W"}):
            yield _MoveNode(node, parent, number == 0 and node is not root)
        if not node.children:
            return
        parent, node = node, node.children[0]


def _annotate_node(node: RawNode, annotation: NodeAnnotation) -> None:
    """Add properties and a comment to a node; a comment that is already there is not added again."""
    node.properties = {
        **node.properties,
        **escaped_node({name: [value] for name, value in annotation.properties.items()}),
    }
    present = "\n".join(map(decode_property_value, node.properties.get("C", ())))
    if annotation.comment and annotation.comment not in present:
        text = "\n\n".join(filter(None, (present, annotation.comment)))
        node.properties = {**node.properties, "C": [escape_text(text)]}


def _add_line(node: RawNode, line: Sequence[Any]) -> None:
    """Add the moves of a line below a node, as far as they are not there."""
    for position in line:
        for properties in nodes_of_last_move(position):
            escaped = escaped_node(properties)
            child = next((each for each in node.children if _has_moves(each.properties, escaped)), None)
            if child is None:
                child = RawNode(escaped)
                node.children.append(child)
            node = child


def _has_moves(node: RawProperties, moves: RawProperties) -> bool:
    """Return whether a node has the same moves as another one."""
    return all(
        list(map(decode_property_value, node.get(name, ())))
        == list(map(decode_property_value, moves.get(name, ())))
        for name in ("B", "W")
    )
