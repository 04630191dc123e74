"""A GTP engine as a player of any game."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar

from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.types import Mistake, Point
from gnugo_py.players.client import Engine, EngineError, Patience, line_of
from gnugo_py.players.player import Choice, Player
from gnugo_py.players.telling import Briefing

HERE = (None, None)
"""The place of a command that is looked for as a shell would, and run in the program's own folder."""


class GtpPlayer(Player):
    """An engine that is told the game and asked for its moves; it is started when it is needed.

    In a `with` statement it is started at once, and ended at the end.

    command    -- its command line.
    game       -- which game it is to play; may be changed between two games.
    patience   -- how long it is waited for.
    seconds    -- what it is told to take for a move, None to leave it to the engine.
    place      -- the file to run and the folder to run it in; None for a command that came out of a
                  file and may not be run.
    """

    is_external: ClassVar[bool] = True

    def __init__(
        self,
        command: str,
        game: Game,
        patience: Patience | None = None,
        seconds: int | None = None,
        place: tuple[str | None, str | None] | None = HERE,
    ) -> None:
        self.command = command
        self.game = game
        self._patience = patience or Patience()
        self._seconds = seconds
        self._place = place
        self._name = line_of(command)
        self._briefing: Briefing | None = None

    @property
    def name(self) -> str:
        """Its own name and version, or its command until it has told them."""
        return self._name

    def fresh_memory(self) -> None:
        """Nothing: what it remembers is in the engine, which is told the game from its start."""

    def explain(self, position: Position, choice: Choice[None]) -> tuple[str, ...]:
        """What the engine says about its move, if it knows how to."""
        return tuple(line for reason in choice.reasons for line in str(reason.why).splitlines())

    def overlay(self, position: Position, choice: Choice[None]) -> tuple[tuple[Point, str], ...]:
        """Nothing to draw."""
        return ()

    def settings(self) -> dict[str, object]:
        """What makes another player like this one."""
        return {"player": "gtp", "command": self.command}

    def stored(self, memory: None) -> None:
        """Nothing: there is no memory to store."""

    def restored(self, data: object) -> None:
        """Nothing.  Raises Mistake if there is something."""
        if data is not None:
            raise Mistake("a GTP engine has no memory")

    def __enter__(self) -> GtpPlayer:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(self) -> None:
        """Start the engine, unless it runs.  Raises EngineError if it does not run or does not speak GTP."""
        self._running()

    def sit_down(self, position: Position) -> None:
        """Have the engine told of a game, its board and its rules.

        Raises EngineRefusal if it will not play on such a board, EngineError if it does not work.
        """
        briefing = self._running()
        with self._ending_if_it_fails(briefing):
            briefing.tell(self.game, position)

    def choose(self, position: Position, memory: None) -> Choice[None]:
        """The engine's move for the side to move.

        Raises EngineError, the engine then ended, if it gives none that is legal.
        """
        briefing = self._running()
        with self._ending_if_it_fails(briefing):
            return briefing.choice(self.game, position)

    def score(self, position: Position) -> str | None:
        """What the engine says the result of a game is, like `B+3.5`; None if it does not know how to."""
        briefing = self._running()
        with self._ending_if_it_fails(briefing):
            return briefing.score(self.game, position)

    def reseed(self, seed: int) -> GtpPlayer:
        """Itself, its random numbers drawn from a seed if the engine knows how to.  Raises EngineError."""
        briefing = self._running()
        with self._ending_if_it_fails(briefing):
            briefing.ask_kindly(f"set_random_seed {seed}")
        return self

    def interrupt(self) -> None:
        """Have a `choose` that is under way in another thread raise EngineError."""
        if self._briefing is not None:
            self._briefing.engine.interrupt()

    def restart(self) -> None:
        """Be ready for another try: the next move is asked of a fresh engine."""
        self.close()

    def close(self) -> None:
        """End the engine, if it runs."""
        if self._briefing is not None:
            self._end(self._briefing)

    def _running(self) -> Briefing:
        """The engine, started if need be; whoever closes this player ends it even while it starts."""
        if self._place is None:
            remedy = f"to let it, resume the game with --opponent {shlex.quote(self.command)}"
            raise EngineError(
                f"this saved game would run a program that you never named; {line_of(remedy, 999)}"
            )
        if self._briefing is not None and not self._briefing.is_sound:
            self._end(self._briefing)
        if self._briefing is None:
            engine = Engine(self.command, self._patience, *self._place)
            briefing = self._briefing = Briefing(engine, self._patience, self._seconds)
            with self._ending_if_it_fails(briefing):
                briefing.engine.greet()
            self._name = briefing.engine.program
        return self._briefing

    @contextmanager
    def _ending_if_it_fails(self, briefing: Briefing) -> Iterator[None]:
        """While an engine is asked: a fault ends it, Ctrl-C leaves it to be closed."""
        try:
            yield
        except Exception:
            self._end(briefing)
            raise
        except BaseException:
            briefing.is_sound = False
            raise

    def _end(self, briefing: Briefing) -> None:
        """End an engine; a later one that may have taken its place goes on."""
        briefing.engine.close()
        if self._briefing is briefing:
            self._briefing = None
