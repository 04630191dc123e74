"""What can be learned from a game: stones that were lost or let go although one move would have done.

Read from what the game itself marks: stones that the next move may take, and stones that were taken.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.types import Play, Point, Side
from gnugo_py.dialogue.chances import Chances, swings
from gnugo_py.dialogue.moments import possible
from gnugo_py.play.game_tree import Moment

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
