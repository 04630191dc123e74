"""The form before a game, on a scripted screen."""

from __future__ import annotations

import re
from pathlib import Path

from tests.support.screen import ARROWS, Screen

UP, DOWN, LEFT, RIGHT = (ARROWS[name] for name in ("up", "down", "left", "right"))
_ROW = re.compile(r"^(?!Return|not )([A-Z][a-z ]*?) {2,}(?:< )?(\S.*?)(?: >)?$")


class Form:
    """The form of a new game.

    options -- options of the command line, which start a game if they are those of one; without `keys`, they
               are typed in the form instead: `--size 9` as `size 9`.
    keys    -- what is typed before the form appears.
    """

    def __init__(
        self,
        saves: Path,
        *options: str,
        columns: int = 80,
        lines: int = 24,
        is_new: bool = True,
        keys: str = "",
    ) -> None:
        new = ("--new",) if is_new else ()
        given = options if keys else ()
        self.screen = Screen(saves, *new, *given, columns=columns, lines=lines)
        self.screen.type(keys)
        self.screen.wait("Return: start")
        for name, value in [] if keys else zip(options[::2], options[1::2], strict=True):
            self.screen.type(f"{name.removeprefix('--')} {value}\r")

    @property
    def shown(self) -> str:
        """The screen."""
        return "\n".join(self.screen.read())

    @property
    def title(self) -> str:
        """The first line: the game that Return starts."""
        return self.screen.read()[0]

    @property
    def rows(self) -> dict[str, str]:
        """The value of each row of the form by its name."""
        found = (_ROW.match(line) for line in self.screen.read())
        return {match[1]: match[2] for match in found if match}

    @property
    def line(self) -> int:
        """The index of the selected row."""
        rows = [line for line in self.screen.read() if _ROW.match(line)]
        return next(number for number, line in enumerate(rows) if line.endswith(" >"))

    def press(self, keys: str) -> Form:
        """Press keys, and return the form."""
        self.screen.type(keys)
        return self

    def choices(self, name: str) -> list[str]:
        """Return the values that a row offers, beginning with the present one, and leave the cursor there."""
        while f"{name} " not in next(line for line in self.screen.read() if line.endswith(" >")):
            self.press(DOWN)
        found = [self.rows[name]]
        while self.press(RIGHT).rows[name] != found[0]:
            found.append(self.rows[name])
        return found

    def play_and_quit(self) -> None:
        """Start the game and leave it."""
        self.press("\r")
        self.screen.wait("your move\\?$")
        self.press("quit\r")
        assert self.screen.status() == 0
