"""The games of a match as files."""

from __future__ import annotations

from pathlib import Path

from gnugo_py.cli.failing import BAD_INPUT, warn
from gnugo_py.core.types import Mistake
from gnugo_py.storage.save_store import Store

FILE_NAME = "game-{:04}"


class Record:
    """The games of a match as files.

    folder -- where they are written, None for nowhere.
    games  -- how many there will be.

    status -- the exit status: 2 once a game could not be written.

    Raises Mistake if the folder cannot take them.
    """

    def __init__(self, folder: Path | None, games: int) -> None:
        self.status = 0
        self._store = None if folder is None else Store(folder)
        if self._store is None:
            return
        try:
            taken = any(self._store.path(FILE_NAME.format(number + 1)).exists() for number in range(games))
            self._store.probe()
        except OSError as error:
            raise Mistake(f"{folder}: {error.strerror or error}; name another folder with --sgf") from None
        if taken:
            raise Mistake(f"{folder}: there are games of a match already; name another folder with --sgf")

    def write(self, number: int, content: bytes) -> None:
        """Write a game, by its number from 0; if it cannot be written, say so and go on."""
        if self._store is None:
            return
        try:
            self._store.create(FILE_NAME.format(number + 1), content)
        except (OSError, Mistake) as error:
            self.status = BAD_INPUT
            warn(f"gnugo-py: game {number + 1} is not written: {error}")
