"""How a moment of a game that is looked through is told of."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from gnugo_py.core.position import Position
from gnugo_py.core.text import width
from gnugo_py.core.types import Mistake, Play, Point
from gnugo_py.dialogue.context import Marks
from gnugo_py.play.game_tree import Moment, Reader, Story, place_of, written

SHOWN_WAYS, LONGEST_SHOWN = 9, 300


def told_of(story: Story, reader: Reader, position: Position) -> tuple[tuple[str, ...], Marks]:
    """What there is to say of where a reader is, and what to draw over the board.

    position -- the one there.
    """
    moment = reader.moment
    signs = {**_numbers(moment), **dict(moment.signs)}
    marks = tuple((story.game.cell_of(point, position), _one_cell(sign)) for point, sign in signs.items())
    ways = _ways(story, moment)
    title = (moment.title,) if moment.title else ()
    return (_headline(story, reader, position), *ways, *title, *_comment(moment)), marks


def _headline(story: Story, reader: Reader, position: Position) -> str:
    """The number of the move, the move, and which variation it begins."""
    moment, parent = reader.moment, reader.moment.parent
    words = f"move {moment.number} of {reader.last.number}"
    if moves := written(story, moment):
        words += f": {position.mover} {moves}"
    if parent is not None and len(parent.children) > 1:
        words += f" (variation {place_of(moment) + 1} of {len(parent.children)})"
    return words


def _ways(story: Story, moment: Moment) -> list[str]:
    """How the game goes on, where there are several ways."""
    ways = moment.children
    if len(ways) < 2:
        return []
    named = [f"{number} {written(story, way) or 'no move'}" for number, way in enumerate(ways, 1)]
    more = ", ..." if len(ways) > SHOWN_WAYS else ""
    return [f"{len(ways)} variations: {', '.join(named[:SHOWN_WAYS])}{more}; type variation and a number."]


def _comment(moment: Moment) -> tuple[str, ...]:
    """The comment, or how it begins."""
    comment = moment.comment
    whole = "\n".join(comment)
    if len(whole) <= LONGEST_SHOWN:
        return comment
    return (*f"{whole[:LONGEST_SHOWN]} ...".splitlines(), "(why shows all)")


def possible(line: Sequence[Moment]) -> list[Moment]:
    """The moments of a line up to the first move that cannot be made, if a file has such a one."""
    found: list[Moment] = []
    with suppress(Mistake):
        for moment in line:
            _ = moment.position
            found.append(moment)
    return found


def _numbers(moment: Moment) -> dict[Point, str]:
    """The numbers of the ways to go on, where there are several, on their points."""
    ways, found = moment.children, dict[Point, str]()
    for number, way in enumerate(ways[:SHOWN_WAYS] if len(ways) > 1 else (), 1):
        with suppress(Mistake):
            move = way.position.last_move
            if isinstance(move, Play) and len(move.points) == 1 and move.points[0] >= 0:
                found.setdefault(move.points[0], str(number))
    return found


def _one_cell(sign: str) -> str:
    """The first letter of a sign, if it takes one cell of a screen."""
    return sign[:1] if sign[:1].isprintable() and width(sign[:1]) == 1 else "?"
