"""Games as lists of numbers, as in `tests/data/moves_of_games.npz`."""

from collections.abc import Iterable

from gnugo_py import PASS, GoPosition, Play


def replay(moves: Iterable[int], size: int) -> GoPosition:
    """Return the position after some moves on an empty board.  Legality is not checked.

    moves -- points row by row from the top; the number after the last point is a pass.
    """
    position = GoPosition.start(size, "tromp-taylor")
    for number in map(int, moves):
        point = number // size * (size + 1) + number % size
        position = position.play_unchecked(PASS if number == size * size else Play((point,)))
    return position
