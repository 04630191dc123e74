"""The border: what other programs and earlier versions of this one write differently becomes the same.

Beyond it, each node has at most one move and the root none, B stands for Black and W for White, and a saved
game is one of this version.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gnugo_py.games.registry import GAMES
from gnugo_py.games.types import Color
from gnugo_py.record.node import Node, parse_time_left
from gnugo_py.record.properties import BOARD_SETUP_PROPERTIES, property_text
from gnugo_py.record.sgf_grammar import Nodes
from gnugo_py.record.tree import Tree

_OF_BLACKS_MOVE = {"B", "BL", "OB", "KO", "MN", "PL", *BOARD_SETUP_PROPERTIES}
"""Properties that stay with Black's move where a node has moves of both colors; the others follow White's."""
_OF_A_MOVE = {
    *("B", "W", "KO", "MN", "BM", "DO", "IT", "TE", "BL", "OB", "WL", "OW"),
    *("C", "N", "HO", "DM", "GB", "GW", "UC", "V"),
    *("TR", "SQ", "CR", "MA", "SL", "LB", "AR", "LN", "DD", "TB", "TW", "VW", "FG", "PM"),
}
"""Properties of a root node with a move that go with the move: about the move, or about its position."""
_ABOUT_THE_GAME = ("KO", "TE")
"""Properties of moves in which Cyberoro and Sina write the komi and the event."""
_SWAPPED = {"B": "W", "W": "B"}


def swap_letters(nodes: Nodes, name: str) -> None:
    """Exchange the letters of the colors, and name the game, in which the letters are then the usual ones."""
    for _, properties in nodes:
        swapped = {_SWAPPED.get(each, each): values for each, values in properties.items()}
        properties.clear()
        properties.update(swapped)
    nodes[0][1]["GM"] = [GAMES[name].sgf_game_number.encode()]


def split_node(properties: dict[str, list[bytes]], *, is_root: bool) -> list[dict[str, list[bytes]]]:
    """Return the properties of a node with too many moves as those of several nodes, one after the other."""
    parts = [properties]
    if is_root:
        is_usual = {name: property_text(properties, name) in ("", "1", "2") for name in _ABOUT_THE_GAME}
        parts.append(_taken_out(properties, {name for name in _OF_A_MOVE if is_usual.get(name, True)}))
    if "B" in parts[-1] and "W" in parts[-1]:
        parts.append(_taken_out(parts[-1], set(parts[-1]) - _OF_BLACKS_MOVE))
    return parts


def _taken_out(properties: dict[str, list[bytes]], names: set[str]) -> dict[str, list[bytes]]:
    """Remove the properties with some names, and return them."""
    return {name: properties.pop(name) for name in [*properties] if name in names}


def upgrade_saved_game(tree: Tree, private: Mapping[str, Any]) -> None:
    """Turn a game that version 1 or 2 of this program saved into one of version 3.

    Those wrote the memories of engines and the times into the root, in lists for all moves; here they move to
    the nodes of the main line. Lists that are damaged stay in the root. Moves that were taken back were on
    the main line; here an empty node ends it before them.

    private -- the private data of the root.
    """
    moves = {0: tree.root, **{node.number: node for node in tree.root.line() if node.has_move}}
    match private.get("memories"):
        case list(changes) if _set_memories(changes, moves):
            tree.root.set_private("memories", None)
    match private.get("engine"):
        case {"memories": list(changes), **others} if _set_memories(changes, moves, "engine"):
            tree.root.set_private("engine", others)
    match private.get("clock"):
        case {"left": list(entries), **others} if all(map(parse_time_left, entries)):
            tree.root.set_private("clock", others)
            for number, entry in enumerate(entries, 1):
                if number in moves:
                    moves[number].set_private("left", entry)
    _end_before_moves_taken_back(tree.root, private)
    tree.changes = 0


def _end_before_moves_taken_back(root: Node, private: Mapping[str, Any]) -> None:
    """End the main line where the game stood, unless another program has added moves."""
    *line, last = root.line()
    now = private.get("now")
    if type(now) is int and 0 <= now < last.number == private.get("moves", last.number):
        node = next((each for each in reversed(line) if each.number == now), last)
        node.children.insert(0, Node(root.tree, node, {}, now))


def _set_memories(changes: list[Any], moves: Mapping[int, Node], slot: str = "") -> bool:
    """Set the memories of a list in the nodes, and return whether the list is valid.

    changes -- for each change of a memory: the number of the move, the color unless `slot` is given, and the
               memory.
    moves   -- the nodes by number.
    """
    memories: list[tuple[Node, str, object]] = []
    try:
        for number, *colors, memory in changes:
            (name,) = (slot, *colors) if slot else (str(Color(each)) for each in colors)
            if {*map(type, (number, *colors))} != {int}:
                return False
            memories.append((moves[number], name, memory))
    except (KeyError, TypeError, ValueError):
        return False
    for node, name, memory in memories:
        node.set_memory(name, memory)
    return True
