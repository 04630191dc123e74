"""After play has stopped: whether to count, and the questions of the count."""

from __future__ import annotations

from abc import abstractmethod

from gnugo_py.app import navigation
from gnugo_py.app.app import App
from gnugo_py.app.mode import BOARD_COMMANDS, BoardMode, Command, Task, parse_yes_or_no, quit_command
from gnugo_py.app.played_game import PlayedGame
from gnugo_py.app.players import person_color
from gnugo_py.app.screen import Screen
from gnugo_py.app.views import game_screen
from gnugo_py.app.work import Work
from gnugo_py.engines.engine import NetworkError
from gnugo_py.games.board_words import cell_in_words, chains_in_words, points_in_words
from gnugo_py.games.game import InteractiveCount
from gnugo_py.games.points import row_and_column
from gnugo_py.games.position import Position, dead_stones
from gnugo_py.games.types import IllegalMove, Outcome, Play, Point, UserError
from gnugo_py.record import engine_moves
from gnugo_py.storage.resume import CountProgress

_HOW_TO_UNMARK = "To take marks back, type play, then stop, and count again"
_UNCOUNTED = "The game is not counted. Type stop to go on with the count, undo to play on, or quit."
_STILL_JUDGING = "the stones are still being judged; wait"
_NONE_MARKED = "No stones are marked as dead; mark them yourself."


def start_count(app: App) -> None:
    """Count the current game, from the beginning or from where the count was interrupted.

    Plain mode asks first whether to count. A screen shows the count at once, with the dead stones proposed.
    """
    game = app.required_game
    if app.has_screen:
        app.push(JudgingMode(app))
        return
    if game.count_progress is None:
        game.count_progress = CountProgress()
        app.save_game()
    count = resumed_count(app)
    app.push(AskToCount(app) if count is None else CountMode(app, count))


def resumed_count(app: App) -> InteractiveCount | None:
    """Return the count of the current game with the answers so far, or None if it has not started."""
    progress = app.required_game.count_progress
    if progress is None or progress.is_proposed is None:
        return None
    return _count_with_answers(app.required_game, progress, _dead_stones(app))


def _count_with_answers(game: PlayedGame, progress: CountProgress, dead: int) -> InteractiveCount:
    """Return the count with the answers so far.

    dead -- the set of stones that are considered dead.
    """
    position, person = game.position, person_color(game.players)
    start = position.proposed_count if progress.is_proposed else position.manual_count
    count = start(person, dead)
    for answer in progress.answers:
        if count.prompt is None:
            break
        try:
            count = count.at_next_stage() if answer is None else count.with_point_entered(answer)
        except IllegalMove:
            break
    return count


def _dead_stones(app: App) -> int:
    """Return the set of stones that are considered dead; without the network, show why there are none."""
    try:
        return dead_stones(app.required_game.position)
    except NetworkError as error:
        app.emit("trouble", f"{error}. {_NONE_MARKED}")
        return 0


def show_finished_game(app: App, outcome: Outcome) -> None:
    """Show the result of a game that was finished before."""
    count = resumed_count(app) if app.required_game.game.has_count else None
    lines: tuple[str, ...] = ()
    if outcome.reason == "resignation" and outcome.winner is not None:
        app.emit("result", f"{outcome.winner.opponent} has resigned; this game is finished.")
    elif count is not None and count.prompt is None and _is_same_outcome(count.outcome, outcome):
        app.diagram, lines = count.diagram(), count.summary()
        app.emit("result", *lines, "This game is finished.", diagram=app.diagram)
    else:
        app.emit("result", f"This game is finished.  {outcome.sentence}")
    if app.has_screen:
        navigation.result(app, lines)
    else:
        app.leave_game()


def _is_same_outcome(one: Outcome | None, other: Outcome) -> bool:
    """Return whether two outcomes have the same winner and the same margin."""
    return one is not None and (one.winner, one.margin or 0) == (other.winner, other.margin or 0)


class StoppedMode(BoardMode):
    """The base of the modes after play has stopped."""

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

    @property
    def position(self) -> Position:
        return self.game.position

    def screen(self) -> Screen:
        return self.with_prompt(game_screen(self.app, self.game, True, self.count_lines()))

    def count_lines(self) -> tuple[str, ...]:
        """Return the count so far, in sentences; empty before the count."""
        return ()

    def keep(self, progress: CountProgress | None) -> None:
        """Store the progress of the count, and save the game."""
        self.game.count_progress = progress
        self.app.save_game()

    def begin_count(self, dead: int) -> None:
        """Ask the questions of the count.

        dead -- the set of stones that are considered dead.
        """
        progress = self.game.count_progress
        assert progress is not None
        self.app.drop(self)
        self.app.push(CountMode(self.app, _count_with_answers(self.game, progress, dead)))

    def help_lines(self) -> tuple[str, ...]:
        """Return the help on how to answer."""
        return ("Play has stopped. Type y to count the game, or n to leave it uncounted.",)

    def do_play(self, _: str) -> None:
        """Return to play, and undo the passes that ended the game."""
        while self.game.position.is_over and self.game.take_back():
            pass
        if self.game.position.is_over:
            raise UserError("the game is over and cannot be continued; both players are engines")
        self.keep(None)
        self.app.show_board("The game continues.")
        self.app.pop(self)

    @abstractmethod
    def do_stop(self, _: str) -> None:
        """Finish answering, if there is something to answer."""

    def do_save(self, name: str) -> None:
        self.app.save_as(name)

    def do_help(self, _: str) -> None:
        self.app.emit("page", *self.help_lines(), "", *self.command_list(self.game.game))

    def do_quit(self, _: str) -> None:
        """Go back to the game, in which the count can be continued."""
        self.app.show_board(_UNCOUNTED)
        self.app.pop(self)


