"""Tests of the clock of GTP: how long the engine may think, and games played on the clock."""

from __future__ import annotations

import pytest

from gnugo_py import GO, Color, SearchEngine
from gnugo_py.gtp.clock import GtpClock, TimeSettings
from gnugo_py.gtp.commands import GtpCommands, GtpFileFunctions
from gnugo_py.gtp.game import GtpGame
from gnugo_py.gtp.protocol import GtpError
from tests.support.timed_game import play_timed_game

BLACK, WHITE = Color


def clock(main: int, period: int = 0, stones: int = 0) -> GtpClock:
    made = GtpClock()
    made.set_time_settings(TimeSettings(main, period, stones))
    return made


def test_without_settings_there_is_no_limit() -> None:
    assert GtpClock().thinking_time_for(BLACK, 100) is None


def test_a_period_without_stones_means_no_limit() -> None:
    assert clock(0, 1, 0).thinking_time_for(BLACK, 100) is None


def test_absolute_time_is_divided_by_the_moves_left() -> None:
    assert clock(300).thinking_time_for(BLACK, 100) == pytest.approx(2.9, abs=0.05)
    assert clock(300).thinking_time_for(BLACK, 0) == pytest.approx(19.8, abs=0.1)


def test_time_left_counts_for_its_color_alone() -> None:
    timed = clock(300)
    timed.set_time_left(BLACK, 10, 0)
    assert timed.thinking_time_for(BLACK, 100) == pytest.approx(0.02)
    assert timed.thinking_time_for(WHITE, 100) == pytest.approx(2.9, abs=0.05)


def test_a_period_is_divided_by_its_stones() -> None:
    timed = clock(0, 300, 25)
    assert timed.thinking_time_for(BLACK, 100) == pytest.approx(9.6, abs=0.1)
    timed.set_time_left(BLACK, 20, 2)
    assert timed.thinking_time_for(BLACK, 100) == pytest.approx(7.6)


def test_main_time_before_byo_yomi_may_be_used_up() -> None:
    assert (clock(60, 30, 1).thinking_time_for(BLACK, 100) or 0) > 23


def test_time_without_announcements_is_counted_by_the_server() -> None:
    timed = clock(100)
    timed.spend(BLACK, 90)
    assert (timed.thinking_time_for(BLACK, 20) or 0) < 0.5
    assert timed.thinking_time_for(WHITE, 20) == pytest.approx(4.85, abs=0.1)


def test_little_time_gives_a_short_time_and_none_at_all_a_very_short_one() -> None:
    timed = clock(300)
    for left in (1, 0):
        timed.set_time_left(BLACK, left, 0)
        assert 0 < (timed.thinking_time_for(BLACK, 10) or 0) < 0.1


def _no_file(*_: object) -> object:
    raise NotImplementedError


def commands(server: GtpGame) -> GtpCommands:
    return GtpCommands(server, GtpFileFunctions(_no_file, _no_file, _no_file))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("words", "least", "most"),
    [
        (("none",), None, None),
        (("absolute", "600"), 5.8, 6.0),
        (("byoyomi", "0", "30", "5"), 20, 25),
        (("canadian", "0", "300", "25"), 9, 12),
    ],
)
def test_kgs_settings_set_the_clock(words: tuple[str, ...], least: float | None, most: float | None) -> None:
    server = GtpGame(GO, SearchEngine(GO, 1), {"size": 9})
    commands(server).do_kgs__time_settings(words)
    seconds = server.clock.thinking_time_for(BLACK, 100)
    assert (seconds is None) if least is None or most is None else least < (seconds or 0) < most


@pytest.mark.parametrize("words", [("1", "2"), ("x", "0", "0"), ("-1", "0", "0"), ("1", "2", "3", "4")])
def test_settings_that_are_no_numbers_are_refused(words: tuple[str, ...]) -> None:
    with pytest.raises(GtpError):
        commands(GtpGame(GO, None, {"size": 9})).do_time_settings(words)


def test_a_new_game_has_the_whole_time_again() -> None:
    server = GtpGame(GO, SearchEngine(GO, 1), {"size": 9})
    gtp = commands(server)
    gtp.do_time_settings(("300", "0", "0"))
    gtp.do_time_left(("b", "1", "0"))
    gtp.do_clear_board(())
    assert (server.clock.thinking_time_for(BLACK, 100) or 0) > 2


@pytest.mark.slow
def test_no_game_on_the_clock_is_lost_on_time() -> None:
    """A controller announces what is left before each move of the highest level."""
    assert min(play_timed_game(seconds=3, size=7, seed=1)) > 0
