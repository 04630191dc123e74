"""The interface between a game and SGF files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Protocol, TypeAlias

from gnugo_py.core.position import Position
from gnugo_py.core.types import Color, Move

SgfProperties: TypeAlias = Mapping[str, Sequence[str]]
"""A node of an SGF file: for each property, its values as text."""


class SgfCodec(Protocol):
    """Conversion between a game and SGF properties. Codecs do not open files."""

    has_corrections: ClassVar[bool] = False
    """Whether setup after a move may correct the boards of programs that do not know the rules."""

    def letter_colors(self, root: SgfProperties) -> Mapping[str, Color]:
        """Return the colors that the properties B and W stand for in a file."""
        return {"B": Color.BLACK, "W": Color.WHITE}

    def resolve_swap_kind(self, value: str, color: Color, next_side: Callable[[], Color | None]) -> str:
        """Return the value of a move property, with an ambiguous swap resolved and other values unchanged.

        value     -- the value of the property.
        color     -- the color of the move.
        next_side -- returns the color of the next move in the file, or None if there is none.
        """
        return value

    def read_options(self, root: SgfProperties) -> dict[str, object]:
        """Return the options for `Game.start` from the root node. Raise UserError if they are invalid."""

    def warnings(self, root: SgfProperties) -> tuple[str, ...]:
        """Return a warning for each setting in the root node that is not read as written; often empty."""
        return ()

    def implied_setup(
        self, root: SgfProperties, moves: Sequence[tuple[Color, str]]
    ) -> tuple[Mapping[str, Sequence[str]], str]:
        """Return setup properties that another program's root implies but lacks, and a warning about them.

        moves -- the colors and values of the first moves.
        """
        return {}, ""

    def setup_problems(self, node: SgfProperties, position: Position) -> tuple[str, ...]:
        """Return what is wrong with the setup properties of a node, as sentences without the final period.

        position -- the position after the setup.
        """

    def read_start(self, root: SgfProperties, private_data: Mapping[str, object] | None) -> Position:
        """Return the starting position of a file.

        private_data -- what `extra_start_data` returned if this program wrote the file; None for other files.

        Raise UserError if the start is invalid.
        """

    def apply_setup(self, position: Position, node: SgfProperties) -> Position:
        """Return the position after the setup properties of a node, or the same position if it has none.

        Raise UserError if the setup is invalid.
        """

    def with_turn(self, position: Position, color: Color) -> Position:
        """Return a new starting position with the same board and `color` to move."""

    def parse_move(self, text: str, position: Position) -> Move:
        """Parse the value of a move property. Raise UserError if it is not a move."""

    def play_recorded_move(self, position: Position, move: Move) -> Position:
        """Return the position after a move in a file. Raise IllegalMove if the move cannot be executed."""

    def rule_broken_by_move(self, position: Position, move: Move) -> str:
        """Return what a move in a file does that the rules forbid, if it is executed anyway; else empty."""
        return ""

    def with_move_point_cleared(self, position: Position, move: Move) -> Position:
        """Return the position with the point of a move cleared, so that a move in a file can be played there.

        SGF requires that a move on an occupied point be executed. By default, the position is returned
        unchanged.
        """
        return position

    def replay_under_other_rules(
        self, positions: Sequence[Position], options: Mapping[str, object]
    ) -> list[Position]:
        """Return the same game replayed under the rules in `options`.

        Raise UserError if that is impossible.
        """

    def start_properties(self, start: Position) -> dict[str, list[str]]:
        """Return the root properties that describe the start: size, rules, setup."""

    def nodes_for_last_move(self, position: Position) -> list[dict[str, list[str]]]:
        """Return the nodes for the last move of a position. The first one contains the move."""

    def extra_start_data(self, start: Position) -> dict[str, object]:
        """Return the data about a start that SGF cannot express, as values that JSON can represent."""
