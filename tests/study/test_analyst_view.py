"""Tests of whose values an external analyst reports: those of the color to move, Black's or White's."""

import pytest

from gnugo_py import GoPosition
from gnugo_py.games.go.rules import rules_preset
from tests.support.analysts import external_analyst
from tests.support.boards import played

ENOUGH = {
    "with kata-raw-nn": [],
    "by ownership": ["--no-raw"],
    "by the lead": ["--no-raw", "--no-ownership"],
    "through lz-analyze": ["--dialect", "katago-as-leela"],
}


def start(komi: float, size: int = 9) -> GoPosition:
    return GoPosition.start(size, rules_preset("chinese", size).replace(komi=komi))


@pytest.mark.parametrize("view", ["side", "black", "white"])
@pytest.mark.parametrize("means", ENOUGH)
def test_small_leads_have_the_right_sign(view: str, means: str) -> None:
    black_leads = {5.7: 0.3, 6.2: -0.2, 3.5: 2.5, 8.5: -2.5}
    with external_analyst("judging_engine", "--view", view, *ENOUGH[means]) as one:
        for komi, lead in black_leads.items():
            black, white = one.analyze(start(komi), 1), one.analyze(played(start(komi), "E5"), 1)
            assert black.score_lead == pytest.approx(lead)
            assert white.score_lead == pytest.approx(-lead)
            assert (black.win_rate > 0.5) is (lead > 0)


@pytest.mark.parametrize("size", [2, 3, 5, 7, 13, 19])
def test_the_view_is_found_on_every_board(size: int) -> None:
    with external_analyst("judging_engine", "--view", "white", "--no-raw") as one:
        assert one.analyze(start(8.5, size), 1).score_lead == pytest.approx(-2.5)


@pytest.mark.parametrize("view", ["side", "black", "white"])
def test_ownership_is_for_black_in_every_view(view: str) -> None:
    with external_analyst("judging_engine", "--view", view) as one:
        for position in (played(start(7), "E5"), played(played(start(7), "E5"), "pass")):
            owned = dict(one.analyze(position, 1).ownership)
            assert {share for share in owned.values() if share} == {0.9}


def test_an_engine_that_refuses_the_test_position_reports_for_the_color_to_move() -> None:
    with external_analyst("judging_engine", "--refuses-setup") as one:
        assert one.analyze(start(8.5), 1).score_lead == pytest.approx(-2.5)
        assert one.analyze(played(start(8.5), "E5"), 1).score_lead == pytest.approx(2.5)


def test_win_rates_alone_show_the_view() -> None:
    with external_analyst("judging_engine", "--dialect", "leela") as one:
        rate = one.analyze(start(8.5), 1).win_rate
    assert rate is not None
    assert 0.3 < rate < 0.5
