"""Tests of the screen while an engine thinks: progress, keys, lines typed ahead, interruptions."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, Thread

import pytest

from gnugo_py import GtpEngine
from gnugo_py.engines.external import gtp_engine as analyst_module
from gnugo_py.ui import worker
from tests.support.analysts import engine_command
from tests.support.gtp_engines import command
from tests.support.program import BLACK_ON_9X9
from tests.support.screen import ARROWS, MAX_SECONDS, KeyWindow, Screen, begun, stones
from tests.ui.test_input import moves


def thinking(saves: Path, fault: str) -> Screen:
    """Start a game in which the opponent thinks about its first move."""
    game = begun(saves, *BLACK_ON_9X9, "--opponent", command(fault))
    game.enter("e5\r", "is thinking")
    return game


def test_progress_is_shown_also_between_keys_in_quick_succession(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_flooding, key = Event(), KeyWindow.key

    def key_or_flood(window: KeyWindow, seconds: float | None, is_due: Callable[[], bool]) -> str:
        if not is_flooding.is_set():
            return key(window, seconds, is_due)
        time.sleep(0.002)
        return "LEFT"

    monkeypatch.setattr(KeyWindow, "key", key_or_flood)
    game = thinking(tmp_path, "stuck")
    is_flooding.set()
    with game.window.changed:
        lines = game.window.lines
        assert game.window.changed.wait_for(lambda: "is thinking, 1 s" in lines()[-1], MAX_SECONDS)
    is_flooding.clear()


@pytest.fixture
def may_stop(monkeypatch: pytest.MonkeyPatch) -> Iterator[Event]:
    """An event; interrupted GTP engines do not stop before it."""
    event, interrupt = Event(), GtpEngine.interrupt

    def stop_late(engine: GtpEngine) -> None:
        Thread(target=lambda: event.wait(MAX_SECONDS) and interrupt(engine)).start()

    monkeypatch.setattr(GtpEngine, "interrupt", stop_late)
    yield event
    event.set()


def test_keys_typed_while_an_interrupted_engine_stops_are_read_afterwards(
    tmp_path: Path, may_stop: Event
) -> None:
    game = thinking(tmp_path, "stuck")
    game.type("undo\rxyz")
    with game.window.changed:  # the program reads no keys now
        assert game.window.changed.wait_for(lambda: "is stopping" in game.window.lines()[-1], MAX_SECONDS)
    may_stop.set()
    game.wait("(?s)Move taken back.*your move\\? xyz$")


@pytest.mark.usefixtures("may_stop")
def test_an_engine_that_does_not_stop_in_time_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "_INTERRUPT_TIMEOUT", 0.1)
    game = thinking(tmp_path, "stuck")
    game.enter("\x1b", "was interrupted")


def test_ctrl_c_stops_an_answer_and_drops_the_lines_that_were_typed_ahead(tmp_path: Path) -> None:
    analyst = engine_command("judging_engine", "--delay", "30")
    game = begun(tmp_path, "--analyst", analyst, "--opponent", "human", *BLACK_ON_9X9)
    game.enter("hint\r", "Esc: interrupt")
    shown = game.enter("e5\rc3\r\x03", "(?s)was interrupted.*your move\\?$")
    assert stones(shown) == 0
    assert game.interrupted() == 130
    assert not [*tmp_path.glob("*.sgf")]


def test_a_line_typed_ahead_waits_until_the_list_of_saved_games_is_left(tmp_path: Path) -> None:
    game = thinking(tmp_path, "slow")
    game.enter("games\rc7\r", "Saved games: ")
    game.type(ARROWS["left"])
    game.read()
    assert len(moves(tmp_path)) == 2
    game.enter("\x1b", "4 O ")
    assert moves(tmp_path)[2] == "B[cc]"


def test_what_an_analyst_reports_is_shown_without_a_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyst_module, "ANNOUNCEMENT_DELAY", 0.1)
    (tmp_path / "x.sgf").write_text("(;SZ[9];B[ee];W[cc])")
    analyst = engine_command("judging_engine", "--delay", "30")
    Screen(tmp_path, "--analyst", analyst, words=("review", str(tmp_path / "x.sgf")), shows="Waiting for")


def test_an_arrow_key_does_not_answer_a_question_in_a_review(tmp_path: Path) -> None:
    game = begun(Path("/proc/nosuch"), "--opponent", "human", *BLACK_ON_9X9)
    game.enter("e5\rc3\rreview\r", "move 2 of 2")
    game.enter("play\r", "Leave without saving \\(y or n\\)\\?$")
    assert "type y or n" not in game.enter(ARROWS["left"] * 2, "Leave without saving")
    game.enter("\x1b", "move 2 of 2")


ON_11X11 = ("--game", "hex", "--size", "11", "--first-move", "free", "--color", "black", "--new")


@pytest.mark.parametrize(
    "name", [pytest.param("go", marks=pytest.mark.large_network), "hex", "amazons", "tanbo"]
)
def test_escape_plays_the_best_move_so_far(name: str, tmp_path: Path) -> None:
    words = ("--game", name, "--color", "white", "--new", "--opponent", "search:9")
    size = ("--size", {"go": "13", "hex": "11", "amazons": "10", "tanbo": "19"}[name])
    handicap = ("--handicap", "0") if name == "go" else ()
    game = Screen(tmp_path, *words, *size, *handicap, shows="is thinking, 1 s; Esc: move now")
    shown = game.enter("\x1b", "my move: ")
    assert "interrupted" not in shown
    assert game.interrupted() == 130


def test_escape_forgets_what_was_typed_ahead(tmp_path: Path) -> None:
    game = begun(tmp_path, *ON_11X11, "--opponent", "search:9")
    game.enter("e5\r", "is thinking, 1 s")
    game.enter("c7\rd4", "d4$")
    game.enter("\x1b", "(?s)2 O .*my move: .*your move\\?$")
    assert "3 X" not in game.still("your move\\?$")
