"""Lessons: their boards with tasks and answers."""

from __future__ import annotations

from gnugo_py.app import navigation
from gnugo_py.app.app import App
from gnugo_py.app.commands import BOARD_COMMANDS, Command, command_named, quit_command
from gnugo_py.app.course import LESSON, Course, lesson_place, load_course, verdict_on_game
from gnugo_py.app.exercise_mode import ExerciseMode, Step
from gnugo_py.app.mode import Mode
from gnugo_py.app.move_mode import MoveMode, with_points_added
from gnugo_py.app.new_games import start_easy_game
from gnugo_py.app.played_game import PlayedGame
from gnugo_py.games.game import Game
from gnugo_py.games.registry import words_of
from gnugo_py.games.text import describe_move
from gnugo_py.games.types import IllegalMove, Play, Point, UserError
from gnugo_py.study.lesson import Lesson, LessonExercise, Verdict, judge_lesson_answer

_ANSWERED_PROMPT = "Press Return to continue:"
_SOLUTION_PROMPT = "Type next to continue, or press Return to reset the board:"
_PROMPTS = {"move": "your move?", "name": "your answer?"}
_NOT_COUNTED = "This board does not count yet: come back to it later, and solve it without show."
_GAME_PROMPT = "Press Return to play:"
_OTHER_GAME_PROMPT = "Your open game comes first: quit returns to it, next goes on with the lessons:"
_GAME_LEFT = "Your game is among the unfinished games of the menu; Return begins another one here."
_HINTS = "Type hint to see a good move and why."
_TRY_AGAIN_PROMPT = "Type another answer, or press Return to reset the board:"


def open_lesson(app: App, name: str, game: Game | None = None) -> None:
    """Open a lesson or, if the name is empty, the first lesson that is not completed.

    game -- the game that this lesson is about; None for the current game or, without one, any game.

    Raise UserError if there is no such lesson, or if the lessons cannot be read.
    """
    course = load_course(app.lessons_folder)
    lesson = _chosen_lesson(app, course, name, game)
    trouble = course.progress.unreported_file_problem()
    if trouble:
        app.emit("trouble", f"{trouble}.")
    if not name:
        app.emit("choice", course.path_line(lesson.game))
    app.push(LessonMode(app, course, lesson))


def _chosen_lesson(app: App, course: Course, name: str, game: Game | None = None) -> Lesson:
    """Return the lesson with a name or, if it is empty, the first unfinished one, as `open_lesson`."""
    if game is None and app.current is not None:
        game = app.current.game
    return course.lesson_named(name) if name else course.first_unfinished(game)


