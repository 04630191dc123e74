"""Tests of games between two engines, and of match results."""

from __future__ import annotations

import math

import pytest

from gnugo_py.core.types import PASS, RESIGN, Color, Move, Outcome
from gnugo_py.games.go.game import GO
from gnugo_py.play.match import (
    FORFEIT_REASON,
    MatchGameResult,
    ScoreOfOneEngine,
    new_match_session,
    play_to_end,
    score_of_one_engine,
    wilson_interval,
)
from gnugo_py.play.session import Session
from tests.support.boards import move
from tests.support.scripted_engine import Scripted, pair
from tests.toy import PAIRS, Pairs

BLACK, WHITE = Color.BLACK, Color.WHITE
WON, LOST, TIED = Outcome(BLACK, "resignation"), Outcome(WHITE, "resignation"), Outcome(None, "tie")


def game_of_pairs(first: list[Move], second: list[Move], black: int = 0) -> Session:
    """Return a game between two engines of the toy game."""
    return new_match_session(
        PAIRS, [Scripted(*first, name="first"), Scripted(*second, name="second")], black, Pairs()
    )


@pytest.mark.parametrize(("black", "names"), [(0, ["first", "second"]), (1, ["second", "first"])])
def test_either_player_may_have_black(black: int, names: list[str]) -> None:
    session = game_of_pairs([], [], black)
    assert [session.players[color].name for color in Color] == names
    assert session.position == Pairs()


@pytest.mark.parametrize(
    ("outcome", "black", "winner"), [(WON, 0, 0), (WON, 1, 1), (LOST, 0, 1), (LOST, 1, 0), (TIED, 1, None)]
)
def test_who_won_follows_from_the_colors(outcome: Outcome, black: int, winner: int | None) -> None:
    assert MatchGameResult(outcome, black).winning_engine == winner


def test_a_game_ends_when_its_position_is_over() -> None:
    session = game_of_pairs([pair("a1 b1"), pair("c1 c3")], [pair("a3 b3")])
    played = play_to_end(session, 0)
    assert played == MatchGameResult(Outcome(BLACK, "with three in a row"), 0, 3, "")
    assert session.outcome == played.outcome


def test_a_resignation_is_no_move() -> None:
    played = play_to_end(game_of_pairs([pair("a1 b1")], [RESIGN], 0), 0)
    assert played == MatchGameResult(Outcome(BLACK, "resignation"), 0, 1, "")


def test_a_game_that_stops_is_counted_as_it_stands() -> None:
    start = GO.with_move_limit(GO.start({"size": 9, "rules": "chinese", "komi": 6.5}))
    players = [Scripted(PASS), Scripted(PASS)]
    played = play_to_end(new_match_session(GO, players, 1, start), 1)
    assert played == MatchGameResult(Outcome(WHITE, "by 6.5 points", 6.5), 1, 2, "")
    session = new_match_session(GO, [Scripted(move("E5", 9), PASS), Scripted(PASS)], 0, start)
    played = play_to_end(session, 0)
    assert played == MatchGameResult(Outcome(BLACK, "by 74.5 points", 74.5), 0, 3, "")
    assert session.outcome == played.outcome


@pytest.mark.parametrize("moves", [0, 1])
def test_a_player_that_cannot_go_on_forfeits(moves: int) -> None:
    session = game_of_pairs([pair("a1 b1")], [])
    failing = session.players[Color(moves)]
    assert isinstance(failing, Scripted)
    failing.failing = "it has gone"
    played = play_to_end(session, 0)
    assert played == MatchGameResult(Outcome(Color(moves).opponent, FORFEIT_REASON), 0, moves, "it has gone")
    assert session.outcome == played.outcome


GAMES = [
    MatchGameResult(WON, 0),
    MatchGameResult(WON, 0),
    MatchGameResult(LOST, 0),
    MatchGameResult(WON, 1),
    MatchGameResult(LOST, 1),
    MatchGameResult(LOST, 1),
    MatchGameResult(LOST, 1),
    MatchGameResult(TIED, 1),
    MatchGameResult(Outcome(WHITE, FORFEIT_REASON), 0),
    MatchGameResult(Outcome(WHITE, FORFEIT_REASON), 0),
    MatchGameResult(Outcome(BLACK, FORFEIT_REASON), 0),
]


def test_wins_are_reported_by_color() -> None:
    assert score_of_one_engine(GAMES, 0) == ScoreOfOneEngine(11, 6, 1, (3, 6), (3, 5), 2)
    assert score_of_one_engine(GAMES, 1) == ScoreOfOneEngine(11, 4, 1, (1, 5), (3, 6), 1)


def test_a_match_without_games_has_no_rate() -> None:
    nothing = score_of_one_engine([], 0)
    assert nothing == ScoreOfOneEngine(0, 0, 0, (0, 0), (0, 0), 0)
    assert (nothing.score_rate, nothing.confidence_interval) == (0.0, (0.0, 1.0))


def test_a_tie_is_half_a_win() -> None:
    assert score_of_one_engine(GAMES, 0).score_rate == pytest.approx(6.5 / 11)
    assert score_of_one_engine(GAMES, 0).confidence_interval == wilson_interval(6.5 / 11, 11)


def test_the_interval_is_wilsons() -> None:
    """Both ends of the interval are 1.96 standard deviations away from the rate."""
    for rate, games in ((0.5, 10), (0.3, 7), (0.9, 40), (1.0, 3), (0.0, 1), (0.5, 1)):
        low, high = wilson_interval(rate, games)
        assert 0.0 <= low <= rate <= high <= 1.0
        for end in {low, high} - {0.0, 1.0}:
            assert abs(rate - end) == pytest.approx(1.96 * math.sqrt(end * (1 - end) / games))


@pytest.mark.parametrize(("rate", "end"), [(0.0, 0), (1.0, 1)])
def test_an_interval_stays_within_zero_and_one(rate: float, end: int) -> None:
    for games in range(1, 60):
        assert wilson_interval(rate, games)[end] == pytest.approx(rate, abs=1e-12)
        assert 0.0 <= wilson_interval(rate, games)[0] < wilson_interval(rate, games)[1] <= 1.0


def test_a_game_ends_without_a_move_or_a_fault_unless_they_are_reported() -> None:
    assert MatchGameResult(WON, 0) == (WON, 0, 0, "")
