"""Counting a finished game together, the way of 1989."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gnugo_py.games.contract import IllegalMove, Point, Side
from gnugo_py.games.diagram import Grid
from gnugo_py.go.board import Board
from gnugo_py.go.position import board_grid
from gnugo_py.go.scoring import coloured_1989
from gnugo_py.go.vertex import format_vertex

_QUESTIONS = (
    "Dead stone to take off",
    "Neutral point to fill",
)


@dataclass(frozen=True, slots=True)
class Count1989:
    """The original's count: dead stones off, neutral points filled in turn, the rest coloured.

    board     -- the stones as settled so far.
    filler    -- who fills the next neutral point.
    prisoners -- stones taken so far by Black and by White, dead ones included.
    stage     -- which question is open: 0 dead stones, 1 neutral points, 2 none.
    """

    board: Board
    filler: Side
    prisoners: tuple[int, int]
    stage: int = 0

    @property
    def question(self) -> str | None:
        """What to ask now, None when all is settled."""
        if self.stage == 0:
            return _QUESTIONS[0]
        return f"{_QUESTIONS[1]} for {self.filler}" if self.stage == 1 else None

    def answer(self, point: Point) -> Count1989:
        """One dead stone taken off, or one neutral point filled; nothing is captured by filling.

        Raises IllegalMove where there is no stone to take off or no empty point to fill.
        """
        vertex, owner = format_vertex(point, self.board.geometry.size), self.board.at(point)
        if self.stage == 0:
            if owner is None:
                raise IllegalMove(f"there is no stone on {vertex}")
            black, white = self.prisoners
            taken = (black + 1, white) if owner else (black, white + 1)
            return replace(self, board=self.board.without(1 << point), prisoners=taken)
        if owner is not None:
            raise IllegalMove(f"there is a stone on {vertex}")
        return replace(self, board=self.board.put(point, self.filler), filler=self.filler.other)

    def done(self) -> Count1989:
        """The count with its open question closed."""
        return replace(self, stage=self.stage + 1)

    def grid(self) -> Grid:
        """The board as settled so far; once all is settled, with every point coloured."""
        return board_grid(coloured_1989(self.board) if self.question is None else self.board)

    def result(self) -> tuple[str, ...]:
        """The count in sentences."""
        coloured = coloured_1989(self.board)
        lines = ["The count of 1989: a point for every stone and every point its colour reaches."]
        for side in Side:
            stones = self.board.stones(side).bit_count()
            total = coloured.stones(side).bit_count()
            lines.append(f"{side}: stones {stones}, points {total - stones}, together {total}.")
        lines.append(f"Neutral: {coloured.vacant.bit_count()}.")
        margin = coloured.black.bit_count() - coloured.white.bit_count()
        if margin == 0:
            lines.append("The game is a tie.")
        else:
            lines.append(f"{Side.BLACK if margin > 0 else Side.WHITE} wins by {abs(margin)}.")
        return tuple(lines)
