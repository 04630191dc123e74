"""The phase in which a person chooses one game of a collection."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from gnugo_py.app.context import Context
from gnugo_py.app.phases.base import EndPhase, Phase
from gnugo_py.core.options import parse_int
from gnugo_py.core.types import UserError
from gnugo_py.play.game_tree import Review

QUIT_WORDS = ("q", "quit", "exit")


class GameCollection(NamedTuple):
    """The games of one file.

    titles -- the title of each game.
    open   -- returns the review of a game by its number, from 1; raises UserError if it cannot be read.
    """

    titles: tuple[str, ...]
    open: Callable[[int], Review]


class ChooseGamePhase(Phase):
    """The list of the games, until the person chooses one.

    review -- returns the phase that reviews a game.
    """

    def __init__(
        self, context: Context, collection: GameCollection, review: Callable[[Review], Phase]
    ) -> None:
        self.context, self._collection, self._review = context, collection, review
        self.prompt = f"which game (1 to {len(collection.titles)}, q to quit)?"

    def show(self) -> Phase:
        """Show the list."""
        numbered = enumerate(self._collection.titles, 1)
        width = len(str(len(self._collection.titles)))
        self.context.emit("page", *(f"{number:>{width}}  {title}" for number, title in numbered))
        return self

    def handle_line(self, line: str) -> Phase:
        """Open the game with the given number; an empty line shows the list again."""
        if line.lower() in QUIT_WORDS:
            return EndPhase()
        if not line:
            return self.show()
        try:
            number = parse_int(line, 1, len(self._collection.titles))
            return self._review(self._collection.open(number))
        except UserError as error:
            return self.refuse(f"{error}.")
