"""Lessons: a board with a task, the answers, and the replies to them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from gnugo_py.app.app import App
from gnugo_py.app.lessons import Course, load_course
from gnugo_py.app.mode import BOARD_COMMANDS, BoardMode, Command, Mode, command_named, load_mode
from gnugo_py.app.screen import Screen
from gnugo_py.app.views import position_screen
from gnugo_py.games.board_words import board_in_words, removed_in_words
from gnugo_py.games.game import Game
from gnugo_py.games.points import row_and_column
from gnugo_py.games.position import Position
from gnugo_py.games.text import describe_move
from gnugo_py.games.types import IllegalMove, Play, Point, UserError
from gnugo_py.study.lesson import Lesson, LessonExercise, Verdict, judge_lesson_answer

_SOLUTION_PROMPT = "type next to continue, or press Return to reset the board:"
_TRY_AGAIN_PROMPT = "type another answer, or press Return to reset the board:"


def open_lesson(app: App, name: str) -> None:
    """Open a lesson or, if the name is empty, the first lesson that is not completed."""
    try:
        course = load_course(app.lessons_folder)
        lesson = course.lesson_named(name) if name else course.first_unfinished(_game_of(app))
    except UserError as error:
        app.emit("refusal", f"{error}.")
        return
    trouble = course.progress.unreported_file_problem()
    if trouble:
        app.emit("trouble", f"{trouble}.")
    app.push(LessonMode(app, course, lesson))


def _game_of(app: App) -> Game | None:
    """Return the game that is played, None before one has started."""
    return None if app.current is None else app.current.game


class LessonMode(BoardMode):
    """A board of a lesson that the person has to solve.

    number    -- the index of the board, from 0.
    is_solved -- whether it was answered correctly.
    """

    accepts_moves = True
    has_own_board = True
    commands = (
        Command("next", "", "go to the next board", aliases=("skip",)),
        Command("back", "", "go to the previous board"),
        Command("show", "F2", "show a correct answer, and why", aliases=("solution", "hint", "why")),
        *BOARD_COMMANDS,
        Command("text", "", "show the text of this board on a page"),
        Command("lessons", "", "list the lessons and your progress", aliases=("list",)),
        Command("learn", "", "open another lesson: learn NAME", "[NAME]"),
        Command("problems", "", "solve the problems of the program"),
        Command("play", "", "play a game on such a board against level 1, or go on with yours"),
        Command("help", "F1", "show this help", aliases=("?",)),
        Command("quit", "F10", "leave the lessons; your progress is saved", aliases=("exit",)),
    )

    def __init__(self, app: App, course: Course, lesson: Lesson) -> None:
        super().__init__(app)
        self._course = course
        self._open(lesson, course.next_board(lesson))

    def _open(self, lesson: Lesson, number: int) -> None:
        """Set up a board of a lesson."""
        self._lesson, self.number, self.is_solved = lesson, number, False
        self._chosen: tuple[Point, ...] = ()
        self._position = self.exercise.position
        self._ask()

    @property
    def exercise(self) -> LessonExercise:
        """The current board of the lesson."""
        return self._lesson.exercises[self.number]

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self._position

    @property
    def title(self) -> str:
        """The titles of the lesson and the board, and the number of the board."""
        place = f"board {self.number + 1} of {len(self._lesson.exercises)}"
        return f"{self._lesson.title}: {self.exercise.title} ({place})"

    def screen(self) -> Screen:
        """Return the screen of the board of the lesson."""
        return self.with_prompt(position_screen(self.app, self.title, self._position))

    def start(self) -> None:
        """Show the board and its task."""
        first = self._lesson.text if self.number == 0 else ()
        lines, position = (*first, *self.exercise.text), self.exercise.position
        self._draw(position, (), lines, lambda: (*board_in_words(position), *lines))

    def resume(self, left: Mode) -> None:
        """Show the board again."""
        self.start()

    def handle(self, line: str) -> None:
        """Handle an answer or a command."""
        word, _, rest = line.partition(" ")
        command = command_named(self.commands, word)
        if command is not None and command.why_refused(word, rest, self._lesson.game) is None:
            self.run_command(line, self._lesson.game)
        elif line:
            self._apply_answer(line)
        else:
            self._ask()
            if self.is_solved:
                self._to(self.number + 1)
            else:
                self.start()

    def _apply_answer(self, line: str) -> None:
        """Judge an answer and show the verdict."""
        self.is_solved = False
        try:
            line = self._join_points(line)
            if not line:
                return
            result = judge_lesson_answer(self.exercise, line)
        except IllegalMove as error:
            self.refuse(f"illegal move: {error}.")
            return
        except UserError as error:
            self.refuse(f"not understood: {error}; type help for a list of commands.")
            return
        opponent = str(result.position.to_move.opponent)
        reply = f"{describe_move(opponent, result.reply)}." if result.reply else ""
        self.is_solved = result.is_right
        if result.is_right:
            progress = self._course.progress
            self.app.report_unsaved_result(progress.record_boards(self._lesson.name, self.number + 1))
        self.prompt = "Press Return to continue:" if result.is_right else _TRY_AGAIN_PROMPT
        verdict = "Right." if result.is_right else "Not yet."
        text = " ".join(filter(None, (verdict, reply, result.text)))
        self._after(result, text)

    def _after(self, verdict: Verdict, reply: str) -> None:
        """Show the board and the text after an answer."""
        is_moved = verdict.position is not self.exercise.position
        lit = verdict.position.marks().last_move if is_moved else ()
        self._draw(verdict.position, lit, (reply,), lambda: (reply, *removed_in_words(verdict.position)))

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
            self.app.emit("refusal", f"{first_points}: {game.point_prompts[len(self._chosen)]}")
            return ""
        whole, self._chosen = exercise.position.format_move(Play(self._chosen)), ()
        return whole

    def _ask(self) -> None:
        """Set the prompt."""
        asked = "your move?" if self.exercise.expects_move else "your answer?"
        self.prompt = "Press Return to continue:" if self.is_solved else asked

    def _draw(
        self,
        position: Position,
        lit: Sequence[Point],
        lines: Sequence[str],
        words: Callable[[], Iterable[str]],
    ) -> None:
        app, self._position = self.app, position
        app.diagram = position.diagram()
        app.emit("moment", self.title)
        marks = tuple((row_and_column(point, position.size), "") for point in lit)
        app.emit("choice", *lines, diagram=app.diagram, marks=marks, words=words)

    def _to(self, number: int) -> None:
        """Go to a board of the lesson by its index, or to the next or previous lesson."""
        lessons = self._course.lessons
        lesson, at = self._lesson, lessons.index(self._lesson) + (1 if number > 0 else -1)
        if not 0 <= number < len(lesson.exercises):
            if not 0 <= at < len(lessons):
                last = "that was the last board; type lessons for the list, problems, play or quit."
                self.refuse(last if number > 0 else "this is the first board.")
                return
            lesson, is_next = lessons[at], number > 0
            number = 0 if is_next else len(lesson.exercises) - 1
            if is_next:
                self.app.emit("news", f"Next lesson: {lesson.title}.")
        self._open(lesson, number)
        self.start()

    def do_next(self, _: str) -> None:
        self._to(self.number + 1)

    def do_back(self, _: str) -> None:
        self._to(self.number - 1)

    def do_show(self, _: str) -> None:
        """Show a correct answer on the board, and its explanation."""
        answer = next(each for each in self.exercise.answers if each.is_right)
        verdict = judge_lesson_answer(self.exercise, answer.answers[0])
        self._after(verdict, f"Correct: {', '.join(answer.answers)}. {answer.reply_text}")
        self.prompt = _SOLUTION_PROMPT

    def do_text(self, _: str) -> None:
        self.app.emit("page", self.title, "", *self._lesson.text, *self.exercise.text)

    def do_lessons(self, _: str) -> None:
        footer = "* completed, . started.  Type learn NAME to open a lesson."
        self.app.emit("page", *self._course.list_lines(), "", footer)

    def do_learn(self, name: str) -> None:
        name = name.lower()
        try:
            lesson = (
                self._course.lesson_named(name) if name else self._course.first_unfinished(_game_of(self.app))
            )
        except UserError as error:
            self.refuse(f"{error}.")
            return
        self._open(lesson, self._course.next_board(lesson))
        self.start()

    def do_problems(self, _: str) -> None:
        opening = load_mode("problems")
        try:
            opening.open_problems(self.app, opening.problems_to_try(self.app))
        except UserError as error:
            self.refuse(f"{error}.")

    def do_play(self, _: str) -> None:
        """Return to the game or, if there is none, start an easy one on a board of the same size."""
        app, name, size = self.app, self._lesson.game.name, self.exercise.position.size
        if app.current is None or app.current.is_over:
            app.leave_all(lambda: load_mode("new_game").start_easy_game(app, name, size))
        else:
            self.do_quit("")

    def do_help(self, _: str) -> None:
        example = self._position.example_move()
        head = f"Type a point, such as {example}, another answer, or one of these commands:"
        self.app.emit("page", head, *(f"  {each.name:<9}{each.help}" for each in self.commands))

    def do_quit(self, _: str) -> None:
        below = self.app.below(self)
        if below is not None and below.accepts_moves and not below.has_own_board:
            self.app.emit("choice", "Back to the game.")
        self.app.pop(self)
