"""Tests of the arithmetic of clocks: their text, and what a move costs in each kind of time."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.types import UserError
from gnugo_py.record.clock import TimeControl, TimeLeft, parse_time_control

BYO_YOMI, CANADIAN = TimeControl(60, 3, 30), TimeControl(60, 0, 300, 25)


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("10m", TimeControl(600)),
        ("90s", TimeControl(90)),
        ("1h", TimeControl(3600)),
        ("10", TimeControl(600)),
        ("10m+3x30s", TimeControl(600, 3, 30)),
        ("10m+3x30", TimeControl(600, 3, 30)),
        ("10m+25/5m", TimeControl(600, 0, 300, 25)),
        ("0m+1x10s", TimeControl(0, 1, 10)),
        (" 10M+3X30S ", TimeControl(600, 3, 30)),
    ],
)
def test_the_text_of_a_clock_is_parsed(text: str, control: TimeControl) -> None:
    assert parse_time_control(text) == control


@pytest.mark.parametrize(
    "text",
    ["", "m", "10x", "-5m", "0m", "10m+", "10m+0x30s", "10m+3x0s", "10m+100x1s", "25h", "9" * 40, "1.5m"],
)
def test_other_texts_are_refused_with_an_example(text: str) -> None:
    with pytest.raises(UserError, match="10m"):
        parse_time_control(text)


SECONDS, PERIOD, NUMBER = st.integers(0, 86400), st.integers(1, 3600), st.integers(1, 99)
CONTROLS = st.one_of(
    st.integers(1, 86400).map(lambda main: TimeControl(main)),
    st.tuples(SECONDS, NUMBER, PERIOD).map(lambda each: TimeControl(each[0], each[1], each[2])),
    st.tuples(SECONDS, PERIOD, NUMBER).map(lambda each: TimeControl(each[0], 0, each[1], each[2])),
)


@given(CONTROLS)
def test_a_clock_is_parsed_from_its_own_text(control: TimeControl) -> None:
    assert parse_time_control(str(control)) == control


@given(CONTROLS, st.lists(st.floats(0, 4000), max_size=30))
def test_a_move_is_in_time_if_it_takes_no_longer_than_the_time_left(
    control: TimeControl, moves: list[float]
) -> None:
    left = control.initial_time_left
    for seconds in moves:
        after = control.after_move(left, seconds)
        most = control.seconds_left(left)
        if abs(seconds - most) > 1e-6:
            assert (after is not None) == (seconds < most)
        if after is None:
            return
        assert control.seconds_left(after) >= 0
        assert min(after) >= 0
        left = after


def test_absolute_time_runs_out() -> None:
    assert TimeControl(60).after_move(TimeLeft(60), 45) == TimeLeft(15)
    assert TimeControl(60).after_move(TimeLeft(15), 16) is None


def test_a_byo_yomi_period_is_lost_only_by_a_longer_move() -> None:
    left = BYO_YOMI.after_move(BYO_YOMI.initial_time_left, 75)
    assert left == TimeLeft(0, 3, 30)
    assert BYO_YOMI.after_move(left, 29) == left
    assert BYO_YOMI.after_move(left, 61) == TimeLeft(0, 1, 30)
    assert BYO_YOMI.after_move(TimeLeft(0, 1, 30), 31) is None


def test_canadian_overtime_is_renewed_after_its_moves() -> None:
    left = CANADIAN.after_move(CANADIAN.initial_time_left, 70)
    assert left == TimeLeft(0, 0, 290, 24)
    assert CANADIAN.after_move(TimeLeft(0, 0, 12, 1), 10) == TimeLeft(0, 0, 300, 25)
    assert CANADIAN.after_move(TimeLeft(0, 0, 12, 1), 13) is None


def test_the_time_is_written_as_on_a_clock() -> None:
    assert TimeControl(4000).format_time_left(TimeLeft(3723)) == "1:02:03"
    assert BYO_YOMI.format_time_left(TimeLeft(9.2, 3, 30)) == "0:10"
    assert BYO_YOMI.format_time_left(BYO_YOMI.during_move(TimeLeft(0, 3, 30), 35)) == "0:25 x2"
    assert CANADIAN.format_time_left(TimeLeft(0, 0, 271, 25)) == "4:31/25"
    assert TimeControl(60).format_time_left(TimeControl(60).during_move(TimeLeft(5), 9)) == "0:00"


def test_an_engine_uses_a_part_of_its_time() -> None:
    start = GoPosition.start(13)
    assert 0 < TimeControl(300).thinking_time(TimeLeft(300), start) <= 10
    assert TimeControl(300).thinking_time(TimeLeft(0.1), start) <= 0.1
    assert 20 < BYO_YOMI.thinking_time(TimeLeft(0, 1, 30), start) < 30
    assert CANADIAN.thinking_time(TimeLeft(0, 0, 300, 25), start) < 12
    without_main_time = TimeControl(0, 3, 30)
    assert 20 < without_main_time.thinking_time(without_main_time.initial_time_left, start) < 30
