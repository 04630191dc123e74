"""What a search knows of Go: random games, and which moves are worth trying first.

The random games are those that judge life and death (`playout`), but answer shapes around the last stone;
they are scored by area with komi.  A move is taken to have won more games than others if it takes stones or
saves them, ladders read out, is near the last move, or lies on a good line of an empty part of the board;
fewer, if it runs in vain or puts its own chain into atari.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import cast

from gnugo_py.core.bitboard import points_of
from gnugo_py.core.position import Position
from gnugo_py.core.types import PASS, Move, Play, Point
from gnugo_py.engines.search.go_pass import PASSING, may_end, pass_at_once, pass_instead
from gnugo_py.engines.search.go_patterns import ShapedGame
from gnugo_py.engines.search.result import Code
from gnugo_py.engines.search.uct import Playing, Playout, TreeSearch
from gnugo_py.games.go.board import Board, geometry
from gnugo_py.games.go.ladder import catching, escapes
from gnugo_py.games.go.playout import BLACK, EMPTY, WHITE, RandomGame
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.scoring import count

EVEN = 8.0
"""In how many games each move is taken to have been tried, half of them won."""
NEAR = (12.0, 9.0, 4.0)
"""How many more it is taken to have won one, two and three steps from the last move."""
CAPTURE, SAVE, IN_VAIN, SELF_ATARI, OUTER_LINE, GOOD_LINE = 14.0, 10.0, 10.0, 10.0, 5.0, 5.0
FEW = 4
"""With more moves left than so many, a pass is not looked at."""
PLAYOUTS, FEWEST = (20, 60, 150, 400, 900, 1_600, 2_100, 5_200, 8_700), 12
"""By level, the random games played for a move on 9x9; and on any board, times the level."""


class GoPlaying(Playing):
    """A position of Go for the search.

    position   -- as the rules have it.
    game       -- the same, ready for random games.
    komi       -- what White gets.
    taken_from -- where a stone was ever taken: elsewhere no stone brings an earlier position back.
    root       -- the position that is thought about.
    """

    __slots__ = ("game", "komi", "position", "root", "taken_from", "to_move")

    def __init__(
        self, position: GoPosition, game: RandomGame, komi: float, taken_from: int, root: GoPosition
    ) -> None:
        self.position, self.game, self.komi, self.taken_from = position, game, komi, taken_from
        self.root = root
        self.to_move = int(position.to_move)

    def copy(self) -> GoPlaying:
        """The same position."""
        return GoPlaying(self.position, self.game.copy(), self.komi, self.taken_from, self.root)

    def play(self, code: Code) -> None:
        """Put down a stone, or pass."""
        if code == PASSING:
            self.position = self.position.play(PASS)
            self.game.passed()
        else:
            before = self.position.board
            self.position = self.position.play(Play((code,)))
            self.taken_from |= before.black & ~self.position.board.black
            self.taken_from |= before.white & ~self.position.board.white
            self.game.put(code, BLACK if self.to_move == 0 else WHITE)
        self.to_move = 1 - self.to_move

    def winner(self) -> int | None:
        """Nobody: even after two passes the rest is played out."""
        return None

    def playout(self, chance: Random) -> Playout:
        """Play to the end, which two passes are; who won by area."""
        if self.position.passes >= 2:
            return self._counted((0, 0), self._as_it_stands())
        game = self.game.copy()
        game.chance = chance.random
        game.play(BLACK if self.to_move == 0 else WHITE)
        _, black, white = game.stones
        return self._counted((game.firsts[BLACK], game.firsts[WHITE]), (black, white))

    def candidates(self) -> list[tuple[Code, float, float]]:
        """The moves that fill no eye of its own, with what is taken for granted; a pass if there is none.

        A pass as well, if few are left that may all do harm (in a seki nobody can move), where area is
        counted; where territory is, `pass_instead` knows.
        """
        position, game = self.position, self.game
        points = [] if position.passes >= 2 else self._worth_trying()
        if not points:
            return [(PASSING, EVEN / 2, EVEN)]
        colour = BLACK if self.to_move == 0 else WHITE
        granted = Granted(len(game.colours))
        _grant_near(granted, position)
        _grant_tactics(granted, game, colour)
        _grant_room(granted, position.board)
        won, tried = granted.won, granted.tried
        found = [(point, won[point], tried[point]) for point in points]
        if len(points) <= FEW and "territory" not in position.rules.scoring and self._may_pass:
            found.append((PASSING, EVEN / 2, EVEN))
        return found

    @property
    def _may_pass(self) -> bool:
        """Whether the count tells no other winner than the search, if a pass ends the game itself."""
        return self.position is not self.root or may_end(self.position)

    def _as_it_stands(self) -> tuple[int, int]:
        """Black's and White's area, all stones alive."""
        board = self.position.board
        territory = count(board, self.position.rules).territory
        return board.black | territory[0], board.white | territory[1]

    def _counted(self, played: tuple[int, int], owned: tuple[int, int]) -> Playout:
        """A game that was played to its end, who won by area."""
        margin = owned[0].bit_count() - owned[1].bit_count() - self.komi
        return Playout(1.0 if margin > 0 else 0.0 if margin < 0 else 0.5, played, owned)

    def _worth_trying(self) -> list[Point]:
        """The points where a move is legal and fills no eye of its own."""
        position, game, board = self.position, self.game, self.position.board
        vacant = board.vacant
        roomy = vacant & _next_to(vacant, board.geometry.stride)
        sure = roomy if position.rules.ko == "1989" else roomy & ~self.taken_from
        colour = BLACK if self.to_move == 0 else WHITE
        for point in points_of(vacant & ~sure):
            is_open = roomy >> point & 1 or (
                not game.is_eye(point, colour) and game.is_possible(point, colour)
            )
            if is_open and position.why_not(point) is None:
                sure |= 1 << point
        return [point for point in board.geometry.points if sure >> point & 1]


class Granted:
    """By point: the games a move there is taken to have been tried in, and to have won."""

    __slots__ = ("tried", "won")

    def __init__(self, cells: int) -> None:
        self.won, self.tried = [EVEN / 2] * cells, [EVEN] * cells

    def good(self, points: int, games: float) -> None:
        """Take moves on a set of points to have won so many games more."""
        for point in points_of(points):
            self.won[point] += games
            self.tried[point] += games

    def bad(self, points: int, games: float) -> None:
        """Take moves on a set of points to have lost so many games more."""
        for point in points_of(points):
            self.tried[point] += games


def _next_to(points: int, stride: int) -> int:
    """What is next to a set, the set itself and numbers beyond the board not taken out."""
    return points << 1 | points >> 1 | points << stride | points >> stride


def _grant_near(granted: Granted, position: GoPosition) -> None:
    """The points one, two and three steps from the last move's chain."""
    move, board = position.last_move, position.board
    if not isinstance(move, Play):
        return
    seen = board.chain(move.points[0]) | 1 << move.points[0]
    vacant = board.vacant
    for games in NEAR:
        ring = board.around(seen)
        granted.good(ring & vacant, games)
        seen |= ring


