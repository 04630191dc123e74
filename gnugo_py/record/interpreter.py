"""Interpreter for the nodes of SGF files: it turns their properties into positions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple, Protocol

from gnugo_py.games.position import Position
from gnugo_py.games.registry import GAMES, sgf_functions
from gnugo_py.games.types import Color, IllegalMove, Resign, UserError
from gnugo_py.record.properties import (
    BOARD_SETUP_PROPERTIES,
    MOVE_PROPERTIES,
    decode_properties,
    property_text,
    sgf_color_of_move,
    sgf_color_to_move,
)
from gnugo_py.record.sgf_grammar import RawProperties, SgfError

ON_OCCUPIED_POINT = "is on an occupied point; the stone there is replaced"
_FIRST_MOVES = 20
"""Number of moves from which `SgfFunctions.implied_setup` can tell what the start was."""


class SgfNode(Protocol):
    """A node of a tree, as far as the interpreter knows it.

    number         -- number of moves up to and including the node.
    has_later_move -- whether there is a move after it in its line.
    """

    @property
    def properties(self) -> RawProperties: ...
    @property
    def number(self) -> int: ...
    @property
    def has_later_move(self) -> bool: ...
    def line(self) -> Iterator[SgfNode]:
        """Yield the node and those after it, without variations."""


class Interpretation(NamedTuple):
    """What a node means.

    position    -- the position after it.
    setup       -- what is wrong with its setup, as sentences.
    move        -- what is unusual about its move, as the predicate of a sentence; often empty.
    is_restart  -- whether its setup begins the game anew.
    """

    position: Position
    setup: tuple[str, ...] = ()
    move: str = ""
    is_restart: bool = False


class SgfNodeInterpreter:
    """Interpreter for the nodes of one file.

    name    -- registry name of the game.
    private -- the private data of this program, None in a file by another program.

    start_warning -- a sentence about setup that the root implies but lacks, after `start`; often empty.
    """

    def __init__(self, name: str, private: Mapping[str, object] | None) -> None:
        self.sgf = sgf_functions(GAMES[name].load())
        self.private = private
        self.start_warning = ""

    def start(self, root: SgfNode) -> Interpretation:
        """Return what the root means.

        The root node (PL), or else the first move of its line, determines the color to move. Raise SgfError
        if the setup is invalid.
        """
        properties = decode_properties(root.properties)
        moves, is_set_up = _first_moves(root)
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
        start = start if first is None else start.with_to_move(first)
        return Interpretation(start, self._setup_problems(root.properties, start, 0))

    def interpret(self, node: SgfNode, before: Position) -> Interpretation:
        """Return what a node means, which is not the root.

        before -- the position before the node.

        Raise SgfError if the setup is invalid or the move cannot be executed.
        """
        properties, position = node.properties, before
        color, problems = sgf_color_of_move(properties), tuple[str, ...]()
        if "PL" in properties or not BOARD_SETUP_PROPERTIES.isdisjoint(properties):
            number = node.number if color is None else node.number - 1
            position = self._set_up(node, before, number)
            problems = self._setup_problems(properties, position, number)
        is_restart = position is not before and position.previous is None
        if color is None:
            return Interpretation(position, problems, "", is_restart)
        if position.outcome_without_count is not None:
            raise SgfError(f"move {node.number}: the game is already over")
        after, unusual = self._moved(node, position, color)
        return Interpretation(after, problems, unusual, is_restart)

    def _set_up(self, node: SgfNode, position: Position, number: int) -> Position:
        """Return the position after the setup of a node and before its move.

        position -- the position before the node.
        number   -- the number of moves before it, for messages.

        If there is a later move in the line, PL alone does not restart the game; in a node with a move, PL
        has no effect.
        """
        properties = node.properties
        color = sgf_color_to_move(properties) if sgf_color_of_move(properties) is None else None
        if not BOARD_SETUP_PROPERTIES.isdisjoint(properties):
            try:
                position = self.sgf.apply_setup(position, decode_properties(properties))
            except UserError as error:
                raise SgfError(f"setup after move {number}: {error}") from None
        elif color is not None and node.has_later_move:
            return position.with_to_move(color)
        if color is not None and color is not position.to_move:
            position = self.sgf.with_turn(position, color)
        return position

    def _setup_problems(self, properties: RawProperties, position: Position, number: int) -> tuple[str, ...]:
        """Return what is wrong with the setup of a node, as sentences.

        position -- the position after the setup, and `number` the number of moves before it.
        """
        if BOARD_SETUP_PROPERTIES.isdisjoint(properties):
            return ()
        node = decode_properties(properties)
        problems = self.sgf.invalid_setup(node, position)
        if self.private is None:
            problems += self.sgf.setup_problems(node, position)
        return tuple(f"Setup after move {number}: {problem}." for problem in problems)

    def _moved(self, node: SgfNode, position: Position, color: Color) -> tuple[Position, str]:
        """Return the position after the move of a node by a color, and what is unusual about the move.

        position -- the position before the move.

        Raise SgfError if the value is not a move, or the move cannot be executed.
        """
        before = position.with_to_move(color)
        value = property_text(node.properties, MOVE_PROPERTIES[color])
        if value[:4].lower() == "swap":
            later = (sgf_color_of_move(each.properties) for each in node.line() if each is not node)
            value = self.sgf.swap_kind(value, color, next((each for each in later if each is not None), None))
        try:
            move = self.sgf.parse_move(value, before)
        except UserError as error:
            raise SgfError(f"move {node.number}: {error}") from None
        if isinstance(move, Resign):
            return position, ""
        cleared = self.sgf.with_move_point_cleared(before, move)
        unusual = self.sgf.unusual_move(value, before) if cleared is before else ON_OCCUPIED_POINT
        try:
            return self.sgf.execute(cleared, move), unusual
        except IllegalMove as error:
            raise SgfError(f"move {node.number}, {color} {cleared.format_move(move)}: {error}") from None


def _first_moves(root: SgfNode) -> tuple[list[tuple[Color, str]], bool]:
    """Return the colors and values of the first moves, and whether setup after the root precedes them."""
    moves: list[tuple[Color, str]] = []
    is_set_up = False
    for node in root.line():
        properties = node.properties
        if not moves and node is not root and not BOARD_SETUP_PROPERTIES.isdisjoint(properties):
            is_set_up = True
        color = sgf_color_of_move(properties)
        if color is not None:
            moves.append((color, property_text(properties, MOVE_PROPERTIES[color])))
            if len(moves) == _FIRST_MOVES:
                break
    return moves, is_set_up
