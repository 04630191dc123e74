"""The commands `gnugo-py review`, `gnugo-py learn` and `gnugo-py train`."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import click

from gnugo_py.app.app import App
from gnugo_py.app.lessons import load_course
from gnugo_py.app.modes.lesson import open_lesson
from gnugo_py.app.modes.open_review import review_file
from gnugo_py.app.modes.review import ReviewMode
from gnugo_py.app.modes.train import train_on_due_exercises, train_on_file
from gnugo_py.app.players import Engines
from gnugo_py.cli.files import input_path, read_game_bytes_reopening_stdin
from gnugo_py.cli.options import (
    ANALYST_OPTION,
    ASCII_OPTION,
    ENCODING_OPTION,
    GAME_NUMBER_OPTION,
    KOMI_OPTION,
    PATH_TYPE,
    PATTERNS_OPTION,
    PLAIN_OPTION,
    SAVES_OPTION,
    THEME_OPTION,
    analyst_command,
)
from gnugo_py.cli.output import print_lines, print_to_terminal_stderr, print_warning, require_streams
from gnugo_py.cli.play import has_screen, open_app, run_in_either_interface
from gnugo_py.engines.engine import NetworkError
from gnugo_py.games.text import sanitize
from gnugo_py.games.types import Color, UserError
from gnugo_py.storage.save_store import SaveStore
from gnugo_py.storage.training import current_training_date
from gnugo_py.system.files import saves_folder


@click.command(epilog="Example: gnugo-py review game.sgf")
@click.argument("file", type=PATH_TYPE)
@GAME_NUMBER_OPTION
@ENCODING_OPTION
@KOMI_OPTION
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
    require_streams("a review needs")
    folder = saves_folder(saves)
    content = read_game_bytes_reopening_stdin(file, SaveStore(folder), encoding)
    on_screen = not plain and has_screen()
    with open_app(
        folder,
        on_screen,
        Engines(announce=print_to_terminal_stderr, patterns=patterns),
        analyst=analyst_command(analyst),
    ) as app:
        try:
            review_file(app, content, game_number, komi, input_path(file, SaveStore(folder)))
        except UserError as error:
            raise click.ClickException(f"{file}: {error}") from None
        if not on_screen:
            assert isinstance(app.mode, ReviewMode)
            app.start_analyst(app.mode.game)
        run_in_either_interface(app, use_ascii, theme)


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


@click.command(epilog="Example: gnugo-py train game.sgf --color white")
@click.argument("file", type=PATH_TYPE, required=False)
@GAME_NUMBER_OPTION
@ENCODING_OPTION
@click.option(
    "--color",
    type=click.Choice(["black", "white"]),
    help="Train on the mistakes of this color (default: the person's color, or Black).",
)
@KOMI_OPTION
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
    require_streams("training needs")
    folder = saves_folder(saves)
    content = None if file is None else read_game_bytes_reopening_stdin(file, SaveStore(folder), encoding)
    on_screen = not plain and has_screen()
    with open_app(
        folder,
        on_screen,
        Engines(announce=print_to_terminal_stderr),
        analyst=analyst_command(analyst),
    ) as app:
        if trouble := app.training_store.file_problem():
            print_warning(f"{trouble}")
        if content is not None:
            _open_file(app, file, content, game_number, color, komi)
        elif app.training_store.due_exercises(current_training_date()):
            train_on_due_exercises(app)
        else:
            print_lines(_nothing_due(app.training_store.next_due_date(current_training_date())))
            return
        run_in_either_interface(app, use_ascii, theme)


def _open_file(
    app: App, file: str | None, content: bytes, number: int | None, color: str | None, komi: float | None
) -> None:
    """Train on a file.  Raise ClickException, which names it, if that is not possible."""
    try:
        train_on_file(app, content, number, Color[color.upper()] if color else None, komi)
    except NetworkError:
        raise
    except UserError as error:
        raise click.ClickException(f"{file}: {error}") from None


def _nothing_due(day: date | None) -> str:
    """Return the line for a day without exercises; `day` is the next one that has some."""
    if day is not None:
        return f"No missed position is due today; the next one is on {day.isoformat()}."
    return "No missed position is due. Use gnugo-py train FILE, or type train during a game."
