"""Saved games in a folder."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple
from unicodedata import normalize

from gnugo_py.games.text import sanitize
from gnugo_py.games.types import UserError
from gnugo_py.record.properties import private_data
from gnugo_py.record.sgf_parser import MAX_SAVE_SIZE, root_properties_by_game
from gnugo_py.storage.file_locks import hold_file_lock
from gnugo_py.system.files import check_folder_writable, read_regular_file, user_errors, write_atomically

_NAME = re.compile(r"\w[\w. ()',+-]{0,62}")
_MAX_NAME_LENGTH = 200
_FILE_SUFFIX = ".sgf"
_DELETED_FOLDER = "deleted"
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
_LEFT = re.compile(r"\.(?P<name>.+\.sgf)\.(lock|new|[0-9a-f]{16}\.new)")
MAX_NAMES_TRIED = 1000


def normalize_save_name(text: str) -> str:
    """Return a name that the user typed, in NFC and without surrounding spaces or the extension `.sgf`."""
    name = normalize("NFC", text.strip())
    while name.endswith(_FILE_SUFFIX):
        name = name.removesuffix(_FILE_SUFFIX)
    return name


class SaveStore(NamedTuple):
    """Saved games in one folder, one file per game. The writer of a game holds its `FileLock`.

    folder -- the save folder; it is created when the first game is saved.
    """

    folder: Path

    def path(self, name: str) -> Path:
        """Return the path of a game, which need not exist.

        Names are in Unicode's composed form (NFC). An existing file whose name has another form, as
        some systems write it, is found by its composed name.

        Raise UserError if the name is invalid and no existing file has it.
        """
        path = self.folder / f"{name}{_FILE_SUFFIX}"
        if self.is_valid_name(name):
            return path if name.isascii() or os.path.lexists(path) else self.existing_path(name) or path
        existing = self.existing_path(name)
        if existing is not None:
            return existing
        raise UserError(
            "a name consists of up to 63 letters, digits, spaces and . _ - + , ' ( ); it starts with"
            " a letter, a digit or _, does not end with a period, and is not a reserved Windows name"
            " such as con"
        )

    def existing_path(self, name: str) -> Path | None:
        """Return the path of the game that is listed as `name`, in any Unicode form of the name, or None."""
        with suppress(OSError):
            return next(
                (self.folder / file for file in os.listdir(self.folder) if _listed(file) == name), None
            )
        return None

    def saved_name_from_text(self, text: str) -> str:
        """Return the name of the game that a text refers to; the text may end in `.sgf`."""
        exact = normalize("NFC", text)
        name = exact if self.existing_path(exact) is not None else exact.strip()
        is_listed = name.endswith(_FILE_SUFFIX) and self.existing_path(name) is not None
        return name if is_listed else name.removesuffix(_FILE_SUFFIX)

    def is_saved_game(self, path: Path, content: bytes) -> bool:
        """Return whether a file is one of these games, or a game that this program can resume.

        content -- the content of the file.
        """
        folder = self.folder
        if _listed(path.name) is not None and folder.is_dir() and path.parent.samefile(folder):
            return True
        with suppress(UserError):
            return any(private_data(root) is not None for root in root_properties_by_game(content))
        return False

    def is_valid_name(self, name: str) -> bool:
        """Return whether a new game can have this name."""
        is_short = len(name) < _MAX_NAME_LENGTH and len(name.encode("utf-8", "replace")) <= _MAX_NAME_LENGTH
        is_sound = is_short and _NAME.fullmatch(name) and sanitize(name) == name and name[-1] not in ". "
        return bool(is_sound) and not _RESERVED.fullmatch(name)

    def unused_names(self, stem: str) -> Iterator[str]:
        """Yield names that no file in the folder has: the stem, then the stem followed by a number."""
        for number in range(1, MAX_NAMES_TRIED):
            name = stem if number == 1 else f"{stem[:58]}-{number}"
            if not os.path.lexists(self.path(name)):
                yield name

    def game_files(self, max_files: int | None = None) -> list[tuple[str, Path, float]]:
        """Return the names, paths and times of the games, the most recently written first.

        Two files may have the same name in different Unicode forms.

        max_files -- the number of games to return, None for all.

        Raise UserError if the folder cannot be read.
        """
        with user_errors(self.folder, "choose a folder with --saves"):
            try:
                entries = list(os.scandir(self.folder))
            except FileNotFoundError:
                return []
        times = []
        for entry in entries:
            if (name := _listed(entry.name)) is not None:
                with (
                    user_errors(entry.path, "check the owner and permissions of the folder"),
                    suppress(FileNotFoundError),  # the file was removed in the meantime
                ):
                    times.append((entry.stat(follow_symlinks=False).st_mtime, entry.name, name))
        latest = sorted(times, reverse=True)[:max_files]
        return [(name, self.folder / file, written) for written, file, name in latest]

    @property
    def has_games(self) -> bool:
        """Whether there are saved games; True if the folder cannot be read."""
        try:
            return bool(self.game_files(1))
        except UserError:
            return True

    def read_game_content(self, name: str) -> bytes | None:
        """Return the content of a saved game, or None if it does not exist.

        Raise UserError if the name is invalid or the file cannot be read.
        """
        path = self.path(name)
        return read_regular_file(path, MAX_SAVE_SIZE, "an SGF file") if os.path.lexists(path) else None

    def write_new_game(self, name: str, content: bytes) -> Path:
        """Write a new game and return its path.

        Raise UserError if the name is invalid or taken, OSError if the file cannot be written.
        """
        path = self.path(name)
        self.folder.mkdir(parents=True, exist_ok=True)
        with hold_file_lock(path):
            if os.path.lexists(path):
                raise UserError(f"a saved game named '{name}' already exists; choose another name")
            return self.replace(name, content)

    def replace(self, name: str, content: bytes) -> Path:
        """Write a game, replacing any game of that name, and return its path; on error, nothing is changed.

        Raise UserError if the name is invalid, OSError if the folder or the file cannot be written.
        """
        path = self.path(name)
        write_atomically(path, content)
        return path

    @property
    def deleted_games_store(self) -> SaveStore:
        """The store of the deleted games, in a subfolder; this store does not list them."""
        return SaveStore(self.folder / _DELETED_FOLDER)

    def move_to_deleted(self, name: str) -> str:
        """Move a game to the deleted games, and return its name there.  Raise the same errors as `move`."""
        self._existing_game(name)
        new = next(self.deleted_games_store.unused_names(name))
        self.move(name, new, self.deleted_games_store)
        return new

    def move(self, name: str, new: str, target: SaveStore | None = None) -> None:
        """Rename a game, or move it to another store; no existing game is replaced.

        target -- the store to move it to, None for this one.

        Raise UserError if there is no such game, or if the new name is invalid or taken; LockedError if the
        game is open in another program, OSError if the folders cannot be written.
        """
        to = self if target is None else target
        path, new_path = self._existing_game(name), to.path(new)
        if path == new_path:
            raise UserError(f"the saved game is already named '{new}'; choose another name")
        to.folder.mkdir(parents=True, exist_ok=True)
        with hold_file_lock(path), hold_file_lock(new_path):
            if os.path.lexists(new_path):
                raise UserError(f"a saved game named '{new}' already exists; choose another name")
            _rename(path, new_path)

    def _existing_game(self, name: str) -> Path:
        """Return the path of a game.  Raise UserError if it does not exist."""
        path = self.existing_path(name)
        if path is None:
            raise UserError(
                f"{self.folder}: there is no saved game '{name}'; use gnugo-py saves to list the saved games"
            )
        return path

    def remove(self, name: str) -> None:
        """Remove a game, if possible."""
        with suppress(OSError):
            self.path(name).unlink(missing_ok=True)

    def check_writable(self) -> None:
        """Create the folder if necessary, and check that files can be written there. Raise OSError if not."""
        self.folder.mkdir(parents=True, exist_ok=True)
        check_folder_writable(self.folder)

    def remove_stale_files(self) -> None:
        """Remove the lock files and unfinished files that killed programs have left behind.

        The files of a game that is being played are kept, because the game is locked.
        """
        with suppress(OSError):
            left = [match for entry in os.scandir(self.folder) if (match := _LEFT.fullmatch(entry.name))]
            for match in left:
                with suppress(OSError), hold_file_lock(self.folder / match["name"]) as lock:
                    if lock.is_held:
                        (self.folder / match[0]).unlink(missing_ok=True)


def _rename(path: Path, new_path: Path) -> None:
    """Rename a file, also to a folder on another file system. Raise OSError or UserError if this fails."""
    try:
        path.rename(new_path)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        write_atomically(new_path, read_regular_file(path, path.stat().st_size, "a saved game"))
        path.unlink()


def _listed(file: str) -> str | None:
    """Return the name under which a file in the folder is listed, or None if the file is not a game."""
    if file.startswith(".") or not file.endswith(_FILE_SUFFIX):
        return None
    return normalize("NFC", file.removesuffix(_FILE_SUFFIX))
