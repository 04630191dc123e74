"""A node of a game tree: its properties as in SGF, and the position that they lead to."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Any

from gnugo_py.engines.engine import Decision, Engine
from gnugo_py.games.checks import checked_methods, require_type
from gnugo_py.games.points import iter_points
from gnugo_py.games.position import Position, Reduced
from gnugo_py.games.sgf import COLOR_LETTERS
from gnugo_py.games.types import RESIGN, Color, IllegalMove, Mark, Move, Point, Resign, UserError
from gnugo_py.record.clock import TimeLeft
from gnugo_py.record.properties import (
    BOARD_SETUP_PROPERTIES,
    PRIVATE_PROPERTY,
    compose_node,
    decode_property_value,
    escape_text,
    escaped_properties,
    private_data,
    property_text,
    sgf_color_of_move,
)
from gnugo_py.record.sgf_grammar import RawProperties

if TYPE_CHECKING:
    from gnugo_py.record.tree import Tree

MARKUP: dict[str, Mark] = {
    "TR": Mark("^", "triangle"), "SQ": Mark("#", "square"), "CR": Mark("@", "circle"),
    "MA": Mark("x", "cross"), "TB": Mark("b", "owner"), "TW": Mark("w", "owner"),
}  # fmt: skip
"""The marks of SGF's markup properties."""
_MAX_LABEL_LENGTH = 12
_MAX_SECONDS = 10_000_000
_PROPERTY_NAME = re.compile(r"[A-Z]{1,64}")
_OF_THE_POSITION = {"B", "W", "AB", "AW", "AE", "AA", "PL", "GM", "FF", "CA", "SZ", "KM", "RU", "HA"}
"""Properties that follow from the positions; a different value would change the game."""


