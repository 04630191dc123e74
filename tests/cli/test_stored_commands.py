"""Tests that a stored command runs in the folder in which it was stored, and nowhere else."""

import os
import shlex
import sys
from pathlib import Path

import pytest

from gnugo_py.storage.settings import read_settings, settings_file
from tests.support.program import Finished, run
from tests.support.screen import Screen
from tests.support.terminal import Terminal

GAME = "(;GM[1]SZ[9]KM[6.5];B[ee];W[gc])"
COMMAND = f"{shlex.quote(sys.executable)} engine.py"


def folder_with_engine(path: Path) -> Path:
    """Make a folder with a program `engine.py` that leaves a file `ran` in the folder in which it runs."""
    path.mkdir()
    (path / "engine.py").write_text("open('ran', 'w').close()\n")
    (path / "game.sgf").write_text(GAME)
    return path


def run_in(folder: Path, *words: str) -> Finished:
    return run(*words, typed="quit\n", folder=folder)


@pytest.mark.parametrize(
    "words",
    [
        ("--plain", "--size", "9", "--handicap", "0", "--color", "black"),
        ("review", "--plain", "game.sgf"),
        ("analyze", "game.sgf", "--visits", "1"),
    ],
)
def test_a_stored_analyst_always_runs_in_its_own_folder(tmp_path: Path, words: tuple[str, ...]) -> None:
    mine, theirs = folder_with_engine(tmp_path / "mine"), folder_with_engine(tmp_path / "theirs")
    assert run_in(mine, "settings", "analyst", COMMAND).returncode == 0
    assert run_in(theirs, *words).returncode == 0
    assert (mine / "ran").exists()
    assert not (theirs / "ran").exists()


def test_a_command_without_a_folder_runs_in_the_folder_of_the_settings_file(tmp_path: Path) -> None:
    settings_file().parent.mkdir(exist_ok=True)
    settings_file().write_text(f"analyst = {COMMAND}\n")
    theirs = folder_with_engine(tmp_path / "theirs")
    assert run_in(theirs, "analyze", "game.sgf", "--visits", "1").returncode == 0
    assert not (theirs / "ran").exists()


def analyst_without_its_folder(tmp_path: Path) -> Path:
    """Store an analyst in a folder that is then gone; return another folder with such a program."""
    mine, theirs = folder_with_engine(tmp_path / "mine"), folder_with_engine(tmp_path / "theirs")
    run_in(mine, "settings", "analyst", COMMAND)
    mine.rename(tmp_path / "moved")
    return theirs


def test_the_built_in_engine_replaces_an_analyst_whose_folder_is_missing(tmp_path: Path) -> None:
    theirs = analyst_without_its_folder(tmp_path)
    done = run_in(theirs, "analyze", "game.sgf", "--visits", "1")
    assert done.returncode == 0
    assert f"runs in {tmp_path / 'mine'}, but there is no such folder; the built-in engine" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_missing_folder_is_said_once_by_a_report_that_trains(tmp_path: Path) -> None:
    theirs = analyst_without_its_folder(tmp_path)
    (theirs / "lost.sgf").write_text("(;GM[1]SZ[9]KM[6.5]PB[Ann]PW[Bob];B[ee];W[gc];B[aa];W[cg])")
    done = run_in(theirs, "report", "lost.sgf", "--player", "Ann", "--train", "--plain")
    assert "Black played A9" in done.stdout
    assert done.stderr.count("no such folder") == 1
    assert not (theirs / "ran").exists()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no pseudo-terminals")
def test_a_terminal_user_is_asked_about_running_it_in_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs = analyst_without_its_folder(tmp_path)
    monkeypatch.chdir(theirs)
    review = Terminal(
        tmp_path / "saves", str(theirs / "game.sgf"), words=("review",), shows="from now on\\? \\[y/N\\]"
    )
    assert not (theirs / "ran").exists()
    review.enter("y\r", "move 0 of 2")
    analyst = read_settings().analyst
    assert analyst is not None
    assert analyst.folder == str(theirs)


def test_the_analyst_folder_is_shown_and_removed_with_the_analyst(tmp_path: Path) -> None:
    mine = folder_with_engine(tmp_path / "mine")
    run_in(mine, "settings", "analyst", COMMAND)
    assert str(mine) in run_in(tmp_path, "settings").stdout.splitlines()
    run_in(tmp_path, "settings", "analyst", "none")
    assert "folder" not in settings_file().read_text()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such names")
def test_a_folder_name_with_a_line_break_is_refused(tmp_path: Path) -> None:
    odd = folder_with_engine(tmp_path / "two\nlines")
    done = run_in(odd, "settings", "analyst", COMMAND)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "this folder's name cannot be stored" in done.stderr


def test_a_command_among_the_last_choices_of_the_form_is_not_run(tmp_path: Path) -> None:
    settings_file().parent.mkdir(exist_ok=True)
    command = f"last opponent = touch {tmp_path / 'mark'}\n"
    settings_file().write_text(f"last game = go\nlast size = 9\nlast easy game = won\n{command}")
    game = Screen(tmp_path / "saves", shows="2  New game with the last settings")
    game.enter("2", "your move\\?$")
    assert not (tmp_path / "mark").exists()
