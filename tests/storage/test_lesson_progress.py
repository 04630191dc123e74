"""Tests of recorded progress in the lessons: damaged files, links and pipes."""

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from gnugo_py.storage.training import LessonProgress
from tests.support.program import run


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "lessons.txt"


def solved(path: Path) -> dict[str, list[int]]:
    return {name: sorted(numbers) for name, numbers in LessonProgress(path).solved_boards().items()}


def test_stored_progress_is_read_back_board_by_board(path: Path) -> None:
    progress = LessonProgress(path)
    for number in (2, 1, 5, 2):
        progress.record_board("ko", number)
    assert "\nko = 2, 5\n" in path.read_text()
    assert solved(path) == {"ko": [1, 2, 5]}
    assert progress.unreported_file_problem() == ""


@pytest.mark.parametrize("damage", [b"\xff\n", b"ladders = 9\xff\n", b"noise\n", b"ladders = many\n"])
def test_the_valid_lines_of_a_damaged_file_are_used(damage: bytes, path: Path) -> None:
    content = b"ko = 3\n" + damage + b"stones = 2\n"
    path.write_bytes(content)
    progress = LessonProgress(path)
    assert solved(path) == {"ko": [1, 2, 3], "stones": [1, 2]}
    assert f"{path}, line 2: " in progress.unreported_file_problem()
    assert progress.unreported_file_problem() == ""
    progress.record_board("stones", 4)
    assert solved(path) == {"ko": [1, 2, 3], "stones": [1, 2, 4]}
    assert path.with_suffix(".damaged").read_bytes() == content
    assert LessonProgress(path).unreported_file_problem() == ""


def test_an_older_damaged_file_is_not_overwritten(path: Path) -> None:
    path.with_suffix(".damaged").write_bytes(b"older")
    path.write_bytes(b"noise\n")
    LessonProgress(path).record_board("ko", 1)
    assert path.with_suffix(".damaged").read_bytes() == b"older"
    assert path.with_suffix(".damaged-2").read_bytes() == b"noise\n"


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pipes, and not everybody may make links")
@pytest.mark.parametrize("kind", ["link", "dangling", "pipe", "folder"])
def test_a_link_pipe_or_folder_is_neither_followed_nor_replaced(
    kind: str, path: Path, tmp_path: Path
) -> None:
    target = tmp_path / "target"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    else:
        path.symlink_to(target)
    if kind == "link":
        target.write_text("ko = 3\n")
    before = (path.lstat().st_mode, path.lstat().st_ino)
    progress = LessonProgress(path)
    assert solved(path) == {}
    assert f"{path}: not a regular file; remove it" in progress.unreported_file_problem()
    assert f"{path}: not a regular file; remove it" in progress.record_board("ko", 4)
    assert (path.lstat().st_mode, path.lstat().st_ino) == before
    assert not target.exists() or target.read_text() == "ko = 3\n"


def test_a_number_that_cannot_be_stored_is_reported(path: Path) -> None:
    path.write_text("ko = 3\n")
    path.parent.joinpath(f".{path.name}.lock").mkdir()
    assert LessonProgress(path).record_board("ko", 4).startswith(f"{path}: ")
    assert path.read_text() == "ko = 3\n"


def test_programs_that_store_progress_at_the_same_time_lose_none(path: Path) -> None:
    names = ["ko", "ladders", "stones", "atari", "capture", "eyes"]
    with ThreadPoolExecutor(len(names)) as pool:
        assert set(pool.map(lambda name: LessonProgress(path).record_board(name, 1), names)) == {""}
    assert solved(path) == {name: [1] for name in names}


def test_a_damaged_file_is_reported_where_lessons_begin(path: Path, tmp_path: Path) -> None:
    path.write_bytes(b"ko = 3\n\xff\n")
    done = run("learn", "--plain", "ko", typed="quit\n", GNUGO_PY_CONFIG=str(tmp_path))
    assert done.returncode == 0
    assert done.stderr.count("\n") == 1
    assert f"{path}, line 2: expected NAME = BOARDS" in done.stderr
