"""The commands a person can type instead of a move: one row each; the help page is made of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple
from unicodedata import normalize

from gnugo_py.app.advice import hint, influence, why
from gnugo_py.app.context import Context
from gnugo_py.app.phases.base import Phase, Turns, confirmed, ended, left
from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.types import PASS, Mistake, Move, Pass, Play

LONGEST_WORD = 30
ALIASES = {"?": "help", "exit": "quit"}
"""Other words for some commands."""


class Command(NamedTuple):
    """A command.

    name           -- what to type.
    key            -- the key that does the same on a screen, empty for none.
    help           -- what it does, for the help page.
    action         -- does it, and says what comes next; gets what was typed after the name.
    takes_argument -- whether anything may be typed after the name.
    is_move        -- whether it is a turn of the person's.
    fits           -- whether a game has it.
    """

    name: str
    key: str
    help: str
    action: Callable[[Turns, str], Phase]
    takes_argument: bool = False
    is_move: bool = False
    fits: Callable[[Game], bool] = lambda _: True


def _pass(turns: Turns, _: str) -> Phase:
    return turns.make(PASS)


def _undo(turns: Turns, words: str) -> Phase:
    context = turns.context
    if words and not (words.isascii() and words.isdigit() and len(words) < 5 and int(words)):
        context.say("refusal", "type undo, or undo and how many of your moves to take back.")
        return turns.again()
    if turns.picked and not words:
        return turns.step_back()
    back = [context.playing.back_to_person() for _ in range(int(words or 1))]
    context.keep()
    whose = " of yours" if context.is_watched else ""
    context.show("Taken back." if any(back) else f"There is no move{whose} to take back.")
    return turns.again()


def _redo(turns: Turns, _: str) -> Phase:
    context = turns.context
    forward = context.playing.on_to_person()
    context.keep()
    context.show("Made again." if forward else "Nothing was taken back.")
    return turns.again()


def _review(turns: Turns, _: str) -> Phase:
    from gnugo_py.app.phases.review import Reviewing

    context = turns.context
    story = context.services.story(context.playing)
    return Reviewing(context, story, turns.start, turns).show()


def _learn(turns: Turns, name: str) -> Phase:
    from gnugo_py.app.phases.lesson import learning

    return learning(turns.context, name, turns)


def _back(turns: Turns, _: str) -> Phase:
    return turns.step_back()


def save(context: Context, name: str) -> None:
    """Save the game under a name, or under its own for none, and say so."""
    name = normalize("NFC", name)
    while name.endswith(".sgf"):
        name = name.removesuffix(".sgf")
    context.say("news", context.services.save(context.playing, name or None))


def _save(turns: Turns, name: str) -> Phase:
    save(turns.context, name)
    return turns.again()


def _new(turns: Turns, _: str) -> Phase:
    def begin() -> Phase:
        return ended(turns.context, wants_new=True, before=turns)

    return left(turns.context, begin, turns)


def _resign(turns: Turns, _: str) -> Phase:
    return confirmed(turns.context, "Give up the game", turns.give_up, turns)


def _load(turns: Turns, name: str) -> Phase:
    context = turns.context
    if not name:
        context.say("refusal", "load which game?  Type load and its name, or a file's path.")
        return turns.again()

    def load() -> Phase:
        try:
            session = context.services.open(name)
        except Mistake as error:
            context.say("refusal", f"{error}.")
            return turns.again()
        after = turns.start(session)
        context.say("news", f"Going on with {name}.")
        return after

    return left(context, load, turns)


def _stop(turns: Turns, _: str) -> Phase:
    return turns.stop()


def _help(turns: Turns, _: str) -> Phase:
    turns.context.say("page", *help_page(turns.context.game))
    return turns.again()


def _quit(turns: Turns, _: str) -> Phase:
    return left(turns.context, lambda: ended(turns.context), turns)


def _score(turns: Turns, _: str) -> Phase:
    context = turns.context
    context.estimate(context.game, context.playing.position)
    return turns.again()


def _has_passes(game: Game) -> bool:
    return game.has_passes


def _has_count(game: Game) -> bool:
    return game.has_count


def _has_steps(game: Game) -> bool:
    return len(game.steps) > 1


COMMANDS = (
    Command(
        "pass",
        "F6",
        "give up a turn; two passes in a row end the game",
        _pass,
        is_move=True,
        fits=_has_passes,
    ),
    Command("back", "", "give up the last point you picked", _back, is_move=True, fits=_has_steps),
    Command("undo", "F4", "take back your last move and its answer; undo 3 three of them", _undo, True),
    Command("redo", "F5", "make again what you took back", _redo),
    Command("hint", "F2", "what the engine would play for you, and why; hint N: level N", hint, True),
    Command("why", "F3", "why the computer made its last move; why N: its move N", why, True),
    Command("score", "F7", "how the game stands", _score),
    Command("influence", "F12", "whose the points come to be", influence, fits=_has_count),
    Command("resign", "", "give up the game", _resign),
    Command("review", "", "look through the game, without taking anything back", _review),
    Command("learn", "", "lessons for beginners, and back to the game", _learn, True),
    Command("save", "F8", "say where the game is saved, or save NAME to name it", _save, True),
    Command("load", "", "go on with a saved game or an SGF file: load NAME or FILE", _load, True),
    Command("new", "", "begin another game; this one stays saved", _new),
    Command("stop", "F9", "end the game now and count it", _stop, fits=_has_count),
    Command("help", "F1", "show this", _help),
    Command("quit", "F10", "leave; the game stays saved", _quit),
)


COUNT_HELP = (
    "The game has stopped, and it is to be counted: y begins the count, n leaves the game as it is.",
    "",
    "Name a stone to say that it is dead, or alive after all; on a screen its whole chain follows.",
    "Then name neutral points for the sides to fill, if you like.",
    "On the board x and o are dead stones of Black and of White, b and w what they surround;",
    "what is left empty belongs to nobody.",
    "",
    "  stop   this is settled, go on",
    "  play   go on playing instead",
    "  save   say where the game is saved",
    "  quit   leave; the game stays saved and can be resumed",
)


def find_command(word: str) -> Command | None:
    """The command of a name, in either case, or of another word for it; None if there is none."""
    name = ALIASES.get(word.lower(), word.lower())
    return next((command for command in COMMANDS if command.name == name), None)


def nearest_command(line: str) -> str | None:
    """The name of the command a mistyped line may have meant, None if it is like none."""
    from difflib import get_close_matches

    words = line[:LONGEST_WORD].split()
    near = (
        get_close_matches(words[0].lower(), [command.name for command in COMMANDS], 1, 0.6) if words else []
    )
    return near[0] if near and len(words[0]) > 2 else None


def not_understood(line: str, reason: str) -> str:
    """What to say of a line that is neither a point, for a reason, nor a command."""
    near = nearest_command(line)
    return f"not understood: {reason}; " + (f"did you mean {near}?" if near else "help lists the words.")


def announcement(context: Context, before: Position, move: Move) -> str:
    """A player's move, in words."""
    written = context.game.format_move(move, before)
    if context.is_watched:
        return f"{before.to_move}: {written}"
    if isinstance(move, Play):
        return f"my move: {written}"
    return "I pass." if isinstance(move, Pass) else "I resign."


def help_line(name: str, key: str, text: str) -> str:
    """A line of the help page."""
    return f"  {name:<11} {key:<4}{text}"


def help_page(game: Game) -> tuple[str, ...]:
    """A line for each command that a game has."""
    return (
        f"Type a point, like {game.example}, to play there; or one of these words:"
        if len(game.steps) == 1
        else f"Type a move, like {game.example}, or its points one by one; or one of these words:",
        *(help_line(each.name, each.key, each.help) for each in COMMANDS if each.fits(game)),
    )
