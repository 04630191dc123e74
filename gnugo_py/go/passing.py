"""When a search passes in Go."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from gnugo_py.games.contract import Position
from gnugo_py.games.searching import AtOnce, Code
from gnugo_py.go.board import points_of
from gnugo_py.go.life import dead_stones
from gnugo_py.go.playout import Playouts
from gnugo_py.go.position import GoPosition
from gnugo_py.go.scoring import count

PASSING = -1
SETTLED = 0.88
"""A point is settled if one side owned it in this share of games, the other's subtracted."""
SAMPLE = 40
LATE = 0.6
"""With a greater share of the board empty, nobody passes first."""
OPEN = 0.1
"""With a greater share of the board still nobody's, no pass ends the game as it stands."""
SLIGHT = 0.03
"""A pass may win so many games less than a move inside what is settled."""


def pass_at_once(position: Position) -> AtOnce | None:
    """A pass, if nothing is left to settle; as the answer to a pass, also if the game is won so.

    It is won if it is by the letter as well, all stones alive: then nobody can tell it otherwise.  Where area
    is counted, stones that are dead by judgement only are taken first if that changes who wins.  Where
    territory is, it passes first as well: there each stone of its own in it costs a point.
    """
    go = cast(GoPosition, position)
    if go.over:
        return AtOnce(PASSING, "The game is over.", _won(go, dead_stones(go.board)))
    is_answer = go.passes == 1 and go.mover is go.to_move.other
    is_territory = "territory" in go.rules.scoring
    is_settled = (is_answer or is_territory) and _is_settled(go)
    if not (is_answer or is_settled):
        return None
    judged, to_the_letter = _won(go, dead_stones(go.board)), _won(go, 0)
    if is_answer and judged == to_the_letter == 1 and _is_shared_out(go):
        return AtOnce(PASSING, "It wins the game as it stands, so it passes.", judged)
    if is_settled and (is_territory or judged == to_the_letter):
        return AtOnce(PASSING, "All is settled.", judged)
    return None


def _is_shared_out(position: GoPosition) -> bool:
    """Whether both sides have stones, and hardly a point is nobody's as it stands."""
    board = position.board
    neutral = count(board, position.rules).neutral.bit_count()
    return bool(board.black and board.white) and neutral <= position.size**2 * OPEN


def _is_settled(position: GoPosition) -> bool:
    """Whether random games agree about every empty point."""
    vacant = position.board.vacant
    if vacant.bit_count() > position.size**2 * LATE:
        return False
    owners = Playouts(position.board).owners(SAMPLE, position.to_move)
    return all(abs(owners[point]) >= SETTLED * SAMPLE for point in points_of(vacant))


def _won(position: GoPosition, dead: int) -> float:
    """1 if the side to move wins the game counted now, 0 if it loses it, a half for a tie.

    dead -- the set of the dead stones.
    """
    winner = count(position.board, position.rules, dead, position.prisoners).outcome.winner
    return 0.5 if winner is None else float(winner is position.to_move)


def stone_or_pass(position: Position, values: Mapping[Code, float], owners: Mapping[Code, float]) -> Code:
    """The stone looked at most; a pass instead of one inside what is settled, if it wins as often.

    That a pass is looked at most means little: where a game is won, so is it after most moves.
    """
    best = next((code for code in values if code != PASSING), PASSING)
    is_in_vain = abs(owners.get(best, 0.0)) >= SETTLED and PASSING in values
    return PASSING if is_in_vain and values[PASSING] >= values[best] - SLIGHT else best
