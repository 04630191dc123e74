"""What matters in a game that the first capture wins: what can be captured or saved now, in sentences."""

from __future__ import annotations

from gnugo_py.games.go.ladders import is_captured
from gnugo_py.games.go.move_facts import Attack, MoveFacts
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.points import first_point, iter_points
from gnugo_py.games.text import join_words

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

    def in_atari(owned: int) -> list[int]:
        chains = board.geometry.regions(owned)
        return [each for each in chains if board.is_in_atari(each)]

    captures = [
        f"{named(liberty)} captures the chain at {named(first_point(chain))} and wins."
        for chain in in_atari(board.stones(color.opponent))
        if position.legal_points >> (liberty := first_point(board.liberties(first_point(chain)))) & 1
    ]
    if captures:
        return tuple(captures)
    moves = (MoveFacts(position, point) for point in iter_points(position.legal_points))
    safe = [facts for facts in moves if _is_safe(facts)]
    threatened = in_atari(board.stones(color))
    if threatened:
        return tuple(_rescue(position, chain, safe) for chain in threatened)
    return tuple(_attacks(position, safe)[:_MAX_MOVES_NAMED]) or (_NOTHING,)


def _is_safe(facts: MoveFacts) -> bool:
    """Return whether no chain of the color that moved is in atari after the move."""
    return not any(facts.after.is_in_atari(chain) for chain in facts.after.chains(facts.color))


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
