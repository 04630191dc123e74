"""Analysts: what judges the positions of a game."""

from __future__ import annotations

from threading import Event
from typing import Protocol

from gnugo_py import __version__
from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.types import UserError
from gnugo_py.engines.engine import EngineError
from gnugo_py.engines.levels import MAX_LEVEL
from gnugo_py.engines.search.engine import SearchEngine
from gnugo_py.engines.search.result import Analysis, analysis_of

QUICK_LEVEL = 3
"""The search level that looks at a position quickly in games without a network."""


class Analyst(Protocol):
    """A program that judges positions.

    name    -- its name.
    version -- what its judgments depend on besides the position; part of the key under which they are kept.
    """

    name: str
    version: str

    def look(self, position: Position) -> Analysis:
        """Return a quick analysis.  Raise EngineError if it fails or was interrupted."""

    def search(self, position: Position, visits: int) -> Analysis:
        """Return an analysis of about a number of visits.  Raise EngineError like `look`."""

    def interrupt(self) -> None:
        """Make a call in another thread end soon."""
        return


class BuiltInAnalyst(Analyst):
    """The search of the highest level; in games without a network, that of a low one.

    Raise UserError if search does not play the game.
    """

    def __init__(self, game: Game) -> None:
        self._engine = SearchEngine(game, MAX_LEVEL)
        self._quick = SearchEngine(game, QUICK_LEVEL)
        self._stopped = Event()
        self.name = "gnugo-py"
        self.version = f"{__version__} {self._engine.version()}"

    def look(self, position: Position) -> Analysis:
        """Return an analysis: a few evaluations by the network or, without one, a search of a low level."""
        self._check()
        quick = self._engine.look(position)
        if quick is not None:
            return quick
        analysis = analysis_of(self._quick.choose(position, None))
        if analysis is None:
            raise EngineError(f"{self.name} cannot analyze this position")
        return analysis

    def search(self, position: Position, visits: int) -> Analysis:
        """Return an analysis of a number of visits or, without a network, of a low level."""
        self._check()
        return self._engine.search(position, visits) or self.look(position)

    def _check(self) -> None:
        if self._stopped.is_set():
            raise EngineError("the analysis was interrupted")

    def interrupt(self) -> None:
        """Make a call in another thread end soon."""
        self._stopped.set()
        self._engine.interrupt()
        self._quick.interrupt()


def built_in_analyst(game: Game) -> BuiltInAnalyst | None:
    """Return the built-in analyst of a game, or None if search does not play it."""
    try:
        return BuiltInAnalyst(game)
    except UserError:
        return None
