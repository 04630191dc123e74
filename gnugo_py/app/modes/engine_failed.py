"""Questions about an engine to move: it offers to resign, or it has failed."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from gnugo_py.app.app import App
from gnugo_py.app.commands import command_named
from gnugo_py.app.mode import Mode, Task
from gnugo_py.app.modes.play import PlayMode
from gnugo_py.engines.engine import Engine
from gnugo_py.games.types import UserError


class EngineFailed(PlayMode):
    """The choices after an engine failed to move: retry, another engine, or a command that is not a move.

    reason -- the error message.
    """

    is_question = True

    def __init__(self, app: App, reason: str) -> None:
        super().__init__(app)
        self._reason, self._player = reason, self.game.engine_to_move
        other: Engine | None = None
        with suppress(UserError):  # its files are missing
            other = app.players.default_opponent(self.position)
        is_another = other is not None and self._player is not None and other.name != self._player.name
        self._stand_in = other if is_another else None
        self._word = "" if self._stand_in is None else self._stand_in.config().kind
        self._choice = f"{self._word} or " if self._word else ""

    @property
    def runs_clock(self) -> bool:
        return False

    @property
    def task(self) -> Task | None:
        """The request of a command; the engine to move waits until the person decides."""
        return self.request

    def start(self) -> None:
        self.app.show_board()
        self.app.emit("trouble", f"{self._reason}.")
        self._show_choices()

    def current_prompt(self) -> str:
        again = "go on" if self.game.is_engine_match else "retry"
        return f"Press Return to {again}, or type {self._choice}a command:"

    def resume(self, left: Mode) -> None:
        """Show the choices again, unless it is another player's turn now."""
        if self.game.engine_to_move is not self._player:
            self.app.drop(self)
            self.app.mode.resume(left)
            return
        super().resume(left)
        self._show_choices()

    def question_before_leaving(self, act: Any) -> None:
        """Ask nothing; the game below is asked."""

    def go_on(self) -> None:
        """Play on if it is another player's turn now."""
        if self.game.engine_to_move is not self._player:
            self.app.drop(self)

    def _show_choices(self) -> None:
        again, command = ("go on", "why") if self.game.is_engine_match else ("try again", "undo")
        name = "" if self._stand_in is None else self._stand_in.name
        instead = f", type {self._word} to let {name} take over" if self._word else ""
        self.app.emit(
            "news", f"Press Return to {again}{instead}, or type a command such as {command}, save or quit."
        )

    def handle(self, line: str) -> None:
        word, command = line.lower(), command_named(self.commands, line.partition(" ")[0])
        if not word:
            assert self._player is not None
            self._player.recover()
            self.app.drop(self)
        elif word == self._word and self._stand_in is not None:
            self.game.set_player(self.position.to_move, self._stand_in)
            self.app.emit("news", f"{self._stand_in.name} now plays {self.position.to_move}.")
            self.app.drop(self)
        elif command is None or command.is_move:
            raise UserError(f"press Return, or type {self._choice}a command other than a move")
        else:
            super().handle(line)
