"""The command `gnugo-py train`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from gnugo_py.app.application_factory import ApplicationFactory
from gnugo_py.cli.files import interactive_game_content
from gnugo_py.cli.interfaces import has_screen, open_application_factory, page_or_print
from gnugo_py.cli.options import ANALYST, ASCII, KOMI, NUMBER, PLAIN, SAVES, THEME, analyst_command
from gnugo_py.cli.output import (
    print_at_terminal,
    print_lines,
    print_warning,
)
from gnugo_py.core.files import saves_folder
from gnugo_py.core.types import Color, UserError
from gnugo_py.storage.save_store import SaveStore
from gnugo_py.storage.training import training_date


@click.command(epilog="Example: gnugo-py train game.sgf --color white")
@click.argument("file", required=False)
@NUMBER
@click.option(
    "--color",
    type=click.Choice(["black", "white"]),
    help="Whose mistakes (default: the player who is not a program, or Black).",
)
@click.option("--komi", type=KOMI, help="Points for White (default: those of the file, or 0).")
@ANALYST
@PLAIN
@ASCII
@THEME
@SAVES
def train(
    file: str | None,
    game_number: int | None,
    color: str | None,
    komi: float | None,
    analyst: str | None,
    plain: bool,
    use_ascii: bool,
    theme: str | None,
    saves: Path | None,
) -> None:
    """Look for better moves in the positions in which you lost points.

    FILE is an SGF file of any program, the name of a saved game, or - for standard input. Without FILE, the
    positions that you missed 1, 3 or 7 days ago are offered again.
    """
    if sys.stdin is None or sys.stdout is None:
        raise click.ClickException("stdin or stdout is closed; training needs both")
    folder = saves_folder(saves)
    content = None if file is None else interactive_game_content(file, SaveStore(folder))
    on_screen = not plain and has_screen()
    with open_application_factory(
        folder, on_screen, announce=print_at_terminal, analyst=analyst_command(analyst)
    ) as factory:
        if trouble := factory.services.training.file_problem():
            print_warning(f"gnugo-py: {trouble}")
        if content is None:
            if not factory.services.training.due_exercises(training_date()):
                print_lines(_nothing_due(factory))
                return
            app = factory.train_on_due()
        else:
            try:
                app = factory.train_on_game(
                    content, game_number, Color[color.upper()] if color else None, komi
                )
            except UserError as error:
                raise click.ClickException(f"{file}: {error}") from None
        page_or_print(app, factory, on_screen, None, use_ascii, theme)


def _nothing_due(factory: ApplicationFactory) -> str:
    """Return what to do if no exercise is due today."""
    day = factory.services.training.next_due()
    if day is None:
        return "No missed position is due. Train on a game with gnugo-py train FILE, or with train in a game."
    return f"No missed position is due today; the next one is on {day.isoformat()}."
