"""The command `gnugo-py review`."""

from __future__ import annotations

import click

from gnugo_py.app.modes.review import ReviewMode, review_file
from gnugo_py.app.players import Engines
from gnugo_py.cli.files import GameFile, game_file_options
from gnugo_py.cli.interface import Interface, screen_options
from gnugo_py.cli.options import (
    ANALYST_OPTION,
    KOMI_OPTION,
    NETWORK_OPTION,
    PATTERNS_OPTION,
    SAVES_OPTION,
    CommandWithValues,
)
from gnugo_py.cli.output import print_to_terminal_stderr, require_streams
from gnugo_py.storage.review_file import ReviewFile


@click.command(cls=CommandWithValues, epilog="Example: gnugo-py review game.sgf")
@game_file_options()
@KOMI_OPTION
@ANALYST_OPTION
@NETWORK_OPTION
@screen_options
@PATTERNS_OPTION
@SAVES_OPTION
def review(file: GameFile, komi: float | None, patterns: str | None, interface: Interface) -> None:
    """Review a game: move forward and back, add moves and comments, and play on from any position.

    FILE is an SGF, GIB, NGF or UGF file from any program, the name of a saved game, an https:// address, or -
    for standard input. If the file contains several games, choose one from the list or with --number.

    In the review, a move such as E5 enters that move or begins a variation; reply, delete and comment TEXT
    change the game, too. The file changes only when you type save; save NAME writes a new file.
    """
    require_streams("a review needs")
    unconverted = file.read_unconverted()
    content = file.read_bytes(unconverted)
    engines = Engines(announce=print_to_terminal_stderr, patterns=patterns)
    with interface.open_app(engines) as app:
        with file.named_in_errors():
            place = ReviewFile(app.store, file.path, unconverted)
            review_file(app, content, place, file.number, komi)
        if not app.has_screen:
            assert isinstance(app.mode, ReviewMode)
            app.start_analyst(app.mode.game)
        interface.run(app)
