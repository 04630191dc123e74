"""The folder of saved games."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple
from unicodedata import normalize

from gnugo_py.games.legible import legible
from gnugo_py.games.mistake import Mistake
from gnugo_py.records.files import read_bytes, write_whole
from gnugo_py.records.lock import Lock

_NAME = re.compile(r"\w[\w. ()',+-]{0,62}")
LONGEST_NAME = 200
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
_LEFT = re.compile(r"\.(?P<name>.+)\.sgf\.(lock|new|[0-9a-f]{16}\.new)")
MOST_NAMES = 1000


def name_typed(text: str) -> str:
    """The name of a game as a person typed it, perhaps with the file's ending."""
    return normalize("NFC", text.strip()).removesuffix(".sgf")


class Store(NamedTuple):
    """Saved games in one folder, a file a game.  Who writes a game holds its `Lock`.

    folder -- made when the first game is saved.
    """

    folder: Path

    def path(self, name: str) -> Path:
        """The file of a name.  Raises Mistake for a name that could leave the folder or is no file's."""
        if not self.is_name(name):
            raise Mistake(
                "a name has up to 63 letters, digits, spaces and . _ - ( ), begins with a letter or digit,"
                " and is no word that Windows keeps for itself, like con"
            )
        return self.folder / f"{name}.sgf"

    def is_name(self, name: str) -> bool:
        """Whether a game can have this name."""
        is_short = len(name) < LONGEST_NAME and len(name.encode("utf-8", "replace")) <= LONGEST_NAME
        is_sound = is_short and _NAME.fullmatch(name) and legible(name) == name and name[-1] not in ". "
        return bool(is_sound) and not _RESERVED.fullmatch(name)

    def new_names(self, stem: str) -> Iterator[str]:
        """Names that no file has, one after the other: the stem, then with a number."""
        for number in range(1, MOST_NAMES):
            name = stem if number == 1 else f"{stem[:58]}-{number}"
            if not os.path.lexists(self.path(name)):
                yield name

    def names(self) -> list[str]:
        """The names of the games there are, the last written first; none where there is no folder.

        Raises Mistake if the folder cannot be read.
        """
        try:
            entries = [entry for entry in os.scandir(self.folder) if entry.name.endswith(".sgf")]
        except FileNotFoundError:
            return []
        except OSError as error:
            raise Mistake(f"{self.folder}: {error.strerror or error}; name a folder with --saves") from None
        times = []
        for entry in entries:
            with suppress(OSError):  # it may have gone meanwhile
                times.append((entry.stat(follow_symlinks=False).st_mtime, entry.name))
        newest_first = sorted(times, reverse=True)
        return [name.removesuffix(".sgf") for _, name in newest_first if not name.startswith(".")]

    def content(self, name: str) -> bytes | None:
        """What a game's file holds, None if there is no file.

        Raises Mistake for a name that is none, and for what is no file or cannot be read.
        """
        path = self.path(name)
        return read_bytes(path) if os.path.lexists(path) else None

    def create(self, name: str, content: bytes, over: bytes | None = None) -> Path:
        """Write a new game.

        over -- what a file of that name may hold, to be written over; None if there may be none.

        Raises Mistake if the name is none or taken, OSError if the file cannot be written.
        """
        path = self.path(name)
        self.folder.mkdir(parents=True, exist_ok=True)
        with _locked(path):
            if os.path.lexists(path) and (over is None or self.content(name) != over):
                raise Mistake(f"there is a saved game '{name}' already; choose another name")
            return self.replace(name, content)

    def replace(self, name: str, content: bytes) -> Path:
        """Write a game over the one of that name, if any: all of it or, on an error, nothing.

        Raises Mistake for a name that is none, OSError if the folder or the file cannot be written.
        """
        path = self.path(name)
        write_whole(path, content)
        return path

    def put_beside(self, name: str, content: bytes) -> Path:
        """Write something that is no sound game beside the game of that name, where no list shows it.

        Raises Mistake for a name that is none, OSError if it cannot be written.
        """
        path = self.path(name).with_name(f"{name}.rejected")
        write_whole(path, content)
        return path

    def remove(self, name: str) -> None:
        """Take a game away, if it can be done."""
        with suppress(OSError):
            self.path(name).unlink(missing_ok=True)

    def probe(self) -> None:
        """Find out whether games can be written here, changing nothing.  Raises OSError if not."""
        self.folder.mkdir(parents=True, exist_ok=True)
        trial = self.folder / f".{os.urandom(8).hex()}"
        write_whole(trial, b"")
        trial.unlink()

    def tidy(self) -> None:
        """Remove the locks and unfinished files that programs left when they were killed.

        A game that somebody plays is locked; its files stay.
        """
        with suppress(OSError):
            left = [match for entry in os.scandir(self.folder) if (match := _LEFT.fullmatch(entry.name))]
            for match in left:
                with suppress(OSError), _locked(self.folder / f"{match['name']}.sgf") as lock:
                    if lock.is_held:
                        (self.folder / match[0]).unlink(missing_ok=True)


@contextmanager
def _locked(path: Path) -> Iterator[Lock]:
    """While a game's file is written by no other program.  Raises OSError if one does."""
    lock = Lock(path)
    try:
        yield lock
    finally:
        lock.release()
