"""How the chances of a game went, move by move, and where they changed most."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from gnugo_py.core.position import Position
from gnugo_py.engines.engine import Choice, Player, PlayerError
from gnugo_py.play.game_tree import Moment

SWINGS = 5
LEAST_SWING = 0.1
WIDEST = 60


class Chances(NamedTuple):
    """The chances along a line.

    line   -- its moments.
    shares -- how likely Black is to win at each, 0 to 1, None where that is not known; fewer if it was
              broken off.
    """

    line: tuple[Moment, ...]
    shares: tuple[float | None, ...]


def looked_at(player: Player, positions: Sequence[Position], found: list[float | None]) -> Choice[Any]:
    """Have a player look at positions one by one, and note Black's chances in each.

    Raises PlayerError if it is broken off; what was found until then stays.
    """
    choice: Choice[Any] | None = None
    for position in positions:
        if position.decided is not None:
            found.append({"Black": 1.0, "White": 0.0}.get(str(position.decided.winner), 0.5))
            continue
        choice = player.choose(position, player.fresh_memory())
        found.append(player.outlook(position, choice))
    if choice is None:
        raise PlayerError("there is nothing to look at")
    return choice


def told(chances: Chances, written: Callable[[Moment], str]) -> tuple[str, ...]:
    """The chances in digits, and the moves that changed them most."""
    known = [share for share in chances.shares if share is not None]
    if not known:
        return ("Nothing could be told of this game.",)
    digits = "".join(str(min(int(share * 10), 9)) for share in narrowed(known, WIDEST))
    lines = [f"Black's chances, 0 lost to 9 won: {digits}"]
    for number, change in swings(chances):
        moment = chances.line[number]
        lines.append(
            f"Move {moment.number}, {written(moment)}: {change:+.0%} for Black.  Type goto {moment.number}."
        )
    return tuple(lines)


def swings(chances: Chances) -> list[tuple[int, float]]:
    """The places of the line where the chances changed most, the largest change first, with the change."""
    changes = [
        (number, after - before)
        for number, (before, after) in enumerate(zip(chances.shares, chances.shares[1:], strict=False), 1)
        if before is not None and after is not None and abs(after - before) >= LEAST_SWING
    ]
    return sorted(changes, key=lambda each: -abs(each[1]))[:SWINGS]


def narrowed(shares: Sequence[float], width: int) -> list[float]:
    """As many of some shares as there is room for, spread over all of them."""
    if len(shares) <= width:
        return list(shares)
    return [shares[number * (len(shares) - 1) // (width - 1)] for number in range(width)]
