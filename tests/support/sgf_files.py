"""Sessions of Go on 9x9 for tests of files, with engines that can be saved."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from gnugo_py.core.types import Color
from gnugo_py.engines.engine import Engine, EngineConfig
from gnugo_py.games.go.game import GO
from gnugo_py.play.session import Session
from gnugo_py.record.reader import read_sgf
from gnugo_py.record.writer import session_to_sgf
from gnugo_py.storage.resume import resume_session
from tests.support.boards import move
from tests.support.scripted_engine import Scripted

DAY = date(2026, 11, 22)
WHITE = Color.WHITE


def game(*vertices: str, players: Mapping[Color, Engine] | None = None, rules: str = "japanese") -> Session:
    """Return a session on 9x9; an engine plays its own move in place of the vertex."""
    session = Session.from_position(GO, players or {}, GO.start({"size": 9, "rules": rules}))
    for vertex in vertices:
        if session.engine_to_move is None:
            session.play(move(vertex, 9))
        else:
            session.play_engine_move()
    return session


def script(*vertices: str) -> Scripted:
    """Return an engine that plays some moves."""
    return Scripted(*(move(vertex, 9) for vertex in vertices), name="Script")


def player_of(config: EngineConfig) -> Engine:
    """Return the engine that a configuration describes."""
    assert config == EngineConfig("script")
    return script()


def written(session: Session, serial: int = 1) -> bytes:
    """Return a session as the content of a file."""
    return session_to_sgf(session, DAY, serial)


def again(content: bytes) -> Session:
    """Return the session in the content of a file."""
    return resume_session(read_sgf(content), player_of)


def vertices(session: Session) -> list[str]:
    """Return the moves of a session as vertices, without those that were undone."""
    found = []
    for turn in session.turns[1:]:
        assert turn.move is not None
        found.append(turn.position.format_move(turn.move))
    return found
