"""Training and teaching: the person looks for a better move in positions where a move lost points."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from gnugo_py.app.app import App
from gnugo_py.app.commands import BOARD_COMMANDS, Command, quit_command
from gnugo_py.app.exercise_mode import ExerciseMode, Step
from gnugo_py.app.line_analysis import LineAnalysis
from gnugo_py.app.mode import Mode, Task
from gnugo_py.app.reviewed_games import game_title, likely_person_color, read_for_review
from gnugo_py.app.screen import Screen
from gnugo_py.app.training import begin_training
from gnugo_py.games.position import Position
from gnugo_py.games.text import describe_move, pluralize
from gnugo_py.games.types import Color, Mark, Move, Play, UserError
from gnugo_py.games.variations import format_variation, leading_legal_moves
from gnugo_py.storage.training import current_training_date
from gnugo_py.study.exercises import AnswerJudgment, Exercise, ExerciseJudge, words_without
from gnugo_py.study.mistakes import addressed

_ANSWER_PROMPT = "your move?"
_WRONG_PROMPT = "Return shows how play continues; or type a move, again, solution or skip:"
_SOLUTION_PROMPT = "Press Return for the next move of the solution:"
_DONE_PROMPT, _LAST_PROMPT = "Press Return for the next position:", "Press Return to finish:"
_MAX_MOVES_SHOWN, _MAX_MOVES_PLAYED = 8, 4
"""How many moves after the best one are named, and how many are played out on the board."""
_NO_FURTHER = "The engine looked no further; try another move, or type 'again' to reset the board."


def train_on_file(
    app: App,
    content: bytes,
    number: int | None = None,
    color: Color | None = None,
    komi: float | None = None,
) -> None:
    """Train on the mistakes of a game in an SGF file.

    number, komi -- as for `read_for_review`.
    color        -- the color whose mistakes to train on; None for the person's color, or for Black if the
                    file does not show who the person is.

    Raise UserError if the content is not a valid game of Go.
    """
    file = read_for_review(content, number, komi)
    tree = file.tree
    if not tree.game.has_count:
        raise UserError(
            f"this is a game of {tree.game.display_name}; training is available only for games of Go"
        )
    analysis = LineAnalysis(app.analysts, tree.main_line())
    if len(analysis.nodes) < 2:
        raise UserError("the game has no moves to train on; use another file")
    app.emit("news", *file.warnings)
    trained = likely_person_color(tree) if color is None else color
    app.push(TrainOnFile(app, analysis, trained, game_title(tree)))


class TrainOnFile(Mode):
    """The analysis of a file, then the training; it ends with it.

    line, color, title -- as for `begin_training`.
    """

    escape_line = "quit"
    commands = (quit_command("leave without training"),)

    def __init__(self, app: App, line: LineAnalysis, color: Color, title: str) -> None:
        super().__init__(app)
        self._line, self._color, self._title = line, color, title

    def screen(self) -> Screen:
        return self.with_controls(Screen())

    def handle(self, line: str) -> None:
        """Run a command. A line is handled only while the analysis runs."""
        if not self.run_command(line, self._line.nodes[0].tree.game):
            raise UserError("the game is still being analyzed; wait, or type quit to leave")

    def do_quit(self) -> None:
        self.app.pop(self)

    def start(self) -> None:
        """Complete the analysis, then begin the training if there are mistakes."""
        self._line.complete(self, self._begin)

    def _begin(self, line: LineAnalysis) -> None:
        if not begin_training(self.app, line, self._color, self._title):
            self.app.pop(self)

    def resume(self, left: Mode) -> None:
        """End after the training."""
        self.app.pop(self)

    def fail_task(self, task: Task, reason: str) -> None:
        """End if the file cannot be analyzed."""
        super().fail_task(task, reason)
        self.app.pop(self)


class TrainMode(ExerciseMode):
    """Looking for better moves, in one exercise after another.

    exercises -- the exercises, in order.
    """

    help_before = "Type a better move than the one that was played, or one of these commands:"
    help_after = (
        "After a wrong answer, Return shows the moves that refute it, one at a time.",
        "A position that you missed is offered again on later days: type train, or run gnugo-py train.",
    )
    commands = (
        Command("again", "", "try the position again"),
        Command("solution", "F2", "play the best move and how the game may continue, with the reasons",
                aliases=("show",)),
        Command("ignore", "", "show what happens if the opponent ignores the move on the board"),
        Command("skip", "", "go to the next position", aliases=("next",)),
        Command("help", "F1", "show this help", aliases=("?",)),
        quit_command("leave the training"),
        *BOARD_COMMANDS,
    )  # fmt: skip

    def __init__(self, app: App, exercises: Sequence[Exercise]) -> None:
        super().__init__(app)
        self._exercises = tuple(exercises)
        self._number = self._solved = 0
        self._begin()

    @property
    def exercise(self) -> Exercise:
        """The current exercise."""
        return self._exercises[self._number]

    @property
    def title(self) -> str:
        return f"Position {self._number + 1} of {len(self._exercises)}: {self.exercise.color} to play"

    @property
    def _done_prompt(self) -> str:
        is_last = self._number + 1 == len(self._exercises)
        return _LAST_PROMPT if is_last else _DONE_PROMPT

    def start(self) -> None:
        """Show the position with the move that was played, and the task."""
        exercise = self.exercise
        played = exercise.position.format_move(exercise.played)
        mark = ", marked ?," if self.app.draws_board else ""
        what = f"played {played}{mark}" if isinstance(exercise.played, Play) else "passed"
        lost = f"about {exercise.points_lost:.0f} points"
        words = exercise.words if self.is_missed else ""
        if exercise.was_missed and not self.is_missed:
            words = words_without(exercise.words, exercise.position, exercise.best)
        lines = (
            *filter(None, [exercise.title]),
            f"Move {exercise.number}: {exercise.color} {what} and lost {lost}.",
            *filter(None, [addressed(words, exercise.color)]),
            f"Find a better move for {exercise.color}.",
        )
        prompt = self._done_prompt if self.is_done else _ANSWER_PROMPT
        points = exercise.played.points if isinstance(exercise.played, Play) else ()
        self.show(Step(exercise.position, lines, prompt, dict.fromkeys(points, Mark("?")), reads_board=True))

    def _begin(self) -> None:
        """Set up the current exercise."""
        exercise = self.exercise
        self._position = exercise.position
        self._analyst = self.app.analysts.of_game(exercise.position.game)
        self._judge = ExerciseJudge(exercise, self._analyst)
        self._last_answer: Move = exercise.played
        self.is_done = self.is_missed = False

    def answer(self, line: str) -> None:
        if self.is_done:
            raise UserError("this position is solved; press Return to go on")
        move = self.answer_of(line, self.exercise.position)
        self.ask(self._analyst, partial(self._judge.judge, move), partial(self._after_answer, move))

    def _after_answer(self, move: Move, judged: AnswerJudgment) -> None:
        """Show the judgment of an answer."""
        exercise = self.exercise
        word, best = map(exercise.position.format_move, (move, exercise.best))
        if judged.is_accepted:
            text = "is the best move" if move == exercise.best else f"is good; the best move is {best}"
            self._show_end(f"correct: {word} {text}.", move, judged)
            return
        self._last_answer = move
        self.miss()
        is_played = move == exercise.played
        why = "that is the move that was played, which lost" if is_played else "it loses about"
        after = exercise.position.play_unchecked(move)
        replies = self._reply_steps(after, judged.replies, _WRONG_PROMPT)
        if replies:
            replies[-1] = replies[-1]._replace(lines=(*replies[-1].lines, _NO_FURTHER))
        text = f"not yet: {word}: {why} {judged.points_lost:.1f} points."
        lines = tuple(filter(None, [text, addressed(judged.reason, exercise.color)]))
        self.show(Step(after, lines, _WRONG_PROMPT), *replies)

    def _reply_steps(self, position: Position, moves: Sequence[Move], prompt: str) -> list[Step]:
        """Return the moves that may follow in a position, with their reasons, as far as they are legal."""
        steps = []
        for move in leading_legal_moves(position, moves):
            verb, start = ("", "solution: ") if self.is_done else ("plays ", "")
            text = describe_move(str(position.to_move), position.format_move(move), verb)
            reason = partial(self._judge.reason, position, move)
            position = position.play_unchecked(move)
            steps.append(Step(position, (f"{start}{text}.",), prompt, reason=reason))
        return steps

    def do_again(self) -> None:
        self.start()

    def do_solution(self) -> None:
        self.miss()
        best = self.exercise.best
        text = f"solution: {self.exercise.position.format_move(best)}."
        show = partial(self._show_end, text, best, n_replies=_MAX_MOVES_PLAYED)
        self.ask(self._analyst, partial(self._judge.judge, best), show)

    def do_ignore(self) -> None:
        """Show what the color of the exercise plays next if the opponent ignores that color's last move."""
        exercise, move = self.exercise, self._last_answer

        def show(line: tuple[Move, ...]) -> None:
            word = exercise.position.format_move(move)
            after = exercise.position.play_unchecked(move)
            other = f"If {exercise.color.opponent} ignores {word}"
            text, marks = f"{other}, {exercise.color} has no urgent move.", None
            if line and isinstance(line[0], Play):
                next_word = after.with_to_move(exercise.color).format_move(line[0])
                text = f"{other}, {exercise.color} plays {next_word}."
                marks = dict.fromkeys(line[0].points, Mark("1"))
            self.show(Step(after, (text,), self.prompt, marks), *self._steps)

        self.ask(self._analyst, partial(self._judge.line_if_opponent_passes, move), show)

    def _show_end(self, text: str, move: Move, judged: AnswerJudgment, n_replies: int = 0) -> None:
        """Show a good move, how the game may continue, and the reasons for the move.

        n_replies -- how many of the moves that may follow are then played, one at a time.
        """
        after = self.exercise.position.play_unchecked(move)
        line = leading_legal_moves(after, judged.replies[:_MAX_MOVES_SHOWN])
        more = f" The game may continue: {' '.join(format_variation(after, line))}." if line else ""
        self._last_answer = move
        self.finish()
        lines = tuple(filter(None, (f"{text}{more}", judged.reason)))
        *steps, last = (
            Step(after, lines, _SOLUTION_PROMPT),
            *self._reply_steps(after, line[:n_replies], _SOLUTION_PROMPT),
        )
        self.show(*steps, last._replace(prompt=self._done_prompt))

    def record(self, is_solved: bool) -> None:
        self._solved += is_solved
        store, today = self.app.training_store, current_training_date()
        self.app.report_unsaved_result(store.record_result(self.exercise, is_solved, today))

    def go_to_next_task(self) -> None:
        if self._number + 1 == len(self._exercises):
            self.do_quit()
            return
        self._number += 1
        self._begin()
        self.start()

    def do_quit(self) -> None:
        total = pluralize(len(self._exercises), "position")
        self.app.emit("news", f"Training: {self._solved} of {total} solved on the first try.")
        self.app.pop(self)
