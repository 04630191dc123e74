"""The opening book: corners, their continuations, and edges (`opening`, `openregion`)."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from gnugo_py.core.types import Point
from gnugo_py.engines.classic.memory import CORNERS, Memory, draw
from gnugo_py.engines.classic.results import BookMove, Finding
from gnugo_py.games.go.board import Board
from gnugo_py.games.go.vertex import point_at

VALUE = 80
CORNER = 6
EDGE_DEPTH = 5
ROOT = 0


class Node(NamedTuple):
    """A move of the opening tree.

    name        -- what the opening file calls it.
    row, column -- where it is in the upper left corner, from 0.
    followers   -- the numbers of the moves that may come next.
    says        -- what the move is good for, in words for a person; often nothing.
    """

    name: str
    row: int
    column: int
    followers: tuple[int, ...]
    says: str = ""


Tree = tuple[Node, ...]
"""An opening tree; node 0 is the root, whose own point is never played."""


def find_opening(board: Board, tree: Tree, memory: Memory) -> tuple[Finding | None, Memory]:
    """The book's move, or None, and the memory after asking; asking alone uses up the book.

    tree -- an empty tree means that there is no book: no corners and no edges.
    """
    if not tree:
        return None, memory
    if memory.continuing:
        point, more, name, memory = _step(board, tree, memory._replace(continuing=False))
        if board.at(point) is None:
            return Finding(point, VALUE, BookMove("continue", name)), memory._replace(continuing=more)
    while memory.unasked:
        region = memory.unasked[0]
        memory = memory._replace(unasked=memory.unasked[1:])
        if _region(region, board.geometry.size) & (board.black | board.white):  # `openregion`
            continue
        if region not in CORNERS:
            return Finding(_edge_point(board, region), VALUE, BookMove(region, "")), memory
        memory = memory._replace(node=ROOT, orientation=CORNERS.index(region))
        _, _, _, memory = _step(board, tree, memory)
        point, more, name, memory = _step(board, tree, memory)
        if board.at(point) is None:
            return Finding(point, VALUE, BookMove(region, name)), memory._replace(continuing=more)
    return None, memory


def _step(board: Board, tree: Tree, memory: Memory) -> tuple[Point, bool, str, Memory]:
    """One step in the tree (`opening`): the current node's point, whether there is more, its name.

    The next node is drawn at random among the followers; at the end of a line the book stays.
    """
    last = board.geometry.size - 1
    node = tree[memory.node]
    row = last - node.row if memory.orientation in (1, 3) else node.row
    column = last - node.column if memory.orientation in (2, 3) else node.column
    point = point_at(row, column, last + 1)
    if not node.followers:
        return point, False, node.name, memory
    value = draw(memory.value, memory.seed)
    following = node.followers[value % len(node.followers)]
    return point, True, node.name, memory._replace(value=value, node=following)


@cache
def _region(region: str, size: int) -> int:
    """The set of points of a corner or an edge."""
    near, far = range(EDGE_DEPTH), range(size - EDGE_DEPTH, size)
    low, high = sorted((CORNER, size - CORNER - 2))
    along = range(low, high + 1)
    corner_near, corner_far = range(CORNER), range(size - CORNER, size)
    rows, columns = {
        "NW": (corner_near, corner_near),
        "SW": (corner_far, corner_near),
        "NE": (corner_near, corner_far),
        "SE": (corner_far, corner_far),
        "N": (near, along),
        "S": (far, along),
        "W": (along, near),
        "E": (along, far),
    }[region]
    return sum(1 << point_at(row, column, size) for row in rows for column in columns)


def _edge_point(board: Board, region: str) -> Point:
    """The point the book plays on an open edge."""
    size = board.geometry.size
    middle, near, far = size // 2, 3, size - 4
    row, column = {
        "N": (near, middle),
        "S": (far, middle),
        "W": (middle, near),
        "E": (middle, far),
    }[region]
    return point_at(row, column, size)
