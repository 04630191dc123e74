"""Tests of dead stones and of estimates."""

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnugo_py.engines.analysis import describe_lead, values_for_black
from gnugo_py.engines.judge import dead_stones
from gnugo_py.engines.level_ranks import MAX_LEVEL
from gnugo_py.engines.network.network import Evaluation, Network
from gnugo_py.engines.search.search_engine import SearchEngine
from gnugo_py.games.board import Board
from gnugo_py.games.go.position import GO, GoPosition
from gnugo_py.games.go.rules import rules_preset
from gnugo_py.games.go.scoring import score_board
from gnugo_py.games.hex.position import HexPosition
from gnugo_py.games.points import rows_from_point_sets
from gnugo_py.games.types import Color, Play
from gnugo_py.record.sgf_reader import parse_game
from tests.support.boards import board, played, vertices
from tests.support.paths import DATA

ANALYST = SearchEngine(GO, MAX_LEVEL)
SETTLED = """
- - - X O - - - -
- - - X O - - - -
- O - X O - X - -
- - - X O - - - -
- - - X O - - - -
- - - X O - - - -
- - - X O - - - -
- - - X O - - - -
- - - X O - - - -
"""
BOARDS_OF_OGS = [json.loads(line) for line in (DATA / "boards_counted_by_ogs.jsonl").read_text().splitlines()]
COUNTED_GAMES = [json.loads(line) for line in (DATA / "counted_games.jsonl").read_text().splitlines()]


def final_position(moves: str) -> GoPosition:
    """Return the position after the moves of a game on 19x19, written as SGF points without separators."""
    position = GoPosition.start(19, "japanese")
    for column, row in zip(moves[::2], moves[1::2], strict=True):
        position = position.play_unchecked(Play(((ord(row) - 97) * 20 + ord(column) - 97,)))
    return position


def test_lone_stones_in_the_opponents_area_are_dead() -> None:
    assert vertices(dead_stones(board(SETTLED)), 9) == ["B7", "G7"]


@pytest.mark.parametrize("drawing", ["- - -\n- - -\n- - -", "X - -\n- - -\n- - -"])
def test_no_stones_are_dead_on_a_board_without_an_opponent(drawing: str) -> None:
    assert dead_stones(board(drawing)) == 0


def test_a_game_without_a_count_has_no_dead_stones() -> None:
    assert dead_stones(HexPosition.start(5).play("c1")) == 0


def test_passes_do_not_change_the_dead_stones() -> None:
    position = GoPosition.from_board(board(SETTLED), Color.BLACK, rules_preset("japanese", 9))
    assert dead_stones(played(position, "pass", "pass")) == dead_stones(position)


def test_no_stones_in_a_seki_are_dead() -> None:
    """A seki: the first to play A1 or E1 is captured."""
    drawn = board(
        """
        - - - O - - - - -
        - O - O - - O - -
        O O O O O O O O O
        X X X X X X X X X
        - - - - X - - - -
        - X - - X - - X -
        X X X X X X X X X
        O O O O O O X - -
        - X X X - O X - -
        """
    )
    assert dead_stones(drawn) == 0


@pytest.mark.slow
def test_a_count_ends_although_the_reading_of_a_contest_goes_in_circles() -> None:
    position = parse_game((DATA / "records" / "counted_5x5.sgf").read_bytes()).end.position
    assert isinstance(position, GoPosition)
    assert dead_stones(position).bit_count() == 1


@pytest.mark.slow
def test_most_finished_games_are_counted_as_the_players_counted_them() -> None:
    """The 20 games are a part of a collection of 300, of which 257 are counted exactly."""
    counted = [final_position(game["moves"]) for game in COUNTED_GAMES]
    margins = [position.score(dead_stones(position)).margin for position in counted]
    exact = sum(margin == game["margin"] for margin, game in zip(margins, COUNTED_GAMES, strict=True))
    assert exact >= 16


