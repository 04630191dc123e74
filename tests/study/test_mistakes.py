"""Tests of the classes of mistakes, the moves to look at, and the summaries."""

from __future__ import annotations

import pytest

from gnugo_py import Color, Play
from gnugo_py.engines.analysis import Analysis
from gnugo_py.study.mistakes import (
    MoveLoss,
    classify_mistake,
    expected_lead_error,
    game_stage_at_move,
    keep_mistakes_only,
    largest_mistakes_of_color,
    summarize_mistakes,
)

BLACK, WHITE = Color


def loss(
    number: int, points: float, kind: str | None = None, rates: tuple[float, float] = (0.6, 0.4)
) -> MoveLoss:
    """Return what a move lost; Black made the odd ones. The win rates are Black's."""
    before, after = (Analysis(win_rate=rate) for rate in rates)
    return MoveLoss(number, Color((number + 1) % 2), Play((number,)), before, after, points, kind)


@pytest.mark.parametrize(
    ("lost", "error", "kind"),
    [
        (1.4, 0.5, None),
        (1.5, 0.5, "inaccuracy"),
        (2.9, 0.5, "inaccuracy"),
        (3.0, 0.5, "mistake"),
        (6.0, 0.5, "blunder"),
        (3.0, 1.5, None),
        (-2.0, 0.1, None),
    ],
)
def test_a_class_needs_points_and_certainty(lost: float, error: float, kind: str | None) -> None:
    assert classify_mistake(lost, error) == kind


def test_more_visits_have_a_smaller_error() -> None:
    for size in (9, 13, 19):
        assert expected_lead_error(Analysis(visits=100), size) < expected_lead_error(Analysis(), size)


def test_the_three_largest_are_looked_at_in_the_order_of_the_game() -> None:
    losses = [loss(1, 4, "mistake"), loss(3, 9, "blunder"), loss(5, 2, "inaccuracy"), loss(7, 5, "mistake")]
    chosen, left_out = largest_mistakes_of_color(losses, BLACK)
    assert [each.number for each in chosen] == [1, 3, 7]
    assert left_out == 0


def test_mistakes_in_a_decided_game_are_left_out_and_counted() -> None:
    losses = [loss(1, 4, "mistake", (0.99, 0.97)), loss(3, 9, "blunder", (0.03, 0.01)), loss(5, 3, "mistake")]
    chosen, left_out = largest_mistakes_of_color(losses, BLACK)
    assert [each.number for each in chosen] == [5]
    assert left_out == 2


def test_a_blunder_that_decides_the_game_is_not_left_out() -> None:
    chosen, _ = largest_mistakes_of_color([loss(1, 30, "blunder", (0.97, 0.2))], BLACK)
    assert len(chosen) == 1


def test_the_mistakes_of_the_other_color_are_not_its_own() -> None:
    losses = [loss(1, 4, "mistake"), loss(2, 4, "mistake")]
    assert [each.number for each in largest_mistakes_of_color(losses, WHITE)[0]] == [2]
    assert len(keep_mistakes_only(losses)) == 2


def test_win_rates_are_shown_for_the_color_that_moved() -> None:
    assert loss(2, 4, rates=(0.4, 0.7)).win_rates() == pytest.approx((0.6, 0.3))


def test_a_summary_counts_the_moves_of_a_color_in_a_phase() -> None:
    losses = [loss(1, 0), loss(2, 9, "blunder"), loss(51, 4, "mistake"), loss(53, 2)]
    whole = summarize_mistakes(losses, BLACK)
    assert (whole.moves, whole.counts) == (3, (0, 1, 0))
    assert whole.mean_loss == pytest.approx(2.0)
    assert summarize_mistakes(losses, BLACK, "middle game").moves == 2
    assert summarize_mistakes(losses, WHITE, "endgame").moves == 0


def test_phases_are_shorter_on_small_boards() -> None:
    assert [game_stage_at_move(number, 9) for number in (1, 12, 35)] == ["opening", "middle game", "endgame"]
