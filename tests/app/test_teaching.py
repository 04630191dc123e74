"""Tests of teaching: after a move that loses too much, the program offers to take it back.

The analyst is an engine that knows what each move loses; see `oracle_engine`.
"""

import json
import os
import re
from pathlib import Path

import pytest

from tests.support.analysts import ORACLE
from tests.support.program import output_of, run
from tests.support.screen import begun

OFFER = "That loses about 6 points: White answers at A1. Take it back (y or n)?"


def play(*lines: str, options: str = "--teach --opponent human") -> str:
    """Return the output of a game on 9x9 after some lines."""
    words = f"play --plain --new --size 9 --handicap 0 --color black {options}".split()
    return output_of(*words, "--analyst", ORACLE, typed="".join(f"{line}\n" for line in lines))


def saved_game() -> str:
    (file,) = Path(os.environ["GNUGO_PY_SAVES"]).glob("*.sgf")
    return file.read_text()


def test_a_move_that_loses_too_much_can_be_taken_back() -> None:
    shown = play("j9", "y", "e5")
    assert OFFER in shown
    assert "Move taken back." in shown
    assert "move 1: X E5" in shown


def test_the_answer_is_shown_on_the_board() -> None:
    assert "\n1 1 - - - - - - - - 1\n" in play("j9")


def test_what_was_taken_back_stays_as_a_variation_and_becomes_an_exercise() -> None:
    play("j9", "y", "e5")
    assert ";B[ia]" in saved_game()
    (exercise,) = json.loads((Path(os.environ["GNUGO_PY_CONFIG"]) / "training.json").read_text())
    assert (exercise["played"], exercise["best"], exercise["kind"]) == ("J9", "C3", "blunder")


@pytest.mark.parametrize("answer", ["n", "no", ""])
def test_no_and_return_keep_the_move(answer: str) -> None:
    shown = play("j9", answer, "e5")
    assert "Move taken back." not in shown
    assert "move 2: O E5" in shown


@pytest.mark.parametrize(("line", "shown"), [("e5", "move 2: O E5"), ("save", "Saved as ")])
def test_a_move_and_a_command_mean_no_and_are_handled(line: str, shown: str) -> None:
    after = play("j9", line).partition(OFFER)[2]
    assert shown in after
    assert OFFER not in after


@pytest.mark.parametrize(
    ("line", "refusal"),
    [
        ("maybe", "not understood: 'maybe'; type y or n, a move or a command."),
        ("z1", "illegal move ! Z1 is off the board; columns go from A to J, lines from 1 to 9."),
        ("hint 99", "type hint, or hint LEVEL with a level from 1 to 9."),
    ],
)
@pytest.mark.parametrize("opponent", ["human", "classic"])
def test_what_is_neither_an_answer_nor_possible_in_the_game_is_refused_and_asked_again(
    line: str, refusal: str, opponent: str
) -> None:
    after = play("j9", line, "y", options=f"--teach --opponent {opponent}").partition(OFFER)[2]
    assert f"{refusal}\n{OFFER}" in after
    assert "Move taken back." in after


def test_an_illegal_move_instead_of_an_answer_is_refused_and_asked_again() -> None:
    after = play("j9", "j9").partition(OFFER)[2]
    assert f"illegal move ! there is a stone on that point.\n{OFFER}" in after


def test_help_explains_the_question() -> None:
    after = play("j9", "help", "y").partition(OFFER)[2]
    assert "y takes your move back" in after
    assert "Move taken back." in after


@pytest.mark.parametrize(("columns", "lines"), [(80, 24), (40, 15)])
@pytest.mark.parametrize("size", [9, 19])
def test_a_screen_shows_the_whole_question_and_the_reason(
    size: int, columns: int, lines: int, tmp_path: Path
) -> None:
    game = ("--size", str(size), "--handicap", "0", "--teach", "--opponent", "human", "--analyst", ORACLE)
    screen = begun(tmp_path, *game, columns=columns, lines=lines)
    shown = screen.enter("j9\r", r"^Take it back \(y or n\)\?")
    assert "That loses about 6 points: White answers at A1." in " ".join(shown.split())
    shown = screen.enter("maybe\r", r"^Take it back \(y or n\)\?$")
    assert "not understood: 'maybe'" in " ".join(shown.split())
    screen.enter("\x1bOP", "y takes your move back")
    screen.enter("\r", r"^Take it back \(y or n\)\?")
    screen.enter("y\r", "your move\\?$")


def test_a_line_that_is_typed_against_an_engine_is_handled_after_its_move() -> None:
    shown = play("j9", "e5", options="--teach --opponent classic --seed 1")
    assert "my move: " in shown.partition(OFFER)[2]
    assert "move 4: O " in shown


def test_the_same_move_is_not_asked_about_twice() -> None:
    assert play("j9", "y", "j9", "e5").count(OFFER) == 1


def test_teach_on_and_off_hold_for_the_game() -> None:
    assert OFFER in play("teach on", "j9", options="--opponent human")
    assert OFFER not in play("teach off", "j9")


def test_teach_alone_says_whether_it_is_on() -> None:
    assert "Teaching is on: " in play("teach")
    assert "Teaching is off; type teach on" in play("teach", options="--opponent human")


def test_a_resumed_game_goes_on_with_teaching() -> None:
    play("e5")
    done = run("play", "--plain", "--resume", "--analyst", ORACLE, typed="j9\n")
    assert "Take it back (y or n)?" in done.stdout


def test_the_clock_stands_while_a_move_is_judged(tmp_path: Path) -> None:
    slow = tmp_path / "slow.sh"  # waits before each analysis
    wait = 'while read -r line; do case "$line" in kata-analyze*) sleep 1;; esac; echo "$line"; done'
    slow.write_text(f"#!/bin/sh\n{wait} | {ORACLE}\n")
    slow.chmod(0o755)
    words = ("--plain", "--new", "--size", "9", "--handicap", "0", "--teach", "--opponent", "human")
    done = run(*words, "--clock", "1m", "--analyst", str(slow), typed="j9\nn\nc3\nquit\n")
    assert (done.returncode, OFFER in done.stdout) == (0, True), done.stderr
    (left,) = re.findall(r"WL\[([\d.]+)", saved_game())
    assert float(left) > 58.8
