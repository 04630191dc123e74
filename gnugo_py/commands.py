"""The commands a person can type instead of a move: one row each; the help page is made of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gnugo_py.games.contract import PASS

if TYPE_CHECKING:
    from gnugo_py.conversation import Conversation


@dataclass(frozen=True, slots=True)
class Command:
    """A command.

    name           -- what to type.
    help           -- what it does, for the help page.
    action         -- does it; gets what was typed after the name.
    takes_argument -- whether anything may be typed after the name.
    """

    name: str
    help: str
    action: Callable[[Conversation, str], None]
    takes_argument: bool = False


COMMANDS = (
    Command("pass", "give up a turn; the game is over when both sides pass", lambda talk, _: talk.play(PASS)),
    Command("undo", "take back your last move", lambda talk, _: talk.go_back()),
    Command("redo", "make again what you took back", lambda talk, _: talk.go_forward()),
    Command("save", "write the game to a file; a name may follow", lambda talk, name: talk.save(name), True),
    Command("stop", "end the game now and count it", lambda talk, _: talk.stop()),
    Command("help", "show this", lambda talk, _: talk.tell(*help_page())),
)


def find_command(word: str) -> Command | None:
    """The command of a name, in either case; None if there is none."""
    return next((command for command in COMMANDS if command.name == word.lower()), None)


def help_page() -> tuple[str, ...]:
    """A line for each command."""
    return tuple(f"  {command.name:<6} {command.help}" for command in COMMANDS)
