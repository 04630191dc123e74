"""Tests of continuing a saved game."""

import errno
import re

import pytest

from gnugo_py.games.types import UserError
from gnugo_py.storage.file_locks import FileLock
from gnugo_py.storage.resume import OpenedGame
from gnugo_py.storage.save_store import SaveStore
from tests.support.autosave import Kept
from tests.support.sgf_files import again, game, on, vertices, written


def earlier(kept: Kept, name: str, *moves: str) -> None:
    """Create a saved game."""
    SaveStore(kept.folder).write_new_game(name, written(game(*moves)))


def test_a_resumed_game_is_continued_in_its_file(kept: Kept) -> None:
    earlier(kept, "x", "C3")
    opened = kept.autosave.resume_saved_game("x", again)
    assert (vertices(opened), opened.notices) == (["C3"], ())
    assert (kept.autosave.name, kept.is_locked("x")) == ("x", True)
    assert kept.autosave.write(on(opened, "D4").tree) == ""
    assert (kept.names(), kept.moves("x")) == (["x"], ["C3", "D4"])


def test_resuming_a_game_releases_the_previous_one(kept: Kept) -> None:
    earlier(kept, "x", "C3")
    kept.autosave.save_as(game("E5").tree, "y")
    kept.autosave.error = "full"
    kept.autosave.resume_saved_game("x", again)
    assert (kept.is_locked("x"), kept.is_locked("y")) == (True, False)
    assert (kept.autosave.error, kept.autosave.detached_error) == ("", "full")


def test_the_current_game_can_be_resumed(kept: Kept) -> None:
    kept.autosave.save_as(game("C3").tree, "x")
    opened = kept.autosave.resume_saved_game("x", again)
    assert vertices(opened) == ["C3"]
    assert kept.is_locked("x")
    kept.autosave.write(on(opened, "D4").tree)
    assert (kept.names(), kept.moves("x")) == (["x"], ["C3", "D4"])


def unreadable(_: bytes) -> OpenedGame:
    raise UserError("it is damaged")


def test_a_failed_resume_keeps_the_current_game(kept: Kept) -> None:
    earlier(kept, "x", "C3")
    kept.autosave.save_as(game("E5").tree, "y")
    with pytest.raises(UserError, match=re.escape(f"{kept.folder / 'z.sgf'}: no such file; check the name")):
        kept.autosave.resume_saved_game("z", again)
    with pytest.raises(UserError, match="it is damaged"):
        kept.autosave.resume_saved_game("x", unreadable)
    with pytest.raises(UserError, match="it is damaged"):
        kept.autosave.resume_saved_game("y", unreadable)
    assert (kept.autosave.name, kept.is_locked("y"), kept.is_locked("x"), kept.is_locked("z")) == (
        "y",
        True,
        False,
        False,
    )
    assert kept.autosave.write(game("E5", "F6").tree) == ""
    assert kept.moves("y") == ["E5", "F6"]


def test_a_game_that_is_open_elsewhere_is_not_resumed(kept: Kept) -> None:
    earlier(kept, "x", "C3")
    lock = FileLock(kept.folder / "x.sgf")
    with pytest.raises(UserError, match=re.escape(f"{kept.folder / 'x.sgf'}: this game is open in another")):
        kept.autosave.resume_saved_game("x", again)
    lock.release()


def test_a_game_in_a_read_only_folder_can_be_resumed(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    earlier(kept, "x", "C3")

    def forbidden(*_: object) -> FileLock:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr("gnugo_py.storage.autosave.FileLock", forbidden)
    assert vertices(kept.autosave.resume_saved_game("x", again)) == ["C3"]
    assert kept.autosave.name == "x"


def test_a_damaged_game_is_left_unchanged_and_unlocked(kept: Kept) -> None:
    earlier(kept, "x", "C3")
    file = kept.folder / "x.sgf"
    before = file.read_bytes().replace(b";B[cg]", b";B[cg] what is this? ")
    file.write_bytes(before)
    opened = kept.autosave.resume_saved_game("x", again)
    shown = "x.sgf contains data that this program cannot write; the file is left unchanged,"
    assert opened.notices == (f"{shown} and the game is saved under a new name.",)
    assert (kept.autosave.name, kept.is_locked("x")) == (None, False)
    kept.autosave.write(on(opened, "D4").tree)
    assert (len(kept.names()), file.read_bytes()) == (2, before)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b";W[dd]", b";W[dd]LB[dd:1]XX[theirs]"),
        (b"PB[Human]", "PB[Zo\u00eb]".encode()),
        (b";W[dd]", b"(;W[dd])(;W[ee]C[better])"),
        (b";W[dd]", b";W[dd];C[no move here]"),
        (b")\n", b")(;SZ[9];B[ee])\n"),
    ],
    ids=["properties", "a name", "a variation", "a comment", "a second game"],
)
def test_what_another_program_added_stays_in_the_file(old: bytes, new: bytes, kept: Kept) -> None:
    earlier(kept, "x", "C3", "D6")
    file = kept.folder / "x.sgf"
    file.write_bytes(file.read_bytes().replace(old, new))
    opened = kept.autosave.resume_saved_game("x", again)
    assert opened.notices == ()
    assert kept.autosave.write(on(opened, "A1").tree) == ""
    assert (kept.names(), kept.moves("x")) == (["x"], ["C3", "D6", "A1"])
    added = new.replace(b")\n", b"").replace(b";W[dd]", b"").strip(b"()")
    assert added in file.read_bytes().replace(b"\n", b"")
