"""Reading game trees from SGF files of any program."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from gnugo_py.games.registry import GAMES, sgf_functions
from gnugo_py.games.types import Color, UserError, require_type
from gnugo_py.record.encodings import convert_to_utf_8, parse_encoding
from gnugo_py.record.node import Node, parse_time_left
from gnugo_py.record.properties import BOARD_SETUP_PROPERTIES, game_key_from_root, property_text
from gnugo_py.record.sgf_grammar import RawProperties, SgfError
from gnugo_py.record.sgf_parser import (
    MAX_FILE_SIZE,
    ParsedGame,
    parse_sgf_game,
    parse_sgf_games,
    root_properties_by_game,
)
from gnugo_py.record.tree import Tree
from gnugo_py.system.files import read_regular_file

_OF_BLACKS_MOVE = {"B", "BL", "OB", "KO", "MN", "PL", *BOARD_SETUP_PROPERTIES}
"""Properties that stay with Black's move where a node has moves of both colors; the others follow White's."""
_OF_A_MOVE = {
    *("B", "W", "KO", "MN", "BM", "DO", "IT", "TE", "BL", "OB", "WL", "OW"),
    *("TR", "SQ", "CR", "MA", "SL", "LB", "AR", "LN", "DD", "TB", "TW", "VW"),
}
"""Properties of a root node with a move that go with the move: about the move, or about its position."""


def parse_game(content: bytes | str, number: int | None = None, encoding: str | None = None) -> Tree:
    """Return a game in the content of an SGF file, with all its variations.

    content  -- the content, as bytes or as text.
    number   -- number of the game, from 1; None for the first, with a warning if there are more.
    encoding -- the name of the character encoding of bytes, None for the one that the file seems to have;
                text needs none, and what it says of its encoding is ignored.

    Only the position of the root is computed here. Raise SgfError if the content is not SGF, or if the game
    or its board is not supported; UserError if the encoding is unknown.
    """
    require_type("content", content, bytes | str, "bytes or text; use read_game to read a path")
    require_type("number", number, int | None, "a whole number")
    if isinstance(content, str):
        content = convert_to_utf_8(content.encode("utf-8", "replace"), "utf-8")
    else:
        content = _converted(content, encoding)
    try:
        game = parse_sgf_game(content, number)
    except SgfError:
        from gnugo_py.engines.classic.gnugo_dat import is_gnugo_dat

        if is_gnugo_dat(content):
            raise SgfError(
                "this is a gnugo.dat of GNU Go 1.1, not an SGF file; play it with gnugo-py --load FILE"
            ) from None
        raise
    tree = _tree_of(game)
    tree.number, tree.is_numbered = number or 1, number is not None
    return tree


def _converted(content: bytes, encoding: str | None) -> bytes:
    """Return the content of a file in UTF-8, or as it is if the encoding is None."""
    require_type("encoding", encoding, str | None, "the name of an encoding")
    return content if encoding is None else convert_to_utf_8(content, parse_encoding(encoding))


def _tree_of(game: ParsedGame) -> Tree:
    """Return the tree of a game that was parsed."""
    tree, nodes = Tree.unread(), list[Node]()
    for parent, properties in game.nodes:
        nodes.append(Node(tree, nodes[parent] if nodes else None, properties))
        if parent >= 0:
            nodes[parent].children.append(nodes[-1])
    tree.root = nodes[0]
    tree.before, tree.after = game.before, game.after
    tree.games, tree.is_complete, tree.file_warnings = game.games, game.is_complete, game.warnings
    name = game_key_from_root(tree.root.properties)
    if "CA" in tree.root.properties:
        tree.root.properties["CA"] = [b"UTF-8"]
    _number_nodes(tree.root, sgf_functions(GAMES[name].load()).HAS_CORRECTIONS)
    tree.interpret(name, tree.root.private)
    _ = tree.root.position
    _move_lists_to_nodes(tree)
    return tree


def read_game(path: Path | str, number: int | None = None, encoding: str | None = None) -> Tree:
    """Return a game in an SGF file; see `parse_game`.

    Raise UserError, with the name of the file, if the file cannot be read or contains no valid game. The
    function does not write to the file, and does not wait for a pipe or a device.
    """
    require_type("path", path, str | Path, "the name of a file")
    content = read_regular_file(Path(path), MAX_FILE_SIZE, "an SGF file")
    try:
        return parse_game(content, number, encoding)
    except UserError as error:
        raise UserError(f"{path}: {error}") from None


def read_games(path: Path | str, encoding: str | None = None) -> Iterator[Tree]:
    """Yield all games in an SGF file, one after another, each as a file of its own; see `parse_game`.

    Raise UserError, with the name of the file and the number of the game, if the file cannot be read, or
    when it is the turn of a game that is not valid.
    """
    require_type("path", path, str | Path, "the name of a file")
    content = _converted(read_regular_file(Path(path), MAX_FILE_SIZE, "an SGF file"), encoding)
    return _trees(str(path), content)


def _trees(name: str, content: bytes) -> Iterator[Tree]:
    """Yield all games in the content of a file with a name."""
    number = 0
    try:
        for game in parse_sgf_games(content):
            number += 1
            if isinstance(game, SgfError):
                raise game
            yield _tree_of(game)
    except SgfError as error:
        raise UserError(f"{name}, game {number}: {error}" if number else f"{name}: {error}") from None


def game_summaries(content: bytes) -> list[str]:
    """Return one line for each game of an SGF file: players, name, event, date and result, as in the file.

    Raise SgfError if the file exceeds the size limits.
    """
    return [_summary(root) for root in root_properties_by_game(content)]


def _summary(root: RawProperties) -> str:
    players = " - ".join(property_text(root, name) or "?" for name in ("PB", "PW"))
    facts = [property_text(root, name) for name in ("GN", "EV", "DT", "RE")]
    return ", ".join(filter(None, [players if players != "? - ?" else "", *facts])) or "no names"


def _number_nodes(root: Node, has_corrections: bool) -> None:
    """Number the nodes, each with at most one move, and none in the root.

    has_corrections -- whether setup after a move may correct the boards of programs that do not know the
                       rules of the game.
    """
    if root.has_move:
        _split(root, _OF_A_MOVE)
    waiting = [root]
    while waiting:
        node = waiting.pop()
        properties, parent = node.properties, node.parent
        if "B" in properties:
            if "W" in properties:
                _split(node, set(properties) - _OF_BLACKS_MOVE)
            node.number = 1
        elif "W" in properties:
            node.number = 1
        if parent is not None:
            node.number += parent.number
        if has_corrections and node.has_move:
            _fold_correction(node)
        waiting += node.children


def _split(node: Node, names: set[str]) -> None:
    """Move some properties of a node to a new node between it and its children."""
    moved = {name: values for name, values in node.properties.items() if name in names}
    for name in moved:
        del node.properties[name]
    child = Node(node.tree, node, moved)
    child.children, node.children = node.children, [child]
    for grandchild in child.children:
        grandchild.parent = child


def _fold_correction(node: Node) -> None:
    """Fold a node that only corrects the boards of other programs into the move before it."""
    if len(node.children) != 1:
        return
    (child,) = node.children
    if child.properties and child.properties.keys() <= BOARD_SETUP_PROPERTIES:
        node.correction, node.children = child.properties, child.children
        for grandchild in node.children:
            grandchild.parent = node


def _move_lists_to_nodes(tree: Tree) -> None:
    """Move what versions 1 and 2 wrote into the root for all moves to the nodes of the main line.

    Lists that are damaged stay in the root.
    """
    private: Mapping[str, Any] | None = tree.root.private
    if private is None:
        return
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
    tree.changes = 0


def _set_memories(changes: list[object], moves: Mapping[int, Node], slot: str = "") -> bool:
    """Set the memories of a list in the nodes, and return whether the list is valid.

    changes -- for each change of a memory: the number of the move, the color unless `slot` is given, and the
               memory.
    moves   -- the nodes by number.
    """
    memories: list[tuple[Node, str, object]] = []
    for change in changes:
        match change:
            case [bool(), *_] | [_, bool(), _]:
                return False
            case [int(number), memory] if slot and number in moves:
                memories.append((moves[number], slot, memory))
            case [int(number), int(color), memory] if not slot and number in moves and color in (0, 1):
                memories.append((moves[number], str(Color(color)), memory))
            case _:
                return False
    for node, name, memory in memories:
        node.set_memory(name, memory)
    return True
