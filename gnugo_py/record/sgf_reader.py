"""Reading game trees from SGF files of any program."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import chain, starmap
from pathlib import Path

from gnugo_py.games.checks import checked, require_type
from gnugo_py.games.registry import sgf_functions
from gnugo_py.games.sgf import COLOR_LETTERS
from gnugo_py.games.types import UserError
from gnugo_py.record.encodings import convert_to_utf_8, parse_encoding
from gnugo_py.record.node import Node
from gnugo_py.record.normalize import split_node, swap_letters, upgrade_saved_game
from gnugo_py.record.properties import (
    decode_properties,
    facts_in_file,
    game_key_from_root,
    players_in_file,
    property_text,
)
from gnugo_py.record.sgf_grammar import Nodes, SgfError
from gnugo_py.record.sgf_parser import MAX_FILE_SIZE, ParsedGame, parse_sgf_game, parse_sgf_games
from gnugo_py.record.tree import Tree
from gnugo_py.system.files import read_regular_file


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
    require_type("encoding", encoding, str | None, "the name of an encoding")
    if isinstance(content, str):
        content = convert_to_utf_8(content.encode("utf-8", "replace"), "utf-8")
    elif encoding is not None:
        content = convert_to_utf_8(content, parse_encoding(encoding))
    tree = _tree(parse_sgf_game(content, number))
    tree.number = number
    return tree


def parse_games(content: bytes) -> Iterator[Tree | SgfError]:
    """Yield each game in the content of an SGF file, or the error in its place, when it is asked for.

    A tree holds its game alone. Raise SgfError if the content is not SGF or is too large.
    """
    for game in parse_sgf_games(content):
        try:
            yield game.error or _tree(game)
        except SgfError as error:
            yield error


def _tree(game: ParsedGame) -> Tree:
    """Return the tree of a parsed game.  Raise SgfError if the game or its board is not supported."""
    tree, root = Tree.__new__(Tree), game.nodes[0][1]
    tree.before, tree.after = game.before, game.after
    tree.games, tree.is_complete, tree.file_warnings = game.games, game.is_complete, game.warnings
    if not game.is_complete:
        incomplete = "The file is damaged or incomplete; only the part before the damage is read."
        tree.file_warnings += (incomplete,)
    is_named = "GM" in root
    values = (property_text(properties, each) for _, properties in game.nodes for each in COLOR_LETTERS)
    name = game_key_from_root(root, "" if is_named else next(filter(None, values), ""))
    if not is_named and sgf_functions(name).has_swapped_letters(decode_properties(root)):
        swap_letters(game.nodes, name)
    if "CA" in root:
        root["CA"] = [b"UTF-8"]
    _add_nodes(tree, game.nodes)
    private = tree.root.private
    tree.interpret(name, private)
    _ = tree.root.position
    if private is not None:
        upgrade_saved_game(tree, private)
    return tree


def _add_nodes(tree: Tree, parsed: Nodes) -> None:
    """Add the nodes of a game to a tree, and number them; each gets at most one move, and the root none."""
    nodes = list[Node]()
    for parent, properties in parsed:
        is_black, is_white = "B" in properties, "W" in properties
        is_split = (is_black and is_white) if nodes else (is_black or is_white)
        node = nodes[parent] if nodes else None
        for part in split_node(properties, is_root=not nodes) if is_split else (properties,):
            before = node
            node = Node(tree, before, part, int("B" in part or "W" in part))
            if before is None:
                tree.root = node
            else:
                node.number += before.number
                before.children.append(node)
        assert node is not None
        nodes.append(node)


@checked
def read_game(path: Path | str, number: int | None = None, encoding: str | None = None) -> Tree:
    """Return a game in an SGF file; see `parse_game`.

    Raise UserError, with the name of the file, if the file cannot be read or contains no valid game. The
    function does not write to the file, and does not wait for a pipe or a device.
    """
    content = read_regular_file(Path(path), MAX_FILE_SIZE, "an SGF file")
    try:
        return parse_game(content, number, encoding)
    except UserError as error:
        raise UserError(f"{path}: {error}") from None


@checked
def read_games(path: Path | str, encoding: str | None = None) -> Iterator[Tree]:
    """Return an iterator over the games in an SGF file, each as a file of its own; see `parse_game`.

    A game is read when it is its turn; if it is not valid, UserError is then raised, with its number, and the
    iterator can go on with the next one. Raise UserError, with the name of the file, if it cannot be read.
    """
    content = read_regular_file(Path(path), MAX_FILE_SIZE, "an SGF file")
    if encoding is not None:
        content = convert_to_utf_8(content, parse_encoding(encoding))
    games = parse_games(content)
    try:
        first = next(games)
    except UserError as error:
        raise UserError(f"{path}: {error}") from None
    return starmap(partial(_valid_tree, path), enumerate(chain([first], games), 1))


def _valid_tree(path: Path | str, number: int, game: Tree | SgfError) -> Tree:
    """Return a game of a file.  Raise UserError, with its number, if there is an error in its place."""
    if isinstance(game, SgfError):
        raise UserError(f"{path}, game {number}: {game}")
    return game


def game_summaries(content: bytes) -> list[str]:
    """Return one line for each game of an SGF file: players, name, event, date and result, as in the file.

    Raise SgfError if the content is not SGF or too large.
    """
    roots = (game.root for game in parse_sgf_games(content))
    facts = ((players_in_file(root), facts_in_file(root), property_text(root, "RE")) for root in roots)
    return [", ".join(filter(None, each)) or "no names" for each in facts]
