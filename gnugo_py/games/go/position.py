"""A game of Go as far as it has been played: board, side to move, history.

>>> position = GoPosition.start(9, "japanese").play("E5")
>>> position.to_move, position.why_illegal("E5")
(<Side.WHITE: 1>, <Refusal.OCCUPIED: 'there is a stone on that point'>)
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from threading import Lock
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeAlias

from gnugo_py.core.base_game import Played
from gnugo_py.core.bitboard import points_of
from gnugo_py.core.diagram import Grid
from gnugo_py.core.types import IllegalMove, Mistake, Move, Outcome, Pass, Play, Point, Resign, Side
from gnugo_py.games.go.board import Board, board_grid, breathless
from gnugo_py.games.go.handicap import handicap_stones
from gnugo_py.games.go.rules import Rules, preset

if TYPE_CHECKING:
    from gnugo_py.games.go.scoring import Count


_GROWING = Lock()
"""Frozen positions may be used by several threads, but share what grows."""


class History:
    """The situations of one line of play, shared by its positions.

    It only grows at its tip.  A position knows how many situations are its own and looks
    no further; a position that is not at the tip starts a copy of its own.
    """

    __slots__ = ("_first", "_known", "line")

    def __init__(self, line: list[tuple[Board, Side]]) -> None:
        self.line = line
        self._first: dict[tuple[Board, Side], int] = {}
        self._known = 0

    def grown(self, length: int, situation: tuple[Board, Side]) -> History:
        """A history whose first `length + 1` situations are `length` of this one and the new one."""
        with _GROWING:
            history = self if len(self.line) == length else History(self.line[:length])
            history.line.append(situation)
        return history

    def holds(self, length: int, situation: tuple[Board, Side]) -> bool:
        """Whether a situation is among the first `length`."""
        first = self._first
        with _GROWING:
            while self._known < len(self.line):
                first.setdefault(self.line[self._known], self._known)
                self._known += 1
        return first.get(situation, length) < length


class Refusal(str, Enum):
    """Why a move is refused; each is a sentence without its full stop."""

    OFF_BOARD = "that point is not on the board"
    OCCUPIED = "there is a stone on that point"
    SUICIDE = "the stone would have no liberties and take nothing"
    KO = "that would take back the ko at once; play elsewhere first"
    SUPERKO = "that would bring back an earlier position of this game"
    NOT_ONE_POINT = "a move in Go is one point"
    GAME_OVER = "the game is over"

    def __str__(self) -> str:
        return self.value


_Step: TypeAlias = tuple[Board, int, int, bool]
"""What one stone does: the board after it; what it took; its own chain, if that has no liberty even
then; whether it has a liberty without taking anything.  A plain tuple, since every move makes one."""


class _Fields(NamedTuple):
    """The fields of a position, as `GoPosition` tells of them."""

    rules: Rules
    board: Board
    to_move: Side
    prisoners: tuple[int, int] = (0, 0)
    lone_capture: tuple[Point | None, Point | None] = (None, None)
    airless: int = 0
    passes: int = 0
    number: int = 0
    last_move: Move | None = None
    previous: Any = None
    history: History = History([])
    length: int = 0


class GoPosition(Played, _Fields):
    """A position with all that the rules need to know of the game before it.

    rules        -- what the game is played by.
    board        -- the stones.
    to_move      -- whose turn it is.
    prisoners    -- stones taken so far by Black and by White.
    lone_capture -- for Black and for White, where a stone of theirs was taken, if the
                    opponent's last stone took exactly one.  The 1989 idea of ko: a stone
                    that would have no liberties may not take a single stone from there.
    airless      -- stones that may stand without liberties, as the original lets its own
                    suicides stand until the opponent's next stone.
    passes, number -- passes in a row just before; stones and passes played so far.
    last_move    -- the move that led here, None at the start.
    previous     -- the position before it, None at the start.
    history, length -- the situations the game has been through, and how many of them are this one's.

    What came before does not count for equality.
    """

    __slots__ = ()
    GAME: ClassVar[str] = "go"
    PRESENT: ClassVar[int] = 9

    @classmethod
    def start(cls, size: int, rules: Rules | str, handicap: int = 0) -> GoPosition:
        """The start of a game.  White moves first if there is a handicap, else Black.

        size     -- lines a side, 2 to 25.
        rules    -- what it is played by: the name of a preset, with the komi customary there, or `Rules`.
        handicap -- Black's stones: on 19x19 the original's, elsewhere the customary ones.

        Raises Mistake for rules, a size or a number of stones that there are not.
        """
        stones = handicap_stones(handicap, size) if handicap else ()
        rules = preset(rules, size, handicap) if isinstance(rules, str) else rules
        if not stones:
            return cls.set_up(Board.empty(size), Side.WHITE if handicap else Side.BLACK, rules)
        return cls.start_with(stones, size, rules)

    @classmethod
    def start_with(cls, stones: Iterable[Point], size: int, rules: Rules) -> GoPosition:
        """The start of a game with handicap stones anywhere.

        Raises Mistake if one is off the board or named twice.
        """
        return cls.set_up(board_with(stones, size), Side.WHITE, rules)

    @classmethod
    def set_up(cls, board: Board, to_move: Side, rules: Rules) -> GoPosition:
        """A game that starts from stones; a chain without liberties stands until its opponent's stone."""
        chains = (chain for side in Side for chain in board.chains(side))
        airless = sum(chain for chain in chains if not board.around(chain) & board.vacant)
        situation = (board, to_move)
        return cls(rules, board, to_move, airless=airless, history=History([situation]), length=1)

    @property
    def size(self) -> int:
        """Lines a side."""
        return self.board.geometry.size

    @property
    def over(self) -> bool:
        """True after two passes, a resignation, or as many moves as the rules allow."""
        limit = self.rules.move_limit
        return self.passes >= 2 or isinstance(self.last_move, Resign) or self.number >= (limit or 10**9)

    @property
    def decided(self) -> Outcome | None:
        """Who has won, if a side gave up; else the game must be counted."""
        return Outcome(self.to_move, "resignation") if isinstance(self.last_move, Resign) else None

    def counted(self, dead: int = 0) -> Count:
        """The board counted by the rules, with the prisoners; a set of dead stones counts as taken."""
        from gnugo_py.games.go.scoring import count

        return count(self.board, self.rules, dead, self.prisoners)

    def legal_points(self) -> int:
        """The set of points the side to move may play on."""
        if self.over:
            return 0
        legal = 0
        for point in points_of(self.board.vacant):
            if self.why_not(point) is None:
                legal |= 1 << point
        return legal

    def legal_moves(self) -> list[Move]:
        """Every `Play` the side to move may make, in board order."""
        return [Play((point,)) for point in points_of(self.legal_points())]

    def why_illegal(self, move: Move | str) -> Refusal | None:
        """Why the side to move may not make a move, None if it may.

        Passing and resigning are allowed until the game is over.  Text is read as by `play`.
        """
        move = self.read_move(move)
        if self.over:
            return Refusal.GAME_OVER
        if not isinstance(move, Play):
            return None
        return self.why_not(move.points[0]) if len(move.points) == 1 else Refusal.NOT_ONE_POINT

    def why_not(self, point: Point) -> Refusal | None:
        """Why the side to move may not play on a point; does not ask whether the game is over."""
        board = self.board
        if point < 0 or not board.geometry.full >> point & 1:
            return Refusal.OFF_BOARD
        if (board.black | board.white) >> point & 1:
            return Refusal.OCCUPIED
        return self._refusal(point, self._step(point))

    def play(self, move: Move | str) -> GoPosition:
        """The position after a move of the side to move.

        move -- a `Move`, or text as a person writes it: `E5`, `pass`, `resign`.

        Text is verified, as by `play_checked`.  A `Move` is trusted: a stone must go on an empty point of the
        board, nothing else is looked at.  A suicide that the rules do not allow then stands without liberties
        until the opponent's next stone, as the original's own did.
        """
        if isinstance(move, Play):
            point = move.points[0]
            return self._placed(move, self._step(point))
        if isinstance(move, str):
            return self.play_checked(move)
        move = self.read_move(move)
        turns = 1 if isinstance(move, Pass) else 0
        kept = (self.board, self.prisoners, self.lone_capture, self.airless)
        return self._next(move, *kept, self.passes + turns, self.number + turns)

    def play_checked(self, move: Move | str) -> GoPosition:
        """The position after a move that is verified first; see `Played.play_checked`."""
        move = self.read_move(move)
        point = move.points[0] if isinstance(move, Play) and len(move.points) == 1 else -1
        if point < 0 or self.over or not self.board.vacant >> point & 1:
            refusal = self.why_illegal(move)
            if refusal is not None:
                raise IllegalMove(refusal.value)
            return self.play(move)
        step = self._step(point)
        refusal = self._refusal(point, step)
        if refusal is not None:
            raise IllegalMove(refusal.value)
        return self._placed(move, step)

    def with_to_move(self, side: Side) -> GoPosition:
        """The same position with the other side's turn, for programs that let a side move twice."""
        return self if side is self.to_move else self._replace(to_move=side)

    def resumed(self) -> GoPosition:
        """The position with its passes taken as not said, so that play can go on."""
        return self._replace(passes=0)

    def grid(self) -> Grid:
        """The board with `X` black, `O` white, `-` empty, `+` a star point."""
        return board_grid(self.board)

    def _step(self, point: Point) -> _Step:
        """What a stone of the side to move does on an empty point."""
        board, side = self.board, self.to_move
        geometry, black, white = board
        taken = board.taken(point, side, self.airless)
        stone = 1 << point
        if side:
            own = white | stone
            after = Board(geometry, black ^ taken, own)
        else:
            own = black | stone
            after = Board(geometry, own, white ^ taken)
        vacant = geometry.full & ~(black | white)
        if geometry.neighbours[point] & vacant:
            return after, taken, 0, True
        breathes = not breathless(stone, own, vacant ^ stone, geometry.stride)
        lost = breathless(stone, own, after.vacant, geometry.stride)
        if lost and self.rules.suicide:
            after = after.without(lost)
        return after, taken, lost, breathes

    def _refusal(self, point: Point, step: _Step) -> Refusal | None:
        """Why the rules refuse a stone on an empty point."""
        rules, (after, taken, lost, breathes) = self.rules, step
        if not (breathes or taken or rules.suicide):
            return Refusal.SUICIDE
        if rules.ko == "1989":
            single = not breathes and taken & (taken - 1) == 0
            return Refusal.KO if single and self.lone_capture[self.to_move] == point else None
        if rules.ko == "simple":
            return Refusal.KO if taken and self._restores(after) else None
        if self.prisoners == (0, 0) and not taken and not lost:
            return None
        if not self._repeats(after):
            return None
        return Refusal.KO if self._restores(after) else Refusal.SUPERKO

    def _restores(self, after: Board) -> bool:
        """Whether a board is the one before the opponent's last move."""
        return self.previous is not None and after == self.previous.board

    def _repeats(self, after: Board) -> bool:
        """Whether the superko rule in force forbids a board."""
        history, length, side = self.history, self.length, self.to_move
        if history.holds(length, (after, side.other)):
            return True
        return self.rules.ko == "positional" and history.holds(length, (after, side))

    def _placed(self, move: Move, step: _Step) -> GoPosition:
        """The position after a stone."""
        side, (after, taken, lost, _) = self.to_move, step
        prisoners, (black, white) = self.prisoners, self.lone_capture
        if taken or lost:
            prisoners = self._prisoners(taken, lost)
        alone = taken.bit_length() - 1 if taken and taken & (taken - 1) == 0 else None
        lone_capture = (alone, white) if side else (black, alone)
        standing = (self.airless | lost) & after.stones(side)
        return self._next(move, after, prisoners, lone_capture, standing, 0, self.number + 1)

    def _prisoners(self, taken: int, lost: int) -> tuple[int, int]:
        """The prisoners after a stone that took some, or lost its own chain."""
        prisoners = list(self.prisoners)
        prisoners[self.to_move] += taken.bit_count()
        if self.rules.suicide:
            prisoners[self.to_move.other] += lost.bit_count()
        return prisoners[0], prisoners[1]

    def _next(
        self,
        move: Move,
        board: Board,
        prisoners: tuple[int, int],
        lone_capture: tuple[Point | None, Point | None],
        airless: int,
        passes: int,
        number: int,
    ) -> GoPosition:
        """The position that follows, its history grown by one situation."""
        to_move, length = self.to_move.other, self.length
        history = self.history.grown(length, (board, to_move))
        return GoPosition(
            self.rules,
            board,
            to_move,
            prisoners,
            lone_capture,
            airless,
            passes,
            number,
            move,
            self,
            history,
            length + 1,
        )


def board_with(stones: Iterable[Point], size: int) -> Board:
    """A board with handicap stones anywhere.  Raises Mistake if one is off the board or named twice."""
    board = Board.empty(size)
    for point in stones:
        if point < 0 or not board.vacant >> point & 1:
            raise Mistake("handicap stones go on different points of the board")
        board = board.put(point, Side.BLACK)
    return board
