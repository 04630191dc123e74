"""The phase for training: the person looks for a better move in positions where a move lost points."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from gnugo_py.analysis.exercises import AnswerJudgment, Exercise, ExerciseJudge, exercises_from_analysis
from gnugo_py.analysis.game_analysis import GameAnalysis
from gnugo_py.analysis.mistakes import are_points_unknown, largest_mistakes_of_color, move_losses
from gnugo_py.app.context import PhaseContext
from gnugo_py.app.phases.base import (
    EngineTask,
    EngineTaskPhase,
    Phase,
    PhaseCommand,
    command_named,
    complete_analysis,
)
from gnugo_py.app.review_analysis import LineAnalysis, line_analysis, position_changing_nodes
from gnugo_py.app.view import View
from gnugo_py.core.bitboard import row_and_column
from gnugo_py.core.position import Position
from gnugo_py.core.text import pluralize
from gnugo_py.core.types import Color, IllegalMove, Move, Play, Resign, UserError
from gnugo_py.engines.engine import Engine
from gnugo_py.storage.training import current_training_date

_HELP_BEFORE = "Type a better move than the one marked ?, or one of these commands:"
_HELP_AFTER = (
    "After a wrong answer, Return shows the moves that refute it, one at a time.",
    "A position that you missed is offered again on later days: type train, or run gnugo-py train.",
)
_ANSWER_PROMPT = "your move?"
_WRONG_PROMPT = "Return shows how play continues; or type a move, again, solution or skip:"
_DONE_PROMPT, _LAST_PROMPT = "Press Return for the next position:", "Press Return to finish:"
_MAX_MOVES_SHOWN = 8
_NO_MISTAKES = "No move by {color} lost enough points to train on; well played."
_POINTS_UNKNOWN = "This analyst reports no points, which training needs; use another one with --analyst."
_NOTHING_DUE = (
    "No missed position is due today. To train on a game, type train after its first move or in a review."
)


def training_phase_for_game(
    context: PhaseContext, line: LineAnalysis, color: Color, before: Phase, title: str = ""
) -> Phase:
    """Return a phase that completes the analysis of a game and then trains on the mistakes of a color.

    line   -- the analysis of the game, started or not.
    before -- the phase to return to.
    title  -- a title for the game, such as the names of its players.
    """
    analysis, numbers = line.background.analysis, [node.number for node in line.nodes]

    def begin() -> Phase:
        exercises = exercises_from_analysis(analysis, numbers, color, title)
        if not exercises:
            unknown = are_points_unknown(move_losses(analysis))
            context.emit("news", _POINTS_UNKNOWN if unknown else _NO_MISTAKES.format(color=color))
            return before.show_again()
        return TrainPhase(context, exercises, before).start()

    return complete_analysis(line.background, begin, before)


def train_on_current_game(context: PhaseContext, words: str, before: Phase) -> Phase:
    """Return a phase that trains on the current game or, before its first move, on the exercises due today.

    words -- `black` or `white`; empty for the person's color, or for Black if two people or two engines play.
    """
    person, game = person_color_or_black(context.players), context.game
    color = {"": person, "black": Color.BLACK, "white": Color.WHITE}.get(words.lower())
    if color is None:
        return _refused(context, "type train, train black or train white.", before)
    if not game.has_count:
        return _refused(context, f"training is not available in {game.display_name}.", before)
    if not context.required_cursor.node.number:
        return due_exercises_phase(context, before)
    try:
        line = analysis_of_running_game(context)
    except UserError as error:
        return _refused(context, f"{error}.", before)
    return training_phase_for_game(context, line, color, before)


def analysis_of_running_game(context: PhaseContext) -> LineAnalysis:
    """Return the analysis of the game that is being played, started or not.

    Raise UserError if no engine can analyze the game.
    """
    nodes = position_changing_nodes(context.required_cursor.node.path())
    return line_analysis(context.services.analyst_provider, nodes)


def person_color_or_black(players: Mapping[Color, Engine]) -> Color:
    """Return the color of the person in a game, Black if two people or two engines play.

    players -- the engines, by color.
    """
    return next((color for color in Color if color not in players), Color.BLACK)


def training_offer_sentence(analysis: GameAnalysis, color: Color) -> str:
    """Return an offer to train on the largest mistake of a color; empty if there is none."""
    losses, _ = largest_mistakes_of_color(move_losses(analysis), color)
    worst = max(losses, key=lambda each: each.size, default=None)
    if worst is None or worst.points_lost is None:
        return ""
    return (
        f"You lost most at move {worst.number} (about {worst.points_lost:.0f} points)."
        " Type train to look for the better move."
    )


def due_exercises_phase(context: PhaseContext, before: Phase) -> Phase:
    """Return a phase that trains on the exercises that are due today."""
    try:
        exercises = context.services.training_store.due_exercises(current_training_date())
    except UserError as error:
        return _refused(context, f"{error}.", before)
    if not exercises:
        return _refused(context, _NOTHING_DUE, before)
    return TrainPhase(context, exercises, before).start()


def _refused(context: PhaseContext, reason: str, before: Phase) -> Phase:
    context.emit("refusal", reason)
    return before.show_again()


class TrainPhase(Phase):
    """The phase in which the person looks for better moves, in one exercise after another.

    exercises -- the exercises, in order.
    before    -- the phase to return to after the last exercise.
    """

    accepts_moves = True
    has_own_board = True

    def __init__(self, context: PhaseContext, exercises: Sequence[Exercise], before: Phase) -> None:
        self.context, self._exercises, self._before = context, tuple(exercises), before
        self._number = self._solved = 0
        self._begin()

    @property
    def exercise(self) -> Exercise:
        """The current exercise."""
        return self._exercises[self._number]

    @property
    def title(self) -> str:
        """The number of the position, and whose turn it is."""
        return f"Position {self._number + 1} of {len(self._exercises)}: {self.exercise.color} to play"

    def view(self, shown: View) -> View:
        """Return the view with the position of the exercise."""
        shown = super().view(shown)
        return shown._replace(title=self.title, game=self._position.game, position=self._position)

    @property
    def _done_prompt(self) -> str:
        is_last = self._number + 1 == len(self._exercises)
        return _LAST_PROMPT if is_last else _DONE_PROMPT

    def start(self) -> Phase:
        """Show the position with the move that was played, and the task."""
        self.prompt = _ANSWER_PROMPT if not self._is_done else self._done_prompt
        self._show(self.exercise.position, *self._task_lines())
        return self

    def show_again(self) -> Phase:
        """Show the position again."""
        return self.start()

    def handle_line(self, line: str) -> Phase:
        """Handle a move or a command."""
        if not line:
            return self._continue()
        command = command_named(_TRAIN_COMMANDS, line)
        return self._answer(line) if command is None else command.action(self, "")

    def _begin(self) -> None:
        """Set up the current exercise."""
        exercise = self.exercise
        self._position = exercise.position
        analyst = self.context.services.analyst_provider.analyst(exercise.position.game)
        self._judge = ExerciseJudge(exercise, analyst)
        self._replies: tuple[Move, ...] = ()
        self._last_answer: Move = exercise.played
        self._is_done = self._is_missed = False

    def _task_lines(self) -> tuple[str, ...]:
        exercise = self.exercise
        played = exercise.position.format_move(exercise.played)
        is_point = isinstance(exercise.played, Play)
        what = f"{exercise.color} played {played}, marked ?," if is_point else f"{exercise.color} passed"
        return (
            *([exercise.title] if exercise.title else ()),
            f"Move {exercise.number}: {what} and lost about {exercise.points_lost:.0f} points.",
            f"Find a better move for {exercise.color}.",
        )

    def _answer(self, line: str) -> Phase:
        """Judge a move in the position."""
        exercise = self.exercise
        if self._is_done:
            return self.refuse("this position is solved; press Return for the next one.")
        try:
            move = exercise.position.parse_partial_move(line)
            if isinstance(move, Resign) or not exercise.position.is_complete(move):
                raise UserError(f"{line[:20]} is not a move that you can try here")
        except IllegalMove as error:
            return self.refuse(f"illegal move: {error}.")
        except UserError as error:
            return self.refuse(f"not understood: {error}; type help for a list of commands.")
        if (reason := exercise.position.why_illegal(move)) is not None:
            return self.refuse(f"illegal move: {reason}.")

        def judge() -> AnswerJudgment:
            return self._judge.judge(move)

        return self._with_analyst(judge, lambda judged: self._after_answer(move, judged))

    def _after_answer(self, move: Move, judged: AnswerJudgment) -> Phase:
        """Show the judgment of an answer."""
        exercise = self.exercise
        word = exercise.position.format_move(move)
        self._last_answer, self._replies = move, judged.replies
        after = exercise.position.play_unchecked(move)
        if not judged.is_accepted:
            self._is_missed = True
            self.prompt = _WRONG_PROMPT
            why = "that is the move that was played" if move == exercise.played else "it loses"
            lost = f"{judged.points_lost:.1f} points"
            text = f"{why}, which lost {lost}" if move == exercise.played else f"{why} about {lost}"
            self._show(after, f"not yet: {word}: {text}.")
            return self
        best = exercise.position.format_move(exercise.best)
        text = "is the best move" if move == exercise.best else f"is good; the best move is {best}"
        return self._finish(after, f"correct: {word} {text}.{self._moves_after(after, judged.replies)}")

    def _continue(self) -> Phase:
        """Go to the next position, or show the next move that refutes the answer."""
        if self._is_done:
            return self._next()
        if not self._replies or self._position is self.exercise.position:
            return self.start()
        move, *rest = self._replies
        position = self._position
        if position.is_over or position.why_illegal(move) is not None:
            return self._again("")
        self._replies = tuple(rest)
        word = position.format_move(move)
        self._show(position.play_unchecked(move), f"{position.to_move} plays {word}.")
        if not rest:
            self.context.emit(
                "news", "The engine looked no further; try another move, or type 'again' to reset the board."
            )
        return self

    def _again(self, _: str) -> Phase:
        """Show the position as it was before the answer."""
        self._replies = ()
        return self.start()

    def _solution(self, _: str) -> Phase:
        """Show the best move and how the game may continue."""
        exercise = self.exercise
        self._is_missed = self._is_missed or not self._is_done

        def show(judged: AnswerJudgment) -> Phase:
            after = exercise.position.play_unchecked(exercise.best)
            word = exercise.position.format_move(exercise.best)
            self._last_answer, self._replies = exercise.best, ()
            return self._finish(after, f"solution: {word}.{self._moves_after(after, judged.replies)}")

        return self._with_analyst(lambda: self._judge.judge(exercise.best), show)

    def _ignore(self, _: str) -> Phase:
        """Show what the color of the exercise plays next if the opponent ignores that color's last move."""
        exercise, move = self.exercise, self._last_answer

        def show(line: tuple[Move, ...]) -> Phase:
            word = exercise.position.format_move(move)
            after = exercise.position.play_unchecked(move)
            other = f"If {exercise.color.opponent} ignores {word}"
            if not line or not isinstance(line[0], Play):
                self._show(after, f"{other}, {exercise.color} has no urgent move.")
                return self
            ignored = after.with_to_move(exercise.color)
            next_word = ignored.format_move(line[0])
            marks = dict.fromkeys(line[0].points, "1")
            self._show(after, f"{other}, {exercise.color} plays {next_word}.", marks=marks)
            return self

        return self._with_analyst(lambda: self._judge.line_if_opponent_passes(move), show)

    def _moves_after(self, position: Position, moves: Sequence[Move]) -> str:
        """Return a sentence, preceded by a space, about how a game may continue; empty if that is unknown."""
        line = position.leading_legal_moves(moves[:_MAX_MOVES_SHOWN])
        words = position.format_variation(line)
        return f" The game may continue: {' '.join(words)}." if words else ""

    def _finish(self, position: Position, text: str) -> Phase:
        """Show the end of an exercise; without a screen, go on to the next one."""
        if not self._is_done:
            self._is_done = True
            self._solved += not self._is_missed
            self._record()
        self.prompt = self._done_prompt
        self._show(position, text)
        return self if self.context.services.has_screen else self._next()

    def _skip(self, _: str) -> Phase:
        self._record_if_missed()
        return self._next()

    def _record(self) -> None:
        """Store whether the exercise was solved on the first try."""
        store, today = self.context.services.training_store, current_training_date()
        self.context.report_unsaved_result(store.record_result(self.exercise, not self._is_missed, today))

    def _record_if_missed(self) -> None:
        """Store the exercise as missed if the person leaves it after a wrong answer."""
        if self._is_missed and not self._is_done:
            self._is_done = True
            self._record()

    def _next(self) -> Phase:
        """Go to the next exercise or, after the last one, leave the training."""
        if self._number + 1 == len(self._exercises):
            return self._quit()
        self._number += 1
        self._begin()
        return self.start()

    def _help(self, _: str) -> Phase:
        lines = (f"  {each.name:<10}{each.help}" for each in _TRAIN_COMMANDS)
        self.context.emit("page", _HELP_BEFORE, "", *lines, "", *_HELP_AFTER)
        return self

    def _quit(self, _: str = "") -> Phase:
        """Leave the training."""
        self._record_if_missed()
        total = pluralize(len(self._exercises), "position")
        self.context.emit("news", f"Training: {self._solved} of {total} solved on the first try.")
        before = self._before
        if self.context.cursor is not None and not before.has_own_board:
            self.context.diagram = self.context.position.diagram()
            if not before.is_over:
                self.context.show_board()
        return before.show_again()

    def _with_analyst(self, ask: Callable[[], object], done: Callable[..., Phase]) -> Phase:
        """Return a phase that asks the analyst something and passes the answer to `done`."""
        analyst = self.context.services.analyst_provider.analyst(self._position.game)
        task = EngineTask(analyst, ask, done, lambda reason: self.refuse(f"{reason}."))
        return EngineTaskPhase(task, self)

    def _show(self, position: Position, *lines: str, marks: Mapping[int, str] | None = None) -> None:
        """Show a position of the exercise, and mark the move that was played or, later on, the last move."""
        context, exercise = self.context, self.exercise
        self._position = position
        signs = dict(marks or {})
        if position is exercise.position and isinstance(exercise.played, Play):
            signs |= dict.fromkeys(exercise.played.points, "?")
        elif not marks:
            signs |= dict.fromkeys(position.marks().last_move, "")
        cells = tuple((row_and_column(point, position.size), sign) for point, sign in signs.items())
        context.diagram = position.diagram()
        context.emit("moment", self.title)
        context.emit("choice", *lines, diagram=context.diagram, marks=cells)


_TRAIN_COMMANDS: tuple[PhaseCommand[TrainPhase], ...] = (
    PhaseCommand("again", "", "try the position again", TrainPhase._again),
    PhaseCommand("solution", "", "show the best move and how the game may continue", TrainPhase._solution),
    PhaseCommand(
        "ignore", "", "show what happens if the opponent ignores the move on the board", TrainPhase._ignore
    ),
    PhaseCommand("skip", "", "go to the next position", TrainPhase._skip, aliases=("next",)),
    PhaseCommand("help", "", "show this help", TrainPhase._help, aliases=("?",)),
    PhaseCommand("quit", "", "leave the training", TrainPhase._quit, aliases=("exit", "q")),
)
