"""How games of this program are kept in files; reading and writing them is loaded when it is needed."""

from __future__ import annotations

import errno
from collections.abc import Callable
from datetime import date, datetime
from typing import NamedTuple

from gnugo_py.core.signals import defer_signals
from gnugo_py.core.types import Mistake
from gnugo_py.play.session import Session
from gnugo_py.storage.save_store import Lock, Locked, Store


def sgf_format() -> Format:
    """Games as SGF files of this day."""

    def write(session: Session, serial: int) -> bytes:
        from gnugo_py.sgf.writer import to_sgf

        return to_sgf(session, date.today(), serial)

    def is_game(content: bytes, session: Session) -> bool:
        from gnugo_py.sgf.writer import is_game

        return is_game(content, session)

    def holds_more(content: bytes, session: Session) -> bool:
        from gnugo_py.sgf.writer import can_be_written_again

        return not can_be_written_again(content, session)

    return Format(write, is_game, holds_more)


def next_serial(store: Store) -> int:
    """Return a number higher than that of any game of a folder."""
    from gnugo_py.storage.saved_games import highest_serial

    try:
        return store.next_serial(lambda: highest_serial(store))
    except (Mistake, OSError):  # a folder that cannot be written; saving reports that
        return 1


_IN_THE_WAY = (errno.EEXIST, errno.ELOOP, errno.EISDIR, errno.ENXIO)
CANNOT_LOCK = "This folder cannot lock files: do not play one game in two windows."


class Format(NamedTuple):
    """How a session becomes a file's content.

    write   -- the content; the number says how many games of the folder were begun or gone on with before.
    is_game -- whether a content, read back, is the session's game.
    holds_more -- whether a content holds what writing its session again would lose.
    """

    write: Callable[[Session, int], bytes]
    is_game: Callable[[bytes, Session], bool]
    holds_more: Callable[[bytes, Session], bool]


class NotSaved(Exception):
    """A game that could not be written; the message says why."""


