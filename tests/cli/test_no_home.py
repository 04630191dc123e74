"""Tests of a person without a home folder: nothing is stored, one warning says so, and all else works."""

import sys
from pathlib import Path

import pytest

from gnugo_py.cli import settings
from tests.support.program import run
from tests.support.screen import Screen

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="home folders are found differently there")

WARNING = (
    "gnugo-py: there is no home folder; set HOME. Without it, games, settings and results are not stored\n"
)
GAME = "(;GM[1]FF[4]SZ[9]KM[6.5];B[ee];W[gc];B[ge])"
TWO = ("--plain", "--size", "5", "--handicap", "0", "--opponent", "human")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the current folder of a user without an entry in the system, and without HOME."""

    def no_entry(*_: object) -> None:
        raise KeyError("no such user")

    for name in ("HOME", "GNUGO_PY_CONFIG", "GNUGO_PY_SAVES"):
        monkeypatch.delenv(name, raising=False)
    for kind in ("CONFIG", "DATA", "CACHE", "STATE"):
        monkeypatch.delenv(f"XDG_{kind}_HOME", raising=False)
    monkeypatch.setattr("pwd.getpwuid", no_entry)
    monkeypatch.setattr("gnugo_py.system.files.source_checkout", lambda: None)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.sgf").write_text(GAME)
    return tmp_path


@pytest.mark.parametrize(
    ("words", "typed"),
    [
        (("settings",), ""),
        (("settings", "theme", "mono"), ""),
        (("saves", "--json"), ""),
        (("learn", "--list"), ""),
        (("learn", "--plain"), "e5\nquit\n"),
        (("problems", "--list"), ""),
        (("problems", "--plain"), "hint\nsolution\nquit\n"),
        (("play", *TWO), "c3\nd3\nundo\nsave mine\nquit\n"),
        (("play", *TWO), "c3\nreview\nb2\nquit\ndiscard\nquit\nnew\n"),
        (("play", *TWO), "c3\nlearn\nquit\ndiagram x\ngames\nload x\n"),
        (("review", "--plain", "game.sgf"), "next\na1\nquit\ndiscard\n"),
        (("train", "--plain"), ""),
        (("guess", "--plain", "game.sgf"), "e5\ng7\nskip\n"),
        (("report",), ""),
        (("gtp",), "boardsize 5\nplay b c3\nprintsgf\nquit\n"),
        (("match", "search:1", "search:1", "--size", "5", "--games", "1"), ""),
        (("completion", "bash"), ""),
    ],
)
def test_commands_work_without_storing_and_with_one_warning(
    words: tuple[str, ...], typed: str, folder: Path
) -> None:
    done = run(*words, typed=typed)
    assert (done.returncode, done.stderr.count("gnugo-py: ")) == (0, 1)
    assert done.stderr.startswith(WARNING)
    assert [path.name for path in folder.iterdir()] == ["game.sgf"]


def test_no_path_has_a_tilde() -> None:
    assert "~" not in run("settings").stdout


def test_the_screen_works(folder: Path) -> None:
    screen = Screen(folder / "saves", "--new", shows="Return: start")
    screen.enter("\r", "your move\\?$")
    screen.enter("theme dark\r", "theme: dark")
    assert screen.status("quit\r") == 0


def test_a_game_that_the_person_wants_to_save_is_refused() -> None:
    printed = run("play", *TWO, typed="c3\nsave mine\n").stdout
    assert "Not saved: there is no home folder; set HOME, or choose a folder with --saves." in printed
    assert "cannot be saved" not in printed


def test_games_are_saved_in_a_folder_that_was_named(folder: Path) -> None:
    run("play", *TWO, "--saves", str(folder / "saves"), typed="c3\n")
    assert len(list((folder / "saves").glob("*.sgf"))) == 1


def test_an_internal_error_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise RuntimeError("a fault")

    monkeypatch.setattr(settings, "current_settings", fail)
    done = run("settings")
    assert done.returncode == 2
    assert "internal error: RuntimeError: a fault; the traceback could not be written: there is no home" in (
        done.stderr
    )
