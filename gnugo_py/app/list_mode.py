"""Entries to choose from by a number, a word, the arrows or a click: menus, and the games in a file."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import ClassVar, NamedTuple

from gnugo_py.app.app import App
from gnugo_py.app.mode import STEPS, Mode
from gnugo_py.app.screen import Dialog, Screen
from gnugo_py.games.game import parse_int
from gnugo_py.games.types import UserError

_PAGE_STEPS = {"PAGEUP": -10, "PAGEDOWN": 10}
_KEYS_HELP = (
    "Type a number, or choose with the arrows and Return.  F1: help  Esc: back",
    "Type a number.  Esc: back",
)


class ListEntry(NamedTuple):
    """An entry of a list.

    text  -- what it offers.
    act   -- does that.  Raises UserError if it is not possible now.
    inputs -- the words that choose it, besides its number.
    """

    text: str
    act: Callable[[], object]
    inputs: tuple[str, ...] = ()


class ListMode(Mode):
    """A list of entries, which are made anew whenever it is shown.

    title        -- what is above the entries.
    first_number -- the number of the first entry.
    keys_help    -- as in `Dialog`.
    help_after   -- what the help page says after how to choose an entry.
    keys, letters -- as in `Screen`.
    line         -- the index of the selected entry.
    entries      -- the entries.
    """

    title = ""
    first_number = 1
    keys_help: tuple[str, ...] = _KEYS_HELP
    help_after: tuple[str, ...] = ()
    keys: ClassVar[Mapping[str, str]] = {"F1": "help", "F10": "quit"}
    letters = ""
    line = 0
    entries: Sequence[ListEntry] = ()

    @abstractmethod
    def read_entries(self) -> Sequence[ListEntry]:
        """Return the entries as they are now."""

    def start(self) -> None:
        """Make the entries, and print them where there is no screen."""
        self.entries = self.read_entries()
        if not self.app.has_screen:
            self.app.emit("page", self.title, "", *self._numbered())

    def resume(self, left: Mode) -> None:
        self.start()

    def number(self, line: int) -> int:
        """Return the number of an entry by its index."""
        return line + self.first_number

    def _numbered(self) -> list[str]:
        numbers = [f" {self.number(at)}" for at in range(len(self.entries))]
        width = max(map(len, numbers))
        return [f"{number:>{width}}  {each.text}" for number, each in zip(numbers, self.entries, strict=True)]

    def screen(self) -> Screen:
        """Return the list, with the results of what was just left below it."""
        messages = tuple(each for each in self.app.feedback.new if each.kind.marks != "position")
        rows = tuple((f"{text} ",) for text in self._numbered())
        dialog = Dialog(self.title, rows, self.line, messages=messages, keys_help=self.keys_help)
        return Screen(prompt=self.prompt, dialog=dialog, letters=self.letters[: len(rows)], keys=self.keys)

    def press(self, key: str) -> None:
        if key in STEPS:
            self.line = (self.line + STEPS[key]) % len(self.entries)
        elif key in _PAGE_STEPS:
            self.line = min(max(self.line + _PAGE_STEPS[key], 0), len(self.entries) - 1)
        elif key == "ESCAPE":
            self.app.pop(self)

    def handle(self, line: str) -> None:
        """Choose an entry by its number or a word, or the selected one if nothing is typed."""
        word = line.lower()
        named = [at for at, each in enumerate(self.entries) if word in each.inputs]
        if word in ("quit", "exit", "q", "back"):
            self.app.pop(self)
        elif word == "menu" and not self.name_below_games:
            self.refuse_menu()
        elif word in ("help", "?"):
            ways = ", or choose it with the arrow keys and Return, or click it" if self.app.has_screen else ""
            self.app.emit("page", f"Type the number of an entry{ways}.", *self.help_after)
        elif word.isdigit():
            numbers = [self.number(at) for at in range(len(self.entries))]
            self.choose_line(numbers.index(parse_int(word, min(numbers), max(numbers))))
        elif named or not word:
            self.choose_line(named[0] if named else self.line)
        else:
            self.handle_other(line)

    def handle_other(self, line: str) -> None:
        """Handle a line that names no entry."""
        raise UserError("type the number of an entry, or quit")

    def choose_line(self, line: int) -> None:
        """Do what an entry offers, by its index."""
        self.line = line
        self.entries[line].act()


class GamesInFile(ListMode):
    """The games in a file, of which the person chooses one.

    titles  -- the title of each game.
    mode_of -- returns the mode that shows a game by its number.  Raises UserError if it cannot be read.
    """

    def __init__(self, app: App, titles: Sequence[str], mode_of: Callable[[int], Mode]) -> None:
        super().__init__(app)
        self._titles, self._mode_of = titles, mode_of
        self.title, self.prompt = "Games in this file", f"which game (1 to {len(titles)}, q to quit)?"

    def read_entries(self) -> Sequence[ListEntry]:
        """Return the titles."""
        numbered = enumerate(self._titles, 1)
        return [ListEntry(title, partial(self._show, number)) for number, title in numbered]

    def _show(self, number: int) -> None:
        mode = self._mode_of(number)
        self.app.drop(self)
        self.app.push(mode)
