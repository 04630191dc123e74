"""Reading files that somebody else may have made, and writing where somebody may lie in wait."""

from __future__ import annotations

import os
from contextlib import suppress
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING

from gnugo_py.games.mistake import Mistake
from gnugo_py.records.regular import read_regular

if TYPE_CHECKING:  # what reads games is loaded when one is read
    from gnugo_py.records.reading import Record


def read_record(path: Path | str, number: int | None = None) -> Record:
    """A game in a file.

    number -- which of its games, from 1; None for the first.

    Raises Mistake, naming file, place and remedy, for a file that cannot be read or holds no
    game.  Never writes, and never waits for a pipe or a device.
    """
    from gnugo_py.records.reading import read_sgf

    content = read_bytes(Path(path))
    try:
        return read_sgf(content, number)
    except Mistake as error:
        raise Mistake(f"{path}: {error}") from None


_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


PRIVATE_MODE = 0o600
"""Who may read and write a file: its owner."""


def write_whole(path: Path, content: bytes, mode: int = PRIVATE_MODE) -> None:
    """Write a file: all of it or, on an error, nothing.

    The new file is written beside the old one under a name that nobody can guess, and then takes its
    place; a link in that place is replaced, never followed.

    Raises OSError if it cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f".{path.name}.{os.urandom(8).hex()}.new")
    descriptor = os.open(unfinished, _NEW, mode)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except OSError:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
        raise
    _settle_on_disk(path.parent)


def copy_damaged(path: Path) -> Path:
    """Copy a file that is damaged to one beside it, `NAME.damaged`, and return that.

    Raise OSError if it cannot be written, Mistake if the file cannot be read.
    """
    copy = _free_name(path)
    write_whole(copy, read_bytes(path))
    return copy


def set_aside(path: Path) -> Path:
    """Rename a file that is damaged to `NAME.damaged`, and return that.

    Raise OSError if that is not possible.
    """
    return path.replace(_free_name(path))


def _free_name(path: Path) -> Path:
    """Return a name for the damaged file that no file has."""
    names = chain([".damaged"], (f".damaged-{number}" for number in count(2)))
    return next(free for name in names if not os.path.lexists(free := path.with_suffix(name)))


def _settle_on_disk(folder: Path) -> None:
    """Have a renamed file survive a power cut; where folders cannot be synced, it may be the one before."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def read_bytes(path: Path) -> bytes:
    """What a regular file holds, up to a little more than any game needs.

    Raises Mistake, naming the file and the remedy, if it cannot be read or is no regular file.
    """
    from gnugo_py.records.sgf import LARGEST_SAVE

    return read_regular(path, LARGEST_SAVE, "an SGF file")
