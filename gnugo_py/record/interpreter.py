"""Interpreter for the nodes of SGF files: it turns their properties into positions, and warns about them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from gnugo_py.games.position import Position
from gnugo_py.games.registry import GAMES, sgf_functions
from gnugo_py.games.text import pluralize
from gnugo_py.games.types import Color, IllegalMove, Move, Resign, UserError
from gnugo_py.record.node import Node
from gnugo_py.record.properties import (
    BOARD_SETUP_PROPERTIES,
    MOVE_PROPERTIES,
    decode_properties,
    property_text,
    sgf_color_to_move,
)
from gnugo_py.record.sgf_grammar import MAX_SGF_VALUES_PER_VARIATION, RawProperties, SgfError

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
        color, value = self.letter_colors[name], property_text(node.properties, name)
        if value.lower().startswith("swap"):
            later = (each.color for each in node.line() if each is not node and each.has_move)
            value = self.sgf.swap_kind(value, color, next(later, None))
        turned = position.with_to_move(color)
        try:
            return turned, self.sgf.parse_move(value, turned)
        except UserError as error:
            raise SgfError(f"move {node.number}: {error}") from None


MAX_SETUPS = 1000


@dataclass(slots=True)
class LineWarnings:
    """The warnings about a line.

    start                -- a sentence about setup that the root implies but lacks; often empty.
    variations           -- number of lines besides the main line.
    setup_problems       -- sentences about setup.
    broken_rules         -- by what a move does that the rules forbid, the numbers of these moves.
    replaced             -- numbers of the moves on occupied points, which replaced the stones there.
    unread               -- why the line ends before its last move, as a sentence; empty if it does not.
    nodes_with_two_moves -- number of nodes with several moves by one color; only the first is played.
    last_setup_number    -- number of moves before the last setup during the game, 0 if there is none.
    moves_after_end      -- number of moves after the end of the game, which are ignored.
    """

    start: str
    variations: int
    setup_problems: list[str] = field(default_factory=list)
    broken_rules: dict[str, list[int]] = field(default_factory=dict)
    replaced: list[int] = field(default_factory=list)
    unread: str = ""
    nodes_with_two_moves: int = 0
    last_setup_number: int = 0
    moves_after_end: int = 0

    def about_play(self) -> tuple[str, ...]:
        """Return what is wrong with the setup and the moves."""
        replaced = _about_moves(self.replaced, "is on an occupied point; the stone there is replaced")
        broken = [
            _about_moves(numbers, f"{problem}; it is executed anyway")
            for problem, numbers in self.broken_rules.items()
        ]
        return tuple(filter(None, (replaced, self.start, *self.setup_problems, *broken, self.unread)))

    def about_main_line(self, *, are_variations_read: bool = False) -> tuple[str, ...]:
        """Return `about_play` and what reading the main line leaves out, which may include the variations."""
        warnings: list[str] = []
        if self.variations and not are_variations_read:
            others = pluralize(self.variations, "variation is", "variations are")
            warnings.append(f"Only the main line is read; {others} ignored.")
        if self.nodes_with_two_moves:
            warnings.append(
                f"In {pluralize(self.nodes_with_two_moves, 'node')} a color moves more than once;"
                " only the first move is played."
            )
        warnings += self.about_play()
        if self.last_setup_number > max(self.replaced, default=1) - 1:
            warnings.append(
                f"After move {self.last_setup_number}, the file changes the stones or the player to move; "
                "the game restarts there."
            )
        if self.moves_after_end:
            later = pluralize(self.moves_after_end, "later move is", "later moves are")
            warnings.append(f"The game ends before the file does; {later} ignored.")
        return tuple(warnings)


def _about_moves(numbers: Sequence[int], problem: str) -> str:
    """Return a problem of moves as a sentence; empty if no moves have it."""
    others = f" (and {pluralize(len(numbers) - 1, 'other move')})" if len(numbers) > 1 else ""
    return f"Move {numbers[0]}{others} {problem}." if numbers else ""


def line_warnings(root: Node) -> LineWarnings:
    """Return the warnings about the main line of a tree.

    Raise SgfError if the line has too many values or setups.
    """
    line = list(root.line())
    _check_limits(line)
    found = LineWarnings(root.tree.interpreter.start_warning, root.tree.variation_count)
    for index, node in enumerate(line):
        error = ""
        try:
            _ = node.position
        except UserError as problem:
            error = str(problem)
        if not error or error.startswith("move"):
            moves = max(len(node.properties.get(name, ())) for name in MOVE_PROPERTIES)
            found.nodes_with_two_moves += moves > 1
        if error:
            _note_end(found, line[index:], error)
            break
        _note_node(found, node)
    return found


def _check_limits(line: Sequence[Node]) -> None:
    """Raise SgfError if a line has too many values or setups."""
    values = sum(len(values) for node in line for values in node.properties.values())
    if values > MAX_SGF_VALUES_PER_VARIATION:
        raise SgfError(
            f"the game has more than {MAX_SGF_VALUES_PER_VARIATION} values; no game record is that large"
        )
    if sum(node.sets_up_board for node in line) > MAX_SETUPS:
        raise SgfError(
            f"the board is set up more than {MAX_SETUPS} times; no game record has that many setups"
        )


def _note_node(found: LineWarnings, node: Node) -> None:
    """Note what is wrong with the setup and the move of a node, whose position could be computed."""
    interpreter, sgf, parent = node.tree.interpreter, node.tree.interpreter.sgf, node.parent
    number = 0 if parent is None else parent.number
    start = before = node.position if parent is None else parent.position
    if parent is not None:
        before = interpreter.position_before_move(node, start)
    is_own = interpreter.private is not None
    if node.sets_up_board and not is_own:
        problems = sgf.setup_problems(decode_properties(node.properties), before)
        found.setup_problems += [f"Setup after move {number}: {problem}." for problem in problems]
    if before is not start and before.previous is None:
        found.last_setup_number = number
    if node.has_move:
        turned, move = interpreter.move_of(node, before)
        cleared = sgf.with_move_point_cleared(turned, move)
        if cleared is not turned:
            found.replaced.append(node.number)
            found.last_setup_number = number or found.last_setup_number
        problem = "" if is_own else sgf.broken_rule(cleared, move)
        if problem:
            found.broken_rules.setdefault(problem, []).append(node.number)


def _note_end(found: LineWarnings, rest: Sequence[Node], reason: str) -> None:
    """Note why a line ends before the moves in `rest`."""
    moves, parent = sum(node.has_move for node in rest), rest[0].parent
    if parent is not None and parent.position.outcome_without_count is not None:
        found.moves_after_end = moves
        return
    found.unread = (
        f"{reason[0].upper()}{reason[1:]}; the game ends before it,"
        f" and {pluralize(moves, 'move')} cannot be read."
    )
