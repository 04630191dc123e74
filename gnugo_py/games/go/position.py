"""A position of Go: board, color to move, history.

>>> position = GoPosition.start(9, "japanese").play("E5")
>>> position.to_move, position.why_illegal("E5")
(<Color.WHITE: 1>, <IllegalReason.OCCUPIED: 'there is a stone on that point'>)
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import field
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias

from gnugo_py.games.board import Board
from gnugo_py.games.checks import checked_methods, require_type
from gnugo_py.games.diagram import COLUMN_LETTERS, Diagram
from gnugo_py.games.game import InteractiveCount
from gnugo_py.games.go.drawings import board_diagram
from gnugo_py.games.go.game import INTRODUCTION, Go
from gnugo_py.games.go.ladders import find_ladder, stones_in_danger
from gnugo_py.games.go.rules import IllegalReason, Rules, new_game_handicap_points, rules_preset
from gnugo_py.games.go.vertex import GO_BOARD_SIZES, format_vertex, parse_typed_vertex, vertices_by_point
from gnugo_py.games.points import check_size, iter_points, plays, point_sets_by_sign
from gnugo_py.games.position import Position, immutable_dataclass
from gnugo_py.games.types import (
    PASS,
    PLAYS,
    Color,
    IllegalMove,
    Move,
    Pass,
    Play,
    Point,
    PositionMarks,
    Resign,
    UserError,
    require_move,
)

if TYPE_CHECKING:
    from gnugo_py.games.go.scoring import Score


_RULES = rules_preset("japanese")
_MAX_MATCH_MOVES_PER_POINT = 4
"""Move limit of a game between engines, in moves per point of the board."""


_StoneEffect: TypeAlias = tuple[Board, int, int]
"""The effect of a stone that is played on an empty point, as in `Board.play`, but after a legal suicide."""


@checked_methods(
    *("__init__", "play", "play_unchecked", "why_illegal", "why_illegal_point", "start", "from_board"),
    "with_play_resumed",
)
@immutable_dataclass
class GoPosition(Position):
    """A position with the history that the rules require.

    rules                    -- the rules of the game.
    prisoners                -- the numbers of stones captured by Black and by White.
    last_single_capture      -- for Black and for White, the point where a stone of that color was captured,
                                if the opponent's last stone captured exactly one. Used by the ko rule of the
                                original: a stone without liberties may not be played on that point to capture
                                a single stone.
    chains_without_liberties -- a set of stones that may have no liberties. As in the original,
                                after a forbidden suicide the chain remains on the board until the opponent's
                                next stone.
    consecutive_passes       -- the number of passes just played in a row.
    vacated                  -- the set of points from which a stone has ever been removed.

    The attributes `previous` and `vacated` are ignored in comparisons.
    """

    COLUMN_LETTERS: ClassVar[str] = COLUMN_LETTERS

    last_move: Move | None = None
    rules: Rules = _RULES
    prisoners: tuple[int, int] = (0, 0)
    last_single_capture: tuple[Point | None, Point | None] = (None, None)
    chains_without_liberties: int = 0
    consecutive_passes: int = 0
    vacated: int = field(default=0, compare=False)

    @classmethod
    def start(
        cls,
        size: int = 19,
        rules: Rules | str = "japanese",
        handicap: int = 0,
        komi: float | None = None,
    ) -> GoPosition:
        """Return the start of a game. White moves first if there is a handicap, else Black.

        size     -- lines per side, 2 to 25.
        rules    -- the name of a preset, which sets the customary komi, or a `Rules` object, which has one.
        handicap -- the number of Black's stones, placed as in the original on 19x19 and on the customary
                    points on other boards; 0 for the handicap of the rules. White gets the points for them
                    that the preset of the rules gives.
        komi     -- the points that White gets, -1000 to 1000; None for the komi of the rules.

        Raise TypeError or UserError, with the name of the argument, if a value is not valid, or if the rules
        have another handicap.
        """
        check_size(size, GO_BOARD_SIZES)
        require_type("rules", rules, str | Rules, "the name of a preset or Rules")
        require_type("handicap", handicap, int, "a whole number")
        if isinstance(rules, str):
            rules = rules_preset(rules, size, handicap=handicap)
        elif handicap and rules.handicap not in (0, handicap):
            raise UserError(
                f"handicap is {handicap}, but that of the rules is {rules.handicap}; leave it out, or use"
                f" rules.replace(handicap={handicap})"
            )
        rules = rules.with_komi(komi)
        stones = new_game_handicap_points(handicap or rules.handicap, size)
        if not stones:
            return cls.from_board(Board.empty(size), Color.BLACK, rules)
        return cls.start_with_handicap(stones, size, rules)

    @classmethod
    def start_with_handicap(cls, stones: Collection[Point], size: int, rules: Rules) -> GoPosition:
        """Return the start of a game with handicap stones on any points, which the rules then count.

        Raise UserError if a point is not on the board or occurs twice.
        """
        board = Board.empty(size)
        for point in stones:
            if point < 0 or not board.empty_points >> point & 1:
                raise UserError("handicap stones must be on different points of the board")
            board = board.with_stone(point, Color.BLACK)
        if rules.handicap != len(stones):
            rules = rules.replace(handicap=len(stones))
        return cls.from_board(board, Color.WHITE, rules)

    @classmethod
    def from_board(cls, board: Board, to_move: Color, rules: Rules) -> GoPosition:
        """Return the start of a game from any board. Raise TypeError if an argument has another type.

        Chains without liberties remain on the board until the opponent's next stone.
        """
        require_type("board", board, Board, "a Board")
        check_size(board.geometry.size, GO_BOARD_SIZES)
        require_type("to_move", to_move, Color, "a Color")
        require_type("rules", rules, Rules, "Rules")
        chains = (each for color in Color for each in board.chains_with_liberties(color))
        chains_without_liberties = sum(chain for chain, liberties in chains if not liberties)
        return cls(board, to_move, rules=rules, chains_without_liberties=chains_without_liberties)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended by two passes, a resignation or the move limit of the rules."""
        limit = self.rules.move_limit
        return (
            self.consecutive_passes >= 2
            or isinstance(self.last_move, Resign)
            or self.move_number >= (limit or 10**9)
        )

    def score(self, dead: int = 0) -> Score:
        """Return the score of the board with the prisoners.

        dead -- the set of dead stones; they count as captured.
        """
        from gnugo_py.games.go.scoring import score_board

        return score_board(self.board, self.rules, dead, self.prisoners)

    @property
    def legal_points(self) -> int:
        if self.is_over:
            return 0
        empty = self.board.empty_points
        doubtful = empty & ~self.board.neighbors_of_points(empty)  # elsewhere a stone has a liberty
        if self.rules.ko not in ("1989", "simple"):
            doubtful |= empty & self.vacated  # only a move there can repeat a board
        if self.chains_without_liberties:
            doubtful = empty
        legal = empty & ~doubtful
        for point in iter_points(doubtful):
            if self._why_stone_illegal(point, self._step(point)) is None:
                legal |= 1 << point
        return legal

    def legal_moves(self) -> list[Move]:
        return plays(self.legal_points)

    def why_illegal(self, move: Move | str) -> IllegalReason | None:
        """Return why a move is illegal, or None if it is legal.

        Passing and resigning are legal until the game is over. Text is parsed as in `play`.
        """
        return self.why_partial_move_illegal(self.ensure_move(move))

    def why_partial_move_illegal(self, move: Move) -> IllegalReason | None:
        if self.is_over:
            return IllegalReason.GAME_OVER
        if not isinstance(move, Play):
            return None
        if len(move.points) != 1:
            return IllegalReason.NOT_ONE_POINT
        return self.why_illegal_point(move.points[0])

    def ladder(self, point: Point) -> list[Move] | None:
        """Return the moves that catch the chain on a point in a ladder, or None if it is not caught.

        It is caught if it has two liberties and is captured when the opponent moves first, or has one liberty
        and is captured although it moves first. The color to move does not matter, and ko is ignored.
        """
        if point < 0 or not self.board.geometry.full >> point & 1:
            raise UserError(f"point {point} is not on the board")
        points = find_ladder(self.board, point)
        return None if points is None else [PLAYS[each] for each in points]

    def why_illegal_point(self, point: Point) -> IllegalReason | None:
        """Return why the color to move may not play on a point, or None; also after the end of the game."""
        board = self.board
        if point < 0 or not board.geometry.full >> point & 1:
            return IllegalReason.OFF_BOARD
        if (board.black | board.white) >> point & 1:
            return IllegalReason.OCCUPIED
        return self._why_stone_illegal(point, self._step(point))

    def play_unchecked(self, move: Move) -> GoPosition:
        """Return the position after a move of the color to move.

        move -- a `Move`. A stone must be played on an empty point of the board.

        Raise TypeError if the value is not a move. Legality is not checked. After a suicide that the
        rules forbid, the chain remains on the board until the opponent's next stone, as in the original.
        """
        if isinstance(move, Play):
            point = move.points[0]
            return self._after_stone(move, self._step(point))
        turns = int(isinstance(require_move(move), Pass))
        return self.replace(
            to_move=self.to_move.opponent,
            consecutive_passes=self.consecutive_passes + turns,
            move_number=self.move_number + turns,
            last_move=move,
            previous=self,
        )

    def play(self, move: Move | str) -> GoPosition:
        point = move.points[0] if isinstance(move, Play) and len(move.points) == 1 else -1
        if point < 0 or self.is_over or not self.board.empty_points >> point & 1:
            return Position.play(self, move)
        step = self._step(point)
        refusal = self._why_stone_illegal(point, step)
        if refusal is not None:
            raise IllegalMove(refusal.value)
        assert isinstance(move, Play)
        return self._after_stone(move, step)

    def without_passes(self) -> GoPosition:
        """Return the position with its consecutive passes reset to 0, so that play can continue."""
        return self.replace(consecutive_passes=0)

    def with_play_resumed(self, color: Color) -> GoPosition:
        return (self.without_passes() if self.is_over else self).with_to_move(color)

    def with_move_limit(self) -> GoPosition:
        limit = self.rules.move_limit or _MAX_MATCH_MOVES_PER_POINT * self.size * self.size
        return self.replace(rules=self.rules.replace(move_limit=limit))

    def with_board(self, cells: Mapping[Point, str], color: Color) -> GoPosition:
        black, white = point_sets_by_sign(cells, "XO")
        arranged = GoPosition.from_board(Board(self.board.geometry, black, white), color, self.rules)
        if arranged.chains_without_liberties:
            raise UserError("a chain would have no liberties")
        return arranged

    def parse_partial_move(self, text: str) -> Move:
        """Parse `pass` or a vertex; a vertex may also have the form `D 4` or `16q`.

        Raise IllegalMove if the point is not on the board, and UserError if the text is not a move.
        """
        if text.strip().lower() == "pass":
            return PASS
        return PLAYS[parse_typed_vertex(text, self.board.geometry.size)]

    def format_point(self, point: Point) -> str:
        size = self.board.geometry.size
        return vertices_by_point(size).get(point) or format_vertex(point, size)

    def marks(self) -> PositionMarks:
        move, before = self.last_move, self.previous
        in_atari, in_ladder = (tuple(iter_points(stones)) for stones in stones_in_danger(self.board))
        if not isinstance(move, Play) or before is None:
            return PositionMarks(in_atari=in_atari, in_ladder=in_ladder)
        gone = (before.board.black | before.board.white) & self.board.empty_points
        point = self.last_single_capture[self.to_move]
        is_ko = point is not None and self.why_illegal_point(point) is IllegalReason.KO
        ko = (point,) if is_ko and point is not None else ()
        captured = tuple(iter_points(gone))
        return PositionMarks(move.points, captured, ko, in_atari=in_atari, in_ladder=in_ladder)

    def score_lines(self, dead: int = 0) -> tuple[str, ...]:
        return self.score(dead).standing()

    def score_diagram(self, dead: int = 0) -> Diagram:
        return self.score(dead).diagram()

    def manual_count(self, first: Color, dead: int) -> InteractiveCount:
        from gnugo_py.games.go.count import GoCount

        way: Literal["1989", "typed"] = "1989" if self.rules.scoring == "1989" else "typed"
        return GoCount(self.rules, self.board, first, self.prisoners, way, judged=dead)

    def proposed_count(self, first: Color, dead: int) -> InteractiveCount:
        from gnugo_py.games.go.count import GoCount

        return GoCount(self.rules, self.board, first, self.prisoners, "proposed", dead)

    def start_options(self) -> dict[str, object]:
        rules = self.rules
        return {"size": self.size, "rules": rules.name, "komi": rules.komi, "handicap": rules.handicap}

    def diagram(self) -> Diagram:
        return board_diagram(self.board)

    def _step(self, point: Point) -> _StoneEffect:
        """Return the effect of a stone of the color to move on an empty point."""
        step = self.board.play(point, self.to_move, self.chains_without_liberties)
        if step[2] and self.rules.suicide:
            return step[0].without_stones(step[2]), step[1], step[2]
        return step

    def _why_stone_illegal(self, point: Point, step: _StoneEffect) -> IllegalReason | None:
        """Return why the rules forbid a stone on an empty point, or None.

        step -- the effect of the stone.
        """
        rules, (after, taken, lost) = self.rules, step
        if lost and not (taken or rules.suicide):
            return IllegalReason.SUICIDE
        if rules.ko == "1989":
            color = self.to_move
            if self.last_single_capture[color] != point or taken & (taken - 1):
                return None
            is_ko = not self.board.with_stone(point, color).liberties(point)  # none without the capture
            return IllegalReason.KO if is_ko else None
        if rules.ko == "simple":
            return IllegalReason.KO if taken and self._is_previous_board(after) else None
        if not (self.vacated >> point & 1 or lost) or not self._repeats_position(after):
            return None
        return IllegalReason.KO if self._is_previous_board(after) else IllegalReason.SUPERKO

    def _is_previous_board(self, after: Board) -> bool:
        """Return whether a board is the one before the opponent's last move."""
        return self.previous is not None and after == self.previous.board

    def _repeats_position(self, after: Board) -> bool:
        """Return whether the superko rule forbids a board."""
        is_positional, to_move = self.rules.ko == "positional", self.to_move.opponent
        position: GoPosition | None = self
        while position is not None:
            if position.board == after and (is_positional or position.to_move is to_move):
                return True
            position = position.previous
        return False

    def _after_stone(self, move: Move, step: _StoneEffect) -> GoPosition:
        """Return the position after a stone with the given effect."""
        color, (after, taken, lost), alone = self.to_move, step, None
        prisoners, vacated, (black, white) = self.prisoners, self.vacated, self.last_single_capture
        without_liberties = self.chains_without_liberties | lost
        if without_liberties:
            without_liberties &= after.stones(color)
        if taken or lost:
            captured = [*prisoners]
            captured[color] += taken.bit_count()
            captured[color.opponent] += lost.bit_count() if self.rules.suicide else 0
            prisoners = captured[0], captured[1]
            vacated |= (self.board.black | self.board.white) & after.empty_points
            alone = taken.bit_length() - 1 if taken and taken & (taken - 1) == 0 else None
        return GoPosition(
            after,
            color.opponent,
            self.move_number + 1,
            move,
            self,
            self.rules,
            prisoners,
            (alone, white) if color else (black, alone),
            without_liberties,
            0,
            vacated,
        )


GO = Go(
    name="go",
    display_name="Go",
    how_to_play=INTRODUCTION,
    legend="X Black, O White, - empty, + a star point",
    example_move="Q16",
    sizes=GO_BOARD_SIZES,
    default_size=19,
    can_pass=True,
    has_count=True,
    default_match_options={"rules": "chinese"},
    position_class=GoPosition,
)
