"""Go, Hex, Amazons and Tanbo: rules, files, scoring and engines, including GNU Go 1.1 of 1989.

>>> import gnugo_py
>>> position = gnugo_py.GoPosition.start(9, rules="japanese").play("E5").play("C3")
>>> position.why_illegal("E5")
<IllegalReason.OCCUPIED: 'there is a stone on that point'>

The public names are listed in `__all__` and loaded on first use.  They remain compatible within
a major version.  Everything else may change.  `docs/library.md` is a guide to the library.

core/      what all board games share
games/     the rules of Go, Hex, Amazons and Tanbo
engines/   programs that choose moves: GNU Go 1.1, search, GTP engines
analysis/  the mistakes in a game, and exercises made from them
play/      a game in progress, and matches
sgf/       reading and writing SGF files
storage/   saved games and settings on disk
lessons/   lessons and their parser
app/       the program behind both interfaces
plain/     the line-by-line interface      tui/   the curses interface
gtp/       the GTP server                  cli/   the command line
"""

from importlib import import_module as _import_module

__version__ = "3.0.0.dev0"

_EXPORTS = {
    "core.types": "Color Play PASS RESIGN Move Outcome IllegalMove UserError",
    "core.diagram": "format_diagram",
    "core.bitboard": "iter_points",
    "games.go.game": "GO",
    "games.go.position": "GoPosition IllegalReason",
    "games.go.board": "Board board_diagram parse_board",
    "games.go.rules": "PRESETS Rules preset",
    "games.go.vertex": "format_vertex format_vertices parse_vertex parse_vertices",
    "games.go.scoring": "Score",
    "games.go.life": "UnconditionalLife unconditional_life unconditional_status",
    "engines.network.dead_stones_and_estimates": "dead_stones",
    "engines.network.network": "Evaluation Network",
    "games.hex.game": "HEX",
    "games.hex.position": "HexPosition",
    "games.amazons.game": "AMAZONS",
    "games.amazons.position": "AmazonsPosition",
    "games.tanbo.game": "TANBO",
    "games.tanbo.position": "TanboPosition",
    "engines.engine": "Decision Engine EngineConfig EngineError Reason",
    "engines.external.engine": "GtpEngine",
    "engines.search.engine": "SearchEngine",
    "engines.classic.engine": "ClassicEngine classic_engine",
    "sgf.reader": "GameRecord read_sgf read_record",
    "sgf.tree": "GameTree read_tree",
    "sgf.writer": "lines_to_sgf",
}
"""The public names, grouped by the module that defines them."""

_MODULES = {name: module for module, names in _EXPORTS.items() for name in names.split()}
__all__ = ["__version__", *sorted(_MODULES)]


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(_import_module(f"{__name__}.{_MODULES[name]}"), name)
    return value


def __dir__() -> list[str]:
    return __all__
