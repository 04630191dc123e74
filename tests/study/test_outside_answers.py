"""Tests of answers that the file of a problem does not have: the stones in question, and the reply."""

import pytest

from gnugo_py.engines.level_ranks import MAX_LEVEL
from gnugo_py.engines.search.search_engine import SearchEngine
from gnugo_py.games.go.position import GO
from gnugo_py.games.go.vertex import parse_vertex
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
