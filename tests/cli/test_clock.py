"""Tests of games with a clock: lost on time by each side, saved, resumed, and read by another parser."""

import re
from pathlib import Path

import pytest
from sgfmill import sgf

from gnugo_py import GO
from gnugo_py.record.clock import TimeLeft, parse_time_control
from gnugo_py.record.engine_moves import new_game
from tests.support.boards import move
from tests.support.program import output_of, run
from tests.support.screen import Screen

TWO = ("--plain", "--size", "9", "--handicap", "0", "--opponent", "human")


def test_the_time_is_shown_and_saved_with_each_move(tmp_path: Path) -> None:
    shown = output_of(*TWO, "--clock", "10m+3x30s", "--saves", str(tmp_path), typed="e5\nc3\nquit\n")
    assert re.search(r"X Black +10:00 +O White +10:00", shown)
    (file,) = tmp_path.glob("*.sgf")
    root, *nodes = sgf.Sgf_game.from_bytes(file.read_bytes()).get_main_sequence()
    assert (root.get("TM"), root.get("OT")) == (600.0, "3x30 byo-yomi")
    assert 590 < nodes[0].get("BL") <= 600
    assert 590 < nodes[1].get("WL") <= 600


def test_a_game_is_resumed_with_its_time(tmp_path: Path) -> None:
    tree = new_game(GO.start({"size": 9}), {})
    tree.clock = parse_time_control("5m+2x20s")
    first = tree.root.add(move("E5", 9))
    second = first.add(move("C3", 9))
    first.set_time_left(TimeLeft(83.0, 2, 20))
    second.set_time_left(TimeLeft(0, 1, 20))
    tree.save(tmp_path / "game.sgf")
    shown = output_of("--plain", "--resume", "game", "--saves", str(tmp_path), typed="g7\nundo\nquit\n")
    assert "X Black  1:23   O White  0:20 x1" in shown


@pytest.mark.parametrize("damage", ["soon", "", "10m+0x3s"])
def test_a_damaged_clock_is_reported(tmp_path: Path, damage: str) -> None:
    run(*TWO, "--clock", "5m", "--saves", str(tmp_path), typed="e5\nquit\n")
    (file,) = tmp_path.glob("*.sgf")
    file.write_text(file.read_text().replace('"control": "5m"', f'"control": "{damage}"'))
    again = run("--plain", "--resume", "--saves", str(tmp_path), typed="quit\n")
    assert (again.returncode, again.stderr.count("\n")) == (2, 1)
    assert "damaged" in again.stderr


@pytest.mark.parametrize("clock", ["soon", "0m", "10m+0x30s", "25h"])
def test_an_invalid_clock_is_refused(clock: str) -> None:
    done = run(*TWO, "--clock", clock)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "10m+3x30s" in done.stderr


def test_clock_and_time_exclude_each_other() -> None:
    done = run("--plain", "--clock", "5m", "--time", "3")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


def test_a_person_loses_on_time_on_the_screen(tmp_path: Path) -> None:
    screen = Screen(tmp_path, *TWO[1:], "--clock", "3s", shows="your move\\?$|, your move")
    screen.enter("e5\r", "White has run out of time. Black wins on time.")
    assert screen.status("\r") == 0
    (file,) = tmp_path.glob("*.sgf")
    assert "RE[B+T]" in file.read_text()
    assert "RE[B+T]" in file.read_text()
    listed = run("saves", "--json", "--saves", str(tmp_path)).stdout
    assert '"finished": true' in listed


def test_the_search_keeps_to_the_clock(tmp_path: Path) -> None:
    words = ("--plain", "--size", "9", "--handicap", "0", "--color", "white", "--opponent", "search:9")
    done = run(*words, "--clock", "6s", "--saves", str(tmp_path), typed="c3\ng7\nquit\n")
    assert "run out of time" not in done.stdout
    assert done.stdout.count("my move: ") == 3
