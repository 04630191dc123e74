"""Tests of automatic saving: the file contains the game, and changes by other programs are kept."""

import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.types import Color, UserError
from gnugo_py.record.cursor import Cursor
from gnugo_py.record.engine_moves import new_game
from gnugo_py.storage.autosave import Autosave
from gnugo_py.storage.document import Document
from gnugo_py.storage.file_locks import FileLock
from gnugo_py.storage.resume import OpenedGame
from gnugo_py.storage.save_store import SaveStore
from tests.support.boards import move
from tests.support.paths import file_with
from tests.support.sgf_files import again, game, on, vertices, written


@pytest.fixture
def autosave(saves: Path) -> Iterator[Autosave]:
    one = Autosave(SaveStore(saves))
    yield one
    one.release_lock()


def saved(autosave: Autosave, opened: OpenedGame, name: str = "evening") -> None:
    assert autosave.save_as(opened.tree, name).startswith("Saved as")


def test_consecutive_moves_of_one_color_are_written_with_that_color() -> None:
    tree = new_game(GoPosition.start(9), {})
    cursor = Cursor(tree)
    cursor.play(move("C3", 9))
    assert cursor.play(move("D4", 9), Color.BLACK).color is Color.BLACK
    assert b";B[df]" in tree.write()


def test_a_file_changed_by_another_program_is_left_to_it(saves: Path, autosave: Autosave) -> None:
    opened = game("C3")
    saved(autosave, opened)
    (saves / "evening.sgf").write_text("(;SZ[9];B[ee])")
    on(opened, "D4")
    shown = autosave.write(opened.tree)
    assert shown == "Another program changed evening.sgf. This game is now saved as evening-2."
    assert (saves / "evening.sgf").read_text() == "(;SZ[9];B[ee])"
    assert vertices(again((saves / "evening-2.sgf").read_bytes())) == ["C3", "D4"]
    assert autosave.write(opened.tree) == ""


