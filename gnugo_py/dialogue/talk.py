"""What phases and commands may ask of the conversation they are part of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from gnugo_py.dialogue.table import Kind, Table
from gnugo_py.games.contract import Move
from gnugo_py.games.diagram import Grid
from gnugo_py.play.session import Session


class Talk(Protocol):
    """A conversation, as its parts see it.

    table     -- what it needs from outside.
    grid      -- the board to show.
    over      -- True once nothing more is asked.
    wants_new -- True if it ends because the person wants another game.
    """

    table: Table
    grid: Grid | None
    over: bool
    wants_new: bool

    @property
    def playing(self) -> Session:
        """The session."""

    @property
    def trouble(self) -> str:
        """Why the game as it stands is not in a file, empty if it is or there is nothing to save."""

    @property
    def is_watched(self) -> bool:
        """Whether the game is played without a person."""

    def is_asking(self, take: Callable[[str], None]) -> bool:
        """Whether the next line goes to somebody."""

    def say(
        self,
        kind: Kind,
        *lines: str,
        grid: Grid | None = None,
        marks: tuple[tuple[tuple[int, int], str], ...] = (),
    ) -> None:
        """Say something; nothing at all is not said."""

    def expect(self, prompt: str, take: Callable[[str], None]) -> None:
        """Ask for a line, and say who takes it."""

    def expect_turn(self) -> None:
        """Ask for a move."""

    def confirm(self, question: str, act: Callable[[], None]) -> None:
        """Do something that cannot be undone once the person has agreed."""

    def confirm_if_unsaved(self, question: str, act: Callable[[], None]) -> None:
        """Do something that lets the game go; where it is not saved, tell so and ask first."""

    def take_turn(self, line: str) -> None:
        """Take a line as a move or a command."""

    def show(self, *news: str) -> None:
        """Show the board as it stands, and what there is to tell beside it."""

    def begin(self, session: Session) -> None:
        """Start or go on with a game."""

    def play(self, move: Move) -> None:
        """Make a person's move; the reason is said if it is refused."""

    def stop(self) -> None:
        """End the playing and come to the count."""

    def keep(self) -> None:
        """Save the game as it stands, and say if that does not work."""

    def leave(self) -> None:
        """End, saving what was played; where that does not work, ask first."""

    def end(self) -> None:
        """End without a question more, saving what was played."""
