"""What is said about a line that is neither a move nor a command of a game."""

from __future__ import annotations

from gnugo_py.app.commands import Command, available, command_named
from gnugo_py.app.display import DISPLAY_COMMANDS
from gnugo_py.games.game import Game

_MAX_WORD_LENGTH = 30
_INSTEAD = {
    "rate": "for an estimate of the position, type score; for your rank, run gnugo-py report",
    "rank": "for your rank, run gnugo-py report; the form of a new game asks for it, too",
    "report": "the report is in the start menu, and the command gnugo-py report prints it",
    "rules": "the lessons teach the rules: type learn; the form of a new game (type new) names the rule sets",
    "more": "type why more for all that is known of a move; on a screen, Space goes on in a long page",
    "level": "the level stays during a game; type new for another one, or hint N for advice at a level",
    "lessons": "type learn for the lessons",
    "problems": "the problems are in the start menu, and the command gnugo-py problems opens them",
}
"""What to type instead of words that are no commands of a game."""


def unknown_input_message(line: str, reason: str, commands: tuple[Command, ...], game: Game) -> str:
    """Return the message for a line that is neither a move, for a reason, nor a command of the game."""
    from difflib import get_close_matches

    words = line[:_MAX_WORD_LENGTH].split()
    if words and (instead := _INSTEAD.get(words[0].lower())) is not None:
        return f"{instead}."
    if words and command_named(DISPLAY_COMMANDS, words[0]):
        return f"{words[0].lower()} changes how a screen draws the game; here it does nothing."
    names = [command.name for command in available(commands, game)]
    near = get_close_matches(words[0].lower(), names, 1, 0.6) if words and len(words[0]) > 2 else []
    advice = f"did you mean {near[0]}?" if near else "type help for a list of commands."
    return f"not understood: {reason}; {advice}"
