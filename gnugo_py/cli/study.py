"""The commands `gnugo-py learn`, `review` and `train`, which run in either interface."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from gnugo_py.app.services import load_lessons_and_progress
from gnugo_py.cli.files import input_path, read_game_bytes_reopening_stdin
from gnugo_py.cli.interfaces import has_screen, open_application_factory, run_in_either_interface
from gnugo_py.cli.options import (
    ANALYST_OPTION,
    ASCII_OPTION,
    ENCODING_OPTION,
    GAME_NUMBER_OPTION,
    KOMI_TYPE,
    PATH_TYPE,
    PATTERNS_OPTION,
    PLAIN_OPTION,
    SAVES_OPTION,
    THEME_OPTION,
    analyst_command,
)
from gnugo_py.cli.output import (
    print_lines,
    print_to_terminal_stderr,
    print_warning,
)
from gnugo_py.core.files import saves_folder
from gnugo_py.core.text import sanitize
from gnugo_py.core.types import Color, UserError
from gnugo_py.engines.engine import NetworkError
from gnugo_py.storage.save_store import SaveStore
from gnugo_py.storage.training import current_training_date


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
    course = load_lessons_and_progress(folder)
    if list_only:
        for each in course.lessons:
            click.echo(f"{sanitize(each.name)}\t{len(each.exercises)}\t{sanitize(each.title)}")
        return
    if sys.stdin is None or sys.stdout is None:
        raise click.ClickException("stdin or stdout is closed; lessons need both")
    names = [each.name for each in course.lessons]
    if lesson and lesson.lower() not in names and lesson not in map(str, range(1, len(names) + 1)):
        raise click.ClickException(f"no such lesson: {lesson!r}; use gnugo-py learn --list to list them")
    on_screen = not plain and has_screen()
    if not on_screen and (trouble := course.file_problem()):
        print_warning(f"{trouble}")
    with open_application_factory(saves_folder(saves), on_screen, lessons=folder) as factory:
        app = factory.start_lesson(lesson)
        run_in_either_interface(app, factory, on_screen, 9, use_ascii, theme)


@click.command(epilog="Example: gnugo-py review game.sgf")
@click.argument("file", type=PATH_TYPE)
@GAME_NUMBER_OPTION
@ENCODING_OPTION
@click.option("--komi", type=KOMI_TYPE, help="Points for White (default: the komi in the file, or 0).")
@ANALYST_OPTION
@PLAIN_OPTION
@ASCII_OPTION
@THEME_OPTION
@PATTERNS_OPTION
@SAVES_OPTION
def review(
    file: str,
    game_number: int | None,
    encoding: str | None,
    komi: float | None,
    analyst: str | None,
    plain: bool,
    use_ascii: bool,
    theme: str | None,
    patterns: str | None,
    saves: Path | None,
) -> None:
    """Review a game: move forward and back, add moves and comments, and play on from any position.

    FILE is an SGF file from any program, the name of a saved game, or - for standard input. If the file
    contains several games, choose one from the list or with --number.

    In the review, a move such as E5 enters that move or begins a variation; reply, delete and comment TEXT
    change the game, too. The file changes only when you type save; save NAME writes a new file.
    """
    if sys.stdin is None or sys.stdout is None:
        raise click.ClickException("stdin or stdout is closed; a review needs both")
    folder = saves_folder(saves)
    content = read_game_bytes_reopening_stdin(file, SaveStore(folder), encoding)
    on_screen = not plain and has_screen()
    with open_application_factory(
        folder,
        on_screen,
        announce=print_to_terminal_stderr,
        patterns=patterns,
        analyst=analyst_command(analyst),
    ) as factory:
        try:
            app = factory.review(content, game_number, komi, input_path(file, SaveStore(folder)))
        except UserError as error:
            raise click.ClickException(f"{file}: {error}") from None
        if not on_screen:
            factory.services.start_analyst(app.context.game)
        run_in_either_interface(app, factory, on_screen, None, use_ascii, theme)


@click.command(epilog="Example: gnugo-py train game.sgf --color white")
@click.argument("file", type=PATH_TYPE, required=False)
@GAME_NUMBER_OPTION
@ENCODING_OPTION
@click.option(
    "--color",
    type=click.Choice(["black", "white"]),
    help="Train on the mistakes of this color (default: the person's color, or Black).",
)
@click.option("--komi", type=KOMI_TYPE, help="Points for White (default: the komi in the file, or 0).")
@ANALYST_OPTION
@PLAIN_OPTION
@ASCII_OPTION
@THEME_OPTION
@SAVES_OPTION
def train(
    file: str | None,
    game_number: int | None,
    encoding: str | None,
    color: str | None,
    komi: float | None,
    analyst: str | None,
    plain: bool,
    use_ascii: bool,
    theme: str | None,
    saves: Path | None,
) -> None:
    """Look for better moves in the positions in which you lost points.

    FILE is an SGF file from any program, the name of a saved game, or - for standard input. Without FILE,
    train on the positions that you missed before and that are due again.
    """
    if sys.stdin is None or sys.stdout is None:
        raise click.ClickException("stdin or stdout is closed; training needs both")
    folder = saves_folder(saves)
    content = None if file is None else read_game_bytes_reopening_stdin(file, SaveStore(folder), encoding)
    on_screen = not plain and has_screen()
    with open_application_factory(
        folder, on_screen, announce=print_to_terminal_stderr, analyst=analyst_command(analyst)
    ) as factory:
        if trouble := factory.services.training_store.file_problem():
            print_warning(f"{trouble}")
        if content is None:
            if not factory.services.training_store.due_exercises(current_training_date()):
                day = factory.services.training_store.next_due_date(current_training_date())
                if day is None:
                    other = "Use gnugo-py train FILE, or type train during a game."
                    print_lines(f"No missed position is due. {other}")
                else:
                    print_lines(f"No missed position is due today; the next one is on {day.isoformat()}.")
                return
            app = factory.due_exercises_application()
        else:
            try:
                app = factory.train_on_game(
                    content, game_number, Color[color.upper()] if color else None, komi
                )
            except NetworkError:
                raise
            except UserError as error:
                raise click.ClickException(f"{file}: {error}") from None
        run_in_either_interface(app, factory, on_screen, None, use_ascii, theme)
