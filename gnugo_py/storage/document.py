"""The file of a game, which is replaced only if it still has the content that this program knows."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Literal

from gnugo_py.games.types import UserError
from gnugo_py.record.sgf_parser import MAX_FILE_SIZE
from gnugo_py.storage.file_locks import FileLock, LockedError
from gnugo_py.system.files import create_atomically, is_write_protected, read_regular_file, write_atomically

FileState = Literal["unchanged", "changed", "removed"]
_IN_THE_WAY = (errno.EEXIST, errno.ELOOP, errno.EISDIR, errno.ENXIO)


def failure(error: OSError | UserError, place: Path) -> str:
    """Return why a file could not be written at a place."""
    if isinstance(error, OSError):
        return f"{error.filename or place}: {error.strerror or error}"
    return str(error)


class Document:
    """The file of a game, with its content when this program last read or wrote it.

    The lock of the file is held while it is written or removed.

    path    -- the file.
    content -- the content, None if there was no file.
    lock    -- the lock, if it is held while the file is open.
    """

    def __init__(self, path: Path, content: bytes | None, lock: FileLock | None = None) -> None:
        self.path, self.content, self.lock = path, content, lock
        self._unconfirmed: set[bytes] = set()

    def raise_if_changed(self) -> None:
        """Raise FileExistsError if another program has changed the file, or it cannot be read.

        A file that is gone, or that a failed save has written all the same, is not changed.
        """
        if not os.path.lexists(self.path):
            return
        with suppress(UserError):
            content = read_regular_file(self.path, MAX_FILE_SIZE, "an SGF file")
            if content == self.content or content in self._unconfirmed:
                return
        raise FileExistsError(errno.EEXIST, "another program has changed it")

    def save(self, content: bytes) -> FileState:
        """Write the file unless another program has changed it, and return what had become of it.

        Raise OSError if the file cannot be written; a network drive may have written it all the same.
        """
        state: FileState = "unchanged"
        self._unconfirmed.add(content)
        try:
            if os.path.lexists(self.path):
                write_atomically(self.path, content, check=self.raise_if_changed)
            else:
                create_atomically(self.path, content)
                state = "unchanged" if self.content is None else "removed"
        except FileExistsError:
            return "changed"
        self.content, self._unconfirmed = content, set()
        return state

    def remove(self) -> None:
        """Remove the file unless it is protected. Raise OSError if it was changed or this fails."""
        self.raise_if_changed()
        if not is_write_protected(self.path):
            self.path.unlink(missing_ok=True)

    def release(self) -> None:
        """Release the lock, if it is held."""
        if self.lock is not None:
            self.lock.release()


def new_document(paths: Iterable[Path]) -> Document:
    """Return a file that does not exist yet, at the first of some paths that is unused; its lock is held.

    Raise OSError if files cannot be locked there, as in a folder that cannot be written, and FileExistsError
    if all paths are used.
    """
    for path in paths:
        try:
            document = Document(path, None, FileLock(path))
        except LockedError:
            continue
        except OSError as error:
            if error.errno in _IN_THE_WAY:
                continue
            raise
        if not os.path.lexists(path):
            return document
        document.release()
    raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
