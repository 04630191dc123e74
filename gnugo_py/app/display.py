"""The display settings of a screen: the commands that change them, and the signs of the board."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from gnugo_py.app.commands import Command
from gnugo_py.games.game import Game
from gnugo_py.games.types import UserError
from gnugo_py.storage.settings import THEME_NAMES, DisplaySettings

STAR_POINT = "╋"
GLYPHS = {"X": "●", "O": "○", "-": "·"}
"""The characters drawn for signs of the board."""
DISPLAY_COMMANDS = tuple(
    replace(each, subject="Display", while_thinking="run")
    for each in (
        Command("moves", "", "show or hide the points where you can play"),
        Command("atari", "F11", "show or hide the marks on stones in atari and in ladders", needs="count"),
        Command("coordinates", "", "show or hide letters and numbers"),
        Command("theme", "", "next color theme, or the one named", "[NAME]"),
        Command("ascii", "", "switch between letters and round stones"),
        Command("vi-keys", "", "let h j k l move the cursor, or be letters"),
        Command("bell", "", "turn the bell after slow engine moves on or off"),
        Command("mouse", "", "turn mouse clicks on or off; off lets you select text"),
    )
)
"""The commands, which change the display settings of the same names."""
OF_ONE_GAME = ("moves", "atari")
"""The display settings that a command changes only for the current game."""
_BOARD_SIGNS_HELP = (
    "  highlighted the last move, or a dot; in another color or reversed: the cursor",
    "  *           a stone was just captured here",
    "  #           not playable: a ko, a burnt square, a point the rules exclude",
    "  +           or a small square: you can play here (moves shows or hides these)",
    "  1 2 3       after hint and why: the principal variation",
)
_COUNTED_GAME_SIGNS_HELP = (
    "  underlined  or a dot: stones in atari, which the next move may capture",
    "              bold, or a dot in another color: stones caught in a ladder",
    "  A D P       after why: moves GNU Go 1.1 considered: attack, defense, pattern",
    "  B W b w     after score and influence: points of a color, or leaning toward it",
    "  b w         in the count: points of each color",
    "  x o         in the count: dead stones; after score and influence: likely dead",
)
"""The signs of games that have a count, in addition to those of every game."""


def changed_display(
    display: DisplaySettings, command: Command, rest: str, game: Game | None
) -> tuple[DisplaySettings, str]:
    """Return the settings after a command of the screen, and the new value as text.

    rest -- the text after the command.
    game -- the game that is shown, None if there is none.

    Raise UserError if the text is invalid, or the game does not have the command.
    """
    refusal = None if game is None else command.why_refused(command.name, rest, game)
    if refusal is not None:
        raise UserError(refusal)
    if command.name == "theme":
        names = list(THEME_NAMES)
        theme = rest.lower() or names[(names.index(display.theme) + 1) % len(names)]
        if theme not in names:
            raise UserError(f"there is no theme {theme}; the themes are {', '.join(names)}")
        return display._replace(theme=theme), theme
    field = command.name.replace("-", "_")
    is_on = not getattr(display, field)
    change: dict[str, Any] = {field: is_on}
    return display._replace(**change), "on" if is_on else "off"


def keys_and_signs(game: Game, display: DisplaySettings) -> tuple[str, ...]:
    """Return the help on the keys of a screen, and on the signs of its board."""
    has_lines = game.start({}).diagram().pattern == "lines" and not display.ascii
    signs = {"-": "┼", "+": STAR_POINT} if has_lines else {}
    legend = re.sub(
        r"(?<!\w)[XO+-](?= )",
        lambda sign: sign[0] if display.ascii else signs.get(sign[0]) or GLYPHS.get(sign[0], sign[0]),
        game.legend,
    )
    return (
        "Arrows: cursor; Return or click: play; Tab: complete; Esc: clear; PgUp, PgDn, wheel: scroll.",
        "Esc makes search play its best move so far, and interrupts any other engine.",
        "",
        "Signs on the board:",
        *([legend] if legend else []),
        *_BOARD_SIGNS_HELP,
        *(_COUNTED_GAME_SIGNS_HELP if game.has_count else ()),
    )
