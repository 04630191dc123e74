"""Writing games of Go as SGF."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from itertools import pairwise

from gnugo_py import __version__
from gnugo_py.games.contract import Move, Outcome, Pass, Play, Resign, Side
from gnugo_py.go.board import points_of
from gnugo_py.go.position import GoPosition
from gnugo_py.go.scoring import plain
from gnugo_py.go.vertex import format_sgf
from gnugo_py.records.sgf import PRIVATE, compose, escaped
from gnugo_py.session import Session, Turn

_COLOURS = ("B", "W")

Node = dict[str, list[bytes]]


def to_sgf(session: Session, day: date) -> bytes:
    """A game of Go so far as an SGF file, FF[4] and UTF-8; moves taken back are still in it.

    day -- when it was played.
    """
    turns = session.line
    nodes = [_root(session, turns[0], day)]
    for before, after in pairwise(turns):
        if isinstance(after.move, Play | Pass):
            nodes.append(_node(before.position.to_move, after))
    return compose(nodes)


def _node(side: Side, turn: Turn) -> Node:
    """The node of a move, with the reasons for it as a comment."""
    assert isinstance(turn.position, GoPosition)
    assert turn.move is not None
    node = {_COLOURS[side]: [_point(turn.move, turn.position.size)]}
    if turn.note:
        node["C"] = [escaped("\n".join(turn.note))]
    return node


def _root(session: Session, turn: Turn, day: date) -> Node:
    """What is known of the game besides its moves."""
    start = turn.position
    assert isinstance(start, GoPosition)
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
        "PL": [_COLOURS[start.to_move].encode()],
    }
    for name, stones in (("AB", start.board.black), ("AW", start.board.white)):
        if stones:
            root[name] = [format_sgf(point, start.size).encode() for point in points_of(stones)]
    if start.rules.handicap:
        root["HA"] = [str(start.rules.handicap).encode()]
    result = _result(session)
    if result:
        root["RE"] = [result.encode()]
    root[PRIVATE] = [escaped(json.dumps(_private(session, start)))]
    return root


def _private(session: Session, start: GoPosition) -> dict[str, object]:
    """What resuming exactly needs and SGF has no word for.

    players   -- by side, the settings of its player.
    memories  -- [turn, side, memory] wherever a player's memory is not what it was before.
    prisoners -- stones taken before the first move.
    now       -- how many of the moves are made; those after it were taken back.
    """
    return {
        "players": {str(side): player.settings() for side, player in sorted(session.players.items())},
        "memories": list(_memories(session)),
        "prisoners": list(start.prisoners),
        "now": len(session.turns) - 1,
    }


def _memories(session: Session) -> Iterator[list[object]]:
    """Each new memory of a player's, with its turn and side."""
    for side, player in session.players.items():
        last: object = None
        for number, turn in enumerate(session.line):
            memory = turn.memories[side]
            if memory is not None and memory is not last:
                yield [number, int(side), player.stored(memory)]
            last = memory


def _result(session: Session) -> str:
    """The result as SGF writes it, empty while there is none."""
    last = session.position.last_move
    if isinstance(last, Resign):
        return f"{_COLOURS[session.position.to_move]}+R"
    return result_of(session.outcome) if session.outcome else ""


def result_of(outcome: Outcome) -> str:
    """An outcome as SGF writes it: `B+3.5`, `0` for a tie."""
    if outcome.winner is None:
        return "0"
    how = plain(outcome.margin) if outcome.margin else "F" if outcome.reason == "forfeit" else "R"
    return f"{_COLOURS[outcome.winner]}+{how}"


def _point(move: Move, size: int) -> bytes:
    """A move as a value; a pass is empty."""
    return format_sgf(move.points[0], size).encode() if isinstance(move, Play) else b""