def test_what_another_program_writes_while_the_game_is_being_saved_is_left_to_it(
    saves: Path, autosave: Autosave, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened, sync = game("C3"), os.fsync
    saved(autosave, opened)

    def write_meanwhile(descriptor: int) -> None:
        sync(descriptor)
        (saves / "evening.sgf").write_text("(;SZ[9];B[ee])")

    on(opened, "D4")
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", write_meanwhile)
        shown = autosave.write(opened.tree)
    assert shown == "Another program changed evening.sgf. This game is now saved as evening-2."
    assert (saves / "evening.sgf").read_text() == "(;SZ[9];B[ee])"
    assert vertices(again((saves / "evening-2.sgf").read_bytes())) == ["C3", "D4"]


def test_what_failed_saves_have_written_all_the_same_is_no_change_by_another_program(
    saves: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saves.mkdir()
    document = Document(saves / "evening.sgf", None)

    def write_and_fail(path: Path, content: bytes, *_: object, **__: object) -> None:
        path.write_bytes(content)
        fail()

    def fail(*_: object, **__: object) -> None:
        raise OSError("the drive is gone")

    for failure, content in ((write_and_fail, b"one"), (fail, b"two"), (fail, b"three")):
        with monkeypatch.context() as patched:
            patched.setattr("gnugo_py.storage.document.create_atomically", failure)
            patched.setattr("gnugo_py.storage.document.write_atomically", failure)
            with pytest.raises(OSError, match="the drive is gone"):
                document.save(content)
        document.raise_if_changed()
        assert document.content is None
    assert document.save(b"four") == "unchanged"
    assert (document.path.read_bytes(), document.content) == (b"four", b"four")
    document.path.write_bytes(b"one")
    assert document.save(b"five") == "changed"


def test_a_removed_file_is_written_again_and_reported(saves: Path, autosave: Autosave) -> None:
    opened = game("C3")
    saved(autosave, opened)
    (saves / "evening.sgf").unlink()
    on(opened, "D4")
    assert autosave.write(opened.tree) == "Another program removed evening.sgf; it has been written again."
    assert vertices(again((saves / "evening.sgf").read_bytes())) == ["C3", "D4"]


def test_a_pipe_in_place_of_the_file_is_not_replaced(saves: Path, autosave: Autosave) -> None:
    opened = game("C3")
    saved(autosave, opened)
    (saves / "evening.sgf").unlink()
    os.mkfifo(saves / "evening.sgf")
    assert "saved as evening-2" in autosave.write(opened.tree)
    assert stat.S_ISFIFO((saves / "evening.sgf").stat().st_mode)


def test_a_game_that_cannot_be_written_leaves_its_file_unchanged(
    saves: Path, autosave: Autosave, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = game("C3")
    saved(autosave, opened)
    before = (saves / "evening.sgf").read_bytes()

    def refuse(*_: object) -> bytes:
        raise UserError("the game cannot be written")

    monkeypatch.setattr("gnugo_py.record.tree.Tree.write", refuse)
    assert "the game cannot be written" in autosave.write(on(opened, "D4").tree)
    assert autosave.error
    assert (saves / "evening.sgf").read_bytes() == before


def test_an_unchanged_file_of_our_own_is_continued(saves: Path, autosave: Autosave) -> None:
    saves.mkdir()
    (saves / "evening.sgf").write_bytes(written(game("C3", "pass")))
    opened = autosave.resume_saved_game("evening", again)
    assert autosave.write(on(opened, "pass").tree) == ""
    assert autosave.name == "evening"
    assert [path.name for path in saves.glob("*.sgf")] == ["evening.sgf"]


def test_writing_follows_no_link(saves: Path, autosave: Autosave, tmp_path: Path) -> None:
    saved(autosave, game("C3"))
    target = file_with(tmp_path / "precious", "precious")
    for name in (".evening.sgf.new", ".evening.sgf.lock"):
        (saves / name).unlink(missing_ok=True)
        (saves / name).symlink_to(target)
    (saves / "evening.sgf").unlink()
    (saves / "evening.sgf").symlink_to(target)
    autosave.write(game("C3", "D4").tree)
    assert target.read_text() == "precious"


def test_a_link_in_the_place_of_a_lock_is_not_followed(saves: Path, tmp_path: Path) -> None:
    saves.mkdir()
    (saves / ".evening.sgf.lock").symlink_to(tmp_path / "made by a lock")
    with pytest.raises(OSError, match="symbolic links"):
        FileLock(saves / "evening.sgf")
    assert not (tmp_path / "made by a lock").exists()


def test_a_pipe_in_the_place_of_a_lock_blocks_nobody(saves: Path) -> None:
    saves.mkdir()
    os.mkfifo(saves / ".evening.sgf.lock")
    with pytest.raises(OSError, match="is not a regular file; remove it"):
        FileLock(saves / "evening.sgf")


@pytest.mark.skipif(sys.platform == "win32", reason="modes mean nothing there")
def test_only_its_owner_reads_a_game(saves: Path, autosave: Autosave) -> None:
    saved(autosave, game("C3"))
    assert stat.S_IMODE((saves / "evening.sgf").stat().st_mode) == 0o600


def test_missing_support_for_locks_is_reported_once(
    saves: Path, autosave: Autosave, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_locks(*_: object) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr("gnugo_py.storage.file_locks.fcntl.flock", no_locks)
    opened = game("C3")
    assert (
        autosave.write(opened.tree)
        == "Files in this folder cannot be locked. Do not open the same game in two windows."
    )
    on(opened, "D4")
    assert autosave.write(opened.tree) == ""
    assert len(list(saves.glob("*.sgf"))) == 1
    assert not list(saves.glob(".*"))


def test_the_search_for_an_unlocked_name_is_limited(
    saves: Path, autosave: Autosave, monkeypatch: pytest.MonkeyPatch
) -> None:
    def always_locked(*_: object) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr("gnugo_py.storage.file_locks.fcntl.flock", always_locked)
    assert "too many games are named" in autosave.write(game("C3").tree)


def test_files_left_by_a_killed_program_are_removed_by_the_next_game(saves: Path, autosave: Autosave) -> None:
    saves.mkdir()
    for name in (".old.sgf.lock", ".old.sgf.new", ".old.sgf.0123456789abcdef.new"):
        (saves / name).touch()
    (saves / ".mine").touch()
    played = FileLock(saves / "played.sgf")
    (saves / ".played.sgf.0123456789abcdef.new").touch()
    autosave.write(game("C3").tree)
    left = {path.name for path in saves.glob(".*") if path.name != f".{autosave.name}.sgf.lock"}
    assert left == {".mine", ".played.sgf.lock", ".played.sgf.0123456789abcdef.new"}
    played.release()
