"""Going on with a game that was saved before."""

from __future__ import annotations

import errno
import re

import pytest

from gnugo_py.core.types import Mistake
from gnugo_py.play.session import Session
from gnugo_py.storage.save_store import Lock, Store
from tests.records.files import again, game, vertices, written
from tests.records.kept import Kept, on


def earlier(kept: Kept, name: str, *moves: str) -> None:
    """A game that was saved before."""
    Store(kept.folder).create(name, written(game(*moves), 3))


def test_a_saved_game_is_adopted_with_a_new_number(kept: Kept) -> None:
    earlier(kept, "x", "C3")
    session = kept.saver.adopt("x", again)
    assert (vertices(session), session.remarks) == (["C3"], ())
    assert (kept.saver.name, kept.is_locked("x")) == ("x", True)
    assert kept.saver.keep(on(session, "D4")) == ""
    assert (kept.names(), kept.moves("x"), kept.serial("x")) == (["x"], ["C3", "D4"], 10)


def test_the_game_kept_before_is_let_go(kept: Kept) -> None:
    earlier(kept, "x", "C3")
    kept.saver.save(game("E5"), "y")
    kept.saver.trouble = "full"
    kept.saver.adopt("x", again)
    assert (kept.is_locked("x"), kept.is_locked("y")) == (True, False)
    assert (kept.saver.trouble, kept.saver.lost) == ("", "full")


def test_the_game_itself_can_be_adopted_again(kept: Kept) -> None:
    kept.saver.save(game("C3"), "x")
    session = kept.saver.adopt("x", again)
    assert vertices(session) == ["C3"]
    assert kept.is_locked("x")
    kept.saver.keep(on(session, "D4"))
    assert (kept.names(), kept.serial("x")) == (["x"], 20)


def unreadable(_: bytes) -> Session:
    raise Mistake("it is damaged")


def test_what_cannot_be_adopted_leaves_the_game_kept_so_far(kept: Kept) -> None:
    earlier(kept, "x", "C3")
    kept.saver.save(game("E5"), "y")
    with pytest.raises(Mistake, match=re.escape(f"{kept.folder / 'z.sgf'}: no such file; check the name")):
        kept.saver.adopt("z", again)
    with pytest.raises(Mistake, match="it is damaged"):
        kept.saver.adopt("x", unreadable)
    with pytest.raises(Mistake, match="it is damaged"):
        kept.saver.adopt("y", unreadable)
    assert (kept.saver.name, kept.is_locked("y"), kept.is_locked("x"), kept.is_locked("z")) == (
        "y",
        True,
        False,
        False,
    )
    assert kept.saver.keep(game("E5", "F6")) == ""
    assert kept.moves("y") == ["E5", "F6"]


def test_a_game_that_is_played_elsewhere_is_not_adopted(kept: Kept) -> None:
    earlier(kept, "x", "C3")
    lock = Lock(kept.folder / "x.sgf")
    with pytest.raises(
        Mistake, match=re.escape(f"{kept.folder / 'x.sgf'}: this game is being played in another")
    ):
        kept.saver.adopt("x", again)
    lock.release()


def test_a_game_in_a_folder_that_cannot_be_written_is_adopted(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    earlier(kept, "x", "C3")

    def forbidden(*_: object) -> Lock:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr("gnugo_py.storage.autosave.Lock", forbidden)
    assert vertices(kept.saver.adopt("x", again)) == ["C3"]
    assert kept.saver.name == "x"


def test_a_game_with_more_than_can_be_written_stays_and_is_not_locked(kept: Kept) -> None:
    earlier(kept, "x", "C3")
    file = kept.folder / "x.sgf"
    file.write_bytes(file.read_bytes().replace(b"PB[Human]", b"PB[Ann]"))
    session = kept.saver.adopt("x", again)
    told = "x.sgf holds more than this program can write again; it stays as it is,"
    assert session.remarks == (f"{told} and the game goes on under a new name.",)
    assert (kept.saver.name, kept.is_locked("x"), kept.asked) == (None, False, 0)
