"""Tests of `gnugo-py guess` and of the word `guess` in a review.

The analyst is an engine that knows what each move loses; see `oracle_engine`.
"""

import os
from pathlib import Path

from tests.support.analysts import ORACLE
from tests.support.paths import file_with
from tests.support.program import Finished, run

GAME = "(;GM[1]FF[4]SZ[9]KM[6.5]RU[Japanese]PB[Ann]PW[Bob];B[ee];W[gc];B[cg];W[cc])"
"""E5 G7 C3 C7."""


def guess(file: Path, *lines: str, options: tuple[str, ...] = ()) -> Finished:
    typed = "".join(f"{line}\n" for line in lines)
    return run("guess", str(file), "--plain", "--analyst", ORACLE, *options, typed=typed)


def answers(done: Finished) -> list[str]:
    """Return the lines that answer a guess, and the score."""
    words = ("right:", "near:", "no:", "score:", "The game went")
    lines = (line.rpartition("? ")[2] for line in done.stdout.splitlines())
    return [line for line in lines if line.startswith(words)]


def test_the_move_of_the_game_is_right_and_worth_less_at_each_try(file: Path) -> None:
    done = guess(file, "e5", "a1", "G7", "b8", "h8", "c3", "quit")
    assert (done.returncode, done.stderr) == (0, "")
    assert [line for line in answers(done) if not line.startswith("no")] == [
        "right: E5, 5 points.",
        "right: G7, 3 points.",
        "right: C3, 1 point.",
        "score: 9 of 15",
    ]


def test_a_wrong_guess_tells_whether_it_is_near_and_what_it_loses(file: Path) -> None:
    shown = answers(guess(file, "d4", "quit", options=("--color", "black")))
    assert shown[0] == "near: D4 was not played; it loses about 1.0 points more."


def test_before_the_last_try_the_region_is_marked(file: Path) -> None:
    shown = guess(file, "a1", "a2").stdout
    assert "\n6 - - - ? ? ? - - - 6\n" in shown
    assert "your guess (last try, in the marked region)?" in shown


def test_after_three_wrong_guesses_the_best_of_them_counts(file: Path) -> None:
    shown = answers(guess(file, "j9", "d4", "j1", "quit"))
    assert shown[2].endswith("The game went on with E5; 2 points.")
    assert shown[3] == "score: 2 of 5"


def test_the_other_color_plays_by_itself(file: Path) -> None:
    done = guess(file, "G7", options=("--color", "white"))
    assert "right: G7, 5 points. Black plays C3." in done.stdout


def test_skip_shows_the_move_without_points(file: Path) -> None:
    assert answers(guess(file, "skip", "quit")) == ["The game went on with E5; 0 points.", "score: 0 of 5"]


def test_an_illegal_guess_costs_no_try(file: Path) -> None:
    shown = guess(file, "e5", "e5").stdout
    assert "illegal move: " in shown
    assert shown.count("your guess (two tries)?") == 3


def test_the_score_of_a_long_game_is_compared_with_earlier_ones(tmp_path: Path) -> None:
    moves = [f"{color}[{column}{row}]" for row in "beh" for column, color in zip("bdfh", "BWBW", strict=True)]
    file = file_with(tmp_path / "long.sgf", f"(;GM[1]FF[4]SZ[9];{';'.join(moves)})")
    right = [f"{'ABCDEFGHJ'[ord(move[2]) - 97]}{9 - ord(move[3]) + 97}" for move in moves]
    assert answers(guess(file, *right))[-1] == "score: 60 of 60"
    assert (Path(os.environ["GNUGO_PY_CONFIG"]) / "guesses.txt").read_text().endswith(" 60 of 60\n")
    again = guess(file, *right[:-1], "skip").stdout
    assert "That is 92 %; in 1 earlier game you reached 100 % on average. Better than 0 of them." in again


def test_a_game_without_moves_of_the_color_is_refused(tmp_path: Path) -> None:
    file = file_with(tmp_path / "short.sgf", "(;GM[1]FF[4]SZ[9];B[ee])")
    done = guess(file, options=("--color", "white"))
    assert (done.returncode, done.stderr) == (2, f"gnugo-py: {file}: there is no move to guess\n")


def test_games_that_are_not_counted_are_refused(tmp_path: Path) -> None:
    file = file_with(tmp_path / "hex.sgf", "(;GM[11]FF[4]SZ[11];B[a1];W[b2])")
    assert guess(file).returncode == 2


def test_in_a_review_the_moves_from_here_on_are_guessed(file: Path) -> None:
    typed = "next 2\nguess black\nc3\nquit\n"
    shown = run("review", str(file), "--plain", "--analyst", ORACLE, typed=typed).stdout
    assert "Move 3: Black to play" in shown
    assert "right: C3, 5 points." in shown
    assert "score: 5 of 5" in shown
    assert "move 2 of 4" in shown.rpartition("score:")[2]
