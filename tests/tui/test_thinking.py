"""Tests of the screen while an engine thinks: progress, keys, lines typed ahead, and late interruptions."""

from __future__ import annotations

import re
import time
from pathlib import Path
from threading import Event, Thread

import pytest

from gnugo_py import GtpEngine
from gnugo_py.analysis import external_analyst
from tests.support.analysts import engine_command
from tests.support.gtp_engines import command
from tests.support.screen import ARROWS, MAX_SECONDS, Screen

ON_9X9 = ("--size", "9", "--handicap", "0", "--color", "black", "--new")


def thinking(saves: Path, fault: str) -> Screen:
    """Start a game in which the opponent thinks about its first move."""
    game = Screen(saves, *ON_9X9, "--opponent", command(fault))
    game.wait("your move\\?$")
    game.type("e5\r")
    game.wait("is thinking")
    return game


def moves(saves: Path) -> list[str]:
    """Return the moves of the only saved game."""
    (file,) = saves.glob("*.sgf")
    return re.findall(r"^;([BW]\[\w*\])", file.read_text(), re.MULTILINE)


def test_progress_is_shown_also_between_keys_in_quick_succession(tmp_path: Path) -> None:
    game, end = thinking(tmp_path, "stuck"), time.monotonic() + MAX_SECONDS
    while "is thinking, 1 s" not in "\n".join(game.read()) and time.monotonic() < end:
        game.type(ARROWS["left"])
    assert "is thinking, 1 s" in "\n".join(game.read())


def test_nobody_is_asked_for_a_move_while_an_engine_thinks(tmp_path: Path) -> None:
    game = thinking(tmp_path, "stuck")
    assert "your move?" not in "\n".join(game.read())


def test_keys_typed_while_an_interrupted_engine_stops_are_read_afterwards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_stop, interrupt = Event(), GtpEngine.interrupt

    def stop_late(engine: GtpEngine) -> None:
        Thread(target=lambda: may_stop.wait(MAX_SECONDS) and interrupt(engine)).start()

    monkeypatch.setattr(GtpEngine, "interrupt", stop_late)
    game = thinking(tmp_path, "stuck")
    game.type("undo\r\x1bxyz")
    with game.window.changed:  # the program reads no keys now
        assert game.window.changed.wait_for(lambda: "is stopping" in game.window.lines()[-1], MAX_SECONDS)
    may_stop.set()
    game.wait("(?s)Move taken back.*your move\\? xyz$")


def test_a_line_typed_ahead_waits_until_the_list_of_saved_games_is_left(tmp_path: Path) -> None:
    game = thinking(tmp_path, "slow")
    game.type("games\rc7\r")
    game.wait("Saved games: ")
    game.type(ARROWS["left"])
    game.read()
    assert len(moves(tmp_path)) == 2
    game.type("\x1b")
    game.wait("4 O ")
    assert moves(tmp_path)[2] == "B[cc]"


def test_what_an_analyst_reports_is_shown_without_a_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(external_analyst, "ANNOUNCEMENT_DELAY", 0.1)
    (tmp_path / "x.sgf").write_text("(;SZ[9];B[ee];W[cc])")
    analyst = engine_command("judging_engine", "--delay", "30")
    game = Screen(tmp_path, "--analyst", analyst, words=("review", str(tmp_path / "x.sgf")))
    game.wait("Waiting for")


def test_an_arrow_key_does_not_answer_a_question_in_a_review(tmp_path: Path) -> None:
    game = Screen(Path("/proc/nosuch"), "--opponent", "human", *ON_9X9)
    game.wait("your move\\?$")
    game.type("e5\rc3\rreview\r")
    game.wait("move 2 of 2")
    game.type("play\r")
    game.wait("Leave without saving \\(y or n\\)\\?$")
    game.type(ARROWS["left"] * 2)
    assert "type y or n" not in game.wait("Leave without saving")
    game.type("\x1b")
    game.wait("move 2 of 2")
