"""Tests that only engines named by the user are run, wherever a saved game or a folder comes from."""

import json
import os
import shlex
import sys
from pathlib import Path

import pytest

from tests.support.gtp_engines import command
from tests.support.paths import ROOT
from tests.support.program import BLACK_ON_9X9, answers, output_of, run


def test_a_list_of_engines_in_the_saves_folder_is_not_trusted(
    tmp_path: Path, a_person_of_its_own: Path
) -> None:
    mark = tmp_path / "mark"
    evil = f"touch {mark}"
    run(*BLACK_ON_9X9, "--opponent", command("none"), "--saves", str(tmp_path), typed="c3\nsave x\n")
    file = tmp_path / "x.sgf"
    file.write_text(file.read_text().replace(json.dumps(command("none"))[1:-1], evil))
    for name in ("engines.txt", "engines.json"):
        (tmp_path / name).write_text(evil + "\n")
    (next(a_person_of_its_own.rglob("engines.json"))).write_text("[1, {")
    done = run("--resume", "x", "--saves", str(tmp_path), typed="g7\n")
    assert "to allow it, resume the game with --opponent" in done.stdout
    assert not mark.exists()


def engine_in(folder: Path, mark: str) -> None:
    """Create a program `engine` in a folder that creates the file `mark` there and runs the test engine."""
    folder.mkdir(exist_ok=True)
    (folder / "engine").write_text(f"#!/bin/sh\ntouch {folder / mark}\nexec {command('none')}\n")
    (folder / "engine").chmod(0o755)


def test_an_engine_of_the_same_name_in_another_folder_is_another_engine(tmp_path: Path) -> None:
    mine, theirs, saves = tmp_path / "mine", tmp_path / "theirs", tmp_path / "saves"
    engine_in(mine, "mark")
    engine_in(theirs, "mark")
    words = ("--saves", str(saves))
    run(*BLACK_ON_9X9, "--opponent", "./engine", *words, typed="c3\nquit\n", folder=mine)
    assert (mine / "mark").exists()
    there = run("--resume", *words, typed="g7\nquit\n", folder=theirs)
    assert "to allow it, resume the game with --opponent" in there.stdout
    assert not (theirs / "mark").exists()
    here = run("--resume", *words, typed="g7\nquit\n", folder=mine)
    assert len(answers(here.stdout)) == 1


def test_an_engine_found_on_the_path_runs_in_its_original_folder(tmp_path: Path) -> None:
    mine, theirs, saves = tmp_path / "mine", tmp_path / "theirs", tmp_path / "saves"
    mine.mkdir()
    engine_in(theirs, "mark")
    (theirs / "code.py").write_text(f"open({str(theirs / 'mark')!r}, 'w')")
    bot = shlex.join([Path(sys.executable).name, "-c", f"exec(open({str(ENGINE)!r}).read())", "none"])
    words = ("--saves", str(saves))
    run(*BLACK_ON_9X9, "--opponent", bot, *words, typed="c3\nquit\n", folder=mine)
    there = run("--resume", *words, typed="g7\nquit\n", folder=theirs)
    assert len(answers(there.stdout)) == 1
    assert not (theirs / "mark").exists()


ENGINE = ROOT / "tests" / "support" / "fake_engine.py"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has neither pipes nor devices among files")
@pytest.mark.parametrize("kind", ["device", "pipe", "nested"])
def test_an_unusable_list_of_engines_does_not_block(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "engines.json"
    if kind == "device":
        path.symlink_to("/dev/zero")
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        path.write_text("[" * 100_000)
    words = ("--size", "9", "--handicap", "0", "--color", "black", "--opponent", command("none"))
    shown = output_of(*words, typed="e5\nquit\n", GNUGO_PY_CONFIG=str(tmp_path))
    assert "my move: A9" in shown
    assert (path.is_file(), path.is_symlink()) == (kind == "nested", kind == "device")
