"""Safe reading and writing of files, and the folders that the program uses."""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import chain, count
from typing import IO, TYPE_CHECKING

from gnugo_py.games.types import UserError

if TYPE_CHECKING:  # importing pathlib takes a tenth of the startup time
    from pathlib import Path

    if sys.version_info >= (3, 11):
        from importlib.resources.abc import Traversable
    else:
        from importlib.abc import Traversable

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


PACKAGE_FOLDER = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
"""The folder of this package; it does not exist in the file system if the package is in a zip archive."""
_IS_IN_ARCHIVE = not os.path.isdir(PACKAGE_FOLDER)
PRIVATE_FILE_MODE = 0o600
"""The default mode of new files: only the owner may read and write them."""


def write_atomically(
    path: Path, content: bytes, mode: int = PRIVATE_FILE_MODE, check: Callable[[], object] = lambda: None
) -> None:
    """Write a file completely, or leave it unchanged if an error occurs.

    The content is written to a new file with a random name in the same folder, which then replaces the old
    file. A symbolic link at `path` is replaced, not followed. Missing folders are created.

    mode  -- the permissions of a new file, to which the umask applies; a file that is replaced keeps its own.
    check -- called at the last moment before the file is replaced; raises an OSError to leave it as it is.

    Raise OSError, with `path` as its file name, if the file cannot be written, or may not be: see
    `is_write_protected`.
    """
    with _unfinished_file(path, content, mode) as unfinished:
        with suppress(OSError):
            status = os.lstat(path)
            if stat.S_ISREG(status.st_mode):
                os.chmod(unfinished, stat.S_IMODE(status.st_mode))
        check()
        if is_write_protected(path):
            raise PermissionError(errno.EACCES, "no permission to change it")
        unfinished.replace(path)


def is_write_protected(path: Path) -> bool:
    """Return whether there is a file that may not be written, even if its folder allows to replace it.

    One that nobody may write is protected from root, too, as in editors.
    """
    try:
        mode = os.lstat(path).st_mode
    except OSError:
        return False
    return stat.S_ISREG(mode) and not (mode & 0o222 and os.access(path, os.W_OK))


def create_atomically(path: Path, content: bytes) -> None:
    """Write a new file completely, or not at all. Missing folders are created.

    Raise FileExistsError if something has its name, also if another program creates it at the same time.
    Raise OSError, with `path` as its file name, if it cannot be written.
    """
    with _unfinished_file(path, content, PRIVATE_FILE_MODE) as unfinished:
        try:
            os.link(unfinished, path)
        except FileExistsError:
            raise
        except OSError:  # the file system has no hard links
            os.close(os.open(path, _NEW, PRIVATE_FILE_MODE))
            unfinished.replace(path)


@contextmanager
def _unfinished_file(path: Path, content: bytes, mode: int) -> Iterator[Path]:
    """Return a context with a new file that has the content of the file at `path`, and is to get its name."""
    unfinished = path.with_name(f".{path.name}.{os.urandom(8).hex()}.new")
    try:
        try:
            descriptor = os.open(unfinished, _NEW, mode)
        except (FileNotFoundError, NotADirectoryError):
            make_folder(path.parent)
            descriptor = os.open(unfinished, _NEW, mode)
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        yield unfinished
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
    with suppress(OSError):  # where folders cannot be synced, the old file may be back after a power failure
        descriptor = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def make_folder(folder: Path) -> None:
    """Create a folder with those that contain it, unless it exists. Raise OSError if that is impossible."""
    if is_nowhere(folder):
        raise FileNotFoundError(errno.ENOENT, NO_HOME, str(folder))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder)) from error


@contextmanager
def user_errors(subject: object, remedy: str) -> Iterator[None]:
    """Return a context in which an OSError becomes a UserError that names a subject and a remedy."""
    try:
        yield
    except OSError as error:
        raise UserError(f"{subject}: {error.strerror or error}; {remedy}") from None


def resolve_links(path: Path) -> Path:
    """Return a path with symbolic links resolved. Raise UserError if they form a loop."""
    with suppress(OSError, RuntimeError):
        path = path.resolve()
    if os.path.islink(path):
        raise UserError(f"{path}: a symbolic link that leads back to itself; remove it")
    return path


