"""Tests of keeping a game in one file: its name, lock, and error reports."""

import errno
import os
import sys
from datetime import datetime

import pytest

from gnugo_py.storage.autosave import CANNOT_LOCK_NOTICE
from gnugo_py.storage.file_locks import FileLock
from gnugo_py.storage.save_store import SaveStore
from tests.support.autosave import Kept
from tests.support.sgf_files import game, on


def test_an_unsaved_game_has_no_name_and_no_error(kept: Kept) -> None:
    autosave = kept.autosave
    assert (autosave.name, autosave.error, autosave.detached_error) == (None, "", "")
    assert not kept.folder.exists()


def test_a_game_is_named_by_the_time_it_began(kept: Kept) -> None:
    before = datetime.now().replace(microsecond=0)
    assert kept.autosave.write(game("C3").tree) == ""
    assert kept.autosave.name is not None
    assert before <= datetime.strptime(kept.autosave.name, "%Y-%m-%d-%H%M%S") <= datetime.now()
    assert kept.names() == [kept.autosave.name]
    assert kept.is_locked(kept.autosave.name)


def test_a_game_keeps_its_name(kept: Kept) -> None:
    opened = game("C3")
    kept.autosave.write(opened.tree)
    name = kept.autosave.name
    assert name is not None
    kept.autosave.write(on(opened, "D4").tree)
    assert (kept.names(), kept.moves(name)) == ([name], ["C3", "D4"])


def test_save_as_saves_the_game_under_the_name_and_reports_it(kept: Kept) -> None:
    shown = f"Saved as {kept.folder / 'x.sgf'}"
    assert kept.autosave.save_as(game("C3").tree, "x") == shown
    assert (kept.autosave.name, kept.names()) == ("x", ["x"])
    assert kept.autosave.save_as(game("C3").tree, None) == shown
    assert kept.autosave.save_as(game("C3").tree, "x") == shown


def test_save_as_with_a_new_name_removes_the_old_file(kept: Kept) -> None:
    opened = game("C3")
    kept.autosave.save_as(opened.tree, "x")
    kept.autosave.save_as(on(opened, "D4").tree, "y")
    assert (kept.names(), kept.moves("y")) == (["y"], ["C3", "D4"])
    assert (kept.is_locked("x"), kept.is_locked("y")) == (False, True)


def test_save_as_keeps_an_old_file_that_another_program_changed(kept: Kept) -> None:
    kept.autosave.save_as(game("C3").tree, "x")
    (kept.folder / "x.sgf").write_bytes(b"(;)")
    kept.autosave.save_as(game("C3").tree, "y")
    assert kept.names() == ["x", "y"]


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pipes in folders there")
def test_a_pipe_in_the_place_of_the_old_file_stays_there(kept: Kept) -> None:
    kept.autosave.save_as(game("C3").tree, "x")
    (kept.folder / "x.sgf").unlink()
    os.mkfifo(kept.folder / "x.sgf")
    assert kept.autosave.save_as(game("C3").tree, "y").startswith("Saved as")
    assert kept.names() == ["x", "y"]


def test_an_existing_name_is_refused_and_the_game_keeps_its_name(kept: Kept) -> None:
    opened = game("C3")
    kept.autosave.save_as(opened.tree, "x")
    (kept.folder / "y.sgf").write_bytes(b"(;)")
    shown = "Not saved: a saved game named 'y' already exists; choose another name."
    assert kept.autosave.save_as(opened.tree, "y") == shown
    assert (kept.autosave.name, kept.autosave.error) == ("x", "")
    assert (kept.is_locked("x"), kept.is_locked("y")) == (True, False)
    assert kept.autosave.write(on(opened, "D4").tree) == ""
    assert kept.moves("x") == ["C3", "D4"]
    assert (kept.folder / "y.sgf").read_bytes() == b"(;)"


def test_a_name_in_use_elsewhere_is_refused(kept: Kept) -> None:
    kept.autosave.save_as(game("C3").tree, "x")
    lock = FileLock(kept.folder / "y.sgf")
    shown = "this game is open in another window; close it there, or open another game"
    assert kept.autosave.save_as(game("C3").tree, "y").startswith(f"Not saved: {kept.folder}: {shown}")
    lock.release()
    assert kept.autosave.save_as(game("C3").tree, "../y").startswith(
        "Not saved: a name consists of up to 63 letters"
    )
    assert kept.autosave.name == "x"


def test_a_save_error_and_its_end_are_each_reported_once(kept: Kept) -> None:
    opened = game("C3")
    kept.folder.parent.mkdir()
    kept.folder.touch()
    shown = f"The game cannot be saved: {kept.folder}: Not a directory.  You can continue playing."
    assert kept.autosave.write(opened.tree) == shown
    assert kept.autosave.error == f"{kept.folder}: Not a directory"
    assert kept.autosave.write(opened.tree) == ""
    assert kept.autosave.save_as(opened.tree, None) == f"Not saved: {kept.folder}: Not a directory."
    assert kept.autosave.save_as(opened.tree, "x") == f"Not saved: {kept.folder}: Not a directory."
    kept.folder.unlink()
    assert kept.autosave.write(opened.tree) == "The game is being saved again."
    assert kept.autosave.error == ""
    assert kept.autosave.write(opened.tree) == ""


def test_save_as_clears_an_earlier_error(kept: Kept) -> None:
    opened = game("C3")
    kept.autosave.save_as(opened.tree, "x")
    kept.autosave.error = "full"
    kept.autosave.save_as(opened.tree, "y")
    assert kept.autosave.error == ""


