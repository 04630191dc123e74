"""After play has stopped: whether to count, the questions of the count, and the result of a counted game."""

from __future__ import annotations

from collections.abc import Sequence

from gnugo_py.app.app import App
from gnugo_py.app.commands import BOARD_COMMANDS, Command, quit_command
from gnugo_py.app.finished_games import count_so_far, end_game
from gnugo_py.app.game_screens import game_screen
from gnugo_py.app.mode import BoardMode, Task, parse_yes_or_no
from gnugo_py.app.progress import Work
from gnugo_py.app.screen import Screen
from gnugo_py.engines.judge import dead_stones
from gnugo_py.games.board_words import cell_in_words, chains_in_words, points_in_words
from gnugo_py.games.game import InteractiveCount
from gnugo_py.games.points import row_and_column
from gnugo_py.games.position import Position
from gnugo_py.games.types import IllegalMove, Play, Point, UserError
from gnugo_py.storage.resume import CountProgress

_HOW_TO_UNMARK = "To take marks back, type play, then stop, and count again"
_UNCOUNTED = "The game is not counted. Type stop to go on with the count, {} to play on, or quit."
_STILL_JUDGING = "the stones are still being judged; wait"
_ASK = "Count the game (y or n, or play to continue playing)?"
_HELP_BEFORE = ("Play has stopped. Type y to count the game, or n to go back to it.",)
_SIGNS = (
    "On the board, x and o are dead stones of Black and White, b and w are Black's and White's territory;",
    "empty points belong to neither player.",
)
_NONE_MARKED = "No stones are marked as dead; mark them yourself."


