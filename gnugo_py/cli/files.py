"""The files that commands read: SGF files, saved games, and standard input."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

from gnugo_py.core.files import saves_folder
from gnugo_py.core.types import UserError
from gnugo_py.record.encodings import convert_to_utf_8
from gnugo_py.record.reader import GameRecord, read_sgf, read_sgf_file_content
from gnugo_py.record.sgf_parser import MAX_SAVE_SIZE
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
    return read_sgf_file_content(path)


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


def load_game_record(
    file: str, number: int | None = None, saves: Path | None = None, encoding: str | None = None
) -> GameRecord:
    """Return the record of a game in a file, a saved game or stdin.

    number   -- the number of the game in the file, from 1; None for the first.
    saves    -- the folder of the saved games, None for the default.
    encoding -- as in `read_game_bytes`.

    Raise UserError if the game cannot be read; the message names the file, the place of the error and a
    remedy.
    """
    return parsed_record(file, read_game_bytes(file, SaveStore(saves_folder(saves)), encoding), number)


def parsed_record(file: str, content: bytes, number: int | None = None) -> GameRecord:
    """Return the record of a game in the content of a file.

    Raise UserError if the content is invalid; the message names the file and a remedy.
    """
    try:
        return read_sgf(content, number)
    except UserError as error:
        raise UserError(f"{file}: {error}") from None
