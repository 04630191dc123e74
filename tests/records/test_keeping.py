"""One game kept in one file: its name, its number, its lock, and what is told of trouble."""

from __future__ import annotations

import errno
import os
import sys
from datetime import datetime

import pytest

from gnugo_py.storage.autosave import CANNOT_LOCK
from gnugo_py.storage.save_store import Lock, Store
from tests.records.files import game
from tests.records.kept import FORM, Kept, on


def test_a_game_that_was_not_written_has_no_name_and_no_trouble(kept: Kept) -> None:
    saver = kept.saver
    assert (saver.name, saver.trouble, saver.lost) == (None, "", "")
    assert not kept.folder.exists()


def test_a_game_is_named_by_the_time_it_began(kept: Kept) -> None:
    before = datetime.now().replace(microsecond=0)
    assert kept.saver.keep(game("C3")) == ""
    assert kept.saver.name is not None
    assert before <= datetime.strptime(kept.saver.name, "%Y-%m-%d-%H%M%S") <= datetime.now()
    assert (kept.names(), kept.asked) == ([kept.saver.name], 1)
    assert kept.is_locked(kept.saver.name)


def test_a_game_keeps_its_name_and_number(kept: Kept) -> None:
    session = game("C3")
    kept.saver.keep(session)
    name = kept.saver.name
    assert name is not None
    kept.saver.keep(on(session, "D4"))
    assert (kept.names(), kept.moves(name), kept.serial(name)) == ([name], ["C3", "D4"], 10)


def test_a_game_is_saved_under_a_name_and_said_so(kept: Kept) -> None:
    told = f"Saved as {kept.folder / 'x.sgf'}"
    assert kept.saver.save(game("C3"), "x") == told
    assert (kept.saver.name, kept.names(), kept.serial("x")) == ("x", ["x"], 10)
    assert kept.saver.save(game("C3"), None) == told
    assert kept.saver.save(game("C3"), "x") == told
    assert kept.asked == 1


def test_a_game_that_gets_another_name_leaves_the_old_one(kept: Kept) -> None:
    session = game("C3")
    kept.saver.save(session, "x")
    kept.saver.save(on(session, "D4"), "y")
    assert (kept.names(), kept.moves("y"), kept.serial("y")) == (["y"], ["C3", "D4"], 10)
    assert (kept.is_locked("x"), kept.is_locked("y")) == (False, True)


def test_a_file_that_another_program_changed_stays_when_the_game_gets_another_name(kept: Kept) -> None:
    kept.saver.save(game("C3"), "x")
    (kept.folder / "x.sgf").write_bytes(b"(;)")
    kept.saver.save(game("C3"), "y")
    assert kept.names() == ["x", "y"]


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pipes in folders there")
def test_a_pipe_in_the_place_of_the_old_file_stays_there(kept: Kept) -> None:
    kept.saver.save(game("C3"), "x")
    (kept.folder / "x.sgf").unlink()
    os.mkfifo(kept.folder / "x.sgf")
    assert kept.saver.save(game("C3"), "y").startswith("Saved as")
    assert kept.names() == ["x", "y"]


def test_a_name_that_is_taken_is_refused_and_the_game_stays_where_it_was(kept: Kept) -> None:
    session = game("C3")
    kept.saver.save(session, "x")
    (kept.folder / "y.sgf").write_bytes(b"(;)")
    told = "Not saved: there is a saved game 'y' already; choose another name."
    assert kept.saver.save(session, "y") == told
    assert (kept.saver.name, kept.saver.trouble) == ("x", "")
    assert (kept.is_locked("x"), kept.is_locked("y")) == (True, False)
    assert kept.saver.keep(on(session, "D4")) == ""
    assert kept.moves("x") == ["C3", "D4"]
    assert (kept.folder / "y.sgf").read_bytes() == b"(;)"


def test_a_name_in_use_elsewhere_is_refused(kept: Kept) -> None:
    kept.saver.save(game("C3"), "x")
    lock = Lock(kept.folder / "y.sgf")
    told = "this game is being played in another window; close it there, or play another"
    assert kept.saver.save(game("C3"), "y").startswith(f"Not saved: {kept.folder}: {told}")
    lock.release()
    assert kept.saver.save(game("C3"), "../y").startswith("Not saved: a name has up to 63 letters")
    assert kept.saver.name == "x"


def test_trouble_is_told_once_and_when_it_is_over(kept: Kept) -> None:
    session = game("C3")
    kept.folder.parent.mkdir()
    kept.folder.touch()
    told = f"The game cannot be saved: {kept.folder}: File exists.  It goes on all the same."
    assert kept.saver.keep(session) == told
    assert kept.saver.trouble == f"{kept.folder}: File exists"
    assert kept.saver.keep(session) == ""
    assert kept.saver.save(session, None) == f"Not saved: {kept.folder}: File exists."
    assert kept.saver.save(session, "x") == f"Not saved: {kept.folder}: File exists."
    kept.folder.unlink()
    assert kept.saver.keep(session) == "The game is being saved again."
    assert kept.saver.trouble == ""
    assert kept.saver.keep(session) == ""