class LessonMode(ExerciseMode):
    """A board of a lesson that the person has to solve.

    number -- the index of the board, from 0.
    """

    name_below_games = "lesson"
    waits_when_done = True
    commands = (
        Command("next", "", "go to the next board", aliases=("skip",)),
        Command("back", "", "go to the previous board"),
        Command("show", "F2", "show a correct answer, and why", aliases=("solution", "hint", "why")),
        Command("text", "", "show the text of this board on a page"),
        Command("lessons", "", "list the lessons and your progress", aliases=("list",)),
        Command("learn", "", "open another lesson: learn NAME", "[NAME]"),
        Command("problems", "", "solve the problems of the program"),
        Command("play", "", "play a game on such a board against level 1, or go back to your open game"),
        Command("help", "F1", "show this help", aliases=("?",)),
        quit_command("leave the lessons; your progress is saved"),
        *BOARD_COMMANDS,
    )

    def __init__(self, app: App, course: Course, lesson: Lesson) -> None:
        super().__init__(app)
        self._course = course
        self._open(lesson, course.next_board(lesson))

    def _open(self, lesson: Lesson, number: int) -> None:
        """Set up a board of a lesson."""
        self._lesson, self.number, self.is_done, self._is_shown = lesson, number, False, False
        self._chosen: tuple[Point, ...] = ()
        self._position = self.exercise.position

    @property
    def exercise(self) -> LessonExercise:
        """The current board of the lesson."""
        return self._lesson.exercises[self.number]

    @property
    def title(self) -> str:
        place = f"board {self.number + 1} of {len(self._lesson.exercises)}"
        return f"{self._lesson.title}: {self.exercise.title} ({place})"

    def start(self) -> None:
        self._show_task()

    def _show_task(self, *notices: str) -> None:
        """Show the board with its task, after some notices and, at the first board, the lesson's text."""
        first = (*notices, *(self._lesson.text if self.number == 0 else ()))
        other = self.app.current is not None and not self.app.current.is_over
        asked = _PROMPTS.get(self.exercise.ask, _OTHER_GAME_PROMPT if other else _GAME_PROMPT)
        prompt = _ANSWERED_PROMPT if self.is_done else asked
        lines = (*first, *self.exercise.text)
        self.show(Step(self.exercise.position, lines, prompt, reads_board=True))

    def handle(self, line: str) -> None:
        """Handle an answer, which may begin like a command, or a command."""
        word, _, rest = line.partition(" ")
        command, game = command_named(self.commands, word), self._lesson.game
        if command is not None and command.why_refused(word, rest, game) is not None:
            self.answer(line)
        else:
            super().handle(line)

    def go_on(self) -> None:
        """Begin the game of a board that asks for one; otherwise go on as usual."""
        if self.exercise.is_game and not self.is_done:
            self.do_play()
        else:
            super().go_on()

    def resume(self, left: Mode) -> None:
        """Show the task again or, after its game, a word about the result."""
        game = left.cursor if isinstance(left, MoveMode) else None
        if not (isinstance(game, PlayedGame) and lesson_place(game) == self._place):
            self.start()
        elif game.outcome is None:
            self._show_task(*([_GAME_LEFT] if game.has_content else []))
        else:
            verdict = verdict_on_game(self.exercise, game.outcome)
            self.is_done = verdict.is_right
            self._show_verdict("Done.", verdict)

    @property
    def _place(self) -> list[object]:
        """The lesson and the number of the board, as its game names them."""
        return [self._lesson.name, self.number + 1]

    def go_to_next_task(self) -> None:
        self._to(self.number + 1)

    def answer(self, line: str) -> None:
        if self.exercise.is_game:
            raise UserError("not understood; type play to begin the game, or help for a list of commands")
        try:
            line = self._join_points(line)
            if not line:
                return
            result = judge_lesson_answer(self.exercise, line)
        except IllegalMove as error:
            raise UserError(f"illegal move: {error}") from None
        except UserError as error:
            raise UserError(f"not understood: {error}; type help for a list of commands") from None
        self.is_done = result.is_right
        if result.is_right and not self._is_shown:
            progress = self._course.progress
            self.app.report_unsaved_result(progress.record_board(self._lesson.name, self.number + 1))
        self._show_verdict("Right.", result)

    def _show_verdict(self, praise: str, result: Verdict) -> None:
        opponent = str(result.position.to_move.opponent)
        reply = f"{describe_move(opponent, result.reply)}." if result.reply else ""
        again = _GAME_PROMPT if self.exercise.is_game else _TRY_AGAIN_PROMPT
        counts = _NOT_COUNTED if self._is_shown and result.is_right else ""
        text = " ".join(filter(None, (praise if result.is_right else "Not yet.", reply, result.text, counts)))
        self.show(Step(result.position, (text,), _ANSWERED_PROMPT if result.is_right else again))

    def _join_points(self, line: str) -> str:
        """Return the answer with the points chosen before it; empty while points of the move are missing.

        Raise IllegalMove if no legal move continues with the point.
        """
        game, exercise = self._lesson.game, self.exercise
        if len(game.point_prompts) == 1 or exercise.ask != "move":
            return line
        move = exercise.position.parse_partial_move(line)
        if not isinstance(move, Play):
            return line
        points, refusal = with_points_added(exercise.position, self._chosen, move.points)
        self._chosen = ()
        if refusal is not None:
            raise IllegalMove(refusal)
        written = exercise.position.format_move(Play(points))
        if len(points) == len(game.point_prompts):
            return written
        self._chosen = points
        self.app.emit("refusal", f"{written}: {game.point_prompts[len(points)]}")
        return ""

    def _to(self, number: int) -> None:
        """Go to a board of the lesson by its index, or to the next or previous lesson."""
        lessons, lesson, is_forward = self._course.lessons, self._lesson, number > 0
        if not 0 <= number < len(lesson.exercises):
            at = lessons.index(lesson) + (1 if is_forward else -1)
            if not 0 <= at < len(lessons):
                last = "that was the last board; type lessons for the list, problems, play or quit"
                raise UserError(last if is_forward else "this is the first board")
            lesson = lessons[at]
            number = 0 if is_forward else len(lesson.exercises) - 1
            self.app.emit("news", *([f"Next lesson: {lesson.title}."] if is_forward else []))
        self._open(lesson, number)
        self.start()

    def do_next(self) -> None:
        self.go_to_next_task()

    def do_back(self) -> None:
        self._to(self.number - 1)

    def do_show(self) -> None:
        """Show a correct answer on the board, and its explanation; a board not solved yet does not count."""
        if self.exercise.is_game:
            raise UserError("a game has no answer to show; type play to begin it, or next to leave it out")
        self._is_shown = self.number in self._course.unsolved(self._lesson)
        answer = next(each for each in self.exercise.answers if each.is_right)
        verdict = judge_lesson_answer(self.exercise, answer.answers[0])
        counts = f" {_NOT_COUNTED}" * self._is_shown
        text = f"Correct: {' or '.join(answer.answers)}. {answer.reply_text}{counts}"
        self.show(Step(verdict.position, (text,), _SOLUTION_PROMPT))

    def do_text(self) -> None:
        self.app.emit("page", self.title, "", *self._lesson.text, *self.exercise.text)

    def do_lessons(self) -> None:
        footer = "* completed, . started.  Type learn NAME to open a lesson."
        path = self._course.path_line(self._lesson.game)
        self.app.emit("page", path, "", *self._course.list_lines(), "", footer)

    def do_learn(self, name: str) -> None:
        lesson = _chosen_lesson(self.app, self._course, name)
        self._open(lesson, self._course.next_board(lesson))
        self.start()

    def do_problems(self) -> None:
        navigation.problems(self.app)

    def do_play(self) -> None:
        app = self.app
        if app.current is None or app.current.is_over:
            app.leave_for_game(self._start_game)
        elif self.exercise.is_game:
            raise UserError("another game is open; leave it first, then open the lessons in the menu")
        else:
            self.do_quit()

    def _start_game(self) -> None:
        """Start an easy game, which may be the one that this board asks for."""
        app, game, exercise = self.app, self._lesson.game, self.exercise
        teaches, ends_at_capture = exercise.ask == "game" and game.has_count, exercise.ask == "capture"
        start_easy_game(app, game, exercise.position.size, teaches, ends_at_capture)
        if exercise.is_game:
            app.required_game.tree.root.set_private(LESSON, self._place)
            app.emit("news", *([_HINTS] if teaches else []), "quit returns to the lesson.")

    def do_help(self) -> None:
        example = words_of(self._position).example_move()
        self.help_before = (
            "Type play to begin the game, or one of these commands:"
            if self.exercise.is_game
            else f"Type a point, such as {example}, another answer, or one of these commands:"
        )
        super().do_help()

    def do_quit(self) -> None:
        self.leave()
