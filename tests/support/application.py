"""An application with recording services for tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gnugo_py.app.application import Application
from gnugo_py.app.context import Services
from gnugo_py.app.events import AppEvent
from gnugo_py.app.phases.setup import ResumeOffer
from gnugo_py.core.diagram import Diagram
from gnugo_py.core.game import Game
from gnugo_py.core.types import PASS, Color, Outcome, Point, UserError
from gnugo_py.engines.engine import Engine
from gnugo_py.games.go.game import GO
from gnugo_py.games.go.vertex import parse_vertex
from gnugo_py.play.game_tree import Review
from gnugo_py.play.session import CountProgress, Session
from tests.support.boards import position
from tests.support.scripted_engine import Scripted, pair
from tests.toy import PAIRS, Pairs

NOBODY: Mapping[Color, Engine] = {}


def _unread(session: Session) -> Review:
    raise NotImplementedError


class Talk:
    """An application whose services record their calls.

    calls    -- (service, arguments): `keep` with the number of turns and the progress of the count,
                `save` and `open` with the name, `begin` with the options.
    outcomes -- the outcome of the session at each `keep`.
    news     -- what `keep` returns; trouble -- the save error.
    saved    -- the sessions that `open` returns, by name.
    adviser  -- the engine that gives advice.
    """

    def __init__(self, game: Game = PAIRS, proposes: bool = False, confirms: bool = False) -> None:
        self.calls: list[tuple[Any, ...]] = []
        self.outcomes: list[Outcome | None] = []
        self.news = self.trouble = ""
        self.saved: dict[str, Session] = {}
        self.adviser: Engine | None = None
        self.players = NOBODY
        self.services = Services(
            game,
            self._begin,
            self._keep,
            self._save,
            lambda: self.trouble,
            self._open,
            lambda game, level: self.adviser,
            lambda game, position: self.adviser,
            _unread,
            proposes,
            confirms,
        )

    def asked(self, options: Mapping[str, object], offer: ResumeOffer | None = None) -> Talk:
        """Start the application with some options."""
        self.here = Application(self.services, options, None, offer)
        return self

    def begun(self, session: Session) -> Talk:
        """Start the application with a session."""
        self.here = Application(self.services, {}, session)
        return self

    def resumed(self, session: Session) -> Talk:
        """Start the application with a session and discard the first events."""
        self.begun(session).here.take_events()
        return self

    def says(self, *lines: str) -> list[tuple[str, ...]]:
        """Submit some lines and return the kind and lines of each event, without boards."""
        for line in lines:
            self.here.submit(line)
        return [(output.kind, *output.lines) for output in self.here.take_events() if output.kind != "board"]

    def outputs(self, *lines: str) -> list[AppEvent]:
        """Submit some lines and return the events."""
        for line in lines:
            self.here.submit(line)
        return self.here.take_events()

    def thinks(self) -> list[tuple[str, ...]]:
        """Run the pending task and return the kind and lines of each event, without boards."""
        self.here.run_task()
        return self.says()

    @property
    def session(self) -> Session:
        """The session that is being played."""
        return self.here.active_session

    def _begin(self, options: Mapping[str, object]) -> Session:
        self.calls.append(("begin", dict(options)))
        return Session.start(self.services.game, self.players, self.services.game.start(options))

    def _keep(self, session: Session) -> str:
        self.calls.append(("keep", len(session.turns), session.count_progress))
        self.outcomes.append(session.outcome)
        return self.news

    def _save(self, session: Session, name: str | None) -> str:
        self.calls.append(("save", name))
        return "It is saved."

    def _open(self, name: str) -> Session:
        self.calls.append(("open", name))
        if name not in self.saved:
            raise UserError(f"there is no {name}")
        return self.saved[name]


def pairs(*moves: str, players: Mapping[Color, Engine] = NOBODY) -> Session:
    """Return a session of the toy game after some moves; an engine plays its own move instead."""
    session = Session.start(PAIRS, players, Pairs())
    for each in moves:
        if session.player is None:
            session.play(pair(each))
        else:
            session.play_engine_move()
    return session


def computer(*moves: str) -> dict[Color, Engine]:
    """Return an engine for White that plays some moves."""
    return {Color.WHITE: Scripted(*map(pair, moves), name="Deep Pair")}


def drawn(diagram: Diagram | None) -> str:
    """Return a board on one line, or an empty string for None."""
    return "" if diagram is None else " ".join(diagram.rows)


WALLS = """
- - - - - - - - -
- - - - - - - - -
X X X X X X X X X
O - - - - - - - -
- - - - - - - - -
O O O O O O O O O
- - - - - - - - -
- - - X - - - - -
- - - - - - - - -
"""
"""Black owns the top; White owns the bottom, with one black stone in it."""


def go(drawing: str = WALLS, rules: str = "japanese", players: Mapping[Color, Engine] = NOBODY) -> Session:
    """Return a session of Go that starts from a drawing, Black to move."""
    return Session.start(GO, players, position(drawing, Color.BLACK, rules))


def points(*vertices: str) -> tuple[Point, ...]:
    """Return vertices of a 9x9 board as points."""
    return tuple(parse_vertex(vertex, 9) for vertex in vertices)


def stopped(answers: Sequence[Point | None] = (), proposed: bool | None = False) -> Session:
    """Return a session after two passes, with the progress of its count."""
    session = go()
    session.play(PASS)
    session.play(PASS)
    session.count_progress = CountProgress(proposed, tuple(answers))
    return session
