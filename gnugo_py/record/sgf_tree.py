"""Game tree of an SGF file with all its variations; positions are computed when they are first used."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import islice
from operator import or_
from typing import NamedTuple

from gnugo_py.core.bitboard import iter_points, rectangle_point_set
from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.registry import GAMES, sgf_functions
from gnugo_py.core.types import Play, Point, UserError
from gnugo_py.play.game_tree import truncated_comment_lines
from gnugo_py.record.interpreter import SgfNodeInterpreter
from gnugo_py.record.properties import (
    decode_properties,
    game_key_from_root,
    node_comment,
    private_data,
    property_text,
    root_with_komi,
)
from gnugo_py.record.sgf_parser import (
    RawNode,
    RawProperties,
    SgfError,
    decode_property_value,
    parse_sgf_game,
    root_properties_by_game,
)

_MARKUP_SIGNS = {"TR": "^", "SQ": "#", "CR": "@", "MA": "x", "TB": "b", "TW": "w"}
"""The characters drawn for SGF's markup properties."""
_MAX_LABEL_LENGTH = 3


class GameTree(NamedTuple):
    """The tree of a game that was read from a file.

    name        -- registry name of the game.
    root        -- the root node.
    root_text   -- the properties of the root node as text.
    is_complete -- False if the file is truncated and was read only up to its last complete value.
    games       -- number of games in the file, of which this is the first; 1 if one was selected by number.
    warnings    -- sentences about the encoding of the file and its damage.
    lacks_komi  -- whether the game uses komi but the file specifies none.
    """

    name: str
    root: SgfNode
    root_text: dict[str, list[str]]
    is_complete: bool
    games: int = 1
    warnings: tuple[str, ...] = ()
    lacks_komi: bool = False

    @property
    def game(self) -> Game:
        """The game that was played."""
        return GAMES[self.name].load()

    @property
    def options(self) -> dict[str, object]:
        """The options of `Game.start` that the file specifies."""
        return sgf_functions(self.game).read_options(self.root_text)

    def main_line(self) -> Iterator[SgfNode]:
        """Yield the nodes of the main line."""
        node: SgfNode | None = self.root
        while node is not None:
            yield node
            node = node.children[0] if node.children else None


