"""Writing games of Go as SGF."""

from __future__ import annotations

from datetime import date
from itertools import pairwise

from gnugo_py import __version__
from gnugo_py.games.contract import Move, Pass, Play, Side
from gnugo_py.go.board import points_of
from gnugo_py.go.position import GoPosition
from gnugo_py.go.scoring import plain
from gnugo_py.go.vertex import format_sgf
from gnugo_py.records.sgf import Properties, compose, escaped
from gnugo_py.session import Session

_COLOURS = ("B", "W")


def to_sgf(session: Session, day: date) -> bytes:
    """A game of Go so far as an SGF file, FF[4] and UTF-8.

    day -- when it was played.
    """
    positions = [turn.position for turn in session.turns]
    start = positions[0]
    assert isinstance(start, GoPosition)
    nodes = [_root(session, start, day)]
    for before, after in pairwise(positions):
        move = after.last_move
        if isinstance(move, Play | Pass):
            nodes.append({_COLOURS[before.to_move]: [_point(move, start.size)]})
    return compose(nodes, start.size)


def _root(session: Session, start: GoPosition, day: date) -> Properties:
    """What is known of the game before its first move."""
    names = [session.players[side].name if side in session.players else "Human" for side in Side]
    root = {
        "GM": [b"1"],
        "FF": [b"4"],
        "CA": [b"UTF-8"],
        "AP": [f"gnugo-py:{__version__}".encode()],
        "SZ": [str(start.size).encode()],
        "RU": [escaped(start.rules.name)],
        "KM": [plain(start.rules.komi).encode()],
        "DT": [day.isoformat().encode()],
        "PB": [escaped(names[Side.BLACK])],
        "PW": [escaped(names[Side.WHITE])],
    }
    for name, stones in (("AB", start.board.black), ("AW", start.board.white)):
        if stones:
            root[name] = [format_sgf(point, start.size).encode() for point in points_of(stones)]
    if start.to_move is Side.WHITE:
        root["PL"] = [b"W"]
        root["HA"] = [str(start.board.black.bit_count()).encode()]
    return root


def _point(move: Move, size: int) -> bytes:
    """A move as a value; a pass is empty."""
    return format_sgf(move.points[0], size).encode() if isinstance(move, Play) else b""