def test_a_game_in_trouble_is_saved_under_another_name(kept: Kept) -> None:
    session = game("C3")
    kept.saver.save(session, "x")
    kept.saver.trouble = "full"
    kept.saver.save(session, "y")
    assert kept.saver.trouble == ""


def test_an_error_without_words_is_told_by_its_own(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise OSError("out of order")

    session = game("C3")
    kept.saver.save(session, "x")
    monkeypatch.setattr("gnugo_py.storage.save_store.write_whole", broken)
    assert kept.saver.save(session, None) == f"Not saved: {kept.folder}: out of order."
    assert kept.saver.save(session, "y") == f"Not saved: {kept.folder}: out of order."
    assert (kept.saver.name, kept.is_locked("y"), kept.is_locked("x")) == ("x", False, True)


def test_a_game_that_is_let_go_is_followed_by_another_file(kept: Kept) -> None:
    kept.saver.save(game("C3"), "x")
    kept.saver.leave()
    assert (kept.saver.name, kept.is_locked("x")) == (None, False)
    kept.saver.keep(game("D4"))
    assert (len(kept.names()), kept.moves("x")) == (2, ["C3"])
    assert kept.serial(str(kept.saver.name)) == 20


def test_what_was_not_saved_when_it_was_let_go_is_remembered(kept: Kept) -> None:
    kept.saver.trouble = "full"
    kept.saver.leave()
    assert (kept.saver.trouble, kept.saver.lost) == ("", "full")
    kept.saver.trouble = "fuller"
    kept.saver.leave()
    assert kept.saver.lost == "full"


def test_closing_gives_up_the_lock_and_twice_does_no_harm(kept: Kept) -> None:
    kept.saver.save(game("C3"), "x")
    kept.saver.close()
    kept.saver.close()
    assert not kept.is_locked("x")


def test_a_game_that_another_program_wrote_over_goes_on_with_a_number_of_its_own(kept: Kept) -> None:
    session = game("C3")
    kept.saver.save(session, "x")
    (kept.folder / "x.sgf").write_bytes(b"(;)")
    kept.saver.keep(on(session, "D4"))
    assert (kept.saver.name, kept.serial("x-2")) == ("x-2", 20)
    assert (kept.is_locked("x"), kept.is_locked("x-2")) == (False, True)


def test_news_is_told_before_the_place_it_is_saved_at(kept: Kept) -> None:
    session = game("C3")
    kept.saver.save(session, "x")
    (kept.folder / "x.sgf").unlink()
    told = "x.sgf was taken away by another program; it is written anew."
    assert kept.saver.save(session, None) == f"{told}  Saved as {kept.folder / 'x.sgf'}"
    (kept.folder / "x.sgf").write_bytes(b"(;)")
    told = "x.sgf was changed by another program; this game goes on as x-2."
    assert kept.saver.save(session, None) == f"{told}  Saved as {kept.folder / 'x-2.sgf'}"
    assert kept.saver.save(session, None) == f"Saved as {kept.folder / 'x-2.sgf'}"


@pytest.mark.parametrize("place", ["", ".lock"])
def test_a_name_with_something_in_the_way_is_passed_over(
    place: str, kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = game("C3")
    kept.saver.save(session, "x")
    (kept.folder / "x.sgf").write_bytes(b"(;)")
    (kept.folder / (".x-2.sgf.lock" if place else "x-2.sgf")).mkdir()
    assert "goes on as x-3" in kept.saver.keep(session)


def test_a_name_that_another_program_takes_first_is_passed_over(kept: Kept) -> None:
    kept.folder.mkdir(parents=True)
    session = game("C3")
    kept.saver.save(session, "x")
    (kept.folder / "x.sgf").write_bytes(b"(;)")
    lock = Lock(kept.folder / "x-2.sgf")
    assert "goes on as x-3" in kept.saver.keep(session)
    lock.release()


def test_a_file_that_another_program_wrote_at_the_same_moment_is_left_to_it(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept.folder.mkdir(parents=True)
    (kept.folder / "theirs.sgf").write_bytes(b"(;)")
    monkeypatch.setattr(Store, "new_names", lambda *_: iter(["theirs", "ours"]))
    assert kept.saver.keep(game("C3")) == ""
    assert (kept.saver.name, kept.is_locked("theirs"), kept.is_locked("ours")) == ("ours", False, True)
    assert (kept.folder / "theirs.sgf").read_bytes() == b"(;)"


def test_other_trouble_with_a_lock_is_told(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> Lock:
        raise OSError(errno.EIO, "broken disk")

    monkeypatch.setattr("gnugo_py.storage.autosave.Lock", broken)
    assert "broken disk" in kept.saver.keep(game("C3"))


def test_a_folder_without_locks_is_told_with_the_first_move(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Lock, "is_held", False)
    assert kept.saver.save(game("C3"), None).startswith(f"{CANNOT_LOCK}  Saved as")


def test_a_content_that_is_not_the_game_takes_no_new_name(kept: Kept) -> None:
    session = game("C3")
    kept.saver.save(session, "x")
    kept.saver._form = FORM._replace(is_game=lambda *_: False)
    told = kept.saver.save(session, "y")
    assert "is in y.rejected, and y.sgf is as it was; please report this" in told
    assert (kept.saver.name, kept.names(), kept.is_locked("y")) == ("x", ["x"], False)
