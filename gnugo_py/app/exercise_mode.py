"""What lessons, training, problems and guessing share: a board with a task, and the person's answers."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence

from gnugo_py.app.mode import BoardMode, Mode
from gnugo_py.app.screen import Screen
from gnugo_py.app.views import position_screen
from gnugo_py.games.points import row_and_column
from gnugo_py.games.position import Position
from gnugo_py.games.types import Mark, Point


class ExerciseMode(BoardMode):
    """A board with a task, which the person answers with a move or a word.

    help_before, help_after -- what the help page says before and after the commands.

    is_missed -- whether there was a wrong answer, or help, before the task was done.
    is_done   -- whether the task was solved, or its solution was shown.
    """

    escape_line = "quit"
    accepts_moves = True
    has_own_board = True
    help_before = ""
    help_after: tuple[str, ...] = ()

    is_missed = is_done = False
    _position: Position

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self._position

    @property
    @abstractmethod
    def title(self) -> str:
        """Which task it is, and whose turn it is."""

    def screen(self) -> Screen:
        """Return the screen of the position."""
        return self.with_prompt(position_screen(self.app, self.title, self._position))

    def resume(self, left: Mode) -> None:
        """Show the task again."""
        self.start()

    def handle(self, line: str) -> None:
        """Handle an answer or a command; an empty line goes on."""
        if not line:
            self.go_on()
        elif not self.run_command(line, self._position.game):
            self.answer(line)

    @abstractmethod
    def go_on(self) -> None:
        """Go on after what was shown: to the next task, to the next move, or to the same task again."""

    @abstractmethod
    def answer(self, line: str) -> None:
        """Handle an answer."""

    def record(self, is_solved: bool) -> None:
        """Store whether the task was solved on the first try, if that is stored."""

    def miss(self) -> None:
        """Record the task as missed, at the first wrong answer or help."""
        if not (self.is_missed or self.is_done):
            self.is_missed = True
            self.record(is_solved=False)

    def finish(self) -> None:
        """Record the task as solved, unless it was missed."""
        if not (self.is_missed or self.is_done):
            self.record(is_solved=True)
        self.is_done = True

    def draw(
        self,
        lines: Sequence[str],
        marks: Mapping[Point, Mark],
        words: Callable[[], Iterable[str]],
        region: tuple[range, range] | None = None,
    ) -> None:
        """Show the position with marks over it, and lines.

        words  -- as for `App.emit`.
        region -- the part of the board to show, None for all of it.
        """
        size = self._position.size
        self.app.diagram = self._position.diagram()._replace(region=region)
        placed = tuple((row_and_column(point, size), mark) for point, mark in marks.items())
        self.app.emit("choice", *lines, diagram=self.app.diagram, marks=placed, words=words)

    def do_help(self, _: str) -> None:
        after = ("", *self.help_after) if self.help_after else ()
        self.app.emit("page", self.help_before, "", *self.command_list(self._position.game), *after)
