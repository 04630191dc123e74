"""GNU Go 1.1 of 1989, recreated, in a Go program of today; and a library of Go, Hex, Amazons and Tanbo.

>>> import gnugo_py
>>> position = gnugo_py.GoPosition.start(9, rules="japanese").play("E5").play("C3")
>>> position.why_illegal("E5")
<Refusal.OCCUPIED: 'there is a stone on that point'>

What is listed in `__all__` is the library: it is loaded when it is first used, and keeps its names and what
they do.  Everything else may change from one version to the next.  `docs/library.md` is a guide to it.

games/    what a board game is to everybody else: moves, positions, diagrams, words
go/ hex/ amazons/ tanbo/   the rules of each: boards, positions, files; in Go handicap and counting, too
players/  what a player is, any GTP engine as one, and the one that searches
classic/  the 1989 player: its finders, its book, its random numbers
play/     one game being played: turns, undo, redo; and matches
records/  games as SGF files, and the folder they are kept in
lessons/  drawings to learn from, and what an answer is worth
dialogue/ what is said and answered in a game, phase by phase
plain/ tui/   the dialogue line by line, and on a curses board
gtp/      the engine for other Go programs
cli/      the command line, where all of it is put together
"""

from importlib import import_module as _import_module

__version__ = "1.0.0"

_PLACES = {
    "core.types": "Side Play PASS RESIGN Move Outcome IllegalMove Mistake",
    "core.diagram": "render",
    "games.go.game": "GO",
    "games.go.position": "GoPosition Refusal",
    "games.go.board": "Board board_grid parse_board",
    "core.bitboard": "points_of",
    "games.go.rules": "PRESETS Rules preset",
    "games.go.vertex": "format_vertex format_vertices parse_vertex parse_vertices",
    "games.go.scoring": "Count",
    "games.go.life": "Unconditional dead_stones unconditional unconditional_status",
    "games.go.playout": "Playouts",
    "games.hex.game": "HEX",
    "games.hex.position": "HexPosition",
    "games.amazons.game": "AMAZONS",
    "games.amazons.position": "AmazonsPosition",
    "games.tanbo.game": "TANBO",
    "games.tanbo.position": "TanboPosition",
    "engines.engine": "Choice Player PlayerError Reason",
    "engines.external.engine": "GtpPlayer",
    "engines.search.engine": "SearchPlayer",
    "engines.classic.engine": "ClassicPlayer",
    "engines.classic.factory": "classic_player",
    "sgf.reader": "Record read_sgf read_record",
    "sgf.tree": "Tree read_tree",
    "sgf.writer": "lines_to_sgf",
}
"""The names of the library, by the module each is in."""

_MODULES = {name: module for module, names in _PLACES.items() for name in names.split()}
__all__ = ["__version__", *sorted(_MODULES)]


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(_import_module(f"{__name__}.{_MODULES[name]}"), name)
    return found


def __dir__() -> list[str]:
    return __all__
