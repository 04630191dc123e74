"""Automatic saving of games that are played, and of the changes of reviews."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime, timezone
from itertools import count, takewhile
from pathlib import Path

from gnugo_py.games.types import UserError
from gnugo_py.record.tree import Tree
from gnugo_py.storage.file_locks import FileLock, LockedError, hold_file_lock
from gnugo_py.storage.resume import OpenedGame
from gnugo_py.storage.save_store import SaveStore, listed_name, normalize_save_name, read_game_content
from gnugo_py.system.files import user_errors, write_atomically
from gnugo_py.system.signals import defer_signals

_IN_THE_WAY = (errno.EEXIST, errno.ELOOP, errno.EISDIR, errno.ENXIO)
CANNOT_LOCK_NOTICE = "Files in this folder cannot be locked. Do not open the same game in two windows."


class Autosave:
    """Automatic saving of one game at a time to a file in the save folder.

    A file is replaced only if it still has the content that was last read or written, and only if the new
    content reads back as the same game. What another program writes meanwhile is therefore never overwritten.
    If writing is interrupted, the file has either the old or the new content.

    store -- the save folder.

    error          -- why the current game is not saved, empty if it is.
    detached_error -- why an earlier game, now detached, is not saved.
    """

    def __init__(self, store: SaveStore) -> None:
        self.error = self.detached_error = ""
        self._store = store
        self._path: Path | None = None
        self._lock: FileLock | None = None
        self._content: bytes | None = None
        self._unconfirmed: bytes | None = None
        self._notices: list[str] = []

    @property
    def name(self) -> str | None:
        """The name of the saved game, None before it is first written."""
        return None if self._path is None else listed_name(self._path.name)

    def resume_saved_game(self, name: str, opened: Callable[[bytes], OpenedGame]) -> OpenedGame:
        """Resume a saved game in place of the current one, and return it.

        A damaged file, which this program cannot write as it is, is left unchanged, and the game is saved
        under a new name.

        name   -- name of the saved game.
        opened -- returns the game in the content of the file; called after the file is locked.

        Raise UserError, and keep the current game, if the file cannot be read or another program is playing
        the game. If the folder cannot be written to, the error is reported after the first move.
        """
        path = self._store.path(name)
        with defer_signals():
            lock = self._lock if name == self.name else _locked(path)
            try:
                content = read_game_content(path)
                if content is None:
                    raise UserError(f"{path}: no such file; check the name")
                game = opened(content)
            except UserError:
                if lock is not None and lock is not self._lock:
                    lock.release()
                raise
            if lock is self._lock:
                self._lock = None
            self.detach_game()
            if not game.tree.file_warnings and game.tree.is_complete:
                self._path, self._lock, self._content = path, lock, content
                return game
            if lock is not None:
                lock.release()
        game.tree.separate_from_file()
        notice = (
            f"{path.name} contains data that this program cannot write; the file is left unchanged,"
            " and the game is saved under a new name."
        )
        return game._replace(notices=(*game.notices, notice))

    def write(self, tree: Tree) -> str:
        """Save the game, and return notices: that saving failed, works again or uses a new name."""
        with defer_signals():
            before, self.error = self.error, self._save(tree, None)
        news, self._notices = self._notices, []
        if self.error and not before:
            news.append(f"The game cannot be saved: {self.error}.  You can continue playing.")
        elif before and not self.error:
            news.append("The game is being saved again.")
        return "  ".join(news)

    def save_as(self, tree: Tree, name: str | None) -> str:
        """Save the game, and return a message that says where it was saved or why it was not saved.

        name -- new name of the game; None for the current name or, if there is none, for one made
                from the date and time.
        """
        with defer_signals():
            trouble = self._save(tree, name)
            if not trouble or name in (None, self.name):
                self.error = trouble
        news, self._notices = self._notices, []
        if trouble:
            return "  ".join([*news, f"Not saved: {trouble}."])
        return "  ".join([*news, f"Saved as {self._path}"])

    def detach_game(self) -> None:
        """Stop saving the current game; the next game is saved to a new file."""
        self.release_lock()
        self.detached_error = self.detached_error or self.error
        self.error = ""
        self._path = self._content = self._unconfirmed = None

    def release_lock(self) -> None:
        """Release the lock of the game's file."""
        if self._lock is not None:
            self._lock.release()
        self._lock = None

    def _save(self, tree: Tree, name: str | None) -> str:
        """Save the game, and return the error message, or an empty string; `name` is as in `save_as`."""
        try:
            if name is None or name == self.name:
                self._write(tree)
            else:
                self._rename(tree, name)
        except UserError as error:
            return str(error)
        except OSError as error:
            return f"{self._store.folder}: {error.strerror or error}"
        return ""

    def _write(self, tree: Tree) -> None:
        """Write the game to its file.  Raise UserError or OSError if that is impossible."""
        if self._path is None:
            self._store.folder.mkdir(parents=True, exist_ok=True)
            self._store.remove_stale_files()
            self._choose_free_name(datetime.now().strftime("%Y-%m-%d-%H%M%S"))
        is_gone = self._yield_to_other_writer(tree)
        self._replace(tree)
        if is_gone:
            self._notices.append(f"Another program removed {self.name}.sgf; it has been written again.")

    def _choose_free_name(self, stem: str) -> None:
        """Name the game `stem`, with a number added if the name is taken, and lock the name."""
        for name in self._store.unused_names(stem):
            path = self._store.path(name)
            try:
                lock = FileLock(path)
            except LockedError:
                continue  # another program started a game in the same second
            except OSError as error:
                if error.errno in _IN_THE_WAY:
                    continue
                raise
            if read_game_content(path) is None:
                self.release_lock()
                self._path, self._lock, self._content = path, lock, None
                if not lock.is_held:
                    self._notices.append(CANNOT_LOCK_NOTICE)
                return
            lock.release()
        raise UserError(
            f"{self._store.folder}: too many games are named {stem}; choose another folder with --saves"
        )

    def _yield_to_other_writer(self, tree: Tree) -> bool:
        """Choose a new name if another program changed the file; return whether the file was removed."""
        assert self._path is not None
        try:
            data = read_game_content(self._path)
        except UserError:
            data = b""
        if data is None:
            return self._content is not None
        if data in (self._content, self._unconfirmed):
            self._content = data
            return False
        old = str(self.name)
        self._choose_free_name(old)
        tree.separate_from_file()
        self._notices.append(f"Another program changed {old}.sgf. This game is now saved as {self.name}.")
        return False

    def _replace(self, tree: Tree) -> None:
        """Write the game to its file.

        Raise UserError if the new content does not read back as the same game.
        """
        assert self._path is not None
        self._unconfirmed = content = tree.write(datetime.now(timezone.utc))
        write_atomically(self._path, content)
        self._content = content

    def _rename(self, tree: Tree, name: str) -> None:
        """Save the game under a new name.  Raise UserError or OSError, and keep the name, if this fails."""
        path = self._store.path(name)
        self._store.folder.mkdir(parents=True, exist_ok=True)
        old, lock, content = self._path, self._lock, self._content
        self._lock = FileLock(path)
        self._path, self._content = path, None
        try:
            self._store.unused_path(name)
            self._replace(tree)
        except (UserError, OSError):
            self._lock.release()
            self._path, self._lock, self._content = old, lock, content
            raise
        with suppress(UserError, OSError):
            if old is not None and read_game_content(old) == content:
                old.unlink(missing_ok=True)
        if lock is not None:
            lock.release()


