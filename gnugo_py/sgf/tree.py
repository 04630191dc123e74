"""A file with all its variations, to look through; positions are made when they are looked at."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import islice
from operator import or_
from typing import NamedTuple

from gnugo_py.core.bitboard import points_of, rectangle
from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.registry import CATALOG
from gnugo_py.core.types import Mistake, Play, Point
from gnugo_py.sgf.grammar import Branches, Properties, SgfError, parse_tree, roots, unescaped
from gnugo_py.sgf.properties import comment, game_name, private_of, text, texts
from gnugo_py.sgf.replay import Steps

SIGNS = {"TR": "^", "SQ": "#", "CR": "@", "MA": "x", "TB": "b", "TW": "w"}
"""What is drawn for the marks that SGF knows."""
LONGEST_LABEL, LONGEST_COMMENT = 3, 20_000


class Tree(NamedTuple):
    """A file that was read.

    name -- the game in the catalogue.
    root -- its first node.
    facts -- the first node's properties as text.
    is_whole -- False if the file breaks off, and was read as far as it goes.
    games -- how many games the file holds, of which this is the first; 1 if it was asked for.
    lacks_sign -- whether the `;` of the first node was missing.
    """

    name: str
    root: Node
    facts: dict[str, list[str]]
    is_whole: bool
    games: int = 1
    lacks_sign: bool = False

    @property
    def game(self) -> Game:
        """The game that was played."""
        return CATALOG[self.name].load()

    @property
    def options(self) -> dict[str, object]:
        """What the file says of the options of `Game.start`."""
        return self.game.notation.options(self.facts)

    def main_line(self) -> Iterator[Node]:
        """The nodes of the main line."""
        node: Node | None = self.root
        while node is not None:
            yield node
            node = node.children[0] if node.children else None


class Node:
    """A node of a file, as a `Moment`.

    parent, children -- the nodes before and after it.
    number           -- how many moves led here.
    """

    __slots__ = ("_position", "_properties", "_steps", "children", "number", "parent")

    def __init__(self, steps: Steps, properties: Properties, parent: Node | None) -> None:
        self._steps, self._properties, self.parent = steps, properties, parent
        self.children: list[Node] = []
        self._position: Position | None = None
        moves = sum(1 for _ in steps.moves(properties))
        self.number: int = moves + (parent.number if parent is not None else 0)
        if parent is not None:
            parent.children.append(self)

    @property
    def position(self) -> Position:
        """The position.  Raises SgfError, saying why, for a move that cannot be made."""
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
        """The position, that of the parent being known."""
        if self.parent is None:
            line = iter(_properties_down(self))
            position = self._steps.start(line)
            number = 0
        else:
            number = self.parent.number
            assert self.parent._position is not None
            position = self._steps.edited(self.parent._position, self._properties, number)
        later = islice(_properties_down(self), 1, None)
        for side, value in self._steps.moves(self._properties, later):
            number += 1
            if position.decided is not None:
                raise SgfError(f"move {number}: the game was over before it")
            before = self._steps.cleared(position.with_to_move(side), value)
            position = self._steps.moved(before, value, number) or position
        return position

    @property
    def title(self) -> str:
        """What the file calls it."""
        return text(self._properties, "N")

    @property
    def comment(self) -> tuple[str, ...]:
        """What the file says of it, as much as anybody reads."""
        whole = comment(self._properties, self._steps.encoding)
        shown = whole if len(whole) <= LONGEST_COMMENT else f"{whole[:LONGEST_COMMENT]} ..."
        return tuple(shown.splitlines())

    @property
    def signs(self) -> tuple[tuple[Point, str], ...]:
        """What the file draws on points of games where a move is one point."""
        found: dict[Point, str] = {}
        for name, sign in SIGNS.items():
            values = dict.fromkeys(unescaped(value, "utf-8") for value in self._properties.get(name, ()))
            points = reduce(or_, map(self._rectangle, values), 0)
            found |= dict.fromkeys(points_of(points), sign)
        for value in self._properties.get("LB", ()):
            where, _, label = unescaped(value, self._steps.encoding).partition(":")
            point = self._point(where)
            if point is not None:
                found[point] = label[:LONGEST_LABEL].strip() or "?"
        return tuple(found.items())

    def _rectangle(self, value: str) -> int:
        """The set of points of a value: of one, or of a rectangle `aa:cc`; empty for what is neither."""
        first, _, last = value.strip().partition(":")
        one, other = self._point(first), self._point(last or first)
        return 0 if one is None or other is None else rectangle(one, other, self.position.size)

    def _point(self, word: str) -> Point | None:
        """The point of a word, None for what is none."""
        try:
            move = self._steps.notation.parse_move(word, self.position)
        except Mistake:
            return None
        is_one = isinstance(move, Play) and len(move.points) == 1 and move.points[0] >= 0
        return move.points[0] if is_one and isinstance(move, Play) else None


def _properties_down(node: Node) -> Iterator[Properties]:
    """The properties of a node and of its main line."""
    yield node._properties
    while node.children:
        node = node.children[0]
        yield node._properties


def read_tree(content: bytes, number: int | None = None) -> Tree:
    """A game in the bytes of an SGF file, with all its variations.

    number -- which of its games, from 1; None for the first.

    The first position must be sound; others are looked at when they are reached.  Raises SgfError for what
    is no SGF, a game not played here, or a board it is not played on.
    """
    branches, is_whole, games, lacks_sign = parse_tree(content, number)
    first = branches.nodes[0]
    name = game_name(first)
    steps = Steps(name, first, private_of(first))
    root: Node | None = None
    waiting: list[tuple[Branches, Node | None]] = [(branches, None)]
    while waiting:
        branch, node = waiting.pop()
        for properties in branch.nodes:
            node = Node(steps, properties, node)
            root = root or node
        waiting += [(child, node) for child in reversed(branch.children)]
    assert root is not None
    _ = root.position
    facts = texts(first, steps.encoding)
    return Tree(name, root, facts, is_whole, games if number is None else 1, lacks_sign)


def titles(content: bytes) -> list[str]:
    """Return a line for each game in the bytes of an SGF file: players, date and result, as it gives them.

    Raise SgfError for what is larger than any file of games.
    """
    return [_title(root) for root in roots(content)]


def _title(root: Properties) -> str:
    players = " - ".join(text(root, name) or "?" for name in ("PB", "PW"))
    facts = [text(root, name) for name in ("GN", "EV", "DT", "RE")]
    return ", ".join(filter(None, [players if players != "? - ?" else "", *facts])) or "no names given"
