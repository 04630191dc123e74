"""Tests of a game on a clock: the time of each player is written with every move, and undo restores it."""

import re
import time
from pathlib import Path

import pytest

from gnugo_py.app.played_game import Stopwatch
from tests.support.plain_game import play
from tests.support.program import TWO_ON_5X5, output_of, run


def resumed(saves: Path, black: float, white: float, *lines: str) -> str:
    """Return what is printed after some lines in a resumed game of two moves.

    black, white -- the seconds of main time that are left to each player.
    """
    play("c3", "d3", "quit", words=(*TWO_ON_5X5, "--clock", "1m"))
    (file,) = saves.glob("*.sgf")
    values = iter((black, white))
    text, number = re.subn(r'"left": \[[\d.]+', lambda _: f'"left": [{next(values)}', file.read_text())
    assert number == 2
    file.write_text(text)
    return output_of("--plain", "--resume", typed="".join(f"{line}\n" for line in lines))


def times(shown: str) -> list[tuple[str, str]]:
    """Return the times of Black and White that are shown with each board."""
    return re.findall(r"X Black +(\d+:\d+) +O White +(\d+:\d+)", shown)


def test_each_player_has_a_time(saves: Path) -> None:
    assert times(resumed(saves, 40, 55)) == [("0:40", "0:55")]


def test_undo_restores_the_time_before_the_move(saves: Path) -> None:
    shown = times(resumed(saves, 40, 55, "undo", "undo"))
    assert shown == [("0:40", "0:55"), ("0:40", "1:00"), ("1:00", "1:00")]


def test_redo_restores_the_time_after_the_move(saves: Path) -> None:
    assert times(resumed(saves, 40, 55, "undo", "redo"))[-1] == ("0:40", "0:55")


def test_a_player_without_time_loses_at_the_next_line(saves: Path) -> None:
    shown = resumed(saves, 0, 55, "c2", "d2")
    assert "Black has run out of time. White wins on time." in shown
    (file,) = saves.glob("*.sgf")
    assert "RE[W+T]" in file.read_text()


def test_the_player_who_has_run_out_of_time_has_none_left(saves: Path) -> None:
    assert times(resumed(saves, 0, 55, "c2"))[-1] == ("0:00", "0:55")
    (file,) = saves.glob("*.sgf")
    assert times(run("--plain", "--resume", file.stem).stdout) == [("0:00", "0:55")]


def test_a_stopwatch_is_stopped_and_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    watch = Stopwatch()
    watch.set_running(True)
    now += 5
    watch.set_running(False)
    now += 50
    watch.set_running(True)
    now += 2
    assert watch.elapsed_seconds == 7
    assert watch.reset() == 7
    now += 1
    assert watch.elapsed_seconds == 1
