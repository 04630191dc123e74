"""The command `gnugo-py guess`."""

from __future__ import annotations

from pathlib import Path

import click

from gnugo_py.app.modes.guess import guess_in_file
from gnugo_py.app.players import Engines
from gnugo_py.cli.files import read_game_bytes_reopening_stdin
from gnugo_py.cli.options import (
    ANALYST_OPTION,
    ASCII_OPTION,
    ENCODING_OPTION,
    GAME_NUMBER_OPTION,
    PATH_TYPE,
    PLAIN_OPTION,
    SAVES_OPTION,
    THEME_OPTION,
    analyst_command,
)
from gnugo_py.cli.output import print_to_terminal_stderr, require_streams
from gnugo_py.cli.play import has_screen, open_app, run_in_either_interface
from gnugo_py.games.types import Color, UserError
from gnugo_py.storage.save_store import SaveStore
from gnugo_py.system.files import saves_folder


@click.command(epilog="Example: gnugo-py guess game.sgf --color black")
@click.argument("file", type=PATH_TYPE)
@GAME_NUMBER_OPTION
@ENCODING_OPTION
@click.option(
    "--color",
    type=click.Choice(["black", "white"]),
    help="Guess the moves of this color (default: of both colors).",
)
@ANALYST_OPTION
@PLAIN_OPTION
@ASCII_OPTION
@THEME_OPTION
@SAVES_OPTION
def guess(
    file: str,
    game_number: int | None,
    encoding: str | None,
    color: str | None,
    analyst: str | None,
    plain: bool,
    use_ascii: bool,
    theme: str | None,
    saves: Path | None,
) -> None:
    """Guess the moves of a game, for points.

    FILE is an SGF file from any program, the name of a saved game, or - for standard input. Each move has two
    tries, and a last one when the region of the board is shown.
    """
    require_streams("guessing needs")
    folder = saves_folder(saves)
    content = read_game_bytes_reopening_stdin(file, SaveStore(folder), encoding)
    engines = Engines(announce=print_to_terminal_stderr)
    on_screen = not plain and has_screen()
    with open_app(folder, on_screen, engines, analyst=analyst_command(analyst)) as app:
        try:
            guess_in_file(app, content, game_number, Color[color.upper()] if color else None)
        except UserError as error:
            raise UserError(f"{file}: {error}") from None
        run_in_either_interface(app, use_ascii, theme)
