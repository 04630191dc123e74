"""Automatic saving, and access to the saved games."""

from __future__ import annotations

from pathlib import Path

from gnugo_py.play.session import Session
from gnugo_py.record.properties import private_data
from gnugo_py.record.sgf_parser import parse_sgf_game
from gnugo_py.record.writer import can_rewrite_without_loss, is_content_of_session
from gnugo_py.storage.autosave import Autosave, AutosaveFunctions
from gnugo_py.storage.save_store import FileLock, LockedError, SaveStore
from tests.support.boards import move
from tests.support.sgf_files import again, vertices, written

FORM = AutosaveFunctions(
    written, is_content_of_session, lambda content, session: not can_rewrite_without_loss(content, session)
)


class Kept:
    """An `Autosave` for a folder, with increasing serial numbers."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.asked = 0
        self.autosave = Autosave(SaveStore(folder), FORM, self._next)

    def _next(self) -> int:
        self.asked += 1
        return 10 * self.asked

    def serial(self, name: str) -> object:
        """Return the serial number in a game's file."""
        found = private_data(parse_sgf_game((self.folder / f"{name}.sgf").read_bytes()).main_line[0])
        assert found is not None
        return found["serial"]

    def moves(self, name: str) -> list[str]:
        """Return the moves in a game's file."""
        return vertices(again((self.folder / f"{name}.sgf").read_bytes()))

    def names(self) -> list[str]:
        """Return the names of the games in the folder."""
        return sorted(path.stem for path in self.folder.glob("*.sgf"))

    def is_locked(self, name: str) -> bool:
        """Return whether a game is locked."""
        try:
            FileLock(self.folder / f"{name}.sgf").release()
        except LockedError:
            return True
        return False


def on(session: Session, vertex: str) -> Session:
    session.play(move(vertex, 9))
    return session
