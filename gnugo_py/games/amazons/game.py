"""The game of Amazons, an implementation of `core.game.Game`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, cast

from gnugo_py.core.base_game import BaseGame
from gnugo_py.core.bitboard import point_set_from_points
from gnugo_py.core.diagram import Diagram
from gnugo_py.core.position import Position
from gnugo_py.core.text import pluralize
from gnugo_py.core.types import Color, Move, Play, Point, UserError
from gnugo_py.games.amazons.position import AmazonsPosition, queen_destinations, queen_distance_layers

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


class Amazons(BaseGame):
    """The game of Amazons."""

    display_name: ClassVar[str] = "Amazons"
    how_to_play: ClassVar[str] = _INTRODUCTION
    legend: ClassVar[str] = "X Black's queens, O White's, # arrows, - empty"
    example_move: ClassVar[str] = "d1-d7/g7"
    point_prompts: ClassVar[tuple[str, ...]] = (
        "your move?",
        "to which square?",
        "where does the arrow land?",
    )
    sizes: ClassVar[tuple[int, ...]] = (6, 8, 10)
    default_size: ClassVar[int] = 10

    def start(self, options: Mapping[str, object]) -> AmazonsPosition:
        """Return the standard start on a board with 6, 8 or 10 (the default) squares per edge.

        Raise UserError with a remedy if the size is not one of these.
        """
        return AmazonsPosition.start(self.size_from_options(options))

    def start_from_board(
        self, position: Position, cells: Mapping[Point, str], color: Color
    ) -> AmazonsPosition:
        """Return the start of a game from a board. Raise UserError if a color has no queen."""
        black, white, arrows = (
            point_set_from_points(point for point, piece in cells.items() if piece == sign) for sign in "XO#"
        )
        if not black or not white:
            raise UserError("each player needs a queen")
        return AmazonsPosition(_amazons(position).size, black, white, arrows, color)

    def format_move(self, move: Move, position: Position) -> str:
        """Return a move as text such as `d1-d7/g7`, or part of a move as `d1` or `d1-d7`."""
        if not isinstance(move, Play):
            return super().format_move(move, position)
        names = [self.format_point(point, position) for point in move.points]
        return "".join(sign + name for sign, name in zip(("", "-", "/"), names, strict=False))

    def describe_point(self, point: Point, position: Position) -> str:
        """Return what is on a point; for a queen, include the number of squares to which she can move.

        Return an empty string if the square is empty.
        """
        amazons_position = _amazons(position)
        color = next(
            (
                color
                for color in Color
                if (amazons_position.white if color else amazons_position.black) >> point & 1
            ),
            None,
        )
        if color is None:
            return "an arrow" if amazons_position.arrows >> point & 1 else ""
        number = len(queen_destinations(point, amazons_position.empty_points, amazons_position.size))
        return f"{color}'s queen, {pluralize(number, 'square')} within reach"

    def partial_move_diagram(self, position: Position, chosen: tuple[Point, ...]) -> Diagram:
        """Return the board during the entry of a move.

        Once the target is chosen, the queen is shown there.
        """
        amazons_position = _amazons(position)
        if len(chosen) < len(self.point_prompts) - 1:
            return amazons_position.diagram()
        step = 1 << chosen[0] | 1 << chosen[1]
        if amazons_position.to_move is Color.WHITE:
            return amazons_position._replace(white=amazons_position.white ^ step).diagram()
        return amazons_position._replace(black=amazons_position.black ^ step).diagram()

    def score_lines(self, position: Position, dead: int) -> tuple[str, ...]:
        """Return how many squares each color's queens reach first and who is ahead, in sentences."""
        amazons_position = _amazons(position)
        if amazons_position.outcome_without_count is not None:
            return (amazons_position.outcome_without_count.sentence,)
        nearer = _squares_reached_first(amazons_position)
        lines = [f"{color} reaches {nearer[color].bit_count()} squares first." for color in Color]
        both = (amazons_position.empty_points & ~(nearer[0] | nearer[1])).bit_count()
        ahead = nearer[0].bit_count() - nearer[1].bit_count()
        leader = "Neither player" if not ahead else str(Color(ahead < 0))
        return (
            "This is an estimate, based on the number of moves that queens need to reach each square.",
            "",
            *lines,
            f"{both} squares are equally near to both players or out of reach.",
            f"{leader} is ahead.",
        )


def _squares_reached_first(position: AmazonsPosition) -> tuple[int, int]:
    """Return the sets of squares that one color's queens reach in fewer moves than the other's.

    The first set is Black's, the second White's.
    """
    size, empty_points = position.size, position.empty_points
    black = queen_distance_layers(position.black, empty_points, size)
    white = queen_distance_layers(position.white, empty_points, size)
    first, seen_black, seen_white = [0, 0], 0, 0
    for number in range(max(len(black), len(white))):
        new_black = black[number] if number < len(black) else 0
        new_white = white[number] if number < len(white) else 0
        first[0] |= new_black & ~seen_white & ~new_white
        first[1] |= new_white & ~seen_black & ~new_black
        seen_black, seen_white = seen_black | new_black, seen_white | new_white
    return first[0], first[1]


def _amazons(position: Position) -> AmazonsPosition:
    return cast(AmazonsPosition, position)


AMAZONS = Amazons()
