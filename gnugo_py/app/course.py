"""The lessons of a folder, and the person's progress in them."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from typing import NamedTuple

from gnugo_py.app.app import App
from gnugo_py.app.played_game import PlayedGame
from gnugo_py.games.game import Game
from gnugo_py.games.text import format_percent, pluralize
from gnugo_py.games.types import Outcome, UserError
from gnugo_py.storage.training import LessonProgress
from gnugo_py.study.lesson import Lesson, LessonExercise, Verdict, judge_lesson_answer, parse_lesson
from gnugo_py.system.files import config_folder, file_names, read_text, study_folder

LESSON = "lesson"
"""The private value of a game that a lesson asked for: its name, and the number of the board."""
_NUMBERED = re.compile(r"(\d+-)?(\w[\w-]*)\.txt")


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
        note = (
            f" Not counted: {passed} passed over, until solved without show." if any(is_open[:last]) else ""
        )
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
    place = folder or study_folder("lessons")
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


def verdict_on_game(exercise: LessonExercise, outcome: Outcome) -> Verdict:
    """Return the verdict on the result of a game that began on a board."""
    results = {exercise.position.to_move: "won", None: "no result"}
    return judge_lesson_answer(exercise, results.get(outcome.winner, "lost"))


def lesson_place(game: PlayedGame) -> object:
    """Return the name of the lesson and the number of the board that asked for a game; None for no lesson."""
    return (game.tree.root.private or {}).get(LESSON)


def record_game(app: App) -> None:
    """Store the board as solved that asked for the game which has ended, if its result counts."""
    game = app.required_game
    place, outcome = lesson_place(game), game.outcome
    if not isinstance(place, list) or len(place) != 2 or outcome is None:
        return
    name, number = place
    with suppress(UserError, StopIteration):  # the lesson is in another folder, or the game was changed
        course = load_course(app.lessons_folder)
        boards = course.lesson_named(str(name)).exercises
        exercise = next(each for at, each in enumerate(boards, 1) if at == number and each.is_game)
        if verdict_on_game(exercise, outcome).is_right:
            app.report_unsaved_result(course.progress.record_board(str(name), number))
