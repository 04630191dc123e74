"""A position of Go: board, color to move, history.

>>> position = GoPosition.start(9, "japanese").play("E5")
>>> position.to_move, position.why_illegal("E5")
(<Color.WHITE: 1>, <IllegalReason.OCCUPIED: 'there is a stone on that point'>)
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeAlias

from gnugo_py.core.base_game import BasePosition, require_move
from gnugo_py.core.bitboard import iter_points
from gnugo_py.core.diagram import Diagram
from gnugo_py.core.options import check_size
from gnugo_py.core.types import Color, IllegalMove, Move, Outcome, Pass, Play, Point, Resign, UserError
from gnugo_py.games.go.board import Board, board_diagram, chain_if_no_liberties
from gnugo_py.games.go.ladders import find_ladder
from gnugo_py.games.go.rules import Rules, new_game_handicap_points, preset
from gnugo_py.games.go.vertex import GO_BOARD_SIZES

if TYPE_CHECKING:
    from gnugo_py.games.go.scoring import Score


class IllegalReason(str, Enum):
    """Why a move is illegal. Each value is a sentence without the final period."""

    OFF_BOARD = "that point is not on the board"
    OCCUPIED = "there is a stone on that point"
    SUICIDE = "the stone would have no liberties and capture nothing"
    KO = "that would retake the ko immediately; play elsewhere first"
    SUPERKO = "that would repeat an earlier position of this game"
    NOT_ONE_POINT = "a move in Go is one point"
    GAME_OVER = "the game is over"

    def __str__(self) -> str:
        return self.value


_StoneEffect: TypeAlias = tuple[Board, int, int, bool]
"""The effect of a stone that is played on an empty point, as a plain tuple for speed.