def _locked(path: Path) -> FileLock | None:
    """Return the lock of a game, or None if the file cannot be locked.

    Raise UserError if another program is playing the game.
    """
    try:
        return FileLock(path)
    except LockedError as error:
        raise UserError(f"{path}: {error}") from None
    except OSError:
        return None


_MAX_STEM_BYTES = 200


class ReviewFile:
    """Where the changes of a review are saved.

    The reviewed file is written only by `save`. Until then, the changes are in a copy beside it or, if that
    folder cannot be written, in the save folder.

    store -- the save folder.
    path  -- the reviewed file, None for standard input.

    content -- the content of the reviewed file when it was last read or written, None if there is none.
    copy    -- the file with the changes that are not saved, None if there is none.
    error   -- why the copy does not have the changes, empty if it has.
    """

    def __init__(self, store: SaveStore, path: Path | None) -> None:
        self._store, self._path = store, None if path is None else path.resolve()
        self.content: bytes | None = None
        with suppress(UserError):  # what cannot be read is not overwritten
            self.content = self._read()
        self._is_copy = False
        self.copy: Path | None = None
        self.error = ""

    def _read(self) -> bytes | None:
        """Return the content of the reviewed file, None if there is no such file."""
        return None if self._path is None else read_game_content(self._path)

    def _copies(self, folder: Path) -> Iterator[Path]:
        """Yield the names that a copy can have in a folder, without end."""
        stem = "stdin" if self._path is None else self._path.stem
        stem = stem.encode(errors="surrogateescape")[:_MAX_STEM_BYTES].decode(errors="ignore")
        for number in count(1):
            yield folder / f"{stem}-review{'' if number == 1 else f'-{number}'}.sgf"

    def _free_copy(self, folder: Path) -> Path:
        return next(path for path in self._copies(folder) if not os.path.lexists(path))

    @property
    def earlier_copy(self) -> Path | None:
        """The latest copy that an earlier review of the file has left, None if there is none."""
        if self._path is None:
            return None
        beside = self._path.parent
        folder = beside if os.access(beside, os.W_OK) else self._store.folder
        found = list(takewhile(os.path.lexists, self._copies(folder)))
        return found[-1] if found else None

    def write_copy(self, tree: Tree) -> None:
        """Write the copy, and set `error`."""
        self.error = ""
        with defer_signals():
            try:
                self._write_copy(tree.write(is_review=True))
            except OSError as error:
                self.error = f"{error.filename}: {error.strerror or error}"
            except UserError as error:
                self.error = str(error)

    def _write_copy(self, content: bytes) -> None:
        if self.copy is None and self._path is not None:
            with suppress(OSError):
                beside = self._free_copy(self._path.parent)
                write_atomically(beside, content)
                self.copy = beside
                return
        place = self.copy or self._free_copy(self._store.folder)
        write_atomically(place, content)
        self.copy = place

    def save(self, tree: Tree) -> str:
        """Write the game to the reviewed file, and return a message.

        If another program has changed the file, the game stays in the copy, which takes its place.

        Raise UserError if the game cannot be saved.
        """
        if self._path is None:
            raise UserError("the game is from standard input; type save NAME")
        with user_errors(self._path, "type save NAME"), defer_signals(), hold_file_lock(self._path):
            if self._read() not in (None, self.content):
                return self._continue_in_copy(tree, self._path)
            content = tree.write(is_review=self._is_copy)
            write_atomically(self._path, content)
        self.content = content
        self.discard()
        return f"Saved as {self._path}."

    def _continue_in_copy(self, tree: Tree, path: Path) -> str:
        """Keep the game in the copy, in the place of the file at `path`, and return a message."""
        self.write_copy(tree)
        if self.error:
            raise UserError(self.error)
        self._path, self.copy, self._is_copy = self.copy, None, True
        self.content = self._read()
        return f"Another program changed {path.name}, which is left as it is. Saved as {self._path}."

    def save_as(self, content: bytes, name: str) -> str:
        """Write the content of a file as a new saved game, and return a message.

        name -- the name of the saved game, as typed.

        Raise UserError if the name is invalid or taken, or the game cannot be saved.
        """
        try:
            path = self._store.write_new_game(normalize_save_name(name), content)
        except OSError as error:
            raise UserError(f"{error.filename or self._store.folder}: {error.strerror or error}") from None
        self.discard()
        return f"Saved as {path}."

    def discard(self) -> None:
        """Remove the copy, if possible."""
        if self.copy is not None:
            with suppress(OSError):
                self.copy.unlink(missing_ok=True)
        self.copy, self.error = None, ""
