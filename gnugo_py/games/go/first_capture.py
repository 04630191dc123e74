"""Games that the first capture wins: what can be captured or saved now, and what an engine plays."""

from __future__ import annotations

from collections.abc import Iterator

from gnugo_py.games.go.ladders import is_captured
from gnugo_py.games.go.move_facts import Attack, MoveFacts
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.points import first_point, iter_points
from gnugo_py.games.position import Position
from gnugo_py.games.text import join_words
from gnugo_py.games.types import Move, Pass, Play, Point

_MAX_MOVES_NAMED = 4
_NOTHING = (
    "No chain is in atari, and no safe move puts one in atari. Take away liberties, and mind your own chains."
)


def capture_lines(position: GoPosition) -> tuple[str, ...]:
    """Return what the color to move can capture now or, if it can capture nothing, save or attack.

    Rescues and attacks are read as `is_captured` reads them; a move after which the opponent could capture
    at once is not named.
    """
    board, color = position.board, position.to_move
    named = position.format_point

    captures = [
        f"{named(point)} captures the chain at {named(first_point(chain))} and wins."
        for point, chain in _captures(position)
    ]
    if captures:
        return tuple(captures)
    safe = list(_safe_moves(position))
    threatened = [chain for chain in board.chains(color) if board.is_in_atari(chain)]
    if threatened:
        return tuple(_rescue(position, chain, safe) for chain in threatened)
    return tuple(_attacks(position, safe)[:_MAX_MOVES_NAMED]) or (_NOTHING,)


def move_for_first_capture(position: Position, chosen: Move) -> Move:
    """Return a capture if there is one, otherwise the chosen move or, instead of a pass, a safe move.

    Of the safe moves it is the first one of those with the most liberties.
    """
    assert isinstance(position, GoPosition), "only games of Go end at the first capture"
    for point, _ in _captures(position):
        return Play((point,))
    safe = _safe_moves(position) if isinstance(chosen, Pass) else ()
    best = max(safe, key=lambda each: each.after.liberties(each.point).bit_count(), default=None)
    return chosen if best is None else Play((best.point,))


def _captures(position: GoPosition) -> Iterator[tuple[Point, int]]:
    """Yield the legal moves that capture, each with a chain that it captures."""
    board = position.board
    for chain in board.chains(position.to_move.opponent):
        if board.is_in_atari(chain):
            liberty = first_point(board.liberties(first_point(chain)))
            if position.legal_points >> liberty & 1:
                yield liberty, chain


def _safe_moves(position: GoPosition) -> Iterator[MoveFacts]:
    """Yield the legal moves after which no chain of the color that moved is in atari."""
    for point in iter_points(position.legal_points):
        facts = MoveFacts(position, point)
        if not any(facts.after.is_in_atari(chain) for chain in facts.after.chains(facts.color)):
            yield facts


def _rescue(position: GoPosition, chain: int, safe: list[MoveFacts]) -> str:
    """Return how a chain in atari can be saved by safe moves."""
    start = f"Your chain at {position.format_point(first_point(chain))} is in atari"
    saving = [position.format_point(each.point) for each in safe if not is_captured(each.after, chain, True)]
    if saving:
        return f"{start}; save it at {join_words(saving[:_MAX_MOVES_NAMED], 'or')}."
    delaying = [position.format_point(each.point) for each in safe]
    return f"{start}{f'; {delaying[0]} only delays its capture' if delaying else ' and cannot be saved'}."


def _attacks(position: GoPosition, safe: list[MoveFacts]) -> list[str]:
    """Return what safe moves do to chains of the opponent that can capture nothing, catches first."""
    found = [
        (attack is Attack.ATARI, f"{position.format_point(each.point)} attacks the chain at", chain, attack)
        for each in safe
        for chain, attack in each.attacks.items()
        if attack not in (Attack.SNAPBACK, Attack.THREAT)
    ]
    return [
        f"{text} {position.format_point(first_point(chain))}: it {attack.value}."
        for _, text, chain, attack in sorted(found, key=lambda each: each[0])
    ]
