"""What a search knows of Go: random games, and which moves are worth trying first.

The random games are those that judge life and death (`playout`), scored by area with komi.  A move is taken
to have won more games than others if it captures or saves stones in atari, is near the last move, or lies on
a good line of an empty part of the board; fewer, if it puts its own chain into atari.
"""

from __future__ import annotations

from random import Random
from typing import cast

from gnugo_py.games.contract import PASS, Move, Pass, Play, Point, Position, Side
from gnugo_py.games.searching import Code, Playing, TreeSearch
from gnugo_py.go.board import Board, points_of
from gnugo_py.go.ending import Agreement
from gnugo_py.go.playout import BLACK, WHITE, Playouts, RandomGame
from gnugo_py.go.position import GoPosition

PASSING = -1
EVEN = 8.0
"""In how many games each move is taken to have been tried, half of them won."""
NEAR = ((1, 12.0), (2, 9.0), (3, 4.0))
"""How many more it is taken to have won so many steps from the last move."""
CAPTURE, SAVE, SELF_ATARI, OUTER_LINE, GOOD_LINE = 14.0, 10.0, 10.0, 5.0, 5.0
SETTLED = 0.88
"""A point is settled if one side owned it in this share of games, the other's subtracted."""
SAMPLE = 40


class GoPlaying(Playing):
    """A position of Go for the search.

    position -- as the rules have it.
    game     -- the same, ready for random games.
    komi     -- what White gets.
    """

    __slots__ = ("game", "komi", "position", "to_move")

    def __init__(self, position: GoPosition, game: RandomGame, komi: float) -> None:
        self.position, self.game, self.komi = position, game, komi
        self.to_move = int(position.to_move)

    def copy(self) -> GoPlaying:
        """The same position."""
        return GoPlaying(self.position, self.game.copy(), self.komi)

    def play(self, code: Code) -> None:
        """Put down a stone, or pass."""
        if code == PASSING:
            self.position = self.position.play(PASS)
            self.game.ko = self.game.last = -1
        else:
            self.position = self.position.play(Play((code,)))
            self.game.put(code, BLACK if self.to_move == 0 else WHITE)
        self.to_move = 1 - self.to_move

    def winner(self) -> int | None:
        """Nobody: even after two passes the rest is played out."""
        return None

    def playout(self, chance: Random) -> tuple[float, int, int]:
        """Play to the end; who won by area, and which points each side came to own."""
        game = self.game.copy()
        game.chance = chance.random
        game.play(BLACK if self.to_move == 0 else WHITE)
        black = white = score = 0
        colours = game.colours
        for point in self.position.board.geometry.points:
            colour = colours[point]
            if colour == BLACK:
                black |= 1 << point
                score += 1
            elif colour == WHITE:
                white |= 1 << point
                score -= 1
        vacant = self.position.board.vacant
        margin = score - self.komi
        won = 1.0 if margin > 0 else 0.0 if margin < 0 else 0.5
        return won, black & vacant, white & vacant

    def candidates(self) -> list[tuple[Code, float, float]]:
        """The moves that fill no eye of its own, with what is taken for granted; a pass if there is none."""
        position, board = self.position, self.position.board
        if position.passes >= 2:
            return [(PASSING, EVEN / 2, EVEN)]
        side = position.to_move
        captures, saves = _in_atari(board, side)
        near = _near(position)
        empty = _far_from_stones(board)
        found = []
        for point in points_of(board.vacant):
            if not self._is_worth_trying(point, side):
                continue
            won, tried = EVEN / 2, EVEN
            for ring, bonus in near:
                if ring >> point & 1:
                    won, tried = won + bonus, tried + bonus
            for points, bonus in ((captures, CAPTURE), (saves, SAVE)):
                if points >> point & 1:
                    won, tried = won + bonus, tried + bonus
            if empty >> point & 1:
                won, tried = _by_line(board.geometry.size, point, won, tried)
            if not captures >> point & 1 and _is_self_atari(board, point, side):
                tried += SELF_ATARI
            found.append((point, won, tried))
        return found or [(PASSING, EVEN / 2, EVEN)]

    def _is_worth_trying(self, point: Point, side: Side) -> bool:
        """Whether a move is legal and fills no eye of its own."""
        position, board = self.position, self.position.board
        around = board.geometry.neighbours[point]
        if around & board.vacant:
            return position.rules.ko == "1989" or position.why_not(point) is None
        own = board.stones(side)
        if not around & ~own and _is_eye(board, point, side):
            return False
        return position.why_not(point) is None and not _is_suicide(board, point, side)


