"""What people are told about a position: the base class of what each game says of its own."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Generic, TypeVar

from gnugo_py.games.points import iter_points
from gnugo_py.games.position import Position
from gnugo_py.games.types import Color, Point, UserError

PositionT = TypeVar("PositionT", bound=Position)


class PositionWords(Generic[PositionT]):
    """A position in words, from `words_of(position)`.

    The defaults suit games of one kind of stones. A game that says more has a subclass, which the registry
    names.
    """

    def __init__(self, position: PositionT) -> None:
        self.position = position

    def status_lines(self, is_over: bool = False) -> tuple[str, ...]:
        """Return the lines to show next to the board.

        is_over -- whether the game has ended, even if the position does not show it.
        """
        return () if is_over else (f"{self.position.to_move} to move.",)

    def start_facts(self) -> tuple[str, ...]:
        """Return what people need to know at the start who do not see the board, in sentences."""
        return ()

    def detail_lines(self) -> tuple[str, ...]:
        """Return lines with details of the game, the move number first."""
        return (f"Move {self.position.move_number}",)

    def describe_point(self, point: Point) -> str:
        """Return one line about a point and the piece on it, or an empty string; by default, whose it is."""
        color = self.position.board.color_at(point)
        return "" if color is None else f"{color}'s stone"

    def point_facts(self, point: Point) -> tuple[str, ...]:
        """Return what else is known about a point and the piece on it, in sentences."""
        return ()

    def capture_lines(self) -> tuple[str, ...]:
        """Return what can be captured or saved now, in sentences, for a game that the first capture wins."""
        return ()

    def groups(self, color: Color) -> Iterable[int]:
        """Return the pieces of a color that belong together, as sets of points; by default, each alone."""
        return [1 << point for point in iter_points(self.position.stones(color))]

    def effects(self) -> tuple[str, ...]:
        """Return sentences about the effects of the last move, such as captures; often empty."""
        return ()

    def example_move(self) -> str:
        """Return an example of a move to type: the game's usual one or, if it is illegal, some legal move."""
        position, usual = self.position, self.position.game.example_move
        with suppress(UserError):
            if position.why_illegal(position.parse_partial_move(usual)) is None:
                return usual
        legal = position.legal_moves()
        return position.format_move(legal[len(legal) // 2]) if legal else usual
