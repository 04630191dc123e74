"""The files that commands read: SGF files, saved games, and standard input."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from gnugo_py.core.files import read_regular_file
from gnugo_py.core.types import UserError
from gnugo_py.record.encodings import convert_to_utf_8
from gnugo_py.record.properties import format_result
from gnugo_py.record.sgf_parser import MAX_SAVE_SIZE
from gnugo_py.record.sgf_reader import parse_game
from gnugo_py.record.tree import Tree
from gnugo_py.storage.save_store import SaveStore


def read_game_bytes(file: str, store: SaveStore, encoding: str | None = None) -> bytes:
    """Return the content of a file, a saved game or stdin.

    encoding -- the codec of the encoding that the file has; the content is converted to UTF-8. If it is None,
                the content is not converted.

    Raise UserError if the content cannot be read; the message names the file and a remedy.
    """
    path = input_path(file, store)
    content = sys.stdin.buffer.read(MAX_SAVE_SIZE + 1) if path is None else _file_content(file, path, store)
    return content if encoding is None else convert_to_utf_8(content, encoding)


def _file_content(file: str, path: Path, store: SaveStore) -> bytes:
    """Return the content of a file or of a saved game, as it is."""
    if not os.path.lexists(path) and path.parent == store.folder:
        raise UserError(f"{file}: no such file or saved game; use gnugo-py saves to list the saved games")
    return read_regular_file(path, MAX_SAVE_SIZE, "an SGF file")


def input_path(file: str, store: SaveStore) -> Path | None:
    """Return the path of a file or of a saved game, which need not exist; None for stdin."""
    if file == "-":
        return None
    path = Path(os.path.expanduser(file))
    name = store.saved_name_from_text(file)
    if not os.path.lexists(path) and (store.is_valid_name(name) or store.existing_path(name)):
        return store.path(name)
    return path


def read_game_bytes_reopening_stdin(file: str, store: SaveStore, encoding: str | None = None) -> bytes:
    """Return the same content as `read_game_bytes`; if stdin was read, reopen it on the terminal."""
    content = read_game_bytes(file, store, encoding)
    if file == "-":
        _listen_to_the_terminal()
    return content


def _listen_to_the_terminal() -> None:
    """Reopen stdin on the terminal, if there is one."""
    if sys.stdout.isatty() and os.name == "posix":
        with suppress(OSError):
            terminal = os.open("/dev/tty", os.O_RDWR)
            os.dup2(terminal, sys.stdin.fileno())
            os.close(terminal)


def parse_game_file(file: str, content: bytes, number: int | None = None) -> Tree:
    """Return a game in the content of a file.

    file   -- the name of the file.
    number -- the number of the game in the file, from 1; None for the first.

    Raise UserError if the content is invalid; the message names the file, the place of the error and a
    remedy.
    """
    with _errors_naming(file):
        return parse_game(content, number)


def main_line_warnings(file: str, tree: Tree) -> tuple[str, ...]:
    """Return all warnings about a file of which only the main line is read, one sentence each.

    Raise UserError, which names the file, if the main line has too many values or setups.
    """
    with _errors_naming(file):
        return (*tree.warnings, *tree.main_line_warnings())


def play_warnings(file: str, tree: Tree) -> tuple[str, ...]:
    """Return the warnings about setup and moves; see `main_line_warnings`."""
    with _errors_naming(file):
        return tree.play_warnings()


@contextmanager
def _errors_naming(file: str) -> Iterator[None]:
    """Return a context in which the message of a UserError gets the name of a file."""
    try:
        yield
    except UserError as error:
        raise UserError(f"{file}: {error}") from None


def result_in_file(tree: Tree) -> str:
    """Return the result of a game as in its file; empty if unknown."""
    outcome = tree.result
    return tree.root.value("RE") or ("" if outcome is None else format_result(outcome))
