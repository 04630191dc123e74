"""One writer a game: a lock that is gone when its holder is, however it ended."""

from __future__ import annotations

import errno
import os
import re
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple
from unicodedata import normalize

from gnugo_py.core.files import read_regular, write_whole
from gnugo_py.core.text import legible
from gnugo_py.core.types import Mistake
from gnugo_py.sgf.reader import read_bytes

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


_NAME = re.compile(r"\w[\w. ()',+-]{0,62}")
LONGEST_NAME = 200
SUFFIX = ".sgf"
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
_LEFT = re.compile(r"\.(?P<name>.+\.sgf|\.serial)\.(lock|new|[0-9a-f]{16}\.new)")
MOST_NAMES = 1000
SERIAL_FILE, HIGHEST_SERIAL, MANY_GAMES = ".serial", 10**9, 200
LOCK_SECONDS, LOCK_PAUSE = 1.0, 0.01


def name_typed(text: str) -> str:
    """Return the name that a new game gets: what a person typed, without the file's ending."""
    name = normalize("NFC", text.strip())
    while name.endswith(SUFFIX):
        name = name.removesuffix(SUFFIX)
    return name


class Store(NamedTuple):
    """Saved games in one folder, a file a game.  Who writes a game holds its `Lock`.

    folder -- made when the first game is saved.
    """

    folder: Path

    def path(self, name: str) -> Path:
        """Return the file of a game, which need not exist.

        Names are in Unicode's composed form (NFC).  A file whose own name is not, as from some other
        systems, is found by the same name.

        Raise Mistake if no game can have the name.
        """
        path = self.folder / f"{name}{SUFFIX}"
        if self.is_name(name):
            return path if name.isascii() or os.path.lexists(path) else self.existing(name) or path
        existing = self.existing(name)
        if existing is not None:
            return existing
        raise Mistake(
            "a name has up to 63 letters, digits, spaces and . _ - ( ), begins with a letter or digit,"
            " and is no word that Windows keeps for itself, like con"
        )

    def existing(self, name: str) -> Path | None:
        """Return the file that is listed by a name, whatever the name is made of; None if there is none."""
        with suppress(OSError):
            return next(
                (self.folder / file for file in os.listdir(self.folder) if _listed(file) == name), None
            )
        return None

    def find(self, text: str) -> str:
        """Return the name of the game that a person means: one that is listed so, or without the ending."""
        exact = normalize("NFC", text)
        name = exact if self.existing(exact) is not None else exact.strip()
        is_listed = name.endswith(SUFFIX) and self.existing(name) is not None
        return name if is_listed else name.removesuffix(SUFFIX)

    def is_name(self, name: str) -> bool:
        """Return whether a new game can have this name."""
        is_short = len(name) < LONGEST_NAME and len(name.encode("utf-8", "replace")) <= LONGEST_NAME
        is_sound = is_short and _NAME.fullmatch(name) and legible(name) == name and name[-1] not in ". "
        return bool(is_sound) and not _RESERVED.fullmatch(name)

    def new_names(self, stem: str) -> Iterator[str]:
        """Names that no file has, one after the other: the stem, then with a number."""
        for number in range(1, MOST_NAMES):
            name = stem if number == 1 else f"{stem[:58]}-{number}"
            if not os.path.lexists(self.path(name)):
                yield name

    def files(self) -> list[tuple[str, Path]]:
        """Return the files of games with the names they are listed by, the last written first.

        Two files may have one name, made of different characters.

        Raise Mistake if the folder cannot be read.
        """
        try:
            entries = [entry for entry in os.scandir(self.folder) if _listed(entry.name)]
        except FileNotFoundError:
            return []
        except OSError as error:
            raise Mistake(f"{self.folder}: {error.strerror or error}; name a folder with --saves") from None
        times = []
        for entry in entries:
            with suppress(OSError):  # it may have gone meanwhile
                times.append((entry.stat(follow_symlinks=False).st_mtime, entry.name))
        return [(_listed(file), self.folder / file) for _, file in sorted(times, reverse=True)]

    def names(self) -> list[str]:
        """Return the names of the games, the last written first; none where there is no folder.

        Raise Mistake if the folder cannot be read.
        """
        return list(dict.fromkeys(name for name, _ in self.files()))

    def content(self, name: str) -> bytes | None:
        """What a game's file holds, None if there is no file.

        Raises Mistake for a name that is none, and for what is no file or cannot be read.
        """
        path = self.path(name)
        return read_bytes(path) if os.path.lexists(path) else None

    def create(self, name: str, content: bytes, over: bytes | None = None) -> Path:
        """Write a new game.

        over -- what a file of that name may hold, to be written over; None if there may be none.

        Raises Mistake if the name is none or taken, OSError if the file cannot be written.
        """
        path = self.path(name)
        self.folder.mkdir(parents=True, exist_ok=True)
        with locked(path):
            if os.path.lexists(path) and (over is None or self.content(name) != over):
                raise Mistake(f"there is a saved game '{name}' already; choose another name")
            return self.replace(name, content)

    def replace(self, name: str, content: bytes) -> Path:
        """Write a game over the one of that name, if any: all of it or, on an error, nothing.

        Raises Mistake for a name that is none, OSError if the folder or the file cannot be written.
        """
        path = self.path(name)
        write_whole(path, content)
        return path

    def put_beside(self, name: str, content: bytes) -> Path:
        """Write something that is no sound game beside the game of that name, where no list shows it.

        Raises Mistake for a name that is none, OSError if it cannot be written.
        """
        path = self.path(name).with_name(f"{name}.rejected")
        write_whole(path, content)
        return path

    def remove(self, name: str) -> None:
        """Take a game away, if it can be done."""
        with suppress(OSError):
            self.path(name).unlink(missing_ok=True)

    def probe(self) -> None:
        """Find out whether games can be written here, changing nothing.  Raises OSError if not."""
        self.folder.mkdir(parents=True, exist_ok=True)
        trial = self.folder / f".{os.urandom(8).hex()}"
        write_whole(trial, b"")
        trial.unlink()

    def next_serial(self, scan: Callable[[], int]) -> int:
        """Return a number that is higher than those of all games that were begun or gone on with here.

        A folder of many games keeps the last number in a small file, so that the games need not be read.

        scan -- returns the highest number in the games' files, for a folder without that file.

        Raise OSError if the file cannot be written.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / SERIAL_FILE
        if not path.exists() and len(os.listdir(self.folder)) < MANY_GAMES:
            return min(scan() + 1, HIGHEST_SERIAL)
        with locked(path, LOCK_SECONDS):
            serial = min((self._last_serial(path) or scan()) + 1, HIGHEST_SERIAL)
            write_whole(path, b"%d\n" % serial)
        return serial

    def raise_serial(self, serial: int) -> None:
        """Have later numbers be higher than one that a game has, which may come from another folder."""
        path = self.folder / SERIAL_FILE
        last = self._last_serial(path)
        if last is None or not last < serial <= HIGHEST_SERIAL:
            return
        with suppress(OSError), locked(path, LOCK_SECONDS):
            if (self._last_serial(path) or serial) < serial:
                write_whole(path, b"%d\n" % serial)

    def _last_serial(self, path: Path) -> int | None:
        """Return the number in the file, None if there is none that can be read."""
        with suppress(Mistake, ValueError):
            serial = int(read_regular(path, 20, "a number"))
            return serial if 0 < serial <= HIGHEST_SERIAL else None
        return None

    def tidy(self) -> None:
        """Remove the locks and unfinished files that programs left when they were killed.

        A game that somebody plays is locked; its files stay.
        """
        with suppress(OSError):
            left = [match for entry in os.scandir(self.folder) if (match := _LEFT.fullmatch(entry.name))]
            for match in left:
                with suppress(OSError), locked(self.folder / match["name"]) as lock:
                    if lock.is_held:
                        (self.folder / match[0]).unlink(missing_ok=True)


def _listed(file: str) -> str:
    """Return the name by which a file of the folder is listed, empty for one that is no game's."""
    return (
        ""
        if file.startswith(".") or not file.endswith(SUFFIX)
        else normalize("NFC", file.removesuffix(SUFFIX))
    )


@contextmanager
def locked(path: Path, seconds: float = 0.0) -> Iterator[Lock]:
    """Hold a file's lock, waiting for it some seconds.  Raise OSError if another program keeps it."""
    end = time.monotonic() + seconds
    while True:
        try:
            lock = Lock(path)
            break
        except Locked:
            if time.monotonic() >= end:
                raise
            time.sleep(LOCK_PAUSE)
    try:
        yield lock
    finally:
        lock.release()
