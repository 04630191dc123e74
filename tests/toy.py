"""A toy game that no room knows of: on 3x3, two stones a move, three in a row win.

`python -m tests.toy` is the whole program with this game in its catalogue.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import ClassVar

from gnugo_py.core.base_game import BoardGame, why_no_move
from gnugo_py.core.diagram import Grid
from gnugo_py.core.position import Position
from gnugo_py.core.registry import CATALOG, Entry
from gnugo_py.core.types import Move, Outcome, Play, Point, Resign, Side

POINTS = [row * 4 + column for row in range(3) for column in range(3)]
LINES = [{0, 1, 2}, {4, 5, 6}, {8, 9, 10}, {0, 4, 8}, {1, 5, 9}, {2, 6, 10}, {0, 5, 10}, {2, 5, 8}]


@dataclass(frozen=True)
class Pairs:
    size: ClassVar[int] = 3
    stones: tuple[frozenset[Point], frozenset[Point]] = (frozenset(), frozenset())
    to_move: Side = Side.BLACK
    last_move: Move | None = field(default=None, compare=False)
    previous: Pairs | None = field(default=None, compare=False, repr=False)

    @property
    def mover(self) -> Side | None:
        return self.previous.to_move if self.previous else None

    @property
    def empty(self) -> list[Point]:
        return [point for point in POINTS if not any(point in stones for stones in self.stones)]

    @property
    def decided(self) -> Outcome | None:
        if isinstance(self.last_move, Resign):
            return Outcome(self.to_move, "resignation")
        for side in Side:
            if any(line <= self.stones[side] for line in LINES):
                return Outcome(side, "with three in a row")
        return Outcome(None, "tie") if len(self.empty) < 2 else None

    @property
    def over(self) -> bool:
        return self.decided is not None

    def legal_moves(self) -> list[Move]:
        pairs = [] if self.over else combinations(self.empty, 2)
        return [Play(way) for pair in pairs for way in (pair, pair[::-1])]

    def why_illegal(self, move: Move) -> str | None:
        if not isinstance(move, Play) or self.over:
            return why_no_move(self, move)
        if len(move.points) > 2 or len(set(move.points)) < len(move.points):
            return "a move is two points"
        return None if set(move.points) <= set(self.empty) else "that point is taken"

    def with_to_move(self, side: Side) -> Pairs:
        return replace(self, to_move=side)

    def play(self, move: Move) -> Pairs:
        black, white = self.stones
        new = frozenset(move.points if isinstance(move, Play) else ())
        stones = (black, white | new) if self.to_move else (black | new, white)
        return Pairs(stones, self.to_move.other, move, self)

    def grid(self) -> Grid:
        signs = {point: sign for side, sign in enumerate("XO") for point in self.stones[side]}
        rows = tuple("".join(signs.get(row * 4 + column, "-") for column in range(3)) for row in range(3))
        return Grid(rows, ("a", "b", "c"), ("3", "2", "1"))


class PairsGame(BoardGame):
    name = "Pairs"
    example = "a1 b3"
    steps = ("your move?", "and the second stone?")
    sizes = (3,)
    usual_size = 3

    def start(self, options: Mapping[str, object]) -> Pairs:
        self.size_of(options)
        return Pairs()

    def arranged(self, position: Position, cells: Mapping[Point, str], side: Side) -> Pairs:
        black, white = (frozenset(at for at, found in cells.items() if found == sign) for sign in "XO")
        return Pairs((black, white), side)


PAIRS = PairsGame()
ENTRY = Entry("Pairs", ("tests.toy", "PAIRS"), "1000")

if __name__ == "__main__":
    CATALOG["pairs"] = ENTRY
    from gnugo_py.cli.main import main

    main()
