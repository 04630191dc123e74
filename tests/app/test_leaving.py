"""Tests of leaving a game: what was played is saved, and an unsaved game is never left without a question."""

import re
from pathlib import Path

import pytest

from gnugo_py.app import navigation
from gnugo_py.app.app import App
from gnugo_py.app.mode import Mode
from gnugo_py.app.modes.menu import MenuMode
from gnugo_py.app.modes.result import ResultMode
from gnugo_py.app.open_games import NewGame, start_game
from gnugo_py.app.players import Engines, Human, Players
from gnugo_py.games.go.position import GO
from gnugo_py.storage.settings import Settings
from tests.support.gtp_engines import command
from tests.support.paths import file_with
from tests.support.plain_game import board, run_at_terminal
from tests.support.program import TWO_ON_5X5, run
from tests.support.screen import begun

UNSAVED = "The game could not be saved: "
QUESTION = "Leave without saving (y or n)? "
WAYS_OUT = [
    (("quit",), "Black, your move? "),
    (("new",), "Black, your move? "),
    (("load other.sgf",), "Black, your move? "),
    (("setup", "b D4", "done"), "Black's stones, Black to move; "),
    (("review", "play"), "move 2 of 2; "),
    (("review", "setup", "b D4", "done"), "Black's stones, Black to move; "),
    (("hint 99", "quit"), "Black, your move? "),
    (("stop", "quit", "quit"), "Black, your move? "),
]
"""Lines that would leave a game, and the question at which they were typed."""


@pytest.fixture
def blocked(tmp_path: Path) -> Path:
    """A save folder that cannot be made, because a file is in its place."""
    (tmp_path / "file").write_text("")
    return tmp_path / "file" / "saves"


def words(saves: Path) -> tuple[str, ...]:
    return ("play", "--plain", "--new", *TWO_ON_5X5, "--saves", str(saves))


@pytest.mark.parametrize(("lines", "question"), WAYS_OUT)
def test_every_way_out_of_an_unsaved_game_asks_first(
    lines: tuple[str, ...], question: str, blocked: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "other.sgf").write_text("(;SZ[5];B[aa])")
    monkeypatch.chdir(tmp_path)
    typed = "".join(f"{line}\n" for line in ("c3", "d3", *lines, "n"))
    done = run_at_terminal(*words(blocked), typed=typed)
    before, answered = done.stdout.split(f"{UNSAVED}{blocked}: Not a directory.\n{QUESTION}")
    assert question in before
    assert answered.rpartition("\nEnd of input.")[0].rpartition("\n")[2].startswith(question)
    assert done.returncode == 2


@pytest.mark.parametrize("line", ["quit", "new", "load other.sgf"])
def test_an_unsaved_game_is_left_after_yes(
    line: str, blocked: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "other.sgf").write_text("(;SZ[5];B[aa])")
    monkeypatch.chdir(tmp_path)
    start = "\n" if line == "new" else ""
    done = run_at_terminal(*words(blocked), typed=f"c3\n{line}\ny\n{start}")
    left = done.stdout.partition(QUESTION)[2]
    assert "3 - - X - -" not in left
    assert line == "quit" or len(board(left.splitlines())) == 5


def test_an_unsaved_game_is_left_where_nobody_can_be_asked(blocked: Path) -> None:
    done = run(*words(blocked), typed="c3\nquit\n")
    reason = f"{blocked}: Not a directory"
    assert done.stdout.endswith(f"{UNSAVED}{reason}.\nNot saved: {reason}.\n")
    assert (done.returncode, done.stderr) == (2, f"gnugo-py: the game is not saved: {reason}\n")


def test_the_end_of_input_reports_that_a_game_is_not_saved(blocked: Path) -> None:
    done = run(*words(blocked), typed="c3\n")
    assert done.stdout.endswith(f"End of input.\nNot saved: {blocked}: Not a directory.\n")
    assert done.returncode == 2


def test_a_failed_save_is_reported_between_the_move_and_the_board(blocked: Path) -> None:
    done = run(*words(blocked), typed="c3\nd3\nundo\n")
    reason = f"The game cannot be saved: {blocked}: Not a directory.  You can continue playing."
    assert f"c3\n{reason}\n  A B C D E\n" in done.stdout
    assert done.stdout.count(reason) == 1


