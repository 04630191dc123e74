"""Tests of the search state of Tanbo: removed roots and evaluation."""

import random

import pytest

from gnugo_py.engines.search.tanbo_alphabeta import TanboAlphaBetaState
from gnugo_py.games.board import LINES, Board, geometry
from gnugo_py.games.tanbo.position import TanboPosition
from gnugo_py.games.types import Play
from tests.support.boards import board


def test_the_search_removes_the_same_roots_as_the_rules() -> None:
    """The board is so small that roots are removed again and again."""
    rng = random.Random(7)
    for _ in range(20):
        position = TanboPosition(Board(geometry(5, LINES), 1 | 1 << 28, 1 << 4 | 1 << 24))
        while not position.is_over:
            for branch in TanboAlphaBetaState.from_position(position).ordered_children(99)[0]:
                after = position.play_unchecked(Play((branch.code,)))
                assert branch.state == TanboAlphaBetaState.from_position(after)
            position = position.play_unchecked(rng.choice(position.legal_moves()))


@pytest.mark.parametrize(
    ("drawing", "score"),
    [
        ("X - - - X|- - - - -|- - - - -|- - - - -|- - - - O", (10 + 3 * 2) - (5 + 3)),
        ("X - - - -|- - X - -|- - - - -|- - O - -|- - - O O", (8 + 3 * 2) - (8 + 3 * 2)),
    ],
)
def test_points_reachable_in_two_moves_count_1_and_roots_count_3(drawing: str, score: int) -> None:
    """Black grows to B5. In the second position, points that touch two stones are next to growing points."""
    drawn = board(drawing.replace("|", "\n"))
    start = TanboAlphaBetaState.from_position(TanboPosition(drawn))
    assert {each.code: each.score for each in start.ordered_children(99)[0]}[1] == score