def check_folder_writable(folder: Path) -> None:
    """Check that files can be written in a folder. Raise OSError if not, or if there is no such folder."""
    trial = folder / f".{os.urandom(8).hex()}.new"
    os.close(os.open(trial, _NEW, PRIVATE_FILE_MODE))
    trial.unlink()


def copy_damaged(path: Path, content: bytes) -> Path:
    """Write the content of a damaged file to a copy, and return the path of the copy.

    The copy has the suffix `.damaged` or, if a file with other content has that name, `.damaged-2` and so on.

    Raise OSError if the copy cannot be written.
    """
    for suffix in chain([".damaged"], (f".damaged-{number}" for number in count(2))):
        copy = path.with_suffix(suffix)
        try:
            create_atomically(copy, content)
        except FileExistsError:
            with suppress(UserError):
                if read_regular_file(copy, len(content), "a copy") == content:
                    break
        else:
            break
    return copy


def _packed_file(path: str | Path) -> Traversable | None:
    """Return a file or folder of this package in the zip archive that contains the package, or None."""
    inside = os.fspath(path).removeprefix(PACKAGE_FOLDER + os.sep)
    if inside == os.fspath(path):
        return None
    from importlib.resources import files

    packed = files("gnugo_py").joinpath(*inside.split(os.sep))
    return packed if packed.is_file() or packed.is_dir() else None


def file_names(folder: str) -> list[str]:
    """Return the names of the files in a folder, which may be one of this package in a zip archive.

    Raise OSError if the folder cannot be read.
    """
    packed = _packed_file(folder) if _IS_IN_ARCHIVE else None
    return os.listdir(folder) if packed is None else [each.name for each in packed.iterdir()]


def open_regular_file(path: str | Path, expected: str) -> IO[bytes]:
    """Return a regular file that is open for reading, without blocking on a pipe or a device.

    expected -- the kind of file for the error message, such as `an SGF file`.

    A file of this package is also found in the zip archive that contains the package.

    Raise UserError, with the file name, if the file cannot be opened or is not a regular file.
    """
    try:
        if _IS_IN_ARCHIVE and (packed := _packed_file(path)) is not None:
            return packed.open("rb")
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        file = os.fdopen(descriptor, "rb")
    except IsADirectoryError:
        raise UserError(f"{path}: is a folder; specify {expected} in it") from None
    except FileNotFoundError:
        raise UserError(f"{path}: no such file; check the name") from None
    except PermissionError:
        raise UserError(f"{path}: no permission to read it; check the owner and permissions") from None
    except OSError as error:
        raise UserError(f"{path}: {error.strerror or error}") from None
    except ValueError as error:  # the name is not a valid file name
        raise UserError(f"{path}: {error}") from None
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise UserError(f"{path}: not a regular file; specify {expected}")
    return file


def read_regular_file(path: str | Path, max_size: int, expected: str) -> bytes:
    """Return the first `max_size + 1` bytes of a regular file; see `open_regular_file`.

    A result longer than `max_size` means that the file is too large.  Raise UserError, with the file name, if
    the file cannot be read.
    """
    with open_regular_file(path, expected) as file:
        try:
            size = max_size if _IS_IN_ARCHIVE else os.fstat(file.fileno()).st_size
            content: bytes | None = file.read(min(max_size, size) + 1)
        except OSError as error:
            raise UserError(f"{path}: {error.strerror or error}") from None
    if content is None or (content and not size):  # such as the files in /proc
        raise UserError(f"{path}: not a regular file; specify {expected}")
    return content


CLASSIC_PATTERNS_FILE, CLASSIC_OPENING_FILE = "local.txt", "opening.txt"
MAX_TEXT_SIZE = 1_000_000


def source_checkout() -> str | None:
    """Return the root folder of the source checkout, or None if the program is installed."""
    root = os.path.dirname(PACKAGE_FOLDER)
    is_project = os.path.isfile(os.path.join(root, "pyproject.toml"))
    return root if is_project and os.path.isdir(os.path.join(root, "patterns")) else None