def test_a_game_without_a_move_is_left_without_a_word(blocked: Path) -> None:
    done = run_at_terminal(*words(blocked), typed="quit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "saved" not in done.stdout.lower()


def test_leaving_saves_the_game_once(tmp_path: Path) -> None:
    done = run(*words(tmp_path), typed="c3\nquit\nd3\n")
    (file,) = tmp_path.glob("*.sgf")
    assert done.stdout.endswith(f"quit\nSaved as {file}\n")
    assert file.read_text().endswith("\n;B[cc])\n")


@pytest.mark.parametrize("lines", [("quit",), ("new",), ("setup", "b D4", "done")])
def test_an_unsaved_game_whose_engine_has_failed_is_left_after_one_question(
    lines: tuple[str, ...], blocked: Path
) -> None:
    against = ("--size", "9", "--handicap", "0", "--color", "black", "--opponent", command("crashes"))
    typed = "".join(f"{line}\n" for line in ("c3", *lines, "y"))
    done = run_at_terminal("play", "--plain", "--new", *against, "--saves", str(blocked), typed=typed)
    assert done.stdout.count(QUESTION) == 1


def test_games_that_are_started_from_a_review_and_a_lesson_return_there(tmp_path: Path) -> None:
    (tmp_path / "game.sgf").write_text("(;SZ[5]KM[0];B[cc];W[dc])")
    words = ("review", "--plain", str(tmp_path / "game.sgf"), "--saves", str(tmp_path / "saves"))
    lines = ("b2", "play", "e5", "quit", "learn", "play", "quit", "quit", "quit", "back", "quit", "discard")
    done = run(*words, typed="".join(f"{line}\n" for line in lines))
    asked = (
        "The changes of this review are not saved; save writes game.sgf.\nsave, save NAME, discard or back? "
    )
    assert done.stdout.count(asked) == 2
    prompts = re.findall(r"^(.*[?:]) (?:play|quit|learn|discard)$", done.stdout, re.MULTILINE)
    review, move, answer = "move 1 of 1; next, back, help or quit:", "your move?", "your move?"
    assert prompts == [review, move, review, answer, move, answer, review, review, asked.splitlines()[1][:-1]]
    assert not list(tmp_path.glob("*-review.sgf"))
    assert done.returncode == 0


@pytest.mark.parametrize("key", ["n", "q", "\r", "new\r"])
def test_the_unsaved_result_of_a_game_is_left_after_a_question(key: str, blocked: Path) -> None:
    screen = begun(blocked, "--new", *TWO_ON_5X5)
    screen.enter("c3\rstop\ry\rstop\rstop\r", "Return: quit$")
    screen.enter(key, "Leave without saving")
    screen.enter("n\r", "Return: quit$")
    screen.enter(key, "Leave without saving")
    screen.type("y\r")
    if "n" in key:
        screen.wait("Return: start")
    else:
        assert screen.status() == 2


def test_changes_that_an_unsaved_game_has_taken_over_are_not_reported_once_it_is_saved(blocked: Path) -> None:
    screen = begun(blocked, "--new", *TWO_ON_5X5)
    screen.enter("c3\rreview\ra1\rquit\rsave\r", "The game has the changes. Not saved")
    blocked.parent.unlink()
    screen.enter("b2\r", "The game is being saved again.")
    assert screen.interrupted() == 130
    assert "not saved" not in screen.printed


def test_what_stands_above_a_game_ends_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ended = list[Mode]()
    monkeypatch.setattr(ResultMode, "cover", lambda self: ended.append(self))
    app = App(tmp_path, Players(Engines()), Settings(), has_screen=True)
    navigation.menu(app)
    navigation.play(app, start_game(app, NewGame(GO, {"size": 5}, opponents=(Human(),))))
    navigation.result(app)
    result = app.mode
    app.submit("quit")
    assert isinstance(app.mode, MenuMode)
    assert result in ended


def reviewed(file: Path, *lines: str) -> str:
    """Return the output of a review at a terminal after some typed lines."""
    words = ("review", "--plain", str(file), "--saves", str(file.parent / "saves"))
    return run_at_terminal(*words, typed="".join(f"{line}\n" for line in lines)).stdout


def test_a_person_who_takes_over_from_the_engine_gets_a_name_of_a_person(a_person_of_its_own: Path) -> None:
    saves = a_person_of_its_own / "saves"
    run("play", "--plain", "--size", "9", "--handicap", "0", "--color", "white", typed="c3\nquit\n")
    (played,) = saves.glob("*.sgf")
    assert "PB[GNU Go 1.1]PW[Human]" in played.read_text()
    run("review", "--plain", str(played), typed="goto 2\nplay\nquit\n")
    (later,) = set(saves.glob("*.sgf")) - {played}
    assert "PB[Human]PW[GNU Go 1.1]" in later.read_text()


def test_a_finished_game_is_not_left_for_a_game_that_cannot_start(tmp_path: Path) -> None:
    file = file_with(tmp_path / "game.sgf", "(;GM[11]FF[4]SZ[2]RU[free];B[a1];W[b1];B[a2])")
    shown = reviewed(file, "end", "comment Well played.", "play")
    assert "the game is over at this point; go back a move first." in shown
    assert "discard" not in shown.partition("Well played.")[2]


def test_a_game_is_not_left_for_a_game_of_the_file_that_cannot_be_read(tmp_path: Path) -> None:
    file = file_with(tmp_path / "games.sgf", "(;SZ[9];B[aa])(;SZ[99];B[aa])")
    shown = reviewed(file, "a2", "next game")
    assert "game 2: the board size is 99; supported sizes are 2 to 25." in shown
    assert "discard" not in shown
