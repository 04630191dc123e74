"""Tests of the report on all games of a player: kinds of mistakes and the estimate of the rank."""

from gnugo_py.engines.analysis import Analysis, Candidate, MistakeWords
from gnugo_py.engines.level_ranks import estimate_rank
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.position import line_to
from gnugo_py.games.text import display_width
from gnugo_py.games.types import Color
from gnugo_py.study.losses import MoveLoss
from gnugo_py.study.report import PlayerGame, exercises_from_costly_mistakes, report_lines


def mistake(points: float, reason: str) -> MoveLoss:
    """Return a mistake of Black as the first move on 13x13."""
    position = GoPosition.start(13)
    before = Analysis((Candidate(position.parse_move("K3"), 0.5, 1.0),))
    why = MistakeWords(reason=reason)
    played = position.parse_move("C3")
    return MoveLoss(1, Color.BLACK, played, position, before, Analysis(), points, "mistake", why)


def game(*losses: MoveLoss) -> PlayerGame:
    positions = line_to(GoPosition.start(13).play(losses[0].played))
    return PlayerGame("a", Color.BLACK, "", None, 0, None, positions, losses)


def test_mistakes_are_counted_by_their_kinds() -> None:
    played = game(mistake(5, "cut overlooked"), mistake(7, "cut overlooked"), mistake(3, ""))
    lines = report_lines("Lee", [played], draws_bars=False)
    assert "  cut overlooked  2 times, 6.0 points on average" in lines
    assert "  other mistakes  1 time, 3.0 points on average" in lines


def test_the_kinds_that_cost_the_most_are_trained() -> None:
    reasons = ("self-atari", "cut overlooked", "direction", "direction", "too small")
    played = game(*(mistake(points, reason) for points, reason in zip((9, 8, 5, 5, 7), reasons, strict=True)))
    assert [each.points_lost for each in exercises_from_costly_mistakes([played])] == [9, 8, 5, 5]


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
