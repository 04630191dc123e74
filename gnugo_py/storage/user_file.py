"""Small files with what the program keeps for a person: settings, progress, trusted engines."""

from __future__ import annotations

import os
import stat
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

from gnugo_py.games.types import UserError
from gnugo_py.storage.file_locks import LockedError, hold_file_lock, remove_leftovers
from gnugo_py.system.files import (
    MAX_TEXT_SIZE,
    copy_damaged,
    is_nowhere,
    make_folder,
    read_regular_file,
    write_atomically,
)

Value = TypeVar("Value")

LOCK_SECONDS = 5.0
"""How long to wait while another program changes the file."""


class UserFile(ABC, Generic[Value]):
    """A file with settings or results of a person, of which a subclass defines the format.

    path -- the file, which need not exist. If the person has no home folder, nothing is stored.

    max_size   -- the maximum number of bytes; a larger file is neither read nor written.
    empty_file -- the content that a missing file stands for.

    damaged_copy -- the copy that the last `update` has made, None if the file was not damaged.

    Invalid parts are ignored. When the file is written without them, a copy with the suffix `.damaged` keeps
    them.
    """

    max_size = MAX_TEXT_SIZE
    empty_file = b""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.damaged_copy: Path | None = None

    @abstractmethod
    def parse(self, content: bytes) -> tuple[Value, str]:
        """Return the valid parts of the content, and the problem with the others; empty if there are none."""

    @abstractmethod
    def format(self, value: Value) -> str:
        """Return the content of the file as text, in which surrogates stand for bytes that are not UTF-8."""

    def read(self) -> tuple[Value, str]:
        """Return the valid parts of the file, and the problem with it; empty if there is none."""
        try:
            return self.parse(self._read_bytes())
        except UserError as error:
            return self.parse(self.empty_file)[0], str(error)

    def update(self, change: Callable[[Value], Value | None]) -> str:
        """Change the file, and return why that was impossible; an empty string if it was possible.

        No other program changes the file between reading and writing. If the file cannot be written
        completely, it stays as it was. What a killed program has left while it wrote the file is removed.

        change -- returns the new value for the present one; None to leave the file as it is.
        """
        path = self.path
        if is_nowhere(path):
            return ""
        try:
            make_folder(path.parent)
            own = (path.name, f"{path.stem}.damaged")
            remove_leftovers(path.parent, lambda name: path.name if name.startswith(own) else None)
            with hold_file_lock(path, LOCK_SECONDS):
                self._change(change)
        except LockedError:
            return f"{path}: another program has locked it; close that program"
        except OSError as error:
            return f"{path}: {error.strerror or error}"
        except UserError as error:
            return str(error)
        return ""

    def _change(self, change: Callable[[Value], Value | None]) -> None:
        """Change the file, whose lock the caller holds. Raise UserError or OSError if that fails."""
        content = self._read_bytes()
        before, problem = self.parse(content)
        after = change(before)
        if after is None:
            return
        new = self.format(after).encode("utf-8", "surrogateescape")
        if len(new) > self.max_size:
            raise UserError(f"{self.path}: would be larger than {self.max_size // 1_000_000} MB; remove it")
        self.damaged_copy = copy_damaged(self.path, content) if problem else None
        write_atomically(self.path, new)

    def _read_bytes(self) -> bytes:
        """Return the content of the file. One that is not regular, such as a symbolic link, is not read.

        Raise UserError, which names the file and a remedy, if it is not a regular file, cannot be read or is
        too large.
        """
        path, max_size = self.path, self.max_size
        if is_nowhere(path):
            return self.empty_file
        try:
            is_regular = stat.S_ISREG(os.lstat(path).st_mode)
        except FileNotFoundError:
            return self.empty_file
        except OSError as error:
            raise UserError(f"{path}: {error.strerror or error}; check the owner and permissions") from None
        if not is_regular:
            raise UserError(f"{path}: not a regular file; remove it so that your results can be saved")
        content = read_regular_file(path, max_size, "a file of this program")
        if len(content) > max_size:
            raise UserError(f"{path}: larger than {max_size // 1_000_000} MB; remove it")
        return content
