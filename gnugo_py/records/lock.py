"""One writer a game: a lock that is gone when its holder is, however it ended."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path

try:
    import fcntl
except ImportError:
    fcntl = None  # type: ignore[assignment]

MOST_TRIES = 100
_BUSY = (errno.EACCES, errno.EAGAIN)
_FLAGS = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


class Locked(OSError):
    """Another program holds the lock."""


class Lock:
    """A lock on a game's file, held from its making until `release`.

    path -- the game's file; the lock lies beside it, hidden.

    is_held -- False where files cannot be locked, as on some network drives: then nothing is locked.

    Raises Locked if somebody else holds it, OSError if the folder cannot be written or something
    that is no file lies in the lock's place.
    """

    def __init__(self, path: Path) -> None:
        self._path = path.with_name(f".{path.name}.lock")
        self._descriptor = self._taken()

    @property
    def is_held(self) -> bool:
        """Whether the file is locked for us."""
        return self._descriptor >= 0

    def _taken(self) -> int:
        """The descriptor of the lock file once it is ours, -1 where files cannot be locked.

        Its last holder removes the file: if that happened between opening and locking, the
        lock is on a file that is no longer there, and the next one is tried.
        """
        for _ in range(MOST_TRIES):
            descriptor = os.open(self._path, _FLAGS, 0o600)
            try:
                if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                    raise OSError(errno.EEXIST, f"{self._path.name} is in the way; remove it")
                _lock(descriptor)
                if self._is_at(descriptor):
                    return descriptor
            except OSError as error:
                os.close(descriptor)
                if error.errno in (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.EINVAL):
                    self._remove()
                    return -1
                raise
            os.close(descriptor)
        return -1

    def _is_at(self, descriptor: int) -> bool:
        """Whether an open file is the one at the lock's place now."""
        with suppress(FileNotFoundError):
            return os.path.samestat(os.fstat(descriptor), os.stat(self._path, follow_symlinks=False))
        return False

    def _remove(self) -> None:
        with suppress(OSError):  # a folder that cannot be written keeps an empty file; the lock itself goes
            self._path.unlink(missing_ok=True)

    def release(self) -> None:
        """Give the lock up; once is enough."""
        if self._descriptor < 0:
            return
        if fcntl is None:  # an open file cannot be removed on Windows
            os.close(self._descriptor)
            self._remove()
        else:
            self._remove()
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
        if error.errno not in _BUSY:
            raise
        raise Locked("this game is being played in another window; close it there, or play another") from None