The items are the board after the move; the captured stones; the stone's own chain if that chain has no
liberties even after the captures, else 0; and whether the chain has a liberty without any capture.
"""


class _GoFields(NamedTuple):
    """The fields of `GoPosition`, which describes them."""

    rules: Rules
    board: Board
    to_move: Color
    prisoners: tuple[int, int] = (0, 0)
    last_single_capture: tuple[Point | None, Point | None] = (None, None)
    chains_without_liberties: int = 0
    consecutive_passes: int = 0
    move_number: int = 0
    last_move: Move | None = None
    previous: Any = None
    vacated: int = 0


class GoPosition(BasePosition, _GoFields):
    """A position with the history that the rules require.

    rules                    -- the rules of the game.
    board                    -- the stones.
    to_move                  -- the color to move.
    prisoners                -- the numbers of stones captured by Black and by White.
    last_single_capture      -- for Black and for White, the point where a stone of that color was captured,
                                if the opponent's last stone captured exactly one. Used by the ko rule of the
                                original: a stone without liberties may not be played on that point to capture
                                a single stone.
    chains_without_liberties -- a set of stones that may have no liberties. As in the original,
                                after a forbidden suicide the chain remains on the board until the opponent's
                                next stone.
    consecutive_passes       -- the number of passes just played in a row.
    move_number              -- the number of stones and passes played.
    last_move                -- the move that led to this position; None at the start.
    previous                 -- the position before the last move; None at the start.
    vacated                  -- the set of points from which a stone has ever been removed.

    The fields from `previous` on are ignored in comparisons.
    """

    __slots__ = ()
    GAME_NAME: ClassVar[str] = "go"
    STATE_FIELDS: ClassVar[int] = 9

    @classmethod
    def start(cls, size: int, rules: Rules | str, handicap: int = 0) -> GoPosition:
        """Return the start of a game. White moves first if there is a handicap, else Black.

        size     -- lines per side, 2 to 25.
        rules    -- the name of a preset, which sets the customary komi, or a `Rules` object.
        handicap -- the number of Black's stones, placed as in the original on 19x19 and on the customary
                    points on other boards.

        Raise UserError if the rules, the size or the handicap is invalid.
        """
        check_size(size, GO_BOARD_SIZES)
        stones = new_game_handicap_points(handicap, size) if handicap else ()
        rules = preset(rules, size, handicap) if isinstance(rules, str) else rules
        if not stones:
            return cls.from_board(Board.empty(size), Color.WHITE if handicap else Color.BLACK, rules)
        return cls.start_with_handicap(stones, size, rules)

    @classmethod
    def start_with_handicap(cls, stones: Iterable[Point], size: int, rules: Rules) -> GoPosition:
        """Return the start of a game with handicap stones on any points.

        Raise UserError if a point is not on the board or occurs twice.
        """
        return cls.from_board(board_with_handicap_stones(stones, size), Color.WHITE, rules)

    @classmethod
    def from_board(cls, board: Board, to_move: Color, rules: Rules) -> GoPosition:
        """Return the start of a game from any board.

        Chains without liberties remain on the board until the opponent's next stone.
        """
        chains = (chain for color in Color for chain in board.chains(color))
        chains_without_liberties = sum(
            chain for chain in chains if not board.surrounding_points(chain) & board.empty_points
        )
        return cls(rules, board, to_move, chains_without_liberties=chains_without_liberties)

    @property
    def size(self) -> int:
        """Lines per side."""
        return self.board.geometry.size

    @property
    def is_over(self) -> bool:
        """Whether the game has ended by two passes, a resignation or the move limit of the rules."""
        limit = self.rules.move_limit
        return (
            self.consecutive_passes >= 2
            or isinstance(self.last_move, Resign)
            or self.move_number >= (limit or 10**9)
        )

    @property
    def outcome_without_count(self) -> Outcome | None:
        """The outcome if a color resigned; None otherwise, because the game must be counted."""
        return Outcome(self.to_move, "resignation") if isinstance(self.last_move, Resign) else None

    def score(self, dead: int = 0) -> Score:
        """Return the score of the board with the prisoners.

        dead -- the set of dead stones; they count as captured.
        """
        from gnugo_py.games.go.scoring import score_board

        return score_board(self.board, self.rules, dead, self.prisoners)

    def legal_points(self) -> int:
        """Return the set of points where the color to move may play."""
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
            if self._refusal(point, self._step(point)) is None:
                legal |= 1 << point
        return legal

    def legal_moves(self) -> list[Move]:
        """Return every legal `Play` in board order. Passing and resigning are not included."""
        return [Play((point,)) for point in iter_points(self.legal_points())]

    def why_illegal(self, move: Move | str) -> IllegalReason | None:
        """Return why a move is illegal, or None if it is legal.

        Passing and resigning are legal until the game is over. Text is parsed as in `play`.
        """
        move = self.ensure_move(move)
        if self.is_over:
            return IllegalReason.GAME_OVER
        if not isinstance(move, Play):
            return None
        return (
            self.why_illegal_point(move.points[0]) if len(move.points) == 1 else IllegalReason.NOT_ONE_POINT
        )

    def ladder(self, point: Point) -> list[Move] | None:
        """Return the moves that catch the chain on a point in a ladder, or None if it is not caught.

        It is caught if it has two liberties and is captured when the opponent moves first, or has one liberty
        and is captured although it moves first. The color to move does not matter, and ko is ignored.
        """
        points = find_ladder(self.board, point)
        return None if points is None else [Play((each,)) for each in points]

    def why_illegal_point(self, point: Point) -> IllegalReason | None:
        """Return why the color to move may not play on a point, or None if it may.

        Does not check whether the game is over.
        """
        board = self.board
        if point < 0 or not board.geometry.full >> point & 1:
            return IllegalReason.OFF_BOARD
        if (board.black | board.white) >> point & 1:
            return IllegalReason.OCCUPIED
        return self._refusal(point, self._step(point))

    def play_unchecked(self, move: Move) -> GoPosition:
        """Return the position after a move of the color to move.

        move -- a `Move`. A stone must be played on an empty point of the board.

        Raise TypeError if the value is not a move. Legality is not checked. After a suicide that the
        rules forbid, the chain remains on the board until the opponent's next stone, as in the original.
        """
        if isinstance(move, Play):
            point = move.points[0]
            return self._after_stone(move, self._step(point))
        move = require_move(move)
        turns = 1 if isinstance(move, Pass) else 0
        kept = (self.board, self.prisoners, self.last_single_capture, self.chains_without_liberties)
        return self._next(move, *kept, self.consecutive_passes + turns, self.move_number + turns)

    def play(self, move: Move | str) -> GoPosition:
        """Return the position after a legal move; see `BasePosition.play`."""
        move = self.ensure_move(move)
        point = move.points[0] if isinstance(move, Play) and len(move.points) == 1 else -1
        if point < 0 or self.is_over or not self.board.empty_points >> point & 1:
            refusal = self.why_illegal(move)
            if refusal is not None:
                raise IllegalMove(refusal.value)
            return self.play_unchecked(move)
        step = self._step(point)
        refusal = self._refusal(point, step)
        if refusal is not None:
            raise IllegalMove(refusal.value)
        return self._after_stone(move, step)

    def with_to_move(self, color: Color) -> GoPosition:
        """Return the same position with `color` to move, even if that color made the last move."""
        return self if color is self.to_move else self._replace(to_move=color)

    def without_passes(self) -> GoPosition:
        """Return the position with its consecutive passes reset to 0, so that play can continue."""
        return self._replace(consecutive_passes=0)

    @property
    def points_by_diagram_sign(self) -> dict[str, int]:
        """The points of Black's and of White's stones."""
        return {"X": self.board.black, "O": self.board.white}

    def diagram(self) -> Diagram:
        """Return the board as a diagram: `X` black, `O` white, `-` empty, `+` an empty star point."""
        return board_diagram(self.board)

    def _step(self, point: Point) -> _StoneEffect:
        """Return the effect of a stone of the color to move on an empty point."""
        board, color = self.board, self.to_move
        geometry, black, white = board
        taken = board.captures(point, color, self.chains_without_liberties)
        stone = 1 << point
        if color:
            own = white | stone
            after = Board(geometry, black ^ taken, own)
        else:
            own = black | stone
            after = Board(geometry, own, white ^ taken)
        empty_points = geometry.full & ~(black | white)
        if geometry.neighbors[point] & empty_points:
            return after, taken, 0, True
        breathes = not chain_if_no_liberties(stone, own, empty_points ^ stone, geometry.stride)
        lost = chain_if_no_liberties(stone, own, after.empty_points, geometry.stride)
        if lost and self.rules.suicide:
            after = after.without_stones(lost)
        return after, taken, lost, breathes

    def _refusal(self, point: Point, step: _StoneEffect) -> IllegalReason | None:
        """Return why the rules forbid a stone on an empty point, or None.

        step -- the effect of the stone.
        """
        rules, (after, taken, lost, breathes) = self.rules, step
        if not (breathes or taken or rules.suicide):
            return IllegalReason.SUICIDE
        if rules.ko == "1989":
            single = not breathes and taken & (taken - 1) == 0
            return IllegalReason.KO if single and self.last_single_capture[self.to_move] == point else None
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
        color, (after, taken, lost, _) = self.to_move, step
        prisoners, (black, white) = self.prisoners, self.last_single_capture
        if taken or lost:
            prisoners = self._prisoners(taken, lost)
        alone = taken.bit_length() - 1 if taken and taken & (taken - 1) == 0 else None
        last_single_capture = (alone, white) if color else (black, alone)
        standing = (self.chains_without_liberties | lost) & after.stones(color)
        return self._next(move, after, prisoners, last_single_capture, standing, 0, self.move_number + 1)

    def _prisoners(self, taken: int, lost: int) -> tuple[int, int]:
        """Return the prisoners after a stone that captured `taken` and lost its own chain `lost`."""
        prisoners = list(self.prisoners)
        prisoners[self.to_move] += taken.bit_count()
        if self.rules.suicide:
            prisoners[self.to_move.opponent] += lost.bit_count()
        return prisoners[0], prisoners[1]

    def _next(
        self,
        move: Move,
        board: Board,
        prisoners: tuple[int, int],
        last_single_capture: tuple[Point | None, Point | None],
        chains_without_liberties: int,
        passes: int,
        number: int,
    ) -> GoPosition:
        """Return the next position."""
        stones = self.board.black | self.board.white
        return GoPosition(
            self.rules,
            board,
            self.to_move.opponent,
            prisoners,
            last_single_capture,
            chains_without_liberties,
            passes,
            number,
            move,
            self,
            self.vacated | stones & ~(board.black | board.white),
        )


def board_with_handicap_stones(stones: Iterable[Point], size: int) -> Board:
    """Return a board with handicap stones on any points.

    Raise UserError if a point is not on the board or occurs twice.
    """
    board = Board.empty(size)
    for point in stones:
        if point < 0 or not board.empty_points >> point & 1:
            raise UserError("handicap stones must be on different points of the board")
        board = board.with_stone(point, Color.BLACK)
    return board
