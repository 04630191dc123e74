"""Interpreter for the nodes of SGF files: it turns their properties into positions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import NamedTuple, TypeAlias

from gnugo_py.games.position import Position
from gnugo_py.games.sgf import COLOR_LETTERS, SgfFunctions, SgfProperties
from gnugo_py.games.types import Color, IllegalMove, UserError
from gnugo_py.record.properties import (
    BOARD_SETUP_PROPERTIES,
    decode_properties,
    property_text,
    sgf_color_of_move,
    sgf_color_to_move,
)
from gnugo_py.record.sgf_grammar import RawProperties, SgfError

RESIGNATIONS = ("resign", "forfeit")
"""What other programs write as the last move of a game in which a player resigns."""
_MAX_NODES_TO_MOVE = 100
"""The maximum number of nodes without a move in which the next move of a line is looked for."""
_Later: TypeAlias = Callable[[], Iterator[RawProperties]]
"""A function that yields the properties of the nodes after a node in its line."""


class SgfNodeInterpreter(NamedTuple):
    """Interpreter for the nodes of one file.

    sgf     -- the SGF functions of the game.
    private -- the private data of this program, None in a file by another program.
    """

    sgf: SgfFunctions[Position]
    private: Mapping[str, object] | None

    def start(self, root: RawProperties, later: _Later) -> Position:
        """Return the position of the root.

        The root node (PL), or else the first move of its line, determines the color to move. Raise SgfError
        if the setup is invalid.
        """
        properties = decode_properties(root)
        try:
            implied, _ = self.implied_setup(properties, later)
            start = self.sgf.read_start({**properties, **implied}, self.private)
        except UserError as error:
            raise SgfError(str(error)) from None
        color = sgf_color_to_move(root)
        if color is None:
            color = next((each for each, _ in _moves(later())), None)
        return start if color is None else start.with_to_move(color)

    def implied_setup(self, root: SgfProperties, later: _Later) -> tuple[SgfProperties, str]:
        """Return the setup that the root implies but lacks, and a warning about it, empty if there is none.

        A file by this program, or with setup before the first move, implies nothing.
        """
        if self.private is None:
            for properties in later():
                if not BOARD_SETUP_PROPERTIES.isdisjoint(properties):
                    return {}, ""
                if sgf_color_of_move(properties) is not None:
                    break
            return self.sgf.implied_setup(root, _moves(later()))
        return {}, ""

    def interpret(self, properties: RawProperties, number: int, before: Position, later: _Later) -> Position:
        """Return the position of a node that is not the root.

        properties -- its properties.
        number     -- the number of moves up to and including it.
        before     -- the position before it.

        If there is a later move, PL without setup does not restart the game; with a move, it has no effect.
        Raise SgfError if the setup is invalid or the move cannot be executed.
        """
        color = sgf_color_of_move(properties)
        is_set_up = not BOARD_SETUP_PROPERTIES.isdisjoint(properties)
        position = self.set_up(properties, before, number - (color is not None)) if is_set_up else before
        if color is not None:
            return self._moved(properties, color, position, number, later)
        turn = sgf_color_to_move(properties)
        if turn is None or turn is position.to_move:
            return position
        if is_set_up or not any(_moves(islice(later(), _MAX_NODES_TO_MOVE - 1))):
            return self.sgf.with_turn(position, turn)
        return position.with_to_move(turn)

    def set_up(self, properties: RawProperties, before: Position, moves: int) -> Position:
        """Return the position after the setup in a node, which follows a number of moves.

        Raise SgfError if the setup is invalid.
        """
        try:
            return self.sgf.apply_setup(before, decode_properties(properties))
        except UserError as error:
            raise SgfError(f"setup after move {moves}: {error}") from None

    def _moved(
        self, properties: RawProperties, color: Color, before: Position, number: int, later: _Later
    ) -> Position:
        """Return the position after the move in a node; a resignation leaves the position as it is.

        Raise SgfError if the value is not a move, or the move cannot be executed.
        """
        value = property_text(properties, COLOR_LETTERS[color])
        if value[:4].lower() == "swap":
            value = self.sgf.swap_kind(value, color, next((each for each, _ in _moves(later())), None))
        elif value.lower() in RESIGNATIONS:
            return before
        if before.outcome_without_count is not None:
            raise SgfError(f"move {number}: the game is already over")
        if before.to_move is not color:
            before = before.with_to_move(color)
        try:
            move = self.sgf.parse_move(value, before)
        except UserError as error:
            raise SgfError(f"move {number}: {error}") from None
        try:
            return self.sgf.execute(before, move)
        except IllegalMove as error:
            raise SgfError(f"move {number}, {color} {before.format_move(move)}: {error}") from None


def _moves(nodes: Iterable[RawProperties]) -> Iterator[tuple[Color, str]]:
    """Yield the color and the value of each move of some nodes."""
    for properties in nodes:
        color = sgf_color_of_move(properties)
        if color is not None:
            yield color, property_text(properties, COLOR_LETTERS[color])
