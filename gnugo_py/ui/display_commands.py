"""The commands of the screen, in addition to those of every mode: what is shown, and how."""

from __future__ import annotations

import re
from typing import Any

from gnugo_py.app.modes.play import help_line, play_help_page
from gnugo_py.games.game import Game
from gnugo_py.games.types import UserError
from gnugo_py.storage.settings import DisplaySettings
from gnugo_py.ui.board_view import STAR_POINT, has_grid_lines
from gnugo_py.ui.themes import THEMES, glyph_of_sign

DISPLAY_COMMANDS = {
    "moves": "show or hide the points where you can play",
    "atari": "show or hide the marks on stones in atari",
    "coordinates": "show or hide letters and numbers",
    "theme": "next color theme, or the one named, as in theme dark",
    "ascii": "switch between letters and round stones",
    "bell": "turn the bell after slow engine moves on or off",
    "mouse": "turn mouse clicks on or off; off lets you select text",
}
"""The commands, which change the display settings of the same names, and their descriptions."""
DISPLAY_KEYS = {"F11": "atari"}
"""The commands that keys run, by key."""
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


def display_command(line: str) -> str:
    """Return the command of the screen that a line begins with, empty if there is none."""
    word = line.strip().partition(" ")[0].lower()
    return word if word in DISPLAY_COMMANDS else ""


def changed_display(display: DisplaySettings, line: str) -> DisplaySettings:
    """Return the settings after a line with a command of the screen.

    Raise UserError if the text after the command is invalid.
    """
    name, _, rest = line.strip().lower().partition(" ")
    value = _theme(display.theme, rest.strip()) if name == "theme" else not getattr(display, name)
    change: dict[str, Any] = {name: value}
    return display._replace(**change)


def _theme(current: str, name: str) -> str:
    """Return the theme with a name, or the next theme if the name is empty."""
    names = list(THEMES)
    if not name:
        return names[(names.index(current) + 1) % len(names)]
    if name not in names:
        raise UserError(f"there is no theme {name}; the themes are {', '.join(names)}")
    return name


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
    keys = {command: key for key, command in DISPLAY_KEYS.items()}
    own = (help_line(name, keys.get(name, ""), text) for name, text in DISPLAY_COMMANDS.items())
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
