"""What the engine says of moves in Go."""

from gnugo_py import Color, GoPosition
from gnugo_py.engines.analysis import Analysis
from gnugo_py.engines.network.network import small_network
from gnugo_py.engines.search.go_reasons import describe_move_effects
from gnugo_py.games.go.vertex import parse_vertex


def effects(start: GoPosition, vertex: str, owners: dict[str, float] | None = None) -> str:
    """Return what the engine says of a move, given Black's ownership of some points."""
    known = {parse_vertex(each, start.size): share for each, share in (owners or {}).items()}
    return describe_move_effects(
        start, parse_vertex(vertex, start.size), Analysis(ownership=known), small_network()
    )


def with_stones(black: str, white: str, color: Color) -> GoPosition:
    """Return a position on 13x13 with stones at some vertices."""
    start = GoPosition.start(13, "chinese")
    board = start.board
    for side, words in zip(Color, (black, white), strict=True):
        for vertex in words.split():
            board = board.with_stone(parse_vertex(vertex, 13), side)
    return GoPosition.from_board(board, color, start.rules)
