"""Commands: what is typed in a mode, how its argument is read, and the help page that lists them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from textwrap import wrap
from typing import Literal, TypeAlias

from gnugo_py.engines.level_ranks import MAX_LEVEL
from gnugo_py.games.game import Game
from gnugo_py.games.text import join_words
from gnugo_py.games.types import COLORS_BY_WORD, UserError

WhileThinking: TypeAlias = Literal["wait", "interrupt", "run"]


@dataclass(frozen=True)
class Command:
    """A command of a mode, which runs the method of its name after `do_` with the text after the word.

    name     -- the word to type.
    key      -- the key that runs it on a screen, empty for none.
    help     -- its description on the help page.
    argument -- what may follow the name, as `parse` reads it; empty for nothing.
    aliases  -- other words for it.
    is_move  -- whether it is a move, or part of one.
    needs    -- what a game must have for it: a `count`, a `pass`, moves of several `points`, `arrows`; empty
                if every game has it.
    subject  -- the heading under which the help page lists it; empty for what a first game needs.
    while_thinking -- what it does while an engine thinks: `wait` until the engine is done, `interrupt` the
                engine, or `run` at once.
    """

    name: str
    key: str
    help: str
    argument: str = ""
    aliases: tuple[str, ...] = ()
    is_move: bool = False
    needs: str = ""
    subject: str = ""
    while_thinking: WhileThinking = "wait"

    def why_refused(self, word: str, text: str, game: Game | None) -> str | None:
        """Return why the command cannot run as `word` with `text` after it in a game; None if it can."""
        if game is not None and not available((self,), game):
            return f"the command {self.name} is not available in {game.display_name}"
        return f"{word.lower()} takes no argument" if text and not self.argument else None

    def parse(self, text: str) -> object:
        """Return the value of the text after the word.

        `argument` says what it is: a number for `N` or `SECONDS`, a level for `LEVEL`, a color for `COLOR`,
        one of some words for words in lower case, and the text itself for anything else.  What is in brackets
        may be left out: then the value is None instead of a number or a color.

        Raise UserError, which names what may follow, if it is something else.
        """
        form, is_optional = self.argument.strip("[]"), self.argument[:1] == "["
        words = _WORDS.get(form, form.split("|") if form.islower() else [])
        if form in _PARSERS:
            value = _PARSERS[form](text.lower())
        else:
            value = text.lower() if text.lower() in words else None if words else text
        if value is not None or (is_optional and not text):
            return value
        ways = [f"{self.name} {each}" for each in words] or [f"{self.name} {form} with {_MEANINGS[form]}"]
        alone = f"{self.name}, or " if is_optional else ""
        raise UserError(f"type {alone}{join_words(ways, 'or')}")


def parse_number(text: str) -> int | None:
    """Return a whole number of at most five digits, None for any other text."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None


def _parse_level(text: str) -> int | None:
    return int(text) if text in map(str, range(1, MAX_LEVEL + 1)) else None


_PARSERS: Mapping[str, Callable[[str], object]] = {
    "N": parse_number,
    "SECONDS": parse_number,
    "LEVEL": _parse_level,
    "COLOR": COLORS_BY_WORD.get,
}
"""What reads the arguments of these names; None for a text that is none."""
_WORDS = {"COLOR": ["black", "white"]}
_MEANINGS = {"N": "a whole number", "SECONDS": "a whole number", "LEVEL": f"a level from 1 to {MAX_LEVEL}"}


def quit_command(help: str) -> Command:  # noqa: A002 - as the field is named
    """Return the command that leads one level up."""
    return Command("quit", "F10", help, aliases=("exit", "q"), while_thinking="interrupt")


BOARD_COMMANDS = (
    Command("describe", "", "describe a point: describe D4", "POINT", subject="The board in words"),
    Command("chains", "", "list the stones of both colors", subject="The board in words"),
    Command("read", "", "read a row: read row 4", "row N", subject="The board in words"),
    Command("what", "", "explain a word: what komi", "[WORD]", subject="The board in words"),
)
"""The commands of `BoardMode`."""


_BRIEF = "brief, typed anywhere, prints moves and results only; typed again, everything."
_PAGE_WIDTH = 80
"""The number of characters after which the lines of a help page are wrapped."""


def command_named(commands: Sequence[Command], word: str) -> Command | None:
    """Return the command with a name or alias, ignoring case; None if there is none."""
    name = word.lower()
    return next((each for each in commands if name == each.name or name in each.aliases), None)


@cache
def available(commands: tuple[Command, ...], game: Game | None) -> tuple[Command, ...]:
    """Return those of some commands that a game has; all of them without a game."""
    if game is None:
        return commands
    has = {
        "": True,
        "count": game.has_count,
        "pass": game.can_pass,
        "points": len(game.point_prompts) > 1,
        "arrows": "#" in game.legend,
    }
    return tuple(each for each in commands if has[each.needs])


def help_lines(commands: tuple[Command, ...], game: Game, has_keys: bool) -> list[str]:
    """Return a table of the commands that a game has, with headings, and with the keys on a screen.

    Plain mode has none; there, a word that all modes know is added.
    """
    shown = available(commands, game)
    texts = {each: f"{each.name} {each.argument}".rstrip() for each in shown}
    width, key_width = max(map(len, texts.values())), max(len(each.key) * has_keys for each in shown)
    lines = []
    for subject, group in groupby(shown, key=lambda each: each.subject):
        lines += ["", f"{subject}:"] if subject else []
        for each in group:
            start = f"  {texts[each]:<{width}} {each.key[:key_width]:<{key_width}} "
            lines += wrap(each.help, _PAGE_WIDTH, initial_indent=start, subsequent_indent=" " * len(start))
    return lines if has_keys else [*lines, "", _BRIEF]
