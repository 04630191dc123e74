"""Saving one game while it is played, so that it is never lost."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from gnugo_py.records.lock import Lock, Locked
from gnugo_py.records.store import Store
from gnugo_py.session import Session


class Saver:
    """Keeps one game in one file of the saves folder.

    store  -- the folder.
    write  -- makes a file's content of a session.
    name   -- the game's name, None before it is first written.
    """

    def __init__(self, store: Store, write: Callable[[Session], bytes]) -> None:
        self.name: str | None = None
        self._store = store
        self._write = write
        self._lock: Lock | None = None
        self._trouble = ""

    def adopt(self, name: str, opened: Callable[[], Session]) -> Session:
        """Go on with a game that was saved before, and let go of the one kept so far.

        opened -- reads it; asked once nobody else can write it.

        Raises ValueError, and keeps the one so far, if it cannot be read or is being played
        elsewhere; a folder that cannot be written is told at the first move.
        """
        if name == self.name:
            return opened()
        lock = None
        try:
            lock = Lock(self._store.path(name))
        except Locked as error:
            raise ValueError(f"{self._store.path(name)}: {error}") from None
        except OSError:
            lock = None
        try:
            session = opened()
        except ValueError:
            if lock is not None:
                lock.release()
            raise
        self.leave()
        self.name, self._lock = name, lock
        return session

    def keep(self, session: Session) -> str:
        """Write the game as it stands.  Returns what to tell: trouble, once, and its end; else nothing."""
        before, self._trouble = self._trouble, self._written(session)
        if self._trouble and not before:
            return f"The game cannot be saved: {self._trouble}.  It goes on all the same."
        return "The game is being saved again." if before and not self._trouble else ""

    def save(self, session: Session, name: str | None) -> str:
        """Save a game and say so, or say why it could not be: one sentence either way.

        name -- what to call it from now on; None for the name it has or, at first, one made of the date.
        """
        if name is not None and name != self.name:
            trouble = self._renamed(session, name)
        else:
            trouble = self._trouble = self._written(session)
        if trouble:
            return f"Not saved: {trouble}."
        assert self.name is not None
        return f"Saved as {self._store.path(self.name)}"

    def leave(self) -> None:
        """Let go of the game; the next one written gets a file of its own."""
        self.close()
        self.name, self._trouble = None, ""

    def close(self) -> None:
        """Let go of the game's file."""
        if self._lock is not None:
            self._lock.release()
        self._lock = None

    def _written(self, session: Session) -> str:
        """Write the game under its name; what went wrong, or nothing."""
        try:
            if self.name is None:
                self.name, self._lock = self._new_file()
            self._store.replace(self.name, self._write(session))
        except OSError as error:
            return f"{self._store.folder}: {error.strerror or error}"
        return ""

    def _new_file(self) -> tuple[str, Lock]:
        """A name that no game has, locked."""
        self._store.folder.mkdir(parents=True, exist_ok=True)
        for name in self._store.new_names(datetime.now()):
            try:
                lock = Lock(self._store.path(name))
            except Locked:
                continue  # another program began in the same second
            if not self._store.path(name).exists():
                return name, lock
            lock.release()
        raise AssertionError("names never end")

    def _renamed(self, session: Session, name: str) -> str:
        """Give the game another name; what went wrong, or nothing."""
        lock = None
        try:
            path = self._store.path(name)
            self._store.folder.mkdir(parents=True, exist_ok=True)
            lock = Lock(path)
            self._store.create(name, self._write(session))
        except (ValueError, OSError) as error:
            if lock is not None:
                lock.release()
            where = f"{self._store.folder}: " if isinstance(error, OSError) else ""
            return f"{where}{getattr(error, 'strerror', None) or error}"
        if self.name is not None:
            self._store.remove(self.name)
        self.close()
        self.name, self._lock = name, lock
        return ""
