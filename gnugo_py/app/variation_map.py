"""The map of variations: the nodes around the current one, later moves to the right and variations below."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from gnugo_py.games.registry import words_of
from gnugo_py.games.text import truncate
from gnugo_py.record.cursor import Cursor
from gnugo_py.record.node import Node
from gnugo_py.record.tree import Tree

_PART = "This is the part around the move that is shown; next variation goes on to the next ones."
_MIN_MOVE_WIDTH, _EXTRA_WIDTH = 4, 4
"""The width of a move, and of what is around it: a link, the sign of the stone, and spaces."""
_ASCII_LINKS = str.maketrans("─│├└", "-||`")

Place = tuple[int, int]


class _Layout(NamedTuple):
    """Where the nodes of a tree are on its map.

    places -- the (row, column) of each node.
    nodes  -- the node at each place.
    bars   -- the places through which a link from a move to a variation further below leads.
    size   -- the number of rows and of columns.
    """

    places: Mapping[Node, Place]
    nodes: Mapping[Place, Node]
    bars: frozenset[Place]
    size: Place


@lru_cache(1)
def _layout(tree: Tree, _changes: int) -> _Layout:
    """Return the layout of a tree: the main line in the first row, each variation below what it replaces."""
    places: dict[Node, Place] = {}
    bars: set[Place] = set()
    last_rows: list[int] = []
    waiting = [tree.root]
    while waiting:
        first = waiting.pop()
        line = list(first.line())
        start = 0 if first.parent is None else places[first.parent][1] + 1
        columns = range(start, start + len(line))
        last_rows += [-1] * (columns.stop - len(last_rows))
        row = 1 + max(last_rows[column] for column in columns)
        bars.update((between, start) for between in range(last_rows[start] + 1, row))
        last_rows[columns.start : columns.stop] = [row] * len(line)
        places.update(zip(line, ((row, column) for column in columns), strict=True))
        waiting += [each for node in line for each in reversed(node.children[1:])]
    nodes = {place: node for node, place in places.items()}
    return _Layout(places, nodes, frozenset(bars), (1 + max(last_rows), len(last_rows)))


class DrawnMap(NamedTuple):
    """A map as text.

    lines   -- the lines: the numbers of the moves, then the rows.
    current -- the line, the column and the width of the current node.
    is_part -- whether there was no room for all of it.
    """

    lines: list[str]
    current: tuple[int, int, int]
    is_part: bool


class VariationMap(NamedTuple):
    """The map of the tree in which a cursor stands.

    tree, node -- the tree, and the current node.
    line       -- the current line.
    changes    -- the number of changes of the tree so far.
    """

    tree: Tree
    node: Node
    line: tuple[Node, ...]
    changes: int

    def draw(self, width: int, height: int, signs: Mapping[str, str], *, is_ascii: bool) -> DrawnMap:
        """Return as much of the map around the current node as there is room for, with signs of stones."""
        layout = _layout(self.tree, self.changes)
        room = max(_MIN_MOVE_WIDTH, len(words_of(self.node.position).example_move()))
        step = room + _EXTRA_WIDTH
        row, column = layout.places[self.node]
        rows = _part(layout.size[0], row, max(height - 1, 1))
        columns = _part(layout.size[1], column, max(width // step, 1))
        last = len(self.line) - 1
        numbers = (self.line[min(each, last)].number + max(each - last, 0) for each in columns)
        lines = ["".join(f"   {number:<{step - 3}}" for number in numbers)]
        lines += [
            "".join(_cell(layout, (at, each), signs, room).ljust(step) for each in columns) for at in rows
        ]
        if is_ascii:
            lines = [line.translate(_ASCII_LINKS) for line in lines]
        shown = _cell(layout, (row, column), signs, room)
        place = 1 + row - rows.start, 1 + step * (column - columns.start), len(shown) - 1
        lines = [line.rstrip() for line in lines]
        while not lines[-1]:
            lines.pop()
        return DrawnMap(lines, place, (len(rows), len(columns)) != layout.size)

    def as_text(self, width: int, height: int) -> list[str]:
        """Return the map as `draw` does, in ASCII, with the current node in brackets."""
        lines, (row, column, shown), is_part = self.draw(width, height, {"X": "X", "O": "O"}, is_ascii=True)
        text = f"{lines[row]} "
        before, after = text[: column - 1], text[column + shown + 1 :]
        lines[row] = f"{before}[{text[column : column + shown]}]{after}".rstrip()
        return [*lines, "", _PART] if is_part else lines

    def in_words(self) -> Iterator[str]:
        """Yield a sentence for each move of the current line that has variations."""
        for node in self.line:
            if node.parent is not None and len(node.parent.children) > 1:
                ways = ", ".join(each.move_text or "no move" for each in node.parent.children)
                yield f"Move {node.number}: {ways}; this line has {node.move_text or 'no move'}."


def variation_map(cursor: Cursor) -> VariationMap | None:
    """Return the map of the tree in which a cursor stands, None if it has no variations."""
    tree, layout = cursor.tree, _layout(cursor.tree, cursor.tree.changes)
    if layout.size[0] < 2:
        return None
    return VariationMap(tree, cursor.node, tuple(cursor.line), tree.changes)


def _part(total: int, place: int, room: int) -> range:
    """Return at most `room` of `total` places, those around a place."""
    number = min(room, total)
    first = min(max(place - number // 2, 0), total - number)
    return range(first, first + number)


def _cell(layout: _Layout, place: Place, signs: Mapping[str, str], room: int) -> str:
    """Return what is shown at a place: a link from the left or from above, and a move of some width."""
    node = layout.nodes.get(place)
    if node is None:
        return "│" if place in layout.bars else ""
    parent, color = node.parent, node.color
    if parent is None:
        return " start"
    link = "─" if node is parent.children[0] else "└" if node is parent.children[-1] else "├"
    if color is None:
        return f"{link}{'setup' if node.sets_up_board else '-'}"
    return f"{link}{signs['XO'[color]]} {truncate(node.move_text, room, mark='')}"
