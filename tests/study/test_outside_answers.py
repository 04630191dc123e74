"""Tests of answers that the file of a problem does not have: the stones in question, and the reply."""

import pytest

from gnugo_py.engines.analysis import Analysis
from gnugo_py.engines.level_ranks import MAX_LEVEL
from gnugo_py.engines.search.search_engine import SearchEngine
from gnugo_py.games.go.position import GO, GoPosition
from gnugo_py.games.go.vertex import parse_vertex
from gnugo_py.games.position import Position
from gnugo_py.games.types import Color
from gnugo_py.study.outside_answers import OutsideAnswer, judge_outside_answer
from tests.support.boards import move, position

TO_KILL = """
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
- O O O O O O - -
O O X X X X O - -
O X X - - X O - -
O X - - - X O - -
O X X X X X O - -
"""
"""White kills with D2."""


def judged(vertex: str, drawn: str = TO_KILL, best: str = "D2") -> OutsideAnswer:
    analyst = SearchEngine(GO, MAX_LEVEL)
    start = position(drawn, Color.WHITE, "japanese")
    answer = judge_outside_answer(start, move(vertex, 9), move(best, 9), [], analyst)
    assert answer is not None
    return answer


@pytest.mark.parametrize("vertex", ["H8", "J1", "C9"])
def test_a_move_elsewhere_is_answered_where_it_leaves_the_problem_open(vertex: str) -> None:
    answer = judged(vertex)
    assert not answer.is_own
    assert answer.reply == move("D2", 9)


FIVE_IN_THE_CORNER = """
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
O O O O O O - - -
X X X X X O - - -
- - - - - O - - -
"""
"""White kills with B1 or E1."""


def test_another_move_that_does_the_same_is_recognized() -> None:
    answer = judged("E1", FIVE_IN_THE_CORNER, "B1")
    assert answer.reply is None
    assert judged("A1", FIVE_IN_THE_CORNER, "B1").reply is not None


def test_no_stones_are_in_question_where_nothing_depends_on_the_move() -> None:
    start = position(TO_KILL, Color.WHITE, "japanese")
    analyst = SearchEngine(GO, MAX_LEVEL)
    assert judge_outside_answer(start, move("H8", 9), move("J9", 9), [], analyst) is None


TWO_IN_ATARI = """
- - - - - X O O -
- - - - - O X X -
- - - - - O O O O
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
"""
"""Black captures with J9 two stones in a corner that is White's anyway; White saves them with E9 or J8."""


@pytest.mark.parametrize("vertex", ["D2", "A9", "E5"])
def test_stones_that_the_move_of_the_file_captures_get_away_after_any_move_elsewhere(vertex: str) -> None:
    analyst = SearchEngine(GO, MAX_LEVEL)
    start = position(TWO_IN_ATARI, Color.BLACK, "japanese")
    answer = judge_outside_answer(start, move(vertex, 9), move("J9", 9), [], analyst)
    assert answer is not None
    assert (answer.point, answer.is_own) == (6, False)
    assert answer.reply in (move("E9", 9), move("J8", 9))


def test_own_stones_of_the_goal_are_in_question_before_those_that_the_move_of_the_file_captures() -> None:
    analyst, stones = SearchEngine(GO, MAX_LEVEL), parse_vertex("H8", 9)
    start = position(TWO_IN_ATARI, Color.BLACK, "japanese")
    answer = judge_outside_answer(start, move("D2", 9), move("J9", 9), [], analyst, stones)
    assert answer == OutsideAnswer(parse_vertex("G8", 9), True, move("J8", 9))


NET_WITH_A_CAPTURE_BESIDE_IT = """
- - X - X - - - -
- - - - - X O - -
- X O O X O - - -
- X X X O O - - -
- X O O O - O - -
- O O X X X O - -
- O X X O O X X -
- O - - O X - - -
- - - X - - - - -
"""
"""Black catches C7 and D7 with E8; C8 saves B7 alone."""


def test_stones_of_the_goal_get_away_although_the_answer_saves_larger_ones() -> None:
    analyst, stones = SearchEngine(GO, MAX_LEVEL), parse_vertex("C7", 9)
    start = position(NET_WITH_A_CAPTURE_BESIDE_IT, Color.BLACK, "japanese")
    answer = judge_outside_answer(start, move("C8", 9), move("E8", 9), [], analyst, stones)
    assert answer == OutsideAnswer(stones, False, move("E8", 9))


RACE = """
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
X X X X O O O O -
X O O O X X X O -
X - O - - O - O -
"""
"""Black wins a race against the stones at B2 with B1."""


@pytest.mark.parametrize("vertex", ["F6", "J9", "E1"])
def test_a_race_that_an_answer_loses_is_read(vertex: str) -> None:
    analyst, stones = SearchEngine(GO, MAX_LEVEL), parse_vertex("B2", 9)
    start = position(RACE, Color.BLACK, "japanese")
    answer = judge_outside_answer(start, move(vertex, 9), move("B1", 9), [move("E1", 9)], analyst, stones)
    assert answer is not None
    assert answer[:2] == (parse_vertex("E2", 9), True)
    assert answer.reply in (move("E1", 9), move("G1", 9))


RACE_WITH_A_KO = """
X X X X - - - - -
- X - X - - - - -
- O O X - - - - -
O - O X - - - - -
X X O X - - - - -
- X X O - - - - -
- O X O - - - - -
O O O O - - - - -
- - - - - - - - -
"""
"""Black captures the stones at C7 by a ko at least, with A7 or C8; else White captures those at A5."""


@pytest.mark.parametrize("vertex", ["A8", "J2"])
def test_a_race_that_can_be_won_by_a_ko_is_read(vertex: str) -> None:
    analyst, stones = SearchEngine(GO, MAX_LEVEL), parse_vertex("C7", 9)
    start = position(RACE_WITH_A_KO, Color.BLACK, "japanese")
    answer = judge_outside_answer(start, move(vertex, 9), move("A7", 9), [], analyst, stones)
    assert answer is not None
    assert answer[:2] == (parse_vertex("A5", 9), True)
    assert answer.reply in (move("B6", 9), move("A4", 9))


ATARI_FROM_ONE_SIDE = """
- - - - - - - - -
- - - - - - - - -
- - - O O X - - -
- - - X X O - - -
- X - O - - - X -
- - O O - - - - -
- - - - - - - - -
- - - - - - - - -
- - - - - - O - -
"""
"""White catches the stones at D6 with C6, where they connect otherwise."""


class UnsureAfterB8(SearchEngine):
    """An analyst that does not know what becomes of any stones after B8."""

    def analyze(
        self, position: Position, visits: int | None = None, seconds: float | None = None
    ) -> Analysis:
        found = super().analyze(position, visits, seconds)
        assert isinstance(position, GoPosition)
        is_known = position.board.color_at(parse_vertex("B8", 9)) is None
        return found if is_known else found._replace(ownership=dict.fromkeys(found.ownership, -0.2))


def test_stones_that_reading_lets_escape_are_not_caught_by_an_unclear_ownership() -> None:
    start, stones = position(ATARI_FROM_ONE_SIDE, Color.WHITE, "japanese"), parse_vertex("D6", 9)
    best = move("C6", 9)
    answer = judge_outside_answer(start, move("B8", 9), best, [], UnsureAfterB8(GO, MAX_LEVEL), stones)
    assert answer == OutsideAnswer(stones, False, best)
