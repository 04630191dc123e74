"""Tests of invariants: Hex has no draws, roots of Tanbo are trees, and no position of Tanbo repeats."""

import os
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnugo_py.games.hex.position import HexPosition
from gnugo_py.games.points import full_board, iter_points, point_set_from_points
from gnugo_py.games.tanbo.position import TanboPosition
from gnugo_py.games.types import Color, Play

BOARDS = int(os.environ.get("GNUGO_PY_BOARDS", "300"))


def joined_slowly(stones: set[tuple[int, int]], size: int, color: Color) -> bool:
    """Return whether some stones connect the edges of a color, by a simple search over the cells."""
    along = 0 if color is Color.BLACK else 1
    waiting = [cell for cell in stones if cell[along] == 0]
    seen = set(waiting)
    while waiting:
        row, column = waiting.pop()
        if (row, column)[along] == size - 1:
            return True
        for step in ((0, 1), (0, -1), (1, 0), (-1, 0), (-1, 1), (1, -1)):
            cell = (row + step[0], column + step[1])
            if cell in stones and cell not in seen:
                seen.add(cell)
                waiting.append(cell)
    return False


def test_a_full_board_of_hex_has_one_winner() -> None:
    """Set `GNUGO_PY_BOARDS=10000` for a long run."""
    rng = random.Random(1)
    for _ in range(BOARDS):
        size = rng.choice([5, 7, 9, 11])
        cells = list(iter_points(full_board(size)))
        black = set(rng.sample(cells, rng.choice([len(cells) // 2, (len(cells) + 1) // 2])))
        stones = (point_set_from_points(black), point_set_from_points(set(cells) - black))
        position = HexPosition.start(size, "free").with_board(
            dict.fromkeys(black, "X") | dict.fromkeys(set(cells) - black, "O"), Color.BLACK
        )
        slowly = [
            joined_slowly({divmod(point, size + 1) for point in iter_points(each)}, size, color)
            for color, each in zip(Color, stones, strict=True)
        ]
        assert sorted(slowly) == [False, True]
        assert position.winner is Color(slowly.index(True))


@pytest.mark.slow
@given(st.sampled_from([9, 13]), st.integers(0, 10**6))
def test_tanbo_roots_are_trees_with_growing_points_and_no_position_repeats(size: int, seed: int) -> None:
    rng, position, seen = random.Random(seed), TanboPosition.start(size), set[TanboPosition]()
    while not position.is_over:
        assert position.replace(move_number=0) not in seen
        seen.add(position.replace(move_number=0))
        for color in Color:
            for root in position.board.chains(color):
                touching = sum(
                    (position.board.geometry.neighbors[point] & root).bit_count()
                    for point in iter_points(root)
                )
                assert touching // 2 == root.bit_count() - 1
                assert position.board.surrounding_points(root) & position.growing_points(color)
        position = position.play_unchecked(rng.choice(position.legal_moves()))
        assert position.board.black | position.board.white
    assert isinstance(position.last_move, Play)