class AskToCount(StoppedMode):
    """The question of plain mode whether to count the game."""

    prompt = "Count the game (y or n, or play to continue playing)?"

    def handle(self, line: str) -> None:
        answer = parse_yes_or_no(line)
        if answer:
            self.do_stop("")
        elif answer is not None:
            self.app.leave_for_game(self.app.save_and_leave_game)
        elif not self.run_command(line, self.game.game):
            raise UserError("type y or n, play to continue playing, or quit")

    def do_stop(self, _: str) -> None:
        self.keep(CountProgress(is_proposed=False))
        self.begin_count(_dead_stones(self.app))


class JudgingMode(StoppedMode):
    """The time until it is known, on a screen, which stones are probably dead; then the count begins."""

    prompt = "judging which stones are dead"

    def start(self) -> None:
        """Judge the position, which can take seconds if much of the board is open."""
        progress, position = self.game.count_progress, self.game.position
        if progress is None or progress.is_proposed is None:
            self.keep(CountProgress(is_proposed=True))
        self.ask(Work(), lambda: dead_stones(position), self.begin_count)

    def handle(self, line: str) -> None:
        if not self.run_command(line, self.game.game):
            raise UserError(f"{_STILL_JUDGING}, or type play to return to the game")

    def do_stop(self, _: str) -> None:
        raise UserError(_STILL_JUDGING)

    def fail_task(self, task: Task, reason: str) -> None:
        """Count without a proposal."""
        self.app.emit("trouble", f"{reason}. {_NONE_MARKED}")
        self.begin_count(0)


class CountMode(StoppedMode):
    """The questions of the count, answered with points.

    count -- the count so far.
    """

    def __init__(self, app: App, count: InteractiveCount) -> None:
        super().__init__(app)
        self._count = count

    def start(self) -> None:
        """Ask the current question, or show the result if no question is left; a screen explains it."""
        if self.app.has_screen and self._count.explanation:
            self.app.emit("news", self._count.explanation)
        self._show()
        if self._count.prompt is not None:
            self.app.emit("remark", words=self._marked_in_words)

    def _show(self) -> None:
        """Show the board with the count so far, or the result if no question is left."""
        app, count = self.app, self._count
        app.diagram, done = count.diagram(), "Return" if app.has_screen else "stop"
        self.prompt = f"{count.prompt} ({done} when done, play to continue playing):"
        if count.prompt is not None:
            app.emit("remark", *count.notes, diagram=app.diagram if count.notes else None)
            return
        assert count.outcome is not None
        engine_moves.end_game(self.game, count.outcome)
        app.emit("result", *count.summary(), diagram=app.diagram)
        app.drop(self)
        navigation.end_of_game(app, count.summary())

    def count_lines(self) -> tuple[str, ...]:
        """Return the count so far, in sentences."""
        return self._count.summary()

    def help_lines(self) -> tuple[str, ...]:
        """Return the help for the current question, and for the signs on the board if it is drawn."""
        return (*self._count.help, *(self._count.signs if self.app.draws_board else ()))

    def handle(self, line: str) -> None:
        """Handle a point that answers the current question, `stop`, or a command.

        On a screen, an empty line means `stop`.
        """
        if not line and self.app.has_screen:
            self.do_stop("")
            return
        if self.run_command(line, self.game.game):
            return
        try:
            move = self.position.parse_partial_move(line)
        except IllegalMove:
            raise
        except UserError as error:
            raise UserError(f"{error}; or type stop when done, play, save, help or quit") from None
        if not isinstance(move, Play):
            raise UserError("type a point, or stop when done")
        (point,) = move.points
        count = self._count.with_point_entered(point)
        if count is self._count:
            raise UserError(f"{self.position.format_point(point)} is marked dead already. {_HOW_TO_UNMARK}")
        self._go_on(point, count)

    def _count_sign(self, point: Point) -> str:
        row, column = row_and_column(point, self.position.size)
        return self._count.diagram().rows[row][column]

    def _marked_in_words(self) -> tuple[str, ...]:
        """Return a sentence with the stones that are marked dead or removed; empty if there are none."""
        marked = [point for point, sign in self.position.cells().items() if self._count_sign(point) != sign]
        return (f"Marked dead: {points_in_words(self.position, marked)}.",) if marked else ()

    def point_lines(self, point: Point) -> tuple[str, ...]:
        """Return a description of a point, and whether its stone is marked dead."""
        sign = self.position.cells().get(point)
        is_marked = sign is not None and self._count_sign(point) != sign
        return (*super().point_lines(point), *(["It is marked dead."] if is_marked else []))

    def do_chains(self, _: str) -> None:
        """List the chains of both colors, and the stones that are marked dead."""
        self.app.emit("page", *chains_in_words(self.position), *self._marked_in_words())

    def do_stop(self, _: str) -> None:
        """Finish answering the current question."""
        self._go_on(None, self._count.at_next_stage())

    def _go_on(self, answer: Point | None, count: InteractiveCount) -> None:
        """Continue the count after an answer; the last answer is saved together with the result.

        A screen leaves out a question that has no answers.
        """
        progress = self.game.count_progress
        assert progress is not None
        progress = progress._replace(answers=(*progress.answers, answer))
        if self.app.has_screen and not count.has_answers:
            count, progress = count.at_next_stage(), progress._replace(answers=(*progress.answers, None))
        if count.prompt is None:
            self.game.count_progress = progress
        else:
            self.keep(progress)
        self._count = count
        if answer is None:
            self.start()
        else:
            cell = row_and_column(answer, self.position.size)
            self.app.emit("remark", words=lambda: [cell_in_words(count.diagram(), cell)])
            self._show()
