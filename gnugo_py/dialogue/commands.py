"""The commands a person can type instead of a move: one row each; the help page is made of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple
from unicodedata import normalize

from gnugo_py.dialogue.talk import Talk
from gnugo_py.games.contract import PASS, RESIGN, Move, Pass, Play, Point, Position

LONGEST_WORD = 30
ALIASES = {"?": "help", "exit": "quit"}
"""Other words for some commands."""
UNEXPLAINED = "It did not say why."


class Command(NamedTuple):
    """A command.

    name           -- what to type.
    key            -- the key that does the same on a screen, empty for none.
    help           -- what it does, for the help page.
    action         -- does it; gets what was typed after the name.
    takes_argument -- whether anything may be typed after the name.
    is_move        -- whether it is a turn of the person's.
    """

    name: str
    key: str
    help: str
    action: Callable[[Talk, str], None]
    takes_argument: bool = False
    is_move: bool = False


def _undo(talk: Talk, _: str) -> None:
    back = talk.playing.back_to_person()
    talk.keep()
    talk.show("Taken back." if back else "There is no move to take back.")


def _redo(talk: Talk, _: str) -> None:
    forward = talk.playing.on_to_person()
    talk.keep()
    talk.show("Made again." if forward else "Nothing was taken back.")


def save(talk: Talk, name: str) -> None:
    """Save the game under a name, or under its own for none, and say so."""
    name = normalize("NFC", name).removesuffix(".sgf")
    talk.say("news", talk.table.save(talk.playing, name or None))


def _new(talk: Talk, _: str) -> None:
    def begin() -> None:
        talk.end()
        talk.wants_new = True

    talk.keep()
    talk.confirm_if_unsaved("Leave it unsaved", begin)


def _resign(talk: Talk, _: str) -> None:
    talk.confirm("Give up the game", lambda: talk.play(RESIGN))


def _load(talk: Talk, name: str) -> None:
    if not name:
        talk.say("refusal", "load which game?  Type load and its name, or a file's path.")
        return

    def load() -> None:
        try:
            session = talk.table.open(name)
        except ValueError as error:
            talk.say("refusal", f"{error}.")
        else:
            talk.begin(session)
            talk.say("news", f"Going on with {name}.")

    talk.keep()
    talk.confirm_if_unsaved("Leave it unsaved", load)


def _hint(talk: Talk, _: str) -> None:
    position = talk.playing.position
    players = talk.playing.players.values()
    adviser = next((player for player in players if player.is_adviser), talk.table.adviser)
    memory = adviser.fresh_memory()
    choice = adviser.choose(position, memory)
    move = talk.table.game.format_move(choice.move, position)
    title = f"{adviser.name} would play {move}:"
    _explain(talk, (title, *adviser.explain(position, choice)), position, adviser.overlay(position, memory))


def _why(talk: Talk, words: str) -> None:
    turns = talk.playing.turns
    if len(turns) == 1:
        talk.say("refusal", "nobody has made a move yet.")
        return
    if words and not (words.isascii() and words.isdigit() and len(words) < 6 and 0 < int(words) < len(turns)):
        talk.say("refusal", f"type why and the number of a move, 1 to {len(turns) - 1}.")
        return
    players = talk.playing.players
    made = [number for number, turn in enumerate(turns) if turn.side in players]
    number = int(words) if words else (made[-1] if made else 0)
    if number not in made:
        talk.say("refusal", "a person made that move." if words else "the computer has made no move yet.")
        return
    before, after = turns[number - 1], turns[number]
    side = after.side
    assert side is not None
    assert after.move is not None
    memory = before.memories[side]
    move = talk.table.game.format_move(after.move, before.position)
    title = f"Why {side} played {move} as move {number}:"
    overlay = players[side].overlay(before.position, memory) if memory is not None else ()
    _explain(talk, (title, *(after.note or (UNEXPLAINED,))), before.position, overlay)


def _explain(
    talk: Talk,
    lines: tuple[str, ...],
    position: Position,
    overlay: tuple[tuple[Point, str], ...],
) -> None:
    """Show a choice: its reasons in words and, over the board it was made on, in pictures."""
    game = talk.table.game
    marks = tuple((game.cell_of(point, position), sign) for point, sign in overlay)
    talk.say("why", *lines, grid=position.grid(), marks=marks)


COMMANDS = (
    Command(
        "pass",
        "F6",
        "give up a turn; two passes in a row end the game",
        lambda talk, _: talk.play(PASS),
        is_move=True,
    ),
    Command("undo", "F4", "take back your last move and the answer to it", _undo),
    Command("redo", "F5", "make again what you took back", _redo),
    Command("hint", "F2", "what the engine would play for you, and why", _hint),
    Command("why", "F3", "why the computer made its last move, or why N its move N", _why, True),
    Command("score", "F7", "how the game stands", lambda talk, _: _score(talk)),
    Command("resign", "", "give up the game", _resign, is_move=True),
    Command("save", "F8", "say where the game is saved, or save NAME to name it", save, True),
    Command("load", "", "go on with a saved game or an SGF file: load NAME or FILE", _load, True),
    Command("new", "", "begin another game; this one stays saved", _new),
    Command("stop", "F9", "end the game now and count it", lambda talk, _: talk.stop()),
    Command("help", "F1", "show this", lambda talk, _: talk.say("page", *help_page())),
    Command("quit", "F10", "leave; the game stays saved", lambda talk, _: talk.leave()),
)


def _score(talk: Talk) -> None:
    talk.say("page", *talk.table.game.estimate(talk.playing.position))


COUNT_HELP = (
    "The game has stopped, and it is to be counted.",
    "",
    "Name a stone to say that it is dead, or alive after all; on a screen its whole chain follows.",
    "Then name neutral points for the sides to fill, if you like.",
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


def announcement(talk: Talk, before: Position, move: Move) -> str:
    """A player's move, in words."""
    written = talk.table.game.format_move(move, before)
    if talk.is_watched:
        return f"{before.to_move}: {written}"
    if isinstance(move, Play):
        return f"my move: {written}"
    return "I pass." if isinstance(move, Pass) else "I resign."


def help_line(name: str, key: str, text: str) -> str:
    """A line of the help page."""
    return f"  {name:<11} {key:<4}{text}"


def help_page() -> tuple[str, ...]:
    """A line for each command."""
    return (
        "Type a point, like Q16, to play there; or one of these words:",
        *(help_line(command.name, command.key, command.help) for command in COMMANDS),
    )
