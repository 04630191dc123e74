"""Tests of automatic saving: the file contains the game, and changes by other programs are kept."""

import os
import stat
import sys
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import pytest

from gnugo_py.core.types import PASS, Color
from gnugo_py.games.go.game import GO
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.rules import preset
from gnugo_py.play.session import Session
from gnugo_py.record.reader import read_sgf
from gnugo_py.record.writer import can_rewrite_without_loss, is_content_of_session, session_to_sgf
from gnugo_py.storage.autosave import Autosave, AutosaveFunctions
from gnugo_py.storage.resume import resume_session
from gnugo_py.storage.save_store import FileLock, SaveStore
from tests.support.boards import move

DAY = date(2026, 11, 22)


def write(session: Session, serial: int) -> bytes:
    return session_to_sgf(session, DAY, serial)


def holds_more(content: bytes, session: Session) -> bool:
    return not can_rewrite_without_loss(content, session)


def opened(content: bytes) -> Session:
    def nobody(settings: object) -> None:
        raise AssertionError("these games have no players")

    return resume_session(read_sgf(content), nobody)  # type: ignore[arg-type]


def game(*vertices: str) -> Session:
    session = Session.from_position(GO, {}, GoPosition.start(9, preset("japanese", 9)))
    for vertex in vertices:
        session.play(move(vertex, 9))
    return session


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "saves"


@pytest.fixture
def autosave(folder: Path) -> Iterator[Autosave]:
    one = Autosave(SaveStore(folder), AutosaveFunctions(write, is_content_of_session, holds_more), lambda: 1)
    yield one
    one.release_lock()


def saved(autosave: Autosave, session: Session, name: str = "evening") -> None:
    assert autosave.save_as(session, name).startswith("Saved as")


def test_consecutive_moves_of_one_color_are_written_with_that_color() -> None:
    start = GoPosition.start(9, preset("japanese", 9))
    first = start.play_unchecked(move("C3", 9)).with_to_move(Color.BLACK)
    session = Session.from_position(GO, {}, first)
    session.play(move("D4", 9))
    assert session.current_turn.color is Color.BLACK
    assert b";B[df]" in write(session, 1)


def test_a_file_changed_by_another_program_is_left_to_it(folder: Path, autosave: Autosave) -> None:
    session = game("C3")
    saved(autosave, session)
    (folder / "evening.sgf").write_text("(;SZ[9];B[ee])")
    session.play(move("D4", 9))
    shown = autosave.write(session)
    assert shown == "Another program changed evening.sgf. This game is now saved as evening-2."
    assert (folder / "evening.sgf").read_text() == "(;SZ[9];B[ee])"
    assert (
        opened((folder / "evening-2.sgf").read_bytes()).turns_including_undone
        == session.turns_including_undone
    )
    assert autosave.write(session) == ""


def test_a_removed_file_is_written_again_and_reported(folder: Path, autosave: Autosave) -> None:
    session = game("C3")
    saved(autosave, session)
    (folder / "evening.sgf").unlink()
    session.play(move("D4", 9))
    assert autosave.write(session) == "Another program removed evening.sgf; it has been written again."
    assert (
        opened((folder / "evening.sgf").read_bytes()).turns_including_undone == session.turns_including_undone
    )


def test_a_pipe_in_place_of_the_file_is_not_replaced(folder: Path, autosave: Autosave) -> None:
    session = game("C3")
    saved(autosave, session)
    (folder / "evening.sgf").unlink()
    os.mkfifo(folder / "evening.sgf")
    assert "saved as evening-2" in autosave.write(session)
    assert stat.S_ISFIFO((folder / "evening.sgf").stat().st_mode)


