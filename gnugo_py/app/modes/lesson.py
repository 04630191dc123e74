"""Lessons: those of a folder, the person's progress in them, and their boards with tasks and answers."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from gnugo_py.app import navigation
from gnugo_py.app.app import App
from gnugo_py.app.commands import BOARD_COMMANDS, Command, command_named, quit_command
from gnugo_py.app.exercise_mode import ExerciseMode, Step
from gnugo_py.app.mode import Mode
from gnugo_py.app.move_mode import with_points_added
from gnugo_py.app.new_games import start_easy_game
from gnugo_py.app.played_game import PlayedGame
from gnugo_py.games.game import Game
from gnugo_py.games.registry import words_of
from gnugo_py.games.text import describe_move, format_percent, pluralize
from gnugo_py.games.types import IllegalMove, Play, Point, UserError
from gnugo_py.storage.training import LessonProgress
from gnugo_py.study.lesson import Lesson, LessonExercise, Verdict, judge_lesson_answer, parse_lesson
from gnugo_py.system.files import config_folder, file_names, lessons_folder, read_text

_NUMBERED = re.compile(r"(\d+-)?(\w[\w-]*)\.txt")
_ANSWERED_PROMPT = "Press Return to continue:"
_SOLUTION_PROMPT = "Type next to continue, or press Return to reset the board:"
_PROMPTS = {"move": "your move?", "name": "your answer?"}
_GAME_PROMPT = "Press Return to play:"
_HINTS = "Type hint to see a good move and why."
_TRY_AGAIN_PROMPT = "Type another answer, or press Return to reset the board:"


class Course(NamedTuple):
    """All lessons of a folder, in order, and the person's progress in them."""

    lessons: tuple[Lesson, ...]
    progress: LessonProgress

    def lesson_named(self, name: str) -> Lesson:
        """Return the lesson with a name or a number.  Raise UserError if there is none."""
        word = name.strip().lower()
        if word.isascii() and word.isdigit() and 0 < int(word[:4]) <= len(self.lessons):
            return self.lessons[int(word[:4]) - 1]
        by_name = {each.name: each for each in self.lessons}
        if word not in by_name:
            raise UserError(f"there is no lesson {word[:30]!r}; the lessons are {', '.join(by_name)}")
        return by_name[word]

    def first_unfinished(self, game: Game | None) -> Lesson:
        """Return the first lesson that is not completed, or the first lesson if all are completed.

        game -- consider only lessons about this game, unless there are none; None for all lessons.
        """
        mine = self._about(game)
        return next((each for each in mine if self.unsolved(each)), mine[0])

    def _about(self, game: Game | None) -> Sequence[Lesson]:
        """Return the lessons about a game, or all if there are none or the game is None."""
        return [each for each in self.lessons if game in (None, each.game)] or self.lessons

    def unsolved(self, lesson: Lesson) -> list[int]:
        """Return the indexes of the boards of a lesson that are not solved."""
        solved = self.progress.solved_boards().get(lesson.name, frozenset())
        return [index for index in range(len(lesson.exercises)) if index + 1 not in solved]

    def next_board(self, lesson: Lesson) -> int:
        """Return the index of the first board of a lesson that is not solved, 0 if all are."""
        return next(iter(self.unsolved(lesson)), 0)

    def path_line(self, game: Game | None) -> str:
        """Return how much of the path is done, where it goes on, and what was passed over."""
        is_open = [
            index in self.unsolved(each) for each in self._about(game) for index in range(len(each.exercises))
        ]
        if all(is_open):
            return f"Path: 0 % of {len(is_open)} boards."
        if not any(is_open):
            return f"Path: all {len(is_open)} boards are solved."
        lesson = self.first_unfinished(game)
        last = max(number for number, each in enumerate(is_open) if not each)
        passed = pluralize(sum(is_open[:last]), "board")
        note = f" {passed} looked up or skipped, which do not count." if any(is_open[:last]) else ""
        share = format_percent(1 - sum(is_open) / len(is_open))
        return f"Path: {share}. Continue at {lesson.title} {self.next_board(lesson) + 1}.{note}"

    def list_lines(self) -> tuple[str, ...]:
        """Return a line for each lesson: a completion mark, its name, its number of boards and its title."""
        width = max(len(each.name) for each in self.lessons)
        return tuple(
            f"{_mark(len(self.unsolved(each)), len(each.exercises))} {each.name:<{width}}"
            f"  {len(each.exercises):>2}  {each.title}"
            for each in self.lessons
        )


def _mark(n_unsolved: int, number: int) -> str:
    return "*" if not n_unsolved else "." if n_unsolved < number else " "


