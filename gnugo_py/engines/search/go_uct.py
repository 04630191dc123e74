"""UCT search for Go: playouts and priors.

The playouts are those that decide life and death (module `playout`), except that they answer patterns around
the last stone. They are scored by area with komi. Moves have a higher prior if they capture or save stones
(ladders are read out), are near the last move, or lie on a good line of an empty part of the board. They have
a lower prior if they are failed escapes or self-atari.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import cast

from gnugo_py.core.bitboard import iter_points
from gnugo_py.core.position import Position
from gnugo_py.core.types import PASS, Move, Play, Point
from gnugo_py.engines.search.go_pass import PASSING, can_end_game, immediate_pass, pass_override
from gnugo_py.engines.search.go_patterns import PatternPlayoutBoard
from gnugo_py.engines.search.result import MoveIndex
from gnugo_py.engines.search.uct import PlayoutResult, UctGame, UctState
from gnugo_py.games.go.board import Board, geometry
from gnugo_py.games.go.ladder import ladder_captures, ladder_escapes
from gnugo_py.games.go.playout import BLACK, EMPTY, WHITE, PlayoutBoard
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.scoring import score_board

PRIOR_EVEN = 8.0
"""Prior visits of each move, half of them counted as wins."""
PRIOR_DISTANCE = (12.0, 9.0, 4.0)
"""Additional prior wins of a move one, two and three steps from the last move."""
PRIOR_CAPTURE, PRIOR_ESCAPE, PRIOR_FAILED_ESCAPE, SELF_ATARI, OUTER_LINE, PRIOR_THIRD_LINE = (
    14.0,
    10.0,
    10.0,
    10.0,
    5.0,
    5.0,
)
MAX_MOVES_TO_ADD_PASS = 4
"""A pass is only searched if at most this many moves are left."""
PLAYOUTS_BY_LEVEL, MIN_PLAYOUTS_PER_LEVEL = (20, 60, 150, 400, 900, 1_600, 2_100, 5_200, 8_700), 12
"""Playouts per move on 9x9, by level; and the minimum on any board, to be multiplied by the level."""


class GoUctState(UctState):
    """A position of Go for the search.

    position   -- the position under the rules of the game.
    game       -- the same position as a playout board.
    komi       -- compensation for White, including the handicap bonus.
    emptied_points -- the points from which a stone was ever captured; a stone elsewhere cannot repeat a
                      position.
    root       -- the position at the root of the search.
    """

    __slots__ = ("emptied_points", "game", "komi", "position", "root", "to_move")

    def __init__(
        self, position: GoPosition, game: PlayoutBoard, komi: float, emptied_points: int, root: GoPosition
    ) -> None:
        self.position, self.game, self.komi, self.emptied_points = position, game, komi, emptied_points
        self.root = root
        self.to_move = int(position.to_move)

    def copy(self) -> GoUctState:
        """Return an independent copy."""
        return GoUctState(self.position, self.game.copy(), self.komi, self.emptied_points, self.root)

    def play(self, code: MoveIndex) -> None:
        """Play a stone, or pass."""
        if code == PASSING:
            self.position = self.position.play_unchecked(PASS)
            self.game.play_pass()
        else:
            before = self.position.board
            self.position = self.position.play_unchecked(Play((code,)))
            self.emptied_points |= before.black & ~self.position.board.black
            self.emptied_points |= before.white & ~self.position.board.white
            self.game.play_stone(code, BLACK if self.to_move == 0 else WHITE)
        self.to_move = 1 - self.to_move

    def winner(self) -> int | None:
        """Return None: a playout decides the winner, even after two passes."""
        return None

    def playout(self, rng: Random) -> PlayoutResult:
        """Play to the end at random and return the result by area.

        After two passes, score the board as it is.
        """
        if self.position.consecutive_passes >= 2:
            return self._counted((0, 0), self._as_it_stands())
        game = self.game.copy()
        game.rng = rng.random
        game.play(BLACK if self.to_move == 0 else WHITE)
        _, black, white = game.stones
        return self._counted((game.amaf_points[BLACK], game.amaf_points[WHITE]), (black, white))

    def priors(self) -> list[tuple[MoveIndex, float, float]]:
        """Return the moves that do not fill an own eye, with their priors, or only a pass if there are none.

        Under area scoring, a pass is included if few moves are left, since all of them may be harmful, as in
        a seki. Under territory scoring, `pass_override` decides this.
        """
        position, game = self.position, self.game
        points = [] if position.consecutive_passes >= 2 else self._candidate_points()
        if not points:
            return [(PASSING, PRIOR_EVEN / 2, PRIOR_EVEN)]
        color = BLACK if self.to_move == 0 else WHITE
        priors = Priors(len(game.colors))
        _add_distance_priors(priors, position)
        _add_capture_priors(priors, game, color)
        _add_empty_area_priors(priors, position.board)
        won, tried = priors.wins, priors.visits
        result = [(point, won[point], tried[point]) for point in points]
        if (
            len(points) <= MAX_MOVES_TO_ADD_PASS
            and "territory" not in position.rules.scoring
            and self._can_pass
        ):
            result.append((PASSING, PRIOR_EVEN / 2, PRIOR_EVEN))
        return result

    @property
    def _can_pass(self) -> bool:
        """True unless a pass at the root ends the game with a winner that depends on the dead stones."""
        return self.position is not self.root or can_end_game(self.position)

    def _as_it_stands(self) -> tuple[int, int]:
        """Return the areas of Black and of White with all stones alive."""
        board = self.position.board
        territory = score_board(board, self.position.rules).territory
        return board.black | territory[0], board.white | territory[1]

    def _counted(self, played: tuple[int, int], owned: tuple[int, int]) -> PlayoutResult:
        """Return the result of a playout, with the winner by area."""
        margin = owned[0].bit_count() - owned[1].bit_count() - self.komi
        return PlayoutResult(1.0 if margin > 0 else 0.0 if margin < 0 else 0.5, played, owned)

    def _candidate_points(self) -> list[Point]:
        """Return the points where a move is legal and does not fill an own eye."""
        position, game, board = self.position, self.game, self.position.board
        empty_points = board.empty_points
        roomy = empty_points & _next_to(empty_points, board.geometry.stride)
        sure = roomy if position.rules.ko == "1989" else roomy & ~self.emptied_points
        color = BLACK if self.to_move == 0 else WHITE
        for point in iter_points(empty_points & ~sure):
            is_open = roomy >> point & 1 or (
                not game.is_eye(point, color) and game.is_not_suicide(point, color)
            )
            if is_open and position.why_illegal_point(point) is None:
                sure |= 1 << point
        return [point for point in board.geometry.points if sure >> point & 1]


class Priors:
    """The prior visits and prior wins of a move, by point."""

    __slots__ = ("visits", "wins")

    def __init__(self, cells: int) -> None:
        self.wins, self.visits = [PRIOR_EVEN / 2] * cells, [PRIOR_EVEN] * cells

    def add_wins(self, points: int, games: float) -> None:
        """Add prior wins to a set of points."""
        for point in iter_points(points):
            self.wins[point] += games
            self.visits[point] += games

    def add_losses(self, points: int, games: float) -> None:
        """Add prior losses to a set of points."""
        for point in iter_points(points):
            self.visits[point] += games


def _next_to(points: int, stride: int) -> int:
    """Return the points adjacent to a set, including points of the set and bits off the board."""
    return points << 1 | points >> 1 | points << stride | points >> stride


def _add_distance_priors(priors: Priors, position: GoPosition) -> None:
    """Raise the priors of points one, two and three steps from the chain of the last move."""
    move, board = position.last_move, position.board
    if not isinstance(move, Play):
        return
    seen = board.chain(move.points[0]) | 1 << move.points[0]
    empty_points = board.empty_points
    for games in PRIOR_DISTANCE:
        ring = board.neighbors(seen)
        priors.add_wins(ring & empty_points, games)
        seen |= ring


def _add_capture_priors(priors: Priors, game: PlayoutBoard, color: int) -> None:
    """Raise the priors of captures and escapes, reading out ladders, and lower those of self-atari."""
    takes = 0
    for head in game.chains():
        liberties = game.liberties[head]
        if liberties.bit_count() > 2:
            continue
        if game.colors[head] == color:
            _add_escape_priors(priors, game, head)
        elif liberties & liberties - 1:
            priors.add_wins(ladder_captures(game, head), PRIOR_CAPTURE)
        else:
            takes |= liberties
            priors.add_wins(liberties, PRIOR_CAPTURE)
    empty_points = game.stones[EMPTY]
    for point in iter_points(empty_points & ~_two_empty_beside(empty_points, game.geometry.stride) & ~takes):
        if game.is_self_atari(point, color):
            priors.add_losses(1 << point, SELF_ATARI)


def _add_escape_priors(priors: Priors, game: PlayoutBoard, head: int) -> None:
    """Raise the priors of moves that save a chain from atari or a ladder; lower those of failed escapes."""
    liberties = game.liberties[head]
    if liberties & liberties - 1:
        if ladder_captures(game, head):
            priors.add_wins(ladder_escapes(game, head), PRIOR_ESCAPE)
        return
    ways = ladder_escapes(game, head)
    priors.add_wins(ways, PRIOR_ESCAPE)
    priors.add_losses(liberties & ~ways, PRIOR_FAILED_ESCAPE)


def _two_empty_beside(empty_points: int, stride: int) -> int:
    """Return the points with at least two empty neighbors."""
    north, south, west, east = (
        empty_points << stride,
        empty_points >> stride,
        empty_points << 1,
        empty_points >> 1,
    )
    return (north & south) | (west & east) | ((north | south) & (west | east))


def _add_empty_area_priors(priors: Priors, board: Board) -> None:
    """Adjust priors where no stone is within three steps: raise lines 3 and 4, lower lines 1 and 2."""
    empty = board.black | board.white
    for _ in range(3):
        empty |= board.neighbors(empty)
    empty = board.geometry.full & ~empty
    if empty:
        lines = _lines(board.geometry.size)
        priors.add_losses(empty & lines[0], OUTER_LINE)
        priors.add_wins(empty & lines[1], PRIOR_THIRD_LINE)


@cache
def _lines(size: int) -> tuple[int, int]:
    """Return the points of lines 1 and 2 of a board, and those of lines 3 and 4."""
    sets = [0] * max(size, 4)
    for point in geometry(size).points:
        row, column = divmod(point, size + 1)
        sets[min(row, column, size - 1 - row, size - 1 - column)] |= 1 << point
    return sets[0] | sets[1], sets[2] | sets[3]


def make_go_state(position: Position) -> GoUctState:
    """Return the search state of a position of Go."""
    go = cast(GoPosition, position)
    rules = go.rules
    game = PatternPlayoutBoard(go.board, 0, Random(0))  # noqa: S311 - no secrets here
    return GoUctState(go, game, rules.komi + rules.handicap_bonus, _taken_from(go), go)


def _taken_from(position: GoPosition) -> int:
    """Return the points from which a stone was captured in the game so far."""
    taken = 0
    while position.previous is not None:
        after, before = position.board, position.previous.board
        taken |= (before.black & ~after.black) | (before.white & ~after.white)
        position = position.previous
    return taken


def _move_of(code: MoveIndex, position: Position) -> Move:
    return PASS if code == PASSING else Play((code,))


def _playouts(level: int, position: Position) -> int:
    """Return the number of playouts for a level: fewer on boards larger than 9x9, where each takes longer."""
    games: float = PLAYOUTS_BY_LEVEL[level - 1] * (9 / max(cast(GoPosition, position).size, 9)) ** 2.5
    return max(round(games), MIN_PLAYOUTS_PER_LEVEL * level)


GO_SEARCH = UctGame(
    make_go_state,
    _move_of,
    _playouts,
    batch=2,
    rave_equivalence=3000.0,
    immediate_move=immediate_pass,
    override_move=pass_override,
)
