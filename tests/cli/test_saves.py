"""TODO."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from gnugo_py.storage.save_store import SaveStore
from tests.support.paths import ROOT
from tests.support.program import answers, run

ON_9X9 = ("--size", "9", "--handicap", "0", "--color", "black", "--seed", "1")


def saved(folder: Path, typed: str = "c3\nsave x\n", *words: str) -> Path:
    run(*ON_9X9, *words, "--saves", str(folder), typed=typed)
    return folder / "x.sgf"


def listed(folder: Path) -> dict[str, dict[str, object]]:
    return {each["name"]: each for each in json.loads(run("saves", "--saves", str(folder), "--json").stdout)}


def test_a_listing_is_whole_while_another_program_writes(tmp_path: Path) -> None:
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
        assert all(len(SaveStore(tmp_path).names()) >= 50 for _ in range(300))
    finally:
        stop.set()
        thread.join()


def test_a_number_in_a_strangers_comment_does_not_make_a_game_the_latest(tmp_path: Path) -> None:
    (tmp_path / "evil.sgf").write_text('(;SZ[9]C[GNUGOPY[{"serial": 999999999, ])')
    saved(tmp_path)
    assert '"serial": 1,' in (tmp_path / "x.sgf").read_text()


def test_a_home_that_does_not_exist_is_no_fault(tmp_path: Path) -> None:
    done = run(*ON_9X9, "--saves", str(tmp_path), typed="load ~nosuch/x.sgf\nc3\n")
    assert (done.returncode, len(answers(done.stdout))) == (0, 1)


@pytest.mark.parametrize("name", ["a\u3164b", "a\u2800b", "x" + "\u20dd" * 30])
def test_names_that_cannot_be_seen_are_none(name: str, tmp_path: Path) -> None:
    assert not SaveStore(tmp_path).is_name(name)


def test_a_game_named_with_the_letters_in_pieces_is_found_again(tmp_path: Path) -> None:
    typed = "cafe\u0301"
    saved(tmp_path, f"c3\nsave {typed}\n")
    assert run("--resume", typed, "--saves", str(tmp_path), typed="g7\n").returncode == 0
    assert run("--resume", "caf\u00e9.sgf", "--saves", str(tmp_path), typed="a1\n").returncode == 0


def test_a_game_with_a_huge_root_node_is_listed_by_its_beginning(tmp_path: Path) -> None:
    (tmp_path / "huge.sgf").write_bytes(b"(;GM[1]" + b"A[b]" * 900_000 + b")")
    started = time.process_time()
    done = run("saves", "--saves", str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    assert "huge" in done.stdout
    assert time.process_time() - started < 5


def test_a_folder_that_is_gone_is_named(tmp_path: Path) -> None:
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


def test_a_name_with_two_endings_is_saved_and_resumed_by_the_name_that_is_listed(tmp_path: Path) -> None:
    saved(tmp_path, "c3\nsave y.sgf.sgf\n")
    assert [path.name for path in tmp_path.glob("*.sgf")] == ["y.sgf"]
    (tmp_path / "y.sgf").rename(tmp_path / "y.sgf.sgf")
    (listed,) = json.loads(run("saves", "--json", "--saves", str(tmp_path)).stdout)
    assert listed["name"] == "y.sgf"
    assert run("--resume", listed["name"], "--saves", str(tmp_path), typed="g7\n").returncode == 0
