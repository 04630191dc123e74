"""The commands of the screen alone: one row each, beside those of every game (`dialogue.commands`)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from gnugo_py.app.commands import COMMANDS, help_line, help_page
from gnugo_py.core.game import Game
from gnugo_py.core.types import Mistake
from gnugo_py.storage.settings import Look
from gnugo_py.tui.state import State, with_messages
from gnugo_py.tui.themes import THEMES, glyph


class ScreenCommand(NamedTuple):
    """A command that changes how the screen looks.

    name   -- what to type.
    key    -- the key that does the same, empty for none.
    help   -- what it does, for the help page.
    action -- the new look; gets what was typed after the name; raises Mistake with the remedy.
    """

    name: str
    key: str
    help: str
    action: Callable[[Look, str], Look]


def _theme(look: Look, name: str) -> Look:
    """The theme of a name, or the next one."""
    names = list(THEMES)
    if not name:
        return look._replace(theme=names[(names.index(look.theme) + 1) % len(names)])
    if name not in names:
        raise Mistake(f"no theme is called {name}; there are {', '.join(names)}")
    return look._replace(theme=name)


def _coordinates(look: Look, _: str) -> Look:
    return look._replace(coordinates=not look.coordinates)


def _ascii(look: Look, _: str) -> Look:
    return look._replace(ascii=not look.ascii)


def _mouse(look: Look, _: str) -> Look:
    return look._replace(mouse=not look.mouse)


def _atari(look: Look, _: str) -> Look:
    return look._replace(atari=not look.atari)


def _bell(look: Look, _: str) -> Look:
    return look._replace(bell=not look.bell)


def _moves(look: Look, _: str) -> Look:
    return look._replace(moves=not look.moves)


SCREEN_COMMANDS = (
    ScreenCommand("moves", "", "mark where you can play, or do not", _moves),
    ScreenCommand("atari", "F11", "mark stones that the next move may take, or do not", _atari),
    ScreenCommand("coordinates", "", "show or hide letters and numbers", _coordinates),
    ScreenCommand("theme", "", f"the next colours, or theme NAME: {', '.join(THEMES)}", _theme),
    ScreenCommand("ascii", "", "letters or round stones", _ascii),
    ScreenCommand("bell", "", "ring when a move comes after long thought, or do not", _bell),
    ScreenCommand("mouse", "", "listen to clicks or not; without, text can be selected", _mouse),
)

WORDS = tuple(sorted([*(each.name for each in COMMANDS), *(each.name for each in SCREEN_COMMANDS)]))
REVIEW_KEYS = {
    "LEFT": "back", "RIGHT": "next", "UP": "variation previous", "DOWN": "variation next",
    "PAGEUP": "back 10", "PAGEDOWN": "next 10", "HOME": "start", "END": "end",
    "WHEELUP": "back", "WHEELDOWN": "next",
}  # fmt: skip
"""What keys say while a game is looked through and nothing is typed."""
SIGNS = (
    "  lit up      the last move; another colour, or reversed, is the cursor",
    "  underlined  stones that the next move may take (atari shows or hides them)",
    "  *           a stone was just taken here",
    "  #           no move now: a ko, a burnt square, what the rules keep free",
    "  + lit up    one can play here (the word moves shows them)",
    "  1 2 3       after hint and why: the moves it expects",
    "  A D P       after why: what GNU Go 1.1 found: to attack, to defend, a pattern",
    "  b w         after score, influence and in the count: their points",
    "  x o         there: Black's stones and White's taken for dead",
)
COMMON = 6
"""So many signs are of every game."""
KEYS = {each.key: each.name for each in (*COMMANDS, *SCREEN_COMMANDS) if each.key}


def screen_command(state: State, line: str) -> State | None:
    """The state after a command of the screen's, None if the line is none."""
    word, _, rest = line.strip().partition(" ")
    command = next((each for each in SCREEN_COMMANDS if each.name == word.lower()), None)
    if command is None:
        return None
    try:
        look = command.action(state.look, rest.strip().lower())
    except Mistake as error:
        return with_messages(state, [f"{error}."], is_refusal=True)
    now = getattr(look, command.name)
    told = f"{command.name}: {now if isinstance(now, str) else ('no', 'yes')[now]}"
    kept = tuple(message for message in state.messages if not message.is_passing)
    return with_messages(state._replace(look=look, messages=kept), [told], is_passing=True)


def helped(state: State, game: Game) -> State:
    """The state with the help page of a game; what was refused before is forgotten."""
    messages = tuple(each for each in state.messages if not each.is_refusal)
    return state._replace(page=screen_help(game, state.look), messages=messages)


def screen_help(game: Game, look: Look) -> tuple[str, ...]:
    """The help page of the screen: the commands of every game, its own, and the other ways to play.

    look -- how the board is shown, with the same stones as its legend.
    """
    legend = re.sub(r"(?<!\w)[XO-](?= )", lambda sign: glyph(sign[0], look.ascii), game.legend)
    own = (help_line(each.name, each.key, each.help) for each in SCREEN_COMMANDS)
    return (
        *help_page(game),
        *own,
        "Arrows or h j k l move; Return or a click plays; Tab completes, Esc clears.",
        "While search thinks Esc makes the best move found so far; an engine is stopped.",
        "",
        "What the signs on the board mean:",
        *(line for line in (legend, *(SIGNS if game.has_count else SIGNS[:COMMON])) if line),
    )
