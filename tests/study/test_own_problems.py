"""Proofs of the problems that come with the program, by an exhaustive search in the area of each goal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import cast

import pytest

from gnugo_py.app.problem_files import ProblemCollection, own_problem_files
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.vertex import parse_vertex
from gnugo_py.record.node import Node
from gnugo_py.study.problem import Problem
from tests.support.boards import SIDES, vertices
from tests.support.boards import position as board_position
from tests.support.problem_solver import Solver, State, right_moves, start_of, weakest_wall

PROBLEMS = [text.parse() for text in ProblemCollection(list(own_problem_files().values())).texts()]
NAMES = [problem.title for problem in PROBLEMS]
problems = pytest.mark.parametrize("problem", PROBLEMS, ids=NAMES)


def solver_of(problem: Problem) -> Solver:
    return Solver(problem.tree.root.value("GOAL"), problem.color, problem.position.size)


def state_at(problem: Problem, node: Node) -> State:
    """Return the state at a node, with the ko that its last move began."""
    state = start_of(cast(GoPosition, problem.position))
    for each in node.path()[1:]:
        after = state.play(point(each))
        assert after is not None, "an illegal move"
        state = after
    return state


def point(node: Node) -> int:
    assert node.move is not None
    (played,) = node.move.points  # type: ignore[union-attr]
    return int(played)


def questions(problem: Problem) -> Iterator[Node]:
    """Yield the nodes that right moves reach and in which the person is to move."""
    waiting = [problem.start]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += [reply for answer in problem.right_answers(node) for reply in answer.children]


def test_there_are_five_problems_about_each_of_six_subjects() -> None:
    assert Counter(name.split()[0] for name in NAMES) == dict.fromkeys(
        ("Capture", "Save", "Live", "Kill", "Race", "Connect"), 5
    )
    assert len({problem.key for problem in PROBLEMS}) == 30


def test_the_problems_of_a_subject_become_more_difficult() -> None:
    order = ("easy", "medium", "hard")
    levels = [order.index(name.partition("(")[2][:-1]) for name in NAMES]
    assert all(levels[at : at + 5] == sorted(levels[at : at + 5]) for at in range(0, 30, 5))


@problems
def test_exactly_the_right_moves_of_the_file_reach_the_goal(problem: Problem) -> None:
    """A move outside the area is no better than a pass, because all stones around it have liberties there."""
    solver, start = solver_of(problem), state_at(problem, problem.start)
    assert not solver.succeeds(start.passed())
    assert weakest_wall(solver, start.board) >= 4
    assert {point(node) for node in problem.right_answers(problem.start)} == right_moves(solver, start)


@pytest.mark.slow
@problems
def test_each_right_move_after_a_reply_is_in_the_file_and_no_other_one_is_right(problem: Problem) -> None:
    solver = solver_of(problem)
    for node in questions(problem):
        state = state_at(problem, node)
        assert {point(each) for each in problem.answers(node)} == {each for each, _ in solver.moves(state)}
        assert {point(each) for each in problem.right_answers(node)} == right_moves(solver, state)


@pytest.mark.slow
@problems
def test_a_problem_ends_when_no_reply_needs_an_answer(problem: Problem) -> None:
    solver = solver_of(problem)
    for node in questions(problem):
        for answer in problem.right_answers(node):
            after = state_at(problem, answer)
            needing = [reply for _, reply in solver.moves(after) if not solver.succeeds(reply.passed())]
            if solver.ended(after) is not None:
                needing = []
            assert (answer in problem.solved) is (not needing)


@pytest.mark.slow
@problems
def test_the_replies_to_wrong_moves_refute_them(problem: Problem) -> None:
    solver = solver_of(problem)
    for node in questions(problem):
        for answer in problem.answers(node):
            for reply in () if answer in problem.right else answer.children:
                state = state_at(problem, reply)
                assert not right_moves(solver, state)
                assert not solver.succeeds(state.passed())


STRAIGHT_THREE = """
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
X X X X X - - - -
O O O O X - - - -
- - - O X - - - -
"""


@pytest.mark.parametrize(
    ("goal", "to_move", "right"),
    [("kill A2 in A1:C1", "X", ["B1"]), ("save A2 in A1:C1", "O", ["B1"])],
)
def test_the_search_finds_the_middle_of_three(goal: str, to_move: str, right: list[str]) -> None:
    position = board_position(STRAIGHT_THREE, SIDES[to_move], "japanese")
    solver = Solver(goal, SIDES[to_move], 9)
    assert vertices(sum(1 << each for each in right_moves(solver, start_of(position))), 9) == right


KO = """
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
X X O - - - - - -
- X O - - - - - -
X O - O - - - - -
"""


def test_a_ko_is_not_retaken_at_once() -> None:
    start = State(board_position(KO, SIDES["X"]).board, SIDES["X"])
    taken = start.play(parse_vertex("C1", 9))
    assert taken is not None
    assert taken.play(parse_vertex("B1", 9)) is None
    later = taken.passed().passed().play(parse_vertex("B1", 9))
    assert later is not None


def test_what_can_be_had_only_by_a_ko_threat_is_not_reached() -> None:
    board, ko = board_position(KO, SIDES["X"]).board, parse_vertex("C1", 9)
    assert Solver("kill B1 in A2 C1", SIDES["X"], 9).succeeds(State(board, SIDES["X"]))
    assert not Solver("kill B1 in A2 C1", SIDES["X"], 9).succeeds(State(board, SIDES["X"], ko))
