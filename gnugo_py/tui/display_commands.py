"""The commands of the screen, in addition to those of every game (`app.play_commands`)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from gnugo_py.app.play_commands import PLAY_COMMANDS, help_line, play_help_page
from gnugo_py.app.view import ReviewState
from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.types import UserError
from gnugo_py.storage.settings import DisplaySettings
from gnugo_py.tui.board_view import STAR_POINT, has_grid_lines
from gnugo_py.tui.state import ScreenState, with_messages
from gnugo_py.tui.themes import THEMES, glyph_of_sign


class DisplayCommand(NamedTuple):
    """A command that changes the display settings.

    name   -- the word to type.
    key    -- the key that does the same, empty if there is none.
    help   -- its description for the help page.
    action -- returns the new settings. Its second argument is the text after the name. Raises UserError if
              that text is invalid.
    """

    name: str
    key: str
    help: str
    action: Callable[[DisplaySettings, str], DisplaySettings]


def _theme(display: DisplaySettings, name: str) -> DisplaySettings:
    """Return the settings with the named theme, or with the next theme if the name is empty."""
    names = list(THEMES)
    if not name:
        return display._replace(theme=names[(names.index(display.theme) + 1) % len(names)])
    if name not in names:
        raise UserError(f"there is no theme {name}; the themes are {', '.join(names)}")
    return display._replace(theme=name)


def _toggle(setting: str) -> Callable[[DisplaySettings, str], DisplaySettings]:
    """Return the action that switches a display setting on or off."""

    def switch(display: DisplaySettings, _: str) -> DisplaySettings:
        change: dict[str, Any] = {setting: not getattr(display, setting)}
        return display._replace(**change)

    return switch


DISPLAY_COMMANDS = (
    DisplayCommand("moves", "", "show or hide the points where you can play", _toggle("moves")),
    DisplayCommand("atari", "F11", "show or hide the marks on stones in atari", _toggle("atari")),
    DisplayCommand("coordinates", "", "show or hide letters and numbers", _toggle("coordinates")),
    DisplayCommand("theme", "", "next color theme, or the one named, as in theme dark", _theme),
    DisplayCommand("ascii", "", "switch between letters and round stones", _toggle("ascii")),
    DisplayCommand("bell", "", "turn the bell after slow engine moves on or off", _toggle("bell")),
    DisplayCommand("mouse", "", "turn mouse clicks on or off; off lets you select text", _toggle("mouse")),
)

REVIEW_KEYS = {
    "LEFT": "back", "RIGHT": "next", "UP": "variation previous", "DOWN": "variation next",
    "PAGEUP": "back 10", "PAGEDOWN": "next 10", "HOME": "start", "END": "end",
    "WHEELUP": "back", "WHEELDOWN": "next",
}  # fmt: skip
"""The commands that keys run during a review while nothing is typed."""
_BOARD_SIGNS_HELP = (
    "  highlighted the last move; in another color or reversed: the cursor",
    "  underlined  stones that the next move may capture (atari shows or hides this);",
    "              bold or in another color: stones that are caught in a ladder",
    "  *           a stone was just captured here",
    "  #           not playable: a ko, a burnt square, a point the rules exclude",
    "  +           you can play here (moves shows or hides these)",
    "  1 2 3       after hint and why: the principal variation",
)
_COUNTED_GAME_SIGNS_HELP = (
    "  A D P       after why: moves GNU Go 1.1 considered: attack, defense, pattern",
    "  B W b w     after score and influence: points of a color, or leaning toward it",
    "  b w         in the count: points of each color",
    "  x o         in the count: dead stones; after score and influence: likely dead",
)
"""The signs of games that have a count, in addition to those of every game."""
COMMANDS_BY_KEY = {
    **{each.key: each.name for each in PLAY_COMMANDS if each.key},
    **{each.key: each.name for each in DISPLAY_COMMANDS if each.key},
}


def completion_words(review: ReviewState | None) -> tuple[str, ...]:
    """Return the words that Tab completes in a review or, for None, in a game."""
    words = [each.name for each in PLAY_COMMANDS] if review is None else review.words
    return tuple(sorted([*words, *(each.name for each in DISPLAY_COMMANDS)]))


def run_display_command(state: ScreenState, line: str) -> ScreenState | None:
    """Return the state after a command of the screen, or None if the line is not such a command."""
    word, _, rest = line.strip().partition(" ")
    command = next((each for each in DISPLAY_COMMANDS if each.name == word.lower()), None)
    if command is None:
        return None
    try:
        display = command.action(state.display, rest.strip().lower())
    except UserError as error:
        return with_messages(state, [f"{error}."], is_refusal=True)
    now = getattr(display, command.name)
    notice = f"{command.name}: {now if isinstance(now, str) else ('no', 'yes')[now]}"
    kept = tuple(message for message in state.messages if not message.is_transient)
    return with_messages(state._replace(display=display, messages=kept), [notice], is_transient=True)


def with_help_page(state: ScreenState, position: Position) -> ScreenState:
    """Return the state with the help page of a game; earlier refusals are removed."""
    messages = tuple(each for each in state.messages if not each.is_refusal)
    return state._replace(
        page=screen_help(position.game, state.display, position.example_move()), messages=messages
    )


def screen_help(game: Game, display: DisplaySettings, example: str) -> tuple[str, ...]:
    """Return the help page: the commands of the game and of the screen, the keys, and the signs on the board.

    display -- the display settings; the legend uses the same stones as the board.
    example -- a move to show as an example.
    """
    signs = {"-": "┼", "+": STAR_POINT} if has_grid_lines(game.start({}).diagram(), display.ascii) else {}
    legend = re.sub(
        r"(?<!\w)[XO+-](?= )",
        lambda sign: signs.get(sign[0]) or glyph_of_sign(sign[0], display.ascii),
        game.legend,
    )
    own = (help_line(each.name, each.key, each.help) for each in DISPLAY_COMMANDS)
    return (
        *play_help_page(game, example),
        *own,
        "Arrows or hjkl: cursor; Return or click: play; Tab: complete; Esc: clear.",
        "Esc makes search play its best move so far, and interrupts any other engine.",
        "",
        "Signs on the board:",
        *([legend] if legend else []),
        *_BOARD_SIGNS_HELP,
        *(_COUNTED_GAME_SIGNS_HELP if game.has_count else ()),
    )
