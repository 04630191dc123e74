"""Locks that allow one writer per file, and files with the user's results, which are changed under a lock.

A lock is released when its process ends, even if the process is killed.
"""

from __future__ import annotations

import errno
import os
import stat
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Generic, TypeVar

from gnugo_py.games.types import UserError
from gnugo_py.system.files import (
    MAX_TEXT_SIZE,
    copy_damaged,
    read_regular_file,
    user_errors,
    write_atomically,
)

try:
    import fcntl
except ImportError:
    fcntl = None  # type: ignore[assignment]

Value = TypeVar("Value")

LOCK_SECONDS = 5.0
"""How long to wait for the lock of a file that is locked only while it is changed."""
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


@contextmanager
def hold_user_file(path: Path) -> Iterator[None]:
    """Hold the lock of a file with the user's settings or results.

    Raise UserError, which names the file and a remedy, if another program holds it for `LOCK_SECONDS`.
    """
    try:
        with hold_file_lock(path, LOCK_SECONDS):
            yield
    except LockedError:
        raise UserError(f"{path}: another program has locked it; close that program") from None


class UserFile(ABC, Generic[Value]):
    """A file with the user's results, of which a subclass defines the format.

    path -- the file, which need not exist.

    max_size   -- the maximum number of bytes.
    empty_file -- the content that a missing file stands for.

    Invalid parts are ignored. When the file is written without them, a copy with the suffix `.damaged` keeps
    them.
    """

    max_size = MAX_TEXT_SIZE
    empty_file = b""

    def __init__(self, path: Path) -> None:
        self.path = path

    @abstractmethod
    def parse(self, content: bytes) -> tuple[Value, str]:
        """Return the valid parts of the content, and the problem with the others; empty if there are none."""

    @abstractmethod
    def format(self, value: Value) -> str:
        """Return the content of the file as text."""

    def read(self) -> tuple[Value, str]:
        """Return the valid parts of the file, and the problem with it; empty if there is none."""
        try:
            return self.parse(self._read_bytes())
        except UserError as error:
            return self.parse(self.empty_file)[0], str(error)

    def update(self, change: Callable[[Value], Value | None]) -> str:
        """Change the file, and return why that was impossible; an empty string if it was possible.

        No other program changes the file between reading and writing. If the file cannot be written
        completely, it stays as it was.

        change -- returns the new value for the present one; None to leave the file as it is.
        """
        path = self.path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with hold_user_file(path):
                content = self._read_bytes()
                before, problem = self.parse(content)
                after = change(before)
                if after is None:
                    return ""
                if problem:
                    copy_damaged(path, content)
                write_atomically(path, self.format(after).encode())
        except OSError as error:
            return f"{path}: {error.strerror or error}"
        except UserError as error:
            return str(error)
        return ""

    def _read_bytes(self) -> bytes:
        """Return the content of the file. One that is not regular, such as a symbolic link, is not read.

        Raise UserError, which names the file and a remedy, if it is not a regular file, cannot be read or is
        too large.
        """
        path, max_size = self.path, self.max_size
        with user_errors(path, "check the owner and permissions"):
            try:
                is_regular = stat.S_ISREG(os.lstat(path).st_mode)
            except FileNotFoundError:
                return self.empty_file
        if not is_regular:
            raise UserError(f"{path}: not a regular file; remove it so that your results can be saved")
        content = read_regular_file(path, max_size, "a file of this program")
        if len(content) > max_size:
            raise UserError(f"{path}: larger than {max_size // 1_000_000} MB; remove it")
        return content
