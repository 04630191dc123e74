"""What the search knows of Tanbo: which roots go, and what a position is worth."""

import random

import pytest

from gnugo_py.core.types import Play
from gnugo_py.engines.search.tanbo_alphabeta import SEARCH
from gnugo_py.games.tanbo.position import TanboPosition
from tests.boards import board


def test_in_thought_as_well_roots_go_wherever_they_go_by_the_rules() -> None:
    """On a board so small that they go again and again."""
    chance = random.Random(7)
    for _ in range(20):
        position = TanboPosition(5, 1 | 1 << 28, 1 << 4 | 1 << 24)
        while not position.over:
            for branch in SEARCH.begin(position).branches(99)[0]:
                assert branch.state == SEARCH.begin(position.play(Play((branch.code,))))
            position = position.play(chance.choice(position.legal_moves()))


@pytest.mark.parametrize(
    ("drawing", "score"),
    [
        ("X - - - X|- - - - -|- - - - -|- - - - -|- - - - O", (10 + 3 * 2) - (5 + 3)),
        ("X - - - -|- - X - -|- - - - -|- - O - -|- - - O O", (8 + 3 * 2) - (8 + 3 * 2)),
    ],
)
def test_a_point_counts_that_can_be_grown_to_now_or_after_next_and_a_root_three(
    drawing: str, score: int
) -> None:
    """Black grows to B5.  In the second position points that touch two stones lie beside growing points."""
    drawn = board(drawing.replace("|", "\n"))
    start = SEARCH.begin(TanboPosition(5, drawn.black, drawn.white))
    assert {each.code: each.score for each in start.branches(99)[0]}[1] == score
