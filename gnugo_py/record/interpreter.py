"""Interpreter for the nodes of SGF files: it turns their properties into positions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress

from gnugo_py.core.position import Position
from gnugo_py.core.registry import GAMES, sgf_functions
from gnugo_py.core.types import Color, IllegalMove, Move, Resign, UserError
from gnugo_py.record.properties import decode_properties, property_text, sgf_color_to_move
from gnugo_py.record.sgf_parser import RawProperties, SgfError

MOVE_PROPERTIES = ("B", "W")
BOARD_SETUP_PROPERTIES = {"AE", "AB", "AW", "AA"}
_SETUP_PROPERTIES = BOARD_SETUP_PROPERTIES | {"PL"}
_FIRST_MOVES = 20
"""Number of moves from which `SgfFunctions.implied_setup` can tell what the start was."""


class SgfNodeInterpreter:
    """Interpreter for the nodes of one file.

    name    -- registry name of the game.
    root    -- the root node.
    private -- the private data of this program, None in a file by another program.

    letter_colors -- the colors that the letters B and W stand for.
    start_warning -- a sentence about setup that the root implies but lacks, after `start_position`; often
                     empty.
    """

    def __init__(
        self,
        name: str,
        root: RawProperties,
        private: Mapping[str, object] | None,
    ) -> None:
        self.game = GAMES[name].load()
        self.sgf = sgf_functions(self.game)
        self.letter_colors = self.sgf.letter_colors(decode_properties(root))
        self._root, self._private = root, private
        self.start_warning = ""

    def start_position(self, line: Iterable[RawProperties]) -> Position:
        """Return the start position.

        The root node (PL), or else the first move of the line, determines the color to move. Raise SgfError
        if the setup is invalid.

        line -- the nodes of a line, starting with the root.
        """
        root = decode_properties(self._root)
        moves, is_set_up = self._first_moves(line)
        try:
            if self._private is None and not is_set_up:
                implied, self.start_warning = self.sgf.implied_setup(root, moves)
                root |= {name: list(values) for name, values in implied.items()}
            start = self.sgf.read_start(root, self._private)
        except UserError as error:
            raise SgfError(str(error)) from None
        first = sgf_color_to_move(self._root)
        if first is None and moves:
            first = moves[0][0]
        return start if first is None else start.with_to_move(first)

    def _first_moves(self, line: Iterable[RawProperties]) -> tuple[list[tuple[Color, str]], bool]:
        """Return the colors and values of the first moves of a line, and whether setup precedes them."""
        moves: list[tuple[Color, str]] = []
        is_set_up = False
        for node in line:
            is_set_up |= not moves and node is not self._root and bool(node.keys() & BOARD_SETUP_PROPERTIES)
            moves += [
                (self.letter_colors[name], property_text(node, name))
                for name in MOVE_PROPERTIES
                if name in node
            ]
            if len(moves) >= _FIRST_MOVES:
                break
        return moves, is_set_up

    def apply_setup(self, position: Position, node: RawProperties, number: int) -> Position:
        """Return the position after the setup properties of a node.

        number -- number of moves before the node, for messages.

        Raise SgfError if the setup is invalid.
        """
        if node.keys() & BOARD_SETUP_PROPERTIES:
            try:
                position = self.sgf.apply_setup(position, decode_properties(node))
            except UserError as error:
                raise SgfError(f"setup after move {number}: {error}") from None
        color = (
            None if node.keys() & set(MOVE_PROPERTIES) else sgf_color_to_move(node)
        )  # in a node with a move, PL has no effect
        if color is not None and color is not position.to_move:
            position = self.sgf.with_turn(position, color)
        return position

    def position_after(
        self,
        before: Position,
        node: RawProperties,
        number: int,
        later: Iterable[RawProperties],
        has_later_move: bool,
    ) -> Position:
        """Return the position after a node with at most one move.

        before         -- the position before the node.
        number         -- number of moves before the node.
        later          -- the nodes after it, which may show what kind of swap a move is.
        has_later_move -- whether one of them has a move; if so, PL alone does not restart the game.

        Raise SgfError if the setup is invalid or the move cannot be executed.
        """
        position = self.position_before_move(before, node, number, has_later_move)
        for color, value in self.moves_in_node(node, later):
            if position.outcome_without_count is not None:
                raise SgfError(f"move {number + 1}: the game is already over")
            cleared = self.with_move_point_cleared(position.with_to_move(color), value)
            position = self.apply_move(cleared, value, number + 1) or position
        return position

    def position_before_move(
        self,
        before: Position,
        node: RawProperties,
        number: int,
        has_later_move: bool,
    ) -> Position:
        """Return the position after the setup of a node and before its move; see `position_after`."""
        if node.keys().isdisjoint(_SETUP_PROPERTIES):
            return before
        if not has_later_move or not node.keys().isdisjoint(BOARD_SETUP_PROPERTIES):
            return self.apply_setup(before, node, number)
        color = sgf_color_to_move(node)
        has_effect = color is not None and node.keys().isdisjoint(MOVE_PROPERTIES)
        return before.with_to_move(color) if color is not None and has_effect else before

    def moves_in_node(
        self, node: RawProperties, later: Iterable[RawProperties] = ()
    ) -> Iterator[tuple[Color, str]]:
        """Yield the color and the value of each move in a node, with swap moves resolved.

        later -- the nodes after it, which may show what kind of swap a move is.
        """

        def next_side() -> Color | None:
            return next(
                (self.letter_colors[name] for each in later for name in MOVE_PROPERTIES if name in each), None
            )

        for name in MOVE_PROPERTIES:
            if name in node:
                color = self.letter_colors[name]
                yield color, self.sgf.resolve_swap_kind(property_text(node, name), color, next_side)

    def with_move_point_cleared(self, position: Position, value: str) -> Position:
        """Return the position without the stone on a move's point, or the same position if there is none."""
        with suppress(UserError):  # `apply_move` reports the error
            return self.sgf.with_move_point_cleared(position, self.sgf.parse_move(value, position))
        return position

    def setup_problems(self, node: RawProperties, position: Position) -> tuple[str, ...]:
        """Return what is wrong with the setup properties of a node, as sentences without the final period.

        position -- the position after the setup.
        """
        if self._private is not None or not node.keys() & BOARD_SETUP_PROPERTIES:
            return ()
        return self.sgf.setup_problems(decode_properties(node), position)

    def rule_broken_by_move(self, position: Position, value: str) -> str:
        """Return what a move does that the rules forbid, if it is executed anyway; else empty."""
        if self._private is None:
            with suppress(UserError):  # `apply_move` reports the error
                return self.sgf.broken_rule(position, self.sgf.parse_move(value, position))
        return ""

    def apply_move(self, position: Position, value: str, number: int) -> Position | None:
        """Return the position after a move, or None after a resignation.

        number -- number of the move, for messages.

        Raise SgfError if the move cannot be executed.
        """
        try:
            move: Move = self.sgf.parse_move(value, position)
        except UserError as error:
            raise SgfError(f"move {number}: {error}") from None
        if isinstance(move, Resign):
            return None
        try:
            return self.sgf.execute(position, move)
        except IllegalMove as error:
            written = position.format_move(move)
            raise SgfError(f"move {number}, {position.to_move} {written}: {error}") from None
