"""What is known about a chain, in sentences."""

from __future__ import annotations

from gnugo_py.games.go.board import Board
from gnugo_py.games.go.ladders import find_ladder
from gnugo_py.games.go.life import unconditional_status
from gnugo_py.games.go.vertex import format_vertices
from gnugo_py.games.types import Point

_NO_ESCAPE, _LADDER = "It cannot escape.", "The opponent can catch it in a ladder."
_PROVEN = {"alive": "It can never be captured.", "dead": "It can never live."}


def chain_facts(board: Board, point: Point) -> tuple[str, ...]:
    """Return the liberties of the chain on a point, and what is proven about its danger or safety."""
    liberties = board.liberties(point)
    facts = [f"Liberties: {format_vertices(liberties, board.geometry.size)}."] if liberties else []
    is_in_atari = liberties.bit_count() == 1
    if is_in_atari:
        facts.append("It is in atari.")
    if find_ladder(board, point) is not None:
        facts.append(_NO_ESCAPE if is_in_atari else _LADDER)
    proven = _PROVEN.get(unconditional_status(board, point))
    return (*facts, *([proven] if proven else []))
