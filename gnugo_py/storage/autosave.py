"""Automatic saving of games; the modules that read and write files are imported only when needed."""

from __future__ import annotations

import errno
from collections.abc import Callable
from datetime import date, datetime
from typing import NamedTuple

from gnugo_py.core.os_signals import defer_signals
from gnugo_py.core.types import UserError
from gnugo_py.play.session import Session
from gnugo_py.storage.save_store import FileLock, LockedError, SaveStore


def sgf_autosave_functions() -> AutosaveFunctions:
    """Return the functions that write saved games as SGF files, with today's date."""

    def write(session: Session, serial: int) -> bytes:
        from gnugo_py.record.writer import session_to_sgf

        return session_to_sgf(session, date.today(), serial)

    def matches(content: bytes, session: Session) -> bool:
        from gnugo_py.record.writer import is_content_of_session

        return is_content_of_session(content, session)

    def holds_more(content: bytes, session: Session) -> bool:
        from gnugo_py.record.writer import can_rewrite_without_loss

        return not can_rewrite_without_loss(content, session)

    return AutosaveFunctions(write, matches, holds_more)


def next_serial(store: SaveStore) -> int:
    """Return a serial number above those of all games in a folder, or 1 if the folder cannot be used."""
    from gnugo_py.storage.saved_games import highest_serial

    try:
        return store.allocate_game_serial(lambda: highest_serial(store))
    except (UserError, OSError):  # the folder cannot be used; saving reports the error
        return 1


_IN_THE_WAY = (errno.EEXIST, errno.ELOOP, errno.EISDIR, errno.ENXIO)
CANNOT_LOCK_NOTICE = "Files in this folder cannot be locked. Do not open the same game in two windows."


class AutosaveFunctions(NamedTuple):
    """The functions that convert a session to the content of a file.

    write                 -- returns the content. The serial number that it receives increases with every
                             game started or resumed.
    is_content_of_session -- returns whether the content reads back as the session's game.
    holds_more            -- returns whether the content has data that would be lost if the session were
                             written again.
    """

    write: Callable[[Session, int], bytes]
    is_content_of_session: Callable[[bytes, Session], bool]
    holds_more: Callable[[bytes, Session], bool]


class SaveError(Exception):
    """A game could not be written; the message gives the reason."""


