"""Interpreter for the nodes of SGF files: it turns their properties into positions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice
from typing import NamedTuple

from gnugo_py.games.position import Position
from gnugo_py.games.sgf import SgfFunctions, SgfProperties
from gnugo_py.games.types import Color, IllegalMove, Pass, Resign, UserError
from gnugo_py.record.properties import (
    BOARD_SETUP_PROPERTIES,
    MOVE_PROPERTIES,
    decode_properties,
    property_text,
    sgf_color_of_move,
    sgf_color_to_move,
)
from gnugo_py.record.sgf_grammar import RawProperties, SgfError

_MAX_NODES_TO_MOVE = 100
"""The maximum number of nodes without a move in which the next move of a line is looked for."""


class Interpretation(NamedTuple):
    """What a node means.

    position    -- the position after it.
    setup       -- what is wrong with its setup, as sentences.
    move        -- what is unusual about its move, as predicates of sentences; often empty.
    is_restart  -- whether its setup begins the game anew.
    """

    position: Position
    setup: tuple[str, ...] = ()
    move: tuple[str, ...] = ()
    is_restart: bool = False


class SgfNodeInterpreter(NamedTuple):
    """Interpreter for the nodes of one file.

    sgf     -- the SGF functions of the game.
    private -- the private data of this program, None in a file by another program.
    """

    sgf: SgfFunctions[Position]
    private: Mapping[str, object] | None

    def start(self, root: RawProperties, later: Iterator[RawProperties]) -> Interpretation:
        """Return what the root means.

        root, later -- its properties, and those of the nodes after it in its line.

        The root node (PL), or else the first move of its line, determines the color to move. Raise SgfError
        if the setup is invalid.
        """
        properties, warning, is_set_up = decode_properties(root), "", False
        first: RawProperties = {}
        for first in later:  # up to the first move
            is_set_up = is_set_up or not BOARD_SETUP_PROPERTIES.isdisjoint(first)
            if sgf_color_of_move(first) is not None:
                break
        try:
            if self.private is None and not is_set_up:
                implied, warning = self.sgf.implied_setup(properties, _moves(chain([first], later)))
                properties |= {name: list(values) for name, values in implied.items()}
            start = self.sgf.read_start(properties, self.private)
        except UserError as error:
            raise SgfError(str(error)) from None
        color = sgf_color_to_move(root)
        if color is None:
            color = sgf_color_of_move(first)
        start = start if color is None else start.with_to_move(color)
        has_setup = not BOARD_SETUP_PROPERTIES.isdisjoint(root)
        problems = self._setup_problems(properties, start, 0) if has_setup else ()
        return Interpretation(start, (warning, *problems) if warning else problems)

    def interpret(
        self, properties: RawProperties, number: int, before: Position, later: Iterator[RawProperties]
    ) -> Interpretation:
        """Return what a node means, which is not the root.

        properties -- its properties.
        number     -- the number of moves up to and including it.
        before     -- the position before it.
        later      -- the properties of the nodes after it in its line.

        If there is a later move, PL without setup does not restart the game. Raise SgfError if the setup is
        invalid or the move cannot be executed.
        """
        color, position, problems = sgf_color_of_move(properties), before, tuple[str, ...]()
        is_set_up, moves = not BOARD_SETUP_PROPERTIES.isdisjoint(properties), number - (color is not None)
        setup = decode_properties(properties) if is_set_up else {}
        if is_set_up:
            try:
                position = self.sgf.apply_setup(position, setup)
            except UserError as error:
                raise SgfError(f"setup after move {moves}: {error}") from None
        turn = sgf_color_to_move(properties) if color is None and "PL" in properties else None
        if turn is not None and turn is not position.to_move:  # in a node with a move, PL has no effect
            is_restart = is_set_up or not any(_moves(islice(later, _MAX_NODES_TO_MOVE - 1)))
            position = self.sgf.with_turn(position, turn) if is_restart else position.with_to_move(turn)
        if is_set_up:
            problems = self._setup_problems(setup, position, moves)
        is_restart = position is not before and position.previous is None
        if color is None:
            return Interpretation(position, problems, is_restart=is_restart)
        if position.outcome_without_count is not None:
            raise SgfError(f"move {number}: the game is already over")
        value = property_text(properties, MOVE_PROPERTIES[color])
        if value[:4].lower() == "swap":
            value = self.sgf.swap_kind(value, color, next((each for each, _ in _moves(later)), None))
        after, unusual = self._moved(value, color, position, number)
        return Interpretation(after, problems, unusual, is_restart)

    def _setup_problems(self, node: SgfProperties, position: Position, number: int) -> tuple[str, ...]:
        """Return what is wrong with the setup of a node, as sentences.

        position -- the position after the setup, and `number` the number of moves before it.
        """
        problems = self.sgf.invalid_setup(node, position)
        if self.private is None:
            problems += self.sgf.setup_problems(node, position)
        return tuple(f"Setup after move {number}: {problem}." for problem in problems)

    def _moved(
        self, value: str, color: Color, position: Position, number: int
    ) -> tuple[Position, tuple[str, ...]]:
        """Return the position after a move in a position, and what is unusual about the move.

        value, number -- the value of its property, and its number in the game.

        Raise SgfError if the value is not a move, or the move cannot be executed.
        """
        before = position.with_to_move(color)
        try:
            move = self.sgf.parse_move(value, before)
        except UserError as error:
            raise SgfError(f"move {number}: {error}") from None
        if isinstance(move, Resign):
            return position, ()
        try:
            after, unusual = self.sgf.execute(before, move)
        except IllegalMove as error:
            raise SgfError(f"move {number}, {color} {before.format_move(move)}: {error}") from None
        if isinstance(move, Pass):
            unusual = self.sgf.unusual_pass(value, after)
        broken = self.sgf.broken_rule(after) if self.private is None else ""
        return after, tuple(filter(None, (unusual, broken)))


def _moves(nodes: Iterable[RawProperties]) -> Iterator[tuple[Color, str]]:
    """Yield the color and the value of each move of some nodes."""
    for properties in nodes:
        color = sgf_color_of_move(properties)
        if color is not None:
            yield color, property_text(properties, MOVE_PROPERTIES[color])
