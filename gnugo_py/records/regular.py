"""Reading a file that somebody else may have made: a regular one, of sensible size, at once."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

from gnugo_py.games.mistake import Mistake

if TYPE_CHECKING:  # to start without it saves a tenth of the time
    from pathlib import Path


def read_regular(path: str | Path, most: int, wanted: str) -> bytes:
    """What a regular file holds, up to `most` bytes and one more; never waits for a pipe or a device.

    wanted -- what kind of file is asked for, as in `an SGF file`.

    Raises Mistake, naming the file and the remedy, if it cannot be read or is no regular file.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with os.fdopen(descriptor, "rb") as file:
            status = os.fstat(descriptor)
            content = file.read(min(most, status.st_size) + 1) if stat.S_ISREG(status.st_mode) else None
        if content is None or (content and not status.st_size):  # as the files of /proc are
            raise Mistake(f"{path}: not a regular file; name {wanted}")
        return content
    except IsADirectoryError:
        raise Mistake(f"{path}: a folder; name {wanted} in it") from None
    except FileNotFoundError:
        raise Mistake(f"{path}: no such file; check the name") from None
    except PermissionError:
        raise Mistake(f"{path}: no permission to read it; check its owner and mode") from None
    except OSError as error:
        raise Mistake(f"{path}: {error.strerror or error}") from None
    except ValueError as error:  # a name that no file can have
        raise error if isinstance(error, Mistake) else Mistake(f"{path}: {error}") from None
