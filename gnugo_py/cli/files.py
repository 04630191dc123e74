"""The files that commands read: SGF files, saved games, and standard input."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import click

from gnugo_py.core.files import saves_folder, write_atomically
from gnugo_py.core.text import sanitize
from gnugo_py.core.types import UserError
from gnugo_py.sgf.parser import MAX_SAVE_SIZE
from gnugo_py.sgf.reader import GameRecord, read_bytes, read_sgf
from gnugo_py.storage.save_store import SaveStore

_SHARED_MODE = 0o666
"""The mode of files that other people may read; the umask of the user applies."""
_STDOUT = Path("-")
"""The output file that stands for standard output."""


def game_content(file: str, store: SaveStore) -> bytes:
    """Return the content of a file, a saved game or stdin. Raise UserError with the file and a remedy."""
    if file == "-":
        return sys.stdin.buffer.read(MAX_SAVE_SIZE + 1)
    path = Path(os.path.expanduser(file))
    name = store.resolve_name(file)
    if not os.path.lexists(path) and (store.is_valid_name(name) or store.existing_path(name)):
        content = store.read(name)
        if content is None:
            raise UserError(f"{file}: no such file or saved game; use gnugo-py saves to list the saved games")
        return content
    return read_bytes(path)


def game_content_with_stdin_reopened(file: str, store: SaveStore) -> bytes:
    """Return the content as `game_content` does; stdin is then the terminal again, if there is one."""
    content = game_content(file, store)
    if file == "-":
        _listen_to_the_terminal()
    return content


def _listen_to_the_terminal() -> None:
    """Reopen stdin on the terminal, if there is one, after its content has been read."""
    if sys.stdout.isatty() and os.name == "posix":
        with suppress(OSError):
            terminal = os.open("/dev/tty", os.O_RDWR)
            os.dup2(terminal, sys.stdin.fileno())
            os.close(terminal)


def read_game_record(file: str, number: int | None = None, saves: Path | None = None) -> GameRecord:
    """Return the record of a game in a file, a saved game or stdin.

    number -- the number of the game in the file, from 1; None for the first.
    saves  -- the folder of the saved games, None for the default.

    Raise UserError with the file, the place and a remedy.
    """
    return parsed_record(file, game_content(file, SaveStore(saves_folder(saves))), number)


def check_output_file(target: Path, is_same_kind: Callable[[bytes], bool], kind: str) -> None:
    """Check that an output file can be written; an existing file is replaced only if it is of the same kind.

    is_same_kind -- returns whether the content of a file is of that kind.
    kind         -- the name of the kind, such as `SGF`.

    Raise UserError with the file and a remedy.
    """
    if target == _STDOUT:
        return
    if not target.parent.is_dir():
        raise UserError(f"{target}: no such folder; create it, or use another one")
    if not os.path.lexists(target):
        return
    if not is_same_kind(read_bytes(target)):
        raise UserError(f"{target}: an existing file that is not {kind} is not replaced; use another name")


def write_output(target: Path, content: bytes) -> None:
    """Write a file, or print it on standard output for `_STDOUT`.  Exit with an error if that fails."""
    if target == _STDOUT:
        for line in content.decode().splitlines():
            click.echo(sanitize(line))
        return
    try:
        write_atomically(target, content, _SHARED_MODE)
    except OSError as error:
        raise click.ClickException(f"{target}: {error.strerror or error}; use another folder") from None


def parsed_record(file: str, content: bytes, number: int | None = None) -> GameRecord:
    """Return the record of a game in the content of a file.  Raise UserError with the file and a remedy."""
    try:
        return read_sgf(content, number)
    except UserError as error:
        raise UserError(f"{file}: {error}") from None
