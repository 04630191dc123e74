"""The command `gnugo-py learn`."""

from __future__ import annotations

import sys
from contextlib import ExitStack, closing
from pathlib import Path

import click

from gnugo_py.app.launcher import Launcher, load_course
from gnugo_py.app.opponents import EnginePool
from gnugo_py.cli.interfaces import fail_if_unsaved, has_screen, show, show_plainly
from gnugo_py.cli.options import ASCII, PLAIN, SAVES, THEME
from gnugo_py.cli.output import exit_on_interrupt, exit_on_user_error, print_warning
from gnugo_py.core.files import saves_folder
from gnugo_py.core.text import sanitize


@click.command(epilog="Example: gnugo-py learn capture")
@click.argument("lesson", required=False, default="")
@click.option("--list", "list_only", is_flag=True, help="List the lessons: name, number of boards, title.")
@click.option("--lessons", "folder", metavar="DIR", help="Read the lessons from this folder.")
@PLAIN
@ASCII
@THEME
@SAVES
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
    course = exit_on_user_error(lambda: load_course(folder))
    if list_only:
        for each in course.lessons:
            click.echo(f"{each.name}\t{len(each.exercises)}\t{sanitize(each.title)}")
        return
    if sys.stdin is None or sys.stdout is None:
        raise click.ClickException("stdin or stdout is closed; lessons need both")
    names = [each.name for each in course.lessons]
    if lesson and lesson.lower() not in names and lesson not in map(str, range(1, len(names) + 1)):
        raise click.ClickException(f"no such lesson: {lesson!r}; use gnugo-py learn --list to list them")
    on_screen = not plain and has_screen()
    if not on_screen and (trouble := course.problem()):
        print_warning(f"gnugo-py: {trouble}")
    with exit_on_interrupt(), ExitStack() as stack:
        engines = stack.enter_context(closing(EnginePool()))
        launcher = Launcher.with_defaults(engines, saves_folder(saves), on_screen, None, folder)
        stack.enter_context(launcher)
        app = launcher.start_lesson(lesson)
        if on_screen:
            show(app, launcher, "9", use_ascii, theme)
        else:
            show_plainly(app, launcher, {"size": 9})
        fail_if_unsaved(launcher)
