"""The count of a game of Go after play has stopped: people mark dead stones, then fill neutral points."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from gnugo_py.games.board import Board
from gnugo_py.games.diagram import Diagram
from gnugo_py.games.game import CountQuestion
from gnugo_py.games.go.drawings import board_diagram
from gnugo_py.games.go.rules import Rules
from gnugo_py.games.go.scoring import SCORE_LEGEND, Score, color_empty_points_1989, score_board
from gnugo_py.games.go.vertex import format_vertex, format_vertices
from gnugo_py.games.text import format_number
from gnugo_py.games.types import Color, IllegalMove, Outcome, Point

Way: TypeAlias = Literal["1989", "typed", "proposed"]
"""How dead stones are marked: one by one, by typing points of chains, or by correcting a proposal."""

_OPEN_SHARE = 0.25
"""The share of neutral points above which a count says that the game is not finished."""
_MAX_NEUTRAL_POINTS_NAMED = 8

_PROMPTS: dict[Way, str] = {
    "1989": "Dead stone to remove",
    "typed": "Dead stone to remove",
    "proposed": "Dead chain to change",
}
_HELP: dict[Way, str] = {
    "1989": "Type the point of each dead stone, one after another. Each is removed by itself, not its chain.",
    "typed": "Type the point of each dead stone, one after another; that marks its whole chain. The stones"
    " that the program considers dead are removed only if you type them.",
    "proposed": "Type the point of a stone to mark its whole chain dead, or alive again if it is marked.",
}
_NEXT_HELP = "Next, you may type neutral points, which the players fill in turn."
_PROPOSAL = "x and o mark stones that are probably dead. Choose a stone to change the status of its chain."
_NO_PROPOSAL = "Choose a dead stone to mark its chain."
_OPEN_BORDERS = (
    " Much of the board belongs to nobody yet, so this count may be far from what the game is worth:"
    " type play to finish the game first."
)
_JUDGED = "The program considers these stones dead: {}."
_NOT_YET_REMOVED = "None is removed yet. Type each of them that you agree is dead, then stop."
_FILL = "Neutral point to fill for {}"
_FILL_HELP = "Type a neutral point, which belongs to neither color, to fill it. The players take turns."
_NEUTRAL = "Neutral, between the two colors: {}; {}. You may fill them in turn."
_OPEN = "Neutral as the board stands: {}. Not all borders are closed yet: type play to go on with the game."
_NO_NEUTRAL = "No point is neutral: type stop."
_OF_1989 = "The count of 1989: each color gets one point per stone and one per empty point assigned to it."


@dataclass(frozen=True, slots=True)
class GoCount:
    """A count, an `InteractiveCount`.

    rules        -- the rules of the game.
    board        -- the stones after the answers so far.
    next_to_fill -- the color that fills the next neutral point.
    prisoners    -- the numbers of stones captured so far by Black and by White.
    way          -- how dead stones are marked. In the count of 1989 each is removed at once, the players fill
                    points that they consider neutral, and the remaining empty points are colored.
    dead         -- the set of dead stones that are still on the board; at first the proposal.
    judged       -- the set of stones that an engine considers dead, if they are not proposed.
    stage        -- the open question: 0 dead stones, 1 neutral points, 2 no more questions.
    """

    rules: Rules
    board: Board
    next_to_fill: Color
    prisoners: tuple[int, int]
    way: Way
    dead: int = 0
    judged: int = 0
    stage: int = 0

    @property
    def score(self) -> Score:
        """The score of the board after the answers so far."""
        return score_board(self.board, self.rules, self.dead, self.prisoners)

    @property
    def outcome(self) -> Outcome:
        return self.score.outcome

    @property
    def question(self) -> CountQuestion | None:
        if self.stage == 2:
            return None
        if self.stage == 1:
            is_open = self.way == "1989" or self.score.dame > 0
            return CountQuestion(
                _FILL.format(self.next_to_fill), (_FILL_HELP,), self._about_dame(), has_answers=is_open
            )
        explanation, notes = self._about_dead_stones()
        return CountQuestion(_PROMPTS[self.way], (_HELP[self.way], _NEXT_HELP), explanation, notes)

    def _about_dead_stones(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the explanation and the notes of the question about dead stones."""
        if self.way == "1989":
            return (), ()
        dead = f"Dead stones: {self._named(self.dead)}."
        if self.way == "typed" and self.dead:
            return (), (dead,)
        if self.way == "typed":
            return (
                _JUDGED.format(self._named(self.judged)),
                *([_NOT_YET_REMOVED] if self.judged else []),
            ), ()
        is_open = self.score.dame.bit_count() > _OPEN_SHARE * self.board.geometry.size**2
        text = (_PROPOSAL if self.dead else _NO_PROPOSAL) + (_OPEN_BORDERS if is_open else "")
        return (text,), (dead, SCORE_LEGEND)

    def _about_dame(self) -> tuple[str, ...]:
        """Return the explanation of the question about neutral points."""
        if self.way == "1989":
            return ()
        dame = self.score.dame
        if not dame:
            return (_NO_NEUTRAL,)
        number = dame.bit_count()
        named = self._named(dame) if number <= _MAX_NEUTRAL_POINTS_NAMED else f"{number} points"
        if self._has_open_border():
            return (_OPEN.format(named),)
        has_value = self.rules.scoring in ("area", "1989")
        use = "worth a point for each that is filled" if has_value else "worth nothing"
        return (_NEUTRAL.format(named, use),)

    def _has_open_border(self) -> bool:
        """Return whether a color may still enclose a neutral point.

        That is a point that does not touch both colors and is no eye in a seki, which is enclosed already.
        """
        board = self.board
        black, white = (board.surrounding_points(board.stones(color)) for color in Color)
        black_eyes, white_eyes = board.enclosed_points()
        return bool(self.score.dame & ~(black & white) & ~(black_eyes | white_eyes))

    def with_point_entered(self, point: Point) -> GoCount:
        return self._with_point_filled(point) if self.stage else self._with_stone_marked(point)

    def _with_stone_marked(self, point: Point) -> GoCount:
        """Return the count with a stone removed or, if `way` is not 1989, the status of its chain changed."""
        owner = self.board.color_at(point)
        if owner is None:
            raise IllegalMove(f"there is no stone on {self._vertex(point)}")
        if self.way == "1989":
            black, white = self.prisoners
            taken = (black + 1, white) if owner else (black, white + 1)
            return replace(self, board=self.board.without_stones(1 << point), prisoners=taken)
        chain, is_dead = self.board.chain(point), self.dead >> point & 1
        if is_dead and self.way == "typed":
            return self
        return replace(self, dead=self.dead & ~chain if is_dead else self.dead | chain)

    def _with_point_filled(self, point: Point) -> GoCount:
        """Return the count with a stone of `next_to_fill` on a neutral point; nothing is captured."""
        if self.board.color_at(point) is not None:
            raise IllegalMove(f"there is a stone on {self._vertex(point)}")
        score = self.score
        owner = next((color for color in Color if score.territory[color] >> point & 1), None)
        if owner is not None and self.way != "1989":
            raise IllegalMove(f"{self._vertex(point)} is {owner}'s territory")
        board = self.board.with_stone(point, self.next_to_fill)
        return replace(self, board=board, next_to_fill=self.next_to_fill.opponent)

    def at_next_stage(self) -> GoCount:
        """Return the next stage; closing the first question makes the dead stones prisoners."""
        score, board = self.score, self.board.without_stones(self.dead)
        prisoners = (score.losses(Color.WHITE), score.losses(Color.BLACK))
        return replace(self, stage=self.stage + 1, board=board, dead=0, prisoners=prisoners)

    def diagram(self) -> Diagram:
        """Return the board with its territory; in the count of 1989, only when all questions are answered."""
        if self.way != "1989":
            return self.score.diagram()
        return board_diagram(color_empty_points_1989(self.board) if self.stage == 2 else self.board)

    def summary(self) -> tuple[str, ...]:
        """Return the score in sentences; for the count of 1989, also the score by area for comparison."""
        score = self.score
        if self.way != "1989":
            return score.explain()
        area = score_board(self.board, self.rules.replace(scoring="area"), self.dead, self.prisoners)
        black, white = (format_number(area.points(color)) for color in Color)
        by_area = f"With area scoring, the score would be Black {black}, White {white}: {area.result}."
        return (_OF_1989, by_area, *score.explain())

    def _vertex(self, point: Point) -> str:
        return format_vertex(point, self.board.geometry.size)

    def _named(self, points: int) -> str:
        return format_vertices(points, self.board.geometry.size) or "none"
