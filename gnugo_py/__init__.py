"""Go, Hex, Amazons and Tanbo: rules, files, scoring and engines, including GNU Go 1.1 of 1989.

>>> import gnugo_py
>>> position = gnugo_py.GoPosition.start(9, rules="japanese").play("E5").play("C3")
>>> position.why_illegal("E5")
<IllegalReason.OCCUPIED: 'there is a stone on that point'>

The public names are listed in `__all__` and loaded on first use.  They remain compatible within
a major version.  Everything else may change.  `docs/library.md` is a guide to the library, and
`help` explains each name, as in `help(gnugo_py.GoPosition)`.

Positions    GoPosition HexPosition AmazonsPosition TanboPosition, all of the class Position
Moves        Play PASS RESIGN Move Color Outcome Point
Games        GO HEX AMAZONS TANBO, all of the class Game; Option Choice InteractiveCount CountQuestion
Rules of Go  rules_preset PRESETS Rules KoRule ScoringRule IllegalReason Score
Boards       parse_board board_diagram Board Geometry Diagram format_diagram Place PositionMarks Mark
Points       parse_vertex format_vertex parse_vertices format_vertices iter_points format_variation
Files        read_game read_games parse_game game_to_html; Tree Node Cursor LineWarnings TimeControl TimeLeft
Engines      Engine Decision Reason EngineConfig; SearchEngine; GtpEngine Timeouts
             ClassicEngine classic_engine ClassicMemory PatternFiles Pattern PatternPointKind
Judgments    analyze_game MoveLoss MissedPoint MistakeWords MistakeLines describe_mistake play_match
             problem_of Problem dead_stones Network Evaluation Analysis Candidate
             unconditional_life unconditional_status UnconditionalLife
Errors       UserError, with the subclasses IllegalMove, SgfError, FileError and WrongTypeError
             EngineError, with the subclasses EngineCannotPlayGame, NetworkError and AnalysisInterruptedError

games/     positions, and the rules of Go, Hex, Amazons and Tanbo
engines/   programs that choose moves: GNU Go 1.1, search, GTP engines
record/    game trees, reading and writing games, clocks, and matches of many games
study/     the mistakes in a game, exercises made from them, and lessons
storage/   saved games and settings on disk
app/       the program behind both interfaces
ui/        plain mode and the screen
gtp/       the GTP server                  cli/   the command line
"""

import sys as _sys
from importlib import import_module as _import_module

__version__ = "3.0.0"

_EXPORTS = {
    "games.types": "Color Play PASS RESIGN Move Outcome Point Mark PositionMarks"
    " FileError IllegalMove UserError WrongTypeError",
    "games.position": "Position",
    "games.game": "Game Option Choice InteractiveCount CountQuestion",
    "games.diagram": "Diagram Place format_diagram",
    "games.points": "iter_points",
    "games.go.position": "GO GoPosition",
    "games.board": "Board Geometry",
    "games.go.drawings": "board_diagram parse_board",
    "games.go.rules": "PRESETS IllegalReason KoRule Rules ScoringRule rules_preset",
    "games.variations": "format_variation",
    "games.go.vertex": "format_vertex format_vertices parse_vertex parse_vertices",
    "games.go.scoring": "Score",
    "games.go.life": "UnconditionalLife unconditional_life unconditional_status",
    "engines.judge": "dead_stones",
    "engines.network.network": "Evaluation Network",
    "games.hex.position": "HEX HexPosition",
    "games.amazons.position": "AMAZONS AmazonsPosition",
    "games.tanbo.position": "TANBO TanboPosition",
    "engines.analysis": "Analysis Candidate MistakeLines MistakeWords",
    "engines.engine": "Decision Engine EngineConfig Reason"
    " AnalysisInterruptedError EngineCannotPlayGame EngineError NetworkError",
    "engines.external.gtp_engine": "GtpEngine",
    "engines.external.process": "Timeouts",
    "engines.search.search_engine": "SearchEngine",
    "engines.classic.classic_engine": "ClassicEngine classic_engine",
    "engines.classic.gnugo": "ClassicMemory",
    "engines.classic.pattern_files": "Pattern PatternFiles PatternPointKind",
    "record.tree": "Tree",
    "record.node": "Node",
    "record.cursor": "Cursor",
    "record.clock": "TimeControl TimeLeft",
    "record.line_warnings": "LineWarnings",
    "record.sgf_reader": "parse_game read_game read_games",
    "record.sgf_grammar": "SgfError",
    "record.html": "game_to_html",
    "record.engine_moves": "play_match",
    "study.losses": "MissedPoint MoveLoss",
    "study.mistakes": "analyze_game describe_mistake",
    "study.problem": "Problem problem_of",
}
"""The public names, grouped by the module that is loaded for them; a position also needs its game."""

_MODULES = {name: module for module, names in _EXPORTS.items() for name in names.split()}
__all__ = ["__version__", *sorted(_MODULES)]


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(_import_module(f"{__name__}.{_MODULES[name]}"), name)
    return value


def __dir__() -> list[str]:
    """Return the public names, but none to `help`, which would show the whole text of each."""
    is_for_help = _sys._getframe(1).f_globals.get("__name__") == "inspect"
    return [] if is_for_help else __all__
