"""How the chances of a game went, move by move, and where they changed most."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, NamedTuple

from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.types import Play, Point, Side
from gnugo_py.engines.engine import Choice, Player, PlayerError
from gnugo_py.play.game_tree import Moment, possible

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


WORTH_TAKING = 2
"""A chain that was not taken is told of if it has so many stones."""
MOST = 8


class Slip(NamedTuple):
    """A move after which something was lost.

    place  -- which position of the game it led to, from 0.
    stones -- how many stones it was about.
    text   -- what happened.
    lesson -- the name of the lesson about it.
    """

    place: int
    stones: int
    text: str
    lesson: str


def slips(game: Game, positions: Sequence[Position]) -> list[Slip]:
    """The slips of a game, those about most stones, in order.

    positions -- its positions from the start, each a move after the one before.
    """
    found = []
    for place in range(1, len(positions)):
        then = positions[place + 1] if place + 1 < len(positions) else None
        slip = _slip(game, place, positions[place - 1], positions[place], then)
        if slip is not None:
            found.append(slip)
    worst = sorted(found, key=lambda slip: (-slip.stones, slip.place))[:MOST]
    return sorted(worst)


def lessons_of(
    game: Game, line: Sequence[Moment], chances: Chances | None, known: Collection[str]
) -> tuple[str, ...]:
    """What can be learned from a line of a game, a page.

    chances -- how likely Black was to win along it, None if that was not asked for.
    known   -- the names of the lessons there are.
    """
    positions = [moment.position for moment in possible(line)]
    told = []
    for slip in slips(game, positions):
        number = line[slip.place].number
        more = f", or learn {slip.lesson}" if slip.lesson in known else ""
        told.append(f"Move {number}: {slip.text}  Type goto {number}{more}.")
    found = told or ["No stones were lost here that a single move would have saved."]
    if chances is None:
        return (*found, "", "Type graph for the moves that changed the chances most, then lessons again.")
    if not swings(chances):
        return (*found, "", "No move changed the chances much.")
    most = []
    for place, change in swings(chances):
        number = chances.line[place].number
        most.append(f"Move {number}: {change:+.0%} for Black.  Type goto {number}.")
    return (*found, "", "The moves that changed the chances most:", *most)


def _slip(game: Game, place: int, before: Position, after: Position, then: Position | None) -> Slip | None:
    """What was lost by one move, if anything was."""
    if after.previous is not before:
        return None
    side, move = before.to_move, after.last_move
    own = _stones(game, before, side, game.marks(before).threatened)
    marks = game.marks(after)
    taken = set(game.marks(then).taken) if then is not None and then.previous is after else set()
    written = game.format_move(move, before) if move is not None else ""
    lost = own & set(marks.threatened) & taken
    if lost and _could_be_saved(game, before, lost):
        what, it = f"{side}'s {_several(lost)} at {_at(game, before, lost)}", _it(lost)
        told = f"{what} could be taken; {written} left {it} there, and the next move took {it}."
        return Slip(place, len(lost), told, "atari")
    played = set(move.points) if isinstance(move, Play) else set()
    gone = played & set(marks.threatened) & taken
    if gone and not marks.taken:
        chain = _stones(game, after, side, taken)
        told = f"{side}'s stone at {written} took nothing and had one liberty left; it was taken at once"
        more = f", with {len(chain) - 1} more" if len(chain) > 1 else ""
        return Slip(place, len(chain), f"{told}{more}.", "liberties")
    missed = _stones(game, before, side.other, game.marks(before).threatened) - set(marks.taken)
    if then is not None and _got_away(game, missed, after, then):
        told = f"{side} could have taken {side.other}'s {_several(missed)} at {_at(game, before, missed)}"
        return Slip(place, len(missed), f"{told} instead of playing {written}.", "capture")
    return None


def _got_away(game: Game, stones: set[Point], after: Position, then: Position) -> bool:
    """Whether stones that could be taken cannot be any more after the opponent's next move."""
    if len(stones) < WORTH_TAKING or then.previous is not after:
        return False
    return not stones & set(game.marks(then).threatened)


def _stones(game: Game, position: Position, side: Side, points: Iterable[Point]) -> set[Point]:
    """Those of some points on which a side's stones stand."""
    rows, sign = position.grid().rows, "XO"[side]
    cells = ((point, game.cell_of(point, position)) for point in points)
    return {point for point, (row, column) in cells if rows[row][column] == sign}


def _could_be_saved(game: Game, position: Position, stones: set[Point]) -> bool:
    """Whether some move would have left none of some stones to be taken at once."""
    for move in position.legal_moves():
        if isinstance(move, Play) and not stones & set(game.marks(position.play(move)).threatened):
            return True
    return False


def _several(stones: set[Point]) -> str:
    return "stone" if len(stones) == 1 else f"{len(stones)} stones"


def _it(stones: set[Point]) -> str:
    return "it" if len(stones) == 1 else "them"


def _at(game: Game, position: Position, stones: set[Point]) -> str:
    return game.format_point(min(stones), position)
