"""A saver, and what is in its folder."""

from __future__ import annotations

from pathlib import Path

from gnugo_py.play.session import Session
from gnugo_py.sgf.grammar import parse
from gnugo_py.sgf.properties import private_of
from gnugo_py.sgf.writer import can_be_written_again, is_game
from gnugo_py.storage.autosave import Format, Saver
from gnugo_py.storage.save_store import Lock, Locked, Store
from tests.boards import move
from tests.records.files import again, vertices, written

FORM = Format(written, is_game, lambda content, session: not can_be_written_again(content, session))


class Kept:
    """A saver of a folder, with numbers that grow."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.asked = 0
        self.saver = Saver(Store(folder), FORM, self._next)

    def _next(self) -> int:
        self.asked += 1
        return 10 * self.asked

    def serial(self, name: str) -> object:
        """The number in a game's file."""
        found = private_of(parse((self.folder / f"{name}.sgf").read_bytes()).nodes[0])
        assert found is not None
        return found["serial"]

    def moves(self, name: str) -> list[str]:
        """The moves in a game's file."""
        return vertices(again((self.folder / f"{name}.sgf").read_bytes()))

    def names(self) -> list[str]:
        """The games of the folder."""
        return sorted(path.stem for path in self.folder.glob("*.sgf"))

    def is_locked(self, name: str) -> bool:
        """Whether somebody plays a game."""
        try:
            Lock(self.folder / f"{name}.sgf").release()
        except Locked:
            return True
        return False


def on(session: Session, vertex: str) -> Session:
    session.play(move(vertex, 9))
    return session
