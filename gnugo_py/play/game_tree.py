"""A game in review: its nodes, in one line or with variations."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import ClassVar, NamedTuple, Protocol, TypeVar

from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.types import Color, Point, UserError
from gnugo_py.play.session import Session, Turn

_ENGINE_NAME = re.compile(r"gnugo|gnu ?go|katago|leela|pachi|fuego|crazystone|zen", re.IGNORECASE)
"""Matches the beginnings of the names of engines."""


class GameNode(Protocol):
    """A node of a game in review: one position and its continuations."""

    @property
    def parent(self) -> GameNode | None:
        """The previous node, None for the root."""

    @property
    def children(self) -> Sequence[GameNode]:
        """The next nodes: that of the main line first, then those of variations."""

    @property
    def number(self) -> int:
        """The number of moves up to this node."""

    @property
    def position(self) -> Position:
        """The position after this node. Raise UserError, with the reason, if a move up to here is illegal."""

    @property
    def title(self) -> str:
        """The name of the node in the file, often empty."""

    @property
    def comment(self) -> tuple[str, ...]:
        """The lines of the comment in the file."""

    @property
    def markup(self) -> tuple[tuple[Point, str], ...]:
        """The markup of points in the file: a label or a sign for each point."""


_MAX_COMMENT_LENGTH = 20_000


def truncated_comment_lines(text: str) -> tuple[str, ...]:
    """Return the lines of a comment, which is cut off after `_MAX_COMMENT_LENGTH` characters."""
    shown = text if len(text) <= _MAX_COMMENT_LENGTH else f"{text[:_MAX_COMMENT_LENGTH]} ..."
    return tuple(shown.splitlines())


class TurnNode:
    """A turn of a game in progress, as a `GameNode`.

    parent, children -- the node of the previous turn, and a list with the node of the next turn.
    number           -- number of moves up to this turn.
    """

    __slots__ = ("_turn", "children", "number", "parent")
    title: ClassVar[str] = ""
    markup: ClassVar[tuple[tuple[Point, str], ...]] = ()

    def __init__(self, turn: Turn, parent: TurnNode | None) -> None:
        self._turn, self.parent = turn, parent
        self.children: list[TurnNode] = []
        self.number: int = 0 if parent is None else parent.number + 1
        if parent is not None:
            parent.children.append(self)

    @property
    def position(self) -> Position:
        """The position after the turn."""
        return self._turn.position

    @property
    def comment(self) -> tuple[str, ...]:
        """The explanation of the move."""
        return truncated_comment_lines("\n".join(self._turn.explanation))


def make_turn_nodes(turns: Sequence[Turn]) -> list[TurnNode]:
    """Return the nodes of the turns of a game, each the child of the one before."""
    nodes: list[TurnNode] = []
    for turn in turns:
        nodes.append(TurnNode(turn, nodes[-1] if nodes else None))
    return nodes


class ReviewedGame(NamedTuple):
    """A game in review.

    game          -- the game that was played.
    root          -- the first node.
    current_node  -- the node at which the review starts.
    title         -- the players of the game.
    names         -- names of the players, by color, if known.
    info_lines    -- information about the game, one line each: name, event, date, result.
    warnings      -- warnings about how the file was read, one sentence each.
    start_session -- returns a session that continues from a position; raises UserError.
    save          -- writes the whole game under a name, and returns a message.
    number, games -- the number of the game in its file, from 1, and how many games the file has.
    open_game     -- returns the review of another game in the file, or None if there is no such game; raises
                 UserError.
    """

    game: Game
    root: GameNode
    current_node: GameNode
    title: str
    names: Mapping[Color, str]
    info_lines: tuple[str, ...]
    warnings: tuple[str, ...]
    start_session: Callable[[Position], Session]
    save: Callable[[str], str]
    number: int = 1
    games: int = 1
    open_game: Callable[[int], ReviewedGame] | None = None

    @property
    def person_color(self) -> Color:
        """The color whose player is a person, as far as the names show; Black if that is unclear."""
        engines = [color for color, name in self.names.items() if _ENGINE_NAME.match(name)]
        return engines[0].opponent if len(engines) == 1 else Color.BLACK

    def main_line(self) -> Iterator[GameNode]:
        """Yield the nodes of the main line."""
        node = self.root
        yield node
        while node.children:
            node = node.children[0]
            yield node


def path_from_root(node: GameNode) -> list[GameNode]:
    """Return the nodes from the root to `node`."""
    way = [node]
    while way[-1].parent is not None:
        way.append(way[-1].parent)
    return way[::-1]


def sibling_variation(node: GameNode, step: int) -> GameNode | None:
    """Return the variation `step` places after that of a node, cyclically; None if there is no other."""
    parent = node.parent
    if parent is None or len(parent.children) < 2:
        return None
    return parent.children[(variation_index(node) + step) % len(parent.children)]


def variation_index(node: GameNode) -> int:
    """Return the index of a node among its parent's children, 0 for the main line."""
    assert node.parent is not None
    return next(number for number, each in enumerate(node.parent.children) if each is node)


def format_node_move(node: GameNode) -> str:
    """Return the move of a node as text; empty if it has none, a question mark if the move is illegal."""
    parent = node.parent
    if parent is None or node.number == parent.number:
        return ""
    try:
        position = node.position
    except UserError:
        return "?"
    before, move = position.previous, position.last_move
    return before.format_move(move) if before is not None and move is not None else ""


class TreeCursor:
    """A cursor in a game tree: the current node, and the line that it follows.

    node -- the current node.
    """

    def __init__(self, node: GameNode) -> None:
        self.node = node
        self._chosen: dict[int, int] = {}
        self.go_to_node(node)

    def go_to_node(self, node: GameNode) -> None:
        """Move to a node; the line runs through it from now on."""
        self.node = node
        while node.parent is not None:
            if len(node.parent.children) > 1:
                self._chosen[id(node.parent)] = variation_index(node)
            node = node.parent

    def iter_rest_of_line(self) -> Iterator[GameNode]:
        """Yield the current node and the nodes after it in the line."""
        node = self.node
        yield node
        while node.children:
            node = node.children[self._chosen.get(id(node), 0)]
            yield node

    @property
    def last_node(self) -> GameNode:
        """The last node of the line."""
        *_, last = self.iter_rest_of_line()
        return last

    @property
    def line(self) -> list[GameNode]:
        """The nodes of the line, from the root to its end."""
        return [*path_from_root(self.node)[:-1], *self.iter_rest_of_line()]


NodeType = TypeVar("NodeType", bound=GameNode)


def nodes_before_illegal_move(line: Sequence[NodeType]) -> list[NodeType]:
    """Return the nodes of a line before its first move that cannot be executed, or all if there is none."""
    result: list[NodeType] = []
    with suppress(UserError):
        for node in line:
            _ = node.position
            result.append(node)
    return result
