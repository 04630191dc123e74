"""The opening book: corners, their continuations, and edges (`opening`, `openregion`)."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from gnugo_py.core.bitboard import point_at
from gnugo_py.core.types import Point
from gnugo_py.engines.classic.memory import BOOK_CORNER_REGIONS, ClassicMemory, next_random
from gnugo_py.engines.classic.results import BookReason, FinderResult
from gnugo_py.games.go.board import Board

_BOOK_MOVE_VALUE = 80
_BOOK_CORNER_SIZE = 6
_EDGE_DEPTH = 5
_ROOT_NODE = 0


class BookNode(NamedTuple):
    """A move in the opening tree.

    name        -- the name of the move in the opening file.
    row, column -- the row and column of the move in the upper left corner, counted from 0.
    children    -- the numbers of the nodes that may come next.
    explanation -- the purpose of the move, as text for the player; often empty.
    """

    name: str
    row: int
    column: int
    children: tuple[int, ...]
    explanation: str = ""


OpeningBook = tuple[BookNode, ...]
"""An opening tree. Node 0 is the root; its own point is never played."""


def find_book_move(
    board: Board, tree: OpeningBook, memory: ClassicMemory
) -> tuple[FinderResult | None, ClassicMemory]:
    """Return the move of the opening book, or None, and the memory after the query.

    board  -- the board.
    tree   -- the opening tree; an empty tree disables the book, including its edge moves.
    memory -- the memory before the query.

    A query uses up regions of the book even if the engine does not play the returned move.
    """
    if not tree:
        return None, memory
    if memory.is_continuing:
        point, more, name, memory = _step(board, tree, memory._replace(is_continuing=False))
        if board.color_at(point) is None:
            return FinderResult(point, _BOOK_MOVE_VALUE, BookReason("continue", name)), memory._replace(
                is_continuing=more
            )
    while memory.untried_regions:
        region = memory.untried_regions[0]
        memory = memory._replace(untried_regions=memory.untried_regions[1:])
        if _region(region, board.geometry.size) & (board.black | board.white):  # `openregion`
            continue
        if region not in BOOK_CORNER_REGIONS:
            return FinderResult(_edge_point(board, region), _BOOK_MOVE_VALUE, BookReason(region, "")), memory
        memory = memory._replace(book_node=_ROOT_NODE, orientation=BOOK_CORNER_REGIONS.index(region))
        _, _, _, memory = _step(board, tree, memory)
        point, more, name, memory = _step(board, tree, memory)
        if board.color_at(point) is None:
            return FinderResult(point, _BOOK_MOVE_VALUE, BookReason(region, name)), memory._replace(
                is_continuing=more
            )
    return None, memory


def _step(board: Board, tree: OpeningBook, memory: ClassicMemory) -> tuple[Point, bool, str, ClassicMemory]:
    """Take one step in the opening tree (`opening`).

    The result is the point of the current node, whether the line continues, the name of the node, and the new
    memory. The next node is a random child. At the end of a line the memory does not change.
    """
    last = board.geometry.size - 1
    node = tree[memory.book_node]
    row = last - node.row if memory.orientation in (1, 3) else node.row
    column = last - node.column if memory.orientation in (2, 3) else node.column
    point = point_at(row, column, last + 1)
    if not node.children:
        return point, False, node.name, memory
    value = next_random(memory.random_state, memory.seed)
    following = node.children[value % len(node.children)]
    return point, True, node.name, memory._replace(random_state=value, book_node=following)


@cache
def _region(region: str, size: int) -> int:
    """Return the set of points of a corner or an edge."""
    near, far = range(_EDGE_DEPTH), range(size - _EDGE_DEPTH, size)
    low, high = sorted((_BOOK_CORNER_SIZE, size - _BOOK_CORNER_SIZE - 2))
    along = range(low, high + 1)
    corner_near, corner_far = range(_BOOK_CORNER_SIZE), range(size - _BOOK_CORNER_SIZE, size)
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
    """Return the point that the book plays on an open edge."""
    size = board.geometry.size
    middle, near, far = size // 2, 3, size - 4
    row, column = {
        "N": (near, middle),
        "S": (far, middle),
        "W": (middle, near),
        "E": (middle, far),
    }[region]
    return point_at(row, column, size)
