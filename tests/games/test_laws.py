"""Laws of Hex and Tanbo: no draw, roots that are trees, nothing that comes again."""

import os
import random

from hypothesis import given
from hypothesis import strategies as st

from gnugo_py.core.bitboard import board_of, points_of, set_of
from gnugo_py.core.types import Play, Side
from gnugo_py.games.hex.position import HexPosition
from gnugo_py.games.tanbo.game import TANBO, roots_of
from gnugo_py.games.tanbo.position import TanboPosition, neighbours

BOARDS = int(os.environ.get("GNUGO_PY_BOARDS", "300"))


def joined_slowly(stones: set[tuple[int, int]], size: int, side: Side) -> bool:
    """Whether some stones join the edges of a side, cell by cell."""
    along = 0 if side is Side.BLACK else 1
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
    """`GNUGO_PY_BOARDS=10000` for the long run."""
    chance = random.Random(1)
    for _ in range(BOARDS):
        size = chance.choice([5, 7, 9, 11])
        cells = list(points_of(board_of(size)))
        black = set(chance.sample(cells, chance.choice([len(cells) // 2, (len(cells) + 1) // 2])))
        stones = (set_of(black), set_of(set(cells) - black))
        position = HexPosition.set_up(size, "free", stones, Side.BLACK)
        slowly = [
            joined_slowly({divmod(point, size + 1) for point in points_of(each)}, size, side)
            for side, each in zip(Side, stones, strict=True)
        ]
        assert sorted(slowly) == [False, True]
        assert position.winner is Side(slowly.index(True))


@given(st.sampled_from([9, 13]), st.integers(0, 10**6))
def test_roots_of_tanbo_are_trees_that_can_grow_and_no_position_comes_again(size: int, seed: int) -> None:
    chance, position, seen = random.Random(seed), TANBO.start({"size": size}), set[TanboPosition]()
    while not position.over:
        assert position._replace(number=0) not in seen
        seen.add(position._replace(number=0))
        for side in Side:
            for root in roots_of(position, position.stones(side)):
                touching = sum((neighbours(1 << point, size) & root).bit_count() for point in points_of(root))
                assert touching // 2 == root.bit_count() - 1
                assert neighbours(root, size) & position.growing(side)
        position = position.play(chance.choice(position.legal_moves()))
        assert position.black | position.white
    assert isinstance(position.last_move, Play)
