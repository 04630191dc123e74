"""`gnugo-py learn`."""

from __future__ import annotations

import sys
from contextlib import ExitStack, closing
from pathlib import Path

import click

from gnugo_py.app.launcher import Lobby, read_course
from gnugo_py.app.opponents import Engines
from gnugo_py.cli.interfaces import fail_if_unsaved, has_screen, show, show_plainly
from gnugo_py.cli.terminal import checked, interruptible, warn
from gnugo_py.core.files import saves_folder
from gnugo_py.core.text import legible
from gnugo_py.tui.themes import THEMES


@click.command(epilog="Example: gnugo-py learn capture")
@click.argument("lesson", required=False, default="")
@click.option("--list", "listed", is_flag=True, help="A line for each lesson: name, boards, title.")
@click.option("--lessons", "folder", metavar="DIR", help="The lesson files of another folder.")
@click.option("--plain", is_flag=True, help="Line by line, without a screen.  So it is in a pipe, too.")
@click.option("--ascii", "use_ascii", is_flag=True, help="Letters instead of round stones.")
@click.option(
    "--theme", type=click.Choice(list(THEMES)), help="The colours of the screen; else the usual ones."
)
@click.option("--saves", type=click.Path(path_type=Path), metavar="DIR", help="Where games are saved.")
def learn(
    lesson: str,
    listed: bool,
    folder: str | None,
    plain: bool,
    use_ascii: bool,
    theme: str | None,
    saves: Path | None,
) -> None:
    """Learn Go, Hex, Amazons and Tanbo: a board, something to find, and what comes of it.

    LESSON is the name of a lesson or its number; without it, the first one that is not done is given.
    """
    course = checked(lambda: read_course(folder))
    if listed:
        for each in course.lessons:
            click.echo(f"{each.name}\t{len(each.exercises)}\t{legible(each.title)}")
        return
    if sys.stdin is None or sys.stdout is None:
        raise click.ClickException("lessons need an open input and an open output")
    names = [each.name for each in course.lessons]
    if lesson and lesson.lower() not in names and lesson not in map(str, range(1, len(names) + 1)):
        raise click.ClickException(f"there is no lesson {lesson!r}; gnugo-py learn --list tells of all")
    on_screen = not plain and has_screen()
    if not on_screen and (trouble := course.trouble()):
        warn(f"gnugo-py: {trouble}")
    with interruptible(), ExitStack() as stack:
        engines = stack.enter_context(closing(Engines()))
        lobby = Lobby.for_anyone(engines, saves_folder(saves), on_screen, None, folder)
        stack.enter_context(closing(lobby.saver))
        talk = lobby.teach(lesson)
        if on_screen:
            show(talk, lobby, "9", use_ascii, theme)
        else:
            show_plainly(talk, lobby, {"size": 9})
        fail_if_unsaved(lobby)
