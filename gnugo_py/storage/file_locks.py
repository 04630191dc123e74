"""Locks that allow one writer per file.

A lock is released when its process ends, even if the process is killed.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

try:
    import fcntl
except ImportError:
    fcntl = None  # type: ignore[assignment]

_LOCK_PAUSE = 0.01
_MAX_LOCK_ATTEMPTS = 100
_BUSY = (errno.EACCES, errno.EAGAIN)
_FLAGS = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


class LockedError(OSError):
    """Another program holds the lock."""


class FileLock:
    """A lock on the file of a game, held from construction to `release`.

    path -- the file of the game; the lock file is a hidden file beside it.

    is_held -- False after `release`, or if files cannot be locked, as on some network drives.

    Raise LockedError if another program holds the lock. Raise OSError if the folder cannot be written to, or
    if something other than a regular file has the name of the lock file.
    """

    def __init__(self, path: Path) -> None:
        self._path = path.with_name(f".{path.name}.lock")
        self._descriptor = self._acquire()

    @property
    def is_held(self) -> bool:
        """Whether this object holds the lock."""
        return self._descriptor >= 0

    def _acquire(self) -> int:
        """Return the descriptor of the locked lock file, or -1 if files cannot be locked.

        The previous holder removes the lock file when it releases the lock. If this happens after this method
        has opened the lock file but before the method has locked the file, the locked file is no longer in
        the folder, and the method tries again.
        """
        for _ in range(_MAX_LOCK_ATTEMPTS):
            descriptor = os.open(self._path, _FLAGS, 0o600)
            try:
                if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                    raise OSError(errno.EEXIST, f"{self._path.name} is not a regular file; remove it")
                _lock(descriptor)
                if self._is_current_file(descriptor):
                    return descriptor
            except OSError as error:
                os.close(descriptor)
                if error.errno in (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.EINVAL):
                    self._remove()
                    return -1
                raise
            os.close(descriptor)
        return -1

    def _is_current_file(self, descriptor: int) -> bool:
        """Return whether an open file is still the one at the path of the lock file."""
        with suppress(FileNotFoundError):
            return os.path.samestat(os.fstat(descriptor), os.stat(self._path, follow_symlinks=False))
        return False

    def _remove(self) -> None:
        with suppress(OSError):  # a read-only folder keeps the empty file; the lock itself is released
            self._path.unlink(missing_ok=True)

    def release(self) -> None:
        """Release the lock. Further calls have no effect."""
        if self._descriptor < 0:
            return
        if fcntl is None:  # Windows cannot remove an open file
            os.close(self._descriptor)
            self._remove()
        else:
            self._remove()
            os.close(self._descriptor)
        self._descriptor = -1


def _lock(descriptor: int) -> None:
    """Lock an open file. Raise LockedError if another program has locked it."""
    try:
        if fcntl is not None:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        else:
            import msvcrt

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
    except OSError as error:
        if error.errno not in _BUSY:
            raise
        raise LockedError(
            "this game is open in another window; close it there, or open another game"
        ) from None


@contextmanager
def hold_file_lock(path: Path, seconds: float = 0.0) -> Iterator[FileLock]:
    """Hold the lock of a file; wait at most `seconds` to acquire it.

    Raise LockedError if another program still holds the lock after that time.
    """
    end = time.monotonic() + seconds
    while True:
        try:
            lock = FileLock(path)
            break
        except LockedError:
            if time.monotonic() >= end:
                raise
            time.sleep(_LOCK_PAUSE)
    try:
        yield lock
    finally:
        lock.release()


_LEFTOVER = re.compile(r"\.(?P<name>.+?)\.(lock|new|[0-9a-f]{16}\.new)")


def remove_leftovers(folder: Path, locked_name: Callable[[str], str | None]) -> None:
    """Remove the lock files and unfinished files that killed programs have left in a folder, if possible.

    They are kept while another program holds the lock under which they are written.

    locked_name -- returns, for the name of a file to which they belong, the name of the file that is locked
                   while that one is written; None to keep them.
    """
    with suppress(OSError):
        found = [match for entry in os.scandir(folder) if (match := _LEFTOVER.fullmatch(entry.name))]
        for match in found:
            if locked := locked_name(match["name"]):
                with suppress(OSError), hold_file_lock(folder / locked) as lock:
                    if lock.is_held:
                        (folder / match[0]).unlink(missing_ok=True)
