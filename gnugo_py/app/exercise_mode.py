"""What lessons, training, problems and guessing share: tasks on a board, shown in steps, and answers."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from gnugo_py.app.game_screens import position_screen
from gnugo_py.app.mode import BoardMode, Mode
from gnugo_py.app.screen import Screen
from gnugo_py.games.board_words import board_in_words, removed_in_words
from gnugo_py.games.points import row_and_column
from gnugo_py.games.position import Position
from gnugo_py.games.types import HIGHLIGHT, Mark, Point


class Step(NamedTuple):
    """A board with a text.

    position    -- the position.
    lines       -- the text.
    prompt      -- the prompt below it.
    marks       -- the marks over the board; None for the last move.
    region      -- the part of the board to show, None for all of it.
    words       -- what follows the text where no board is drawn.
    reads_board -- whether the board is described where none is drawn; if not, only what a move captured.
    reason      -- computes a line that follows the first one, or an empty one; None if there is none.
    """

    position: Position
    lines: tuple[str, ...]
    prompt: str
    marks: Mapping[Point, Mark] | None = None
    region: tuple[range, range] | None = None
    words: tuple[str, ...] = ()
    reads_board: bool = False
    reason: Callable[[], str] | None = None

    def in_words(self, before: Position) -> tuple[str, ...]:
        """Return what is said of the step after another position, where no board is drawn."""
        if self.reads_board:
            return (*board_in_words(self.position), *self.lines, *self.words)
        removed = () if self.position is before else removed_in_words(self.position)
        return (*self.lines, *removed, *self.words)


class ExerciseMode(BoardMode):
    """A board with a task, which the person answers with a move or a word.

    help_before, help_after -- what the help page says before and after the commands.
    waits_when_done -- whether the next task follows only after Return, even without a screen.

    is_missed -- whether there was a wrong answer, or help, before the task was done.
    is_done   -- whether the task was solved, or its solution was shown.
    """

    escape_line = "quit"
    accepts_moves = True
    has_own_board = True
    help_before = ""
    help_after: tuple[str, ...] = ()
    waits_when_done = False

    is_missed = is_done = False
    _position: Position
    _steps: tuple[Step, ...] = ()

    @property
    def position(self) -> Position:
        return self._position

    @property
    @abstractmethod
    def title(self) -> str:
        """Which task it is, and whose turn it is."""

    def screen(self) -> Screen:
        return self.with_controls(position_screen(self.app, self.title, self._position))

    def resume(self, left: Mode) -> None:
        self.start()

    def handle(self, line: str) -> None:
        """Handle an answer or a command; an empty line goes on."""
        if not line:
            self.go_on()
        elif not self.run_command(line, self._position.game):
            self.answer(line)

    @abstractmethod
    def answer(self, line: str) -> None:
        """Handle an answer."""

    @abstractmethod
    def go_to_next_task(self) -> None:
        """Leave the current task for the next one."""

    def do_skip(self) -> None:
        """Leave the task undone."""
        self.go_to_next_task()

    def go_on(self) -> None:
        """Show the next step; after the last one, go to the next task or, unless it is done, to the same."""
        if self._steps:
            self._show_next_step()
        elif self.is_done:
            self.go_to_next_task()
        else:
            self.start()

    def show(self, *steps: Step) -> None:
        """Show the title and the first of some steps; Return shows the others.

        Without a screen, nothing waits for Return after the end of a task.
        """
        self._steps = steps
        self.app.emit("moment", self.title)
        self._show_next_step()

    def _show_next_step(self) -> None:
        step, *rest = self._steps
        self._steps = tuple(rest)
        if step.reason is None:
            self._draw(step)
            return
        first, *others = step.lines

        def draw(reason: str) -> None:
            self._draw(step._replace(lines=(first, *filter(None, [reason]), *others)))

        self.ask(self.app.analysts.of_game(step.position.game), step.reason, draw)

    def _draw(self, step: Step) -> None:
        before, position = self._position, step.position
        self._position, self.prompt = position, step.prompt
        self.app.diagram = position.diagram()._replace(region=step.region)
        marks = dict.fromkeys(position.marks().last_move, HIGHLIGHT) if step.marks is None else step.marks
        placed = tuple((row_and_column(point, position.size), mark) for point, mark in marks.items())
        words = partial(step.in_words, before)
        self.app.emit("choice", *step.lines, diagram=self.app.diagram, marks=placed, words=words)
        if self.is_done and not (self.waits_when_done or self.app.has_screen):
            self.go_on()

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

    def do_help(self) -> None:
        after = ("", *self.help_after) if self.help_after else ()
        self.app.emit("page", self.help_before, "", *self.command_list(self._position.game), *after)
