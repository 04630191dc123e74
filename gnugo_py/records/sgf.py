"""Games of Go as SGF; the only module that knows sgfmill."""

from __future__ import annotations

from datetime import date
from itertools import pairwise

from sgfmill import sgf

from gnugo_py import __version__
from gnugo_py.games.contract import Pass, Play, Point, Side
from gnugo_py.go.board import points_of
from gnugo_py.go.position import GoPosition
from gnugo_py.go.vertex import row_column
from gnugo_py.session import Session

_COLOURS = ("b", "w")


def to_sgf(session: Session, day: date) -> bytes:
    """A game of Go so far as an SGF file, FF[4] and UTF-8.

    day -- when it was played.
    """
    positions = [turn.position for turn in session.turns]
    start = positions[0]
    assert isinstance(start, GoPosition)
    size = start.size
    game = sgf.Sgf_game(size, encoding="UTF-8")
    root = game.get_root()
    root.set("AP", ("gnugo-py", __version__))
    root.set("RU", start.rules.name)
    root.set("KM", start.rules.komi)
    root.set("DT", day.isoformat())
    for side, name in zip(Side, ("PB", "PW"), strict=True):
        player = session.players.get(side)
        root.set(name, player.name if player else "Human")
    setup = (start.board.black, start.board.white)
    black, white = ({_sgfmill(point, size) for point in points_of(stones)} for stones in setup)
    if black or white:
        root.set_setup_stones(black, white)
    if start.to_move is Side.WHITE:
        root.set("PL", "w")
        root.set("HA", len(black))
    for before, after in pairwise(positions):
        move = after.last_move
        if isinstance(move, Play | Pass):
            point = _sgfmill(move.points[0], size) if isinstance(move, Play) else None
            game.extend_main_sequence().set_move(_COLOURS[before.to_move], point)
    content: bytes = game.serialise()
    return content


def _sgfmill(point: Point, size: int) -> tuple[int, int]:
    """A point as sgfmill counts it: rows from the bottom."""
    row, column = row_column(point, size)
    return size - 1 - row, column