@checked_methods("__init__", "add", "set_property")
class Node:
    """A node of a game tree: a move, setup or only a comment, and the position after it.

    tree       -- its tree.
    parent     -- the node before it, None for the root.
    children   -- the nodes after it: that of the main line first, then those of the variations.
    properties -- its properties as in SGF: by name, the values, escaped and in UTF-8.
    number     -- number of moves up to and including this node.
    decision   -- the decision of an engine to play the move, None if it is not known.
    engine     -- that engine.

    What is computed from the properties is kept until they change.
    """

    decision: Decision[Any] | None = None
    engine: Engine | None = None

    def __init__(
        self, tree: Tree, parent: Node | None, properties: dict[str, list[bytes]], number: int = 0
    ) -> None:
        self.tree, self.parent, self.properties, self.number = tree, parent, properties, number
        self.children: list[Node] = []

    def __repr__(self) -> str:
        return f"<Node {self.number}: {self.written[:60]!r}>"

    def __reduce__(self) -> Reduced:
        """Return the node for `pickle` and `copy`: the tree, and the way from the root.

        Children are counted from the last one, since an empty node can be written before the others.
        """
        way = [before.children[::-1].index(after) for before, after in pairwise(self.path())]
        return _node_on_way, (self.tree, way)

    # Its place in the tree

    def path(self) -> list[Node]:
        """Return the nodes from the root to this node."""
        return [*self.line_back()][::-1]

    def line_back(self) -> Iterator[Node]:
        """Yield this node and the nodes before it, up to the root."""
        node: Node | None = self
        while node is not None:
            yield node
            node = node.parent

    def line(self) -> Iterator[Node]:
        """Yield this node and the nodes after it, without variations."""
        node = self
        yield node
        while node.children:
            node = node.children[0]
            yield node

    def move_to_front(self) -> None:
        """Make this node the first one after its parent, so that its line is no variation there."""
        assert self.parent is not None
        if self.parent.children[0] is not self:
            self.parent.children.remove(self)
            self.parent.children.insert(0, self)
            self.tree.changes += 1

    def promote(self) -> None:
        """Make the line that leads to this node the main line as far as here."""
        for node in self.path()[1:]:
            node.move_to_front()

    def remove(self) -> None:
        """Remove this node, with all nodes after it, from the tree.  The root cannot be removed."""
        if self.parent is None:
            raise ValueError("the root of a tree cannot be removed")
        self.parent.children.remove(self)
        self.tree.changes += 1

    # Its position and move

    @cached_property
    def position(self) -> Position:
        """The position after this node.  One that is set is not compared with the properties.

        Raise SgfError, with the reason, if a move up to this node cannot be executed.
        """
        unknown, parent = [self], self.parent
        while parent is not None and "position" not in vars(parent):
            unknown.append(parent)
            parent = parent.parent
        interpreter = self.tree.interpreter
        for node in reversed(unknown):
            if node.parent is None:
                node.position = interpreter.start(node.properties, node.later)
            else:
                before = node.parent.position
                node.position = interpreter.interpret(node.properties, node.number, before, node.later)
        return self.position

    def later(self) -> Iterator[RawProperties]:
        """Yield the properties of the nodes after this one in its line."""
        return (node.properties for node in islice(self.line(), 1, None))

    def forget_position(self) -> None:
        """Compute the position again when it is used next."""
        vars(self).pop("position", None)

    @property
    def has_move(self) -> bool:
        """Whether the node has a move, which may be a pass or a resignation."""
        return "B" in self.properties or "W" in self.properties

    @property
    def sets_up_board(self) -> bool:
        """Whether the node sets up or removes stones."""
        return not BOARD_SETUP_PROPERTIES.isdisjoint(self.properties)

    @property
    def color(self) -> Color | None:
        """The color of the move, None if the node has no move."""
        return sgf_color_of_move(self.properties)

    @property
    def move(self) -> Move | None:
        """The move, None if the node has none.  Raise SgfError if it cannot be executed."""
        if self.parent is None or self.color is None:
            return None
        position = self.position
        is_played = position is not self.parent.position and position.previous is not None
        return position.last_move if is_played else RESIGN

    @property
    def move_text(self) -> str:
        """The move as text; empty if the node has none, a question mark if it cannot be executed."""
        try:
            move = self.move
        except UserError:
            return "?"
        if self.parent is None or move is None:
            return ""
        return (self.position.previous or self.parent.position).format_move(move)

    def find_child(self, move: Move, color: Color) -> Node | None:
        """Return the child with a move by a color, or None if there is none."""
        for child in self.children:
            with suppress(UserError):  # the move cannot be executed
                if child.color is color and child.move == move:
                    return child
        return None

    def add(self, move: Move | str, color: Color | None = None) -> Node:
        """Return the child with a move, which is appended if there is none.

        move  -- the move, or text such as `E5` or `pass`.
        color -- the color that plays the move, None for the color to move.

        Raise IllegalMove, with the reason, and change nothing if the move is illegal or a resignation.
        """
        before = self.position
        move = before.ensure_move(move)
        if color is not None:
            require_type("color", color, Color, "a Color")
            before = before.with_to_move(color)
        child = self.find_child(move, before.to_move)
        if child is not None:
            return child
        if isinstance(move, Resign):
            raise IllegalMove("a resignation is a result, not a move")
        return self.append_position(before.play(move))

    def append_position(self, position: Position) -> Node:
        """Append a child with the last move of a position, and return it; the move is not checked."""
        assert position.previous is not None
        name, value = COLOR_LETTERS[position.previous.to_move], self.tree.interpreter.sgf.move_value(position)
        child = Node(self.tree, self, {name: [value.encode()]}, self.number + 1)
        child.position = position
        self.children.append(child)
        self.tree.changes += 1
        return child

    def append_setup(self, position: Position) -> Node:
        """Append a child that sets up a position, with its color to move, and return it.

        Raise UserError, and change nothing, if the setup cannot be written in this game.
        """
        sgf, cells, base = self.tree.interpreter.sgf, position.cells(), self.position
        setup = {
            **sgf.stone_properties(position),
            "AE": [sgf.format_point(point, base) for point in base.cells() if point not in cells],
            "PL": [COLOR_LETTERS[position.to_move]],
        }
        written = escaped_properties({name: values for name, values in setup.items() if values})
        child = Node(self.tree, self, written, self.number)
        if child.position.cells() != cells or child.position.to_move is not position.to_move:
            raise UserError("this setup cannot be written into the file")
        self.children.append(child)
        self.tree.changes += 1
        return child

    # Its properties

    def note_change(self) -> None:
        """Note that properties have changed, but not the private data."""
        vars(self).pop("written", None)
        self.tree.changes += 1

    def value(self, name: str) -> str:
        """Return the first value of a property as one line, empty if absent."""
        return property_text(self.properties, name)

    def texts(self, name: str) -> list[str]:
        """Return the values of a property as text."""
        return [decode_property_value(value) for value in self.properties.get(name, ())]

    def set_property(self, name: str, *texts: str) -> None:
        """Set the values of a property; without values, the property is removed.

        Raise UserError if the name is not valid or is that of a property that follows from the positions.
        Raise TypeError if a name or a value is not a string.
        """
        if not all(isinstance(text, str) for text in (name, *texts)):
            raise TypeError("the names and values of properties must be strings")
        if not _PROPERTY_NAME.fullmatch(name):
            raise UserError(f"{name[:64]!r} is not the name of an SGF property; use capital letters only")
        if name in _OF_THE_POSITION or name == PRIVATE_PROPERTY:
            raise UserError(f"the property {name} follows from the positions; use another property")
        self._set(name, [escape_text(text) for text in texts])

    def set_text(self, name: str, text: str) -> None:
        """Set a property to one value, as `set_property` does; without text, the property is removed."""
        self.set_property(name, *([text] if text else []))

    def _set(self, name: str, values: list[bytes]) -> None:
        """Set the escaped values of a property; without values, the property is removed."""
        if self.properties.get(name, []) == values:
            return
        if values:
            self.properties[name] = values
        else:
            del self.properties[name]
        self.note_change()

    @property
    def comment(self) -> str:
        """The comment, empty if there is none."""
        return "".join(self.texts("C")[:1])

    @comment.setter
    def comment(self, text: str) -> None:
        self._set("C", [escape_text(text)] if text else [])

    @property
    def markup(self) -> tuple[tuple[Point, Mark], ...]:
        """The markup and labels of points, in games where a move is a single point."""
        result: dict[Point, Mark] = {}
        for name, mark in MARKUP.items():
            result |= dict.fromkeys(iter_points(self._points(self.texts(name))), mark)
        for text in self.texts("LB"):
            where, _, label = text.partition(":")
            for point in iter_points(self._points([where])):
                result[point] = Mark(label[:_MAX_LABEL_LENGTH].strip() or "?")
        return tuple(result.items())

    def set_mark(self, point: Point, mark: Mark | None) -> None:
        """Mark a point with a label, a triangle, a square, a circle or a cross, in place of its other marks.

        mark -- the mark; None to remove what is there.

        Raise UserError if the point is not on the board.
        """
        self.position.diagram().cell(point)
        position, this, format_point = self.position, 1 << point, self.tree.interpreter.sgf.format_point
        for name, known in MARKUP.items():
            before = self._points(self.texts(name))
            after = before & ~this | (this if mark == known else 0)
            if after != before:
                self.set_property(name, *(format_point(each, position) for each in iter_points(after)))
        labels = [text for text in self.texts("LB") if self._points([text.partition(":")[0]]) != this]
        if mark is not None and mark.kind == "label":
            labels.append(f"{format_point(point, position)}:{mark.text}")
        self.set_property("LB", *labels)

    def _points(self, values: Sequence[str]) -> int:
        """Return the set of points of values, points or rectangles such as `aa:cc`; others are left out."""
        with suppress(UserError):
            return self.tree.interpreter.sgf.parse_points(values, self.position)
        return 0

    # What SGF cannot express

    @cached_property
    def private(self) -> Mapping[str, object] | None:
        """The private data of this program, None if there is none or it is damaged."""
        return private_data(self.properties)

    def set_private(self, key: str, value: object) -> None:
        """Set a value of the private data, which JSON must be able to represent; None removes it."""
        before = self.private or {}
        if value is None and key not in before:
            return
        data = {name: each for name, each in {**before, key: value}.items() if each is not None}
        is_empty, text = not data and self.parent is not None, json.dumps(data)
        self._set(PRIVATE_PROPERTY, [] if is_empty else [escape_text(text)])
        self.private = None if is_empty else json.loads(text)

    def memory(self, slot: str) -> object:
        """Return the memory of an engine after this node, as JSON data; None if it has none.

        slot -- `Black`, `White`, or `engine` for an engine that plays both colors.

        A node without a memory of its own has that of the node before it.
        """
        own = (node._own_memories() for node in self.line_back() if PRIVATE_PROPERTY in node.properties)
        return next((memories[slot] for memories in own if slot in memories), None)

    def set_memory(self, slot: str, memory: object) -> None:
        """Set the memory of an engine after this node, as JSON data; see `memory`."""
        if self.memory(slot) != memory:
            self.set_private("memory", {**self._own_memories(), slot: memory})

    def clear_memory(self, slot: str | None = None) -> None:
        """Remove the memory of an engine at this node, or that of all engines."""
        kept = {name: each for name, each in self._own_memories().items() if slot not in (None, name)}
        self.set_private("memory", kept or None)

    def _own_memories(self) -> dict[str, object]:
        """Return the memories at this node, by slot."""
        memories = (self.private or {}).get("memory")
        return memories if isinstance(memories, dict) else {}

    def time_left(self, color: Color) -> TimeLeft | None:
        """Return the time that a color had left after its last move; None without a clock."""
        control = self.tree.clock
        if control is None:
            return None
        moves = (node for node in self.line_back() if node.color is color)
        known = (parse_time_left((node.private or {}).get("left")) for node in moves)
        return next((left for left in known if left is not None), control.initial_time_left)

    def set_time_left(self, left: TimeLeft | None) -> None:
        """Set the time that is left to the color of the move; None removes it.  There must be a clock."""
        color, control = self.color, self.tree.clock
        assert color is not None, "the node has no move"
        letter, seconds, number = COLOR_LETTERS[color], "", ""
        if left is not None and control is not None:
            is_overtime = left.main <= 0 and bool(control.periods or control.stones)
            seconds = f"{left.period if is_overtime else left.main:.1f}"
            number = str(left.periods or left.stones) if is_overtime else ""
        self.set_text(f"{letter}L", seconds)
        self.set_text(f"O{letter}", number)
        self.set_private("left", None if left is None else [round(value, 2) for value in left])

    def remove_private(self) -> None:
        """Remove the private data."""
        self._set(PRIVATE_PROPERTY, [])
        self.private = None

    @cached_property
    def written(self) -> bytes:
        """The node in SGF; see `compose_node`."""
        return compose_node(self.properties)


def parse_time_left(data: object) -> TimeLeft | None:
    """Return the time left to a player in a saved game, None if the data is not valid."""
    match data:
        case [int() | float() as main, int(periods), int() | float() as period, int(stones)]:
            if all(0 <= value <= _MAX_SECONDS for value in (main, periods, period, stones)):
                return TimeLeft(main, periods, period, stones)
    return None


def _node_on_way(tree: Tree, way: list[int]) -> Node:
    """Return the node to which the numbers of children, counted from the last one, lead from the root."""
    node = tree.root
    for number in way:
        node = node.children[-1 - number]
    return node
