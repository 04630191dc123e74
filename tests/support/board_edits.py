"""Boards that hypothesis builds and changes."""

from hypothesis import strategies as st

from gnugo_py.games.board import LINES, Board, geometry
from gnugo_py.games.types import Color


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
