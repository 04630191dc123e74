"""One writer a game: a lock that is gone when its holder is, however it ended."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path

try:
    import fcntl
except ImportError:
    fcntl = None  # type: ignore[assignment]


class Locked(OSError):
    """Another program holds the lock."""


class Lock:
    """A lock on a game's file, held from its making until `release`.

    path -- the game's file; the lock lies beside it, hidden.

    Raises Locked if somebody else holds it, OSError if the folder cannot be written.
    """

    def __init__(self, path: Path) -> None:
        self._path = path.with_name(f".{path.name}.lock")
        self._descriptor = self._taken()

    def _taken(self) -> int:
        """The descriptor of the lock file once it is ours.

        Its last holder removes the file: if that happened between opening and locking, the
        lock is on a file that is no longer there, and the next one is tried.
        """
        while True:
            descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
            try:
                _lock(descriptor)
                if os.fstat(descriptor).st_ino == os.stat(self._path).st_ino:
                    return descriptor
            except FileNotFoundError:
                pass
            except OSError:
                os.close(descriptor)
                raise
            os.close(descriptor)

    def release(self) -> None:
        """Give the lock up; once is enough."""
        if self._descriptor < 0:
            return
        with suppress(OSError):  # a folder that cannot be written keeps an empty file; the lock itself goes
            self._path.unlink(missing_ok=True)
        os.close(self._descriptor)
        self._descriptor = -1


def _lock(descriptor: int) -> None:
    """Lock an open file for ourselves.  Raises Locked if somebody else has."""
    try:
        if fcntl is not None:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        else:
            import msvcrt

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
    except OSError as error:
        if error.errno not in (errno.EACCES, errno.EAGAIN):
            raise
        raise Locked("this game is being played in another window; close it there, or play another") from None
