"""The lessons on disk, and how far a person has come."""

from __future__ import annotations

import os
import re
from functools import cache

from gnugo_py.core.files import config_folder, lessons_folder, read_text
from gnugo_py.core.game import Game
from gnugo_py.core.registry import CATALOG
from gnugo_py.core.types import Mistake
from gnugo_py.lessons.lesson import Course, Lesson
from gnugo_py.lessons.parser import parse_lesson
from gnugo_py.storage.lesson_progress import Progress

_NUMBERED = re.compile(r"(\d+-)?(\w[\w-]*)\.txt")


@cache
def read_course(folder: str | None) -> Course:
    """The lessons of a folder, None for those that come with the program; read once in a run.

    A file `NN-name.txt` is a lesson; their numbers give the order.

    Raises Mistake, naming file, line and remedy.
    """
    place = folder or lessons_folder()
    try:
        names = sorted(name for name in os.listdir(place) if _NUMBERED.fullmatch(name))
    except OSError as error:
        raise Mistake(f"{place}: {error.strerror}; name a folder of lesson files") from None
    if not names:
        raise Mistake(f"{place}: no lesson in this folder; lesson files are called like 01-stones.txt")
    lessons = tuple(_read(os.path.join(place, name)) for name in names)
    seen: set[str] = set()
    for lesson in lessons:
        if lesson.name in seen:
            raise Mistake(f"{place}: two lessons are called {lesson.name}; give one another name")
        seen.add(lesson.name)
    progress = Progress(config_folder() / "lessons.txt")
    return Course(lessons, progress.done, progress.keep, progress.trouble)


def _read(path: str) -> Lesson:
    found = _NUMBERED.fullmatch(os.path.basename(path))
    assert found is not None
    return parse_lesson(read_text(path), path, found[2], _game)


def _game(name: str) -> Game:
    return CATALOG[name].load()
