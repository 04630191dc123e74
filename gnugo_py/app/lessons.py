"""The lessons of a folder, and the progress in them."""

from __future__ import annotations

import os
import re
from functools import cache
from typing import NamedTuple

from gnugo_py.games.game import Game
from gnugo_py.games.types import UserError
from gnugo_py.storage.training import LessonProgress
from gnugo_py.study.lesson import Lesson, parse_lesson
from gnugo_py.system.files import config_folder, file_names, lessons_folder, read_text

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
        matching = [each for each in self.lessons if each.name == word]
        if matching:
            return matching[0]
        names = ", ".join(each.name for each in self.lessons)
        raise UserError(f"there is no lesson {word[:30]!r}; the lessons are {names}")

    def first_unfinished(self, game: Game | None) -> Lesson:
        """Return the first lesson that is not completed, or the first lesson if all are completed.

        game -- consider only lessons about this game, unless there are none; None for all lessons.
        """
        done = self.progress.boards_done()
        mine = [each for each in self.lessons if game is None or each.game is game]
        fresh = (each for each in mine if done.get(each.name, 0) < len(each.exercises))
        return next(fresh, (mine or self.lessons)[0])

    def next_board(self, lesson: Lesson) -> int:
        """Return the index of the first board of a lesson that is not completed, 0 if all are."""
        done = self.progress.boards_done().get(lesson.name, 0)
        return done if done < len(lesson.exercises) else 0

    def list_lines(self) -> tuple[str, ...]:
        """Return a line for each lesson: a completion mark, its name, its number of boards and its title."""
        done, width = self.progress.boards_done(), max(len(each.name) for each in self.lessons)
        return tuple(
            f"{_mark(done.get(each.name, 0), len(each.exercises))} {each.name:<{width}}"
            f"  {len(each.exercises):>2}  {each.title}"
            for each in self.lessons
        )


def _mark(done: int, number: int) -> str:
    return "*" if done >= number else "." if done else " "


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
    seen: set[str] = set()
    for lesson in lessons:
        if lesson.name in seen:
            raise UserError(f"{place}: two lessons are named {lesson.name}; rename one of them")
        seen.add(lesson.name)
    return Course(lessons, LessonProgress(config_folder() / "lessons.txt"))


def _read(path: str) -> Lesson:
    match = _NUMBERED.fullmatch(os.path.basename(path))
    assert match is not None
    return parse_lesson(read_text(path), path, match[2])