class CountMode(BoardMode):
    """The end of play: in plain mode, whether to count; then the questions of the count.

    Plain mode asks first whether to count. A screen shows the count at once, with the dead stones proposed.
    """

    escape_line = "quit"
    commands = (
        Command("stop", "F9", "finish answering this question"),
        Command("play", "F4", "return to play, as undo does; the answers are dropped", aliases=("undo",)),
        Command("save", "F8", "show where the game is saved", "[NAME]"),
        quit_command("go back to the game; stop goes on with the count"),
        Command("help", "F1", "show this help", aliases=("?",)),
        *BOARD_COMMANDS,
    )

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.game = app.required_game
        self._count: InteractiveCount | None = None

    @property
    def position(self) -> Position:
        return self.game.position

    def screen(self) -> Screen:
        """Return the screen of the game, with the count so far in sentences."""
        lines = () if self._count is None else self._count.summary()
        return self.with_controls(game_screen(self.app, self.game, True, lines))

    def start(self) -> None:
        """Ask whether to count, or go on with the count that the screen has begun or that was left."""
        progress = self.game.count_progress
        if self.app.has_screen or (progress is not None and progress.is_proposed is not None):
            self._judge_dead_stones(is_proposed=self.app.has_screen)
        else:
            self.prompt = _ASK
            self._keep(CountProgress())

    def _keep(self, progress: CountProgress | None) -> None:
        """Store the progress of the count, and save the game if it has changed."""
        if progress != self.game.count_progress:
            self.game.set_count_progress(progress)
            self.app.save_game()

    def _judge_dead_stones(self, *, is_proposed: bool) -> None:
        """Find out which stones are probably dead, which can take seconds; then the count begins."""
        progress, position = self.game.count_progress, self.position
        if progress is None or progress.is_proposed is None:
            self._keep(CountProgress(is_proposed))
        self.prompt = "judging which stones are dead"
        self.ask(Work(), lambda: dead_stones(position), self._begin)

    def fail_task(self, task: Task, reason: str) -> None:
        """Count without a proposal."""
        self.app.emit("trouble", f"{reason}. {_NONE_MARKED}")
        self._begin(0)

    def _begin(self, dead: int) -> None:
        """Ask the questions of the count, after the answers so far.

        dead -- the set of stones that are considered dead.
        """
        self._count = count_so_far(self.game, dead)
        self._begin_question()

    def _begin_question(self) -> None:
        """Show the current question with its explanation, or the result if no question is left."""
        assert self._count is not None
        question = self._count.question
        self._show(() if question is None else question.explanation)
        if question is not None:
            self.app.emit("remark", words=self._marked_in_words)

    def _show(self, explanation: Sequence[str] = ()) -> None:
        """Show the board with the count so far, or the result if no question is left."""
        app, count = self.app, self._count
        assert count is not None
        app.diagram = count.diagram()
        if (question := count.question) is not None:
            done = "Return" if app.has_screen else "stop"
            self.prompt = f"{question.prompt} ({done} when done, play to continue playing):"
            has_text = explanation or question.notes
            app.emit("remark", *question.notes, diagram=app.diagram if has_text else None)
            app.emit("news", *explanation)
            return
        self.game.tree.result = count.outcome
        app.emit("result", *count.summary(), diagram=app.diagram)
        app.drop(self)
        end_game(app, count.summary())

    def handle(self, line: str) -> None:
        """Handle an answer or a command; on a screen, an empty line means `stop`."""
        if not line and self.app.has_screen and self._count is not None:
            self.do_stop()
        elif self.run_command(line, self.game.game):
            return
        elif self._count is not None:
            self._answer(self._count, line)
        elif self.app.has_screen:
            raise UserError(f"{_STILL_JUDGING}, or type play to return to the game")
        elif (answer := parse_yes_or_no(line)) is None:
            raise UserError("type y or n, play to continue playing, or quit")
        elif answer:
            self.do_stop()
        else:
            self.do_quit()

    def _answer(self, count: InteractiveCount, line: str) -> None:
        """Answer the current question with a point."""
        try:
            move = self.position.parse_partial_move(line)
        except IllegalMove:
            raise
        except UserError as error:
            reason = f"{error}; or type" if line else "type a point, or"
            raise UserError(f"{reason} stop when done, play, save, help or quit") from None
        if not isinstance(move, Play):
            raise UserError("type a point, or stop when done")
        (point,) = move.points
        after = count.with_point_entered(point)
        if after is count:
            raise UserError(f"{self.position.format_point(point)} is marked dead already. {_HOW_TO_UNMARK}")
        self._go_on(point, after)
        cell = row_and_column(point, self.position.size)
        self.app.emit("remark", words=lambda: [cell_in_words(after.diagram(), cell)])
        self._show()

    def _go_on(self, answer: Point | None, count: InteractiveCount) -> None:
        """Continue the count after an answer; the last answer is saved together with the result."""
        progress = self.game.count_progress
        assert progress is not None
        progress = progress._replace(answers=(*progress.answers, answer))
        question = count.question
        if self.app.has_screen and question is not None and not question.has_answers:
            count, progress = count.at_next_stage(), progress._replace(answers=(*progress.answers, None))
        self._count = count
        if count.question is None:
            self.game.set_count_progress(progress)
        else:
            self._keep(progress)

    def _count_sign(self, point: Point) -> str:
        """Return the sign of a point in the count so far."""
        row, column = row_and_column(point, self.position.size)
        diagram = self.position.diagram() if self._count is None else self._count.diagram()
        return diagram.rows[row][column]

    def _marked_in_words(self) -> tuple[str, ...]:
        """Return a sentence with the stones that are marked dead or removed; empty if there are none."""
        marked = [point for point, sign in self.position.cells().items() if self._count_sign(point) != sign]
        return (f"Marked dead: {points_in_words(self.position, marked)}.",) if marked else ()

    def point_lines(self, point: Point) -> tuple[str, ...]:
        """Return a description of a point, and whether its stone is marked dead."""
        sign = self.position.cells().get(point)
        is_marked = sign is not None and self._count_sign(point) != sign
        return (*super().point_lines(point), *(["It is marked dead."] if is_marked else []))

    def do_chains(self) -> None:
        self.app.emit("page", *chains_in_words(self.position), *self._marked_in_words())

    def do_stop(self) -> None:
        """Begin the count, or finish answering the current question."""
        if self._count is not None:
            self._go_on(None, self._count.at_next_stage())
            self._begin_question()
        elif self.app.has_screen:
            raise UserError(_STILL_JUDGING)
        else:
            self._judge_dead_stones(is_proposed=False)

    def do_play(self) -> None:
        while self.position.is_over and self.game.take_back():
            pass
        if self.position.is_over:
            raise UserError("the game is over and cannot be continued; both players are engines")
        self._keep(None)
        self.app.show_board("The game continues.")
        self.app.pop(self)

    def do_save(self, name: str) -> None:
        self.app.save_as(name)

    def do_help(self) -> None:
        """Show the help for the current question, and for the signs on the board if it is drawn."""
        question, lines = None if self._count is None else self._count.question, _HELP_BEFORE
        if question is not None:
            lines = (*question.help, *(_SIGNS if self.app.draws_board else ()))
        self.app.emit("page", *lines, "", *self.command_list(self.game.game))

    def do_quit(self) -> None:
        self.app.show_board(_UNCOUNTED.format("undo" if self.position.is_over else "a move"))
        self.app.pop(self)