def test_content_that_does_not_read_back_as_the_game_is_rejected(folder: Path) -> None:
    wrong = game("J9")
    autosave = Autosave(
        SaveStore(folder), AutosaveFunctions(write, is_content_of_session, holds_more), lambda: 1
    )
    session = game("C3")
    saved(autosave, session)
    good = (folder / "evening.sgf").read_bytes()
    autosave._form = AutosaveFunctions(
        lambda session, serial: write(wrong, serial), is_content_of_session, holds_more
    )
    session.play(move("D4", 9))
    assert "does not read back as this game" in autosave.write(session)
    assert autosave.error
    assert (folder / "evening.sgf").read_bytes() == good
    assert (folder / "evening.rejected").read_bytes() == write(wrong, 1)
    autosave.release_lock()


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace(";W[dd]", ";AB[aa];W[dd]"),
        lambda text: text.replace(";W[dd]", ";W[dd]LB[dd:1]"),
        lambda text: text.replace("PB[Human]", "PB[Zo\u00eb]"),
        lambda text: text.replace(";W[dd]", "(;W[dd])(;W[ee])"),
        lambda text: text + "(;SZ[9];B[ee])",
    ],
    ids=["set up in mid-game", "a label", "a name", "a variation", "a second game"],
)
def test_a_file_with_additional_data_is_not_overwritten(
    change: Callable[[str], str], folder: Path, autosave: Autosave
) -> None:
    folder.mkdir()
    file = folder / "evening.sgf"
    file.write_text(change(write(game("C3", "D6"), 1).decode()))
    before = file.read_bytes()
    session = autosave.resume_saved_game("evening", opened)
    assert "evening.sgf contains data that this program cannot write" in session.notices[0]
    session.play(move("A1", 9))
    autosave.write(session)
    assert file.read_bytes() == before
    assert autosave.name not in (None, "evening")
    assert (
        opened((folder / f"{autosave.name}.sgf").read_bytes()).turns_including_undone
        == session.turns_including_undone
    )


def test_an_unchanged_file_of_our_own_is_continued(folder: Path, autosave: Autosave) -> None:
    folder.mkdir()
    (folder / "evening.sgf").write_bytes(write(game("C3", "pass"), 1))
    session = autosave.resume_saved_game("evening", opened)
    session.play(PASS)
    assert autosave.write(session) == ""
    assert autosave.name == "evening"
    assert [path.name for path in folder.glob("*.sgf")] == ["evening.sgf"]


def test_writing_follows_no_link(folder: Path, autosave: Autosave, tmp_path: Path) -> None:
    saved(autosave, game("C3"))
    target = tmp_path / "precious"
    target.write_text("precious")
    for name in (".evening.sgf.new", ".evening.sgf.lock"):
        (folder / name).unlink(missing_ok=True)
        (folder / name).symlink_to(target)
    (folder / "evening.sgf").unlink()
    (folder / "evening.sgf").symlink_to(target)
    autosave.write(game("C3", "D4"))
    assert target.read_text() == "precious"


def test_a_link_in_the_place_of_a_lock_is_not_followed(folder: Path, tmp_path: Path) -> None:
    folder.mkdir()
    (folder / ".evening.sgf.lock").symlink_to(tmp_path / "made by a lock")
    with pytest.raises(OSError, match="symbolic links"):
        FileLock(folder / "evening.sgf")
    assert not (tmp_path / "made by a lock").exists()


def test_a_pipe_in_the_place_of_a_lock_blocks_nobody(folder: Path) -> None:
    folder.mkdir()
    os.mkfifo(folder / ".evening.sgf.lock")
    with pytest.raises(OSError, match="is not a regular file; remove it"):
        FileLock(folder / "evening.sgf")


@pytest.mark.skipif(sys.platform == "win32", reason="modes mean nothing there")
def test_only_its_owner_reads_a_game(folder: Path, autosave: Autosave) -> None:
    saved(autosave, game("C3"))
    assert stat.S_IMODE((folder / "evening.sgf").stat().st_mode) == 0o600


def test_missing_support_for_locks_is_reported_once(
    folder: Path, autosave: Autosave, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_locks(*_: object) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr("gnugo_py.storage.save_store.fcntl.flock", no_locks)
    session = game("C3")
    assert (
        autosave.write(session)
        == "Files in this folder cannot be locked. Do not open the same game in two windows."
    )
    session.play(move("D4", 9))
    assert autosave.write(session) == ""
    assert len(list(folder.glob("*.sgf"))) == 1
    assert not list(folder.glob(".*"))


def test_the_search_for_an_unlocked_name_is_limited(
    folder: Path, autosave: Autosave, monkeypatch: pytest.MonkeyPatch
) -> None:
    def always_locked(*_: object) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr("gnugo_py.storage.save_store.fcntl.flock", always_locked)
    assert "too many games are named" in autosave.write(game("C3"))


def test_files_left_by_a_killed_program_are_removed_by_the_next_game(
    folder: Path, autosave: Autosave
) -> None:
    folder.mkdir()
    for name in (".old.sgf.lock", ".old.sgf.new", ".old.sgf.0123456789abcdef.new"):
        (folder / name).touch()
    (folder / ".mine").touch()
    played = FileLock(folder / "played.sgf")
    (folder / ".played.sgf.0123456789abcdef.new").touch()
    autosave.write(game("C3"))
    left = {path.name for path in folder.glob(".*") if path.name != f".{autosave.name}.sgf.lock"}
    assert left == {".mine", ".played.sgf.lock", ".played.sgf.0123456789abcdef.new"}
    played.release()
