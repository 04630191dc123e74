"""Tests of the clock: its text, what a move costs in each kind of time, and when the time is over."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnugo_py import GO
from gnugo_py.core.types import UserError
from gnugo_py.play.clock import Stopwatch, TimeControl, TimeLeft, parse_time_control
from gnugo_py.play.session import Session
from tests.support.boards import move

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
def test_a_clock_is_read(text: str, control: TimeControl) -> None:
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
def test_the_text_of_a_clock_is_read_back(control: TimeControl) -> None:
    assert parse_time_control(control.text) == control
    assert str(control) == control.text


@given(CONTROLS, st.lists(st.floats(0, 4000), max_size=30))
def test_a_move_is_in_time_if_and_only_if_it_takes_no_longer_than_what_is_left(
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


def test_byo_yomi_periods_are_lost_only_if_a_move_takes_longer() -> None:
    left = BYO_YOMI.after_move(BYO_YOMI.initial_time_left, 75)
    assert left == TimeLeft(0, 3, 30)
    assert BYO_YOMI.after_move(left, 29) == left
    assert BYO_YOMI.after_move(left, 61) == TimeLeft(0, 1, 30)
    assert BYO_YOMI.after_move(TimeLeft(0, 1, 30), 31) is None


def test_canadian_overtime_starts_anew_after_its_moves() -> None:
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
    assert 0 < TimeControl(300).thinking_time(TimeLeft(300), 30) <= 10
    assert TimeControl(300).thinking_time(TimeLeft(0.1), 30) <= 0.1
    assert 20 < BYO_YOMI.thinking_time(TimeLeft(0, 1, 30), 30) < 30
    assert CANADIAN.thinking_time(TimeLeft(0, 0, 300, 25), 30) < 12


class Hands:
    """The hands of a clock that a test moves."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_stopwatch_can_be_stopped_and_goes_on() -> None:
    hands = Hands()
    watch = Stopwatch(hands)
    watch.set_running(True)
    hands.now += 5
    watch.set_running(False)
    hands.now += 50
    watch.set_running(True)
    hands.now += 2
    assert watch.elapsed_seconds == 7
    assert watch.reset() == 7
    hands.now += 1
    assert watch.elapsed_seconds == 1


def session(control: TimeControl) -> tuple[Session, Hands]:
    made, hands = Session.from_position(GO, {}, GO.start({"size": 9})), Hands()
    made.set_clock(control)
    made.stopwatch = Stopwatch(hands)
    made.stopwatch.set_running(True)
    return made, hands


def test_each_player_has_a_time_and_undo_gives_it_back() -> None:
    made, hands = session(TimeControl(60))
    hands.now += 20
    made.play(move("E5", 9))
    hands.now += 5
    made.play(move("C3", 9))
    assert [made.time_left_at_last_move(color).main for color in (0, 1)] == [40, 55]  # type: ignore[arg-type]
    assert made.undo()
    assert made.time_left_now(made.position.to_move).main == 60


def test_the_time_of_the_player_to_move_is_over_when_nothing_is_left() -> None:
    made, hands = session(TimeControl(60))
    hands.now += 59
    assert not made.is_time_over
    hands.now += 2
    assert made.is_time_over
