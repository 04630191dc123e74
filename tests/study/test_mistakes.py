"""Tests of the classes of mistakes, the moves to look at, and the summaries."""

from __future__ import annotations

import pytest

from gnugo_py import Color, GoPosition, Play
from gnugo_py.engines.analysis import Analysis
from gnugo_py.study.mistakes import (
    MoveLoss,
    classify_mistake,
    describe_listed,
    doubtful_line,
    game_stage_at_move,
    keep_mistakes_only,
    largest_mistakes_of_color,
    loss_error,
    mean_losses_by_stage,
    mistake_report_lines,
)

BLACK, WHITE = Color


def loss(
    number: int, points: float, kind: str | None = None, rates: tuple[float, float] = (0.6, 0.4)
) -> MoveLoss:
    """Return what a move lost; Black made the odd ones. The win rates are Black's."""
    before, after = (Analysis(win_rate=rate) for rate in rates)
    color, start = Color((number + 1) % 2), GoPosition.start(9, "chinese")
    return MoveLoss(number, color, Play((number,)), start, before, after, points, kind)


@pytest.mark.parametrize(
    ("lost", "error", "kind"),
    [
        (1.4, 0.5, None),
        (1.5, 0.5, "inaccuracy"),
        (2.9, 0.5, "inaccuracy"),
        (3.0, 0.5, "mistake"),
        (6.0, 0.5, "blunder"),
        (3.0, 1.9, "mistake"),
        (3.0, 2.0, None),
        (-2.0, 0.1, None),
    ],
)
def test_a_class_needs_points_and_certainty(lost: float, error: float, kind: str | None) -> None:
    assert classify_mistake(lost, error) == kind


def error(size: int, visits: tuple[int, int]) -> float:
    """Return the error of a loss after some visits before and after the move."""
    return loss_error(Analysis(visits=visits[0]), Analysis(visits=visits[1]), size)


@pytest.mark.parametrize("size", [9, 13, 19])
def test_the_error_is_that_of_the_visits_that_were_made(size: int) -> None:
    errors = [error(size, (visits, visits)) for visits in (1, 4, 8, 100)]
    assert errors == sorted(errors, reverse=True)
    assert error(size, (100, 4)) == errors[1]


def test_a_loss_within_its_error_is_doubtful() -> None:
    assert loss(1, 3)._replace(points_error=2.5).is_doubtful
    assert not loss(1, 1)._replace(points_error=2.5).is_doubtful
    assert not loss(1, 4, "mistake").is_doubtful


def test_the_moves_that_are_left_out_are_counted_with_the_reason() -> None:
    losses = [loss(1, 4, "mistake"), loss(3, 2.5), loss(4, 5.04)]
    assert (
        doubtful_line(losses)
        == "2 more moves may have lost 2.5 to 5.0 points, too little for the error of the search"
    )
    assert (
        doubtful_line(losses[:2])
        == "1 more move may have lost 2.5 points, too little for the error of the search"
    )
    assert doubtful_line(losses[:1]) == ""


def test_the_largest_mistakes_are_marked_in_the_list() -> None:
    losses = [loss(number, points, "mistake") for number, points in ((1, 4), (3, 5), (5, 3), (7, 6))]
    marked = [describe_listed(each, losses).endswith(", among the largest") for each in losses]
    assert marked == [True, True, False, True]


def test_a_move_that_is_left_out_is_listed_with_its_error() -> None:
    left_out = loss(1, 3)._replace(points_error=2.5)
    line = describe_listed(left_out, [left_out])
    assert line.endswith("; left out, as the loss has an error of 2.5 points")


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


def test_a_summary_counts_the_moves_of_a_color() -> None:
    losses = [loss(1, 0), loss(2, 9, "blunder"), loss(51, 4, "mistake"), loss(53, 2)]
    assert "Black: 3 moves, 2.0 points lost per move; 0 blunders, 1 mistake, 0 inaccuracies." in (
        mistake_report_lines(losses, 19)
    )


def test_the_mean_loss_is_known_in_the_phases_with_moves() -> None:
    losses = [(loss(1, 0), 19), (loss(2, 9), 19), (loss(51, 4), 19)]
    assert mean_losses_by_stage(losses) == {"opening": 4.5, "middle game": 4.0, "endgame": None}


def test_phases_are_shorter_on_small_boards() -> None:
    assert [game_stage_at_move(number, 9) for number in (1, 12, 35)] == ["opening", "middle game", "endgame"]
