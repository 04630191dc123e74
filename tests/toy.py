"""A toy game outside the package: on 3x3, a move places two stones, and three in a row win.

`python -m tests.toy` runs the program with this game added to the registry.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from gnugo_py.games.game import Game
from gnugo_py.games.position import Position
from gnugo_py.games.registry import GAMES, RegisteredGame
from gnugo_py.games.types import Color, Move, Outcome, Play, Point

POINTS = [row * 4 + column for row in range(3) for column in range(3)]
LINES = [{0, 1, 2}, {4, 5, 6}, {8, 9, 10}, {0, 4, 8}, {1, 5, 9}, {2, 6, 10}, {0, 5, 10}, {2, 5, 8}]


@dataclass(slots=True, repr=False, unsafe_hash=True)
class Pairs(Position):
    size = 3

    stones: tuple[frozenset[Point], frozenset[Point]] = (frozenset(), frozenset())
    to_move: Color = Color.BLACK
    move_number: int = 0
    last_move: Move | None = field(default=None, compare=False)
    previous: Pairs | None = field(default=None, compare=False)

    @classmethod
    def start(cls, size: int) -> Pairs:
        return cls()

    @property
    def empty(self) -> list[Point]:
        return [point for point in POINTS if not any(point in stones for stones in self.stones)]

    @property
    def outcome_on_board(self) -> Outcome | None:
        for color in Color:
            if any(line <= self.stones[color] for line in LINES):
                return Outcome(color, "with three in a row")
        return Outcome(None, "tie") if len(self.empty) < 2 else None

    def legal_moves(self) -> list[Move]:
        pairs = [] if self.is_over else combinations(self.empty, 2)
        return [Play(way) for pair in pairs for way in (pair, pair[::-1])]

    def why_points_illegal(self, points: Sequence[Point]) -> str | None:
        if len(points) > 2 or len(set(points)) < len(points):
            return "a move is two points"
        return None if set(points) <= set(self.empty) else "that point is taken"

    def play_unchecked(self, move: Move) -> Pairs:
        black, white = self.stones
        new = frozenset(move.points if isinstance(move, Play) else ())
        stones = (black, white | new) if self.to_move else (black | new, white)
        return Pairs(stones, self.to_move.opponent, self.move_number + 1, move, self)

    @property
    def points_by_diagram_sign(self) -> dict[str, int]:
        black, white = (sum(1 << point for point in stones) for stones in self.stones)
        return {"X": black, "O": white}

    def with_board(self, cells: Mapping[Point, str], color: Color) -> Pairs:
        black, white = (frozenset(at for at, found in cells.items() if found == sign) for sign in "XO")
        return Pairs((black, white), color)


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