class Saver:
    """Keeps one game in one file of the saves folder.

    Before a file is replaced it must still hold what was written last, and the new content must
    read back as the game.  So nothing of anybody's is ever overwritten.  Where writing was interrupted,
    the file may hold the old content or the new one.

    store  -- the folder.
    form   -- makes files of sessions.
    serial -- the number for a game that is begun or gone on with now.

    name    -- the game's name, None before it is first written.
    trouble -- why the game as it stands is not in a file, empty if it is.
    lost    -- why a game that was let go is not in a file.
    """

    def __init__(self, store: Store, form: Format, serial: Callable[[], int]) -> None:
        self.name: str | None = None
        self.trouble = self.lost = ""
        self._store = store
        self._form = form
        self._next_serial = serial
        self._serial = 0
        self._lock: Lock | None = None
        self._content: bytes | None = None
        self._unconfirmed: bytes | None = None
        self._news: list[str] = []

    def adopt(self, name: str, opened: Callable[[bytes], Session]) -> Session:
        """Go on with a game that was saved before, and let go of the one kept so far.

        A file that holds more than its game (variations, another program's notes) is left as it is, and
        the game goes on under a new name.

        opened -- makes the session of the file's content; asked once nobody else can write it.

        Raises Mistake, and keeps the one so far, if it cannot be read or is being played
        elsewhere; a folder that cannot be written is told at the first move.
        """
        with defer_signals():
            return self._adopted(name, opened)

    def _adopted(self, name: str, opened: Callable[[bytes], Session]) -> Session:
        """Go on with a saved game; see `adopt`."""
        path = self._store.path(name)
        is_the_same = name == self.name
        lock = self._lock if is_the_same else self._locked(name)
        try:
            content = self._store.content(name)
            if content is None:
                raise Mistake(f"{path}: no such file; check the name")
            session = opened(content)
        except Mistake:
            if lock is not None and not is_the_same:
                lock.release()
            raise
        if is_the_same:
            self._lock = None
        self.leave()
        if self._form.holds_more(content, session):
            if lock is not None:
                lock.release()
            session.remarks += (
                f"{path.name} holds more than this program can write again; it stays as it is,"
                " and the game goes on under a new name.",
            )
            return session
        self.name, self._lock, self._content = name, lock, content
        self._serial = self._next_serial()
        return session

    def _locked(self, name: str) -> Lock | None:
        """A game's lock, None where there can be none.  Raises Mistake if somebody plays it."""
        path = self._store.path(name)
        try:
            return Lock(path)
        except Locked as error:
            raise Mistake(f"{path}: {error}") from None
        except OSError:
            return None

    def keep(self, session: Session) -> str:
        """Write the game as it stands.  Returns what to tell: trouble, once, and its end; else nothing."""
        with defer_signals():
            before, self.trouble = self.trouble, self._written(session)
        news, self._news = self._news, []
        if self.trouble and not before:
            news.append(f"The game cannot be saved: {self.trouble}.  It goes on all the same.")
        elif before and not self.trouble:
            news.append("The game is being saved again.")
        return "  ".join(news)

    def save(self, session: Session, name: str | None) -> str:
        """Save a game and say so, or say why it could not be: one sentence either way.

        name -- what to call it from now on; None for the name it has or, at first, one made of the date.
        """
        with defer_signals():
            if name is not None and name != self.name:
                trouble = self._renamed(session, name)
            else:
                trouble = self.trouble = self._written(session)
        news, self._news = self._news, []
        if trouble:
            return "  ".join([*news, f"Not saved: {trouble}."])
        assert self.name is not None
        return "  ".join([*news, f"Saved as {self._store.path(self.name)}"])

    def leave(self) -> None:
        """Let go of the game; the next one written gets a file of its own."""
        self.close()
        self.lost = self.lost or self.trouble
        self.name, self.trouble = None, ""
        self._content = self._unconfirmed = None

    def close(self) -> None:
        """Let go of the game's file."""
        if self._lock is not None:
            self._lock.release()
        self._lock = None

    def _written(self, session: Session) -> str:
        """Write the game under its name; what went wrong, or nothing."""
        try:
            if self.name is None:
                self._begin()
            is_gone = self._make_room()
            self._replace(session)
            if is_gone:
                self._news.append(f"{self.name}.sgf was taken away by another program; it is written anew.")
        except (NotSaved, Mistake) as error:
            return str(error)
        except OSError as error:
            return f"{self._store.folder}: {error.strerror or error}"
        return ""

    def _begin(self) -> None:
        """Choose a name that no game has, and lock it."""
        self._store.folder.mkdir(parents=True, exist_ok=True)
        self._store.tidy()
        self._serial = self._next_serial()
        self._take_new_name(datetime.now().strftime("%Y-%m-%d-%H%M%S"))

    def _take_new_name(self, stem: str) -> None:
        """Call the game by a stem, or that with a number, so that no game has the name."""
        for name in self._store.new_names(stem):
            try:
                lock = Lock(self._store.path(name))
            except Locked:
                continue  # another program began in the same second
            except OSError as error:
                if error.errno in _IN_THE_WAY:
                    continue
                raise
            if self._store.content(name) is None:
                self.close()
                self.name, self._lock, self._content = name, lock, None
                if not lock.is_held:
                    self._news.append(CANNOT_LOCK)
                return
            lock.release()
        raise NotSaved(f"{self._store.folder}: too many games are called {stem}; name another with --saves")

    def _make_room(self) -> bool:
        """If somebody else wrote the game's file, leave it to them, and say so; whether it is gone."""
        assert self.name is not None
        try:
            found = self._store.content(self.name)
        except Mistake:
            found = b""
        if found is None:
            return self._content is not None
        if found in (self._content, self._unconfirmed):
            self._content = found
            return False
        old = self.name
        self._take_new_name(old)
        self._serial = self._next_serial()
        self._news.append(f"{old}.sgf was changed by another program; this game goes on as {self.name}.")
        return False

    def _replace(self, session: Session) -> None:
        """Write the game over its file once the content has proved to be the game."""
        assert self.name is not None
        content = self._form.write(session, self._serial)
        if self._form.is_game(content, session):
            self._unconfirmed = content
            self._store.replace(self.name, content)
            self._content = content
            return
        beside = self._store.put_beside(self.name, content)
        raise NotSaved(
            f"what was to be written does not read back as this game; it is in {beside.name},"
            f" and {self.name}.sgf is as it was; please report this"
        )

    def _renamed(self, session: Session, name: str) -> str:
        """Give the game another name; what went wrong, or nothing."""
        old, lock, content = self.name, self._lock, self._content
        try:
            path = self._store.path(name)
            self._store.folder.mkdir(parents=True, exist_ok=True)
            new_lock = Lock(path)
        except Mistake as error:
            return str(error)
        except OSError as error:
            return f"{self._store.folder}: {error.strerror or error}"
        self.name, self._lock, self._content = name, new_lock, None
        try:
            if self._store.content(name) is not None:
                raise NotSaved(f"there is a saved game '{name}' already; choose another name")
            self._serial = self._serial or self._next_serial()
            self._replace(session)
        except (NotSaved, Mistake, OSError) as error:
            new_lock.release()
            self.name, self._lock, self._content = old, lock, content
            if isinstance(error, OSError):
                return f"{self._store.folder}: {error.strerror or error}"
            return str(error)
        self.trouble = ""
        if old is not None and self._holds(old, content):
            self._store.remove(old)
        if lock is not None:
            lock.release()
        return ""

    def _holds(self, name: str, content: bytes | None) -> bool:
        """Whether a game's file holds what we wrote into it."""
        try:
            return self._store.content(name) == content
        except Mistake:
            return False
