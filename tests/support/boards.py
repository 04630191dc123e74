"""Boards and positions drawn in tests."""

from hypothesis import strategies as st

from gnugo_py.games.board import LINES, Board, geometry
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.rules import Rules, rules_preset
from gnugo_py.games.go.vertex import format_vertex, parse_vertex
from gnugo_py.games.points import iter_points, point_at
from gnugo_py.games.types import PASS, Color, Move, Play
from gnugo_py.record.tree import Tree

SIDES = {"X": Color.BLACK, "O": Color.WHITE}


def board(drawing: str) -> Board:
    """Return a board drawn as rows of signs with spaces between: `X` black, `O` white, others empty."""
    rows = [line.split() for line in drawing.strip().splitlines()]
    assert all(len(row) == len(rows) for row in rows), "the board is not square"
    drawn = Board.empty(len(rows))
    for row, signs in enumerate(rows):
        for column, sign in enumerate(signs):
            if sign in SIDES:
                drawn = drawn.with_stone(point_at(row, column, len(rows)), SIDES[sign])
    return drawn


def position(drawing: str, to_move: Color, rules: Rules | str = "gnugo-1.1") -> GoPosition:
    """Return a position that starts from a drawn board."""
    drawn = board(drawing)
    if isinstance(rules, str):
        rules = rules_preset(rules, drawn.geometry.size)
    return GoPosition.from_board(drawn, to_move, rules)


def move(vertex: str, size: int) -> Move:
    """Return the move at a vertex, or a pass for `pass`."""
    return PASS if vertex == "pass" else Play((parse_vertex(vertex, size),))


def played(start: GoPosition, *vertices: str) -> GoPosition:
    """Return the position after legal moves by both colors in turn."""
    for vertex in vertices:
        start = start.play(move(vertex, start.size))
    return start


def vertices(points: int, size: int) -> list[str]:
    """Return a set of points as sorted vertices."""
    return sorted(format_vertex(point, size) for point in iter_points(points))


def vertices_of_moves(tree: Tree) -> list[str]:
    """Return the moves of the main line of a game as vertices."""
    return [
        position.format_move(position.last_move)
        for position in tree.positions()
        if position.last_move is not None
    ]


def all_warnings(tree: Tree) -> tuple[str, ...]:
    """Return the warnings about a game in a file of which only the main line is read."""
    return (*tree.warnings, *tree.line_warnings().about_main_line())


@st.composite
def boards(draw: st.DrawFn, size: int) -> Board:
    points = geometry(size, LINES).points
    sides = draw(st.lists(st.sampled_from("XO--"), min_size=len(points), max_size=len(points)))
    black = sum(1 << point for point, sign in zip(points, sides, strict=True) if sign == "X")
    white = sum(1 << point for point, sign in zip(points, sides, strict=True) if sign == "O")
    return Board(geometry(size, LINES), black, white)


def edits(size: int) -> st.SearchStrategy[list[tuple[int, str]]]:
    """Return a strategy for a few points of a board and the sign to place on each."""
    return st.lists(
        st.tuples(st.sampled_from(geometry(size, LINES).points), st.sampled_from("XO-")),
        min_size=1,
        max_size=4,
    )


def edited(board: Board, edits: list[tuple[int, str]]) -> Board:
    """Return a board with other contents on some points."""
    for point, sign in edits:
        board = board.without_stones(1 << point)
        if sign != "-":
            board = board.with_stone(point, Color("XO".index(sign)))
    return board
