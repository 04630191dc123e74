"""The folder of saved games."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path

_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_. -]{0,62}")
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)


@dataclass(frozen=True)
class Store:
    """Saved games in one folder, a file a game.  Who writes a game holds its `Lock`.

    folder -- made when the first game is saved.
    """

    folder: Path

    def path(self, name: str) -> Path:
        """The file of a name.  Raises ValueError for a name that could leave the folder or is no file's."""
        if not _NAME.fullmatch(name) or name[-1] in ". " or _RESERVED.fullmatch(name):
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
            files = [(path.stat().st_mtime, path.stem) for path in self.folder.glob("[!.]*.sgf")]
        except OSError as error:
            raise ValueError(f"{self.folder}: {error.strerror or error}") from None
        return [name for _, name in sorted(files, reverse=True)]

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
        except OSError:
            unfinished.unlink(missing_ok=True)
            raise
        return path
