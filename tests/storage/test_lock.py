"""Tests of file locks: a game has one writer."""

import errno
import os
import stat
import sys
from pathlib import Path

import pytest

from gnugo_py.storage.file_locks import FileLock, LockedError

on_unix = pytest.mark.skipif(sys.platform == "win32", reason="files have no modes and pipes there")


def test_a_lock_is_held_until_it_is_released(tmp_path: Path) -> None:
    first = FileLock(tmp_path / "x.sgf")
    assert first.is_held
    shown = "this game is open in another window; close it there, or open another game"
    with pytest.raises(LockedError, match=shown):
        FileLock(tmp_path / "x.sgf")
    first.release()
    assert not first.is_held
    assert list(tmp_path.iterdir()) == []
    second = FileLock(tmp_path / "x.sgf")
    first.release()
    assert (tmp_path / ".x.sgf.lock").exists()
    second.release()


@on_unix
def test_a_lock_can_be_held_and_released_if_stdin_is_closed(tmp_path: Path) -> None:
    """The lock file then has the file descriptor 0."""
    kept = os.dup(0)
    try:
        os.close(0)
        lock = FileLock(tmp_path / "x.sgf")
        assert lock._descriptor == 0
        assert lock.is_held
        lock.release()
        assert not lock.is_held
        with pytest.raises(OSError, match="Bad file descriptor"):
            os.fstat(0)
    finally:
        os.dup2(kept, 0)
        os.close(kept)


@on_unix
def test_a_lock_is_for_its_owner_alone(tmp_path: Path) -> None:
    lock = FileLock(tmp_path / "x.sgf")
    assert stat.S_IMODE((tmp_path / ".x.sgf.lock").stat().st_mode) == 0o600
    lock.release()


@on_unix
def test_a_lock_file_is_removed_before_its_lock_is_released(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = FileLock(tmp_path / "x.sgf")
    there: list[bool] = []
    close = os.close

    def watched(descriptor: int) -> None:
        there.append((tmp_path / ".x.sgf.lock").exists())
        close(descriptor)

    monkeypatch.setattr("gnugo_py.storage.save_store.os.close", watched)
    lock.release()
    assert there == [False]


@on_unix
@pytest.mark.parametrize("number", [errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.EINVAL])
def test_no_lock_is_held_if_locks_are_not_supported(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_locks(*_: object) -> None:
        raise OSError(number, "no")

    monkeypatch.setattr("gnugo_py.storage.file_locks.fcntl.flock", no_locks)
    lock = FileLock(tmp_path / "x.sgf")
    assert not lock.is_held
    assert list(tmp_path.iterdir()) == []
    lock.release()


@on_unix
def test_other_lock_errors_are_raised_without_leaving_files_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise OSError(errno.EIO, "broken disk")

    monkeypatch.setattr("gnugo_py.storage.file_locks.fcntl.flock", broken)
    before = len(os.listdir("/dev/fd"))
    with pytest.raises(OSError, match="broken disk") as raised:
        FileLock(tmp_path / "x.sgf")
    assert not isinstance(raised.value, LockedError)
    assert len(os.listdir("/dev/fd")) == before


@on_unix
@pytest.mark.parametrize("removals", [1, 3, 1000])
def test_locking_is_retried_if_the_lock_file_was_removed(
    removals: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import fcntl

    tries: list[int] = []
    real = fcntl.flock

    def removed_first(descriptor: int, how: int) -> None:
        tries.append(descriptor)
        if len(tries) <= removals:
            (tmp_path / ".x.sgf.lock").unlink()
        real(descriptor, how)

    monkeypatch.setattr("gnugo_py.storage.file_locks.fcntl.flock", removed_first)
    before = len(os.listdir("/dev/fd"))
    lock = FileLock(tmp_path / "x.sgf")
    assert lock.is_held == (removals < 100)
    assert len(tries) == min(removals + 1, 100)
    lock.release()
    assert len(os.listdir("/dev/fd")) == before
