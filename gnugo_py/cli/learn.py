"""The command `gnugo-py learn`."""

from __future__ import annotations

import click

from gnugo_py.app.course import load_course
from gnugo_py.app.modes.lesson import open_lesson
from gnugo_py.cli.interface import Interface, screen_options
from gnugo_py.cli.options import PATH_TYPE, SAVES_OPTION, CommandWithValues
from gnugo_py.cli.output import print_warning, require_streams
from gnugo_py.games.text import sanitize


@click.command(cls=CommandWithValues, epilog="Example: gnugo-py learn capture")
@click.argument("lesson", required=False, default="")
@click.option("--list", "list_only", is_flag=True, help="List the lessons: name, number of boards, title.")
@click.option("--lessons", "folder", type=PATH_TYPE, metavar="DIR", help="Read the lessons from this folder.")
@screen_options
@SAVES_OPTION
def learn(lesson: str, list_only: bool, folder: str | None, interface: Interface) -> None:
    """Learn Go, Hex, Amazons and Tanbo with exercises on a board.

    LESSON is the name or the number of a lesson. Without it, the first unfinished lesson starts.
    """
    course = load_course(folder)
    if list_only:
        for each in course.lessons:
            click.echo(f"{sanitize(each.name)}\t{len(each.exercises)}\t{sanitize(each.title)}")
        return
    require_streams("lessons need")
    with interface.open_app() as app:
        app.lessons_folder = folder
        if not app.has_screen and (trouble := course.progress.unreported_file_problem()):
            print_warning(trouble)
        open_lesson(app, lesson)
        interface.run(app)