@pytest.mark.slow
@pytest.mark.parametrize("counted", BOARDS_OF_OGS, ids=lambda each: each["game"])
def test_every_point_belongs_to_the_color_to_which_ogs_gives_it(counted: dict[str, Any]) -> None:
    """Dead stones belong to the opponent; `-` is neutral, and `*` may belong to either."""
    drawn = board("\n".join(" ".join(row) for row in counted["board"]))
    score = score_board(drawn, rules_preset("chinese", drawn.geometry.size), dead_stones(drawn))
    owned = [score.territory[color] | drawn.stones(color) & ~score.dead for color in Color]
    rows = rows_from_point_sets(drawn.geometry.size, dict(zip("XO", owned, strict=True)))
    expected = counted["owners"]
    assert len(rows) == len(expected)
    for row, wanted in zip(rows, expected, strict=True):
        assert all(sign in (owner, "*") for owner, sign in zip(row, wanted, strict=True))


def test_an_estimate_is_from_the_view_of_black_for_both_colors_to_move() -> None:
    """Black has almost the whole board."""
    black = "X X X X X X X\n- X - X - X -\nX X X X X X X\nX - X - X - X\nX X X X X X X"
    drawn = board(f"{black}\nO O O O O O O\n- O - O - O -")
    for color in Color:
        judged = ANALYST.analyze(GoPosition.from_board(drawn, color, rules_preset("chinese", 7)))
        lead, win_rate = values_for_black(judged, color)
        assert lead is not None
        assert lead > 5
        assert win_rate > 0.8
        assert dict(judged.ownership)[0] > 0.7


def test_an_estimate_is_a_sentence_about_the_leader() -> None:
    start = ANALYST.analyze(GoPosition.start(9, "japanese"))
    judged = start._replace(score_lead=-6.54, score_stdev=9.2, win_rate=0.28)
    sentence = "White leads by about 6.5 points (\u00b1 9), White's win rate 72 %"
    assert describe_lead(judged, Color.BLACK) == sentence
    assert describe_lead(judged._replace(score_lead=6.54, win_rate=0.72), Color.WHITE) == sentence


def lead(position: GoPosition) -> float:
    """Return the estimated lead of the color to move."""
    known = ANALYST.analyze(position).score_lead
    assert known is not None
    return known


def test_komi_and_handicap_bonus_move_the_lead() -> None:
    start = GoPosition.start(9, "japanese")
    more_komi = start.replace(rules=start.rules.replace(komi=start.rules.komi + 5))
    bonus = start.replace(rules=start.rules.replace(komi=start.rules.komi + 3, handicap_bonus=2))
    assert lead(bonus) == lead(more_komi) < lead(start)


@pytest.mark.parametrize("size", [2, 3, 5, 6, 20, 25])
def test_boards_of_sizes_the_network_was_not_trained_for_are_estimated(size: int) -> None:
    judged = ANALYST.analyze(GoPosition.start(size, "chinese"))
    assert abs(judged.score_lead or 0.0) <= size * size + 10
    assert 0 <= values_for_black(judged, Color.BLACK)[1] <= 1
    assert all(-1 <= share <= 1 for share in judged.ownership.values())
    assert len(judged.ownership) == size * size


@pytest.mark.slow
@settings(max_examples=10, deadline=None)
@given(st.sampled_from([2, 4, 9, 19, 22]), st.integers(0, 10**6))
def test_stones_set_up_at_random_are_judged_without_an_error(size: int, seed: int) -> None:
    chance, drawn = random.Random(seed), Board.empty(size)
    for point in drawn.geometry.points:
        color = chance.choice([None, *Color])
        drawn = drawn if color is None else drawn.with_stone(point, color)
    start = GoPosition.from_board(drawn, Color.WHITE, rules_preset("japanese", size))
    assert abs(lead(start)) < 2 * size * size + 20
    assert not dead_stones(start) & ~(drawn.black | drawn.white)


@pytest.mark.parametrize("rules", ["japanese", "chinese", "gnugo-1.1"])
@pytest.mark.parametrize("size", [9, 19])
def test_a_count_takes_two_evaluations_however_open_the_board_is(
    size: int, rules: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    evaluated, evaluate = [], Network.evaluate

    def recorded(network: Network, position: GoPosition, symmetry: int = 0) -> Evaluation:
        evaluated.append(position)
        return evaluate(network, position, symmetry)

    monkeypatch.setattr(Network, "evaluate", recorded)
    position = played(GoPosition.start(size, rules), "E5", "C3", "G7", "C7", "G3", "B2")
    assert position.score(dead_stones(position)).dame
    assert len(evaluated) == 2
