"""A command of a phase: what it is called, what its help says, and what it does.

Each phase has its commands in one table; the lines it takes, the help page, the keys and the completed words
come from there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from gnugo_py.app.phases.base import Phase
from gnugo_py.core.game import Game, GameCount

_PhaseT = TypeVar("_PhaseT")


def has_count(game: GameCount) -> bool:
    """Return whether a game is decided by points."""
    return game.has_count


@dataclass(frozen=True)
class Command(Generic[_PhaseT]):
    """A command of a phase.

    name         -- the word to type.
    key          -- the key that runs it in the full-screen interface, empty for none.
    help         -- its description on the help page.
    action       -- runs it in a phase, with the text after its name, and returns the next phase.
    argument     -- a description of the text that may follow the name, empty if there may be none.
    aliases      -- other words for it.
    is_move      -- whether it is a move, or part of one.
    is_available -- whether a game has it.
    """

    name: str
    key: str
    help: str
    action: Callable[[_PhaseT, str], Phase]
    argument: str = ""
    aliases: tuple[str, ...] = ()
    is_move: bool = False
    is_available: Callable[[Game], bool] = lambda _: True

    def why_refused(self, text: str, game: Game) -> str | None:
        """Return why the command cannot be run in a game with a text after its name, or None if it can."""
        if not self.is_available(game):
            return f"the command {self.name} is not available in {game.name}."
        return f"{self.name} takes no argument." if text and not self.argument else None


def command_named(commands: Sequence[Command[_PhaseT]], word: str) -> Command[_PhaseT] | None:
    """Return the command with a name or alias, in upper or lower case; None if there is none."""
    name = word.lower()
    return next((each for each in commands if name == each.name or name in each.aliases), None)
