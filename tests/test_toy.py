"""Tests of the whole program with a game that has no code in the package: see `toy`."""

import subprocess
import sys
from pathlib import Path

import pytest

from gnugo_py.games.board_words import chains_in_words
from gnugo_py.games.registry import GAMES
from gnugo_py.study.lesson import parse_lesson
from tests.support.form import LEFT, Form
from tests.support.terminal import Terminal
from tests.toy import ENTRY, Pairs

GAME = ("--game", "pairs", "--size", "3")


def run(*words: str, typed: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.toy", *words],
        input=typed,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def test_a_toy_game_is_played_saved_and_resumed_in_plain_mode(tmp_path: Path) -> None:
    played = run(
        "play", *GAME, "--plain", "--saves", str(tmp_path), typed="a1\nb1\na2 b2\nundo\nsave eve\nquit\n"
    )
    assert "Black, and the second stone? b1" in played
    assert "Move taken back." in played
    again = run("play", "--resume", "eve", "--plain", "--saves", str(tmp_path), typed="redo\nc1 c3\n")
    assert again[1:4] == ["3 - - - 3", "2 - - - 2", "1 X X - 1"]
    assert "Black wins with three in a row." in again
    listed = run("saves", "--saves", str(tmp_path), typed="")
    assert listed[1].split() == ["eve", "pairs", listed[1].split()[2], "3", "Human", "Human", "3", "B+"]


def test_commands_that_only_go_has_are_refused_and_not_listed(tmp_path: Path) -> None:
    output = run("play", *GAME, "--plain", "--saves", str(tmp_path), typed="pass\nstop\nhint\nhelp\nquit\n")
    shown = "\n".join(output)
    assert "the command pass is not available in Pairs" in shown
    assert "the command stop is not available in Pairs" in shown
    assert "there is no engine that can give hints in Pairs" in shown
    assert "Type a move, such as a1 b3" in shown
    assert "skip your turn" not in shown


def test_a_toy_game_is_played_point_by_point_on_a_terminal(tmp_path: Path) -> None:
    game = Terminal(tmp_path, *GAME, module="tests.toy", shows="Black, your move\\?$")
    assert "1 X" not in game.enter("a1\r", "Black, and the second stone\\?$")
    game.enter("\x1b", "Black, your move\\?$")
    game.enter("a1\r", "second stone\\?$")
    game.enter("b1\r", "White, your move\\?$")
    game.enter("undo\r", "Move taken back.")
    game.enter("redo\ra2 b2\r", "^ *2 O O - 2")
    assert "1 X X X 1" in game.enter("c1 c3\r", "Black wins with three in a row")
    assert game.status("\r") == 0


def test_the_form_offers_a_second_person_in_a_game_that_no_engine_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, "pairs", ENTRY)
    form = Form(tmp_path).press(LEFT)
    assert form.title == "Pairs for two people"
    assert "Black, your move?" in form.press("\r").shown


def test_stones_of_a_toy_game_are_described(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "pairs", ENTRY)
    position = Pairs.start(3).play("a1 b1").play("a2 c3")
    assert chains_in_words(position) == (
        "a1: Black's stone.",
        "b1: Black's stone.",
        "c3: White's stone.",
        "a2: White's stone.",
        "Black to move.",
    )


def test_a_lesson_on_a_toy_game_has_its_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "pairs", ENTRY)
    text = "title: Pairs\ngame: pairs\n\nboard: Two\nright: a1 b1: Yes.\nwrong: any: No.\n"
    (exercise,) = parse_lesson(text, "pairs.txt", "pairs").exercises
    assert exercise.position.size == 3


def test_gtp_serves_a_toy_game(tmp_path: Path) -> None:
    moves = "play b a1 b1\nplay w a1 c3\nplay w a2b2\nundo\nlist_stones b\nplay b c1 c2"
    typed = f"boardsize 3\n{moves}\nfinal_score\n"
    answers = "\n".join(run("gtp", "--game", "pairs", "--saves", str(tmp_path), typed=typed)).split("\n\n")
    assert [answer.strip() for answer in answers] == [
        "=", "=", "? illegal move", "=", "=", "= a1 b1", "=", "= B+",
    ]  # fmt: skip
