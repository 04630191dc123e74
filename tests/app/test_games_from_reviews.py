"""Tests of games that a person starts from a review."""

from pathlib import Path

from tests.support.paths import file_with
from tests.support.plain_game import run_at_terminal
from tests.support.program import run


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
