"""Games for tests of files: of Go and of the toy game, with players that can be written down."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from gnugo_py.core.types import Side
from gnugo_py.engines.engine import Player
from gnugo_py.games.go.game import GO
from gnugo_py.play.session import Session
from gnugo_py.sgf.reader import read_sgf
from gnugo_py.sgf.writer import to_sgf
from gnugo_py.storage.resume import resumed
from tests.boards import move
from tests.scripted import Scripted

DAY = date(2026, 11, 22)
WHITE = Side.WHITE


def game(*vertices: str, players: Mapping[Side, Player] | None = None, rules: str = "japanese") -> Session:
    """A game on 9x9; whoever has a player has its moves made by it."""
    session = Session.begin(GO, players or {}, GO.start({"size": 9, "rules": rules}))
    for vertex in vertices:
        if session.player is None:
            session.play(move(vertex, 9))
        else:
            session.reply()
    return session


def script(*vertices: str) -> Scripted:
    """A player that makes some moves."""
    return Scripted(*(move(vertex, 9) for vertex in vertices), name="Script")


def player_of(settings: Mapping[str, object]) -> Player:
    """The player that settings name."""
    assert settings == {"player": "script", "name": "Script"}
    return script()


def written(session: Session, serial: int = 1) -> bytes:
    """A session as a file."""
    return to_sgf(session, DAY, serial)


def again(content: bytes) -> Session:
    """The session of a file."""
    return resumed(read_sgf(content), player_of)


def vertices(session: Session) -> list[str]:
    """The moves of a session as vertices, those taken back left out."""
    found = []
    for turn in session.turns[1:]:
        assert turn.move is not None
        found.append(GO.format_move(turn.move, turn.position))
    return found
