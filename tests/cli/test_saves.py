"""Tests of `gnugo-py saves` and of the files of saved games."""

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from gnugo_py.cli.saves import _COLUMNS, _fitted
from gnugo_py.storage.save_store import SaveStore
from tests.support.paths import ROOT
from tests.support.program import BLACK_ON_9X9, answers, output_of, run


def test_the_list_of_saves_is_complete_while_another_program_writes(tmp_path: Path) -> None:
    for number in range(50):
        (tmp_path / f"g{number}.sgf").write_text("(;SZ[9])")
    stop = threading.Event()

    def disturb() -> None:
        while not stop.is_set():
            (tmp_path / "coming.sgf").write_text("x")
            (tmp_path / "coming.sgf").unlink()

    thread = threading.Thread(target=disturb)
    thread.start()
    try:
        assert all(len(SaveStore(tmp_path).game_files()) >= 50 for _ in range(300))
    finally:
        stop.set()
        thread.join()


def test_the_home_folder_of_an_unknown_user_does_not_stop_the_game(tmp_path: Path) -> None:
    done = run(*BLACK_ON_9X9, "--saves", str(tmp_path), typed="load ~nosuch/x.sgf\nc3\n")
    assert (done.returncode, len(answers(done.stdout))) == (0, 1)


def test_a_game_with_a_huge_root_node_is_listed_by_its_beginning(tmp_path: Path) -> None:
    (tmp_path / "huge.sgf").write_bytes(b"(;GM[1]" + b"A[b]" * 900_000 + b")")
    started = time.process_time()
    shown = output_of("saves", "--saves", str(tmp_path))
    assert "huge" in shown
    assert time.process_time() - started < 5


def test_a_deleted_current_folder_is_reported(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    line = f"cd {gone} && rmdir {gone} && exec {sys.executable} -m gnugo_py play --patterns x"
    root = str(ROOT)
    done = subprocess.run(
        ["bash", "-c", line],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        env=os.environ | {"PYTHONPATH": root},
        check=False,
    )
    assert (done.returncode, done.stderr) == (
        2,
        "gnugo-py: the current folder no longer exists; change to another folder first\n",
    )


@pytest.fixture
def two_games(tmp_path: Path) -> Path:
    """A folder with the saved games `one` and `two`."""
    for name in ("one", "two"):
        (tmp_path / f"{name}.sgf").write_text("(;GM[1]SZ[9];B[ee])")
    return tmp_path


def moved(folder: Path, *words: str, typed: str = "") -> tuple[int, str, set[str]]:
    """Return the exit status and the output of `saves`, and the SGF files in the folder afterwards."""
    done = run("saves", *words, "--saves", str(folder), typed=typed)
    assert "Traceback" not in done.stderr
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*.sgf")}
    return done.returncode, done.stdout + done.stderr, files


def test_a_deleted_game_is_kept_and_comes_back(two_games: Path) -> None:
    status, output, files = moved(two_games, "--delete", "one", "--yes")
    assert (status, files) == (0, {"two.sgf", "deleted/one.sgf"})
    assert "--restore 'one'" in output
    assert "one" not in run("saves", "--saves", str(two_games)).stdout
    assert moved(two_games, "--restore", "one.sgf")[::2] == (0, {"one.sgf", "two.sgf"})


@pytest.mark.parametrize(
    ("answer", "left"), [("y\n", {"two.sgf", "deleted/one.sgf"}), ("n\n", {"one.sgf", "two.sgf"})]
)
def test_it_asks_before_it_deletes(answer: str, left: set[str], two_games: Path) -> None:
    status, output, files = moved(two_games, "--delete", "one", typed=answer)
    assert (status, files) == (0, left)
    assert "Delete 'one'?" in output


def test_games_deleted_under_one_name_are_all_kept(two_games: Path) -> None:
    moved(two_games, "--delete", "one", "--yes")
    moved(two_games, "--rename", "two", "one")
    assert moved(two_games, "--delete", "one", "--yes")[2] == {"deleted/one.sgf", "deleted/one-2.sgf"}


def test_a_game_can_be_renamed(two_games: Path) -> None:
    assert moved(two_games, "--rename", "one", "My first game")[::2] == (0, {"My first game.sgf", "two.sgf"})


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--rename", "one", "two"), "a saved game named 'two' already exists"),
        (("--rename", "one", "../out"), "a name consists of"),
        (("--rename", "none", "new"), "there is no saved game 'none'"),
        (("--delete", "none", "--yes"), "there is no saved game 'none'"),
        (("--delete", "../one", "--yes"), "there is no saved game"),
        (("--restore", "one"), "there is no saved game 'one'"),
        (("--delete", "one", "--json"), "cannot be combined"),
        (("--rename", "", "new"), ""),
        (("--delete", "", "--yes"), ""),
        (("--restore", ""), ""),
    ],
)
def test_a_refused_rename_delete_or_restore_changes_nothing(
    words: tuple[str, ...], message: str, two_games: Path
) -> None:
    status, output, files = moved(two_games, *words)
    assert (status, files) == (2, {"one.sgf", "two.sgf"})
    assert message in output


def test_a_restored_game_replaces_no_other(two_games: Path) -> None:
    moved(two_games, "--delete", "one", "--yes")
    moved(two_games, "--rename", "two", "one")
    status, output, files = moved(two_games, "--restore", "one")
    assert (status, files) == (2, {"one.sgf", "deleted/one.sgf"})
    assert "already exists" in output


@pytest.mark.parametrize("command", [("score",), ("explain", "--player", "search:1")])
def test_a_saved_game_is_read_from_the_folder_that_is_named(command: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "mine.sgf").write_text("(;GM[1]SZ[9]KM[6.5]RE[B+R];B[ee])")
    done = run(*command, "mine", "--saves", str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    assert run(*command, "mine").returncode == 2


def test_a_game_is_not_deleted_if_the_input_ends_at_the_question(tmp_path: Path) -> None:
    (tmp_path / "mine.sgf").write_text("(;GM[1]SZ[9];B[ee])")
    done = run("saves", "--saves", str(tmp_path), "--delete", "mine")
    assert done.returncode == 2
    assert "gnugo-py: the input has ended without an answer, so nothing was changed" in done.stderr
    assert (tmp_path / "mine.sgf").exists()


def test_a_table_that_is_wider_than_the_terminal_cuts_the_names_of_players() -> None:
    row = ["2026-11-28-083522", "go", "2026-11-28", "9", "gnugo-py level 1", "gnugo-py level 12"]
    row += ["120", "unfinished"]
    lines = _fitted([list(_COLUMNS), list(row)], 80)
    assert all(len(line) <= 80 for line in lines)
    assert "2026-11-28-083522" in lines[1]
    assert lines[1].endswith("unfinished")
    assert "gnugo-py level 1 " in _fitted([list(_COLUMNS), list(row)], 120)[1]
