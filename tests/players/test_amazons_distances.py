"""How near the squares of Amazons are, as the search counts it all at once and as it is by the rules."""

from hypothesis import given
from hypothesis import strategies as st

from gnugo_py.core.bitboard import board_of, points_of
from gnugo_py.engines.search.amazons_alphabeta import queen_layers
from gnugo_py.games.amazons.position import reach

SIZE = 6
SQUARES = st.sets(st.sampled_from(list(points_of(board_of(SIZE)))))


def layers_by_the_rules(queens: int, vacant: int) -> list[int]:
    """The squares reached with one move, with two and so on, a queen looked at after the other."""
    found, seen, last = list[int](), 0, queens
    while last:
        new = 0
        for queen in points_of(last):
            new |= sum(1 << point for point in reach(queen, vacant, SIZE))
        last = new & ~seen
        seen |= last
        found += [last] if last else []
    return found


@given(SQUARES, SQUARES)
def test_layers_are_those_of_moving_again_and_again(queens: set[int], arrows: set[int]) -> None:
    own = sum(1 << point for point in queens)
    vacant = board_of(SIZE) & ~own & ~sum(1 << point for point in arrows)
    assert queen_layers(own, vacant, SIZE + 1) == layers_by_the_rules(own, vacant)
