"""The phase for lessons: a board with a task, the answers, and the replies to them."""

from __future__ import annotations

from collections.abc import Sequence

from gnugo_py.app.context import PhaseContext
from gnugo_py.app.phases.base import ApplicationEndPhase, Phase, PhaseCommand, command_named
from gnugo_py.app.view import View
from gnugo_py.core.bitboard import row_and_column
from gnugo_py.core.position import Position
from gnugo_py.core.types import IllegalMove, Play, Point, UserError
from gnugo_py.lessons.lesson import Lesson, LessonExercise, LessonsAndProgress, Verdict, judge_lesson_answer

_SOLUTION_PROMPT = "type next to continue, or press Return to reset the board:"
_TRY_AGAIN_PROMPT = "type another answer, or press Return to reset the board:"


def lesson_phase(context: PhaseContext, name: str, before: Phase) -> Phase:
    """Return the phase for a lesson or, if the name is empty, for the first lesson that is not completed.

    before -- the phase to return to after the lessons.
    """
    try:
        course = context.services.lessons()
        lesson = _named(course, name) if name else _first(course, context)
    except UserError as error:
        context.emit("refusal", f"{error}.")
        return before.show_again()
    trouble = course.file_problem()
    if trouble:
        context.emit("trouble", f"{trouble}.")
    return LessonPhase(context, course, lesson, before).start()


def lesson_list(course: LessonsAndProgress) -> tuple[str, ...]:
    """Return a line for each lesson: a completion mark, its name, its number of boards and its title."""
    done, max_width = course.boards_done(), max(len(each.name) for each in course.lessons)
    return tuple(
        f"{_mark(done.get(each.name, 0), len(each.exercises))} {each.name:<{max_width}}"
        f"  {len(each.exercises):>2}  {each.title}"
        for each in course.lessons
    )


def _mark(done: int, number: int) -> str:
    return "*" if done >= number else "." if done else " "


def _named(course: LessonsAndProgress, name: str) -> Lesson:
    """Return the lesson with a name or a number.  Raise UserError if there is none."""
    word = name.strip().lower()
    if word.isascii() and word.isdigit() and 0 < int(word[:4]) <= len(course.lessons):
        return course.lessons[int(word[:4]) - 1]
    matching = [each for each in course.lessons if each.name == word]
    if matching:
        return matching[0]
    names = ", ".join(each.name for each in course.lessons)
    raise UserError(f"there is no lesson {word[:30]!r}; the lessons are {names}")


def _first(course: LessonsAndProgress, context: PhaseContext) -> Lesson:
    """Return the first lesson that is not completed, or the first lesson if all are completed.

    During a game, consider only lessons about it, unless there are none.
    """
    done = course.boards_done()
    mine = [each for each in course.lessons if context.cursor is None or each.game is context.game]
    fresh = (each for each in mine if done.get(each.name, 0) < len(each.exercises))
    return next(fresh, (mine or course.lessons)[0])


