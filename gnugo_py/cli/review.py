"""`gnugo-py review`."""

from __future__ import annotations

import os
import sys
from contextlib import ExitStack, closing, suppress
from pathlib import Path

import click

from gnugo_py.app.launcher import Lobby
from gnugo_py.app.opponents import Engines
from gnugo_py.cli.interfaces import fail_if_unsaved, has_screen, show, show_plainly
from gnugo_py.cli.options import NUMBER
from gnugo_py.cli.terminal import announce, checked, interruptible, warn_named
from gnugo_py.core.files import saves_folder
from gnugo_py.core.types import Mistake
from gnugo_py.sgf.grammar import LARGEST_SAVE
from gnugo_py.sgf.reader import read_bytes
from gnugo_py.storage.save_store import Store
from gnugo_py.tui.themes import THEMES


@click.command(epilog="Example: gnugo-py review game.sgf")
@click.argument("file")
@NUMBER
@click.option("--plain", is_flag=True, help="Line by line, without a screen.  So it is in a pipe, too.")
@click.option("--ascii", "use_ascii", is_flag=True, help="Letters instead of round stones.")
@click.option(
    "--theme", type=click.Choice(list(THEMES)), help="The colours of the screen; else the usual ones."
)
@click.option("--patterns", metavar="DIR|none", help="The engine's knowledge of shapes and openings.")
@click.option("--saves", type=click.Path(path_type=Path), metavar="DIR", help="Where games are saved.")
def review(
    file: str,
    game_number: int | None,
    plain: bool,
    use_ascii: bool,
    theme: str | None,
    patterns: str | None,
    saves: Path | None,
) -> None:
    """Look through a game: forward, back, into variations; play on from anywhere.

    FILE is an SGF file of any program, the name of a saved game, or - for the standard input.  Of a file
    with several games, the one to look through is chosen from a list, or with --number.
    """
    if sys.stdin is None or sys.stdout is None:
        raise click.ClickException("a review needs an open input and an open output")
    folder = saves_folder(saves)
    content = checked(lambda: _content(file, Store(folder)))
    if file == "-":
        _listen_to_the_terminal()
    on_screen = not plain and has_screen()
    with interruptible(), ExitStack() as stack:
        engines = stack.enter_context(closing(Engines(announce=announce)))
        lobby = Lobby.for_anyone(engines, folder, on_screen, patterns, warn=warn_named)
        stack.enter_context(closing(lobby.saver))
        try:
            talk = lobby.review(content, game_number)
        except Mistake as error:
            raise click.ClickException(f"{file}: {error}") from None
        if on_screen:
            show(talk, lobby, "", use_ascii, theme)
        else:
            show_plainly(talk, lobby, {})
        fail_if_unsaved(lobby)


def _content(file: str, store: Store) -> bytes:
    """What is to be looked through.  Raises Mistake, naming the file and the remedy."""
    if file == "-":
        return sys.stdin.buffer.read(LARGEST_SAVE + 1)
    path = Path(os.path.expanduser(file))
    name = store.find(file)
    if not os.path.lexists(path) and (store.is_name(name) or store.existing(name)):
        content = store.content(name)
        if content is None:
            raise Mistake(f"{file}: no such file, and no saved game of that name; see gnugo-py saves")
        return content
    return read_bytes(path)


def _listen_to_the_terminal() -> None:
    """Once the standard input is read, take keys from the terminal, if there is one."""
    if sys.stdout.isatty() and os.name == "posix":
        with suppress(OSError):
            terminal = os.open("/dev/tty", os.O_RDWR)
            os.dup2(terminal, sys.stdin.fileno())
            os.close(terminal)
