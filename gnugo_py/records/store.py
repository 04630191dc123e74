"""The folder of saved games."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_. -]{0,62}")
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)


@dataclass(frozen=True)
class Store:
    """Saved games in one folder, a file a game.

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

    def new_name(self, now: datetime) -> str:
        """A name for a game begun now that no file has yet."""
        stem = now.strftime("%Y-%m-%d-%H%M%S")
        name, number = stem, 1
        while self.path(name).exists():
            number += 1
            name = f"{stem}-{number}"
        return name

    def create(self, name: str, content: bytes) -> Path:
        """Write a new game.

        Raises ValueError if the name is none or taken, OSError if the file cannot be written.
        """
        path = self.path(name)
        if path.exists():
            raise ValueError(f"there is a saved game '{name}' already; choose another name")
        return self.replace(name, content)

    def replace(self, name: str, content: bytes) -> Path:
        """Write a game over the one of that name, if any: all of it or, on an error, nothing.

        Raises ValueError for a name that is none, OSError if the folder or the file cannot be written.
        """
        path = self.path(name)
        self.folder.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_name(f".{path.name}.{os.getpid()}")
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
