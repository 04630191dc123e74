"""The final count of a game of Go, by the method of 1989 and by modern rules."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from gnugo_py.core.bitboard import iter_points
from gnugo_py.core.diagram import Diagram
from gnugo_py.core.text import format_number
from gnugo_py.core.types import Color, IllegalMove, Outcome, Point
from gnugo_py.games.go.board import Board, board_diagram
from gnugo_py.games.go.rules import Rules
from gnugo_py.games.go.scoring import SCORE_LEGEND, Score, color_empty_points_1989, score_board
from gnugo_py.games.go.vertex import format_vertex

_COUNT_HELP = (
    "Type the point of a stone to mark it dead, or alive again if the program proposed the dead stones. This"
    " marks its whole chain, except in the count of 1989, which removes single stones.",
    "Next, you may type neutral points, which the players fill in turn.",
    "On the board, x and o are dead stones of Black and White, b and w are Black's and White's territory;",
    "empty points belong to neither player.",
)
_NEUTRAL_POINTS_NOTE = "The dead stones are removed. Type stop when no neutral point is left to fill."
_PROPOSAL = (
    "x and o mark stones that are probably dead. Type stop to accept this, or a point to change its chain."
)


@dataclass(frozen=True, slots=True)
class _GoFinalCount:
    """The fields and methods that all counts of Go share.

    rules        -- the rules of the game.
    board        -- the stones after the answers so far.
    next_to_fill -- the color that fills the next neutral point.
    prisoners    -- the numbers of stones captured so far by Black and by White.
    dead         -- the set of dead stones that are still on the board.
    stage        -- the open question: 0 dead stones, 1 neutral points, 2 no more questions.

    dead_stones_prompt -- the question about the dead stones.
    """

    dead_stones_prompt: ClassVar[str] = "Dead stone to remove"

    rules: Rules
    board: Board
    next_to_fill: Color
    prisoners: tuple[int, int]
    dead: int = 0
    stage: int = 0

    @property
    def prompt(self) -> str | None:
        """The open question, or None if there are no more questions."""
        fill = f"Neutral point to fill for {self.next_to_fill}"
        return (self.dead_stones_prompt, fill, None)[self.stage]

    @property
    def introduction(self) -> str:
        """An empty string: the questions of the original explain themselves."""
        return ""

    @property
    def help(self) -> tuple[str, ...]:
        """How to answer, and the signs on the board."""
        return _COUNT_HELP

    @property
    def count(self) -> Score:
        """The score of the board after the answers so far."""
        return score_board(self.board, self.rules, self.dead, self.prisoners)

    @property
    def outcome(self) -> Outcome:
        """The outcome of the game after the answers so far."""
        return self.count.outcome

    def _filled(self, point: Point) -> Board:
        """Return the board with a stone of `next_to_fill` on a neutral point; nothing is captured.

        Raise IllegalMove if the point is occupied.
        """
        if self.board.color_at(point) is not None:
            raise IllegalMove(f"there is a stone on {self._vertex(point)}")
        return self.board.with_stone(point, self.next_to_fill)

    def _vertex(self, point: Point) -> str:
        return format_vertex(point, self.board.geometry.size)


@dataclass(frozen=True, slots=True)
class ManualCount1989(_GoFinalCount):
    """The count of the original program.

    Dead stones are removed one by one, the players fill the neutral points in turn, and the remaining empty
    points are colored.
    """

    @property
    def notes(self) -> tuple[str, ...]:
        """An empty tuple: the original showed no notes."""
        return ()

    def with_point_entered(self, point: Point) -> ManualCount1989:
        """Return the count after one dead stone is removed or one neutral point is filled.

        Raise IllegalMove if there is no stone to remove or the point to fill is occupied.
        """
        if self.stage == 1:
            return replace(self, board=self._filled(point), next_to_fill=self.next_to_fill.opponent)
        owner = self.board.color_at(point)
        if owner is None:
            raise IllegalMove(f"there is no stone on {self._vertex(point)}")
        black, white = self.prisoners
        taken = (black + 1, white) if owner else (black, white + 1)
        return replace(self, board=self.board.without_stones(1 << point), prisoners=taken)

    def at_next_stage(self) -> ManualCount1989:
        """Return the count with the open question closed."""
        return replace(self, stage=self.stage + 1)

    def diagram(self) -> Diagram:
        """Return the board after the answers so far.

        Once there are no more questions, the empty points are colored.
        """
        return board_diagram(color_empty_points_1989(self.board) if self.prompt is None else self.board)

    def summary(self) -> tuple[str, ...]:
        """Return the score in sentences."""
        return (
            "The count of 1989: each color gets one point per stone and one per empty point assigned to it.",
            self._comparison(),
            *self.count.explain(),
        )

    def _comparison(self) -> str:
        """Return a sentence with the score by area, for comparison."""
        area = self.rules.replace(scoring="area")
        counted = score_board(self.board, area, self.dead, self.prisoners)
        black, white = (format_number(counted.points(color)) for color in Color)
        return f"With area scoring, the score would be Black {black}, White {white}: {counted.result}."


@dataclass(frozen=True, slots=True)
class ProposedCount(_GoFinalCount):
    """A count by modern rules: the program proposes the dead stones and the players correct them.

    `dead` is the proposal as corrected so far. Naming a stone changes the status of its whole chain.
    """

    dead_stones_prompt: ClassVar[str] = "Dead chain to change"

    @property
    def introduction(self) -> str:
        """What the marks of the proposal mean, and how to accept it."""
        return _PROPOSAL

    @property
    def notes(self) -> tuple[str, ...]:
        """The dead stones so far and the legend of the diagram; then how to finish."""
        if self.stage:
            return (_NEUTRAL_POINTS_NOTE,)
        named = " ".join(self._vertex(point) for point in iter_points(self.dead)) or "none"
        return (f"Dead stones: {named}.", SCORE_LEGEND)

    def with_point_entered(self, point: Point) -> ProposedCount:
        """Return the count after a chain is switched between dead and alive, or a neutral point is filled.

        Raise IllegalMove if there is no stone on the point, or if the point to fill is occupied or territory.
        """
        if self.stage == 1:
            owner = next((color for color in Color if self.count.territory[color] >> point & 1), None)
            if owner is not None:
                raise IllegalMove(f"{self._vertex(point)} is {owner}'s territory")
            return replace(self, board=self._filled(point), next_to_fill=self.next_to_fill.opponent)
        chain = self.board.chain(point)
        if not chain:
            raise IllegalMove(f"there is no stone on {self._vertex(point)}")
        dead = self.dead & ~chain if self.dead >> point & 1 else self.dead | chain
        return replace(self, dead=dead)

    def at_next_stage(self) -> ProposedCount:
        """Return the count with the open question closed.

        Closing the first question removes the dead stones from the board and adds them to the prisoners.
        """
        if self.stage == 1:
            return replace(self, stage=2)
        settled = self.count
        prisoners = (settled.losses(Color.WHITE), settled.losses(Color.BLACK))
        board = self.board.without_stones(self.dead)
        return replace(self, stage=1, board=board, dead=0, prisoners=prisoners)

    def diagram(self) -> Diagram:
        """Return the board with the dead stones in small letters and the territory marked."""
        return self.count.diagram()

    def summary(self) -> tuple[str, ...]:
        """Return the score in sentences."""
        return tuple(self.count.explain())


@dataclass(frozen=True, slots=True)
class ManualCount(ProposedCount):
    """A count by modern rules for plain mode: the players name the dead stones one by one.

    A stone stands for its whole chain. Naming a dead stone again has no effect.

    judged -- the set of stones that an engine considers dead.
    """

    dead_stones_prompt: ClassVar[str] = "Dead stone to remove"

    judged: int = 0

    @property
    def introduction(self) -> str:
        """An empty string: nothing is proposed."""
        return ""

    @property
    def notes(self) -> tuple[str, ...]:
        """The stones that the program considers dead; empty once a stone has been named."""
        if self.stage or self.dead:
            return ()
        named = " ".join(self._vertex(point) for point in iter_points(self.judged)) or "none"
        return (f"The program considers these stones dead: {named}.",)

    def with_point_entered(self, point: Point) -> ProposedCount:
        """Return the count after a chain is marked dead or a neutral point is filled.

        Raise IllegalMove as `ProposedCount.with_point_entered` does.
        """
        return (
            self
            if self.stage == 0 and self.dead >> point & 1
            else ProposedCount.with_point_entered(self, point)
        )


def manual_count(
    rules: Rules, board: Board, first: Color, prisoners: tuple[int, int], dead: int
) -> ManualCount1989 | ManualCount:
    """Return the count in which the players name the dead stones, by the method of the rules.

    first     -- the color that fills the first neutral point.
    prisoners -- the numbers of stones captured by Black and by White.
    dead      -- the set of stones that an engine considers dead.
    """
    if rules.scoring == "1989":
        return ManualCount1989(rules, board, first, prisoners)
    return ManualCount(rules, board, first, prisoners, judged=dead)
