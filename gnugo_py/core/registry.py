"""The registry of games: their names, their implementations and their markers in SGF files."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from types import SimpleNamespace
from typing import NamedTuple, cast

from gnugo_py.core import sgf
from gnugo_py.core.game import Game
from gnugo_py.core.sgf import SgfFunctions, SgfProperties


class RegisteredGame(NamedTuple):
    """An entry of the registry.

    title           -- the name of the game.
    import_path     -- the module and attribute that implement the game.
    sgf_game_number -- the value of the SGF property GM for this game.
    sgf_markers     -- pairs of a property and the beginning of its value (in lowercase) that identify the
                       game in SGF files.
    summary         -- the aim of the game in a few words.
    sgf_module      -- the module with those `SgfFunctions` of the game that differ from `core.sgf`.
    """

    title: str
    import_path: tuple[str, str]
    sgf_game_number: str
    sgf_markers: tuple[tuple[str, str], ...] = ()
    summary: str = ""
    sgf_module: str = ""

    def load(self) -> Game:
        """Import and return the game."""
        module, name = self.import_path
        return cast(Game, getattr(import_module(module), name))

    def matches_sgf(self, root: SgfProperties) -> bool:
        """Return whether one of the markers identifies a file as a record of this game.

        A file with a different game number (GM) does not match. A file without a game number may match.
        """
        number = (*root.get("GM", ()), self.sgf_game_number)[0].strip()
        return number == self.sgf_game_number and any(
            value.strip().lower().startswith(beginning)
            for name, beginning in self.sgf_markers
            for value in root.get(name, ())[:1]
        )


GAMES: dict[str, RegisteredGame] = {
    "go": RegisteredGame(
        "Go",
        ("gnugo_py.games.go.game", "GO"),
        "1",
        summary="Go: surround more of the board than your opponent",
        sgf_module="gnugo_py.games.go.sgf",
    ),
    "hex": RegisteredGame(
        "Hex",
        ("gnugo_py.games.hex.game", "HEX"),
        "11",
        (("EV", "hex."),),
        "Hex: connect your two edges of the board",
        "gnugo_py.games.hex.sgf",
    ),
    "amazons": RegisteredGame(
        "Amazons",
        ("gnugo_py.games.amazons.game", "AMAZONS"),
        "18",
        summary="Amazons: queens shoot arrows until one player cannot move",
        sgf_module="gnugo_py.games.amazons.sgf",
    ),
    "tanbo": RegisteredGame(
        "Tanbo",
        ("gnugo_py.games.tanbo.game", "TANBO"),
        "1",
        (("RU", "tanbo"),),
        "Tanbo: roots grow and die; the last player with a root wins",
        "gnugo_py.games.tanbo.sgf",
    ),
}


@cache
def sgf_functions(game: Game) -> SgfFunctions:
    """Return the functions that read and write a game in SGF files: its own, and else those of `core.sgf`.

    The module of the game is loaded here on first use.
    """
    own = import_module(GAMES[game.name].sgf_module)
    return cast(SgfFunctions, SimpleNamespace(**{**vars(sgf), **vars(own)}))


def game_key_in_sgf(root: SgfProperties) -> str | None:
    """Return the `GAMES` key for the game in an SGF file, or None if it is unknown.

    root -- the root node of the file.

    Markers take precedence over the game number (GM). A file without a
    game number is a game of Go, as the SGF standard specifies.
    """
    matching = [name for name, entry in GAMES.items() if entry.matches_sgf(root)]
    number = (*root.get("GM", ()), "")[0].strip() or "1"
    return next(
        iter([*matching, *(name for name, entry in GAMES.items() if entry.sgf_game_number == number)]), None
    )
