"""The phase in which one game of a collection is chosen."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from gnugo_py.app.context import Context
from gnugo_py.app.phases.base import Over, Phase
from gnugo_py.core.options import whole_number
from gnugo_py.core.types import Mistake

if TYPE_CHECKING:
    from gnugo_py.play.game_tree import Story


LEAVING = ("q", "quit", "exit")


class Collection(NamedTuple):
    """The games of one file.

    titles -- a line for each.
    open   -- returns the game of a number, from 1; raises Mistake if it cannot be read.
    """

    titles: tuple[str, ...]
    open: Callable[[int], Story]


class Choosing(Phase):
    """The list of the games, until one of them is chosen.

    review -- returns the phase that looks through a game.
    """

    def __init__(self, context: Context, collection: Collection, review: Callable[[Story], Phase]) -> None:
        self._context, self._collection, self._review = context, collection, review
        self.prompt = f"which game (1 to {len(collection.titles)}, q to leave)?"

    def show(self) -> Phase:
        """Show the list."""
        numbered = enumerate(self._collection.titles, 1)
        width = len(str(len(self._collection.titles)))
        self._context.say("page", *(f"{number:>{width}}  {title}" for number, title in numbered))
        return self

    def take(self, line: str) -> Phase:
        """Open the game of a number."""
        if line.lower() in LEAVING:
            return Over()
        if not line:
            return self.show()
        try:
            number = whole_number(line, 1, len(self._collection.titles))
            return self._review(self._collection.open(number))
        except Mistake as error:
            self._context.say("refusal", f"{error}.")
            return self
