"""What a game offers to front ends, files, engines and the command line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeAlias

from gnugo_py.core.position import Position
from gnugo_py.core.types import Move, Side

Node: TypeAlias = Mapping[str, Sequence[str]]
"""A node of an SGF file: for each property its values as text."""


class Notation(Protocol):
    """How a game stands in an SGF file: properties as text, by name; no file is opened here."""

    def sides(self, root: Node) -> Mapping[str, Side]:
        """Which sides the letters B and W stand for in a file."""
        return {"B": Side.BLACK, "W": Side.WHITE}

    def meant(self, value: str, side: Side, next_side: Callable[[], Side | None]) -> str:
        """What the value of a side's move means, given who moves after it; the value itself for most."""
        return value

    def options(self, root: Node) -> dict[str, object]:
        """What a file's first node says of the options of `Game.start`.  Raises Mistake."""

    def doubts(self, root: Node) -> tuple[str, ...]:
        """What a first node says of the rules and is not understood, a sentence each; often nothing."""
        return ()

    def start(self, root: Node, kept: Mapping[str, object] | None) -> Position:
        """The position a file begins with.

        kept -- what `kept` gave for a file of this program's own; None for another program's.

        Raises Mistake saying what is wrong.
        """

    def edited(self, position: Position, node: Node) -> Position:
        """The position after what a node puts down or takes off without a move; the same if nothing.

        Raises Mistake saying what is wrong.
        """

    def handed(self, position: Position, side: Side) -> Position:
        """The same board as a new start, with a side's turn although it is the other's."""

    def parse_move(self, text: str, position: Position) -> Move:
        """The move of a property's value.  Raises Mistake."""

    def played(self, position: Position, move: Move, is_own: bool) -> Position:
        """The position after a move of a file.  Raises IllegalMove.

        is_own -- whether this program wrote the file, so that the move was legal when it was made.
        """

    def cleared(self, position: Position, move: Move) -> Position:
        """Return the position without the stone on an occupied point on which a file has a move.

        SGF has such moves executed; for others the position itself is returned.
        """
        return position

    def under(self, positions: Sequence[Position], options: Mapping[str, object]) -> list[Position]:
        """The game of some positions, by the rules that options name.  Raises Mistake if it cannot be."""

    def root(self, start: Position) -> dict[str, list[str]]:
        """What the first node says of the game's start: size, rules, setup."""

    def nodes(self, position: Position) -> list[dict[str, list[str]]]:
        """The nodes of the move that led to a position, the move itself in the first."""

    def kept(self, start: Position) -> dict[str, object]:
        """What of a start SGF has no word for, as plain data."""