def test_an_error_without_an_error_number_is_reported_by_its_text(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise OSError("out of order")

    opened = game("C3")
    kept.autosave.save_as(opened.tree, "x")
    monkeypatch.setattr("gnugo_py.storage.document.write_atomically", broken)
    monkeypatch.setattr("gnugo_py.storage.document.create_atomically", broken)
    assert kept.autosave.save_as(opened.tree, None) == f"Not saved: {kept.folder}: out of order."
    assert kept.autosave.save_as(opened.tree, "y") == f"Not saved: {kept.folder}: out of order."
    assert (kept.autosave.name, kept.is_locked("y"), kept.is_locked("x")) == ("x", False, True)


def test_the_game_after_a_detached_game_gets_a_new_file(kept: Kept) -> None:
    kept.autosave.save_as(game("C3").tree, "x")
    kept.autosave.detach_game()
    assert (kept.autosave.name, kept.is_locked("x")) == (None, False)
    kept.autosave.write(game("D4").tree)
    assert (len(kept.names()), kept.moves("x")) == (2, ["C3"])


def test_the_first_error_of_a_detached_game_is_remembered(kept: Kept) -> None:
    kept.autosave.error = "full"
    kept.autosave.detach_game()
    assert (kept.autosave.error, kept.autosave.detached_error) == ("", "full")
    kept.autosave.error = "fuller"
    kept.autosave.detach_game()
    assert kept.autosave.detached_error == "full"


def test_release_lock_can_be_called_twice(kept: Kept) -> None:
    kept.autosave.save_as(game("C3").tree, "x")
    kept.autosave.release_lock()
    kept.autosave.release_lock()
    assert not kept.is_locked("x")


def test_an_overwritten_game_continues_under_a_new_name(kept: Kept) -> None:
    opened = game("C3")
    kept.autosave.save_as(opened.tree, "x")
    (kept.folder / "x.sgf").write_bytes(b"(;)")
    kept.autosave.write(on(opened, "D4").tree)
    assert (kept.autosave.name, kept.moves("x-2")) == ("x-2", ["C3", "D4"])
    assert (kept.is_locked("x"), kept.is_locked("x-2")) == (False, True)


def test_notices_are_reported_before_the_path_of_the_save(kept: Kept) -> None:
    opened = game("C3")
    kept.autosave.save_as(opened.tree, "x")
    (kept.folder / "x.sgf").unlink()
    shown = "Another program removed x.sgf; it has been written again."
    assert kept.autosave.save_as(opened.tree, None) == f"{shown}  Saved as {kept.folder / 'x.sgf'}"
    (kept.folder / "x.sgf").write_bytes(b"(;)")
    shown = "Another program changed x.sgf. This game is now saved as x-2."
    assert kept.autosave.save_as(opened.tree, None) == f"{shown}  Saved as {kept.folder / 'x-2.sgf'}"
    assert kept.autosave.save_as(opened.tree, None) == f"Saved as {kept.folder / 'x-2.sgf'}"


@pytest.mark.parametrize("place", ["", ".lock"])
def test_a_name_blocked_by_a_folder_is_skipped(
    place: str, kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = game("C3")
    kept.autosave.save_as(opened.tree, "x")
    (kept.folder / "x.sgf").write_bytes(b"(;)")
    (kept.folder / (".x-2.sgf.lock" if place else "x-2.sgf")).mkdir()
    assert "saved as x-3" in kept.autosave.write(opened.tree)


def test_a_name_locked_by_another_program_is_skipped(kept: Kept) -> None:
    kept.folder.mkdir(parents=True)
    opened = game("C3")
    kept.autosave.save_as(opened.tree, "x")
    (kept.folder / "x.sgf").write_bytes(b"(;)")
    lock = FileLock(kept.folder / "x-2.sgf")
    assert "saved as x-3" in kept.autosave.write(opened.tree)
    lock.release()


def test_a_file_created_by_another_program_in_the_meantime_is_kept(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept.folder.mkdir(parents=True)
    (kept.folder / "theirs.sgf").write_bytes(b"(;)")
    monkeypatch.setattr(SaveStore, "unused_names", lambda *_: iter(["theirs", "ours"]))
    assert kept.autosave.write(game("C3").tree) == ""
    assert (kept.autosave.name, kept.is_locked("theirs"), kept.is_locked("ours")) == ("ours", False, True)
    assert (kept.folder / "theirs.sgf").read_bytes() == b"(;)"


def test_other_trouble_with_a_lock_is_reported(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> FileLock:
        raise OSError(errno.EIO, "broken disk")

    monkeypatch.setattr("gnugo_py.storage.document.FileLock", broken)
    assert "broken disk" in kept.autosave.write(game("C3").tree)


def test_a_folder_without_locks_is_reported_with_the_first_move(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FileLock, "is_held", False)
    assert kept.autosave.save_as(game("C3").tree, None).startswith(f"{CANNOT_LOCK_NOTICE}  Saved as")


@pytest.mark.parametrize(
    "name", ["CON .x", "con", "Aux.sgf.x", "LPT\u00b9", "com\u00b2.x", "COM9  .tar.gz", "nul   "]
)
def test_names_of_devices_on_windows_are_refused(kept: Kept, name: str) -> None:
    assert not SaveStore(kept.folder).is_valid_name(name)


@pytest.mark.parametrize("name", ["console", "con x", "lpt", "company 1", "a con .x"])
def test_names_that_only_contain_those_of_devices_are_valid(kept: Kept, name: str) -> None:
    assert SaveStore(kept.folder).is_valid_name(name)