@cache
def load_course(folder: str | None) -> Course:
    """Return the lessons of a folder, or the built-in lessons for None.  They are read once per run.

    Each file `NN-name.txt` is a lesson; the numbers determine the order.

    Raise UserError, which names the file, the line and a remedy, if the lessons cannot be read.
    """
    place = folder or lessons_folder()
    try:
        names = sorted(name for name in file_names(place) if _NUMBERED.fullmatch(name))
    except OSError as error:
        raise UserError(f"{place}: {error.strerror}; specify a folder with lesson files") from None
    if not names:
        raise UserError(f"{place}: no lessons in this folder; lesson files have names like 01-stones.txt")
    lessons = tuple(_read(os.path.join(place, name)) for name in names)
    taken = [each.name for each in lessons]
    for name in taken:
        if taken.count(name) > 1:
            raise UserError(f"{place}: two lessons are named {name}; rename one of them")
    return Course(lessons, LessonProgress(config_folder() / "lessons.txt"))


def _read(path: str) -> Lesson:
    match = _NUMBERED.fullmatch(os.path.basename(path))
    assert match is not None
    return parse_lesson(read_text(path), path, match[2])


def open_lesson(app: App, name: str) -> None:
    """Open a lesson or, if the name is empty, the first lesson that is not completed.

    Raise UserError if there is no such lesson, or if the lessons cannot be read.
    """
    course = load_course(app.lessons_folder)
    lesson = _chosen_lesson(app, course, name)
    trouble = course.progress.unreported_file_problem()
    if trouble:
        app.emit("trouble", f"{trouble}.")
    if not name:
        app.emit("news", course.path_line(lesson.game))
    app.push(LessonMode(app, course, lesson))


def _chosen_lesson(app: App, course: Course, name: str) -> Lesson:
    """Return the lesson with a name or, if it is empty, the first unfinished one about the current game."""
    game = None if app.current is None else app.current.game
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
        Command("play", "", "play a game on such a board against level 1, or go on with yours"),
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
        self._game: PlayedGame | None = None
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
        first = self._lesson.text if self.number == 0 else ()
        asked = _PROMPTS.get(self.exercise.ask, _GAME_PROMPT)
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

    def cover(self) -> None:
        """Record a game that has ended, since the menu may be opened in place of this lesson."""
        self._record_game()

    def resume(self, left: Mode) -> None:
        """Show the task again or, after its game, a word about the result."""
        result = self._record_game()
        if result is None:
            self.start()
        else:
            self._game = None
            self._show_verdict("Done.", result)

    def _record_game(self) -> Verdict | None:
        """Judge and record the game that began on this board; return None if it has not ended."""
        outcome = None if self._game is None else self._game.outcome
        if outcome is None:
            return None
        known = {self.exercise.position.to_move: "won", None: "no result"}
        verdict = judge_lesson_answer(self.exercise, known.get(outcome.winner, "lost"))
        self._record(verdict)
        return verdict

    def go_to_next_task(self) -> None:
        self._to(self.number + 1)

    def answer(self, line: str) -> None:
        """Judge an answer and show the verdict."""
        if self.exercise.is_game:
            raise UserError("not understood; type play to begin the game, or help for a list of commands")
        self.is_done = False
        try:
            line = self._join_points(line)
            if not line:
                return
            result = judge_lesson_answer(self.exercise, line)
        except IllegalMove as error:
            raise UserError(f"illegal move: {error}") from None
        except UserError as error:
            raise UserError(f"not understood: {error}; type help for a list of commands") from None
        self._record(result)
        self._show_verdict("Right.", result)

    def _record(self, result: Verdict) -> None:
        """Note whether the board is done, and store it as solved unless its answer was shown."""
        self.is_done = result.is_right
        if result.is_right and not self._is_shown:
            progress = self._course.progress
            self.app.report_unsaved_result(progress.record_board(self._lesson.name, self.number + 1))

    def _show_verdict(self, praise: str, result: Verdict) -> None:
        opponent = str(result.position.to_move.opponent)
        reply = f"{describe_move(opponent, result.reply)}." if result.reply else ""
        again = _GAME_PROMPT if self.exercise.is_game else _TRY_AGAIN_PROMPT
        text = " ".join(filter(None, (praise if result.is_right else "Not yet.", reply, result.text)))
        self.show(Step(result.position, (text,), _ANSWERED_PROMPT if result.is_right else again))

    def _join_points(self, line: str) -> str:
        """Return the answer with the points chosen before it; empty while points of the move are missing.

        Raise IllegalMove if no legal move continues with the point.
        """
        game, exercise = self._lesson.game, self.exercise
        if len(game.point_prompts) == 1 or not exercise.expects_move:
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
        """Show a correct answer on the board, and its explanation; the board does not count as solved."""
        if self.exercise.is_game:
            raise UserError("a game has no answer to show; type play to begin it, or next to leave it out")
        self._is_shown = True
        answer = next(each for each in self.exercise.answers if each.is_right)
        verdict = judge_lesson_answer(self.exercise, answer.answers[0])
        text = f"Correct: {', '.join(answer.answers)}. {answer.reply_text}"
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
        """Return to the game or, if there is none, start an easy one on a board of the same size."""
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
            self._game = app.required_game
            app.emit("news", *([_HINTS] if teaches else []), "quit returns to the lesson.")

    def do_help(self) -> None:
        example = words_of(self._position).example_move()
        self.help_before = f"Type a point, such as {example}, another answer, or one of these commands:"
        super().do_help()

    def do_quit(self) -> None:
        self.leave()
