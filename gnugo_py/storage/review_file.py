"""The file of a game in review, and the file beside it that gets the changes automatically."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from gnugo_py.games.types import UserError
from gnugo_py.record.sgf_parser import MAX_SAVE_SIZE
from gnugo_py.record.tree import Tree
from gnugo_py.storage.file_locks import hold_file_lock
from gnugo_py.storage.save_store import SaveStore, normalize_save_name
from gnugo_py.system.files import read_regular_file, write_atomically
from gnugo_py.system.signals import defer_signals

_MAX_STEM_BYTES = 200


class ReviewFile:
    """Where the changes of a review are saved.

    The reviewed file is written only by `save`. Until then, the changes are in a copy beside it or, if that
    folder cannot be written, in the save folder.

    store -- the save folder.
    path  -- the reviewed file, None for standard input.

    content -- the content of the reviewed file when it was last read or written, None if there is none.
    copy    -- the file with the changes that are not saved, None if there is none.
    error   -- why the copy does not have the changes, empty if it has.
    """

    def __init__(self, store: SaveStore, path: Path | None) -> None:
        self._store, self._path = store, None if path is None else path.resolve()
        self.content: bytes | None = None
        with suppress(UserError):  # what cannot be read is not overwritten
            self.content = self._read()
        self._is_copy = False
        self.copy: Path | None = None
        self.error = ""

    def _read(self) -> bytes | None:
        """Return the content of the reviewed file, None if there is no such file."""
        if self._path is None or not os.path.lexists(self._path):
            return None
        return read_regular_file(self._path, MAX_SAVE_SIZE, "an SGF file")

    def _copies(self, folder: Path) -> Iterator[Path]:
        """Yield the names that a copy can have in a folder, without end."""
        stem = "stdin" if self._path is None else self._path.stem
        stem = stem.encode(errors="surrogateescape")[:_MAX_STEM_BYTES].decode(errors="ignore")
        number = 1
        while True:
            yield folder / f"{stem}-review{'' if number == 1 else f'-{number}'}.sgf"
            number += 1

    def _free_copy(self, folder: Path) -> Path:
        return next(path for path in self._copies(folder) if not os.path.lexists(path))

    @property
    def earlier_copy(self) -> Path | None:
        """The latest copy that an earlier review of the file has left, None if there is none."""
        if self._path is None:
            return None
        beside = self._path.parent
        folder, found = beside if os.access(beside, os.W_OK) else self._store.folder, None
        for path in self._copies(folder):
            if not os.path.lexists(path):
                break
            found = path
        return found

    def write_copy(self, tree: Tree) -> None:
        """Write the copy, and set `error`."""
        self.error = ""
        with defer_signals():
            try:
                self._write_copy(tree.write(is_review=True))
            except OSError as error:
                self.error = f"{error.filename}: {error.strerror or error}"
            except UserError as error:
                self.error = str(error)

    def _write_copy(self, content: bytes) -> None:
        places = [self.copy] if self.copy is not None else [self._free_copy(self._store.folder)]
        if self.copy is None and self._path is not None:
            places.insert(0, self._free_copy(self._path.parent))
        for number, place in enumerate(places, 1):
            try:
                write_atomically(place, content)
            except OSError:
                if number == len(places):
                    raise
            else:
                self.copy = place
                return

    def save(self, tree: Tree) -> str:
        """Write the game to the reviewed file, and return a message.

        If another program has changed the file, the game stays in the copy, which takes its place.

        Raise UserError if the game cannot be saved.
        """
        if self._path is None:
            raise UserError("the game is from standard input; type save NAME")
        try:
            with defer_signals(), hold_file_lock(self._path):
                if self._read() not in (None, self.content):
                    return self._continue_in_copy(tree, self._path)
                content = tree.write(is_review=self._is_copy)
                write_atomically(self._path, content)
            self.content = content
        except OSError as error:
            raise UserError(f"{self._path}: {error.strerror or error}; type save NAME") from None
        self.discard()
        return f"Saved as {self._path}."

    def _continue_in_copy(self, tree: Tree, path: Path) -> str:
        """Keep the game in the copy, in the place of the file at `path`, and return a message."""
        self.write_copy(tree)
        if self.error:
            raise UserError(self.error)
        self._path, self.copy, self._is_copy = self.copy, None, True
        self.content = self._read()
        return f"Another program changed {path.name}, which is left as it is. Saved as {self._path}."

    def save_as(self, content: bytes, name: str) -> str:
        """Write the content of a file as a new saved game, and return a message.

        name -- the name of the saved game, as typed.

        Raise UserError if the name is invalid or taken, or the game cannot be saved.
        """
        save_name = normalize_save_name(name)
        try:
            if os.path.lexists(self._store.path(save_name)):  # the lock of the current game is held already
                raise UserError(f"a saved game named '{save_name}' already exists; choose another name")
            path = self._store.write_new_game(save_name, content)
        except OSError as error:
            raise UserError(f"{error.filename or self._store.folder}: {error.strerror or error}") from None
        self.discard()
        return f"Saved as {path}."

    def discard(self) -> None:
        """Remove the copy, if possible."""
        if self.copy is not None:
            with suppress(OSError):
                self.copy.unlink(missing_ok=True)
        self.copy, self.error = None, ""
