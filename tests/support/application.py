"""An application with recording services for tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from gnugo_py.app.application import Application, existing_session_starter, new_game_starter
from gnugo_py.app.events import AppEvent
from gnugo_py.app.opponents import EngineFactory, Opponents
from gnugo_py.app.phases.setup import ResumeOffer
from gnugo_py.app.services import Services
from gnugo_py.core.diagram import Diagram
from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.types import PASS, Color, Outcome, Point, UserError
from gnugo_py.engines.engine import Engine
from gnugo_py.games.go.game import GO
from gnugo_py.games.go.vertex import parse_vertex
from gnugo_py.play.session import CountProgress, Session
from gnugo_py.storage.autosave import Autosave, sgf_autosave_functions
from gnugo_py.storage.save_store import SaveStore
from tests.support.boards import position
from tests.support.scripted_engine import Scripted, pair
from tests.toy import PAIRS, Pairs

NOBODY: Mapping[Color, Engine] = {}


class RecordingAutosave(Autosave):
    """An autosave that writes nothing and records its calls; see `Talk`."""

    def __init__(self, talk: Talk) -> None:
        super().__init__(SaveStore(Path("nowhere")), sgf_autosave_functions(), lambda: 1)
        self._talk = talk

    def write(self, session: Session) -> str:
        self.error = self._talk.trouble
        self._talk.calls.append(("keep", len(session.turns), session.count_progress))
        self._talk.outcomes.append(session.outcome)
        return self._talk.news

    def save_as(self, session: Session, name: str | None) -> str:
        self.error = self._talk.trouble
        self._talk.calls.append(("save", name))
        return "It is saved."


class RecordingOpponents(Opponents):
    """Opponents of which the default is the adviser of a `Talk`."""

    def __init__(self, talk: Talk) -> None:
        super().__init__(None, (), EngineFactory(), 0)
        self._talk = talk

    def default_opponent(self, position: Position) -> Engine | None:
        return self._talk.adviser


class RecordingServices(Services):
    """Services that record their calls; see `Talk`."""

    def __init__(self, talk: Talk, has_screen: bool, confirms: bool) -> None:
        super().__init__(
            Path("nowhere"), EngineFactory(), has_screen=has_screen, asks_before_leaving=confirms
        )
        self._talk = talk
        self.autosave = RecordingAutosave(talk)
        self.opponents = RecordingOpponents(talk)

    def new_game(self, game: Game, options: Mapping[str, object]) -> Session:
        self._talk.calls.append(("begin", dict(options)))
        return Session.from_position(game, self._talk.players, game.start(options))

    def open_session(self, name: str) -> Session:
        self._talk.calls.append(("open", name))
        if name not in self._talk.saved:
            raise UserError(f"there is no {name}")
        return self._talk.saved[name]

    def resume_session(self, name: str) -> Session:
        self._talk.calls.append(("resume", name))
        raise UserError(f"there is no {name}")

    def adviser(self, game: Game, level: int) -> Engine | None:
        return self._talk.adviser


class Talk:
    """An application whose services record their calls.

    calls     -- (call, arguments): `keep` with the number of turns and the progress of the count,
                 `save`, `open` and `resume` with the name, `begin` with the options.
    outcomes  -- the outcome of the session at each `keep`.
    news      -- what `keep` returns; trouble -- the save error.
    saved     -- the sessions that `open` returns, by name.
    adviser   -- the engine that gives advice.
    services -- the services.
    """

    def __init__(self, game: Game = PAIRS, proposes: bool = False, confirms: bool = False) -> None:
        self.calls: list[tuple[Any, ...]] = []
        self.outcomes: list[Outcome | None] = []
        self.news = self.trouble = ""
        self.saved: dict[str, Session] = {}
        self.adviser: Engine | None = None
        self.players = NOBODY
        self.game = game
        self.services = RecordingServices(self, proposes, confirms)

    def asked(self, options: Mapping[str, object], offer: ResumeOffer | None = None) -> Talk:
        """Start the application with some options."""
        self.here = Application(self.services, self.game, new_game_starter(options, offer))
        return self

    def begun(self, session: Session) -> Talk:
        """Start the application with a session."""
        self.here = Application(self.services, self.game, existing_session_starter(session))
        return self

    def resumed(self, session: Session) -> Talk:
        """Start the application with a session and discard the first events."""
        self.begun(session).here.take_events()
        return self

    def says(self, *lines: str) -> list[tuple[str, ...]]:
        """Submit some lines and return the kind and lines of each event, without boards."""
        for line in lines:
            self.here.submit_line(line)
        return [(output.kind, *output.lines) for output in self.here.take_events() if output.kind != "board"]

    def outputs(self, *lines: str) -> list[AppEvent]:
        """Submit some lines and return the events."""
        for line in lines:
            self.here.submit_line(line)
        return self.here.take_events()

    def thinks(self) -> list[tuple[str, ...]]:
        """Run the pending task and return the kind and lines of each event, without boards."""
        self.here.run_task()
        return self.says()

    @property
    def session(self) -> Session:
        """The session that is being played."""
        return self.here.required_session


def pairs(*moves: str, players: Mapping[Color, Engine] = NOBODY) -> Session:
    """Return a session of the toy game after some moves; an engine plays its own move instead."""
    session = Session.from_position(PAIRS, players, Pairs())
    for each in moves:
        if session.engine_to_move is None:
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
    return Session.from_position(GO, players, position(drawing, Color.BLACK, rules))


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
