"""The files that commands read: SGF files, saved games, and standard input."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from gnugo_py.core.files import saves_folder
from gnugo_py.core.types import UserError
from gnugo_py.sgf.parser import MAX_SAVE_SIZE
from gnugo_py.sgf.reader import GameRecord, read_bytes, read_sgf
from gnugo_py.storage.save_store import SaveStore


def game_content(file: str, store: SaveStore) -> bytes:
    """Return the content of a file, a saved game or stdin. Raise UserError with the file and a remedy."""
    if file == "-":
        return sys.stdin.buffer.read(MAX_SAVE_SIZE + 1)
    path = Path(os.path.expanduser(file))
    name = store.find(file)
    if not os.path.lexists(path) and (store.is_name(name) or store.existing(name)):
        content = store.read(name)
        if content is None:
            raise UserError(f"{file}: no such file or saved game; use gnugo-py saves to list the saved games")
        return content
    return read_bytes(path)


def game_record(file: str, number: int | None = None, saves: Path | None = None) -> GameRecord:
    """Return the record of a game in a file, a saved game or stdin.

    number -- the number of the game in the file, from 1; None for the first.
    saves  -- the folder of the saved games, None for the default.

    Raise UserError with the file, the place and a remedy.
    """
    return parsed_record(file, game_content(file, SaveStore(saves_folder(saves))), number)


def parsed_record(file: str, content: bytes, number: int | None = None) -> GameRecord:
    """Return the record of a game in the content of a file.  Raise UserError with the file and a remedy."""
    try:
        return read_sgf(content, number)
    except UserError as error:
        raise UserError(f"{file}: {error}") from None
