"""The GTP commands that set up a game of Go in an engine."""

from __future__ import annotations

from gnugo_py.core.bitboard import iter_points
from gnugo_py.core.text import format_number
from gnugo_py.core.types import GtpCommandSequence
from gnugo_py.games.go.board import Board
from gnugo_py.games.go.rules import Rules
from gnugo_py.games.go.vertex import format_vertex

_GTP_RULES_NAMES = {
    "kata-set-rules": {
        "japanese": "japanese",
        "chinese": "chinese",
        "aga": "aga",
        "tromp-taylor": "tromp-taylor",
        "itsyourturn": "japanese",
    },
    "kgs-rules": {
        "japanese": "japanese",
        "chinese": "chinese",
        "aga": "aga",
        "tromp-taylor": "new_zealand",
        "itsyourturn": "japanese",
    },
}
"""The engines' names for the rules, by the GTP command that sets the rules."""


def gtp_setup_commands(board: Board, rules: Rules) -> tuple[tuple[GtpCommandSequence, ...], ...]:
    """Return the GTP commands that set up a start, in the form that `Position.gtp_setup` returns."""
    size = board.geometry.size
    black, white = (
        [format_vertex(point, size) for point in iter_points(stones)] for stones in (board.black, board.white)
    )
    stones = (*(f"play black {vertex}" for vertex in black), *(f"play white {vertex}" for vertex in white))
    is_handicap = len(black) == rules.handicap >= 2 and not white
    handicap = ((f"set_free_handicap {' '.join(black)}",),) if is_handicap else ()
    name = rules.name
    named = [(f"{command} {names[name]}",) for command, names in _GTP_RULES_NAMES.items() if name in names]
    return (
        ((f"boardsize {size}",),),
        (("clear_board",),),
        (*named, ()),
        ((f"komi {format_number(rules.komi)}",),),
        (*handicap, stones),
    )
