"""A place in a game tree, and the line that runs through it."""

from __future__ import annotations

from collections.abc import Iterator

from gnugo_py.games.checks import checked_methods
from gnugo_py.games.position import Position
from gnugo_py.games.types import Color, Move
from gnugo_py.record.node import Node
from gnugo_py.record.tree import Tree


@checked_methods()
class Cursor:
    """A place in a game tree.

    tree -- the tree.
    node -- the current node.
    """

    def __init__(self, tree: Tree, node: Node | None = None) -> None:
        self.tree = tree
        self.node = tree.root if node is None else node
        self._chosen: dict[Node, Node] = {}
        self.go_to(self.node)

    @property
    def position(self) -> Position:
        """The position after the current node."""
        return self.node.position

    def go_to(self, node: Node) -> None:
        """Go to a node; the line runs through it from now on."""
        self.node = node
        for each in node.line_back():
            if each.parent is not None and len(each.parent.children) > 1:
                self._chosen[each.parent] = each

    def play(self, move: Move | str, color: Color | None = None) -> Node:
        """Play a move in a game, go to its node, and return it.

        The node becomes the first one after its parent. If it was there before, it loses its time, its
        decision, its memories, and the comment of an engine, since they belong to a move played earlier.

        move, color -- as in `Node.add`.

        Raise IllegalMove, with the reason, and change nothing if the move is illegal.
        """
        before, changes = self.node, self.tree.changes
        node = before.add(move, color)
        if self.tree.changes == changes:
            self._forget(node)
        if len(before.children) > 1:
            node.move_to_front()
        self._chosen.pop(before, None)
        self.node = node
        return node

    def _forget(self, node: Node) -> None:
        """Remove from a node what belongs to a move that was played there earlier."""
        if node.engine is not None or "memory" in (node.private or {}):
            node.comment = ""
        node.decision = node.engine = None
        node.set_time_left(None)
        node.clear_memory()

    def enter(self, move: Move | str, color: Color | None = None) -> Node:
        """Play a move in a review, go to its node, and return it.

        A node with the move is entered unchanged; otherwise, a new one is appended.

        move, color -- as in `Node.add`.

        Raise IllegalMove, with the reason, and change nothing if the move is illegal.
        """
        self.go_to(self.node.add(move, color))
        return self.node

    def next(self) -> bool:
        """Go to the next node of the line; return whether there is one."""
        if not self.node.children:
            return False
        self.node = self._child(self.node)
        return True

    def back(self) -> bool:
        """Go to the node before; return whether there is one."""
        parent = self.node.parent
        if parent is None:
            return False
        if len(parent.children) > 1:
            self._chosen[parent] = self.node
        self.node = parent
        return True

    def _child(self, node: Node) -> Node:
        """Return the next node of the line after a node that has children."""
        chosen = self._chosen.get(node)
        return chosen if chosen is not None and chosen in node.children else node.children[0]

    def sibling(self, step: int) -> Node | None:
        """Return the variation `step` places after the node, cyclically; None if there is no other."""
        parent = self.node.parent
        if parent is None or len(parent.children) < 2:
            return None
        return parent.children[(parent.children.index(self.node) + step) % len(parent.children)]

    def rest(self) -> Iterator[Node]:
        """Yield the current node and the nodes after it in the line."""
        node = self.node
        yield node
        while node.children:
            node = self._child(node)
            yield node

    @property
    def end(self) -> Node:
        """The last node of the line."""
        *_, last = self.rest()
        return last

    @property
    def line(self) -> list[Node]:
        """The nodes of the line, from the root to its end."""
        return [*self.node.path()[:-1], *self.rest()]
