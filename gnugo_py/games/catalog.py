"""The games there are: how to know each from its name or its files, and how to get it."""

from __future__ import annotations

from importlib import import_module
from typing import NamedTuple, cast

from gnugo_py.games.game import Game


class Entry(NamedTuple):
    """A game of the catalogue.

    title  -- what people call it.
    place  -- the module that offers it, and its name there.
    number -- what files of it say of their game (SGF's GM).
    rules  -- what they say of the rules, where that tells it from another game of that number.
    """

    title: str
    place: tuple[str, str]
    number: str
    rules: str = ""

    def load(self) -> Game:
        """The game."""
        module, name = self.place
        return cast(Game, getattr(import_module(module), name))


CATALOG: dict[str, Entry] = {
    "go": Entry("Go", ("gnugo_py.go.game", "GO"), "1"),
}


def entry_of(game: Game) -> Entry:
    """The row of a game.  Raises StopIteration for one that is in no catalogue."""
    return next(entry for entry in CATALOG.values() if entry.title == game.name)


def name_in_file(number: str, rules: str) -> str | None:
    """The name of the game that a file is of, None if there is none such.

    number, rules -- what the file says (GM, RU); without a number SGF means Go.
    """
    fitting = [(name, entry) for name, entry in CATALOG.items() if entry.number == (number or "1")]
    exact = [name for name, entry in fitting if entry.rules and entry.rules == rules.strip().lower()]
    return next(iter([*exact, *(name for name, entry in fitting if not entry.rules)]), None)