class LessonPhase(Phase):
    """A board of a lesson that the person has to solve.

    number    -- the index of the board, from 0.
    is_solved -- whether it was answered correctly.
    """

    accepts_moves = True
    has_own_board = True

    def __init__(
        self,
        context: PhaseContext,
        course: LessonsAndProgress,
        lesson: Lesson,
        before: Phase,
        number: int | None = None,
    ) -> None:
        self.context, self._course, self._lesson, self._before = context, course, lesson, before
        if number is None:
            done = course.boards_done().get(lesson.name, 0)
            number = done if done < len(lesson.exercises) else 0
        self.number, self.is_solved = number, False
        self._chosen: tuple[Point, ...] = ()
        self._position = self.exercise.position
        self._ask()

    @property
    def exercise(self) -> LessonExercise:
        """The current board of the lesson."""
        return self._lesson.exercises[self.number]

    @property
    def title(self) -> str:
        """The titles of the lesson and the board, and the number of the board."""
        place = f"board {self.number + 1} of {len(self._lesson.exercises)}"
        return f"{self._lesson.title}: {self.exercise.title} ({place})"

    def view(self, shown: View) -> View:
        """Return the view with the board of the lesson."""
        shown = super().view(shown)
        return shown._replace(title=self.title, game=self._lesson.game, position=self._position)

    def start(self) -> Phase:
        """Show the board and its task."""
        first = self._lesson.text if self.number == 0 else ()
        self._draw(self.exercise.position, (), *first, *self.exercise.text)
        return self

    show_again = start

    def handle_line(self, line: str) -> Phase:
        """Handle an answer or a command."""
        word, _, rest = line.partition(" ")
        command = command_named(_LESSON_COMMANDS, word)
        if command is not None and command.why_refused(rest, self._lesson.game) is None:
            return command.action(self, rest.lower())
        if not line:
            self._ask()
            return self._to(self.number + 1) if self.is_solved else self.start()
        return self._apply_answer(line)

    def _apply_answer(self, line: str) -> Phase:
        """Judge an answer and show the verdict."""
        self.is_solved = False
        try:
            line = self._join_points(line)
            if not line:
                return self
            result = judge_lesson_answer(self.exercise, line)
        except IllegalMove as error:
            return self.refuse(f"illegal move: {error}.")
        except UserError as error:
            return self.refuse(f"not understood: {error}; type help for a list of commands.")
        reply = f"{result.position.to_move.opponent} plays {result.reply}." if result.reply else ""
        self.is_solved = result.is_right
        if result.is_right:
            self.context.report_unsaved_result(self._course.record(self._lesson.name, self.number + 1))
        self.prompt = "Press Return to continue:" if result.is_right else _TRY_AGAIN_PROMPT
        verdict = "Right." if result.is_right else "Not yet."
        text = " ".join(filter(None, (verdict, reply, result.text)))
        self._after(result, text)
        return self

    def _after(self, verdict: Verdict, reply: str) -> None:
        """Show the board and the text after an answer."""
        is_moved = verdict.position is not self.exercise.position
        lit = verdict.position.marks().last_move if is_moved else ()
        self._draw(verdict.position, lit, reply)

    def _join_points(self, line: str) -> str:
        """Return the answer with the points chosen before it; empty while points of the move are missing.

        Raise IllegalMove if no legal move continues with the point.
        """
        game, exercise = self._lesson.game, self.exercise
        if len(game.point_prompts) == 1 or not exercise.expects_move:
            return line
        move = exercise.position.parse_partial_move(line)
        if not isinstance(move, Play) or len(move.points) == len(game.point_prompts):
            self._chosen = ()
            return line
        position = exercise.position
        if move.points[0] not in position.next_points(self._chosen):
            refusal = position.why_partial_move_illegal(Play((*self._chosen, *move.points)))
            self._chosen = ()
            raise IllegalMove(refusal or "no legal move continues there")
        self._chosen += move.points
        if len(self._chosen) < len(game.point_prompts):
            first_points = exercise.position.format_move(Play(self._chosen))
            self.context.emit("refusal", f"{first_points}: {game.point_prompts[len(self._chosen)]}")
            return ""
        whole, self._chosen = exercise.position.format_move(Play(self._chosen)), ()
        return whole

    def _ask(self) -> None:
        """Set the prompt."""
        asked = "your move?" if self.exercise.expects_move else "your answer?"
        self.prompt = "Press Return to continue:" if self.is_solved else asked

    def _draw(self, position: Position, lit: Sequence[Point], *lines: str) -> None:
        context, self._position = self.context, position
        context.diagram = position.diagram()
        context.emit("moment", self.title, diagram=None)
        marks = tuple((row_and_column(point, position.size), "") for point in lit)
        context.emit("choice", *lines, diagram=context.diagram, marks=marks)

    def _to(self, number: int) -> Phase:
        """Go to a board of the lesson by its index, or to the next or previous lesson."""
        lessons = self._course.lessons
        if 0 <= number < len(self._lesson.exercises):
            return LessonPhase(self.context, self._course, self._lesson, self._before, number).start()
        at = lessons.index(self._lesson) + (1 if number > 0 else -1)
        if 0 <= at < len(lessons):
            given = lessons[at]
            first = 0 if number > 0 else len(given.exercises) - 1
            if number > 0:
                self.context.emit("news", f"Next lesson: {given.title}.")
            return LessonPhase(self.context, self._course, given, self._before, first).start()
        last = "that was the last board; type lessons for the list, play to start a game, or quit."
        refusal = last if number > 0 else "this is the first board."
        return self.refuse(refusal)

    def _next(self, _: str) -> Phase:
        return self._to(self.number + 1)

    def _back(self, _: str) -> Phase:
        return self._to(self.number - 1)

    def _show(self, _: str) -> Phase:
        """Show a correct answer on the board, and its explanation."""
        answer = next(each for each in self.exercise.answers if each.is_right)
        verdict = judge_lesson_answer(self.exercise, answer.answers[0])
        self._after(verdict, f"Correct: {', '.join(answer.answers)}. {answer.reply_text}")
        self.prompt = _SOLUTION_PROMPT
        return self

    def _text(self, _: str) -> Phase:
        """Show the text of the lesson and of the board on a page."""
        self.context.emit("page", self.title, "", *self._lesson.text, *self.exercise.text)
        return self

    def _lessons(self, _: str) -> Phase:
        footer = "* completed, . started.  Type learn NAME to open a lesson."
        self.context.emit("page", *lesson_list(self._course), "", footer)
        return self

    def _learn(self, name: str) -> Phase:
        try:
            lesson = _named(self._course, name) if name else _first(self._course, self.context)
        except UserError as error:
            return self.refuse(f"{error}.")
        return LessonPhase(self.context, self._course, lesson, self._before).start()

    def _play(self, _: str) -> Phase:
        """Return to the game or, if there is none, start a new one."""
        return ApplicationEndPhase(wants_new=True, before=self) if self._before.is_over else self._quit()

    def _help(self, _: str) -> Phase:
        example = self._position.example_move()
        head = f"Type a point, such as {example}, another answer, or one of these commands:"
        self.context.emit("page", head, *(f"  {each.name:<9}{each.help}" for each in _LESSON_COMMANDS))
        return self

    def _quit(self, _: str = "") -> Phase:
        before = self._before
        if self.context.cursor is not None and not before.is_over and not before.has_own_board:
            self.context.emit("choice", "Back to the game.")
            self.context.show_board()
        return before.show_again()


_LESSON_COMMANDS: tuple[PhaseCommand[LessonPhase], ...] = (
    PhaseCommand("next", "", "go to the next board", LessonPhase._next, aliases=("skip",)),
    PhaseCommand("back", "", "go to the previous board", LessonPhase._back),
    PhaseCommand("show", "", "show a correct answer, and why", LessonPhase._show, aliases=("hint", "why")),
    PhaseCommand("text", "", "show the text of this board on a page", LessonPhase._text),
    PhaseCommand(
        "lessons", "", "list the lessons and your progress", LessonPhase._lessons, aliases=("list",)
    ),
    PhaseCommand("learn", "", "open another lesson: learn NAME", LessonPhase._learn, "[NAME]"),
    PhaseCommand("play", "", "play a game", LessonPhase._play),
    PhaseCommand("help", "", "show this help", LessonPhase._help, aliases=("?",)),
    PhaseCommand(
        "quit", "", "leave the lessons; your progress is saved", LessonPhase._quit, aliases=("exit",)
    ),
)
