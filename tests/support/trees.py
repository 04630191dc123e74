"""Game trees for tests: reading, playing and comparing them."""

from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.types import Color
from gnugo_py.record.cursor import Cursor
from gnugo_py.record.node import Node
from gnugo_py.record.sgf_reader import parse_game
from gnugo_py.record.tree import Tree
from tests.support.boards import move

BLACK, WHITE = Color.BLACK, Color.WHITE
KO = ";B[bb];W[cb];B[ac];W[dc];B[bd];W[cd];B[cc];W[bc];B[cc];W[ee]"
"""On 5x5: White's eighth move takes a ko, and Black's ninth takes it back at once."""


def read(text: str, size: int = 9) -> Tree:
    return parse_game(f"(;SZ[{size}]{text})".encode())


def new_tree(*vertices: str) -> Tree:
    """Return a game on 9x9 with some moves."""
    cursor = Cursor(Tree(GoPosition.start(9, "japanese")))
    for vertex in vertices:
        cursor.play(move(vertex, 9))
    return cursor.tree


def again(tree: Tree) -> Tree:
    """Return a tree, written and read back."""
    return parse_game(tree.write())


def contents(tree: Tree) -> list[tuple[int, object]]:
    """Return what the nodes hold."""
    return [(node.number, node.properties) for node in tree.nodes()]


def rows(node: Node) -> tuple[str, ...]:
    return tuple(node.position.diagram().rows)


def variation_count(tree: Tree) -> int:
    """Return the number of lines besides the main line."""
    return sum(not node.children for node in tree.nodes()) - 1
