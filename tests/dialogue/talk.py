"""A conversation whose services are recorded: what it asks for, and what it says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gnugo_py.app.application import Conversation
from gnugo_py.app.context import Services
from gnugo_py.app.events import Output
from gnugo_py.app.phases.setup import Unfinished
from gnugo_py.core.diagram import Grid
from gnugo_py.core.game import Game
from gnugo_py.core.types import PASS, Mistake, Outcome, Point, Side
from gnugo_py.engines.engine import Player
from gnugo_py.games.go.game import GO
from gnugo_py.games.go.vertex import parse_vertex
from gnugo_py.play.game_tree import Story
from gnugo_py.play.session import Session, Settling
from tests.boards import position
from tests.scripted import Scripted, pair
from tests.toy import PAIRS, Pairs

NOBODY: Mapping[Side, Player] = {}


def _unread(session: Session) -> Story:
    raise NotImplementedError


class Talk:
    """A conversation, and what its services were asked for.

    calls   -- (service, what it was asked for): `keep` with the number of turns and the count as it then
               was, `save` with the name, `open` with the name, `begin` with the options.
    outcomes -- what was known of the end whenever the game was kept.
    news    -- what `keep` returns; trouble -- what `trouble` says.
    saved   -- the sessions that `open` knows, by name.
    adviser -- who gives advice from outside.
    """

    def __init__(self, game: Game = PAIRS, proposes: bool = False, confirms: bool = False) -> None:
        self.calls: list[tuple[Any, ...]] = []
        self.outcomes: list[Outcome | None] = []
        self.news = self.trouble = ""
        self.saved: dict[str, Session] = {}
        self.adviser: Player | None = None
        self.players = NOBODY
        self.services = Services(
            game,
            self._begin,
            self._keep,
            self._save,
            lambda: self.trouble,
            self._open,
            lambda game, position, level: self.adviser,
            _unread,
            proposes,
            confirms,
        )

    def asked(self, options: Mapping[str, object], offer: Unfinished | None = None) -> Talk:
        """The conversation begun with some options."""
        self.here = Conversation(self.services, options, None, offer)
        return self

    def begun(self, session: Session) -> Talk:
        """The conversation begun with a session."""
        self.here = Conversation(self.services, {}, session)
        return self

    def resumed(self, session: Session) -> Talk:
        """The same, what is said at first left out."""
        self.begun(session).here.outputs()
        return self

    def says(self, *lines: str) -> list[tuple[str, ...]]:
        """What is said to some lines: a kind and words each, boards left out."""
        for line in lines:
            self.here.answer(line)
        return [(output.kind, *output.lines) for output in self.here.outputs() if output.kind != "board"]

    def outputs(self, *lines: str) -> list[Output]:
        """The same as it is said."""
        for line in lines:
            self.here.answer(line)
        return self.here.outputs()

    def thinks(self) -> list[tuple[str, ...]]:
        """What is said once the player has thought."""
        self.here.think()
        return self.says()

    @property
    def session(self) -> Session:
        """The session that is played."""
        return self.here.playing

    def _begin(self, options: Mapping[str, object]) -> Session:
        self.calls.append(("begin", dict(options)))
        return Session.begin(self.services.game, self.players, self.services.game.start(options))

    def _keep(self, session: Session) -> str:
        self.calls.append(("keep", len(session.turns), session.settling))
        self.outcomes.append(session.outcome)
        return self.news

    def _save(self, session: Session, name: str | None) -> str:
        self.calls.append(("save", name))
        return "It is saved."

    def _open(self, name: str) -> Session:
        self.calls.append(("open", name))
        if name not in self.saved:
            raise Mistake(f"there is no {name}")
        return self.saved[name]


def pairs(*moves: str, players: Mapping[Side, Player] = NOBODY) -> Session:
    """A game of the toy game after moves by whoever has them."""
    session = Session.begin(PAIRS, players, Pairs())
    for each in moves:
        if session.player is None:
            session.play(pair(each))
        else:
            session.reply()
    return session


def computer(*moves: str) -> dict[Side, Player]:
    """A player of White's that makes some moves."""
    return {Side.WHITE: Scripted(*map(pair, moves), name="Deep Pair")}


def drawn(grid: Grid | None) -> str:
    """A board in one line; empty for none."""
    return "" if grid is None else " ".join(grid.rows)


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
"""Black has the top, White the bottom and one stone in between."""


def go(drawing: str = WALLS, rules: str = "japanese", players: Mapping[Side, Player] = NOBODY) -> Session:
    """A game of Go that starts from a drawing, Black to move."""
    return Session.begin(GO, players, position(drawing, Side.BLACK, rules))


def points(*vertices: str) -> tuple[Point, ...]:
    """Vertices of a 9x9 board as points."""
    return tuple(parse_vertex(vertex, 9) for vertex in vertices)


def stopped(answers: Sequence[Point | None] = (), proposed: bool | None = False) -> Session:
    """A game that stopped, its count settled so far."""
    session = go()
    session.play(PASS)
    session.play(PASS)
    session.settling = Settling(proposed, tuple(answers))
    return session
