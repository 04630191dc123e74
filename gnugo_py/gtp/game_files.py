"""The files of a GTP server: games that `loadsgf` reads, and games that it writes."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path

from gnugo_py.games.position import Position
from gnugo_py.games.registry import sgf_functions
from gnugo_py.games.types import RESIGN, Color, Outcome, Resign, UserError
from gnugo_py.gtp.game_commands import ENGINE_SLOT, GtpGameCommands, recorded_line
from gnugo_py.record.node import Node
from gnugo_py.record.sgf_parser import MAX_FILE_SIZE, is_complete_sgf
from gnugo_py.record.sgf_reader import parse_game, read_game
from gnugo_py.record.tree import Tree
from gnugo_py.storage.file_locks import hold_file_lock
from gnugo_py.storage.resume import is_start
from gnugo_py.storage.save_store import SaveStore, normalize_save_name
from gnugo_py.system.files import make_folder, read_regular_file, saves_folder, write_atomically


def read_game_for_loadsgf(path: str, last: int) -> tuple[Node, tuple[str, ...]]:
    """Return the node of move `last` of a game in a file, or of its last move if it has fewer.

    What follows the node is removed. Return the warnings about the file, too.

    Raise UserError, with the file name, if the file cannot be read or contains no valid game.
    """
    tree = read_game(path)
    try:
        warnings = (*tree.warnings, *tree.line_warnings().about_main_line())
    except UserError as error:
        raise UserError(f"{path}: {error}") from None
    number = min(last, tree.current.number)
    *_, node = (each for each in tree.main_line() if each.number <= number)
    if number < tree.current.number:
        tree.result = None
        for child in tuple(node.children):
            child.remove()
    return node, warnings


def game_to_sgf(commands: GtpGameCommands) -> bytes:
    """Return a game as the content of an SGF file that includes the engine's memory.

    A game that was loaded is written with all that its file contains. What could not be restored exactly from
    such a file, for example because a color moved after the end of the game, is written as a game of its own
    or, if this does not help, without this program's private data.
    """
    positions = _positions_under_options(commands)
    for tree in _trees(commands, positions):
        with suppress(UserError):
            content = _with_memory(commands, tree)
            if _is_restored(content, positions):
                return content
    return _tree_of(commands, positions).write()


def _trees(commands: GtpGameCommands, positions: list[Position]) -> Iterator[Tree]:
    """Yield the game that was loaded, with the moves that the server has now, and then a game of its own."""
    if commands.recorded is not None:
        with suppress(UserError):
            yield _continued(commands, commands.recorded, positions)
    yield _tree_of(commands, positions)


def _with_memory(commands: GtpGameCommands, tree: Tree) -> bytes:
    """Return a game as the content of an SGF file with the engine and its memory.

    tree -- the game; its last moves are those of the server.
    """
    tree.root.set_private("players", {})
    if commands.player is not None:
        tree.root.set_private(ENGINE_SLOT, {"settings": commands.player.config().to_json()})
        nodes = commands.node.path()
        moved = [node for node in tree.current.path() if node.parent is None or node.has_move]
        for node, written in zip(reversed(nodes), reversed(moved), strict=False):
            written.set_private("memory", (node.private or {}).get("memory"))
    return tree.write()


def _continued(commands: GtpGameCommands, recorded: Node, positions: list[Position]) -> Tree:
    """Return a game that was loaded, with the moves that the server has now as its main line.

    positions -- the positions of the server's game.

    Raise UserError if the file cannot be written, or if its start is impossible under the current options.
    """
    tree = parse_game(recorded.tree.write(), recorded.tree.number)
    last = tree.current
    tree.adopt(commands.options)
    node = next(islice(tree.root.line(), recorded_line(recorded).start, None))
    for position in positions[1:]:
        node = _after_move(node, position)
    tree.current = node
    ends = (
        each for each in last.line_back() if is_start(each) or (each.has_move and each.move is not RESIGN)
    )
    if node is not next(ends):
        _remove_undone_moves(node, last)
        tree.result = None
    if ENGINE_SLOT in (recorded.tree.root.private or {}):
        tree.add_date()
        for color in Color:
            tree.set_name(color, "")
    _note_players(commands, tree)
    return tree


def _remove_undone_moves(node: Node, last: Node) -> None:
    """Remove the loaded moves that were undone, unless there is anything else in their nodes.

    node, last -- the last node of the line now, and when it was loaded.
    """
    kept = set(node.path())
    while last not in kept and not last.children and last.properties.keys() <= {"B", "W"}:
        assert last.parent is not None
        last.remove()
        last = last.parent


def _after_move(node: Node, position: Position) -> Node:
    """Return the node after the last move of a position, as the first one after its parent."""
    assert position.last_move is not None
    assert position.last_color is not None
    child = node.find_child(position.last_move, position.last_color)
    while child is None and node.children and not (node.children[0].has_move or is_start(node.children[0])):
        node = node.children[0]
        child = node.find_child(position.last_move, position.last_color)
    child = child or node.append_position(position)
    child.move_to_front()
    return child


def _is_restored(content: bytes, positions: list[Position]) -> bool:
    """Return whether `loadsgf` reads some positions, each with the color that moves next, from a file.

    The numbers of their moves are not compared; they may begin before the last setup. The last position is
    compared as if play went on from it: the variations in the file decide which color does so.
    """
    tree = parse_game(content)
    lines = recorded_line(tree.current).positions, positions
    color = positions[-1].to_move
    resumed = ([*line[:-1], line[-1].with_play_resumed(color)] for line in lines)
    read, own = ([each.replace(move_number=0) for each in line] for line in resumed)
    return read == own


def _positions_under_options(commands: GtpGameCommands) -> list[Position]:
    """Return the positions of a game, each with the color that moves next, under the current options.

    If these do not allow all moves, only the start is under them. The options may have changed since the
    start, for example when handicap stones were placed on the empty board.
    """
    positions = [node.position for node in commands.node.path()]
    under = sgf_functions(commands.game).under_rules
    try:
        positions = under(positions, commands.options)
    except UserError:  # a move that is illegal under these rules
        positions = [*under(positions[:1], commands.options), *positions[1:]]
    for index, after in enumerate(positions[1:]):
        assert after.last_color is not None
        positions[index] = positions[index].with_play_resumed(after.last_color)
    return positions


def _tree_of(commands: GtpGameCommands, positions: list[Position]) -> Tree:
    """Return a game with some positions, with its players, date and result, but without private data."""
    start, *later = positions
    tree = Tree(start)
    tree.add_date()
    _note_players(commands, tree)
    node = tree.root
    for position in later:
        node = node.append_position(position)
    return tree


def _note_players(commands: GtpGameCommands, tree: Tree) -> None:
    """Note in a game which colors the engine plays, and which color has resigned."""
    for color, name in commands.player_names().items():
        if name:
            tree.set_name(color, name)
    last = commands.position
    if isinstance(last.last_move, Resign) and last.last_color is not None:
        tree.result = Outcome(last.last_color.opponent, "resignation")


def save_game(commands: GtpGameCommands, name: str, properties: Mapping[str, str]) -> None:
    """Write a game to a path or, for a name without a folder, to the save folder.

    properties -- properties of the root node. If there are any, this program's private data is left out.

    An existing file is replaced only if it is a regular file that contains SGF. Raise UserError if it is
    not, if the name is invalid, or if the folder does not exist. Raise OSError if the file cannot be written,
    or if another program has locked it.
    """
    if properties:
        trees = _trees(commands, _positions_under_options(commands))
        tree = next(each for each in trees if not each.current.children)  # its file ends where it ends
        tree.root.remove_private()
        for key, value in properties.items():
            tree.root.set_property(key, value)
        content = tree.write()
    else:
        content = game_to_sgf(commands)
    if os.path.dirname(name):
        path = Path(os.path.expanduser(name))
        if not path.name:
            raise UserError(f"{path} is not a regular file; choose another name")
    else:
        folder = saves_folder(Path(commands.saves) if commands.saves else None)
        path = SaveStore(folder).path(normalize_save_name(name))
        make_folder(folder)
    if not path.parent.is_dir():
        raise UserError(f"{path.parent} is not a folder; create it first")
    with hold_file_lock(path):
        _write(path, content)


def _write(path: Path, content: bytes) -> None:
    """Write a file. Raise UserError if this would replace anything other than a saved game."""
    with suppress(FileNotFoundError):
        if not stat.S_ISREG(path.lstat().st_mode):
            raise UserError(f"{path} is not a regular file; choose another name")
        if not is_complete_sgf(read_regular_file(path, MAX_FILE_SIZE, "an SGF file")):
            raise UserError(f"{path} already exists and is not an SGF file; choose another name")
    write_atomically(path, content)
