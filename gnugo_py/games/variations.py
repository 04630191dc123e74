"""Lines of moves that start at a position."""

from __future__ import annotations

from collections.abc import Iterable

from gnugo_py.games.checks import checked
from gnugo_py.games.position import Position
from gnugo_py.games.types import Move, UserError, require_move


def leading_legal_moves(position: Position, items: Iterable[object]) -> tuple[Move, ...]:
    """Return the moves before the first one that is unreadable or illegal or follows the game's end.

    items -- the moves, as moves or as text.
    """
    moves: list[Move] = []
    for item in items:
        try:
            move = position.parse_partial_move(item) if isinstance(item, str) else require_move(item)
        except UserError:
            break
        if position.is_over or position.why_partial_move_illegal(move) is not None:
            break
        moves.append(move)
        position = position.play_unchecked(move)
    return tuple(moves)


@checked
def format_variation(position: Position, moves: Iterable[Move]) -> list[str]:
    """Return the moves of a variation as text; their legality is not checked."""
    words = []
    for move in moves:
        words.append(position.format_move(move))
        position = position.play_unchecked(move)
    return words
