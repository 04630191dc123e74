"""Tests of reading and writing files, including files of other programs."""

import errno
import os
import re
import stat
import sys
from pathlib import Path

import pytest

from gnugo_py.games.types import UserError
from gnugo_py.record.sgf_reader import read_game
from gnugo_py.system.files import create_atomically, read_regular_file, write_atomically
from tests.support.paths import file_with
from tests.support.sgf_files import game, written

on_unix = pytest.mark.skipif(sys.platform == "win32", reason="files have no modes and pipes there")


def test_write_atomically_creates_the_folder_and_replaces_the_file(tmp_path: Path) -> None:
    file = tmp_path / "a" / "b" / "x"
    write_atomically(file, b"one")
    write_atomically(file, b"two")
    assert file.read_bytes() == b"two"
    assert [path.name for path in file.parent.iterdir()] == ["x"]


def test_a_write_protected_file_is_not_replaced(tmp_path: Path) -> None:
    file = file_with(tmp_path / "x", b"one")
    file.chmod(0o444)
    with pytest.raises(PermissionError, match="no permission to change it"):
        write_atomically(file, b"two")
    assert file.read_bytes() == b"one"
    assert [path.name for path in tmp_path.iterdir()] == ["x"]


@pytest.mark.parametrize("has_links", [True, False])
def test_create_atomically_never_replaces_a_file(
    tmp_path: Path, has_links: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_links(*_: object) -> None:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))

    if not has_links:
        monkeypatch.setattr("gnugo_py.system.files.os.link", no_links)
    create_atomically(tmp_path / "x", b"one")
    with pytest.raises(FileExistsError):
        create_atomically(tmp_path / "x", b"two")
    assert (tmp_path / "x").read_bytes() == b"one"
    assert [path.name for path in tmp_path.iterdir()] == ["x"]


@on_unix
def test_a_file_is_synced_before_it_is_renamed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[tuple[bool, bool]] = []
    sync = os.fsync

    def watched(descriptor: int) -> None:
        is_file = stat.S_ISREG(os.fstat(descriptor).st_mode)
        synced.append((is_file, (tmp_path / "x").exists()))
        assert not is_file or os.fstat(descriptor).st_size == 3
        sync(descriptor)

    monkeypatch.setattr("gnugo_py.system.files.os.fsync", watched)
    before = len(os.listdir("/dev/fd"))
    write_atomically(tmp_path / "x", b"one")
    assert synced == [(True, False), (False, True)]
    assert len(os.listdir("/dev/fd")) == before


def test_a_failed_write_leaves_no_temporary_file(tmp_path: Path) -> None:
    (tmp_path / "x" / "y").mkdir(parents=True)
    with pytest.raises(OSError, match="x"):
        write_atomically(tmp_path / "x", b"one")
    assert [path.name for path in tmp_path.iterdir()] == ["x"]


def test_a_file_is_read_up_to_one_byte_more_than_wanted(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"12345")
    assert read_regular_file(tmp_path / "x", 3, "a file") == b"1234"
    assert read_regular_file(str(tmp_path / "x"), 9, "a file") == b"12345"
    (tmp_path / "x").write_bytes(b"")
    assert read_regular_file(tmp_path / "x", 3, "a file") == b""


def refused(path: Path) -> str:
    with pytest.raises(UserError) as error:
        read_game(path)
    return str(error.value).removeprefix(f"{path}: ")


@on_unix
def test_an_unreadable_path_is_reported_with_the_remedy(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "file").touch()
    assert refused(tmp_path / "none") == "no such file; check the name"
    assert refused(tmp_path) == "is a folder; specify an SGF file in it"
    assert refused(tmp_path / "pipe") == "not a regular file; specify an SGF file"
    assert refused(tmp_path / "file" / "x") == "Not a directory"
    assert "null" in refused(Path("a\0b"))
    assert refused(Path("/dev/null")) == "not a regular file; specify an SGF file"


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="there are no such files")
def test_a_file_that_hides_its_size_is_not_regular() -> None:
    assert refused(Path("/proc/self/status")) == "not a regular file; specify an SGF file"


def test_a_file_that_may_not_be_read_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: object) -> int:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr("gnugo_py.system.files.os.open", forbidden)
    assert refused(tmp_path) == "no permission to read it; check the owner and permissions"


def test_read_game_names_the_file_if_it_contains_no_game(tmp_path: Path) -> None:
    file = file_with(tmp_path / "x.sgf", written(game("C3")))
    assert read_game(file).end.number == 1
    file.write_bytes(b"hello")
    with pytest.raises(UserError, match=re.escape(f"{file}: this is not an SGF file")):
        read_game(file)
    file.write_bytes(b"(;SZ[9])".ljust(1002))
    assert len(read_regular_file(file, 1000, "an SGF file")) == 1001


def test_a_full_disk_is_reported_with_the_file_that_was_to_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("gnugo_py.system.files.os.fsync", full)
    with pytest.raises(OSError, match="space") as raised:
        write_atomically(tmp_path / "x", b"one")
    assert (raised.value.errno, raised.value.filename) == (errno.ENOSPC, str(tmp_path / "x"))
    assert not list(tmp_path.iterdir())
