"""Tests of the report on all games of a player: kinds of mistakes and the estimate of the rank."""

from __future__ import annotations

import pytest

from gnugo_py.engines.analysis import Analysis, Candidate
from gnugo_py.engines.level_ranks import estimate_rank
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.position import line_to
from gnugo_py.games.text import display_width
from gnugo_py.games.types import Color
from gnugo_py.study.losses import MoveLoss
from gnugo_py.study.report import PlayerGame, loss_kind, report_lines


def kind_of(played: str, best: str) -> str:
    """Return the kind of Black's third move on 13x13 after D4 and K10, if another move was best."""
    position = GoPosition.start(13)
    for word in ("D4", "K10"):
        position = position.play(position.parse_move(word))
    before = Analysis((Candidate(position.parse_move(best), 0.5, 1.0),))
    move = position.parse_move(played)
    loss = MoveLoss(3, Color.BLACK, move, position, before, Analysis(), 5.0, "mistake")
    game = PlayerGame("a", Color.BLACK, "", None, 0, None, line_to(position.play(move)), [loss])
    return loss_kind(game, loss)


@pytest.mark.parametrize(
    ("played", "best", "kind"),
    [
        ("C3", "E3", "a better point was near the move"),
        ("C3", "K3", "a better point was elsewhere"),
        ("pass", "K3", "a pass with more to gain"),
        ("C3", "pass", "it was better to pass"),
    ],
)
def test_a_mistake_is_classed_by_where_the_better_move_was(played: str, best: str, kind: str) -> None:
    assert kind_of(played, best) == kind


def test_wide_letters_in_the_names_of_files_do_not_move_the_columns() -> None:
    position = GoPosition.start(13)
    before = Analysis((Candidate(position.parse_move("K3"), 0.5, 1.0),))
    move = position.parse_move("C3")
    loss = MoveLoss(1, Color.BLACK, move, position, before, Analysis(), 5.0, "mistake")
    games = [
        PlayerGame(name, Color.BLACK, "", None, 0, None, line_to(position.play(move)), [loss])
        for name in ("game.sgf", "\u68cb" * 20)
    ]
    *_, first, second = report_lines("Lee", games, draws_bars=False)
    assert [display_width(line[: line.index("move 1")]) for line in (first, second)] == [38, 38]


def test_more_wins_mean_a_higher_rank_and_more_games_a_smaller_spread() -> None:
    few, many = estimate_rank([(-14, True)] * 4), estimate_rank([(-14, True), (-14, False)] * 20)
    assert few is not None
    assert many is not None
    assert (few.rank, many.rank) == ("8k", "15k")
    assert many.spread < few.spread


def test_handicap_stones_count_as_ranks() -> None:
    def even(color: Color, handicap: int) -> float | None:
        start = GoPosition.start(19)
        return PlayerGame("a", color, "", 5, handicap, True, [start]).even_rank

    assert [even(Color.BLACK, 0), even(Color.BLACK, 3), even(Color.WHITE, 3)] == [-7, -10, -4]
