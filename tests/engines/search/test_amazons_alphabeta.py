"""Tests that the queen distances of the Amazons search equal those by the rules."""

from hypothesis import given
from hypothesis import strategies as st

from gnugo_py.games.amazons.position import queen_destinations, queen_distance_layers
from gnugo_py.games.points import full_board, iter_points

SIZE = 6
SQUARES = st.sets(st.sampled_from(list(iter_points(full_board(SIZE)))))


def layers_by_the_rules(queens: int, empty_points: int) -> list[int]:
    """Return the squares first reached with one move, with two moves, and so on, one queen at a time."""
    found, seen, last = list[int](), 0, queens
    while last:
        new = 0
        for queen in iter_points(last):
            new |= sum(1 << point for point in queen_destinations(queen, empty_points, SIZE))
        last = new & ~seen
        seen |= last
        found += [last] if last else []
    return found


@given(SQUARES, SQUARES)
def test_queen_distance_layers_equal_those_of_repeated_legal_moves(
    queens: set[int], arrows: set[int]
) -> None:
    own = sum(1 << point for point in queens)
    empty_points = full_board(SIZE) & ~own & ~sum(1 << point for point in arrows)
    assert queen_distance_layers(own, empty_points, SIZE) == layers_by_the_rules(own, empty_points)