def _is_eye(board: Board, point: Point, side: Side) -> bool:
    """Whether enough of the diagonals of a point that one side surrounds are that side's or empty."""
    stride, other = board.geometry.stride, board.stones(side.other)
    diagonals = [point - stride - 1, point - stride + 1, point + stride - 1, point + stride + 1]
    hostile = sum(1 for at in diagonals if at >= 0 and other >> at & 1)
    return hostile < (1 if board.geometry.edge >> point & 1 else 2)


def _is_suicide(board: Board, point: Point, side: Side) -> bool:
    """Whether a stone would leave its chain without liberties and take nothing."""
    if board.taken(point, side):
        return False
    return not board.put(point, side).liberties(point)


def _in_atari(board: Board, side: Side) -> tuple[int, int]:
    """The points that take chains of the opponent, and those that may save chains of one's own."""
    captures = saves = 0
    vacant = board.vacant
    for chain in board.chains(side.other):
        liberties = board.around(chain) & vacant
        if liberties & (liberties - 1) == 0:
            captures |= liberties
    for chain in board.chains(side):
        liberties = board.around(chain) & vacant
        if liberties & (liberties - 1) == 0:
            saves |= liberties
    return captures, saves


def _near(position: GoPosition) -> list[tuple[int, float]]:
    """The points one, two and three steps from the last move's chain, with what they are given."""
    move, board = position.last_move, position.board
    if not isinstance(move, Play):
        return []
    seen = board.chain(move.points[0]) | 1 << move.points[0]
    rings = []
    for _, bonus in NEAR:
        ring = board.around(seen)
        rings.append((ring, bonus))
        seen |= ring
    return rings


def _far_from_stones(board: Board) -> int:
    """The points with no stone within three steps."""
    reached = board.black | board.white
    for _ in range(3):
        reached |= board.around(reached)
    return board.geometry.full & ~reached


def _by_line(size: int, point: Point, won: float, tried: float) -> tuple[float, float]:
    """What is taken for granted of a point with no stone near: the third line is good, the rim not."""
    row, column = divmod(point, size + 1)
    line = min(row, column, size - 1 - row, size - 1 - column)
    if line < 2:
        return won, tried + OUTER_LINE
    return (won + GOOD_LINE, tried + GOOD_LINE) if line in (2, 3) else (won, tried)


def _is_self_atari(board: Board, point: Point, side: Side) -> bool:
    """Whether a stone would have a single liberty; what it takes is not looked at."""
    around = board.geometry.neighbours[point]
    free = around & board.vacant
    if free.bit_count() > 2:
        return False
    liberties = board.put(point, side).liberties(point)
    return liberties & (liberties - 1) == 0


def _begin(position: Position) -> GoPlaying:
    go = cast(GoPosition, position)
    rules = go.rules
    return GoPlaying(go, RandomGame(go.board, 0, Random(0)), rules.komi + rules.compensation)  # noqa: S311


def _move_of(code: Code, position: Position) -> Move:
    return PASS if code == PASSING else Play((code,))


def _playouts(level: int, position: Position) -> int:
    """How many random games a level plays, fewer on larger boards, where they are longer."""
    size = cast(GoPosition, position).size
    games = (20, 60, 180, 600, 1_900, 3_200, 5_000, 7_500, 11_000)[level - 1]
    return max(games * 81 // (size * size), 12)


def _at_once(position: Position) -> Move | None:
    """The answer to a pass: a pass, too, if the game is won so, or if nothing is left to settle."""
    go = cast(GoPosition, position)
    if not isinstance(go.last_move, Pass):
        return None
    settled = Agreement.proposed(go, go.to_move).done().done()
    if settled.outcome.winner is go.to_move:
        return PASS
    owners = Playouts(go.board).owners(SAMPLE, go.to_move)
    is_open = any(abs(owners[point]) < SETTLED * SAMPLE for point in points_of(go.board.vacant))
    return None if is_open else PASS


SEARCH = TreeSearch(_begin, _move_of, _playouts, batch=2, at_once=_at_once)
