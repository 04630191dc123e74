"""The game of Amazons, and its positions.

A move consists of a queen's square, the target of the queen, and the target of the arrow. The queen
and the arrow both move like a queen in chess, at least one square, over empty squares only. The square that
the queen left is empty when she shoots.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import zip_longest
from string import ascii_lowercase
from typing import ClassVar

from gnugo_py.games.board import KING_MOVES, Board, geometry
from gnugo_py.games.checks import checked_methods
from gnugo_py.games.diagram import Diagram
from gnugo_py.games.game import Game
from gnugo_py.games.points import (
    check_size,
    full_board,
    iter_points,
    point_at,
    point_set_from_points,
    point_sets_by_sign,
)
from gnugo_py.games.position import Position, immutable_dataclass
from gnugo_py.games.types import Color, Move, Outcome, Play, Point, UserError, require_move

_START_QUEENS = {
    6: (("a2", "b1", "e1", "f2"), ("a5", "b6", "e6", "f5")),
    8: (("a3", "c1", "f1", "h3"), ("a6", "c8", "f8", "h6")),
    10: (("a4", "d1", "g1", "j4"), ("a7", "d10", "g10", "j7")),
}
"""The squares of Black's and White's queens at the start, by board size."""


@checked_methods("__init__", "play_unchecked", "format_move")
@immutable_dataclass
class AmazonsPosition(Position):
    """A position of Amazons.

    arrows -- the squares with arrows, as a set of points.
    """

    DIRECTIONS: ClassVar[int] = KING_MOVES

    arrows: int = 0

    @classmethod
    def start(cls, size: int) -> AmazonsPosition:
        """Return the standard start, with Black at the bottom and to move.

        Raise UserError if the size is not 6, 8 or 10.
        """
        check_size(size, tuple(_START_QUEENS))
        black, white = (
            point_set_from_points(
                point_at(size - int(name[1:]), ascii_lowercase.index(name[0]), size) for name in names
            )
            for names in _START_QUEENS[size]
        )
        return cls(Board(geometry(size, KING_MOVES), black, white))

    @property
    def empty_points(self) -> int:
        """The set of the squares without a queen or an arrow."""
        lines, black, white = self.board
        return lines.full & ~(black | white | self.arrows)

    @property
    def outcome_on_board(self) -> Outcome | None:
        if add_king_neighbors(self.stones(self.to_move), self.size) & self.empty_points:
            return None
        return Outcome(self.to_move.opponent, f"because {self.to_move} cannot move")

    def iter_legal_move_points(self) -> Iterator[tuple[Point, Point, Point]]:
        """Yield the legal moves as tuples (queen, target, arrow)."""
        empty_points, size = self.empty_points, self.size
        for queen in iter_points(self.stones(self.to_move)) if not self.is_over else ():
            for target in queen_destinations(queen, empty_points, size):
                left = (empty_points | 1 << queen) & ~(1 << target)
                for arrow in queen_destinations(target, left, size):
                    yield queen, target, arrow

    def legal_moves(self) -> list[Move]:
        return [Play.of_legal(way) for way in self.iter_legal_move_points()]

    def why_points_illegal(self, points: Sequence[Point]) -> str | None:
        if not 1 <= len(points) <= 3:
            return "a move in Amazons is three squares: queen, target, arrow"
        queen, *others = points
        empty_points, size = self.empty_points, self.size
        if queen < 0 or not self.stones(self.to_move) >> queen & 1:
            return f"you have no queen on {self.format_point(queen) if queen >= 0 else 'that square'}"
        if not others:
            can_move = self.board.geometry.neighbors[queen] & empty_points
            return None if can_move else "that queen cannot move"
        target, *arrows = others
        if target not in queen_destinations(queen, empty_points, size):
            return "that queen cannot go there"
        left = (empty_points | 1 << queen) & ~(1 << target)
        if arrows and arrows[0] not in queen_destinations(target, left, size):
            return "her arrow cannot land there"
        return None

    def play_unchecked(self, move: Move) -> AmazonsPosition:
        if not isinstance(move, Play):
            return self.after(require_move(move), self.board, self.arrows)
        queen, target, arrow = move.points
        lines, black, white = self.board
        step = 1 << queen | 1 << target
        board = Board(lines, black, white ^ step) if self.to_move else Board(lines, black ^ step, white)
        opponent, arrows = self.to_move.opponent, self.arrows | 1 << arrow
        return AmazonsPosition(board, opponent, self.move_number + 1, move, self, arrows)

    @property
    def points_by_diagram_sign(self) -> dict[str, int]:
        return {"X": self.board.black, "O": self.board.white, "#": self.arrows}

    def with_board(self, cells: Mapping[Point, str], color: Color) -> AmazonsPosition:
        black, white, arrows = point_sets_by_sign(cells, "XO#")
        if not black or not white:
            raise UserError("each player needs a queen")
        return AmazonsPosition(Board(self.board.geometry, black, white), color, arrows=arrows)

    def format_move(self, move: Move) -> str:
        """Return a move as text such as `d1-d7/g7`, or part of a move as `d1` or `d1-d7`."""
        if not isinstance(move, Play):
            return Position.format_move(self, move)
        names = map(self.format_point, move.points)
        return "".join(sign + name for sign, name in zip(("", "-", "/"), names, strict=False))

    def partial_move_diagram(self, chosen: Sequence[Point]) -> Diagram:
        if len(chosen) < 2:
            return self.diagram()
        queen, target = chosen[:2]
        board = self.board.without_stones(1 << queen).with_stone(target, self.to_move)
        return self.replace(board=board).diagram()

    def standing(self) -> tuple[str, ...]:
        black, white = (
            queen_distance_layers(queens, self.empty_points, self.size) for queens in self.board[1:]
        )
        *nearer, _ = squares_reached_first(black, white)
        lines = [f"{color} reaches {nearer[color].bit_count()} squares first." for color in Color]
        both = (self.empty_points & ~(nearer[0] | nearer[1])).bit_count()
        ahead = nearer[0].bit_count() - nearer[1].bit_count()
        leader = "Neither player" if not ahead else str(Color(ahead < 0))
        return (
            "This is an estimate, based on the number of moves that queens need to reach each square.",
            "",
            *lines,
            f"{both} squares are equally near to both players or out of reach.",
            f"{leader} is ahead.",
        )


@cache
def ray_table(size: int) -> tuple[tuple[tuple[Point, ...], ...], ...]:
    """Return, for each point, the squares in each of the eight directions, the nearest first."""
    stride, board = size + 1, full_board(size)
    result = []
    for point in range(stride * size):
        lines = []
        for step in (1, -1, stride, -stride, stride + 1, -stride - 1, stride - 1, -stride + 1):
            line, at = [], point + step
            while at >= 0 and board >> at & 1:
                line.append(at)
                at += step
            if line:
                lines.append(tuple(line))
        result.append(tuple(lines))
    return tuple(result)


def queen_destinations(point: Point, empty_points: int, size: int) -> list[Point]:
    """Return the squares that a queen or an arrow can reach from a point in one move."""
    result = []
    for line in ray_table(size)[point]:
        for at in line:
            if not empty_points >> at & 1:
                break
            result.append(at)
    return result


def add_king_neighbors(squares: int, size: int) -> int:
    """Return a set of squares and their neighbors in all eight directions.

    Bits outside the board may be set.
    """
    wide = squares | squares << 1 | squares >> 1
    stride = size + 1
    return wide | wide << stride | wide >> stride


def queen_distance_layers(queens: int, empty_points: int, size: int) -> list[int]:
    """Return the sets of empty squares at a distance of one queen move, two queen moves, and so on.

    The path of a queen ends before any square of an earlier layer, because a queen that stops on that square
    needs no more moves to reach the squares beyond it.
    """
    steps = geometry(size, KING_MOVES).shifts
    layers: list[int] = []
    left, last = empty_points, queens
    while left:
        swept = 0
        for step in steps:
            ahead = last << step & left
            while ahead:
                swept |= ahead
                ahead = ahead << step & left
            ahead = last >> step & left
            while ahead:
                swept |= ahead
                ahead = ahead >> step & left
        if not swept:
            break
        layers.append(swept)
        left ^= swept
        last = swept
    return layers


def squares_reached_first(one: list[int], other: list[int]) -> tuple[int, int, int]:
    """Return the squares that one color reaches before the other, those that the other does, and the ties.

    one, other -- the squares that each color reaches, by distance.
    """
    sooner = equal = seen = 0
    for reached, reached_by_other in zip_longest(one, other, fillvalue=0):
        seen |= reached_by_other
        sooner |= reached & ~seen
        equal |= reached & reached_by_other
    return sooner, seen & ~(sooner | equal), equal


_INTRODUCTION = """\
Amazons is played with four queens per player.  On each turn, move one of your
queens and then shoot an arrow from where she stands.  Queens and arrows move
like a queen in chess: any number of squares straight or diagonally, at least
one, and never onto or over a queen or an arrow.  The square that the queen has
left is empty.  An arrow stays for the rest of the game and blocks its square
for both players; nothing is ever captured.  A player who cannot move loses.

In text diagrams, X is Black, who has the lower queens and moves first, O is
White, and # is an arrow.

Type a move as the queen's square, her target, and the target of the arrow:
d1-d7/g7 or d1 d7 g7.  Or type the squares one by one: + marks the possible
next squares, and back undoes a step.  Type help to see what else you can type."""

AMAZONS = Game(
    name="amazons",
    display_name="Amazons",
    how_to_play=_INTRODUCTION,
    legend="X Black's queens, O White's, # arrows, - empty",
    example_move="d1-d7/g7",
    point_prompts=("your move?", "to which square?", "where does the arrow land?"),
    sizes=(6, 8, 10),
    default_size=10,
    position_class=AmazonsPosition,
)
