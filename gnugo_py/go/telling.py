"""How a GTP engine is told of a new game of Go."""

from __future__ import annotations

from gnugo_py.core.game import Orders
from gnugo_py.core.text import plain
from gnugo_py.go.board import points_of
from gnugo_py.go.position import GoPosition
from gnugo_py.go.vertex import format_vertex

RULES_COMMANDS = {
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
"""What engines call the rules, by the command that tells them."""


def engine_setup(start: GoPosition) -> tuple[tuple[Orders, ...], ...]:
    """The steps to tell an engine of a start, as `Game.engine_setup` has them."""
    black, white = (
        [format_vertex(point, start.size) for point in points_of(stones)]
        for stones in (start.board.black, start.board.white)
    )
    stones = (*(f"play black {vertex}" for vertex in black), *(f"play white {vertex}" for vertex in white))
    is_handicap = len(black) == start.rules.handicap >= 2 and not white
    handicap = ((f"set_free_handicap {' '.join(black)}",),) if is_handicap else ()
    name = start.rules.name
    rules = [(f"{command} {names[name]}",) for command, names in RULES_COMMANDS.items() if name in names]
    return (
        ((f"boardsize {start.size}",),),
        (("clear_board",),),
        (*rules, ()),
        ((f"komi {plain(start.rules.komi)}",),),
        (*handicap, stones),
    )
