"""Tests of the classes of mistakes, the moves to look at, the summaries, and mistakes that KataGo finds."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from gnugo_py import Color, GoPosition, Play, analyze_game, parse_game, read_game, study
from gnugo_py.engines.analysis import Analysis, Candidate, MistakeWords
from gnugo_py.study.losses import MoveLoss, mistake_class, with_missed_points
from gnugo_py.study.mistakes import (
    ADVICE,
    advice_lines,
    describe_mistake,
    largest_mistakes_of_color,
    mean_loss,
    mean_losses_by_stage,
    mistake_lines,
    mistake_report_lines,
    words_on_mistake,
)
from tests.support.boards import move, played
from tests.support.paths import DATA

BLACK, WHITE = Color


def loss(
    number: int, points: float, kind: str | None = None, rates: tuple[float, float] = (0.6, 0.4)
) -> MoveLoss:
    """Return what a move lost; Black made the odd ones. The win rates are Black's."""
    before, after = (Analysis(win_rate=rate) for rate in rates)
    color, start = Color((number + 1) % 2), GoPosition.start(9, "chinese")
    return MoveLoss(number, color, Play((number,)), start, before, after, points, kind)


@pytest.mark.parametrize(
    ("lost", "kind"),
    [(1.4, None), (1.5, "inaccuracy"), (2.9, "inaccuracy"), (3.0, "mistake"), (6.0, "blunder"), (-2.0, None)],
)
def test_a_class_needs_points(lost: float, kind: str | None) -> None:
    assert mistake_class(lost) == kind


def listed(losses: Sequence[MoveLoss]) -> list[MoveLoss]:
    """Return the mistakes that are listed."""
    return [each for each in losses if each.is_listed]


def missed(number: int, points: float, vertex: str, kind: str = "mistake") -> MoveLoss:
    """Return a mistake for which a point was better."""
    best = Candidate(move(vertex, 9), 0.5, 1.0)
    given = loss(number, points, kind)
    return given._replace(before=given.before._replace(candidates=(best,)))


def test_a_point_that_is_missed_again_is_one_mistake_the_costliest() -> None:
    losses = with_missed_points(
        [missed(1, 4, "C3"), missed(3, 9, "C4"), missed(5, 3, "C3"), missed(7, 3, "G7")]
    )
    assert [each.number for each in listed(losses)] == [3, 7]
    assert [each.times_missed for each in losses] == [3, 0, 0, 1]
    assert words_on_mistake(losses[1]) == ["From 1 to 5, Black missed C4, or a point beside it, 3 times."]
    assert words_on_mistake(losses[3]) == []
    assert mean_loss(losses) == pytest.approx((9 + 3) / 4)


def test_mistakes_are_compared_with_the_point_that_most_of_an_entry_missed() -> None:
    """C3, C4 and C5 drift; C5 is two lines from C3, which was missed more often than C4."""
    losses = with_missed_points(
        [missed(1, 4, "C3"), missed(3, 9, "C3"), missed(5, 3, "C4"), missed(7, 3, "C5")]
    )
    assert [each.number for each in listed(losses)] == [3, 7]


def test_a_point_is_another_one_after_a_stone_was_played_on_it() -> None:
    first, second = missed(1, 4, "C3"), missed(3, 3, "C4")
    taken = second._replace(position=played(GoPosition.start(9, "chinese"), "C3"))
    assert len(listed(with_missed_points([first, taken]))) == 2
    assert len(listed(with_missed_points([first, second]))) == 1


def test_each_color_misses_its_own_points() -> None:
    assert len(listed(with_missed_points([missed(1, 4, "C3"), missed(2, 3, "C3")]))) == 2


def test_a_point_that_is_missed_again_is_listed_on_request() -> None:
    losses = with_missed_points([missed(1, 4, "C3"), missed(3, 9, "C3")])
    assert len(mistake_lines(losses)) == 2
    again, *_ = mistake_lines(losses, is_all=True)
    assert again.startswith("1 black ")
    assert again.endswith("; the same point as at move 3")


def test_words_follow_a_mistake_on_an_indented_line() -> None:
    explained = loss(1, 4, "mistake")._replace(why=MistakeWords("After B9, White C9 captures.", "It lives."))
    assert mistake_lines([explained])[1] == "    After B9, White C9 captures. It lives."


def test_the_reader_is_addressed_in_the_words_on_mistakes_of_that_color() -> None:
    words = MistakeWords("After B9, White C9 captures Black's stone at D9.")
    losses = with_missed_points(
        [each._replace(why=words) for each in (missed(1, 4, "C3"), missed(3, 3, "C3"))]
    )
    assert words_on_mistake(losses[0], BLACK) == [
        "After B9, White C9 captures your stone at D9. From 1 to 3, you missed C3 2 times."
    ]
    assert words_on_mistake(losses[0], WHITE) == words_on_mistake(losses[0])


def losses_of_kinds(*kinds: str) -> list[MoveLoss]:
    """Return mistakes of some kinds, by turns of Black and White."""
    whys = (MistakeWords(reason=kind) for kind in kinds)
    return [loss(number, 4, "mistake")._replace(why=why) for number, why in enumerate(whys, 1)]


