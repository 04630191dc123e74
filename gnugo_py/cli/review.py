"""The command `gnugo-py review`."""

from __future__ import annotations

from pathlib import Path

import click

from gnugo_py.app.modes.review import ReviewMode, review_file
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
from gnugo_py.cli.output import print_to_terminal_stderr, require_streams
from gnugo_py.cli.play import has_screen, open_app, run_in_either_interface
from gnugo_py.games.types import UserError
from gnugo_py.storage.save_store import SaveStore
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
