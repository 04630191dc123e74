"""A game to look through: its moments, in a line or with variations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple, Protocol

from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.types import Mistake, Point, Side
from gnugo_py.play.session import Session


class Moment(Protocol):
    """One position of a game that is looked through, and where it goes on from there."""

    @property
    def parent(self) -> Moment | None:
        """The moment before, None for the first."""

    @property
    def children(self) -> Sequence[Moment]:
        """How the game goes on: its main line first, then variations."""

    @property
    def number(self) -> int:
        """How many moves led here."""

    @property
    def position(self) -> Position:
        """The position.  Raises Mistake, saying why, for a move that cannot be made."""

    @property
    def title(self) -> str:
        """What the file calls it, often nothing."""

    @property
    def comment(self) -> tuple[str, ...]:
        """What the file says of it, line by line."""

    @property
    def signs(self) -> tuple[tuple[Point, str], ...]:
        """What the file draws on points: a letter or a sign each."""


class Story(NamedTuple):
    """A game to look through.

    game  -- which game it is.
    root  -- its first moment.
    now   -- where the looking begins.
    title -- who played whom.
    names -- who played, by side, where it is known.
    facts -- what is known of the whole game, a line each: rules, result, warnings.
    begin -- makes a game that goes on from a moment; raises Mistake.
    save  -- writes all of it under a name; returns what to tell.
    """

    game: Game
    root: Moment
    now: Moment
    title: str
    names: Mapping[Side, str]
    facts: tuple[str, ...]
    begin: Callable[[Moment], Session]
    save: Callable[[str], str]


def way_to(moment: Moment) -> list[Moment]:
    """The moments from the first to one."""
    way = [moment]
    while way[-1].parent is not None:
        way.append(way[-1].parent)
    return way[::-1]


def place_of(moment: Moment) -> int:
    """Which of its parent's children a moment is, 0 for the first."""
    assert moment.parent is not None
    return next(number for number, each in enumerate(moment.parent.children) if each is moment)


def written(story: Story, moment: Moment) -> str:
    """The move that led to a moment, empty if none did, a question mark if it cannot be made."""
    parent = moment.parent
    if parent is None or moment.number == parent.number:
        return ""
    try:
        position = moment.position
    except Mistake:
        return "?"
    before, move = position.previous, position.last_move
    return story.game.format_move(move, before) if before is not None and move is not None else ""


class Reader:
    """Somebody who looks through a story: where they are, and which line they look along.

    moment -- where they are.
    """

    def __init__(self, moment: Moment) -> None:
        self.moment = moment
        self._chosen: dict[int, int] = {}
        self.go(moment)

    def go(self, moment: Moment) -> None:
        """Go to a moment; the line leads through it from now on."""
        self.moment = moment
        while moment.parent is not None:
            if len(moment.parent.children) > 1:
                self._chosen[id(moment.parent)] = place_of(moment)
            moment = moment.parent

    def onward(self) -> Iterator[Moment]:
        """Where they are, and what follows along the line."""
        moment = self.moment
        yield moment
        while moment.children:
            moment = moment.children[self._chosen.get(id(moment), 0)]
            yield moment

    @property
    def last(self) -> Moment:
        """The end of the line."""
        *_, last = self.onward()
        return last

    @property
    def line(self) -> list[Moment]:
        """The moments of the line, from the first to its end."""
        return [*way_to(self.moment)[:-1], *self.onward()]


def possible(line: Sequence[Moment]) -> list[Moment]:
    """The moments of a line up to the first move that cannot be made, if a file has such a one."""
    found: list[Moment] = []
    with suppress(Mistake):
        for moment in line:
            _ = moment.position
            found.append(moment)
    return found
