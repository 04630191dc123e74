"""The command `gnugo-py learn`."""

from __future__ import annotations

from pathlib import Path

import click

from gnugo_py.app.modes.lesson import load_course, open_lesson
from gnugo_py.app.players import Engines
from gnugo_py.cli.options import (
    ASCII_OPTION,
    PATH_TYPE,
    PLAIN_OPTION,
    SAVES_OPTION,
    THEME_OPTION,
)
from gnugo_py.cli.output import print_warning, require_streams
from gnugo_py.cli.play import has_screen, open_app, run_in_either_interface
from gnugo_py.games.text import sanitize
from gnugo_py.system.files import saves_folder


@click.command(epilog="Example: gnugo-py learn capture")
@click.argument("lesson", required=False, default="")
@click.option("--list", "list_only", is_flag=True, help="List the lessons: name, number of boards, title.")
@click.option("--lessons", "folder", type=PATH_TYPE, metavar="DIR", help="Read the lessons from this folder.")
@PLAIN_OPTION
@ASCII_OPTION
@THEME_OPTION
@SAVES_OPTION
def learn(
    lesson: str,
    list_only: bool,
    folder: str | None,
    plain: bool,
    use_ascii: bool,
    theme: str | None,
    saves: Path | None,
) -> None:
    """Learn Go, Hex, Amazons and Tanbo with exercises on a board.

    LESSON is the name or the number of a lesson. Without it, the first unfinished lesson starts.
    """
    course = load_course(folder)
    if list_only:
        for each in course.lessons:
            click.echo(f"{sanitize(each.name)}\t{len(each.exercises)}\t{sanitize(each.title)}")
        return
    require_streams("lessons need")
    names = [each.name for each in course.lessons]
    if lesson and lesson.lower() not in names and lesson not in map(str, range(1, len(names) + 1)):
        raise click.ClickException(f"no such lesson: {lesson!r}; use gnugo-py learn --list to list them")
    on_screen = not plain and has_screen()
    if not on_screen and (trouble := course.progress.unreported_file_problem()):
        print_warning(f"{trouble}")
    with open_app(saves_folder(saves), on_screen, Engines(), size=9, lessons=folder) as app:
        open_lesson(app, lesson)
        run_in_either_interface(app, use_ascii, theme)
