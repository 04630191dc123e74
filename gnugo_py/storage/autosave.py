"""Automatic saving of games that are played."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timezone
from pathlib import Path

from gnugo_py.games.types import UserError
from gnugo_py.record.sgf_parser import MAX_FILE_SIZE
from gnugo_py.record.tree import Tree
from gnugo_py.storage.document import Document, failure, new_document
from gnugo_py.storage.file_locks import FileLock, LockedError
from gnugo_py.storage.resume import OpenedGame
from gnugo_py.storage.save_store import SaveStore, listed_name
from gnugo_py.system.files import NO_HOME, is_nowhere, make_folder, read_regular_file
from gnugo_py.system.signals import defer_signals

CANNOT_LOCK_NOTICE = "Files in this folder cannot be locked. Do not open the same game in two windows."


class Autosave:
    """Automatic saving of one game at a time to a file in the save folder.

    A file is replaced only if it still has the content that was last read or written. What another program
    writes meanwhile is therefore never overwritten.
    If writing is interrupted, the file has either the old or the new content.

    store -- the save folder.

    error          -- why the current game is not saved, empty if it is.
    detached_error -- why an earlier game, now detached, is not saved.
    """

    def __init__(self, store: SaveStore) -> None:
        self.error = self.detached_error = ""
        self._store = store
        self._file: Document | None = None
        self._notices: list[str] = []

    @property
    def name(self) -> str | None:
        """The name of the saved game, None before it is first written."""
        return None if self._file is None else listed_name(self._file.path.name)

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
            file = self._file if name == self.name else None
            file = file or Document(path, None, _locked(path))
            try:
                content = read_regular_file(path, MAX_FILE_SIZE, "an SGF file")
                game = opened(content)
            except UserError:
                if file is not self._file:
                    file.release()
                raise
            if file is self._file:
                self._file = None
            self.detach_game()
            if not game.tree.damage:
                self._file, file.content = file, content
                return game
            file.release()
        game.tree.separate_from_file()
        notice = (
            f"{path.name} contains data that this program cannot write; the file is left unchanged,"
            " and the game is saved under a new name."
        )
        return game._replace(notices=(*game.notices, notice))

    def write(self, tree: Tree) -> str:
        """Save the game, and return notices: that saving failed, works again or uses a new name.

        Without a home folder, nothing is saved, and nothing is said about it.
        """
        if self._file is None and is_nowhere(self._store.folder):
            return ""
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
        if is_nowhere(self._store.folder):
            return f"Not saved: {NO_HOME}, or choose a folder with --saves."
        with defer_signals():
            trouble = self._save(tree, name)
            if not trouble or name in (None, self.name):
                self.error = trouble
        news, self._notices = self._notices, []
        if trouble:
            return "  ".join([*news, f"Not saved: {trouble}."])
        assert self._file is not None
        return "  ".join([*news, f"Saved as {self._file.path}"])

    def detach_game(self) -> None:
        """Stop saving the current game; the next game is saved to a new file."""
        self.release_lock()
        self.detached_error = self.detached_error or self.error
        self.error = ""
        self._file = None

    def release_lock(self) -> None:
        """Release the lock of the game's file."""
        if self._file is not None:
            self._file.release()

    def _save(self, tree: Tree, name: str | None) -> str:
        """Save the game, and return the error message, or an empty string; `name` is as in `save_as`."""
        try:
            content = tree.write(datetime.now(timezone.utc))
            if name is not None and name != self.name:
                self._rename(content, name)
                return ""
            file = self._file
            if file is None:
                make_folder(self._store.folder)
                self._store.remove_stale_files()
                file = self._take_new_file(datetime.now().strftime("%Y-%m-%d-%H%M%S"))
            state = file.save(content)
            if state == "changed":
                self._write_elsewhere(tree)
            elif state == "removed":
                self._notices.append(f"Another program removed {self.name}.sgf; it has been written again.")
        except (OSError, UserError) as error:
            return failure(error, self._store.folder)
        return ""

    def _write_elsewhere(self, tree: Tree) -> None:
        """Write the game to a new file, because another program has changed the one that it had."""
        before = self.name
        file = self._take_new_file(str(before))
        tree.separate_from_file()
        file.save(tree.write(datetime.now(timezone.utc)))
        self._notices.append(f"Another program changed {before}.sgf. This game is now saved as {self.name}.")

    def _take_new_file(self, stem: str) -> Document:
        """Lock a new file for the game, named `stem` with a number added if that is taken, and return it."""
        try:
            file = new_document(map(self._store.path, self._store.unused_names(stem)))
        except FileExistsError:
            raise UserError(
                f"{self._store.folder}: too many games are named {stem}; choose another folder with --saves"
            ) from None
        self.release_lock()
        self._file = file
        if file.lock is not None and not file.lock.is_held:
            self._notices.append(CANNOT_LOCK_NOTICE)
        return file

    def _rename(self, content: bytes, name: str) -> None:
        """Save the game under a new name.  Raise UserError or OSError, and keep the name, if this fails."""
        path = self._store.path(name)
        make_folder(self._store.folder)
        old, file = self._file, Document(path, None, FileLock(path))
        try:
            if file.save(content) == "changed":
                self._store.unused_path(name)  # raises UserError
        except (UserError, OSError):
            file.release()
            raise
        self._file = file
        if old is not None:
            with suppress(OSError):
                old.remove()
            old.release()


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
