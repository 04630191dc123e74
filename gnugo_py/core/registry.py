"""The games there are: how to know each from its name or its files, and how to get it."""

from __future__ import annotations

from importlib import import_module
from typing import NamedTuple, cast

from gnugo_py.core.game import Game
from gnugo_py.core.sgf_codec import Node


class Entry(NamedTuple):
    """A game of the catalogue.

    title  -- what people call it.
    place  -- the module that offers it, and its name there.
    number -- what files of it say of their game (SGF's GM).
    summary -- the aim of the game, in a few words.
    signs  -- what else tells a file of it: a property, and how its value begins, in small letters.
    """

    title: str
    place: tuple[str, str]
    number: str
    signs: tuple[tuple[str, str], ...] = ()
    summary: str = ""

    def load(self) -> Game:
        """The game."""
        module, name = self.place
        return cast(Game, getattr(import_module(module), name))

    def is_told_by(self, root: Node) -> bool:
        """Whether something besides the number tells that a file is of this game."""
        number = (*root.get("GM", ()), self.number)[0].strip()
        return number == self.number and any(
            value.strip().lower().startswith(beginning)
            for name, beginning in self.signs
            for value in root.get(name, ())[:1]
        )


CATALOG: dict[str, Entry] = {
    "go": Entry(
        "Go",
        ("gnugo_py.games.go.game", "GO"),
        "1",
        summary="Go: surround more of the board than the other",
    ),
    "hex": Entry(
        "Hex",
        ("gnugo_py.games.hex.game", "HEX"),
        "11",
        (("EV", "hex."),),
        "Hex: join your two edges of the board",
    ),
    "amazons": Entry(
        "Amazons",
        ("gnugo_py.games.amazons.game", "AMAZONS"),
        "18",
        summary="Amazons: queens shoot arrows until one side cannot move",
    ),
    "tanbo": Entry(
        "Tanbo",
        ("gnugo_py.games.tanbo.game", "TANBO"),
        "1",
        (("RU", "tanbo"),),
        "Tanbo: roots grow and are crowded out; the last one living wins",
    ),
}


def entry_of(game: Game) -> Entry:
    """The row of a game.  Raises StopIteration for one that is in no catalogue."""
    return next(entry for entry in CATALOG.values() if entry.title == game.name)


def name_in_file(root: Node) -> str | None:
    """The name of the game that a file is of, None if there is none such.

    root -- its first node; without a number (GM) SGF means Go.
    """
    told = [name for name, entry in CATALOG.items() if entry.is_told_by(root)]
    number = (*root.get("GM", ()), "")[0].strip() or "1"
    return next(iter([*told, *(name for name, entry in CATALOG.items() if entry.number == number)]), None)