class SgfNode:
    """A node of a game tree read from a file; it implements `GameNode`.

    parent, children -- the node before it and the nodes after it.
    number           -- number of moves up to and including this node.
    """

    __slots__ = ("_position", "_properties", "_steps", "children", "number", "parent")

    def __init__(self, steps: SgfNodeInterpreter, properties: RawProperties, parent: SgfNode | None) -> None:
        self._steps, self._properties, self.parent = steps, properties, parent
        self.children: list[SgfNode] = []
        self._position: Position | None = None
        moves = sum(1 for _ in steps.moves_in_node(properties))
        self.number: int = moves + (parent.number if parent is not None else 0)
        if parent is not None:
            parent.children.append(self)

    @property
    def position(self) -> Position:
        """The position after this node.

        Raise SgfError, with the reason, if a move up to this node cannot be executed.
        """
        if self._position is None:
            node, unknown = self.parent, [self]
            while node is not None and node._position is None:
                unknown.append(node)
                node = node.parent
            for each in reversed(unknown):
                each._position = each._reached()
        assert self._position is not None
        return self._position

    def _reached(self) -> Position:
        """Return the position after this node; the position of its parent must already have been computed."""
        if self.parent is None:
            line = iter(_properties_down(self))
            position = self._steps.start_position(line)
            number = 0
        else:
            number = self.parent.number
            assert self.parent._position is not None
            position = self._steps.apply_setup(self.parent._position, self._properties, number)
        later = islice(_properties_down(self), 1, None)
        for color, value in self._steps.moves_in_node(self._properties, later):
            number += 1
            if position.outcome_without_count is not None:
                raise SgfError(f"move {number}: the game is already over")
            before = self._steps.with_move_point_cleared(position.with_to_move(color), value)
            position = self._steps.apply_move(before, value, number) or position
        return position

    @property
    def title(self) -> str:
        """The name of the node (N), empty if absent."""
        return property_text(self._properties, "N")

    @property
    def comment(self) -> tuple[str, ...]:
        """The lines of the comment; a long comment is truncated."""
        return truncated_comment_lines(node_comment(self._properties))

    def value(self, name: str) -> str:
        """Return the first value of a property as one line, empty if absent."""
        return property_text(self._properties, name)

    @property
    def markup(self) -> tuple[tuple[Point, str], ...]:
        """The markup and labels of points, in games where a move is a single point."""
        result: dict[Point, str] = {}
        for name, sign in _MARKUP_SIGNS.items():
            values = dict.fromkeys(decode_property_value(value) for value in self._properties.get(name, ()))
            points = reduce(or_, map(self._rectangle, values), 0)
            result |= dict.fromkeys(iter_points(points), sign)
        for value in self._properties.get("LB", ()):
            where, _, label = decode_property_value(value).partition(":")
            point = self._point(where)
            if point is not None:
                result[point] = label[:_MAX_LABEL_LENGTH].strip() or "?"
        return tuple(result.items())

    def _rectangle(self, value: str) -> int:
        """Return the bitboard of a value: one point, or a rectangle such as `aa:cc`; 0 if it is neither."""
        first, _, last = value.strip().partition(":")
        one, other = self._point(first), self._point(last or first)
        return 0 if one is None or other is None else rectangle_point_set(one, other, self.position.size)

    def _point(self, word: str) -> Point | None:
        """Return the point that a word names, or None if it names none."""
        try:
            move = self._steps.sgf.parse_move(word, self.position)
        except UserError:
            return None
        is_one = isinstance(move, Play) and len(move.points) == 1 and move.points[0] >= 0
        return move.points[0] if is_one and isinstance(move, Play) else None


def _properties_down(node: SgfNode) -> Iterator[RawProperties]:
    """Yield the properties of a node and of the main line below it."""
    yield node._properties
    while node.children:
        node = node.children[0]
        yield node._properties


def read_tree(content: bytes, number: int | None = None, komi: float | None = None) -> GameTree:
    """Return the tree of a game in the content of an SGF file.

    number -- number of the game, from 1; None for the first.
    komi   -- the points for White; None for the komi in the file (0 if the file specifies none).

    Only the position of the root is checked here; other positions are checked when they are first used. Raise
    SgfError if the content is not SGF, or if the game or its board is not supported.
    """
    game = parse_sgf_game(content, number)
    name = game_key_from_root(game.root.properties)
    first = root_with_komi(name, game.root.properties, komi)
    steps = SgfNodeInterpreter(name, first, private_data(first))
    root = SgfNode(steps, first, None)
    waiting: list[tuple[RawNode, SgfNode]] = [(game.root, root)]
    while waiting:
        raw, node = waiting.pop()
        waiting += [(child, SgfNode(steps, child.properties, node)) for child in raw.children]
    _ = root.position
    facts = decode_properties(first)
    games = game.games if number is None else 1
    lacks_komi = komi is None and first is not game.root.properties
    return GameTree(name, root, facts, game.is_complete, games, game.warnings, lacks_komi)


def sgf_game_summaries(content: bytes) -> list[str]:
    """Return one line for each game of an SGF file: players, name, event, date and result, as in the file.

    Raise SgfError if the file exceeds the size limits.
    """
    return [_title(root) for root in root_properties_by_game(content)]


def _title(root: RawProperties) -> str:
    players = " - ".join(property_text(root, name) or "?" for name in ("PB", "PW"))
    facts = [property_text(root, name) for name in ("GN", "EV", "DT", "RE")]
    return ", ".join(filter(None, [players if players != "? - ?" else "", *facts])) or "no names"
