"""Tests of the network's view of a board under the symmetries of the square."""

import numpy as np
import pytest

from gnugo_py import PASS, Color, Evaluation, GoPosition, Network, Play
from gnugo_py.engines.network.network import points_as_shown
from gnugo_py.engines.network_choice import SMALL_FILE
from gnugo_py.games.points import point_at

SIZE = 5
STONES = {(0, 1): "X", (1, 1): "X", (2, 4): "O", (3, 0): "O"}
NETWORK = Network(SMALL_FILE)


def board(stones: dict[tuple[int, int], str]) -> GoPosition:
    cells = {point_at(row, column, SIZE): sign for (row, column), sign in stones.items()}
    return GoPosition.start(SIZE, "chinese").with_board(cells, Color.BLACK)


def shares(evaluation: Evaluation) -> np.ndarray:
    """The probability of each point, row by row from the top; 0 where no stone can be placed."""
    vertices = [Play((point_at(*divmod(cell, SIZE), SIZE),)) for cell in range(SIZE * SIZE)]
    return np.array([evaluation.policy.get(move, 0.0) for move in vertices])


@pytest.mark.parametrize("symmetry", range(8))
def test_evaluating_with_a_symmetry_equals_evaluating_the_transformed_board(symmetry: int) -> None:
    sources = points_as_shown(SIZE, symmetry)
    turned = {
        divmod(index, SIZE): STONES[divmod(source, SIZE)]
        for index, source in enumerate(sources.tolist())
        if divmod(source, SIZE) in STONES
    }
    seen, there = NETWORK.evaluate(board(STONES), symmetry), NETWORK.evaluate(board(turned))
    assert seen.owners_for_black[sources] == pytest.approx(there.owners_for_black, abs=1e-4)
    assert shares(seen)[sources] == pytest.approx(shares(there), abs=1e-4)
    assert seen.policy[PASS] == pytest.approx(there.policy[PASS], abs=1e-4)
    assert seen.score_mean == pytest.approx(there.score_mean, abs=1e-3)


def test_the_eight_symmetries_differ() -> None:
    assert len({points_as_shown(SIZE, symmetry).tobytes() for symmetry in range(8)}) == 8
