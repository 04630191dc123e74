"""The command `gnugo-py train`."""

from __future__ import annotations

import click

from gnugo_py.app.modes.train import train_on_file
from gnugo_py.app.training import train_on_due_exercises
from gnugo_py.cli.files import GameFile, game_file_options
from gnugo_py.cli.interface import Interface, screen_options
from gnugo_py.cli.options import (
    ANALYST_OPTION,
    KOMI_OPTION,
    NETWORK_OPTION,
    SAVES_OPTION,
    CommandWithValues,
    color_option,
)
from gnugo_py.cli.output import print_lines, print_warning, require_streams
from gnugo_py.games.types import Color
from gnugo_py.storage.training import current_training_date


@click.command(cls=CommandWithValues, epilog="Example: gnugo-py train game.sgf --color white")
@game_file_options(required=False)
@color_option("Train on the mistakes of this color (default: the person's color, or Black).")
@KOMI_OPTION
@ANALYST_OPTION
@NETWORK_OPTION
@screen_options
@SAVES_OPTION
def train(file: GameFile, color: Color | None, komi: float | None, interface: Interface) -> None:
    """Look for better moves in the positions in which you lost points.

    FILE is an SGF, GIB, NGF or UGF file from any program, the name of a saved game, an https:// address, or -
    for standard input. Without FILE, train on the positions that you missed before and that are due again.
    """
    require_streams("training needs")
    content = file.read_bytes() if file.name else None
    with interface.open_app() as app:
        if trouble := app.training_store.file_problem():
            print_warning(trouble)
        if content is not None:
            with file.named_in_errors():
                train_on_file(app, content, file.number, color, komi)
        elif app.training_store.due_exercises(current_training_date()):
            train_on_due_exercises(app)
        else:
            day = app.training_store.next_due_date(current_training_date())
            print_lines(
                "No missed position is due. Use gnugo-py train FILE, or type train during a game."
                if day is None
                else f"No missed position is due today; the next one is on {day.isoformat()}."
            )
            return
        interface.run(app)
