"""Automatic saving, and access to the saved games."""

from pathlib import Path

from gnugo_py.storage.autosave import Autosave
from gnugo_py.storage.file_locks import FileLock, LockedError
from gnugo_py.storage.save_store import SaveStore
from tests.support.sgf_files import again, vertices


class Kept:
    """An `Autosave` for a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.autosave = Autosave(SaveStore(folder))

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
