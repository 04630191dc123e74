"""Goals of the boards of Hex, Amazons and Tanbo, checked by the rules."""

from collections import Counter

from gnugo_py.games.amazons.position import AmazonsPosition, queen_destinations
from gnugo_py.games.hex.position import HexPosition, is_winning_chain
from gnugo_py.games.points import full_board, iter_points
from gnugo_py.games.tanbo.position import TanboPosition
from gnugo_py.games.types import Color, Play
from tests.support.boards import SIDES


def winning_cells(position: HexPosition, words: list[str]) -> list[str]:
    """hex-wins: every winning move of Hex, found by exhaustive search."""
    color = position.to_move
    own, other = position.stones(color), position.stones(color.opponent)
    search = HexSearch(position.size)
    return [
        f"{chr(97 + point % (position.size + 1))}{point // (position.size + 1) + 1}"
        for point in iter_points(full_board(position.size) & ~(own | other))
        if search.is_won(own | 1 << point, other, color, point)
    ]


class HexSearch:
    """An exhaustive search of Hex on a small board; replies that often win are tried first."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._known: dict[tuple[int, int, Color], bool] = {}
        self._wins: Counter[int] = Counter()

    def is_won(self, own: int, other: int, color: Color, point: int) -> bool:
        """Return whether the color that has just played on a point wins."""
        if is_winning_chain(1 << point, own, self._size, color):
            return True
        key = (own, other, color)
        if key not in self._known:
            replies = sorted(
                iter_points(full_board(self._size) & ~(own | other)), key=lambda at: -self._wins[at]
            )
            winning = next(
                (at for at in replies if self.is_won(other | 1 << at, own, color.opponent, at)), None
            )
            if winning is not None:
                self._wins[winning] += 1
            self._known[key] = winning is None
        return self._known[key]


def root_taken(position: TanboPosition, words: list[str]) -> list[str]:
    """tanbo-takes SIDE: the growing points that remove a root of a color."""
    color = SIDES[words[0]]
    found = []
    for move in position.legal_moves():
        assert isinstance(move, Play)
        after = position.play_unchecked(move)
        if position.stones(color) & ~after.stones(color):
            found.append(_lettered(move.points[0], position.size))
    return found


def growing(position: TanboPosition, words: list[str]) -> list[str]:
    """growing SIDE: the growing points of a color."""
    return [
        _lettered(point, position.size) for point in iter_points(position.growing_points(SIDES[words[0]]))
    ]


def _lettered(point: int, size: int) -> str:
    row, column = divmod(point, size + 1)
    return f"{'ABCDEFGHJ'[column]}{size - row}"


def reached_by_queen(position: AmazonsPosition, words: list[str]) -> list[str]:
    """queen P: the squares that a queen can move to."""
    squares = queen_destinations(_square(words[0], position.size), position.empty_points, position.size)
    stride = position.size + 1
    return [f"{chr(97 + point % stride)}{position.size - point // stride}" for point in squares]


def _square(word: str, size: int) -> int:
    return (size - int(word[1:])) * (size + 1) + ord(word[0]) - 97


def room(position: AmazonsPosition, words: list[str]) -> str:
    """room P: the number of squares that a queen can reach with any number of moves."""
    found, fresh = 0, [_square(words[0], position.size)]
    while fresh:
        for square in queen_destinations(fresh.pop(), position.empty_points, position.size):
            if not found >> square & 1:
                found |= 1 << square
                fresh.append(square)
    return str(found.bit_count())
