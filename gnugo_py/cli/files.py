"""The files that commands read and write: SGF files, saved games, pictures, web pages and standard input."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import click

from gnugo_py.cli.output import write_data_to_stdout
from gnugo_py.games.types import UserError
from gnugo_py.record.encodings import convert_to_utf_8
from gnugo_py.record.sgf_parser import MAX_SAVE_SIZE
from gnugo_py.record.sgf_reader import parse_game
from gnugo_py.record.tree import Tree
from gnugo_py.storage.output_files import SHARED_MODE, OutputKind, check_replaceable
from gnugo_py.storage.save_store import SaveStore
from gnugo_py.system.files import check_folder_writable, read_regular_file, write_atomically


def read_game_bytes(file: str, store: SaveStore, encoding: str | None = None) -> bytes:
    """Return the content of a file, a saved game or stdin.

    encoding -- the codec of the encoding that the file has; the content is converted to UTF-8. If it is None,
                the content is not converted.

    Raise UserError if the content cannot be read; the message names the file and a remedy.
    """
    path = input_path(file, store)
    if path is None:
        content = sys.stdin.buffer.read(MAX_SAVE_SIZE + 1)
    elif not os.path.lexists(path) and path.parent == store.folder:
        raise UserError(f"{file}: no such file or saved game; use gnugo-py saves to list the saved games")
    else:
        content = read_regular_file(path, MAX_SAVE_SIZE, "an SGF file")
    return content if encoding is None else convert_to_utf_8(content, encoding)


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
    if file == "-" and sys.stdout.isatty() and os.name == "posix":
        with suppress(OSError):
            terminal = os.open("/dev/tty", os.O_RDWR)
            os.dup2(terminal, sys.stdin.fileno())
            os.close(terminal)
    return content


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
        return (*tree.warnings, *tree.line_warnings().about_main_line())


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
    return tree.root.value("RE") or ("" if outcome is None else outcome.sgf_result)


_STDOUT = Path("-")
"""The output file that stands for standard output."""


class OutputFile(NamedTuple):
    """A file that a command writes at its end.

    An existing file is replaced only if it is of the same kind, and never if it is the input or a saved game.
    Its permissions stay, and if its name is a symbolic link, the file that the link names is replaced.

    name   -- the file as named; `-` stands for standard output.
    path   -- the file with symbolic links resolved.
    kind   -- the kind of file.
    source -- the input; None for standard input.
    store  -- the saved games.
    """

    name: Path
    path: Path
    kind: OutputKind
    source: Path | None
    store: SaveStore

    def write(self, content: bytes) -> None:
        """Write the file, or print the content on standard output.

        Raise UserError if the file must not be replaced, ClickException if it cannot be written.
        """
        if self.name == _STDOUT:
            write_data_to_stdout(content)
            return
        self.check_replaceable()
        try:
            write_atomically(self.path, content, SHARED_MODE)
        except OSError as error:
            raise click.ClickException(
                f"{self.name}: {error.strerror or error}; use another folder"
            ) from None

    def check_replaceable(self) -> None:
        """Raise UserError if an existing file must not be replaced."""
        name, path = self.name, self.path
        if not os.path.lexists(path):
            return
        if self.source is not None and self.source.exists() and path.samefile(self.source):
            raise UserError(f"{name}: this is the file that is read; use another name")
        check_replaceable(path, self.kind, self.store, name)


def output_file(target: Path | None, kind: OutputKind, source: str, store: SaveStore) -> OutputFile | None:
    """Return the file that a command writes, or None if it writes none.

    target -- the file as named, None for no file; `-` stands for standard output.
    source -- the input as named: a file, a saved game or `-`.

    Raise UserError, which names the file and a remedy, if it cannot be written or must not be replaced.
    """
    if target is None or target == _STDOUT:
        return None if target is None else OutputFile(target, target, kind, None, store)
    output = OutputFile(target, _resolved(target), kind, input_path(source, store), store)
    try:
        check_folder_writable(output.path.parent)
    except FileNotFoundError:
        raise UserError(f"{target}: no such folder; create the folder, or use another one") from None
    except OSError as error:
        raise UserError(f"{target}: {error.strerror or error}; use another folder") from None
    output.check_replaceable()
    return output


def _resolved(target: Path) -> Path:
    """Return a path with symbolic links resolved. Raise UserError if they form a loop."""
    try:
        path = target.resolve()
    except (OSError, RuntimeError):
        path = target
    if path.is_symlink():
        raise UserError(f"{target}: a symbolic link that leads back to itself; remove it")
    return path
