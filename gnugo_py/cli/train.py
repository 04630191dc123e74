"""The command `gnugo-py train`."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import click

from gnugo_py.app.app import App
from gnugo_py.app.modes.train import train_on_due_exercises, train_on_file
from gnugo_py.app.players import Engines
from gnugo_py.cli.files import read_game_bytes_reopening_stdin
from gnugo_py.cli.options import (
    ANALYST_OPTION,
    ASCII_OPTION,
    ENCODING_OPTION,
    GAME_NUMBER_OPTION,
    KOMI_OPTION,
    PATH_TYPE,
    PLAIN_OPTION,
    SAVES_OPTION,
    THEME_OPTION,
    analyst_command,
)
from gnugo_py.cli.output import print_lines, print_to_terminal_stderr, print_warning, require_streams
from gnugo_py.cli.play import has_screen, open_app, run_in_either_interface
from gnugo_py.engines.engine import NetworkError
from gnugo_py.games.types import Color, UserError
from gnugo_py.storage.save_store import SaveStore
from gnugo_py.storage.training import current_training_date
from gnugo_py.system.files import saves_folder


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