def patterns_folder() -> str:
    """Return the folder of the pattern files that come with the program.

    In a wheel it is inside the package; in a checkout or an editable install it is next to the package.
    """
    inside = os.path.join(PACKAGE_FOLDER, "patterns")
    if _IS_IN_ARCHIVE or os.path.isdir(inside):
        return inside
    return os.path.join(os.path.dirname(PACKAGE_FOLDER), "patterns")


def study_folder(kind: str) -> str:
    """Return the folder of the `lessons` or of the `problems` that come with the program."""
    return os.path.join(PACKAGE_FOLDER, "study", kind)


def saves_folder(chosen: Path | None = None) -> Path:
    """Return the path of the folder for saved games; the folder may not exist yet.

    chosen -- the folder that the user chose, or None.

    If `chosen` is None, the folder is the value of the environment variable `GNUGO_PY_SAVES` if it is set,
    else `saves/` in a source checkout, else a subfolder of the platform's folder for user data.
    """
    from pathlib import Path

    if chosen is not None:
        return chosen
    named = os.environ.get("GNUGO_PY_SAVES")
    if named:
        return Path(named)
    root = source_checkout()
    return (_platform_folder("user_data_path") if root is None else Path(root)) / "saves"


def working_directory() -> str:
    """Return the current working directory. Raise UserError if it no longer exists."""
    try:
        return os.getcwd()
    except OSError:
        raise UserError("the current folder no longer exists; change to another folder first") from None


def config_folder() -> Path:
    """Return the path of the folder for settings; the folder may not exist yet.

    The path is the value of the environment variable `GNUGO_PY_CONFIG` if it is set, else the platform's
    configuration folder.
    """
    from pathlib import Path

    named = os.environ.get("GNUGO_PY_CONFIG")
    if named:
        return Path(named)
    if sys.platform == "linux":  # same as platformdirs, whose import takes a fifth of the startup time
        named = os.environ.get("XDG_CONFIG_HOME", "").strip()
        if not os.path.isabs(named):
            named = os.path.expanduser("~/.config")
        return Path(named, "gnugo-py") if os.path.isabs(named) else Path(_NOWHERE)
    return _platform_folder("user_config_path")


def cache_folder() -> Path:
    """Return the path of the folder for results that can be recomputed; the folder may not exist yet."""
    return _platform_folder("user_cache_path")


def log_folder() -> Path:
    """Return the path of the folder for logs of internal errors; the folder may not exist yet."""
    return _platform_folder("user_log_path")


def _platform_folder(kind: str) -> Path:
    """Return a folder of this program that is customary on the platform; see `is_nowhere`.

    kind -- the name of an attribute of `PlatformDirs`.
    """
    from pathlib import Path

    from platformdirs import PlatformDirs

    try:
        folder: Path = getattr(PlatformDirs("gnugo-py", appauthor=False), kind)
    except RuntimeError:  # there is no home folder
        return Path(_NOWHERE)
    return folder if folder.is_absolute() else Path(_NOWHERE)


NO_HOME = "there is no home folder; set HOME"
_NOWHERE = os.path.join(os.devnull, "gnugo-py")


def is_nowhere(path: Path) -> bool:
    """Return whether a path is in the folder of a person who has no home folder.

    Nothing can be stored there, and nothing is in it.
    """
    return str(path).startswith(_NOWHERE)


def is_address(name: str) -> bool:
    """Return whether a name is an address of the network, even of a kind that is not read, and not a path."""
    return name.lower().startswith(("http://", "https://"))


def read_text(path: str) -> str:
    """Return the content of a text file, with Windows line endings converted.

    Raise UserError with the file name if the file cannot be read, is larger than MAX_TEXT_SIZE bytes or is
    not UTF-8.
    """
    content = read_regular_file(path, MAX_TEXT_SIZE, "a text file")
    if len(content) > MAX_TEXT_SIZE:
        raise UserError(
            f"{path}: larger than {MAX_TEXT_SIZE // 1_000_000} MB, the limit for such files;"
            " check that it is the right file"
        )
    try:
        return content.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise UserError(f"{path}: not UTF-8 text (byte {error.start}); save it as UTF-8") from None
