"""Tests of files with several games: which game each command uses."""

import json
import sys
from pathlib import Path

import pytest

from tests.support.paths import file_with
from tests.support.program import output_of, run
from tests.support.screen import Screen

GAME = """
(;GM[1]SZ[9]PB[Ann]PW[Bob]DT[1999-01-02]RE[B+3.5]KM[0];B[aa];W[bb](;B[cc])(;B[dd]))
(;GM[1]SZ[13]KM[0]PB[Cat]PW[Dan]C[(;not a game)];B[aa];W[];B[])
(;GM[11]SZ[11];B[f6])
"""


def test_score_counts_the_game_with_the_given_number(file: Path) -> None:
    shown = output_of("score", str(file), "--number", "2", "--json")
    assert json.loads(shown)["territory"]["black"] == 168
    assert json.loads(run("score", str(file), "--number", "3", "--json").stdout)["game"] == "hex"


def test_explain_uses_the_game_with_the_given_number(file: Path) -> None:
    shown = output_of("explain", str(file), "--number", "2", "--move", "1", "--json")
    assert json.loads(shown)["to_play"] == "white"
    assert "13" in run("explain", str(file), "--number", "2", "--move", "1").stdout


def test_play_loads_the_game_with_the_given_number(file: Path, tmp_path: Path) -> None:
    shown = output_of(
        "--load", str(file), "--number", "2", "--opponent", "human", "--saves", str(tmp_path / "s")
    )
    assert shown.lstrip().startswith("A B C D E F G H J K L M N\n")


def test_review_opens_the_game_with_the_given_number(file: Path) -> None:
    shown = output_of("review", "--plain", str(file), "--number", "2", typed="end\n")
    assert "move 3 of 3" in shown
    assert "Black: Cat - White: Dan" in shown


@pytest.mark.parametrize("words", [["score"], ["explain"], ["review", "--plain"], ["--load"]])
@pytest.mark.parametrize("number", ["0", "4", "-1", "x"])
def test_an_invalid_game_number_is_reported_in_one_line_with_status_2(
    words: list[str], number: str, file: Path
) -> None:
    done = run(*words, str(file), "--number", number)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    if number == "4":
        assert "there is no game 4: the file contains 3 games; use a number from 1 to 3" in done.stderr


def test_the_only_game_of_a_file_has_number_1(tmp_path: Path) -> None:
    file = file_with(tmp_path / "one.sgf", "(;SZ[9];B[aa])")
    assert run("score", str(file), "--number", "1").returncode == 0
    assert "there is no game 2: the file contains one game" in run("score", str(file), "--number", "2").stderr


def test_a_number_goes_with_a_file() -> None:
    assert "--number requires --load FILE" in run("--number", "2").stderr


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")
def test_a_review_on_a_screen_lists_the_games_and_asks(file: Path, tmp_path: Path) -> None:
    screen = Screen(tmp_path, words=("review", str(file)))
    shown = screen.wait(r"which game \(1 to 3, q to quit\)\?")
    assert "1  Ann - Bob, 1999-01-02, B+3.5" in shown
    assert "2  Cat - Dan" in shown
    assert "3  no names" in shown
    screen.enter("7\r", "type a whole number from 1 to 3")
    screen.enter("2\r", "move 0 of 3;")
    assert "Cat" in screen.wait("Dan")
    assert screen.status("quit\r") == 0


def test_a_review_goes_to_the_next_and_the_previous_game(file: Path) -> None:
    done = run(
        "review", str(file), "--plain", typed="back game\nnext game\nnext game\nnext game\nback game\nquit\n"
    )
    assert done.returncode == 0
    assert "this is game 1 of 3; there is no game in that direction." in done.stdout
    assert done.stdout.count("Game 2 of 3.") == 2
    assert "Black: Cat - White: Dan" in done.stdout
    assert "this is game 3 of 3" in done.stdout


def test_a_file_with_one_game_has_no_other(tmp_path: Path) -> None:
    one = file_with(tmp_path / "one.sgf", "(;GM[1]SZ[9];B[ee])")
    done = run("review", str(one), "--plain", typed="next game\nquit\n")
    assert "the file contains no other game." in done.stdout
