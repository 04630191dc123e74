"""Where the changes of a review are saved."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from itertools import chain, count
from pathlib import Path
from typing import NamedTuple

from gnugo_py.games.types import UserError
from gnugo_py.record.sgf_reader import parse_game
from gnugo_py.record.tree import Tree
from gnugo_py.storage.document import Document, failure, new_document, read_game_content
from gnugo_py.storage.file_locks import LockedError, hold_file_lock, remove_leftovers
from gnugo_py.storage.save_store import SaveStore, normalize_save_name
from gnugo_py.system.files import make_folder, user_errors
from gnugo_py.system.signals import defer_signals

_MAX_STEM_BYTES = 180


class _Place(NamedTuple):
    """Where the copy of a reviewed file can be.

    folder   -- the folder.
    stem     -- the beginning of the names of copies.
    reviewed -- the name of the reviewed file, empty if it is elsewhere.
    """

    folder: Path
    stem: str
    reviewed: str = ""

    def is_copy(self, name: str) -> bool:
        """Return whether a file of this name is a copy."""
        return re.fullmatch(re.escape(self.stem) + r"-review(-\d+)?\.sgf", name) is not None

    def locked_name(self, name: str) -> str | None:
        """Return the name of the reviewed file or of a copy as it is, None for another name."""
        return name if name == self.reviewed or self.is_copy(name) else None

    def copies(self) -> list[tuple[float, Path]]:
        """Return the copies, with the times when they were written."""
        with suppress(OSError):
            entries = [each for each in os.scandir(self.folder) if self.is_copy(each.name)]
            return [(each.stat().st_mtime, Path(each.path)) for each in entries]
        return []

    def create_copy(self, content: bytes) -> Document:
        """Write a new copy, with a number in its name if that is taken. Raise OSError if this fails."""
        make_folder(self.folder)
        numbers = chain([""], (f"-{number}" for number in count(2)))
        copy = new_document(self.folder / f"{self.stem}-review{number}.sgf" for number in numbers)
        try:
            return copy if copy.save(content) != "changed" else self.create_copy(content)
        finally:
            copy.release()


class ReviewFile:
    """Where the changes of a review are saved.

    The reviewed file is written only by `save`. Until then, the changes are in a copy beside it or, if that
    folder cannot be written, in the save folder. What another program has written meanwhile, into the file or
    into the copy, is neither replaced nor removed.

    store   -- the save folder.
    path    -- the reviewed file, None for a game that is not from a file.
    content -- the content of the file, of which the review was made.

    content -- the content of the reviewed file when it was last read or written.
    error   -- why the copy does not have the changes, empty if it has.
    """

    def __init__(self, store: SaveStore, path: Path | None, content: bytes) -> None:
        self._store = store
        self._file = None if path is None else Document(path.resolve(), content)
        self._copy: Document | None = None
        self._is_copy = False
        self.error = ""
        for place in self._places():
            remove_leftovers(place.folder, place.locked_name)

    @property
    def copy(self) -> Path | None:
        """The file with the changes that are not saved, None if there is none."""
        return None if self._copy is None else self._copy.path

    def _places(self) -> list[_Place]:
        """Return the places in which the copy can be, in order of preference."""
        path, saves = None if self._file is None else self._file.path, self._store.folder
        if path is None:
            return [_Place(saves, "unnamed")]
        name = path.stem if path.suffix.lower() == ".sgf" else path.name
        stem = name.encode(errors="surrogateescape")[:_MAX_STEM_BYTES].decode(errors="ignore")
        return [_Place(path.parent, stem, path.name), _Place(saves, stem)]

    @property
    def earlier_copy(self) -> Path | None:
        """The latest copy that an earlier review of the file has left, None if there is none.

        In the save folder there may be copies of files of the same name; they are told apart by their games.
        """
        if self._file is None:
            return None
        copies = [
            (written, path)
            for place in self._places()
            for written, path in place.copies()
            if path.parent != self._store.folder or _is_same_game(path, self.content)
        ]
        return max(copies, default=(0, None))[1]

    def write_copy(self, tree: Tree) -> str:
        """Write the copy, set `error`, and return a notice: empty, or that the copy has a new name."""
        self.error = ""
        with defer_signals():
            try:
                return self._write_copy(tree.write(is_review=True))
            except (OSError, UserError) as error:
                self.error = failure(error, self._store.folder)
        return ""

    def _write_copy(self, content: bytes) -> str:
        before = self._copy
        if before is not None:
            with suppress(LockedError, FileNotFoundError, PermissionError), hold_file_lock(before.path):
                if before.save(content) != "changed":
                    return ""
        self._copy = self._new_copy(content)
        if before is None or before.path == self._copy.path:
            return ""
        name = before.path.name
        return f"Another program changed or removed {name}. The changes are now in {self._copy.path}."

    def _new_copy(self, content: bytes) -> Document:
        """Write a copy under a name that is unused. Raise OSError if none can be written."""
        *beside, last = self._places()
        for place in beside:
            if place.folder.is_dir():  # one that was removed is not made again
                with suppress(OSError):
                    return place.create_copy(content)
        return last.create_copy(content)

    def save(self, tree: Tree) -> str:
        """Write the game to the reviewed file, and return a message.

        If another program has changed the file, or it was repaired or its encoding guessed, the game stays in
        the copy, which takes its place.

        Raise UserError if the game cannot be saved.
        """
        if self._file is None:
            raise UserError("the game has no file yet; type save NAME")
        path = self._file.path
        with user_errors(path, "type save NAME"), defer_signals(), hold_file_lock(path):
            if self._file.state() == "removed":
                raise UserError(f"{path}: another program renamed or removed the file; type save NAME")
            if tree.damage and not self._is_copy:
                return self._continue_in_copy(tree, f"{path.name} is left as it is. {tree.damage}")
            if self._file.save(tree.write(is_review=self._is_copy)) == "changed":
                return self._continue_in_copy(
                    tree, f"Another program changed {path.name}, which is left as it is."
                )
        self.discard()
        return f"Saved as {path}."

    def _continue_in_copy(self, tree: Tree, reason: str) -> str:
        """Keep the game in the copy, which takes the place of the file, and return a message."""
        self.write_copy(tree)
        if self.error or self._copy is None:
            raise UserError(self.error)
        self._file, self._copy, self._is_copy = self._copy, None, True
        return f"{reason} Saved as {self._file.path}."

    @property
    def content(self) -> bytes:
        """The content of the reviewed file when it was last read or written."""
        return b"" if self._file is None else self._file.content or b""

    def save_as(self, content: bytes, name: str) -> str:
        """Write the content of a file as a new saved game, and return a message.

        name -- the name of the saved game, as typed.

        Raise UserError if the name is invalid or taken, or the game cannot be saved.
        """
        try:
            path = self._store.write_new_game(normalize_save_name(name), content)
        except OSError as error:
            raise UserError(failure(error, self._store.folder)) from None
        self.discard()
        return f"Saved as {path}."

    def discard(self) -> None:
        """Remove the copy, if possible, unless another program has changed it."""
        copy, self._copy, self.error = self._copy, None, ""
        if copy is not None:
            with suppress(OSError), hold_file_lock(copy.path):
                copy.remove()


def _is_same_game(path: Path, content: bytes) -> bool:
    """Return whether a file and the content of another one begin with the same game, however it goes on."""
    with suppress(UserError):
        trees = [parse_game(each) for each in (read_game_content(path) or b"", content)]
        one, other = ((tree.names, tree.options, tree.root.position.diagram()) for tree in trees)
        return one == other
    return False
