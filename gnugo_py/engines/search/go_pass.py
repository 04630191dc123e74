"""When a search passes in Go."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from math import copysign
from typing import cast

from gnugo_py.core.bitboard import points_of
from gnugo_py.core.position import Position
from gnugo_py.core.types import PASS
from gnugo_py.engines.search.result import Code
from gnugo_py.engines.search.uct import NO_MOVE, Finding, Unsearched
from gnugo_py.games.go.life import dead_stones
from gnugo_py.games.go.playout import Playouts
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.scoring import count

PASSING = NO_MOVE
SETTLED = 0.88
"""A point is settled if one side owned it in this share of games, the other's subtracted."""
SAMPLE = 40
LATE = 0.6
"""With a greater share of the board empty, nobody passes first."""
OPEN = 0.1
"""With a greater share of the board still nobody's, no pass ends the game as it stands."""
UNSETTLED = 0.05
"""With a greater share of the board not settled, nobody passes unless the game is won as it stands."""
RIVALS, SLIGHT = 3, 0.2
"""A stone may not be needed if one of so many others, those looked at most, wins hardly less, by so much."""
KEPT = 0.5
"""What was settled stays so if its side owns it in this share of games, the other's subtracted."""


def pass_at_once(position: Position) -> Unsearched | None:
    """A pass, if nothing is left to settle; as the answer to a pass, also if the game is won so.

    It is won if it is by the letter as well, all stones alive: then nobody can tell it otherwise.  Where area
    is counted, stones that are dead by judgement only are taken first if that changes who wins.  Where
    territory is, it passes first as well: there each stone of its own in it costs a point.
    """
    go = cast(GoPosition, position)
    if go.over:
        return Unsearched(PASSING, "The game is over.", _won(go, dead_stones(go.board)))
    is_answer = go.passes == 1 and go.mover is go.to_move.other
    is_territory = "territory" in go.rules.scoring
    is_settled = (is_answer or is_territory) and _is_settled(go)
    if not (is_answer or is_settled):
        return None
    to_the_letter = _won(go, 0)
    if not (is_settled or to_the_letter == 1):
        return None
    judged = _won(go, dead_stones(go.board))
    if is_answer and judged == to_the_letter == 1 and _is_shared_out(go):
        return Unsearched(PASSING, "It wins the game as it stands, so it passes.", judged)
    if is_settled and (is_territory or judged == to_the_letter):
        return Unsearched(PASSING, "All is settled.", judged)
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


def may_end(position: GoPosition) -> bool:
    """Whether a pass leaves the game open, or ends it with the same winner, the dead stones off or on."""
    return position.passes == 0 or _won(position, 0) == _won(position, dead_stones(position.board))


def pass_instead(
    position: Position, found: Finding, find: Callable[[Position], Finding]
) -> Unsearched | None:
    """A pass instead of a stone that would be wasted, where territory is counted.

    It may be wasted if it goes inside what is settled, and another one there is worth as much.  Hardly a
    point may be open, those of a seki or neutral ones, and none of them looked better.  It is wasted if the
    other side, who has the next move then, changes nothing of it: else one of several moves is needed.
    """
    go, (values, owners) = cast(GoPosition, position), found
    best = next(iter(values))
    settled = {point: share for point, share in owners.items() if abs(share) >= SETTLED}
    seems_wasted = "territory" in go.rules.scoring and _is_ending(go, settled) and _is_spare(values, settled)
    if not (seems_wasted and _is_judged_so(go, settled)):
        return None
    after = find(go.play(PASS).resumed())
    won = 1 - next(iter(after.values.values()))
    is_kept = all(copysign(1, settled[point]) * after.owners.get(point, 0.0) >= KEPT for point in settled)
    if won < values[best] - SLIGHT or not is_kept:
        return None
    return Unsearched(PASSING, "A stone would be wasted wherever it might go.", won)


def _is_ending(position: GoPosition, settled: Collection[Code]) -> bool:
    """Whether enough of the board is taken, and hardly a point of the rest is open."""
    vacant, area = position.board.vacant, position.size**2
    unsettled = sum(point not in settled for point in points_of(vacant))
    return vacant.bit_count() <= area * LATE and unsettled <= area * UNSETTLED


def _is_spare(values: Mapping[Code, float], settled: Collection[Code]) -> bool:
    """Whether the best move, and another that is hardly worth less, go where all is settled."""
    best, *rivals = list(values)[: 1 + RIVALS]
    return best in settled and any(
        code in settled and values[code] >= values[best] - SLIGHT for code in rivals
    )


def _is_judged_so(position: GoPosition, settled: Mapping[Code, float]) -> bool:
    """Whether the stones that the count would take off are those on points that became the other side's."""
    board, dead = position.board, dead_stones(position.board)
    black, white = (
        sum(1 << point for point, share in settled.items() if share * sign > 0) for sign in (1, -1)
    )
    lost = board.black & white | board.white & black
    return dead & (black | white) == lost
