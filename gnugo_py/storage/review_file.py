"""Where the changes of a review are saved."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from itertools import chain, count
from pathlib import Path

from gnugo_py.games.types import UserError
from gnugo_py.record.sgf_parser import MAX_FILE_SIZE
from gnugo_py.record.sgf_reader import parse_game
from gnugo_py.record.tree import Tree
from gnugo_py.storage.document import Document, failure, new_document
from gnugo_py.storage.file_locks import LockedError, hold_file_lock, remove_leftovers
from gnugo_py.storage.save_store import SaveStore, normalize_save_name
from gnugo_py.system.files import make_folder, read_regular_file, user_errors
from gnugo_py.system.signals import defer_signals

_MAX_STEM_BYTES = 180


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
        own = self.file_name
        for folder in self._folders:
            remove_leftovers(
                folder, lambda name: name if name == own or self._is_name_of_copy(name) else None
            )

    @property
    def copy(self) -> Path | None:
        """The file with the changes that are not saved, None if there is none."""
        return None if self._copy is None else self._copy.path

    @property
    def file_name(self) -> str:
        """The name of the file with the game, empty if there is none."""
        return "" if self._file is None else self._file.path.name

    @property
    def _folders(self) -> list[Path]:
        """The folders in which the copy can be, in order of preference."""
        saves = self._store.folder
        return [saves] if self._file is None else [self._file.path.parent, saves]

    @property
    def _stem(self) -> str:
        """The beginning of the names of copies."""
        if self._file is None:
            return "unnamed"
        path = self._file.path
        name = path.stem if path.suffix.lower() == ".sgf" else path.name
        return name.encode(errors="surrogateescape")[:_MAX_STEM_BYTES].decode(errors="ignore")

    def _is_name_of_copy(self, name: str) -> bool:
        return re.fullmatch(re.escape(self._stem) + r"-review(-\d+)?\.sgf", name) is not None

    @property
    def earlier_copy(self) -> Path | None:
        """The latest copy that an earlier review of the file has left, None if there is none.

        In the save folder there may be copies of files of the same name; they are told apart by their games.
        """
        if self._file is None:
            return None
        copies = list[tuple[float, Path]]()
        for folder in self._folders:
            with suppress(OSError):
                for each in filter(lambda each: self._is_name_of_copy(each.name), os.scandir(folder)):
                    path = Path(each.path)
                    if folder != self._store.folder or _is_same_game(path, self.content):
                        copies.append((each.stat().st_mtime, path))
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
        *beside, saves = self._folders
        for folder in beside:
            if folder.is_dir():  # one that was removed is not made again
                with suppress(OSError):
                    return self._new_copy_in(folder, content)
        make_folder(saves)
        return self._new_copy_in(saves, content)

    def _new_copy_in(self, folder: Path, content: bytes) -> Document:
        """Write a copy in a folder, with a number in its name if it is taken. Raise OSError if that fails."""
        numbers = chain([""], (f"-{number}" for number in count(2)))
        copy = new_document(folder / f"{self._stem}-review{number}.sgf" for number in numbers)
        try:
            return copy if copy.save(content) != "changed" else self._new_copy_in(folder, content)
        finally:
            copy.release()

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
            if self._file.content is not None and not os.path.lexists(path):
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
        before = read_regular_file(path, MAX_FILE_SIZE, "an SGF file")
        trees = [parse_game(each) for each in (before, content)]
        one, other = ((tree.names, tree.options, tree.root.position.diagram()) for tree in trees)
        return one == other
    return False
