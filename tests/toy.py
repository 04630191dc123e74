"""A toy game outside the package: on 3x3, a move places two stones, and three in a row win.

`python -m tests.toy` runs the program with this game added to the registry.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from gnugo_py.games.game import Game
from gnugo_py.games.points import iter_points
from gnugo_py.games.position import Position, immutable_dataclass
from gnugo_py.games.registry import GAMES, RegisteredGame
from gnugo_py.games.types import Color, Move, Outcome, Play, Point

LINES = [0b111 << row * 4 for row in range(3)] + [0b1_0001_0001 << column for column in range(3)]
LINES += [1 << 0 | 1 << 5 | 1 << 10, 1 << 2 | 1 << 5 | 1 << 8]


@immutable_dataclass
class Pairs(Position):
    @property
    def outcome_on_board(self) -> Outcome | None:
        for color in Color:
            if any(line & ~self.stones(color) == 0 for line in LINES):
                return Outcome(color, "with three in a row")
        return Outcome(None, "tie") if self.empty_points.bit_count() < 2 else None

    def legal_moves(self) -> list[Move]:
        pairs = [] if self.is_over else permutations(iter_points(self.empty_points), 2)
        return [Play(pair) for pair in pairs]

    def why_points_illegal(self, points: Sequence[Point]) -> str | None:
        if len(points) > 2 or len(set(points)) < len(points):
            return "a move is two points"
        return None if all(self.empty_points >> point & 1 for point in points) else "that point is taken"

    def play_unchecked(self, move: Move) -> Pairs:
        board = self.board
        for point in move.points if isinstance(move, Play) else ():
            board = board.with_stone(point, self.to_move)
        return self.after(move, board)


PAIRS = Game(
    name="pairs",
    display_name="Pairs",
    how_to_play="",
    position_class=Pairs,
    sizes=(3,),
    default_size=3,
    example_move="a1 b3",
    point_prompts=("your move?", "and the second stone?"),
)
ENTRY = RegisteredGame("Pairs", "tests.toy.PAIRS", "Pairs: three stones in a row", "1000")


if __name__ == "__main__":
    GAMES["pairs"] = ENTRY
    from gnugo_py.cli.main import main

    main()
