"""Tests of the save folder and of the names of saved games."""

import errno
import os
import sys
from pathlib import Path

import pytest

from gnugo_py.games.types import UserError
from gnugo_py.storage.file_locks import FileLock, LockedError
from gnugo_py.storage.save_store import MAX_NAMES_TRIED, SaveStore, normalize_save_name
from gnugo_py.system.files import write_atomically


def names(store: SaveStore) -> list[str]:
    """Return the names of the games in a folder, the most recently written first."""
    return list(dict.fromkeys(name for name, _, _ in store.game_files()))


@pytest.fixture
def store(tmp_path: Path) -> SaveStore:
    return SaveStore(tmp_path / "one" / "saves")


def test_a_name_may_be_typed_with_its_ending() -> None:
    assert normalize_save_name("  x.sgf ") == normalize_save_name("x.sgf.sgf") == "x"
    assert normalize_save_name("zoe\u0308") == "zo\u00eb"


@pytest.mark.parametrize(
    "name", ["x", "2026-11-22 (2)", "a.b_c'd,e+f", "x" * 63, "\u56f2\u7881", "concert", "com10"]
)
def test_a_valid_name_has_a_path(name: str, store: SaveStore) -> None:
    assert store.is_valid_name(name)
    assert store.path(name) == store.folder / f"{name}.sgf"


@pytest.mark.parametrize(
    "name",
    [
        *("", ".x", "-x", "x" * 64, "\u56f2" * 64, "a/b", "x.", "x ", "CON", "nul.txt", "lpt1"),
        *("../x", "..", ".hidden", "x\0", "a\u200db", "a\u3164b", "a\u2800b", "x" + "\u20dd" * 30),
    ],
)
def test_an_invalid_name_is_refused(name: str, store: SaveStore) -> None:
    assert not store.is_valid_name(name)
    with pytest.raises(UserError, match="a name consists of up to 63"):
        store.path(name)


def test_the_length_of_a_name_is_limited_in_bytes_too(store: SaveStore) -> None:
    assert store.is_valid_name("\u56f2" * 63)
    assert store.is_valid_name("\U00020000" * 50)
    assert not store.is_valid_name("\U00020000" * 51)


def test_unused_names_are_numbered_from_2(store: SaveStore) -> None:
    store.write_new_game("x", b"(;)")
    store.write_new_game("x-3", b"(;)")
    names = store.unused_names("x")
    assert [next(names) for _ in range(3)] == ["x-2", "x-4", "x-5"]
    assert next(store.unused_names("y")) == "y"
    long = store.unused_names("x" * 63)
    assert [next(long), next(long)] == ["x" * 63, "x" * 58 + "-2"]
    assert len(list(store.unused_names("y"))) == MAX_NAMES_TRIED - 1 == 999


def test_names_are_sorted_by_time_with_the_newest_first(store: SaveStore) -> None:
    for number, name in enumerate(("b", "a", "c")):
        os.utime(store.write_new_game(name, b"(;)"), (number, number))
    (store.folder / ".hidden.sgf").touch()
    (store.folder / "text.txt").touch()
    assert names(store) == ["c", "a", "b"]


def test_a_folder_that_is_not_there_has_no_names(store: SaveStore) -> None:
    assert names(store) == []


def test_a_file_instead_of_a_folder_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(UserError, match=r"file: Not a directory; choose a folder with --saves"):
        names(SaveStore(tmp_path / "file"))


def test_a_new_game_is_written_under_its_name(store: SaveStore) -> None:
    assert store.write_new_game("x", b"(;A[1])") == store.path("x")
    assert store.path("x").read_bytes() == b"(;A[1])"
    assert [path.name for path in store.folder.iterdir()] == ["x.sgf"]


def test_an_existing_game_is_not_overwritten_by_a_new_one(store: SaveStore) -> None:
    store.write_new_game("x", b"(;)")
    shown = "a saved game named 'x' already exists; choose another name"
    with pytest.raises(UserError, match=shown):
        store.write_new_game("x", b"(;A[1])")
    assert store.path("x").read_bytes() == b"(;)"


def test_a_new_game_is_not_written_while_its_name_is_locked(store: SaveStore) -> None:
    store.folder.mkdir(parents=True)
    lock = FileLock(store.path("x"))
    with pytest.raises(LockedError):
        store.write_new_game("x", b"(;)")
    lock.release()
    store.write_new_game("x", b"(;)")


def test_check_writable_leaves_no_files(store: SaveStore) -> None:
    store.check_writable()
    store.check_writable()
    assert list(store.folder.iterdir()) == []


def test_check_writable_fails_if_the_folder_cannot_be_created(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match="file"):
        SaveStore(tmp_path / "file" / "saves").check_writable()


