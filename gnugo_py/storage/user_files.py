"""Files with the user's results: changed under a lock, and replaced only by complete content.

A file that is not regular, such as a symbolic link, is neither read nor replaced.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from gnugo_py.games.types import UserError
from gnugo_py.storage.file_locks import LockedError, hold_file_lock
from gnugo_py.system.files import copy_damaged, read_regular_file, write_atomically

_LOCK_SECONDS = 5.0


class ChangedContent(NamedTuple):
    """The new content of a file.

    content    -- the bytes to write; None to leave the file as it is.
    is_damaged -- whether the old content has parts that the new content lacks because they are invalid; if
                  so, the old content is copied to a file with the suffix `.damaged` first.
    """

    content: bytes | None
    is_damaged: bool = False


def read_user_file(path: Path, max_size: int) -> bytes | None:
    """Return the content of a file, or None if there is no such file.

    max_size -- the maximum number of bytes.

    Raise UserError, which names the file and a remedy, if it is not a regular file, cannot be read or is too
    large.
    """
    try:
        is_regular = stat.S_ISREG(os.lstat(path).st_mode)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise UserError(f"{path}: {error.strerror or error}; check the owner and permissions") from None
    if not is_regular:
        raise UserError(f"{path}: not a regular file; remove it so that your results can be saved")
    content = read_regular_file(path, max_size, "a file of this program")
    if len(content) > max_size:
        raise UserError(f"{path}: larger than {max_size // 1_000_000} MB; remove it")
    return content


def update_user_file(path: Path, max_size: int, change: Callable[[bytes | None], ChangedContent]) -> str:
    """Change a file, and return why that was impossible; an empty string if it was possible.

    No other program changes the file between reading and writing. If the file cannot be written completely,
    it stays as it was.

    change -- returns the new content for the present content, which is None if there is no file.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with hold_file_lock(path, _LOCK_SECONDS):
            before = read_user_file(path, max_size)
            after = change(before)
            if after.content is None:
                return ""
            if after.is_damaged and before is not None:
                copy_damaged(path, before)
            write_atomically(path, after.content)
    except LockedError:
        return f"{path}: another program has locked it; close that program"
    except OSError as error:
        return f"{path}: {error.strerror or error}"
    except UserError as error:
        return str(error)
    return ""
