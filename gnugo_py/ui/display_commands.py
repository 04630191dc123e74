"""The commands of the screen, in addition to those of every mode: what is shown, and how."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from gnugo_py.app.modes.play import help_line, play_help_page
from gnugo_py.games.game import Game
from gnugo_py.games.types import UserError
from gnugo_py.storage.settings import DisplaySettings
from gnugo_py.ui.board_view import STAR_POINT, has_grid_lines
from gnugo_py.ui.themes import THEMES, glyph_of_sign


class DisplayCommand(NamedTuple):
    """A command that changes the display setting of the same name.

    name -- the word to type.
    key  -- the key that does the same, empty if there is none.
    help -- its description for the help page.
    """

    name: str
    key: str
    help: str


DISPLAY_COMMANDS = (
    DisplayCommand("moves", "", "show or hide the points where you can play"),
    DisplayCommand("atari", "F11", "show or hide the marks on stones in atari"),
    DisplayCommand("coordinates", "", "show or hide letters and numbers"),
    DisplayCommand("theme", "", "next color theme, or the one named, as in theme dark"),
    DisplayCommand("ascii", "", "switch between letters and round stones"),
    DisplayCommand("bell", "", "turn the bell after slow engine moves on or off"),
    DisplayCommand("mouse", "", "turn mouse clicks on or off; off lets you select text"),
)
DISPLAY_KEYS = {each.key: each.name for each in DISPLAY_COMMANDS if each.key}
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


def display_command(line: str) -> DisplayCommand | None:
    """Return the command of the screen that a line begins with, None if there is none."""
    word = line.strip().partition(" ")[0].lower()
    return next((each for each in DISPLAY_COMMANDS if each.name == word), None)


def changed_display(display: DisplaySettings, line: str) -> DisplaySettings:
    """Return the settings after a line with a command of the screen.

    Raise UserError if the text after the command is invalid.
    """
    name, _, rest = line.strip().lower().partition(" ")
    if name == "theme":
        return display._replace(theme=_theme(display.theme, rest.strip()))
    change: dict[str, Any] = {name: not getattr(display, name)}
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
