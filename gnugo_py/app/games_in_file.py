"""The list of the games in a file, from which a review chooses one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gnugo_py.app.app import App
from gnugo_py.app.mode import Mode
from gnugo_py.games.game import parse_int


class GamesInFile(Mode):
    """The list of the games in a file, shown until the person chooses one.

    titles -- the title of each game.
    open   -- opens a game by its number, from 1; raises UserError if it cannot be read.
    """

    def __init__(self, app: App, titles: Sequence[str], open_number: Callable[[int], None]) -> None:
        super().__init__(app)
        self._titles, self._open = titles, open_number
        self.prompt, self.escape_line = f"which game (1 to {len(titles)}, q to quit)?", "quit"

    def start(self) -> None:
        width = len(str(len(self._titles)))
        numbered = enumerate(self._titles, 1)
        self.app.emit("page", *(f"{number:>{width}}  {title}" for number, title in numbered))

    def handle(self, line: str) -> None:
        """Open the game with the given number; an empty line shows the list again."""
        if line.lower() in ("q", "quit", "exit"):
            self.app.pop(self)
        elif not line:
            self.start()
        else:
            self._open(parse_int(line, 1, len(self._titles)))
