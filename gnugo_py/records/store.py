"""The folder of saved games."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import NamedTuple

_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_. -]{0,62}")
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)


class Store(NamedTuple):
    """Saved games in one folder, a file a game.  Who writes a game holds its `Lock`.

    folder -- made when the first game is saved.
    """

    folder: Path

    def path(self, name: str) -> Path:
        """The file of a name.  Raises ValueError for a name that could leave the folder or is no file's."""
        if not self.is_name(name):
            raise ValueError(
                "a name has up to 63 letters, digits, spaces and . _ -, and begins with a letter or digit"
            )
        return self.folder / f"{name}.sgf"

    def new_names(self, now: datetime) -> Iterator[str]:
        """Names for a game begun now that no file has, one after the other."""
        stem = now.strftime("%Y-%m-%d-%H%M%S")
        for number in count(1):
            name = stem if number == 1 else f"{stem}-{number}"
            if not self.path(name).exists():
                yield name

    def create(self, name: str, content: bytes) -> Path:
        """Write a new game.

        Raises ValueError if the name is none or taken, OSError if the file cannot be written.
        """
        path = self.path(name)
        if path.exists():
            raise ValueError(f"there is a saved game '{name}' already; choose another name")
        return self.replace(name, content)

    def remove(self, name: str) -> None:
        """Take a game away, if it can be done."""
        try:
            self.path(name).unlink(missing_ok=True)
        except OSError:
            return

    def names(self) -> list[str]:
        """The names of the games there are, the newest first; none where there is no folder.

        Raises ValueError if the folder cannot be read.
        """
        try:
            entries = [entry for entry in os.scandir(self.folder) if entry.name.endswith(".sgf")]
            times = [(entry.stat(follow_symlinks=False).st_mtime, entry.name) for entry in entries]
        except FileNotFoundError:
            return []
        except OSError as error:
            raise ValueError(
                f"{self.folder}: {error.strerror or error}; name a folder with --saves"
            ) from None
        newest_first = sorted(times, reverse=True)
        return [name.removesuffix(".sgf") for _, name in newest_first if not name.startswith(".")]

    def is_name(self, name: str) -> bool:
        """Whether a game can have this name."""
        return bool(_NAME.fullmatch(name)) and name[-1] not in ". " and not _RESERVED.fullmatch(name)

    def replace(self, name: str, content: bytes) -> Path:
        """Write a game over the one of that name, if any: all of it or, on an error, nothing.

        Raises ValueError for a name that is none, OSError if the folder or the file cannot be written.
        """
        path = self.path(name)
        self.folder.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_name(f".{path.name}.new")
        try:
            with unfinished.open("wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            unfinished.replace(path)
            _settle_on_disk(self.folder)
        except OSError:
            unfinished.unlink(missing_ok=True)
            raise
        return path


def _settle_on_disk(folder: Path) -> None:
    """Have a renamed file survive a power cut; where folders cannot be synced, it may be the one before."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