def test_remove_stale_files_keeps_files_of_other_programs(store: SaveStore) -> None:
    store.remove_stale_files()
    store.write_new_game("x", b"(;)")
    left = [
        ".x.sgf.lock",
        ".x.sgf.new",
        ".x.sgf.0123456789abcdef.new",
        ".x.sgf.0123.new",
        "a.sgf.lock",
        ".y.lock",
    ]
    for name in left:
        (store.folder / name).touch()
    store.remove_stale_files()
    assert sorted(path.name for path in store.folder.iterdir()) == [
        ".x.sgf.0123.new",
        ".y.lock",
        "a.sgf.lock",
        "x.sgf",
    ]


def test_remove_stale_files_removes_nothing_without_locks(
    store: SaveStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.write_new_game("x", b"(;)")
    (store.folder / ".x.sgf.new").touch()

    def no_locks(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("gnugo_py.storage.file_locks.fcntl.flock", no_locks)
    store.remove_stale_files()
    assert (store.folder / ".x.sgf.new").exists()


def test_remove_stale_files_removes_the_file_of_a_killed_writer(
    store: SaveStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.write_new_game("x", b"(;)")

    def killed(_: int) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("gnugo_py.system.files.os.fsync", killed)
        patch.setattr(Path, "unlink", lambda *_, **__: None)
        with pytest.raises(KeyboardInterrupt):
            write_atomically(store.path("x"), b"(;A[1])")
    assert len(list(store.folder.iterdir())) == 2
    store.remove_stale_files()
    assert [path.name for path in store.folder.iterdir()] == ["x.sgf"]
    assert store.path("x").read_bytes() == b"(;)"


def test_what_a_killed_program_has_left_among_the_deleted_games_is_removed(store: SaveStore) -> None:
    store.write_new_game("x", b"(;)")
    deleted = store.deleted_games_store.folder
    deleted.mkdir()
    (deleted / ".y.sgf.0123456789abcdef.new").touch()
    store.move_to_deleted("x")
    assert [path.name for path in deleted.iterdir()] == ["x.sgf"]


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_link_that_leads_nowhere_has_a_name(store: SaveStore) -> None:
    store.write_new_game("x", b"(;)")
    (store.folder / "y.sgf").symlink_to(store.folder / "nowhere")
    assert sorted(names(store)) == ["x", "y"]


@pytest.mark.parametrize(
    "file",
    ["x.sgf.sgf", "zoe\u0308.sgf", "a[b].sgf", "con.sgf", "-x.sgf", " x.sgf", "x .sgf", "x" * 100 + ".sgf"],
)
def test_every_listed_game_can_be_read_by_its_name(file: str, tmp_path: Path) -> None:
    (tmp_path / file).write_bytes(b"(;)")
    store = SaveStore(tmp_path)
    (name,) = names(store)
    assert store.path(store.saved_name_from_text(name)) == tmp_path / file
    assert store.path(name).read_bytes() == b"(;)"


def test_a_listed_name_has_priority_over_a_name_with_a_suffix(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    (tmp_path / "x.sgf").write_bytes(b"1")
    assert store.saved_name_from_text("x.sgf") == "x"
    (tmp_path / "x.sgf.sgf").write_bytes(b"2")
    assert (store.saved_name_from_text("x.sgf"), store.saved_name_from_text("x")) == ("x.sgf", "x")


def test_the_composed_form_of_a_name_has_priority(tmp_path: Path) -> None:
    (tmp_path / "zoe\u0308.sgf").write_bytes(b"decomposed")
    (tmp_path / "zo\u00eb.sgf").write_bytes(b"composed")
    store = SaveStore(tmp_path)
    assert names(store) == ["zo\u00eb"]
    assert store.path("zo\u00eb").read_bytes() == b"composed"


@pytest.mark.parametrize("new", ["one", "one.sgf"])
def test_a_game_that_already_has_the_name_is_not_renamed(new: str, tmp_path: Path) -> None:
    (tmp_path / "one.sgf").write_text("(;)")
    with pytest.raises(UserError, match="the saved game is already named 'one'; choose another name"):
        SaveStore(tmp_path).move("one", normalize_save_name(new))


def test_a_game_is_moved_to_another_file_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def rename(*_: Path) -> None:
        raise OSError(errno.EXDEV, os.strerror(errno.EXDEV))

    (tmp_path / "one.sgf").write_bytes(b"(;)" * 600_000)
    monkeypatch.setattr(os, "rename", rename)
    store = SaveStore(tmp_path)
    assert store.move_to_deleted("one") == "one"
    assert (names(store), names(store.deleted_games_store)) == ([], ["one"])
    assert (tmp_path / "deleted" / "one.sgf").read_bytes() == b"(;)" * 600_000


def test_a_folder_whose_files_cannot_be_accessed_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Entry:
        """An entry of a folder that can be listed and not entered."""

        name, path = "one.sgf", str(tmp_path / "one.sgf")

        def stat(self, *, follow_symlinks: bool) -> os.stat_result:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr("gnugo_py.storage.save_store.os.scandir", lambda _: [Entry()])
    with pytest.raises(UserError, match=r"one\.sgf: .*; check the owner and permissions of the folder"):
        names(SaveStore(tmp_path))
