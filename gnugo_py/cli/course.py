"""The lessons on disk, and how far a person has come."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path

from gnugo_py.cli.resources import config_folder, lessons_folder, read_text
from gnugo_py.games.catalog import CATALOG
from gnugo_py.games.game import Game
from gnugo_py.games.mistake import Mistake
from gnugo_py.lessons.lesson import Course, Lesson
from gnugo_py.lessons.reading import parse_lesson

HEAD = "# Which lessons are done: a name, and how many of its boards."
_NUMBERED = re.compile(r"(\d+-)?(\w[\w-]*)\.txt")
_LINE = re.compile(r"(\w[\w-]*) = (\d{1,4})")


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
    return Course(lessons, _done, _keep)


def _read(path: str) -> Lesson:
    found = _NUMBERED.fullmatch(os.path.basename(path))
    assert found is not None
    return parse_lesson(read_text(path), path, found[2], _game)


def _game(name: str) -> Game:
    return CATALOG[name].load()


def _file() -> Path:
    return config_folder() / "lessons.txt"


def _done() -> Mapping[str, int]:
    """How many boards of each lesson are done; a file that cannot be read tells of none."""
    try:
        lines = read_text(str(_file())).splitlines() if _file().exists() else []
    except (Mistake, OSError):
        return {}
    return {found[1]: int(found[2]) for line in lines if (found := _LINE.fullmatch(line.strip()))}


def _keep(name: str, number: int) -> None:
    """Remember how many boards of a lesson are done, where that is possible; it never gets less."""
    from gnugo_py.records.files import write_whole

    done = dict(_done())
    if done.get(name, 0) >= number:
        return
    done[name] = number
    text = "\n".join([HEAD, *(f"{each} = {many}" for each, many in sorted(done.items())), ""])
    with suppress(OSError, Mistake):
        _file().parent.mkdir(parents=True, exist_ok=True)
        write_whole(_file(), text.encode())
