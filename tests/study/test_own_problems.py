"""The problems that come with the program: their proofs, and the search that proves most of them."""

from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from benchmarks.problems import Prover, digest, stored_digest
from gnugo_py.app.problem_files import ProblemCollection, own_problem_files
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.vertex import parse_vertex
from gnugo_py.record.node import Node
from gnugo_py.record.sgf_parser import split_games
from gnugo_py.study.problem import Problem
from tests.study.test_outside_answers import RACE
from tests.support.boards import SIDES, vertices
from tests.support.boards import position as board_position
from tests.support.problem_solver import Solver, State, right_moves, start_of, stones_missing_in_area

PROBLEMS = [text.parse() for text in ProblemCollection(list(own_problem_files().values())).texts()]
NAMES = [problem.title for problem in PROBLEMS]
problems = pytest.mark.parametrize("problem", PROBLEMS, ids=NAMES)
_SEARCHED = [
    problem for problem in PROBLEMS if problem.kind_of_goal not in ("points", "opening", "catch", "escape")
]
by_search = pytest.mark.parametrize("problem", _SEARCHED, ids=[problem.title for problem in _SEARCHED])


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


def rank(problem: Problem) -> int:
    """Return the rank in the title, such as 25 for 25 kyu."""
    return int(problem.title.partition("(")[2].removesuffix("k)"))


def test_there_are_120_problems_about_twenty_subjects() -> None:
    assert len(own_problem_files()) == 20
    assert len({problem.key for problem in PROBLEMS}) == len(PROBLEMS) >= 120


def test_the_problems_of_a_subject_become_more_difficult_from_30_to_10_kyu() -> None:
    for file in own_problem_files().values():
        ranks = [rank(text.parse()) for text in ProblemCollection([file]).texts()]
        assert ranks == sorted(ranks, reverse=True)
        assert 10 <= ranks[-1] <= ranks[0] <= 30


@pytest.mark.parametrize("file", own_problem_files().values(), ids=own_problem_files())
def test_each_problem_has_a_proof_and_is_unchanged_since(file: str) -> None:
    for sgf in split_games(Path(file).read_bytes()):
        assert stored_digest(sgf) == digest(sgf)


@problems
def test_each_right_and_wrong_line_ends_with_a_sentence_and_wrong_ones_are_refuted(problem: Problem) -> None:
    ends = [node for node in problem.tree.nodes(problem.start) if not node.children]
    assert all(node.comment.endswith(".") for node in ends)
    wrong = [answer for answer in problem.answers(problem.start) if answer not in problem.right]
    assert wrong
    assert all(answer.children for answer in wrong)
    assert problem.right_by == "TE"
    assert len(problem.task) == 1


@pytest.mark.slow
@by_search
def test_exactly_the_right_moves_of_the_file_reach_the_goal(problem: Problem) -> None:
    prover = Prover(problem)
    assert list(prover.doubts(prover.proof())) == []


@pytest.mark.slow
@by_search
def test_the_moves_after_the_first_reply_are_right_too(problem: Problem) -> None:
    solver = solver_of(problem)
    solver.succeeds(state_at(problem, problem.start))
    for node in [*questions(problem)][1:]:
        right = {point(each) for each in problem.right_answers(node)}
        assert right <= right_moves(solver, state_at(problem, node))


@pytest.mark.slow
@by_search
def test_the_replies_to_wrong_moves_refute_them(problem: Problem) -> None:
    solver = solver_of(problem)
    solver.succeeds(state_at(problem, problem.start))
    for answer in problem.answers(problem.start):
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
    ("goal", "to_move", "right"), [("kill A2 in A1:C1", "X", ["B1"]), ("save A2 in A1:C1", "O", ["B1"])]
)
def test_the_search_finds_the_middle_of_three(goal: str, to_move: str, right: list[str]) -> None:
    position = board_position(STRAIGHT_THREE, SIDES[to_move], "japanese")
    solver = Solver(goal, SIDES[to_move], 9)
    assert vertices(sum(1 << each for each in right_moves(solver, start_of(position))), 9) == right


def test_the_area_must_have_all_stones_that_moves_in_it_can_capture() -> None:
    board = board_position(RACE, SIDES["X"]).board
    missing = stones_missing_in_area(Solver("kill B2 in B1 D1 E1 G1", SIDES["X"], 9), board)
    assert vertices(missing, 9) == ["E2", "F1", "F2", "G2"]
    assert not stones_missing_in_area(Solver("kill B2 in B1 D1:G1 E2:G2", SIDES["X"], 9), board)
    assert not stones_missing_in_area(Solver("kill B2 in B1 D1", SIDES["X"], 9), board)


@by_search
def test_the_areas_of_the_goals_have_all_stones_that_moves_in_them_can_capture(problem: Problem) -> None:
    assert not stones_missing_in_area(solver_of(problem), problem.position.board)


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