class Autosave:
    """Automatic saving of one game at a time to a file in the save folder.

    A file is replaced only if it still has the content that was last written, and only if the new content
    reads back as the same game. Files by other programs are therefore never overwritten. If writing is
    interrupted, the file has either the old or the new content.

    store  -- the save folder.
    form   -- the file format.
    serial -- returns the serial number for a game that is being started or resumed.

    name           -- name of the saved game, None before it is first written.
    error          -- why the current game is not saved, empty if it is.
    detached_error -- why an earlier game, now detached, is not saved.
    """

    def __init__(self, store: SaveStore, form: AutosaveFunctions, serial: Callable[[], int]) -> None:
        self.name: str | None = None
        self.error = self.detached_error = ""
        self._store = store
        self._form = form
        self._next_serial = serial
        self._serial = 0
        self._lock: FileLock | None = None
        self._content: bytes | None = None
        self._unconfirmed: bytes | None = None
        self._notices: list[str] = []

    def resume_saved_game(self, name: str, opened: Callable[[bytes], Session]) -> Session:
        """Resume a saved game in place of the current one, and return its session.

        A file with data that this program cannot write (variations, properties by another program) is left
        unchanged, and the game is saved under a new name.

        name   -- name of the saved game.
        opened -- returns the session for the content of the file; called after the file is locked.

        Raise UserError, and keep the current game, if the file cannot be read or another program is playing
        the game. If the folder cannot be written to, the error is reported after the first move.
        """
        with defer_signals():
            return self._adopted(name, opened)

    def _adopted(self, name: str, opened: Callable[[bytes], Session]) -> Session:
        """Resume a saved game; see `resume_saved_game`."""
        path = self._store.path(name)
        is_the_same = name == self.name
        lock = self._lock if is_the_same else self._locked(name)
        try:
            content = self._store.read_game_content(name)
            if content is None:
                raise UserError(f"{path}: no such file; check the name")
            session = opened(content)
        except UserError:
            if lock is not None and not is_the_same:
                lock.release()
            raise
        if is_the_same:
            self._lock = None
        self.detach_game()
        if self._form.holds_more(content, session):
            if lock is not None:
                lock.release()
            session.notices += (
                f"{path.name} contains data that this program cannot write; the file is left unchanged,"
                " and the game is saved under a new name.",
            )
            return session
        self.name, self._lock, self._content = name, lock, content
        self._serial = self._next_serial()
        return session

    def _locked(self, name: str) -> FileLock | None:
        """Return the lock of a game, or None if the file cannot be locked.

        Raise UserError if another program is playing the game.
        """
        path = self._store.path(name)
        try:
            return FileLock(path)
        except LockedError as error:
            raise UserError(f"{path}: {error}") from None
        except OSError:
            return None

    def write(self, session: Session) -> str:
        """Save the session, and return notices: that saving failed, works again or uses a new name."""
        with defer_signals():
            before, self.error = self.error, self._written(session)
        news, self._notices = self._notices, []
        if self.error and not before:
            news.append(f"The game cannot be saved: {self.error}.  You can continue playing.")
        elif before and not self.error:
            news.append("The game is being saved again.")
        return "  ".join(news)

    def save_as(self, session: Session, name: str | None) -> str:
        """Save the session, and return a message that says where it was saved or why it was not saved.

        name -- new name of the game; None for the current name or, if there is none, for one made
                from the date and time.
        """
        with defer_signals():
            if name is not None and name != self.name:
                trouble = self._rename(session, name)
            else:
                trouble = self.error = self._written(session)
        news, self._notices = self._notices, []
        if trouble:
            return "  ".join([*news, f"Not saved: {trouble}."])
        assert self.name is not None
        return "  ".join([*news, f"Saved as {self._store.path(self.name)}"])

    def detach_game(self) -> None:
        """Stop saving the current game; the next game is saved to a new file."""
        self.release_lock()
        self.detached_error = self.detached_error or self.error
        self.name, self.error = None, ""
        self._content = self._unconfirmed = None

    def release_lock(self) -> None:
        """Release the lock of the game's file."""
        if self._lock is not None:
            self._lock.release()
        self._lock = None

    def _written(self, session: Session) -> str:
        """Write the session to its file, and return the error message, or an empty string."""
        try:
            if self.name is None:
                self._begin()
            is_gone = self._yield_to_other_writer()
            self._replace(session)
            if is_gone:
                self._notices.append(f"Another program removed {self.name}.sgf; it has been written again.")
        except (SaveError, UserError) as error:
            return str(error)
        except OSError as error:
            return f"{self._store.folder}: {error.strerror or error}"
        return ""

    def _begin(self) -> None:
        """Choose an unused name made from the date and time, and lock it."""
        self._store.folder.mkdir(parents=True, exist_ok=True)
        self._store.remove_stale_files()
        self._serial = self._next_serial()
        self._choose_free_name(datetime.now().strftime("%Y-%m-%d-%H%M%S"))

    def _choose_free_name(self, stem: str) -> None:
        """Name the game `stem`, with a number added if the name is taken, and lock the name."""
        for name in self._store.unused_names(stem):
            try:
                lock = FileLock(self._store.path(name))
            except LockedError:
                continue  # another program started a game in the same second
            except OSError as error:
                if error.errno in _IN_THE_WAY:
                    continue
                raise
            if self._store.read_game_content(name) is None:
                self.release_lock()
                self.name, self._lock, self._content = name, lock, None
                if not lock.is_held:
                    self._notices.append(CANNOT_LOCK_NOTICE)
                return
            lock.release()
        raise SaveError(
            f"{self._store.folder}: too many games are named {stem}; choose another folder with --saves"
        )

    def _yield_to_other_writer(self) -> bool:
        """Choose a new name if another program changed the file; return whether the file was removed."""
        assert self.name is not None
        try:
            data = self._store.read_game_content(self.name)
        except UserError:
            data = b""
        if data is None:
            return self._content is not None
        if data in (self._content, self._unconfirmed):
            self._content = data
            return False
        old = self.name
        self._choose_free_name(old)
        self._serial = self._next_serial()
        self._notices.append(f"Another program changed {old}.sgf. This game is now saved as {self.name}.")
        return False

    def _replace(self, session: Session) -> None:
        """Write the session to its file, after checking that the new content reads back as the same game.

        Content that fails the check is written to a separate file, and SaveError is raised.
        """
        assert self.name is not None
        content = self._form.write(session, self._serial)
        if self._form.is_content_of_session(content, session):
            self._unconfirmed = content
            self._store.replace(self.name, content)
            self._content = content
            return
        beside = self._store.write_rejected(self.name, content)
        raise SaveError(
            f"the new content does not read back as this game; it was written to {beside.name},"
            f" and {self.name}.sgf is unchanged; please report this"
        )

    def _rename(self, session: Session, name: str) -> str:
        """Save the session under a new name, and return the error message, or an empty string."""
        old, lock, content = self.name, self._lock, self._content
        try:
            path = self._store.path(name)
            self._store.folder.mkdir(parents=True, exist_ok=True)
            new_lock = FileLock(path)
        except UserError as error:
            return str(error)
        except OSError as error:
            return f"{self._store.folder}: {error.strerror or error}"
        self.name, self._lock, self._content = name, new_lock, None
        try:
            if self._store.read_game_content(name) is not None:
                raise SaveError(f"a saved game named '{name}' already exists; choose another name")
            self._serial = self._serial or self._next_serial()
            self._replace(session)
        except (SaveError, UserError, OSError) as error:
            new_lock.release()
            self.name, self._lock, self._content = old, lock, content
            if isinstance(error, OSError):
                return f"{self._store.folder}: {error.strerror or error}"
            return str(error)
        self.error = ""
        if old is not None and self._holds(old, content):
            self._store.remove(old)
        if lock is not None:
            lock.release()
        return ""

    def _holds(self, name: str, content: bytes | None) -> bool:
        """Return whether the file of a game has this content."""
        try:
            return self._store.read_game_content(name) == content
        except UserError:
            return False
