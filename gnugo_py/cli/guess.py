"""The command `gnugo-py guess`."""

from __future__ import annotations

import click

from gnugo_py.app.modes.guess import guess_in_file
from gnugo_py.cli.files import GameFile, game_file_options
from gnugo_py.cli.interface import Interface, screen_options
from gnugo_py.cli.options import ANALYST_OPTION, NETWORK_OPTION, SAVES_OPTION, CommandWithValues, color_option
from gnugo_py.cli.output import require_streams
from gnugo_py.games.types import Color


@click.command(cls=CommandWithValues, epilog="Example: gnugo-py guess game.sgf --color black")
@game_file_options()
@color_option("Guess the moves of this color (default: of both colors).")
@ANALYST_OPTION
@NETWORK_OPTION
@screen_options
@SAVES_OPTION
def guess(file: GameFile, color: Color | None, interface: Interface) -> None:
    """Guess the moves of a game, for points.

    FILE is an SGF, GIB, NGF or UGF file from any program, the name of a saved game, an https:// address, or -
    for standard input. Each move has two tries, and a last one when the region of the board is shown.
    """
    require_streams("guessing needs")
    content = file.read_bytes()
    with interface.open_app() as app:
        with file.named_in_errors():
            guess_in_file(app, content, file.number, color)
        interface.run(app)
