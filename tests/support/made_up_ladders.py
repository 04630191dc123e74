"""Made-up ladders: positions with a working or a broken ladder among the stones of a real game."""

from random import Random
from typing import NamedTuple

from gnugo_py.games.board import Board
from gnugo_py.games.go.ladders import find_ladder
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.rules import rules_preset
from gnugo_py.games.points import iter_points, point_at, rectangle_point_set
from gnugo_py.games.types import Color, Play, Point

MAX_STEPS = 8
CLEARED = 2
"""The distance from the first stone of a ladder, in lines, up to which the stones of the game are removed."""
MOVES_PLAYED = {9: (4, 18), 13: (4, 45), 19: (4, 130)}
"""By board size, the smallest and the largest number of moves of the game that are played first."""


class MadeUpLadder(NamedTuple):
    """A ladder: its color is to move and has a chain in atari.

    position -- the position, with the moves of the ladder as its last moves.
    stone    -- the first stone of the chain.
    works    -- whether the chain is caught.
    """

    position: GoPosition
    stone: Point
    works: bool

    @property
    def run(self) -> Play:
        """The move that extends the chain."""
        return Play((_liberties(self.position.board, self.stone)[0],))

    @property
    def after_run(self) -> GoPosition | None:
        """The position after the run, or None if it is illegal or leaves other than two liberties."""
        if self.position.why_illegal(self.run) is not None:
            return None
        after = self.position.play(self.run)
        return after if len(_liberties(after.board, self.stone)) == 2 else None


def made_up_ladder(game: GoPosition, chance: Random) -> MadeUpLadder | None:
    """Return a ladder of up to `MAX_STEPS` steps at a random place, or None if it does not fit there.

    game -- a position whose stones are on the board besides.
    """
    size, attacker = game.size, chance.choice(list(Color))
    row, column = chance.randrange(1, size - 1), chance.randrange(1, size - 1)
    down, right = chance.choice((1, -1)), chance.choice((1, -1))
    is_turned = chance.random() < 0.5

    def at(lines: int, columns: int) -> Point:
        across, along = (right * columns, down * lines) if not is_turned else (right * lines, down * columns)
        is_on_board = 0 <= row + along < size and 0 <= column + across < size
        return point_at(row + along, column + across, size) if is_on_board else -1

    atari, run = at(1, 0), at(0, 1)
    blocks = [at(0, -1), at(-1, 0), at(-1, 1)]
    if min(atari, run, *blocks) < 0:
        return None
    board = _cleared(game.board, row, column)
    for point in blocks:
        board = board.with_stone(point, attacker)
    stone = at(0, 0)
    board = board.with_stone(stone, attacker.opponent)
    position = GoPosition.from_board(board, attacker, rules_preset("chinese", size))
    if position.chains_without_liberties or position.why_illegal_point(atari) is not None:
        return None
    position = position.play_unchecked(Play((atari,)))
    if len(_liberties(position.board, stone)) != 1:
        return None
    for _ in range(chance.randrange(MAX_STEPS)):
        further = _after_step(position, stone, chance)
        if further is None:
            break
        position = further
    return MadeUpLadder(position, stone, find_ladder(position.board, stone) is not None)


def _cleared(board: Board, row: int, column: int) -> Board:
    """Return a board without the stones near a point."""
    size = board.geometry.size
    first = point_at(max(row - CLEARED, 0), max(column - CLEARED, 0), size)
    last = point_at(min(row + CLEARED, size - 1), min(column + CLEARED, size - 1), size)
    return board.without_stones(rectangle_point_set(first, last, size))


def _liberties(board: Board, stone: Point) -> list[Point]:
    return list(iter_points(board.liberties(stone)))


def _after_step(position: GoPosition, stone: Point, chance: Random) -> GoPosition | None:
    """Return the position after a run and the next atari, or None if there is no such step."""
    after = MadeUpLadder(position, stone, False).after_run
    if after is None:
        return None
    moves = find_ladder(after.board, stone) or _liberties(after.board, stone)
    chance.shuffle(moves)
    for point in moves:
        if after.why_illegal_point(point) is None:
            further = after.play_unchecked(Play((point,)))
            is_safe = len(_liberties(further.board, point)) > 1
            if is_safe and len(_liberties(further.board, stone)) == 1:
                return further
    return None
