"""The commands of the review, in one table; the help page is made from it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from gnugo_py.core.game import Game

REVIEW_ALIASES = {
    "n": "next",
    "b": "back",
    "?": "help",
    "exit": "quit",
    "q": "quit",
    "v": "variation",
    "g": "goto",
}
"""Other names of some commands."""


class ReviewCommand(NamedTuple):
    """A command of the review.

    name     -- the word to type.
    argument -- a description of its argument, empty for none.
    key      -- the key that runs the command in the full-screen interface.
    help     -- its description on the help page.
    is_available -- whether a game has the command.
    """

    name: str
    argument: str
    key: str
    help: str
    is_available: Callable[[Game], bool] = lambda _: True


def has_points(game: Game) -> bool:
    """Return whether a game is decided by points."""
    return game.has_count


REVIEW_COMMANDS = (
    ReviewCommand("next", "[N]", "right", "forward N moves, or to the next capture, comment, mistake, game"),
    ReviewCommand("back", "[N]", "left", "back N moves, or to the last capture, comment, mistake, game"),
    ReviewCommand("start", "", "Home", "go to the start of the game"),
    ReviewCommand("end", "", "End", "go to the end of the line"),
    ReviewCommand("goto", "N", "", "go to move N"),
    ReviewCommand("variation", "N", "up, down", "enter variation N"),
    ReviewCommand("why", "", "F3", "show the comment, or what the engine would have played"),
    ReviewCommand("hint", "[LEVEL]", "F2", "show what the engine would play here, and why"),
    ReviewCommand("show", "candidates", "", "show the best moves on the board"),
    ReviewCommand("score", "", "F7", "estimate the score and who is likely to win here"),
    ReviewCommand("influence", "", "F12", "show who is likely to own each point", has_points),
    ReviewCommand("graph", "[WHAT]", "", "show the lead along the game; graph win rate: the win rate"),
    ReviewCommand("mistakes", "", "", "list the moves that lost most; Return goes to them", has_points),
    ReviewCommand("train", "[COLOR]", "", "look for better moves where a color lost points", has_points),
    ReviewCommand("lessons", "", "", "list the moves that lost stones, with lessons"),
    ReviewCommand("learn", "[NAME]", "", "open a lesson; quit returns here"),
    ReviewCommand("play", "", "", "start a new game from here"),
    ReviewCommand("setup", "", "", "change the position and play from there"),
    ReviewCommand("diagram", "NAME", "", "write a picture of the board"),
    ReviewCommand("save", "NAME", "F8", "save a copy of the game with variations and comments"),
    ReviewCommand("help", "", "F1", "show this help"),
    ReviewCommand("quit", "", "F10", "leave the review"),
)


def review_help(game: Game) -> tuple[str, ...]:
    """Return the help page of the review of a game."""
    graph = "In the graph: B W blunders (6 points or more), b w mistakes (3), ^ you are here"
    lines = [
        f"  {f'{each.name} {each.argument}':<16} {each.key:<9} {each.help}"
        for each in REVIEW_COMMANDS
        if each.is_available(game)
    ]
    return ("Review commands:", "", *lines, "", graph)
