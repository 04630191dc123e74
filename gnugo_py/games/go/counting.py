"""Counting a finished game together: the way of 1989, and by the rules of today."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gnugo_py.core.bitboard import points_of
from gnugo_py.core.diagram import Grid
from gnugo_py.core.text import plain
from gnugo_py.core.types import IllegalMove, Outcome, Point, Side
from gnugo_py.games.go.board import Board, board_grid
from gnugo_py.games.go.life import dead_stones
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.rules import Rules
from gnugo_py.games.go.scoring import LEGEND, Count, coloured_1989, count
from gnugo_py.games.go.vertex import format_vertex


@dataclass(frozen=True, slots=True)
class _Ending:
    """What both ways have in common.

    rules     -- what the game is counted by.
    board     -- the stones as settled so far.
    filler    -- who fills the next neutral point.
    prisoners -- stones taken so far by Black and by White.
    dead      -- stones that are dead and still on the board.
    stage     -- which question is open: 0 dead stones, 1 neutral points, 2 none.
    """

    rules: Rules
    board: Board
    filler: Side
    prisoners: tuple[int, int]
    dead: int = 0
    stage: int = 0

    @property
    def count(self) -> Count:
        """The count of the board as settled so far."""
        return count(self.board, self.rules, self.dead, self.prisoners)

    @property
    def outcome(self) -> Outcome:
        """Who wins as the board is settled so far."""
        return self.count.outcome

    @property
    def comparison(self) -> str:
        """What the same board comes to when counted the other way, of 1989 or of today."""
        if self.rules.scoring == "1989":
            other, name = self.rules._replace(scoring="area"), "By area, as today"
        else:
            other, name = self.rules._replace(scoring="1989"), "Counted as in 1989"
        counted = count(self.board, other, self.dead, self.prisoners)
        totals = f"Black {plain(counted.total(Side.BLACK))}, White {plain(counted.total(Side.WHITE))}"
        return f"{name}, it would be {totals}: {counted.result}."

    def _filled(self, point: Point) -> Board:
        """The board with a neutral point filled; nothing is captured."""
        if self.board.at(point) is not None:
            raise IllegalMove(f"there is a stone on {self._vertex(point)}")
        return self.board.put(point, self.filler)

    def _vertex(self, point: Point) -> str:
        return format_vertex(point, self.board.geometry.size)


@dataclass(frozen=True, slots=True)
class Count1989(_Ending):
    """The original's count: dead stones off one by one, neutral points filled in turn, the rest coloured."""

    @property
    def question(self) -> str | None:
        """What to ask now, None when all is settled."""
        return ("Dead stone to take off", f"Neutral point to fill for {self.filler}", None)[self.stage]

    @property
    def remark(self) -> tuple[str, ...]:
        """Nothing: the original told nothing either."""
        return ()

    def answer(self, point: Point) -> Count1989:
        """One dead stone taken off, or one neutral point filled.

        Raises IllegalMove where there is no stone to take off or no empty point to fill.
        """
        if self.stage == 1:
            return replace(self, board=self._filled(point), filler=self.filler.other)
        owner = self.board.at(point)
        if owner is None:
            raise IllegalMove(f"there is no stone on {self._vertex(point)}")
        black, white = self.prisoners
        taken = (black + 1, white) if owner else (black, white + 1)
        return replace(self, board=self.board.without(1 << point), prisoners=taken)

    def done(self) -> Count1989:
        """The count with its open question closed."""
        return replace(self, stage=self.stage + 1)

    def grid(self) -> Grid:
        """The board as settled so far; once all is settled, with every point coloured."""
        return board_grid(coloured_1989(self.board) if self.question is None else self.board)

    def result(self) -> tuple[str, ...]:
        """The count in sentences."""
        return (
            "The count of 1989: a point for every stone and every point its colour reaches.",
            self.comparison,
            *self.count.sum_in_words(),
        )


@dataclass(frozen=True, slots=True)
class Agreement(_Ending):
    """The count of today: the program proposes which stones are dead, the players change it.

    `dead` is the proposal as changed so far; naming a stone turns its whole chain over.
    """

    @classmethod
    def proposed(cls, position: GoPosition, filler: Side) -> Agreement:
        """The proposal for a position; `filler` fills the first neutral point."""
        board = position.board
        return cls(position.rules, board, filler, position.prisoners, dead_stones(board))

    @property
    def question(self) -> str | None:
        """What to ask now, None when all is settled."""
        return ("Dead chain to change", f"Neutral point to fill for {self.filler}", None)[self.stage]

    @property
    def remark(self) -> tuple[str, ...]:
        """Which stones are dead so far, and what the signs mean."""
        if self.stage:
            return ()
        named = " ".join(self._vertex(point) for point in points_of(self.dead)) or "none"
        return (f"Dead stones: {named}.", LEGEND)

    def answer(self, point: Point) -> Agreement:
        """A chain turned from dead to alive or back, or one neutral point filled.

        Raises IllegalMove where there is no stone, or no neutral point to fill.
        """
        if self.stage == 1:
            owner = next((side for side in Side if self.count.territory[side] >> point & 1), None)
            if owner is not None:
                raise IllegalMove(f"{self._vertex(point)} is {owner}'s territory")
            return replace(self, board=self._filled(point), filler=self.filler.other)
        chain = self.board.chain(point)
        if not chain:
            raise IllegalMove(f"there is no stone on {self._vertex(point)}")
        dead = self.dead & ~chain if self.dead >> point & 1 else self.dead | chain
        return replace(self, dead=dead)

    def done(self) -> Agreement:
        """The count with its open question closed; dead stones come off after the first."""
        if self.stage == 1:
            return replace(self, stage=2)
        settled = self.count
        prisoners = (settled.lost(Side.WHITE), settled.lost(Side.BLACK))
        board = self.board.without(self.dead)
        return replace(self, stage=1, board=board, dead=0, prisoners=prisoners)

    def grid(self) -> Grid:
        """The board with the dead stones small and the territory marked."""
        return self.count.grid()

    def result(self) -> tuple[str, ...]:
        """The count in sentences."""
        return (self.comparison, *self.count.sum_in_words())


@dataclass(frozen=True, slots=True)
class Naming(Agreement):
    """The count of today where nothing is seen to change: dead stones are named one by one.

    A stone stands for its chain, and naming it twice changes nothing.
    """

    @classmethod
    def begun(cls, position: GoPosition, filler: Side) -> Naming:
        """Nothing named yet."""
        return cls(position.rules, position.board, filler, position.prisoners)

    @property
    def question(self) -> str | None:
        """What to ask now, None when all is settled."""
        return ("Dead stone to take off", f"Neutral point to fill for {self.filler}", None)[self.stage]

    @property
    def remark(self) -> tuple[str, ...]:
        """At first, what the program would call dead."""
        if self.stage or self.dead:
            return ()
        judged = dead_stones(self.board)
        named = " ".join(self._vertex(point) for point in points_of(judged)) or "none"
        return (f"As the program judges, these stones are dead: {named}.",)

    def answer(self, point: Point) -> Agreement:
        """A chain called dead, or one neutral point filled.  Raises IllegalMove as in `Agreement`."""
        return self if self.stage == 0 and self.dead >> point & 1 else Agreement.answer(self, point)
