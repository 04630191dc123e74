"""The files of a GTP server: games that `loadsgf` reads, and games that it writes."""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from gnugo_py.games.types import UserError
from gnugo_py.gtp.server import GtpServer
from gnugo_py.record.node import Node
from gnugo_py.record.sgf_parser import MAX_FILE_SIZE, is_complete_sgf
from gnugo_py.record.sgf_reader import parse_game, read_game
from gnugo_py.storage.file_locks import hold_file_lock
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
    tree.remove_empty_end()
    number = min(last, tree.current.number)
    *_, node = (each for each in tree.main_line() if each.number <= number)
    if number < tree.current.number:
        tree.result = None
        for child in tuple(node.children):
            child.remove()
    return node, warnings


def save_game(server: GtpServer, name: str, properties: Mapping[str, str]) -> None:
    """Write a game to a path or, for a name without a folder, to the save folder.

    properties -- further properties of the root node in the file.

    An existing file is replaced only if it is a regular file that contains SGF. Raise UserError if it is
    not, if the name or a property is invalid, or if the folder does not exist. Raise OSError if the file
    cannot be written, or if another program has locked it.
    """
    content = server.tree_to_write().write()
    if properties:
        tree = parse_game(content)
        for key, value in properties.items():
            tree.root.set_property(key, value)
        content = tree.write()
    if os.path.dirname(name):
        path = Path(os.path.expanduser(name))
        if not path.name:
            raise UserError(f"{path} is not a regular file; choose another name")
    else:
        folder = saves_folder(Path(server.saves) if server.saves else None)
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
