"""Reading files that somebody else may have made, and writing where somebody may lie in wait."""

from __future__ import annotations

import os
import stat
import sys
from contextlib import suppress
from itertools import chain, count
from typing import TYPE_CHECKING

from gnugo_py.core.types import Mistake

if TYPE_CHECKING:  # loading it takes a tenth of the time to start
    from pathlib import Path

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
    write_whole(copy, read_regular(path, LARGEST_TEXT, "a text file"))
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


_PACKAGE = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
LOCAL, OPENING = "local.txt", "opening.txt"
LARGEST_TEXT = 1_000_000


def checkout() -> str | None:
    """The project's own folder when run from it, None when installed."""
    root = os.path.dirname(_PACKAGE)
    is_project = os.path.isfile(os.path.join(root, "pyproject.toml"))
    return root if is_project and os.path.isdir(os.path.join(root, "patterns")) else None


def patterns_folder() -> str:
    """The folder of the pattern files that come with the program.

    A wheel has it inside the package; a clone and an editable install beside it.
    """
    inside = os.path.join(_PACKAGE, "patterns")
    return inside if os.path.isdir(inside) else os.path.join(os.path.dirname(_PACKAGE), "patterns")


def lessons_folder() -> str:
    """The folder of the lesson files that come with the program."""
    return os.path.join(_PACKAGE, "lessons")


def saves_folder(chosen: Path | None = None) -> Path:
    """Where games are saved; it need not exist yet.

    chosen -- what the user asked for; it wins, then `GNUGO_PY_SAVES`, then `saves/` of a checkout,
              then the platform's folder for user data.
    """
    from pathlib import Path

    if chosen is not None:
        return chosen
    named = os.environ.get("GNUGO_PY_SAVES")
    if named:
        return Path(named)
    root = checkout()
    if root is not None:
        return Path(root) / "saves"
    from platformdirs import user_data_path

    return user_data_path("gnugo-py", appauthor=False) / "saves"


def here() -> str:
    """The folder the program runs in.  Raises Mistake if it is gone."""
    try:
        return os.getcwd()
    except OSError:
        raise Mistake("the folder you are in is gone; change to another one first") from None


def config_folder() -> Path:
    """Where the program keeps what it is to remember of its user; it need not exist yet.

    `GNUGO_PY_CONFIG` if it is set, else the platform's folder for configuration.
    """
    from pathlib import Path

    named = os.environ.get("GNUGO_PY_CONFIG")
    if named:
        return Path(named)
    if sys.platform == "linux":  # as platformdirs has it; loading that takes a fifth of the time to start
        named = os.environ.get("XDG_CONFIG_HOME", "").strip()
        return Path(named if os.path.isabs(named) else os.path.expanduser("~/.config"), "gnugo-py")
    from platformdirs import user_config_path

    return user_config_path("gnugo-py", appauthor=False)


def log_folder() -> Path:
    """Where traces of faults are written; it need not exist yet."""
    from platformdirs import user_log_path

    return user_log_path("gnugo-py", appauthor=False)


def read_text(path: str) -> str:
    """The text of a file.  Raises Mistake, naming file and remedy, if it cannot be read as UTF-8."""
    content = read_regular(path, LARGEST_TEXT, "a text file")
    if len(content) > LARGEST_TEXT:
        raise Mistake(f"{path}: larger than {LARGEST_TEXT // 1_000_000} MB; no such file has need of that")
    try:
        return content.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise Mistake(f"{path}: not UTF-8 text (byte {error.start}); save it as UTF-8") from None