def _grant_tactics(granted: Granted, game: RandomGame, colour: int) -> None:
    """What takes stones or saves them, ladders read out; and what puts its own chain into atari."""
    takes = 0
    for head in game.chains():
        liberties = game.liberties[head]
        if liberties.bit_count() > 2:
            continue
        if game.colours[head] == colour:
            _grant_saving(granted, game, head)
        elif liberties & liberties - 1:
            granted.good(catching(game, head), CAPTURE)
        else:
            takes |= liberties
            granted.good(liberties, CAPTURE)
    vacant = game.stones[EMPTY]
    for point in points_of(vacant & ~_two_empty_beside(vacant, game.lattice.stride) & ~takes):
        if game.single_liberty(point, colour):
            granted.bad(1 << point, SELF_ATARI)


def _grant_saving(granted: Granted, game: RandomGame, head: int) -> None:
    """What saves a chain in atari, or about to be caught in a ladder; running in vain is bad."""
    liberties = game.liberties[head]
    if liberties & liberties - 1:
        if catching(game, head):
            granted.good(escapes(game, head), SAVE)
        return
    ways = escapes(game, head)
    granted.good(ways, SAVE)
    granted.bad(liberties & ~ways, IN_VAIN)


def _two_empty_beside(vacant: int, stride: int) -> int:
    """The points with at least two empty points next to them."""
    north, south, west, east = vacant << stride, vacant >> stride, vacant << 1, vacant >> 1
    return (north & south) | (west & east) | ((north | south) & (west | east))


def _grant_room(granted: Granted, board: Board) -> None:
    """Where no stone is within three steps: the third line is good, the rim not."""
    empty = board.black | board.white
    for _ in range(3):
        empty |= board.around(empty)
    empty = board.geometry.full & ~empty
    if empty:
        lines = _lines(board.geometry.size)
        granted.bad(empty & lines[0], OUTER_LINE)
        granted.good(empty & lines[1], GOOD_LINE)


@cache
def _lines(size: int) -> tuple[int, int]:
    """The first two lines of a board, and the third and fourth."""
    sets = [0] * max(size, 4)
    for point in geometry(size).points:
        row, column = divmod(point, size + 1)
        sets[min(row, column, size - 1 - row, size - 1 - column)] |= 1 << point
    return sets[0] | sets[1], sets[2] | sets[3]


def _begin(position: Position) -> GoPlaying:
    go = cast(GoPosition, position)
    rules = go.rules
    game = ShapedGame(go.board, 0, Random(0))  # noqa: S311 - no secrets here
    return GoPlaying(go, game, rules.komi + rules.compensation, _taken_from(go), go)


def _taken_from(position: GoPosition) -> int:
    """Where a stone was taken in the game so far."""
    taken = 0
    while position.previous is not None:
        after, before = position.board, position.previous.board
        taken |= (before.black & ~after.black) | (before.white & ~after.white)
        position = position.previous
    return taken


def _move_of(code: Code, position: Position) -> Move:
    return PASS if code == PASSING else Play((code,))


def _playouts(level: int, position: Position) -> int:
    """How many random games a level plays: fewer on boards larger than 9x9, where each takes longer."""
    games: float = PLAYOUTS[level - 1] * (9 / max(cast(GoPosition, position).size, 9)) ** 2.5
    return max(round(games), FEWEST * level)


SEARCH = TreeSearch(
    _begin, _move_of, _playouts, batch=2, worth=3000.0, at_once=pass_at_once, instead=pass_instead
)
