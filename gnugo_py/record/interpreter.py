"""Interpreter for the nodes of SGF files: it turns their properties into positions."""

from __future__ import annotations

from collections.abc import Mapping

from gnugo_py.games.position import Position
from gnugo_py.games.registry import GAMES, sgf_functions
from gnugo_py.games.types import Color, IllegalMove, Move, Resign, UserError
from gnugo_py.record.node import Node
from gnugo_py.record.properties import (
    BOARD_SETUP_PROPERTIES,
    MOVE_PROPERTIES,
    decode_properties,
    property_text,
    sgf_color_to_move,
)
from gnugo_py.record.sgf_parser import RawProperties, SgfError

_FIRST_MOVES = 20
"""Number of moves from which `SgfFunctions.implied_setup` can tell what the start was."""


class SgfNodeInterpreter:
    """Interpreter for the nodes of one file.

    name    -- registry name of the game.
    root    -- the properties of the root node.
    private -- the private data of this program, None in a file by another program.

    letter_colors -- the colors that the letters B and W stand for.
    start_warning -- a sentence about setup that the root implies but lacks, after `start_position`; often
                     empty.
    """

    def __init__(self, name: str, root: RawProperties, private: Mapping[str, object] | None) -> None:
        self.sgf = sgf_functions(GAMES[name].load())
        self.letter_colors = self.sgf.letter_colors(decode_properties(root))
        self.private = private
        self.start_warning = ""

    def start_position(self, root: Node) -> Position:
        """Return the start position.

        The root node (PL), or else the first move of its line, determines the color to move. Raise SgfError
        if the setup is invalid.
        """
        properties = decode_properties(root.properties)
        moves, is_set_up = self._first_moves(root)
        try:
            if self.private is None and not is_set_up:
                implied, self.start_warning = self.sgf.implied_setup(properties, moves)
                properties |= {name: list(values) for name, values in implied.items()}
            start = self.sgf.read_start(properties, self.private)
        except UserError as error:
            raise SgfError(str(error)) from None
        first = sgf_color_to_move(root.properties)
        if first is None and moves:
            first = moves[0][0]
        return start if first is None else start.with_to_move(first)

    def _first_moves(self, root: Node) -> tuple[list[tuple[Color, str]], bool]:
        """Return the colors and values of the first moves, and whether setup after the root precedes them."""
        moves: list[tuple[Color, str]] = []
        is_set_up = False
        for node in root.line():
            is_set_up |= not moves and node is not root and node.sets_up_board
            moves += [
                (self.letter_colors[name], property_text(node.properties, name))
                for name in MOVE_PROPERTIES
                if name in node.properties
            ]
            if len(moves) >= _FIRST_MOVES:
                break
        return moves, is_set_up

    def position_after(self, node: Node, before: Position) -> Position:
        """Return the position after a node, which is not the root.

        before -- the position before the node.

        Raise SgfError if the setup is invalid or the move cannot be executed.
        """
        position = self.position_before_move(node, before)
        if not node.has_move:
            return position
        if position.outcome_without_count is not None:
            raise SgfError(f"move {node.number}: the game is already over")
        turned, move = self.move_of(node, position)
        if isinstance(move, Resign):
            return position
        turned = self.sgf.with_move_point_cleared(turned, move)
        try:
            return self.sgf.execute(turned, move)
        except IllegalMove as error:
            written = turned.format_move(move)
            raise SgfError(f"move {node.number}, {turned.to_move} {written}: {error}") from None

    def position_before_move(self, node: Node, before: Position) -> Position:
        """Return the position after the setup of a node and before its move; see `position_after`.

        If there is a later move in the line, PL alone does not restart the game.
        """
        if not node.sets_up_board and "PL" not in node.properties:
            return before
        assert node.parent is not None
        if node.sets_up_board or not node.has_later_move:
            return self.apply_setup(before, node.properties, node.parent.number)
        color = None if node.has_move else sgf_color_to_move(node.properties)
        return before if color is None else before.with_to_move(color)

    def apply_setup(self, position: Position, properties: RawProperties, number: int) -> Position:
        """Return the position after setup properties; in a node with a move, PL has no effect.

        number -- number of moves before the setup, for messages.

        Raise SgfError if the setup is invalid.
        """
        if not properties.keys().isdisjoint(BOARD_SETUP_PROPERTIES):
            try:
                position = self.sgf.apply_setup(position, decode_properties(properties))
            except UserError as error:
                raise SgfError(f"setup after move {number}: {error}") from None
        color = sgf_color_to_move(properties) if properties.keys().isdisjoint(MOVE_PROPERTIES) else None
        if color is not None and color is not position.to_move:
            position = self.sgf.with_turn(position, color)
        return position

    def move_of(self, node: Node, position: Position) -> tuple[Position, Move]:
        """Return the position with the color to move that moves in a node, and the move.

        position -- the position before the move. The later nodes may show what kind of swap the move is.

        Raise SgfError if the value is not a move.
        """
        name = next(name for name in MOVE_PROPERTIES if name in node.properties)
        color = self.letter_colors[name]

        def next_color() -> Color | None:
            return next((each.color for each in node.line() if each is not node and each.has_move), None)

        value = self.sgf.resolve_swap_kind(property_text(node.properties, name), color, next_color)
        turned = position.with_to_move(color)
        try:
            return turned, self.sgf.parse_move(value, turned)
        except UserError as error:
            raise SgfError(f"move {node.number}: {error}") from None
