"""The registry of games: their names, their implementations and their markers in SGF files."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any, NamedTuple, cast

from gnugo_py.games.game import Game
from gnugo_py.games.position import Position
from gnugo_py.games.sgf import SgfFunctions
from gnugo_py.games.words import PositionWords


class RegisteredGame(NamedTuple):
    """An entry of the registry.

    title           -- the name of the game.
    game_path       -- the module and name of the game, joined by a period.
    summary         -- the aim of the game in a few words.
    sgf_game_number -- the value of the SGF property GM for this game.
    sgf_marker      -- a property and the beginning of its value (in lowercase) that identify the game in SGF
                       files, if there is such a property.
    sgf_path        -- the module and name of the class with the game's SGF functions.
    words_path      -- the module and name of the class with the game's words about positions.
    sgf_move        -- a regular expression for moves that identify the game in files without its number.
    """

    title: str
    game_path: str
    summary: str
    sgf_game_number: str
    sgf_marker: tuple[str, str] | None = None
    sgf_path: str = "gnugo_py.games.sgf.SgfFunctions"
    words_path: str = "gnugo_py.games.words.PositionWords"
    sgf_move: str = ""

    def load(self) -> Game:
        """Import and return the game."""
        return cast(Game, _imported(self.game_path))


@cache
def _imported(path: str) -> Any:
    """Import a module and return the object in it."""
    module, _, name = path.rpartition(".")
    return getattr(import_module(module), name)


GAMES: dict[str, RegisteredGame] = {
    "go": RegisteredGame(
        "Go",
        "gnugo_py.games.go.position.GO",
        "Go: surround more of the board than your opponent",
        "1",
        sgf_path="gnugo_py.games.go.sgf.GoSgf",
        words_path="gnugo_py.games.go.words.GoWords",
    ),
    "hex": RegisteredGame(
        "Hex",
        "gnugo_py.games.hex.position.HEX",
        "Hex: connect your two edges of the board",
        "11",
        ("EV", "hex."),
        "gnugo_py.games.hex.sgf.HexSgf",
        words_path="gnugo_py.games.hex.words.HexWords",
    ),
    "amazons": RegisteredGame(
        "Amazons",
        "gnugo_py.games.amazons.position.AMAZONS",
        "Amazons: queens shoot arrows until one player cannot move",
        "18",
        ("EV", "amazons"),
        "gnugo_py.games.amazons.sgf.AmazonsSgf",
        words_path="gnugo_py.games.amazons.words.AmazonsWords",
        sgf_move=r"[a-j]\d+-[a-j]\d+/[a-j]\d+",
    ),
    "tanbo": RegisteredGame(
        "Tanbo",
        "gnugo_py.games.tanbo.position.TANBO",
        "Tanbo: roots grow and die; the last player with a root wins",
        "1",
        ("RU", "tanbo"),
        "gnugo_py.games.tanbo.sgf.TanboSgf",
        words_path="gnugo_py.games.tanbo.words.TanboWords",
    ),
}


@cache
def sgf_functions(name: str) -> SgfFunctions[Position]:
    """Return the functions that read and write a game in SGF files, which are loaded here on first use."""
    return cast(SgfFunctions[Position], _imported(GAMES[name].sgf_path)(GAMES[name].load()))


def words_of(position: Position) -> PositionWords[Position]:
    """Return what people are told about a position. The class of the game is loaded on first use."""
    return cast(PositionWords[Position], _imported(GAMES[position.game.name].words_path)(position))