def test_advice_and_a_lesson_follow_from_the_kinds_of_mistakes_the_costliest_first() -> None:
    kinds, *lines = advice_lines(losses_of_kinds("cut overlooked", "", "self-atari", "self-atari"))
    assert kinds == "What to learn:"
    assert lines == [
        "  self-atari (3, 4): count the liberties that a stone will have before you play it;"
        " learn liberties.",
        "  cut overlooked (1): look for the points where chains can be cut: cut, or connect;"
        " learn cut-or-connect.",
    ]


def test_there_is_no_advice_on_mistakes_of_an_unknown_kind() -> None:
    assert advice_lines(losses_of_kinds("", "")) == []


def test_a_reader_is_advised_on_the_own_mistakes() -> None:
    losses = losses_of_kinds("self-atari", "cut overlooked")
    assert advice_lines(losses, reader=WHITE)[1:] == [
        "  cut overlooked (2): look for the points where chains can be cut: cut, or connect;"
        " learn cut-or-connect."
    ]


def test_the_advice_names_lessons_that_exist() -> None:
    lessons = {path.stem.partition("-")[2] for path in Path(study.__file__).parent.glob("lessons/*.txt")}
    assert {lesson for _, lesson in ADVICE.values()} <= lessons


def test_in_a_handicap_game_large_losses_count_although_the_game_is_decided() -> None:
    losses = [
        loss(number, points, "mistake", (0.99, 0.97))._replace(counts_points=True)
        for number, points in ((1, 4.9), (3, 5.0))
    ]
    assert [each.number for each in largest_mistakes_of_color(losses, BLACK)] == [3]


def test_the_three_largest_are_looked_at_in_the_order_of_the_game() -> None:
    losses = [loss(1, 4, "mistake"), loss(3, 9, "blunder"), loss(5, 2, "inaccuracy"), loss(7, 5, "mistake")]
    assert [each.number for each in largest_mistakes_of_color(losses, BLACK)] == [1, 3, 7]
    assert "already decided" not in mistake_report_lines(losses)[0]


def test_mistakes_in_a_decided_game_are_left_out_and_counted() -> None:
    losses = [loss(1, 4, "mistake", (0.99, 0.97)), loss(3, 9, "blunder", (0.03, 0.01)), loss(5, 3, "mistake")]
    assert [each.number for each in largest_mistakes_of_color(losses, BLACK)] == [5]
    assert mistake_report_lines(losses)[0].endswith("5 (2 more when the game was already decided).")


def test_a_blunder_that_decides_the_game_is_not_left_out() -> None:
    chosen = largest_mistakes_of_color([loss(1, 30, "blunder", (0.97, 0.2))], BLACK)
    assert len(chosen) == 1


def test_the_mistakes_of_the_other_color_are_not_its_own() -> None:
    losses = [loss(1, 4, "mistake"), loss(2, 4, "mistake")]
    assert [each.number for each in largest_mistakes_of_color(losses, WHITE)] == [2]
    assert len(listed(losses)) == 2


def test_win_rates_are_shown_for_the_color_that_moved() -> None:
    assert loss(2, 4, rates=(0.4, 0.7)).win_rates() == pytest.approx((0.6, 0.3))


def test_win_rates_that_round_to_the_same_are_left_out() -> None:
    assert describe_mistake(loss(1, 4, rates=(0.014, 0.006))).endswith(": 4.0 points")
    assert describe_mistake(loss(1, 4, rates=(0.016, 0.006))).endswith(": 4.0 points, win rate 2 % -> 1 %")


def test_a_summary_counts_the_moves_of_a_color() -> None:
    losses = [loss(1, 0), loss(2, 9, "blunder"), loss(51, 4, "mistake"), loss(53, 2)]
    assert "Black: 3 moves, 2.0 points lost per move; 0 blunders, 1 mistake, 0 inaccuracies." in (
        mistake_report_lines(losses)
    )


def test_the_mean_loss_is_known_in_the_phases_with_moves() -> None:
    losses = [loss(1, 0), loss(2, 9), loss(12, 4)]
    assert mean_losses_by_stage(losses) == {"opening": 4.5, "middle game": 4.0, "endgame": None}


def test_phases_are_shorter_on_small_boards() -> None:
    losses = [loss(number, number) for number in (11, 12, 34, 35)]
    assert mean_losses_by_stage(losses) == {"opening": 11.0, "middle game": 23.0, "endgame": 35.0}


LARGE = 4.5
FOLDER = DATA / "confirmed_mistakes"


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_large_losses_have_a_class_and_classed_losses_are_confirmed() -> None:
    confirmed = json.loads((FOLDER / "points_lost.json").read_text())
    losses = {each.number: each for each in analyze_game(read_game(FOLDER / "game.sgf"))}
    large = [number for number, lost in enumerate(confirmed, 1) if lost >= LARGE]
    found = [number for number in large if losses[number].kind is not None]
    classed = [each for each in losses.values() if each.kind is not None and each.number <= len(confirmed)]
    right = [each for each in classed if confirmed[each.number - 1] >= (each.points_lost or 0) / 2]
    assert len(found) >= 0.55 * len(large)
    assert len(right) >= 0.8 * len(classed)
    assert {each.kind for each in classed} == {"blunder", "mistake", "inaccuracy"}


@pytest.mark.parametrize(("name", "counts"), [("GnuGo (11k)", True), ("Ann", False)])
def test_points_count_in_a_decided_game_against_a_weak_engine(name: str, counts: bool) -> None:
    losses = analyze_game(parse_game(f"(;SZ[9]KM[7]PB[{name}];B[ee];W[gc])"))
    assert {each.counts_points for each in losses} == {counts}
