"""Regression tests for faults on the screen found by people who had not written the program."""

import re
import time
from pathlib import Path

from tests.support.gtp_engines import command
from tests.support.program import TWO_ON_9X9, run
from tests.support.screen import MAX_SECONDS, Screen, begun


def moves(saves: Path) -> list[str]:
    files = list(saves.glob("*.sgf"))
    return re.findall(r"^;([BW]\[\w*\])", files[0].read_text(), re.MULTILINE) if files else []


def until(number: int, saves: Path) -> list[str]:
    end = time.monotonic() + MAX_SECONDS
    while len(moves(saves)) < number and time.monotonic() < end:
        time.sleep(0.01)
    return moves(saves)


def test_clicks_work_on_a_terminal_that_reports_only_presses(tmp_path: Path) -> None:
    game = begun(tmp_path, *TWO_ON_9X9)
    for number, column in enumerate((11, 13, 15), 1):
        game.type(f"\x1b[<0;{column};7M")
        assert len(until(number, tmp_path)) == number
    assert moves(tmp_path) == ["B[ee]", "W[fe]", "B[ge]"]


def test_clicks_in_a_burst_act_once_each_in_order(tmp_path: Path) -> None:
    game = begun(tmp_path, *TWO_ON_9X9)
    game.type("".join(f"\x1b[<0;{column};7M\x1b[<0;{column};7m" for column in (11, 13)))
    assert until(2, tmp_path) == ["B[ee]", "W[fe]"]
    game.enter("undo\r", "Move taken back.")
    game.type("\x1b[<65;40;20M")
    game.read()
    assert '"now": 1' in next(tmp_path.glob("*.sgf")).read_text()


def test_unknown_keys_do_nothing(tmp_path: Path) -> None:
    game = Screen(tmp_path, shows="Have you played Go before")
    game.enter("3", "Handicap")
    game.type("\x1b[1;5A")
    game.type("\x1b[99~")
    game.enter("\r", "your move")
    game.type("q1")
    game.type("\x1b[99~")
    game.enter("6\r", "my move: ")


def test_return_after_a_click_plays_no_move(tmp_path: Path) -> None:
    game = begun(tmp_path, *TWO_ON_9X9)
    game.click(5, 5)
    until(1, tmp_path)
    game.type("\r")
    assert "illegal" not in game.still("White, your move")


def test_a_partial_word_typed_while_watching_answers_no_question(tmp_path: Path) -> None:
    two = ("--opponent", command("passes"), "--opponent", command("passes"))
    game = Screen(tmp_path, "--size", "9", "--handicap", "0", *two)
    assert "half" not in game.enter("half typ", r"Dead chain to change .*:.*").splitlines()[-1]


def test_a_counted_game_shows_its_winner_in_a_small_window(tmp_path: Path) -> None:
    run(*TWO_ON_9X9, "--saves", str(tmp_path), typed="e5\nc3\nsave x\nstop\ny\nstop\nstop\n")
    Screen(tmp_path, "--resume", "x", columns=40, lines=14, shows="wins by|is a tie")


def test_the_amazons_score_disappears_after_a_move(tmp_path: Path) -> None:
    level = ("--game", "amazons", "--size", "6", "--opponent", "search", "--level", "9", "--color", "black")
    game = Screen(tmp_path, *level, "--new")
    assert "Black to move." in game.wait("your move\\?$")
    assert "White to move." in game.enter("b1-b3/b1\r", "is thinking, 1 s")
